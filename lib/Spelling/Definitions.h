//===- Definitions.h - Where macros are defined, and when -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_DEFINITIONS_H
#define HEDDLE_SPELLING_DEFINITIONS_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace clang {
class IdentifierInfo;
class MacroInfo;
class Preprocessor;
} // namespace clang

namespace heddle {

/// Both are no macro, or mean the same, whatever their parameters are called.
bool isSameMacro(clang::Preprocessor &PP, const clang::MacroInfo *A,
                 const clang::MacroInfo *B);

/// Visits the identifier Name and, where it is a macro at that place, all that
/// its replacement names, and so on. Where Visit gives false, nothing further.
void forEachMacro(clang::Preprocessor &PP, llvm::StringRef Name,
                  clang::SourceLocation At,
                  llvm::function_ref<bool(const clang::IdentifierInfo *,
                                          const clang::MacroInfo *)>
                      Visit);

/// Name, or a macro that it stands for, says `_Pragma`.
bool makesPragma(clang::Preprocessor &PP, llvm::StringRef Name,
                 clang::SourceLocation At);

/// One of the directives of a conditional.
struct ConditionPlace {
  clang::SourceLocation Where;
  llvm::StringRef Directive;
  std::vector<llvm::StringRef> Words;
};

/// A `#define` or `#undef`, in a branch that is taken or not.
struct Definition {
  clang::SourceLocation Where; ///< of the name
  /// Of all conditionals around it, the files' own include guards aside: the
  /// conditions up to its branch.
  std::vector<ConditionPlace> On;
};

/// The words that the files of this parse say of macros, system headers aside.
struct Definitions {
  /// By the macros' names.
  llvm::StringMap<std::vector<Definition>> ByName;
  /// Inclusions that the parse has not followed, or of what a macro names:
  /// others may define anything there.
  std::vector<clang::SourceLocation> Unread;
  /// Pragmas that change macros, and names over several lines, that are not
  /// among the definitions.
  std::vector<clang::SourceLocation> Hidden;
};
Definitions readDefinitions(const clang::Preprocessor &PP);

/// The directives that have brought in files, of all files of this parse as far
/// as it has come.
class Inclusions {
public:
  explicit Inclusions(const clang::SourceManager &SM);
  /// The files that a directive of these bytes of a file has brought in.
  std::vector<clang::FileID> at(clang::FileID File, unsigned Begin,
                                unsigned End) const;

private:
  struct Inclusion {
    unsigned At; ///< the directive's place in its file, in bytes
    clang::FileID Included;
  };
  llvm::DenseMap<clang::FileID, std::vector<Inclusion>> ByFile;
};

} // namespace heddle

#endif
