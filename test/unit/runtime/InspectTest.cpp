//===- InspectTest.cpp - Who touches which element ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "gtest/gtest.h"
#include <heddle/runtime.h>
#include <new>
#include <string>
#include <vector>

using namespace heddle::rt;
using rt_detail::touched_cells;

namespace {

constexpr std::uintptr_t Place = 1 << 20;

TEST(TouchedCellsTest, IterationsShareWhatTheyOnlyRead) {
  touched_cells cells;
  EXPECT_TRUE(cells.touch(Place, Place + 4, 4, 1, false));
  EXPECT_TRUE(cells.touch(Place, Place + 4, 4, 2, false));
  EXPECT_FALSE(cells.touch(Place, Place + 4, 4, 2, true));
  EXPECT_FALSE(cells.touch(Place, Place + 4, 4, 1, true));
}

TEST(TouchedCellsTest, AnIterationDoesWithItsOwnAsItLikes) {
  touched_cells cells;
  for (bool stores : {false, true, true, false})
    EXPECT_TRUE(cells.touch(Place, Place + 8, 8, 7, stores));
  EXPECT_FALSE(cells.touch(Place, Place + 8, 8, 8, false));
  EXPECT_FALSE(cells.touch(Place, Place + 8, 8, 8, true));
}

TEST(TouchedCellsTest, NeighboursAreOthers) {
  touched_cells cells;
  EXPECT_TRUE(cells.touch(Place, Place + 4, 4, 1, true));
  EXPECT_TRUE(cells.touch(Place + 4, Place + 8, 4, 2, true));
  EXPECT_TRUE(cells.touch(Place - 4, Place, 4, 3, true));
  // Several at once, of which one is taken.
  EXPECT_FALSE(cells.touch(Place + 4, Place + 12, 4, 4, false));
}

// Pages are made in front of the first one, and far behind it.
TEST(TouchedCellsTest, TheOrderOfElementsDoesNotMatter) {
  for (long step : {-3L, 5L, -5000L, 70000L}) {
    touched_cells cells;
    const auto at = [&](long k) {
      return std::uintptr_t(1L << 33) + std::uintptr_t(k * step);
    };
    for (long k = 0; k < 5000; ++k)
      ASSERT_TRUE(cells.touch(at(k), at(k) + 1, 1, std::size_t(k) + 1, true));
    for (long k = 0; k < 5000; ++k)
      ASSERT_FALSE(cells.touch(at(k), at(k) + 1, 1, std::size_t(k) + 2, false));
  }
}

class InspectorTest : public EnvironmentTest {};

TEST_F(InspectorTest, TellsIterationsApartForKernelsAlone) {
  inspector in(site{"kernel", "f.cpp", 1});
  std::vector<int> y(4);
  hull all(in, y.data());
  all.stored().tell_apart("y");
  EXPECT_FALSE(in.wanted(all.place()));
  set("HEDDLE_HOST_ORDER", "forward");
  EXPECT_TRUE(in.wanted(all.place()));
}

TEST_F(InspectorTest, SaysWhichArrayIterationsShare) {
  inspector in(site{"kernel", "f.cpp", 1});
  std::vector<double> y(4, 1.0);
  hull all(in, y.data());
  all.stored().tell_apart("y");
  int iterations = 0;
  EXPECT_FALSE(in.run([&] {
    for (int i : {3, 1, 3, 2}) {
      in.next(i);
      ++iterations;
      all.write(y[static_cast<std::size_t>(i)]) = 5;
    }
  }));
  EXPECT_EQ(iterations, 3);
  EXPECT_EQ(std::string(in.why()), "elements of 'y' that iterations share");
  EXPECT_EQ(y, std::vector<double>(4, 1.0));
}

// The loops run as written where there is no memory to look at them.
TEST_F(InspectorTest, GivesUpWithoutMemory) {
  inspector in(site{"kernel", "f.cpp", 1});
  std::vector<int> y(2, 7);
  hull all(in, y.data());
  all.taken_back();
  EXPECT_FALSE(in.run([&] {
    all.write(y[1]) = 5;
    throw std::bad_alloc();
  }));
  EXPECT_EQ(std::string(in.why()), "too little memory to look at them first");
  EXPECT_EQ(y, std::vector<int>(2, 7));
}

} // namespace
