//===- ScopeTable.h - Where the walk over a nest stands ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_SCOPETABLE_H
#define HEDDLE_READ_LOOPS_SCOPETABLE_H

#include "IR/LoopNest.h"
#include "Read/Loops/ReductionSteps.h"
#include "Read/Memory/Places.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <optional>
#include <vector>

namespace heddle {

/// A variable whose last value is read behind the nest.
struct KeptPrivate {
  const clang::VarDecl *Variable = nullptr;
  const clang::Expr *Read = nullptr; ///< one such read
  /// Each iteration of so many loops sets it. 0: it counts the outermost one.
  unsigned Levels = 0;
};

/// Variables of the function around the nest that an iteration has for itself.
struct PrivateTable {
  std::vector<const clang::VarDecl *> Variables; ///< in the order of the text
  std::vector<KeptPrivate> Kept;                 ///< these are among Variables
  /// At most so many loops may be nested perfectly: the variables are private
  /// to the iterations of these.
  unsigned MostPerfect = UINT_MAX;
  /// Others that the nest assigns to: a read that needs a value from elsewhere,
  /// or null, and whether it stands behind the nest.
  llvm::DenseMap<const clang::VarDecl *, std::pair<const clang::Expr *, bool>>
      Needed;
  /// Others that the text names where the compiler does not see it with these
  /// flags, or in a pragma: one such place.
  llvm::DenseMap<const clang::VarDecl *, clang::SourceLocation> Unseen;
  /// The body of the innermost perfect loop.
  const clang::Stmt *Body = nullptr;
};

/// The lambda whose body is read as that of a loop, and what becomes of the
/// values that it returns.
struct FunctorTable {
  const clang::Stmt *Body = nullptr; ///< null: there is none
  clang::QualType Result;            ///< the type of the values
  /// Where they are stored; none: nobody asks for them.
  std::optional<Position> To;
  std::string Text, Kernel; ///< this element, in the function and in kernels
};

/// The surroundings of the statement that is being read, and the values that
/// its names have there. Numbers are those of LoopNest::Loops and
/// LoopNest::Guards.
struct ScopeTable {
  llvm::DenseMap<const clang::VarDecl *, unsigned> Counters; ///< of loops
  llvm::DenseMap<const clang::VarDecl *, ExprRef> LocalValues;
  /// The same for variables that a loop's header moves with its counter.
  llvm::DenseMap<const clang::VarDecl *, ExprRef> MovingValues;
  llvm::DenseSet<const clang::VarDecl *> MovedByHeader; ///< pointers
  PrivateTable Privates;
  /// The only loop of a statement of which each iteration runs the whole body.
  llvm::DenseMap<const clang::Stmt *, unsigned> LoopOf;
  /// Variables whose values are being found out.
  llvm::DenseSet<const clang::VarDecl *> Asked;
  /// Counters that the loops around assign, and do not declare.
  llvm::DenseMap<const clang::VarDecl *, const clang::Stmt *> Assigned;
  FunctorTable Functor;
  std::vector<unsigned> LoopStack, GuardStack; ///< outermost first
  unsigned MayDepth = 0;
  unsigned InnerLoops = 0; ///< loops around that a `break` may leave
  /// The innermost loop's, where all of it runs in each of its iterations.
  const clang::Stmt *LoopBody = nullptr;
  /// Each `break` that is the last statement of a case.
  llvm::DenseSet<const clang::Stmt *> EndsOfCases;
  bool InSubscript = false;
  /// In the header of a loop that may be mapped, in front of every iteration.
  bool InMappedHeader = false;
  unsigned Statement = 0; ///< in a copy that of the call
  /// Declarations and expressions that are statements of the nest, and the
  /// accesses that were found in them, half-open.
  struct SimpleStatement {
    const clang::Stmt *Is = nullptr;
    unsigned AccessBegin = 0, AccessEnd = 0;
  };
  std::vector<SimpleStatement> Simple;      ///< in the order of the text
  llvm::DenseSet<const clang::Stmt *> Seen; ///< the walk has understood them

  /// Begins the body of a function, which runs where the call stands.
  void enter(const ScopeTable &Call) {
    LoopStack = Call.LoopStack;
    GuardStack = Call.GuardStack;
    MayDepth = Call.MayDepth;
    Statement = Call.Statement;
  }
  /// A loop that a `break` may leave begins. May: what is in it may not run.
  void beginLoop(bool May) {
    ++InnerLoops;
    MayDepth += May;
  }
  void endLoop(bool May) {
    MayDepth -= May;
    --InnerLoops;
  }
  void popGuard() { GuardStack.pop_back(); }
};

/// The statements of a nest that only combine a value with another.
struct UpdateTable {
  std::optional<ReductionSteps> Steps;
  llvm::StringSet<> WrittenScalars; ///< by Path::Key
  /// Arrays of which the nest itself does nothing but combine elements that are
  /// the same in all iterations, by Path::Key.
  llvm::StringSet<> SameElements;
  /// The same that 'reduce' names; each element is such a scalar, which has a
  /// number among the arrays once it is met.
  llvm::StringMap<llvm::SmallVector<unsigned, 2>> ReducedElements;
  llvm::DenseSet<unsigned> NotUpdatable; ///< arrays with a step of no such text
  /// What has been read of ReductionSteps::choices(), by number.
  std::map<unsigned, JointChoice> Chosen;
};

} // namespace heddle

#endif
