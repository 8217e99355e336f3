//===- WriteFile.h - Files that are whole or not there ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_WRITEFILE_H
#define HEDDLE_DRIVER_WRITEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace heddle {

/// Writes Text beside Path and renames it, so that Path holds the whole new
/// text, or, after an error, what it held before. A link is followed, an
/// existing file's permissions stay; what is no regular file, such as
/// /dev/null, is written to directly.
llvm::Error writeFile(llvm::StringRef Path, llvm::StringRef Text);

} // namespace heddle

#endif
