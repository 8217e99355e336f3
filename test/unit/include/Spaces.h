//===- Spaces.h - Random spaces and mappings for the header tests ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_INCLUDE_SPACES_H
#define HEDDLE_TEST_UNIT_INCLUDE_SPACES_H

#include <heddle/mapping.h>

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace heddle::test {

using IndexVector = index_vector<long long>;

/// "L=(0,1) U=(9,8) T=(2,3) W=(1,2)"
std::string text(const index_space &Space);
/// "(1,2)"
std::string text(const IndexVector &Index, int Rank);
/// "GridBlock(1, SplitLast(32, ShiftLB(Gen)))"
std::string text(const mapping &M);

/// The elements of the space by its definition: all of the box are tried.
std::vector<IndexVector> elements(const index_space &Space);

/// Does the mapping apply, and do the threads that are on map one to one onto
/// the elements of the space. The failure shows the space and the mapping.
testing::AssertionResult mapsOneToOneOnto(const index_space &Space,
                                          const mapping &M);
testing::AssertionResult
mapsOneToOneOnto(const index_space &Space,
                 const mapped_space<long long> &Mapped);

/// Bounds of either sign and order, steps and widths; few elements. One in four
/// spaces is empty, in one dimension or in several.
class RandomSpaces {
public:
  explicit RandomSpaces(unsigned Seed) : Engine(Seed) {}

  long long between(long long Low, long long High) {
    return std::uniform_int_distribution<long long>(Low, High)(Engine);
  }
  bool once(int In) { return between(1, In) == 1; }

  index_space space(int Rank);

  /// A permutation of 0 to Rank - 1; a list of Rank entries 0 or 1.
  std::array<int, max_rank> order(int Rank);
  std::array<int, max_rank> mask(int Rank);

  /// A mapping that is legal for the space and gives at most MostThreads
  /// threads.
  mapping chain(const index_space &Space, long long MostThreads);

private:
  mapping randomStep(const mapping &M, const index_space &Stage);

  std::mt19937 Engine;
};

/// The dense space of the given lower and upper bounds.
index_space dense(std::vector<long long> Lower, std::vector<long long> Upper);

/// The space at the end of a mapping that need not end in GridBlock; the test
/// fails if a combinator does not apply.
index_space stageAfter(const mapping &M, const index_space &Space);

} // namespace heddle::test

#endif // HEDDLE_TEST_UNIT_INCLUDE_SPACES_H
