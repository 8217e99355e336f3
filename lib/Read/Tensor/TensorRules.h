//===- TensorRules.h - Where operands are read ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement x = e reads each part of e at some index. The typing rules of
// include/heddle/tensor/compatible.h give it, from the index of the left-hand
// side downwards: each node of the library has its rule in its function `mark`.
// The same rules stand here once more, for expressions as the source has them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORRULES_H
#define HEDDLE_READ_TENSOR_TENSORRULES_H

#include "Read/Tensor/TensorForms.h"

namespace heddle {

/// Where a statement reads a part of its right-hand side.
struct ReadAt {
  enum KindType : unsigned char {
    Anywhere,
    Dimensions, ///< Each: per dimension that of the left-hand side, or -1
    Names,      ///< in index notation: Left has the left-hand side's names
  };
  KindType Kind = Anywhere;
  std::vector<int> Each;
  std::vector<const clang::VarDecl *> Left;
};

/// The own index of a left-hand side with so many dimensions.
ReadAt ownIndex(unsigned Rank);
bool isOwnIndex(const ReadAt &At, unsigned Rank);

/// Where C reads its operand, if C itself is read at At.
ReadAt operandAt(const TensorCall &C, size_t Operand, const ReadAt &At);

} // namespace heddle

#endif
