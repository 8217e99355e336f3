//===- CompatibleTest.cpp - which statements are computed in place --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Statement.h"

using namespace heddle;

namespace {

// Constants of the types: the bits of the leaves, from left to right.
template <class E, std::size_t... K>
constexpr unsigned bits(int rank, std::index_sequence<K...>) {
  constexpr auto leaves = tensor_detail::leaf_bits<E>;
  return ((leaves(rank)[K] ? 1u << (sizeof...(K) - 1 - K) : 0u) + ... + 0u);
}
template <int Rank, class E> constexpr unsigned bits_of(const E &) {
  return bits<E>(Rank,
                 std::make_index_sequence<tensor_detail::at(E::leaves)>());
}

constexpr tensor<int, 2> v0, w0;
constexpr tensor<int, 2, 2> m0, n0;

static_assert(bits_of<1>(3 * v0) == 0b1);
static_assert(bits_of<1>(contract<1, 2>(outer(v0, m0))) == 0b10);
static_assert(bits_of<1>(contract<1, 2>(outer(m0, v0))) == 0b00);
static_assert(bits_of<1>(v0 + w0 * (contract<0, 1>(outer(v0, w0)) * v0)) ==
              0b11001);
static_assert(bits_of<2>(transpose<0, 1>(m0)) == 0b0);
static_assert(bits_of<2>(transpose<0, 1>(transpose<1, 0>(m0))) == 0b1);
static_assert(bits_of<2>(outer(v0, w0)) == 0b00);

// is_compatible is a constant where its operands are.
static_assert(is_compatible(v0, 3 * v0));
static_assert(is_compatible(v0, contract<1, 2>(outer(v0, m0))));
static_assert(!is_compatible(v0, contract<1, 2>(outer(m0, v0))));
static_assert(is_compatible(v0, contract<1, 2>(outer(m0, w0))));
static_assert(!is_compatible(m0, transpose<0, 1>(m0)));
static_assert(is_compatible(m0, transpose<0, 1>(n0)));
constexpr idx i0, j0, k0;
static_assert(is_compatible(m0(i0, j0), 2 * m0(i0, j0)));
static_assert(!is_compatible(m0(i0, j0), m0(j0, i0)));
static_assert(is_compatible(m0(j0, i0), m0(j0, i0) * n0(i0, k0)));

const auto whole = [](auto &t) -> decltype(auto) { return t.view(); };
const auto multiply_add = [](unsigned a, unsigned b) { return a * b + 1u; };

/// One statement, by the rules, by brute force and computed.
template <class Target, class Expression, class... Tensors>
void check(bool expected, Target target, Expression expression,
           Tensors &...tensors) {
  Tally tally;
  check_statement("the statement", tally, target, expression, tensors...);
  EXPECT_EQ(tally.compatible, int(expected));
  EXPECT_EQ(tally.missed.size(), 0u);
}

TEST(Compatible, ANumberTimesTheLeftHandSide) {
  tensor<unsigned, 5> x;
  const auto e = [](const auto &p) { return 3u * p; };
  check(true, whole, e, x);
}

TEST(Compatible, TheThesissSum) {
  // x = x + w * (uv * x), uv being the product of a row and a column.
  tensor<unsigned, 5> x, w;
  tensor<unsigned, 4> u, v;
  const auto e = [](const auto &p, const auto &q, const auto &r,
                    const auto &s) {
    return p + q * (contract<0, 1>(outer(r, s)) * p);
  };
  check(true, whole, e, x, w, u, v);
}

TEST(Compatible, TheLeftHandSideTimesATrace) {
  tensor<unsigned, 5> x;
  tensor<unsigned, 3, 3> y;
  const auto e = [](const auto &p, const auto &q) {
    return contract<1, 2>(outer(p, q));
  };
  check(true, whole, e, x, y);
}

TEST(Compatible, NotAMatrixTimesTheLeftHandSide) {
  tensor<unsigned, 5> x;
  tensor<unsigned, 5, 5> y;
  const auto e = [](const auto &p, const auto &q) {
    return contract<1, 2>(outer(q, p));
  };
  check(false, whole, e, x, y);
}

TEST(Compatible, AMatrixTimesAnotherVectorTimesTheLeftHandSide) {
  // The thesis's figure 13.
  tensor<unsigned, 5> x;
  tensor<unsigned, 5, 4> u;
  tensor<unsigned, 4> v;
  const auto e = [](const auto &p, const auto &q, const auto &r) {
    return contract<1, 2>(outer(q, r)) * p;
  };
  check(true, whole, e, x, u, v);
}

TEST(Compatible, NestedParentheses) {
  tensor<unsigned, 2, 3> x, w;
  const auto e = [](const auto &p, const auto &q) {
    return ((((p)) + ((q * (((p) - (2u * (q))))))));
  };
  check(true, whole, e, x, w);
}

TEST(Compatible, TransposesThatCancel) {
  tensor<unsigned, 3, 3, 3> x;
  const auto pairs = [](const auto &p) {
    return transpose<1, 2>(transpose<2, 1>(p) + 1u);
  };
  check(true, whole, pairs, x);
  // (0 1)(1 2)(0 1)(0 2) is the identity.
  const auto four = [](const auto &p) {
    return transpose<0, 1>(
        transpose<1, 2>(transpose<0, 1>(transpose<0, 2>(p))));
  };
  check(true, whole, four, x);
}

TEST(Compatible, TransposesThatDoNotCancel) {
  tensor<unsigned, 3, 3, 3> x;
  const auto one = [](const auto &p) { return transpose<0, 2>(p) + p; };
  check(false, whole, one, x);
  const auto turn = [](const auto &p) {
    return transpose<0, 1>(transpose<1, 2>(p));
  };
  check(false, whole, turn, x);
}

TEST(Compatible, AScalarTimesAScalar) {
  tensor<unsigned> x, s;
  const auto e = [](const auto &p, const auto &q) { return p * q * (p / 3u); };
  check(true, whole, e, x, s);
  tensor<unsigned, 4> u;
  const auto sum = [](const auto &p, const auto &q) {
    return contract<0, 1>(outer(p * q, p * q));
  };
  check(true, whole, sum, x, u);
}

TEST(Compatible, ElementwiseFunctionsPassTheIndexOn) {
  tensor<unsigned, 2, 3> x;
  const auto e = [](const auto &p) {
    return elementwise(multiply_add, max(p, 7u), -p);
  };
  check(true, whole, e, x);
}

TEST(Compatible, NotSlicesPaddingAndConvolutions) {
  tensor<unsigned, 4> x;
  tensor<unsigned, 2> filter;
  const auto shifted = [](const auto &p, const auto &) {
    return pad(slice(p, {1}, {4}, {1}), {0}, {1}, 0u);
  };
  check(false, whole, shifted, x, filter);
  const auto smooth = [](const auto &p, const auto &q) {
    return conv(pad(p, {1}, {0}, 0u), q);
  };
  check(false, whole, smooth, x, filter);
}

TEST(Compatible, ViewsThatOverlapInPart) {
  tensor<unsigned, 6> x;
  const auto first = [](auto &t) { return slice(t, {0}, {4}, {1}); };
  const auto last = [](auto &t) { return slice(t, {2}, {6}, {1}); };
  const auto e = [](const auto &t) { return slice(t, {0}, {4}, {1}) * 2u; };
  check(false, last, e, x);
  check(true, first, e, x);
}

TEST(Compatible, ViewsBetweenEachOthersElements) {
  tensor<unsigned, 8> x;
  const auto even = [](auto &t) { return slice(t, {0}, {8}, {2}); };
  const auto odd = [](const auto &t) { return slice(t, {1}, {8}, {2}) * 2u; };
  check(true, even, odd, x);
  tensor<unsigned, 4, 4> y;
  const auto column = [](auto &t) { return slice(t, {0, 0}, {4, 1}, {1, 1}); };
  const auto next = [](const auto &t) {
    return slice(t, {0, 1}, {4, 2}, {1, 1}) + slice(t, {0, 3}, {4, 4}, {1, 1});
  };
  check(true, column, next, y);
}

TEST(Compatible, TheSameMemoryInAnotherShape) {
  tensor<unsigned, 4> x;
  unsigned seed = 1;
  fill(x, seed);
  tensor_view<unsigned, 2, 2> square(x.data(), {2, 2});
  EXPECT_FALSE(
      is_compatible(square, outer(slice(x, {0}, {2}), slice(x, {2}, {4}))));
  const tensor<unsigned, 4> old = x;
  square = outer(slice(x, {0}, {2}), slice(x, {2}, {4}));
  EXPECT_EQ(square(0, 0), old(0) * old(2));
  EXPECT_EQ(square(0, 1), old(0) * old(3));
  EXPECT_EQ(square(1, 0), old(1) * old(2));
  EXPECT_EQ(square(1, 1), old(1) * old(3));
}

TEST(Compatible, MemoryOfAnotherType) {
  alignas(double) unsigned char bytes[32] = {};
  auto *numbers = new (bytes) double[4]();
  const tensor_view<double, 4> x(numbers, {4});
  const tensor_view<const unsigned char, 4> inside(bytes + 8, {4});
  tensor<unsigned char, 4> outside;
  EXPECT_FALSE(is_compatible(x, 2 * inside));
  EXPECT_TRUE(is_compatible(x, 2 * outside));
}

TEST(Compatible, IndexNotationGoesByTheNames) {
  idx p, q, r;
  tensor<double, 3, 3> a, b;
  tensor<double, 3> x;
  EXPECT_TRUE(is_compatible(a(p, q), a(p, q) * b(q, r)));
  EXPECT_TRUE(is_compatible(a(q, p), b(p, r) + a(q, p)));
  EXPECT_FALSE(is_compatible(a(p, q), a(p, r) * b(r, q)));
  EXPECT_FALSE(is_compatible(a(p, q), a(q, p)));
  EXPECT_FALSE(is_compatible(x(p), a(p, q) * x(q)));
  EXPECT_TRUE(is_compatible(x(p), x(p) * a(q, q)));
  EXPECT_TRUE(is_compatible(x(p), exp(x(p)) / a(p, q)));
  // Transposed before the indices are given.
  EXPECT_TRUE(is_compatible(a(p, q), transpose<0, 1>(a)(q, p)));
  EXPECT_FALSE(is_compatible(a(p, q), transpose<0, 1>(a)(p, q)));
}

TEST(Compatible, EmptyTensorsShareNothing) {
  tensor<double, dyn> x(0);
  EXPECT_TRUE(is_compatible(x, contract<0, 1>(outer(x, x)) * x));
  x = 2 * x;
}

} // namespace
