//===- AlgorithmRanges.h - The elements algorithms are given ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_ALGORITHMRANGES_H
#define HEDDLE_READ_LOOPS_ALGORITHMRANGES_H

#include "Read/Loops/Algorithms.h"
#include "Read/NestReader.h"

namespace heddle {

/// The first of consecutive elements: element Index of what Text names, in
/// kernels element KernelIndex of Kernel. An empty index is 0.
struct Start {
  Position At;
  clang::QualType Type; ///< of an element
  std::string Text, Index, Kernel, KernelIndex;
};

/// How many elements there are, and the same as the function says it.
struct ElementCount {
  ExprRef Value; ///< perhaps opaque
  std::string Text;
};

/// The element to which the pointer or iterator E leads before the loop; none
/// after an error.
std::optional<Start> startAt(NestReader &NR, const clang::Expr *E);

/// How many elements the range of A has, which begins at From; none after an
/// error.
std::optional<ElementCount> countOf(NestReader &NR, const AlgorithmCall &A,
                                    const Start &From);

/// Nothing but the function itself can change V while the algorithm runs.
bool isOwn(const NestReader &NR, const clang::VarDecl *V);

/// E, of which nothing else has been read, is the same whenever it is evaluated
/// while the nest runs.
bool isSteady(const NestReader &NR, const clang::Stmt *E);

/// Evaluates E, an end of a range, outside of the loop.
void walkEnd(NestReader &NR, const clang::Expr *E);

/// Says HD243 of Where.
void refuseCall(NestReader &NR, const clang::Stmt *Where, llvm::StringRef Why);

} // namespace heddle

#endif
