//===- Version.h - Which Heddle this is, and made of what ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_VERSION_H
#define HEDDLE_REWRITER_VERSION_H

#include "llvm/Support/raw_ostream.h"

namespace heddle {

/// "0.1.0"
extern const char *const Version;
/// The commit this was built from, with "-dirty" if it was changed since; empty
/// if the build did not know.
extern const char *const Commit;

/// Prints the versions of Heddle, Clang and isl, a line each.
void printVersion(llvm::raw_ostream &OS);

} // namespace heddle

#endif
