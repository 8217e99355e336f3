//===- Reducers.h - Algorithms that combine their elements ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `s = std::accumulate(x, x + n, s0);` stands for `s = s0;` and a loop whose
// iterations combine s with an element, `s += x[x_index];`: steps of a
// reduction, whose order follows the rules of all such steps.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_REDUCERS_H
#define HEDDLE_READ_LOOPS_REDUCERS_H

#include "Read/Loops/Algorithms.h"
#include "Read/NestReader.h"

namespace heddle {

/// How a call combines the variable that it is assigned to with the value of an
/// element.
struct Combination {
  std::string Class;    ///< as in Access::Reduces
  std::string Function; ///< of std, e.g. "max"; empty: Class is an operator
  /// The variable is the function's second argument.
  bool ValueFirst = false;
  /// Bits in which integers are combined.
  unsigned Bits = 0;
};

/// How the call A, which reduces(), combines; none: it does nothing that
/// steps of a reduction do.
std::optional<Combination> combinationOf(const AlgorithmCall &A,
                                         const clang::ASTContext &Ctx);

/// Says HD243 and gives false where loops cannot stand for A, which reduces().
bool checkReduction(NestReader &NR, const AlgorithmCall &A);

/// The nest sets the variable to the first value before its loops, if that is
/// another one.
void setFirstValue(NestReader &NR, const AlgorithmCall &A);

/// Text around the value of an element that becomes a step on the variable
/// Name, or on the element that is so called.
struct StoreText {
  std::string Before, After;
};
StoreText storeText(const NestReader &NR, const AlgorithmCall &A,
                    llvm::StringRef Name, TextOf Which);

} // namespace heddle

#endif
