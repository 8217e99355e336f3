//===- ChooseTest.cpp - Offers in any order give what the loop gives ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "heddle/runtime/accumulators.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace heddle::rt;

namespace {

struct Held {
  double Key;
  int At;
};

/// The loop as written over the values in the order of the numbers.
template <class Better>
Held asWritten(const std::vector<double> &Values, Held Old, bool Down,
               Better IsBetter) {
  for (size_t K = 0; K < Values.size(); ++K) {
    const size_t I = Down ? Values.size() - 1 - K : K;
    if (IsBetter(Values[I], Old.Key))
      Old = {Values[I], static_cast<int>(I)};
  }
  return Old;
}

/// What iteration I offers, as its function leaves it.
template <class Op> offer<double, int> offered(double Value, int I) {
  auto One = rt_detail::identity<Op, offer<double, int>>();
  if (!Op::is_better(Value, One.key))
    return One;
  One.key = Value;
  rt_detail::get<0>(One.with) = I;
  One.number = static_cast<unsigned long long>(I);
  return One;
}

template <class Op>
Held byOffers(const std::vector<double> &Values, Held Old,
              std::mt19937 &Random) {
  std::vector<offer<double, int>> All;
  for (size_t I = 0; I < Values.size(); ++I)
    All.push_back(offered<Op>(Values[I], static_cast<int>(I)));
  All.push_back(rt_detail::identity<Op, offer<double, int>>());
  std::shuffle(All.begin(), All.end(), Random);
  while (All.size() > 1) {
    const offer<double, int> Last = All.back();
    All.pop_back();
    offer<double, int> &Other = All[Random() % All.size()];
    Other = Random() % 2 ? rt_detail::combined<Op>(Other, Last)
                         : rt_detail::combined<Op>(Last, Other);
  }
  rt_detail::put<Op>(All[0], &Old.Key, &Old.At);
  return Old;
}

template <class Op> void compare(bool Down) {
  const double Inf = std::numeric_limits<double>::infinity(),
               Nan = std::numeric_limits<double>::quiet_NaN();
  const double Some[] = {1, 2, 0.0, -0.0, Inf, -Inf, Nan, 2};
  std::mt19937 Random(7);
  for (int Round = 0; Round < 2000; ++Round) {
    std::vector<double> Values(Random() % 9);
    for (double &V : Values)
      V = Some[Random() % 8];
    const Held Old{Some[Random() % 8], -1};
    const Held Expected = asWritten(Values, Old, Down, [](double E, double S) {
      return Op::is_better(E, S);
    });
    const Held Found = byOffers<Op>(Values, Old, Random);
    ASSERT_EQ(Found.At, Expected.At);
    ASSERT_TRUE(Found.Key == Expected.Key ||
                (std::isnan(Found.Key) && std::isnan(Expected.Key)));
    ASSERT_EQ(std::signbit(Found.Key), std::signbit(Expected.Key));
  }
}

TEST(Choose, AnyOrderOfOffersGivesWhatTheLoopGives) {
  compare<by::arg_min>(false);
  compare<by::last_arg_min>(false);
  compare<by::arg_max>(false);
  compare<by::last_arg_max>(false);
}

TEST(Choose, LoopsThatCountDownRunByDescendingNumbers) {
  compare<by::descending<by::arg_min>>(true);
  compare<by::descending<by::last_arg_min>>(true);
  compare<by::descending<by::arg_max>>(true);
  compare<by::descending<by::last_arg_max>>(true);
}

} // namespace
