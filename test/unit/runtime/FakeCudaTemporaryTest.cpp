//===- FakeCudaTemporaryTest.cpp - temporaries of statements --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <string>

namespace fake_cuda_test {
namespace {

using heddle::rt::checked;
using heddle::rt::in;
using heddle::rt::out;
using heddle::rt::path;
using heddle::rt::temporaries;
using heddle::rt::temporary;
using testing::HasSubstr;

void twice(double *to, const double *from) {
  const int i = thread_number();
  to[i] = 2 * from[i];
}

class FakeCudaTemporary : public FakeCuda {
protected:
  /// y = 2 * (2 * x), each in a launch of its own.
  path run_twice(checked elements = 10) {
    temporary<double> between(elements);
    const temporaries memory(here, between);
    const path first = heddle::rt::run(here, ten, twice, between, in(x, 0, 9));
    if (first != path::done)
      return first;
    const path second =
        heddle::rt::run(here, ten, twice, out(y, 0, 9), between);
    place = between.pointer;
    return second;
  }
  void expect_twice() const {
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(y[i], 4 * i) << i;
  }

  const double *place = nullptr;
};

TEST_F(FakeCudaTemporary, StaysOnTheDeviceFromLaunchToLaunch) {
  EXPECT_EQ(run_twice(), path::done);
  expect_twice();
  EXPECT_EQ(fake.count("copy in 80"), 1u);
  EXPECT_EQ(fake.count("copy out 80"), 1u);
  EXPECT_EQ(fake.count("copy"), 2u);
}

TEST_F(FakeCudaTemporary, ItsMemoryIsKeptForTheNextTime) {
  EXPECT_EQ(run_twice(), path::done);
  const double *first = place;
  const auto allocations = fake.count("cudaMalloc");
  EXPECT_EQ(run_twice(), path::done);
  EXPECT_EQ(place, first);
  EXPECT_EQ(fake.count("cudaMalloc"), allocations);
}

TEST_F(FakeCudaTemporary, SeveralHavePlacesOfTheirOwn) {
  temporary<double> a(10), b(3);
  temporary<char> c(1);
  const temporaries memory(here, a, b, c);
  EXPECT_EQ(reinterpret_cast<char *>(b.pointer),
            reinterpret_cast<char *>(a.pointer) + 256);
  EXPECT_EQ(c.pointer, reinterpret_cast<char *>(b.pointer) + 256);
  EXPECT_EQ(fake.count("cudaMalloc 768"), 1u);
}

/// A launch that finds no memory frees what others have kept, but not this.
TEST_F(FakeCudaTemporary, IsNotFreedWhileItIsUsed) {
  EXPECT_EQ(run_axpy(), path::done);
  temporary<double> between(10);
  const temporaries memory(here, between);
  EXPECT_EQ(heddle::rt::run(here, ten, twice, between, in(x, 0, 9)),
            path::done);
  fake.free_bytes = 0;
  EXPECT_EQ(heddle::rt::run(here, ten, fill, out(y, 0, 9), 7), path::done);
  EXPECT_EQ(fake.count("cudaFree"), 2u); // the buffers of axpy and twice
  EXPECT_EQ(between.pointer[9], 18);
}

TEST_F(FakeCudaTemporary, WithoutADeviceThereIsNone) {
  fake.devices = 0;
  EXPECT_EQ(run_twice(), path::parallel);
  EXPECT_EQ(fake.count("cudaMalloc"), 0u);
}

TEST_F(FakeCudaTemporary, OfUnknownSizeRunsAsWritten) {
  EXPECT_EQ(run_twice(checked(INT64_MAX) + 1), path::sequential);
}

TEST_F(FakeCudaTemporary, TooMuchTogetherIsAnError) {
  temporary<double> a(INT64_MAX / 16), b(INT64_MAX / 16), c(INT64_MAX / 16);
  try {
    const temporaries memory(here, a, b, c);
    FAIL();
  } catch (const heddle::error &e) {
    EXPECT_THAT(std::string(e.what()),
                HasSubstr("the temporaries together exceed the address space"));
  }
}

} // namespace
} // namespace fake_cuda_test
