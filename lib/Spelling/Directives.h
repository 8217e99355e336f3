//===- Directives.h - Tokens of a file and its directives -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_DIRECTIVES_H
#define HEDDLE_SPELLING_DIRECTIVES_H

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace clang {
class SourceManager;
class Token;
} // namespace clang

namespace heddle {

/// As it stands in the file, before macros are expanded.
struct FileToken {
  clang::tok::TokenKind Kind = clang::tok::unknown;
  unsigned At = 0;
  llvm::StringRef Text;
  bool StartsDirective = false, InDirective = false;

  unsigned end() const { return At + static_cast<unsigned>(Text.size()); }
};

clang::SourceLocation locationAt(const clang::SourceManager &SM,
                                 clang::FileID File, unsigned Offset);

/// The tokens of the bytes [Begin, End) of a file, which begin with a token.
std::vector<FileToken> fileTokens(const clang::SourceManager &SM,
                                  clang::FileID File,
                                  const clang::LangOptions &Lang,
                                  unsigned Begin, unsigned End);

/// The tokens from byte Begin of a file to the end of the line, which a
/// backslash may continue.
std::vector<FileToken> tokensOfLine(const clang::SourceManager &SM,
                                    clang::FileID File,
                                    const clang::LangOptions &Lang,
                                    unsigned Begin);

/// The directive that begins at token I goes up to the token that this gives.
size_t endOfDirective(llvm::ArrayRef<FileToken> Tokens, size_t I);

/// Tokens of an OpenMP pragma that name variables in the lists of such clauses,
/// as in `private(i, j)` and `reduction(+ : s)`: by number. Parts of arrays and
/// other expressions are none.
std::vector<size_t> namesInClauses(llvm::ArrayRef<FileToken> Directive,
                                   llvm::ArrayRef<llvm::StringRef> Clauses);

/// `#if` and the directives that belong to one.
bool isOfConditionals(llvm::StringRef Directive);

/// Speaks of declarations, of diagnostics or of options, or is a statement by
/// itself: it does not speak of the statement that follows. Words: behind
/// `pragma`.
bool leavesLoopsAlone(llvm::StringRef Words);

/// A pragma of these words is for translators to accelerators, and
/// the launch does what they ask for.
bool isForeign(llvm::StringRef Words);

/// Advises a compiler how to run the loop or the update that follows, of which
/// the values do not depend on that, but for the order of sums among threads.
/// Words: behind `pragma`.
bool isHint(llvm::StringRef Words);

/// The same of a pragma in the loop, or between it and its annotation, where a
/// directive that starts threads would start them around the launch.
bool isHint(llvm::StringRef Words, bool IsInLoop);

/// Silences a warning about what follows, wherever that stands. Words: behind
/// `pragma`.
bool isAboutWarnings(llvm::StringRef Words);

} // namespace heddle

#endif
