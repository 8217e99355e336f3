//===- RandomStatements.h - what the written tests include ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_TENSOR_RANDOMSTATEMENTS_H
#define HEDDLE_TEST_TENSOR_RANDOMSTATEMENTS_H

#include "Statement.h"

#include <cstdio>

/// Prints how many of the statements that brute force finds compatible the
/// rules find, and those that they do not: extents of 1 and coinciding elements
/// make statements compatible that are not for every shape (the thesis's
/// conjecture is about every shape).
inline void report(const Tally &tally) {
  std::printf("%d statements, %d compatible by brute force, %zu of them not by "
              "the rules\n",
              tally.statements, tally.compatible, tally.missed.size());
  constexpr std::size_t most = 25;
  for (std::size_t k = 0; k < tally.missed.size() && k < most; ++k)
    std::printf("  not by the rules: %s\n", tally.missed[k].c_str());
  if (tally.missed.size() > most)
    std::printf("  and %zu more\n", tally.missed.size() - most);
  EXPECT_GT(tally.compatible, 0);
}

#endif // HEDDLE_TEST_TENSOR_RANDOMSTATEMENTS_H
