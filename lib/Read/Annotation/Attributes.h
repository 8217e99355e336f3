//===- Attributes.h - The heddle:: attributes ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers heddle::bounds, step, width, map, inplace, copy, noalias, reduce,
// extent, rows, independent, private, lastprivate, stage, strip, roll, tiles,
// reuse, program, cover and pure with Clang, in a plugin and in a tool alike.
// On a `for`, reuse, program and cover on a block, program and cover also on
// any loop, pure on a function, they become implicit AnnotateAttrs whose
// annotation is the scoped name and whose arguments are the expressions as
// parsed, so that template instantiation substitutes them; anywhere else they
// are errors.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_ATTRIBUTES_H
#define HEDDLE_READ_ANNOTATION_ATTRIBUTES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <optional>
#include <vector>

namespace clang {
class Attr;
class AttributedStmt;
class FunctionDecl;
class Preprocessor;
class SourceLocation;
} // namespace clang

namespace heddle {

enum class Word : unsigned char {
  Bounds,
  Step,
  Width,
  Map,
  InPlace,
  Copy,
  NoAlias,
  Reduce,
  Extent,      ///< how many elements a pointer leads to
  Rows,        ///< how many rows a table has, and elements each of them
  Independent, ///< no two iterations touch one element but to read it
  Private,     ///< each iteration sets it before it reads it
  LastPrivate, ///< the same, and the last value is read behind the nest
  Stage,       ///< what a block reads of it is loaded into shared memory
  Strip,       ///< so many iterations of a loop run between two barriers
  Roll,        ///< the block goes along a mapped loop, iteration by iteration
  Tiles,       ///< sizes of which the mapping is compiled for each
  Reuse,       ///< of the memory of tensors, in a block
  Program,     ///< a block or a loop through which arrays stay on the device
  Cover,       ///< the nests of a program write all elements of an array
  Pure         ///< of a function: its result depends on its arguments alone
};

/// The words in the order of the enumeration: "bounds", "step", ...
llvm::ArrayRef<llvm::StringRef> annotationWords();
llvm::StringRef spelling(Word W);
/// Which word an attribute of an AttributedStmt stands for; none for an
/// attribute that is not Heddle's.
std::optional<Word> wordOf(const clang::Attr *A);
bool hasAnnotation(const clang::AttributedStmt *S);
bool hasWord(const clang::AttributedStmt *S, Word W);
/// The statement S, for messages: "a 'while' loop".
const char *describe(const clang::Stmt *S);
/// Whether some declaration of F says that it is pure.
bool isDeclaredPure(const clang::FunctionDecl *F);

/// Watches the tokens of the translation unit for what never reaches an
/// attribute's handler: unknown heddle:: words, annotations without
/// <heddle/heddle.h>, annotations in C. Also keeps the registration of the
/// attributes linked. Call it once per Preprocessor, before parsing.
/// IsPreprocessed: the input has the header's text, and no macros or #include
/// that could be missed.
void installAnnotations(clang::Preprocessor &PP, bool IsPreprocessed = false);

/// Where the words are that became attributes in this parse, system headers
/// aside, each once and in the order of reading: none may be lost on the way.
/// Without those that a precompiled header or a module brings.
std::vector<clang::SourceLocation>
readAnnotations(const clang::Preprocessor &PP);

/// For a parse that should meet no annotation, instead of installAnnotations():
/// Seen is called with the place of each one that reaches a handler, and the
/// loop gets none.
void watchAnnotations(const clang::Preprocessor &PP,
                      std::function<void(clang::SourceLocation)> Seen);

} // namespace heddle

#endif
