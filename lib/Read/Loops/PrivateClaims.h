//===- PrivateClaims.h - private(t) and lastprivate(t) ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where data decide whether an iteration sets a variable before it reads it, no
// analysis can tell. The user's word that it does makes the variable private to
// an iteration like those of which this is known (Privates.h); under
// HEDDLE_CHECK each use is looked at.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_PRIVATECLAIMS_H
#define HEDDLE_READ_LOOPS_PRIVATECLAIMS_H

#include "Read/NestReader.h"

namespace heddle {

/// 'reduce' names V.
bool isReduced(const NestReader &NR, const clang::VarDecl *V);

/// The annotation says that each iteration sets V before it reads it.
bool isClaimedPrivate(const NestReader &NR, const clang::VarDecl *V);

/// And that the last iteration sets it.
bool isClaimedLast(const NestReader &NR, const clang::VarDecl *V);

/// Once it is known which variables are private: false after an error about a
/// claim of another.
bool checkPrivateClaims(NestReader &NR);

/// After the walk: notes the uses of these variables in the text of the nest.
void notePrivateUses(NestReader &NR);

} // namespace heddle

#endif
