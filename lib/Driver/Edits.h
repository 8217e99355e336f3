//===- Edits.h - What rewriting changes, by file ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_EDITS_H
#define HEDDLE_DRIVER_EDITS_H

#include "Emit/KernelSource.h"
#include "Support/Source.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <vector>

namespace heddle {

/// Who reads the file after the edits. The validator finds each loop as it is
/// written where people may find a call of the loop's body.
enum class ReadBy : unsigned char { Compilers, Validator };

/// The edits of one annotated loop.
struct NestEdit {
  /// Without variants the loop is kept as it is written, and Replace is its
  /// annotation alone.
  KernelSource Source;
  /// Without variants: what takes the place of the annotation, or, in a block
  /// with [[heddle::reuse]], of a part of a declaration.
  std::string Kept;
  /// Instantiations that another translation unit has verified may join.
  bool InTemplate = false;
  /// Nothing is known about the loop here, because its template is not
  /// instantiated.
  bool Weak = false;

  /// The text that is inserted, and the text that takes the place of
  /// Source.Replace, with the line ends of the file's text.
  std::string kernels(llvm::StringRef Code) const;
  std::string launch(llvm::StringRef Code,
                     ReadBy Reader = ReadBy::Compilers) const;
};

struct FileEdits {
  std::string Name; ///< as the compiler prints it
  std::string Code; ///< the file before the edits
  /// Where nests of the file have become one in Code: the file. Lines are those
  /// of Code.
  std::string Written;
  bool IsMain = false;
  /// By the offset of the annotation.
  std::map<unsigned, NestEdit> Nests;
  /// Texts without line breaks, by the byte that they stand before: around
  /// statements of programs.
  std::map<unsigned, std::string> Insertions;

  const std::string &written() const {
    return Written.empty() ? Code : Written;
  }
};

/// By the absolute path of the file.
struct UnitEdits {
  std::map<std::string, FileEdits> Files;
  std::string MainPath; ///< absolute; empty for standard input
  std::string MainName; ///< as given to the compiler

  /// Adds the edits of another translation unit. False, with the loop's place
  /// in Where, where one loop would be rewritten in two ways or a file has
  /// changed in between.
  bool merge(const UnitEdits &Other, FileRange &Where);
};

/// Adds Edit to Nests; false if the loop has another edit already, and not for
/// another instantiation of its template.
bool addEdit(std::map<unsigned, NestEdit> &Nests, const NestEdit &Edit);

/// The file after the edits. Edits that overlap are an error. Changed: where
/// that text is not the user's file any more.
llvm::Expected<std::string> apply(const FileEdits &File,
                                  std::vector<FileRange> *Changed = nullptr,
                                  ReadBy Reader = ReadBy::Compilers);

/// Text with lines that end in CR LF where all those of Like do.
std::string withLineEnds(std::string Text, llvm::StringRef Like);

/// Rewritten text begins with a comment that names its source, and a `#line`
/// that keeps the source's lines. Source: the name as the compiler prints it.
std::string withMarker(std::string Text, llvm::StringRef Source);
/// The byte before which the marker stands: behind a byte order mark, which
/// compilers know at a file's first byte alone.
size_t markerOffset(llvm::StringRef Text);
/// The source that the text's marker names; empty if there is no marker.
std::string markedSource(llvm::StringRef Text);

} // namespace heddle

#endif
