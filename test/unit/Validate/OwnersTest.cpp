//===- OwnersTest.cpp - Threads that own elements -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

/// A thread for each element, of which every third has an iteration.
const char *Thirds =
    R"(static __global__ void heddle_thirds_0(const float *x, float *a, int n, int l, long long element_end) {
  const long long element = ::heddle::rt::block_x() * 256LL + ::heddle::rt::thread_x();
  if (element >= element_end)
    return;
  {
    for (int i = 0; i < n; ++i) if (const long long k_0 = element - i * 3LL; k_0 < l && 0 <= k_0 && k_0 % 3 == 0) { const int k = static_cast<int>(k_0);
      a[3 * i + k] += x[i]; }
  }
}
void thirds(float *a, const float *x, int n, int l) {
  {
    const ::heddle::rt::site heddle_site{"heddle_thirds_0", "FILE", 4};
    const ::heddle::rt::checked heddle_n(n);
    const ::heddle::rt::checked heddle_l(l);
    const ::heddle::rt::checked heddle_element_end = heddle_n * 3 + heddle_l - 3;
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 0, heddle_n - 1);
    const auto heddle_a = ::heddle::rt::inout(a, 0, heddle_element_end - 1);
    if ((heddle_n <= 0 || heddle_l <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else
      heddle_path = ::heddle::rt::run(heddle_site,
                                      ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_element_end, 256), 1, 1}, {256, 1, 1}},
                                      heddle_thirds_0, heddle_x, heddle_a, n, l,
                                      heddle_element_end);
    if (heddle_path == ::heddle::rt::path::sequential) {
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < l; k += 3)
          a[3 * i + k] += x[i];
    }
  }
}
)";

TEST(ValidateOwnersTest,
     TakesMoreThreadsThanIterationsWhereSomeHaveNothingToDo) {
  const std::map<std::string, Finding> Found = findings({
      {"thirds_as_they_are", Thirds, "", ""},
      {"element_twice", Thirds, "a[3 * i + k] += x[i]; }",
       "a[3 * i + k] += x[i]; a[3 * i + k] += x[i]; }"},
      {"elements_missing", Thirds, "k_0 < l", "k_0 < l - 1"},
  });
  EXPECT_EQ(Found.at("thirds_as_they_are").What, Finding::Same)
      << Found.at("thirds_as_they_are").Text;
  EXPECT_EQ(Found.at("element_twice").What, Finding::Differs);
  EXPECT_EQ(Found.at("elements_missing").What, Finding::Differs);
}

} // namespace
