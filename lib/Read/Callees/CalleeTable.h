//===- CalleeTable.h - The call around what is being read -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CALLEETABLE_H
#define HEDDLE_READ_CALLEES_CALLEETABLE_H

#include "IR/Expr.h"
#include "Read/Memory/Places.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct NestReader;

/// Where the text names a parameter or an array, and the calls on the way
/// there from this function, innermost first.
struct NamedUse {
  const clang::Expr *Named = nullptr;
  std::vector<WrittenOut> Calls;
  bool IsSize = false; ///< how many elements the container Named has
  /// A container that the function is given, whose size it takes, too.
  const clang::VarDecl *Parameter = nullptr;
};

/// The calls around what is being read, of both kinds: those that are written
/// out where they stand (Calling), and those of functions that kernels have a
/// copy of (Caller, with all that follows it).
struct CalleeTable {
  const WrittenOut *Calling = nullptr; ///< whose callee's body is being read
  NestReader *Caller = nullptr; ///< reads the call of a function that is copied
  const WrittenOut *Called = nullptr; ///< that call, and those around it
  unsigned CopiesRead = 0;
  /// In the nest's own reader: functions whose text is what the preprocessor
  /// leaves of it, and one that is to be among them, or null.
  llvm::SmallPtrSet<const clang::FunctionDecl *, 4> Expanded;
  const clang::FunctionDecl *ToExpand = nullptr;
  /// By parameter; in a copy by array, too.
  std::vector<NamedUse> ParamUses, ArrayUses;
  /// In a copy: what its parameters are where it is called.
  llvm::DenseMap<const clang::VarDecl *, ExprRef> ParameterValues;
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *>
      ContainerArguments;
  /// In a copy: the variables of the lambdas that parameters are given.
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Closures;
  llvm::DenseSet<const clang::Expr *> Replaced; ///< calls, by those of copies
  /// Arguments for which copies have no parameter.
  llvm::DenseSet<const clang::Expr *> Dropped;
  const clang::Expr *WrittenCall = nullptr; ///< whose result is written
  /// In a copy: it gives nothing, though the function gives a reference.
  bool GivesNothing = false;
  /// In a copy: it gives the reference, to a part of its object.
  bool GivesPlace = false;
  /// In a copy: the structure, an element, that `this` is.
  std::optional<Position> Self;
  std::string SelfName, SelfType;
};

} // namespace heddle

#endif
