//===- HostLoopsTest.cpp - whether CPU threads are worth it ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <limits>
#include <string>
#include <vector>

namespace {

using heddle::rt::checked;
using heddle::rt::loops;
using heddle::rt::path;

constexpr heddle::rt::site here{"nest", "loops.cpp", 1};

__global__ void nothing_to_do() {}

class HostLoops : public EnvironmentTest {
protected:
  static loops of(double operands, double outer, int threads,
                  bool collapsible = true) {
    loops l(here);
    l.operands = operands;
    l.outer = outer;
    l.threads = threads;
    l.collapsible = collapsible;
    return l;
  }
  static path taken(const loops &l) {
    return heddle::rt::rt_detail::choose_loops(l).taken;
  }
};

TEST_F(HostLoops, OfLittleWorkHaveOneThread) {
  EXPECT_EQ(taken(of(1000, 100, 4)), path::sequential);
  EXPECT_EQ(taken(of(1e6, 100, 4)), path::parallel);
}

TEST_F(HostLoops, OfUnknownWorkHaveAllThreads) {
  EXPECT_EQ(taken(of(loops::many, 100, 4)), path::parallel);
  EXPECT_EQ(taken(of(std::numeric_limits<double>::quiet_NaN(), 100, 4)),
            path::parallel);
}

TEST_F(HostLoops, AskForNoThreadsWhereNoNumberIsWorthIt) {
  EXPECT_EQ(taken(of(1000, 100, -1)), path::sequential);
  // With OpenMP nobody asks; without, there is nobody to ask.
  EXPECT_LE(heddle::rt::over(here, 3, 10).threads, 0);
  EXPECT_GE(heddle::rt::over(here, 3, 1000000).threads, 0);
}

TEST_F(HostLoops, TakeThePlaceOfALaunchWhereNothingIsAsked) {
  EXPECT_TRUE(heddle::rt::only_loops());
  set("HEDDLE_HOST_ORDER", "reverse");
  EXPECT_FALSE(heddle::rt::only_loops());
  clear();
  EXPECT_TRUE(heddle::rt::only_loops());

  float x[4];
  const loops l = of(1e9, 100, 4);
  EXPECT_EQ(heddle::rt::as_loops(l, heddle::rt::in(x, 0, 3)), path::parallel);
  EXPECT_EQ(heddle::rt::as_loops(l, heddle::rt::in(x, 0, checked::unknown())),
            path::sequential);
  EXPECT_EQ(heddle::rt::as_loops(
                l, heddle::rt::copied(heddle::rt::inout(x, 0, 3), 0, 3)),
            path::sequential);
  constexpr heddle::rt::site ends{"nest", "loops.cpp", 1, true};
  EXPECT_EQ(heddle::rt::as_loops(loops(ends), heddle::rt::in(x, 0, 3)),
            path::sequential);
}

TEST_F(HostLoops, AreWeighedWithTheCopiesThatTheyNeed) {
  const loops l = of(1e6, 100, 4);
  EXPECT_EQ(taken(l.with_copies(1000)), path::parallel);
  EXPECT_EQ(taken(l.with_copies(1e6)), path::sequential);
  EXPECT_STREQ(
      heddle::rt::rt_detail::choose_loops(l.with_copies(1e6)).note,
      "too little work for threads with copies");
}

TEST_F(HostLoops, ShareCopiesWhereTheTextHasThemAndThereAreThreads) {
  float x[4] = {};
  const auto all = heddle::rt::inout(x, 0, 3);
  const auto copy = heddle::rt::copied(all, 1, 3);
  const auto taken_by = [&](const loops &l) {
    return heddle::rt::as_loops(l, all, copy);
  };
  EXPECT_EQ(taken_by(of(1e9, 100, 4).sharing_copies()), path::parallel);
  EXPECT_EQ(taken_by(of(1e9, 3, 4).sharing_copies()), path::collapsed);
  EXPECT_EQ(taken_by(of(10, 100, 4).sharing_copies()), path::sequential);
  EXPECT_EQ(taken_by(of(1e9, 100, 0).sharing_copies()), path::sequential);
  EXPECT_EQ(taken_by(of(1e9, 100, 4)), path::sequential);
  EXPECT_EQ(heddle::rt::as_loops(
                of(1e9, 100, 4).sharing_copies(), all,
                heddle::rt::copied(all, 1, checked::unknown())),
            path::sequential);
  constexpr heddle::rt::site ends{"nest", "loops.cpp", 1, true};
  loops last(ends);
  last.threads = 4;
  EXPECT_EQ(taken_by(last.sharing_copies()), path::sequential);
}

TEST_F(HostLoops, KnowOfNewVariablesOnceTheyAreTold) {
  EXPECT_TRUE(heddle::rt::only_loops());
  ASSERT_EQ(setenv("HEDDLE_HOST_LOOPS", "sequential", 1), 0);
  EXPECT_EQ(taken(of(1e9, 100, 4)), path::parallel);
  heddle::environment_changed();
  EXPECT_EQ(taken(of(1e9, 100, 4)), path::sequential);
}

TEST_F(HostLoops, AreSequentialWhereThereIsOneThread) {
  EXPECT_EQ(taken(of(loops::many, loops::many, 1)), path::sequential);
}

TEST_F(HostLoops, AreParallelWithoutOpenMP) {
  EXPECT_EQ(taken(of(10, 2, 0)), path::parallel);
}

TEST_F(HostLoops, AreCollapsedWhereTheOutermostOneIsShort) {
  EXPECT_EQ(taken(of(1e9, 3, 4)), path::collapsed);
  EXPECT_EQ(taken(of(1e9, 4, 4)), path::parallel);
  EXPECT_EQ(taken(of(1e9, 3, 4, /*collapsible=*/false)), path::parallel);
}

TEST_F(HostLoops, RunInBlocksWhereThereIsEnoughToDo) {
  const auto blocked = [](double operands, int threads, long long columns,
                          long long depth) {
    return taken(of(operands, 100, threads).in_blocks(32, 128, columns, depth));
  };
  for (const int threads : {0, 1, 4})
    EXPECT_EQ(blocked(1e6, threads, 100, 100), path::blocked);
  EXPECT_EQ(blocked(loops::many, 4, 100, 100), path::blocked);
  EXPECT_EQ(blocked(1000, 4, 100, 100), path::sequential);
  EXPECT_EQ(blocked(1e6, 4, 7, 100), path::parallel);
  EXPECT_EQ(blocked(1e6, 4, 100, 7), path::parallel);
  EXPECT_EQ(taken(of(1e6, 100, 4).in_blocks(32, 128, checked::unknown(), 100)),
            path::parallel);
  set("HEDDLE_HOST_LOOPS", "blocked");
  EXPECT_EQ(blocked(1, 4, 1, 1), path::blocked);
  EXPECT_EQ(taken(of(1e6, 100, 4)), path::parallel);
}

TEST_F(HostLoops, RunInBlocksWhereThreadsHaveEnoughOfThem) {
  const auto blocked = [](double iterations, int threads) {
    loops l = of(1e9, 1000, threads);
    l.iterations = iterations;
    return taken(l.in_blocks(1, 256, 1000, 1000));
  };
  EXPECT_EQ(blocked(2560, 40), path::blocked);
  EXPECT_EQ(blocked(2560, 41), path::parallel);
  EXPECT_EQ(blocked(10, 1), path::blocked);
  EXPECT_EQ(blocked(10, 4), path::blocked);
  EXPECT_EQ(blocked(10, 5), path::parallel);
}

TEST_F(HostLoops, DoWhatTheUserSays) {
  set("HEDDLE_HOST_LOOPS", "parallel");
  EXPECT_EQ(taken(of(1, 1, 1)), path::parallel);
  set("HEDDLE_HOST_LOOPS", "sequential");
  EXPECT_EQ(taken(of(1e9, 100, 4)), path::sequential);
  set("HEDDLE_HOST_LOOPS", "collapsed");
  EXPECT_EQ(taken(of(1, 100, 4)), path::collapsed);
  EXPECT_EQ(taken(of(1, 100, 4, /*collapsible=*/false)), path::parallel);
}

#if defined(__cpp_exceptions)
TEST_F(HostLoops, ThatAreUnknownAreAnError) {
  set("HEDDLE_HOST_LOOPS", "paralel");
  EXPECT_EQ(thrown<heddle::error>([] { taken(of(1, 1, 1)); }),
            "heddle: loops.cpp:1: nest: HEDDLE_HOST_LOOPS is 'paralel'; legal "
            "are 'sequential', 'parallel', 'collapsed' and 'blocked'");
}
#endif

TEST_F(HostLoops, HaveTheOperandsOfAllIterations) {
  const loops l = heddle::rt::over(here, 3, 10, checked(20));
  EXPECT_EQ(l.operands, 600);
  EXPECT_EQ(l.outer, 10);
  EXPECT_FALSE(l.collapsible);
  EXPECT_TRUE(heddle::rt::over_collapsible(here, 3, 10, 20).collapsible);
}

TEST_F(HostLoops, OfUnknownNumbersHaveManyOperands) {
  EXPECT_EQ(heddle::rt::over(here, 0, 10).operands, loops::many);
  EXPECT_EQ(heddle::rt::over(here, 1, checked::unknown()).operands,
            loops::many);
  EXPECT_EQ(heddle::rt::over(here, checked::unknown(), 10).operands,
            loops::many);
}

TEST_F(HostLoops, SayInTheTraceWhyTheyHaveOneThread) {
  set("HEDDLE_TRACE", "1");
  loops l = of(10, 2, 4);
  const std::string text = printed([&] {
    EXPECT_EQ(heddle::rt::run(l, {{1, 1, 1}, {1, 1, 1}}, nothing_to_do),
              path::sequential);
  });
  EXPECT_NE(text.find("nest: sequential (built without CUDA; too little work "
                      "for threads), grid (1, 1, 1)"),
            std::string::npos)
      << text;
}

__global__ void sums(const int *, int, long long *, unsigned) {}

void add(unsigned block, unsigned place, const int *x, int n, long long &s) {
  const unsigned i = block * 256 + place;
  if (i < static_cast<unsigned>(n))
    s += x[i];
}

TEST_F(HostLoops, ReduceWithoutThreadsWhereTheyAreShort) {
  set("HEDDLE_TRACE", "1");
  const std::vector<int> x(300, 2);
  long long s = 1;
  loops l = of(10, 2, 4);
  const std::string text = printed([&] {
    heddle::rt::reduce<add>(
        l, {{2, 1, 1}, {256, 1, 1}}, sums,
        heddle::rt::results(heddle::rt::reduced<heddle::rt::by::sum, long long>(
            heddle::rt::inout(&s, 0, 0))),
        heddle::rt::in(x.data(), 0, 299), 300);
  });
  EXPECT_EQ(s, 601);
  EXPECT_NE(text.find("nest: sequential (built without CUDA; too little"),
            std::string::npos)
      << text;
}

} // namespace
