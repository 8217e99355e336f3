//===- Unit.h - One text through the whole pipeline ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_LIBFUZZER_UNIT_H
#define HEDDLE_TEST_LIBFUZZER_UNIT_H

#include "llvm/ADT/StringRef.h"

namespace heddle {

/// Parses the text as C++17 behind <heddle/heddle.h> and <heddle/tensor.h>, and
/// rewrites what it can. Aborts on an internal error (HD9xx), on edits that do
/// not fit the text, and where clang does not accept what was written. Choice:
/// some bits that choose options.
void processText(llvm::StringRef Text, unsigned Choice);

} // namespace heddle

#endif
