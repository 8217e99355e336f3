//===- LastValues.h - Variables whose last value is read --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some variables of the function are private to an iteration but for the value
// that the last iteration leaves in them. For the counter of the outermost loop
// that value follows from the header; other variables are stored by the last
// iteration, an access like any other.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_LASTVALUES_H
#define HEDDLE_READ_LOOPS_LASTVALUES_H

#include "Read/Loops/UseFlow.h"

namespace heddle {

/// To the iterations of how many of the loops V is private, where its last
/// value can be kept. 0: it cannot, as far as this is known before the walk.
unsigned keptLevels(const NestReader &NR, const UseFlow &Flow,
                    const clang::VarDecl *V,
                    llvm::ArrayRef<const clang::Stmt *> Loops);

/// Where the body of the mapped loops ends: the last iteration stores what is
/// kept.
void keepLastValues(NestReader &NR);

/// The last value of V is kept.
bool isKept(const NestReader &NR, const clang::VarDecl *V);

/// It is stored at the end of the body.
bool isStoredLast(const NestReader &NR, const clang::VarDecl *V);

} // namespace heddle

#endif
