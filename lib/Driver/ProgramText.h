//===- ProgramText.h - The text around a program's statements --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_PROGRAMTEXT_H
#define HEDDLE_DRIVER_PROGRAMTEXT_H

#include "Diagnostics/Report.h"
#include "Read/Block/ProgramReader.h"
#include "clang/Basic/SourceLocation.h"
#include <map>

namespace heddle {

/// Texts by the byte that they stand before; no text has a line break.
using ProgramEdits = std::map<clang::FileID, std::map<unsigned, std::string>>;

/// The text of one program, or of one function that programs call, before all
/// of it is known to have a place.
class ProgramText {
public:
  explicit ProgramText(const clang::ASTContext &Ctx);

  /// An object `program` around S, which stands behind its annotation. To be
  /// called behind all addSteps() of the function.
  void addProgram(const clang::AttributedStmt *S, clang::SourceLocation Where);
  void addSteps(llvm::ArrayRef<HostStep> Steps);

  /// Why a statement cannot have text around it; null: all have.
  const clang::Stmt *failedAt() const { return FailedAt; }
  const std::string &whyFailed() const { return Failed; }
  const ProgramEdits &edits() const { return Edits; }

private:
  struct Range {
    clang::FileID File;
    unsigned Begin, End;
  };

  std::optional<Range> rangeOf(const clang::Stmt *S, bool IsPart);
  void around(const Range &R, const std::string &Before,
              const std::string &After);
  void add(const HostStep &Step);
  std::string uses(const HostStep &Step, llvm::StringRef Between) const;
  std::string place(clang::SourceLocation At) const;
  void fail(const clang::Stmt *S, llvm::StringRef Why);

  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  ProgramEdits Edits;
  const clang::Stmt *FailedAt = nullptr;
  std::string Failed;
  unsigned Objects = 0; ///< that have a name, for the next one's
};

} // namespace heddle

#endif
