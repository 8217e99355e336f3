//===- SpanTable.h - The text of a nest and what of it changes --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_SPANTABLE_H
#define HEDDLE_SPELLING_SPANTABLE_H

#include "Diagnostics/Report.h"
#include "IR/Value.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// A header over a range, of which the text becomes that of plain loops.
struct RangeText {
  /// As it is, or the bytes [Begin, End) of the header. Not empty: kernel code
  /// has Kernel instead of Text.
  struct Piece {
    std::string Text;
    unsigned Begin = 0, End = 0;
    std::string Kernel = {};
  };
  unsigned First = 0, Count = 0;         ///< into LoopNest::Loops
  unsigned Line = 0;                     ///< of the closing parenthesis
  std::vector<std::vector<Piece>> Loops; ///< one header each
  std::vector<Piece> Taken;              ///< `if (...)`, or nothing
};

/// Bytes [Begin, End) of the text, which become others. Kernel: as in a piece
/// of RangeText.
struct TextCut {
  unsigned Begin = 0, End = 0;
  std::string Text, Kernel;
};

/// The source of a nest after preprocessing, where that is its text.
struct ExpandedText {
  struct Token {
    clang::SourceLocation Loc; ///< as the tree has it
    unsigned Begin = 0, End = 0;
  };
  std::vector<Token> Tokens;
  llvm::DenseMap<clang::SourceLocation, unsigned> IndexOf; ///< into Tokens
  /// Tokens of the macros that the nest begins and ends in, but not its own.
  llvm::DenseSet<clang::SourceLocation> Around;
  /// Why it cannot stand in the output.
  std::optional<Note> Unfit;
};

/// Where the text of the nest stands, and the parts of it that a kernel spells
/// in another way. Offsets are bytes from the first byte of LoopNest::Text.
struct SpanTable {
  clang::FileID File;
  /// Bytes of the file: from the `for` to the end of its last token; for an
  /// expanded text, those of all macros too that hold some of it.
  unsigned FileBegin = 0, FileEnd = 0;
  llvm::StringRef FileText;
  std::optional<ExpandedText> Expanded; ///< else Text is that of the file
  /// Expressions that parentheses were put around.
  llvm::SmallPtrSet<const clang::Expr *, 8> Wrapped;
  std::vector<RangeText> RangeTexts;
  /// Outside of these headers, and disjoint.
  std::vector<TextCut> Cuts;
  /// The expressions among the accesses that stand in a part of the text.
  std::map<std::pair<unsigned, unsigned>,
           llvm::SmallPtrSet<const clang::Stmt *, 2>>
      AccessTexts;
  /// Nodes without operands, by the bytes that they stand for.
  std::vector<Value> Values;
};

} // namespace heddle

#endif
