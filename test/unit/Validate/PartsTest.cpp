//===- PartsTest.cpp - Nests that run as several launches -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Damages.h"
#include "gtest/gtest.h"

using namespace heddle;
using validate::Finding;

namespace {

// The second part reads a copy of what the first has stored.
const char *Pairs =
    R"(static __global__ void heddle_pairs_0_part1(const int *x, int *t, int n) {
  const int i_0 = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i_0 >= n - 2)
    return;
  const int i = i_0 + 2;
  {
    t[i] = 2 * x[i];
  }
}
static __global__ void heddle_pairs_0_part2(int *t, const int *t_copy, int n) {
  const int i_0 = int(::heddle::rt::block_x() * 32 + ::heddle::rt::thread_x());
  if (i_0 >= n - 2)
    return;
  const int i = i_0 + 2;
  {
    t[i - 2] += t_copy[i - 1];
  }
}
void pairs(int *t, const int *x, int n) {
  {
    const ::heddle::rt::site heddle_site{"heddle_pairs_0", "FILE", 5};
    const ::heddle::rt::checked heddle_n(n);
    ::heddle::rt::path heddle_path = ::heddle::rt::path::sequential;
    const auto heddle_x = ::heddle::rt::in(x, 2, heddle_n - 1);
    const auto heddle_t = ::heddle::rt::inout(t, 0, heddle_n - 1);
    if ((heddle_n - 2 <= 0).certain())
      heddle_path = ::heddle::rt::nothing(heddle_site);
    else if (!::heddle::rt::disjoint(heddle_x, heddle_t))
      heddle_path = ::heddle::rt::sequential(heddle_site, "'x' may overlap 't'",
                                             heddle_x, heddle_t);
    else {
      // launch 1 of 2
      {
        const ::heddle::rt::site heddle_site_1{"heddle_pairs_0_part1", "part", 5};
        const ::heddle::rt::checked heddle_n_1(n);
        ::heddle::rt::path heddle_path_1 = ::heddle::rt::path::sequential;
        const auto heddle_x_1 = ::heddle::rt::in(x, 2, heddle_n_1 - 1);
        const auto heddle_t_1 = ::heddle::rt::out(t, 2, heddle_n_1 - 1);
        if ((heddle_n_1 - 2 <= 0).certain())
          heddle_path_1 = ::heddle::rt::nothing(heddle_site_1);
        else
          heddle_path_1 = ::heddle::rt::run(heddle_site_1,
                                            ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n_1 - 2, 32), 1, 1}, {32, 1, 1}},
                                            heddle_pairs_0_part1, heddle_x_1,
                                            heddle_t_1, n);
        if (heddle_path_1 == ::heddle::rt::path::parallel) {
  for (int i = 2; i < n; ++i) {
    t[i] = 2 * x[i]; // parallel

  }
        } else if (heddle_path_1 == ::heddle::rt::path::sequential) {
  for (int i = 2; i < n; ++i) {
    t[i] = 2 * x[i];

  }
        }
      }
      // launch 2 of 2
      {
        const ::heddle::rt::site heddle_site_2{"heddle_pairs_0_part2", "part", 5};
        const ::heddle::rt::checked heddle_n_2(n);
        ::heddle::rt::path heddle_path_2 = ::heddle::rt::path::sequential;
        const auto heddle_t_2 = ::heddle::rt::inout(t, 0, heddle_n_2 - 2);
        const auto heddle_t_copy = ::heddle::rt::copied(heddle_t_2, 1, heddle_n_2 - 2);
        if ((heddle_n_2 - 2 <= 0).certain())
          heddle_path_2 = ::heddle::rt::nothing(heddle_site_2);
        else
          heddle_path_2 = ::heddle::rt::run(heddle_site_2,
                                            ::heddle::rt::shape{{::heddle::rt::ceil_div(heddle_n_2 - 2, 32), 1, 1}, {32, 1, 1}},
                                            heddle_pairs_0_part2, heddle_t_2,
                                            heddle_t_copy, n);
        if (heddle_path_2 == ::heddle::rt::path::sequential) {
  for (int i = 2; i < n; ++i) {

    t[i - 2] += t[i - 1];
  }
        }
      }
      heddle_path = ::heddle::rt::path::done;
    }
    if (heddle_path == ::heddle::rt::path::sequential) {
  for (int i = 2; i < n; ++i) {
    t[i] = 2 * x[i]; // whole
    t[i - 2] += t[i - 1]; // whole
  }
    }
  }
}
)";

TEST(PartsTest, SaysNothingOfPartsThatAreRight) {
  const std::map<std::string, Finding> Found =
      findings({{"as_it_is", Pairs, "", ""}});
  ASSERT_EQ(Found.size(), 2u); // the whole, and one of the parts
  for (const auto &[Name, F] : Found) {
    EXPECT_EQ(F.What, Finding::Same) << Name << ": " << F.Text;
    EXPECT_GE(F.Instances, 8u) << Name;
  }
}

// Each part does what its own loops do, the whole nest something else.
TEST(PartsTest, FindsPartsThatAreNotTheNest) {
  expectDifferences({
      {"needed_later", Pairs, "t[i - 2] += t[i - 1]; // whole",
       "t[i - 2] += i + 1 < n ? t[i + 1] : 0;"},
      {"other_value", Pairs, "2 * x[i]; // whole", "3 * x[i];"},
      {"one_more", Pairs, "t[i - 2] += t[i - 1]; // whole",
       "t[i - 2] += t[i - 1]; t[0] += 1;"},
  });
}

TEST(PartsTest, FindsDamageInPartsOfTheLaunch) {
  expectDifferences({
      {"first_not_launched", Pairs, "(heddle_n_1 - 2 <= 0).certain()",
       "(heddle_n_1 - 2 <= 999999).certain()"},
      {"second_too_late", Pairs, "(heddle_n_2 - 2 <= 0).certain()",
       "(heddle_n_2 - 3 <= 0).certain()"},
      {"nothing_too_early", Pairs, "(heddle_n - 2 <= 0).certain()",
       "(heddle_n - 3 <= 0).certain()"},
      {"stored_before_does_not_count", Pairs, "inout(t, 0, heddle_n_2 - 2)",
       "out(t, 0, heddle_n_2 - 2)"},
      {"copy_too_short", Pairs, "copied(heddle_t_2, 1", "copied(heddle_t_2, 2"},
      {"loops_for_threads", Pairs, "2 * x[i]; // parallel", "2 + x[i];"},
  });
}

TEST(PartsTest, TakesTheValuesBeforeALaunchForItsCopies) {
  expectDifferences({{"no_copy", Pairs, "+= t_copy[i - 1]", "+= t[i - 1]"}});
}

} // namespace
