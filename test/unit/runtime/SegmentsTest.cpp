//===- SegmentsTest.cpp - lists of the iterations of each element ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <string>
#include <vector>

namespace {

using heddle::rt::listed_updates;
using heddle::rt::segments;

constexpr heddle::rt::site here{"histogram", "f.cpp", 7};

class Segments : public EnvironmentTest {
protected:
  double room[7] = {};
  double *const h = room + 1;

  /// Lists iterations (i, -i), each of which updates the elements that
  /// `of` has for it.
  void list(segments<int, long> &s, const std::vector<std::vector<int>> &of) {
    listed_updates updates(s, heddle::rt::inout(h, 0, 4), "h");
    for (std::size_t i = 0; i != of.size(); ++i) {
      s.next(static_cast<int>(i), -static_cast<long>(i));
      for (int element : of[i])
        updates.touch(h[element]) += 1;
    }
    s.sort();
  }
  template <class T> static std::vector<long> all(const T &argument) {
    return {argument.pointer, argument.pointer + argument.last.value() + 1};
  }
};

TEST_F(Segments, HaveEachIterationOfAnElementOnceInOrder) {
  set("HEDDLE_HOST_ORDER", "reverse");
  segments<int, long> s(here, 5);
  ASSERT_TRUE(s.wanted());
  list(s, {{4}, {1, 4, 1}, {}, {1}, {4, 4}});
  EXPECT_EQ(all(heddle::rt::first_of(s)),
            (std::vector<long>{0, 0, 2, 2, 2, 5}));
  EXPECT_EQ(all(heddle::rt::counters_of<0>(s)),
            (std::vector<long>{1, 3, 0, 1, 4}));
  EXPECT_EQ(all(heddle::rt::counters_of<1>(s)),
            (std::vector<long>{-1, -3, 0, -1, -4}));
  for (double each : room)
    EXPECT_EQ(each, 0);
}

TEST_F(Segments, AreNotWantedWhereNoThreadRuns) {
  segments<int> s(here, 5);
  EXPECT_FALSE(s.wanted());
  set("HEDDLE_HOST_ORDER", "forward");
  EXPECT_FALSE(segments<int>(here, 0).wanted());
  EXPECT_EQ(all(heddle::rt::first_of(s)).size(), 0u);
}

TEST_F(Segments, RaiseAnErrorWithoutMemory) {
  set("HEDDLE_HOST_ORDER", "forward");
  segments<int> s(here, 1LL << 60);
  try {
    (void)s.wanted();
    ADD_FAILURE();
  } catch (const heddle::error &e) {
    EXPECT_NE(std::string(e.what()).find(
                  "f.cpp:7: histogram: no memory for 1152921504606846976 "
                  "segments and the iterations in them"),
              std::string::npos)
        << e.what();
  }
}

TEST_F(Segments, RaiseAnErrorWhereThreadsHaveMissedUpdates) {
  set("HEDDLE_HOST_ORDER", "forward");
  segments<int, long> s(here, 5);
  ASSERT_TRUE(s.wanted());
  list(s, {{4}, {1}});
  heddle::rt::missed_by(s).pointer[4] = 1;
  s.check(heddle::rt::path::sequential);
  try {
    s.check(heddle::rt::path::done);
    ADD_FAILURE();
  } catch (const heddle::error &e) {
    EXPECT_NE(std::string(e.what()).find(
                  "f.cpp:7: histogram: the device computes other subscripts"),
              std::string::npos)
        << e.what();
  }
  heddle::rt::missed_by(s).pointer[4] = 0;
  s.check(heddle::rt::path::done);
}

TEST_F(Segments, RaiseAnErrorForAnElementThatThereIsNot) {
  set("HEDDLE_HOST_ORDER", "forward");
  for (int element : {-1, 5}) {
    segments<int, long> s(here, 9);
    ASSERT_TRUE(s.wanted());
    try {
      listed_updates updates(s, heddle::rt::inout(h, 0, 4), "h");
      s.next(0, 0);
      updates.touch(*(h + element)) += 1;
      ADD_FAILURE() << element;
    } catch (const heddle::error &e) {
      EXPECT_NE(std::string(e.what()).find(
                    "f.cpp:7: histogram: the loops update element " +
                    std::to_string(element) + " of 'h', which has 5"),
                std::string::npos)
          << e.what();
    }
  }
}

} // namespace
