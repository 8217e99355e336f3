//===- TemporaryTest.cpp - temporaries of mapped threads on the host ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <vector>

namespace {

using heddle::rt::path;
using heddle::rt::temporaries;
using heddle::rt::temporary;

constexpr heddle::rt::site here{"sums", "f.cpp", 7};

__global__ void squares(double *to, int n) {
  const int i = static_cast<int>(heddle::rt::thread_x());
  to[i] = n * i;
}
__global__ void reversed(double *to, const double *from, int n) {
  const int i = static_cast<int>(heddle::rt::thread_x());
  to[i] = from[n - 1 - i];
}

class Temporary : public EnvironmentTest {
protected:
  static path run(std::vector<double> &y) {
    const int n = static_cast<int>(y.size());
    const heddle::rt::shape all{{1, 1, 1}, {n, 1, 1}};
    temporary<double> between(n);
    const temporaries memory(here, between);
    const path first = heddle::rt::run(here, all, squares, between, n);
    if (first != path::done)
      return first;
    return heddle::rt::run(here, all, reversed,
                           heddle::rt::out(y.data(), 0, n - 1), between, n);
  }
};

TEST_F(Temporary, LaterLaunchesReadWhatEarlierOnesWrote) {
  for (const char *order : {"forward", "reverse", "shuffle:9"}) {
    set("HEDDLE_HOST_ORDER", order);
    std::vector<double> y(20);
    EXPECT_EQ(run(y), path::done);
    for (int i = 0; i < 20; ++i)
      EXPECT_EQ(y[static_cast<std::size_t>(i)], 20 * (19 - i)) << i;
  }
}

TEST_F(Temporary, WithoutAnOrderThereIsNoMemory) {
  temporary<double> between(10);
  const temporaries memory(here, between);
  EXPECT_EQ(between.pointer, nullptr);
  std::vector<double> y(10);
  EXPECT_EQ(run(y), path::parallel);
}

} // namespace
