//===- ObjectRanges.h - Range-based `for` over the user's objects -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `for (T &x : v)` over an object of a class of the program, whose `begin()`
// and `end()` are one `return` of a pointer each.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_OBJECTRANGES_H
#define HEDDLE_READ_LOOPS_OBJECTRANGES_H

#include "Read/NestReader.h"

namespace heddle {

/// The elements that such a loop goes through, between two pointers.
struct ObjectRange {
  Position First; ///< where the first one is
  ExprRef Count;  ///< how many there are, in 64 bits
};

/// The type of these elements; null: S is no such loop.
clang::QualType elementOfObject(const NestReader &NR,
                                const clang::CXXForRangeStmt *S);

/// None where it is not known where the pointers lead, or whether they stay as
/// they are. Nothing is evaluated.
std::optional<ObjectRange> objectRange(NestReader &NR,
                                       const clang::CXXForRangeStmt *S);

/// Where the element is that the counter of L names. From here on the nest has
/// Range as pointers that stay as they are.
Position enterObject(NestReader &NR, const clang::CXXForRangeStmt *S,
                     const ObjectRange &Range, const Loop &L);

/// As kernels have it, where Range begins.
std::string kernelBegin(const NestReader &NR, const clang::CXXForRangeStmt *S,
                        const ObjectRange &Range);

/// The text of what S asks for once: of `begin()`, or of the distance from it
/// to `end()`, in elements.
std::string beginText(const NestReader &NR, const clang::CXXForRangeStmt *S);
std::string distanceText(const NestReader &NR, const clang::CXXForRangeStmt *S);

} // namespace heddle

#endif
