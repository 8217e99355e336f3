//===- ProgramReader.h - Reads a [[heddle::program]] -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays stay on the device through a program, but for what code of the host
// touches between its launches. Here that code is found, statement by
// statement, with what has to happen before each: also in functions with
// annotated nests that the program calls.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_BLOCK_PROGRAMREADER_H
#define HEDDLE_READ_BLOCK_PROGRAMREADER_H

#include "Read/Block/HostEffects.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace clang {
class AttributedStmt;
} // namespace clang

namespace heddle {

/// One place where the host takes part.
struct HostStep {
  enum KindType : unsigned char {
    Uses,      ///< before At, what its Use says is copied back
    Code,      ///< At may do anything, and launches inside are on their own
    CodeUntil, ///< the same of a declaration whose names live on
    Object,    ///< the same, and at the end of their lives
    ArrayEnds, ///< behind At, which declares Var: its end is watched
    Range,     ///< elements of the range At are read by a loop
    Launch     ///< At is launched, and sees to its Use by itself
  } Kind;
  const clang::Stmt *At;
  /// At is a condition or an increment, not a statement.
  bool IsPart = false;
  /// At stands directly in a block, where a statement may stand before it.
  bool InBlock = false;
  const clang::VarDecl *Var = nullptr;
  bool IsContainer = false; ///< Var: its elements end, too
  std::vector<std::string> Members = {}; ///< Var: those of containersIn()
  HostUse Use = {};
};

/// A pragma that is about the statement behind it stands before S: one of
/// OpenMP, OpenACC or of a compiler.
bool isBehindPragma(const clang::SourceManager &SM, const clang::Stmt *S);

struct ReadProgram {
  std::vector<HostStep> Steps; ///< in the order of the source
  unsigned Launches = 0;       ///< annotated nests that are launched
  /// Functions that it calls whose launches are a part of it, and which no
  /// earlier program has; with their steps.
  struct Function {
    const clang::FunctionDecl *Decl;
    std::vector<HostStep> Steps;
  };
  std::vector<Function> Followed;
  /// All functions that are followed which it calls itself, or which those call
  /// that are among Followed.
  std::vector<const clang::FunctionDecl *> Called;
  /// It is inside of another one, as a part of that: in the text, or in a
  /// function that is followed.
  bool Inner = false, InFunction = false;
  /// Nothing may be done, and why.
  const clang::Stmt *FailedAt = nullptr;
  std::string Failed;
};

/// Facts about the translation unit.
struct ProgramContext {
  /// The nests that become launches, and what these let the host do at first.
  llvm::DenseMap<const clang::Stmt *, HostUse> Mapped;
  /// Functions that are not followed: their text cannot be changed.
  llvm::DenseSet<const clang::FunctionDecl *> Opaque;
  /// Only the main file can be written.
  bool OneFile = false;
};

struct ProgramPlace {
  const clang::FunctionDecl *Function;
  const clang::AttributedStmt *Stmt;
};

/// The programs of a translation unit, in the order of the source.
std::vector<ReadProgram> readPrograms(const clang::ASTContext &Ctx,
                                      llvm::ArrayRef<ProgramPlace> Places,
                                      const ProgramContext &Known);

} // namespace heddle

#endif
