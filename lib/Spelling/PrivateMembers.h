//===- PrivateMembers.h - How launches name private members -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_PRIVATEMEMBERS_H
#define HEDDLE_SPELLING_PRIVATEMEMBERS_H

#include "Read/NestReader.h"

namespace heddle {

/// A declaration in front of the nest's function can make a pointer to F, which
/// is private.
bool canOpen(NestReader &NR, const clang::FieldDecl *F);

/// Names F by such a pointer, of the object that P.Host names, with `.` or
/// `->`. False: there can be none.
bool openMember(NestReader &NR, const clang::FieldDecl *F, Path &P);

} // namespace heddle

#endif
