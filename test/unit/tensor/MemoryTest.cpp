//===- MemoryTest.cpp - what is allocated, and what never is --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heddle/tensor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>

namespace {
// Bytes of the requests of at least a page, while a test measures.
bool measuring = false;
std::size_t bytes = 0;

void *allocate(std::size_t size) {
  if (measuring && size >= 4096)
    bytes += size;
  if (void *block = std::malloc(size ? size : 1))
    return block;
  throw std::bad_alloc();
}
} // namespace

void *operator new(std::size_t size) { return allocate(size); }
void *operator new[](std::size_t size) { return allocate(size); }
void operator delete(void *block) noexcept { std::free(block); }
void operator delete[](void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }
void operator delete[](void *block, std::size_t) noexcept { std::free(block); }

using namespace heddle;

namespace {

template <class F> std::size_t bytes_of(F &&statement) {
  bytes = 0;
  measuring = true;
  statement();
  measuring = false;
  return bytes;
}

// Larger than what each thread keeps.
constexpr long size = 65536;
constexpr std::size_t vector_bytes = size * sizeof(double);

class Memory : public testing::Test {
protected:
  tensor<double, dyn> x{}, y{};
  tensor<double, dyn, dyn> a{};
  void SetUp() override {
    x = tensor<double, dyn>(size);
    y = tensor<double, dyn>(size);
    a = tensor<double, dyn, dyn>(size, 3);
    // The thread has what it keeps from its first temporary on.
    tensor<double, dyn> small(3);
    small = pad(slice(small, {1}, {3}), {0}, {1});
  }
};

TEST_F(Memory, CompatibleStatementsNeedNone) {
  EXPECT_EQ(bytes_of([&] { x = 3 * x; }), 0u);
  EXPECT_EQ(bytes_of([&] { x += y * x; }), 0u);
  EXPECT_EQ(bytes_of([&] { x = tanh(x) - max(y, 0); }), 0u);
  EXPECT_EQ(bytes_of([&] { y = x; }), 0u);
}

TEST_F(Memory, ScalingByATraceNeedsNone) {
  tensor<double, 3, 3> t;
  EXPECT_EQ(bytes_of([&] { x = contract<1, 2>(outer(x, t)); }), 0u);
  idx i, j;
  EXPECT_EQ(bytes_of([&] { x(i) = x(i) * t(j, j); }), 0u);
}

TEST_F(Memory, OtherStatementsNeedOneTemporary) {
  const auto shifted = [&] {
    slice(x, {1}, {size}) = slice(x, {0}, {size - 1});
  };
  EXPECT_EQ(bytes_of(shifted), vector_bytes - sizeof(double));
}

TEST_F(Memory, SmallTemporariesAreKept) {
  tensor<double, 20, 20> m;
  tensor<double, dyn, dyn> n = m;
  const auto squared = [](const auto &e) {
    return contract<1, 2>(outer(e, e));
  };
  EXPECT_EQ(bytes_of([&] { m = squared(m); }), 0u);
  EXPECT_EQ(bytes_of([&] { n = squared(squared(n)) + n; }), 0u);
}

TEST_F(Memory, StatementsWithinStatementsHaveTheirOwn) {
  tensor<double, 8> v{1, 2, 3, 4, 5, 6, 7, 8}, w = v;
  tensor<double, 2, 2> swap{0, 1, 1, 0};
  // Each element by a statement that has a temporary, inside of another.
  const auto negative = [&](double value) {
    tensor<double, 2> pair{value, -value};
    pair = contract<1, 2>(outer(swap, pair));
    return pair(0);
  };
  v = contract<1, 2>(outer(outer(v, w), elementwise(negative, v)));
  for (int k = 0; k < 8; ++k)
    EXPECT_EQ(v(k), -204.0 * (k + 1));
}

TEST_F(Memory, AContractionGoesToTheLeftHandSide) {
  tensor<double, 3> t;
  EXPECT_EQ(bytes_of([&] { x = contract<1, 2>(outer(a, t)); }), 0u);
  idx i, j;
  EXPECT_EQ(bytes_of([&] { x(i) = a(i, j) * t(j); }), 0u);
}

TEST_F(Memory, ProductsAreNeverBuilt) {
  const std::size_t product = size * vector_bytes;
  double dot = 0;
  EXPECT_EQ(bytes_of([&] { dot = contract<0, 1>(outer(x, y)); }), 0u);
  EXPECT_LT(
      bytes_of([&] { dot = contract<0, 1>(outer(x, y) / 2 - outer(y, x)); }),
      product);
  EXPECT_LT(
      bytes_of([&] { dot = contract<0, 1>(transpose<0, 1>(3 * outer(x, y))); }),
      product);
  EXPECT_EQ(dot, 0);
}

TEST_F(Memory, DiagonalsOfFunctionsAreComputedAlone) {
  tensor<double, dyn, dyn> square(512, 512);
  double trace = 0;
  EXPECT_LE(bytes_of([&] { trace = contract<0, 1>(exp(square)); }),
            512 * sizeof(double));
  EXPECT_EQ(trace, 512);
}

} // namespace
