//===- UserLines.h - What a back end says, by user lines ------ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang finds the place of what the back end reports by file and line of debug
// information, which goes by `#line`, and then counts the lines of the text
// that it has read, which is the rewritten one. So the line that it names is
// the right number of the wrong text.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_USERLINES_H
#define HEDDLE_PLUGIN_USERLINES_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class FileEntry;
class SourceManager;
} // namespace clang

namespace heddle {

/// Whether the diagnostic's place is found by way of debug information. Without
/// any, such diagnostics have the place of their function.
bool isFromDebugInfo(unsigned DiagID, const clang::CompilerInstance &CI);

class UserLines {
public:
  /// File will have a rewritten text. Code: the file as written.
  void add(const clang::FileEntry &File, llvm::StringRef Code);
  /// Where counts lines of a rewritten text by the number of a user's line. The
  /// place in that text where this line stands, as it is written if possible;
  /// invalid if Where is in no rewritten text, or the line is not in it.
  clang::SourceLocation find(clang::SourceLocation Where,
                             const clang::SourceManager &SM);

private:
  using Lines = std::multimap<unsigned, unsigned>;
  const Lines &linesOf(clang::FileID File, const clang::SourceManager &SM);

  llvm::DenseMap<const clang::FileEntry *, std::string> Codes;
  /// By the line that #line gives: the lines of the text.
  std::map<clang::FileID, Lines> Known;
};

/// Heddle's own headers are no concern of the user's: there the back end's
/// warnings and remarks are turned off, before -Werror could count them.
void silenceOwnHeaders(clang::CompilerInstance &CI);

} // namespace heddle

#endif
