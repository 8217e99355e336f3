//===- UnseenNames.h - Names that a function's tree has not -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a function has names that its tree has not: in branches of the
// preprocessor that other flags take, in pragmas, in types. The rewritten text
// is compiled with other flags, too.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_UNSEENNAMES_H
#define HEDDLE_READ_LOOPS_UNSEENNAMES_H

#include "Read/NestReader.h"
#include "Spelling/Definitions.h"
#include "Spelling/Directives.h"
#include "llvm/ADT/StringMap.h"

namespace heddle {

/// Such names in the function around a nest, and where the compiler sees them.
/// Conservative.
class UnseenNames {
public:
  explicit UnseenNames(NestReader &NR);

  /// With which conditions of the preprocessor no text that is compiled has the
  /// name unseen; none needed: an empty list. Nothing: no such conditions are
  /// known, and Where is a place that has it.
  std::optional<std::vector<TextCondition>>
  without(llvm::StringRef Name, clang::SourceLocation &Where);

private:
  /// One branch of a conditional group: its directive.
  struct Branch {
    llvm::StringRef Directive;
    std::vector<llvm::StringRef> Words;
    clang::SourceLocation At;
  };
  /// Groups and branches around a place, outside in: numbers of `Groups` and
  /// of their branches.
  using Place = llvm::SmallVector<std::pair<unsigned, unsigned>, 4>;

  void read(llvm::ArrayRef<FileToken> Tokens);
  void follow(llvm::ArrayRef<FileToken> Directive, clang::SourceLocation At);
  bool exclude(const Place &At, std::vector<TextCondition> &Conditions) const;
  bool mayStandFor(llvm::StringRef Macro, llvm::StringRef Name, unsigned Depth);
  bool isApart(const Place &At) const;
  bool isAskable(const Branch &B, bool Holds,
                 std::vector<TextCondition> &Conditions) const;

  NestReader &NR;
  bool IsRead = false;
  std::optional<Definitions> Macros; ///< once they are asked for
  std::vector<std::vector<Branch>> Groups;
  Place Here, OfLoops;
  llvm::StringMap<std::vector<std::pair<clang::SourceLocation, Place>>> Found;
};

} // namespace heddle

#endif
