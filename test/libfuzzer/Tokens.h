//===- Tokens.h - Changes of C++ text by tokens ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes of bytes seldom give C++ that parses. These take tokens away, repeat,
// exchange and replace them by ones of the same kind: identifiers by others of
// the text or by words of annotations, numbers by those at which types and
// limits end, operators by their likes; and move whole lines.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_LIBFUZZER_TOKENS_H
#define HEDDLE_TEST_LIBFUZZER_TOKENS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle {

std::string changed(llvm::StringRef Text, unsigned Seed);
/// Some lines of Other put into Text.
std::string crossed(llvm::StringRef Text, llvm::StringRef Other, unsigned Seed);

} // namespace heddle

#endif
