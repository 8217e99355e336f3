//===- PrivateArrays.h - Arrays that an iteration writes first --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scratch arrays in front of the loops, `double q[4];`, are private to an
// iteration where each iteration has written the elements that it reads. Writes
// are known by constant subscripts, by loops over a constant range, by `q[k++]`
// in such loops, and by calls of functions that fill the array so.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_PRIVATEARRAYS_H
#define HEDDLE_READ_LOOPS_PRIVATEARRAYS_H

#include "Read/Loops/UseFlow.h"

namespace heddle {

/// V has few elements, of a constant number, and all that the function does
/// with it is to read and to assign one at a time.
bool isElementwise(const NestReader &NR, const clang::VarDecl *V);

/// The same, but calls may also give V as a whole to functions that do nothing
/// with it but to assign to elements, to some of them in any case.
bool isElementwiseOrFilled(const NestReader &NR, const clang::VarDecl *V);

/// The element of an elementwise array that the name E of the array is a part
/// of.
const clang::Expr *elementAround(const NestReader &NR, const clang::Expr *E);

/// The arrays from outside of S that S stores to, elementwise or as a call
/// fills them, in the order of the text.
llvm::SmallVector<const clang::VarDecl *, 4>
arraysStoredIn(const NestReader &NR, const clang::Stmt *S);

/// UseFlow::readFrom for an elementwise array: one read of an element that a
/// path from there reaches without a write to that element, as far as this is
/// known. To the body: a read in the loop.
const clang::Expr *elementReadFrom(const NestReader &NR, const UseFlow &Flow,
                                   const clang::Stmt *Loop, LoopExit To,
                                   const clang::VarDecl *V);

} // namespace heddle

#endif
