//===- Conditionals.h - `#if` in the text of a nest -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_CONDITIONALS_H
#define HEDDLE_SPELLING_CONDITIONALS_H

#include "IR/LoopNest.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class Preprocessor;
} // namespace clang

namespace heddle {

/// The condition of `#if`, `#ifdef`, `#ifndef` or `#elif` at a place, and
/// whether it holds there: of macros of the program, numbers, `defined` and
/// operators. Nothing: it is not of this form, or asks what compilers define
/// for themselves, which differs between the passes over one file.
std::optional<TextCondition> conditionAt(clang::Preprocessor &PP,
                                         clang::SourceLocation At,
                                         llvm::StringRef Directive,
                                         llvm::ArrayRef<llvm::StringRef> Words);

/// The groups of conditionals around a place of the text.
class ConditionalGroups {
public:
  bool areTaken() const { return Open.empty() || Open.back().Taken; }
  bool areOpen() const { return !Open.empty(); }
  /// A directive of conditionals; its condition is asked for where it counts.
  /// False: it cannot be followed.
  bool follow(llvm::StringRef Directive,
              llvm::function_ref<std::optional<bool>()> Condition);

private:
  struct Group {
    bool Outside; ///< the text around it is taken
    bool Taken;   ///< this branch is
    bool Done;    ///< this branch or one before is
  };
  std::vector<Group> Open;
};

} // namespace heddle

#endif
