//===- RowsTest.cpp - tables whose elements lead to rows ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#include <limits>
#include <vector>

namespace {

using heddle::rt::checked;
using heddle::rt::disjoint;
using heddle::rt::in;
using heddle::rt::in_rows;
using heddle::rt::inout_rows;
using heddle::rt::out;

constexpr long long most = std::numeric_limits<long long>::max();

/// Four rows of five elements in one array, each where `starts` says.
struct FourRows {
  explicit FourRows(const int (&starts)[4]) {
    for (int k = 0; k < 4; ++k)
      table[k] = all + starts[k];
  }
  int all[40] = {};
  int *table[4];
  int **pointer = table;
};

TEST(Rows, AreApartWhereNoTouchedByteIsShared) {
  FourRows four({0, 10, 14, 30});
  EXPECT_FALSE(inout_rows(four.pointer, {{0, 3}, {0, 4}}).apart());
  EXPECT_TRUE(inout_rows(four.pointer, {{0, 3}, {1, 4}}).apart())
      << "one byte less";
  EXPECT_TRUE(inout_rows(four.pointer, {{0, 1}, {0, 4}}).apart())
      << "row 2 is not touched";
  EXPECT_TRUE(inout_rows(four.pointer, {{2, 3}, {0, 4}}).apart());
  EXPECT_TRUE(inout_rows(four.pointer, {{0, 3}, {0, -1}}).apart())
      << "no column";
}

TEST(Rows, OfOneAddressMeet) {
  FourRows four({0, 10, 0, 30});
  EXPECT_FALSE(inout_rows(four.pointer, {{0, 3}, {2, 2}}).apart());
}

TEST(Rows, MeetTheirTable) {
  long table[3];
  long *rows[2] = {table, nullptr};
  rows[1] = reinterpret_cast<long *>(rows);
  EXPECT_FALSE(inout_rows(rows, {{0, 1}, {0, 0}}).apart());
  EXPECT_TRUE(inout_rows(rows, {{0, 0}, {0, 2}}).apart());
}

TEST(Rows, AreUsableUnlessAPointerOnTheWayIsNull) {
  FourRows four({0, 10, 20, 30});
  four.table[2] = nullptr;
  EXPECT_FALSE(in_rows(four.pointer, {{0, 3}, {0, 4}}).usable());
  EXPECT_TRUE(in_rows(four.pointer, {{0, 1}, {0, 4}}).usable());
  EXPECT_TRUE(in_rows(four.pointer, {{0, 3}, {0, -1}}).usable())
      << "nothing is read there";
  int **planes[2] = {four.table, nullptr};
  EXPECT_TRUE(in_rows(planes, {{0, 0}, {0, 1}, {0, 4}}).usable());
  EXPECT_FALSE(in_rows(planes, {{0, 1}, {0, 1}, {0, 4}}).usable());
}

TEST(Rows, OfUnknownEndsAreNotRead) {
  int **nowhere = nullptr;
  const checked unknown = checked(most) + 1;
  const auto rows = in_rows(nowhere, {{0, unknown}, {0, 4}});
  EXPECT_FALSE(rows.known());
  EXPECT_FALSE(rows.usable());
  EXPECT_FALSE(rows.apart());
  int x[4];
  EXPECT_FALSE(disjoint(rows, in(x, 0, 3)));
}

TEST(Rows, MeetOtherArraysByteByByte) {
  FourRows four({0, 10, 20, 30});
  const auto rows = inout_rows(four.pointer, {{0, 3}, {0, 4}});
  for (int at = 0; at < 40; ++at)
    EXPECT_EQ(disjoint(rows, in(four.all, at, at)), at % 10 > 4) << at;
  EXPECT_TRUE(disjoint(in(four.all, 5, 9), rows)) << "between two rows";
  EXPECT_FALSE(disjoint(out(four.all, 5, 10), rows));
  EXPECT_FALSE(disjoint(rows, heddle::rt::storage(four.table[3])));
}

TEST(Rows, MeetOtherRowsWhereBothHaveTheByte) {
  FourRows four({0, 10, 20, 30});
  int *others[2] = {four.all + 5, four.all + 15};
  const auto rows = inout_rows(four.pointer, {{0, 3}, {0, 4}});
  EXPECT_TRUE(disjoint(rows, in_rows(others, {{0, 1}, {0, 4}})));
  EXPECT_FALSE(disjoint(rows, in_rows(others, {{0, 1}, {0, 5}})));
}

TEST(Rows, OfVectorsGiveWhatTheyHave) {
  std::vector<std::vector<int>> v{{1}, {1, 2, 3}, {}};
  const auto rows = in_rows(v, {{-2, 5}, {0, 9}});
  EXPECT_TRUE(rows.usable());
  std::vector<long long> lengths;
  for (const auto &row : rows.seen())
    lengths.push_back(row.last - row.first + 1);
  EXPECT_EQ(lengths, (std::vector<long long>{0, 0, 1, 3, 0, 0, 0, 0}));
}

/// The place of element [i][j] in the table at `origin`.
int &element(std::uintptr_t origin, int i, int j) {
  return reinterpret_cast<int **>(origin)[i][j];
}

TEST(Rows, HaveATableInPlaceWithTheSameSubscripts) {
  FourRows four({30, 0, 10, 20});
  const auto rows = inout_rows(four.pointer, {{1, 3}, {2, 4}});
  const std::uintptr_t origin = rows.in_place();
  for (int i = 1; i <= 3; ++i)
    for (int j = 2; j <= 4; ++j)
      EXPECT_EQ(&element(origin, i, j), &four.table[i][j]) << i << ", " << j;
}

TEST(Rows, OfThreeLevelsHaveATableInPlace) {
  FourRows four({0, 10, 20, 30});
  int **planes[2] = {four.table + 2, four.table};
  const auto rows = inout_rows(planes, {{0, 1}, {0, 1}, {0, 4}});
  auto *table = reinterpret_cast<int ***>(rows.in_place());
  for (int k = 0; k <= 1; ++k)
    for (int i = 0; i <= 1; ++i)
      EXPECT_EQ(table[k][i] + 3, planes[k][i] + 3) << k << ", " << i;
}

TEST(Rows, HaveAsManyPointersAsAreReadWhereNoElementIs) {
  FourRows four({0, 10, 20, 30});
  int **planes[2] = {four.table + 2, four.table};
  const auto rows = in_rows(planes, {{0, 1}, {0, -1}, {0, 4}});
  EXPECT_TRUE(rows.usable());
  EXPECT_TRUE(rows.seen().empty());
  const auto print = rows.pack();
  EXPECT_GE(print.size, 2 * sizeof(void *));
  EXPECT_EQ(rows.aim(print.begin), print.begin);
  const auto no_column = in_rows(four.pointer, {{1, 2}, {0, -1}});
  auto **table = reinterpret_cast<int **>(no_column.in_place());
  EXPECT_EQ(table[2], four.table[2]);
}

TEST(Rows, ArePackedAimedAndUnpacked) {
  FourRows four({30, 0, 10, 20});
  for (int k = 0; k < 40; ++k)
    four.all[k] = k;
  const auto rows = inout_rows(four.pointer, {{1, 3}, {2, 4}});
  const auto print = rows.pack();
  ASSERT_FALSE(print.empty());
  const std::uintptr_t origin = rows.aim(print.begin);
  for (int i = 1; i <= 3; ++i)
    for (int j = 2; j <= 4; ++j) {
      EXPECT_EQ(element(origin, i, j), four.table[i][j]);
      EXPECT_NE(&element(origin, i, j), &four.table[i][j]);
      element(origin, i, j) += 100;
    }
  rows.unpack();
  for (int k = 0; k < 30; ++k)
    EXPECT_EQ(four.all[k], k % 10 >= 2 && k % 10 <= 4 ? k + 100 : k) << k;
}

TEST(Rows, ThatAreOnlyReadAreNotWrittenBack) {
  FourRows four({0, 10, 20, 30});
  const auto rows = in_rows(four.pointer, {{0, 3}, {0, 4}});
  const std::uintptr_t origin = rows.aim(rows.pack().begin);
  element(origin, 2, 2) = 7;
  rows.unpack();
  EXPECT_EQ(four.table[2][2], 0);
}

} // namespace
