//===- TokenRecord.h - The tokens that the parser has got ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_TOKENRECORD_H
#define HEDDLE_READ_ANNOTATION_TOKENRECORD_H

#include "clang/Basic/SourceLocation.h"
#include <memory>
#include <vector>

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace heddle {

/// Where the tokens are that a preprocessor has given to the parser, in their
/// order: macros are expanded, directives and pragmas are gone. The tree has
/// these very places.
class TokenRecord {
public:
  void see(const clang::Token &T);
  const std::vector<clang::SourceLocation> &places() const { return Places; }

private:
  std::vector<clang::SourceLocation> Places;
  bool InPragma = false;
};

/// A new record of PP. It lives as long as its owner.
std::shared_ptr<TokenRecord> recordTokens(const clang::Preprocessor &PP);

/// The record of PP; null where nobody keeps one.
std::shared_ptr<const TokenRecord> recordOf(const clang::Preprocessor &PP);

} // namespace heddle

#endif
