//===- UseFlow.h - Uses of a variable behind a point ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_USEFLOW_H
#define HEDDLE_READ_LOOPS_USEFLOW_H

#include "Read/Memory/ThreadRegions.h"
#include "Read/NestReader.h"
#include "clang/Analysis/CFG.h"

namespace heddle {

/// The variable that E names, in parentheses at most.
const clang::VarDecl *named(const clang::Expr *E);

/// E only says where an assignment stores.
bool isTarget(const clang::Expr *E, const VariableFacts &Facts);

/// Where a path through the loops goes on: with the body of a loop, or behind
/// it.
enum class LoopExit : unsigned char { Body, Behind };

/// Finds uses of a variable behind a point of the function's body, on the
/// control flow graph of the whole function.
class UseFlow {
public:
  explicit UseFlow(const NestReader &NR);

  /// Whether the graph has every use of V, in an order that is certain.
  bool shows(const clang::VarDecl *V) const;
  /// Whether the graph has the condition of the loop, with two ways out.
  bool knows(const clang::Stmt *Loop) const;
  /// One read of V that a path from there reaches before a write, with threads
  /// of OpenMP or without. Null: no path has one.
  const clang::Expr *readFrom(const clang::Stmt *Loop, LoopExit To,
                              const clang::VarDecl *V) const;

  /// Whether all ways through the loop's body assign V before the next
  /// iteration begins.
  bool isSetInBody(const clang::Stmt *Loop, const clang::VarDecl *V) const;

  const ThreadRegions &regions() const { return Regions; }
  /// The block that such a path begins with; null: none can be reached.
  const clang::CFGBlock *entry(const clang::Stmt *Loop, LoopExit To) const;
  /// The block where B goes on; also where the compiler thinks that it never
  /// does.
  static const clang::CFGBlock *
  target(const clang::CFGBlock::AdjacentBlock &B) {
    return B.getReachableBlock() ? B.getReachableBlock()
                                 : B.getPossiblyUnreachableBlock();
  }

private:
  /// A path through the graph: where it is, and the region of threads in which
  /// V has been assigned on the way, or null.
  using Path = std::pair<const clang::CFGBlock *, const clang::Stmt *>;
  bool writes(const clang::CFGBlock &B, const clang::VarDecl *V) const;
  const clang::Expr *firstUse(Path &P, const clang::VarDecl *V, bool HasThreads,
                              bool &Written) const;
  const clang::Expr *readFrom(const clang::Stmt *Loop, LoopExit To,
                              const clang::VarDecl *V, bool HasThreads) const;

  const VariableFacts &Facts;
  ThreadRegions Regions;
  std::unique_ptr<clang::CFG> Graph;
  llvm::DenseMap<const clang::Stmt *, const clang::CFGBlock *> Ends;
  llvm::DenseSet<const clang::Stmt *> Shown;
};

} // namespace heddle

#endif
