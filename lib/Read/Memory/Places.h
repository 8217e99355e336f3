//===- Places.h - What expressions of a nest name --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_PLACES_H
#define HEDDLE_READ_MEMORY_PLACES_H

#include "IR/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class CXXRecordDecl;
class Expr;
class FunctionDecl;
class ValueDecl;
class VarDecl;
} // namespace clang

namespace heddle {

/// The place that a pointer or an lvalue addresses. With D = number of
/// dimensions of the array: an lvalue of k leading subscripts has Subs.size()
/// == k, a pointer to such an lvalue too. Private: memory of the thread itself,
/// without Subs.
struct Position {
  bool Private = false;
  unsigned Array = 0;
  std::vector<ExprRef> Subs;
  uint64_t Within = 0; ///< as in Access
  /// Of what a copy of a function is given: the bytes of the nest's text that
  /// name the array there, as in Access.
  unsigned BaseBegin = 0, BaseEnd = 0;
};

enum class AccessMode : unsigned char { Read, Write, ReadWrite };

/// A variable, member or `this->` path that outlives the nest.
struct Path {
  const clang::ValueDecl *Last = nullptr; ///< the variable or field itself
  const clang::VarDecl *Root = nullptr;   ///< null: `this`
  std::string Key;                        ///< equal for equal paths
  std::string Host;                       ///< as the launch can spell it
  std::string Name;                       ///< last component
  /// An lvalue around it, where Host is none; else empty.
  std::string Around;
  bool IsData = false; ///< Host is a pointer to the first element of it
  std::string SizeOf;  ///< Host is how many elements this container has
  bool IsMember = false;
  bool ThroughPointer = false; ///< a pointer or reference on the way, not this
  bool InUnion = false;
  bool Captured = false;
};

/// A call that is read as the expression which its callee returns.
struct WrittenOut {
  const clang::FunctionDecl *Callee = nullptr;
  /// The meaning of `this` there, an object or a pointer; null: as outside.
  const clang::Expr *Object = nullptr;
  const clang::CXXRecordDecl *Closure = nullptr; ///< of a lambda
  llvm::DenseMap<const clang::VarDecl *, ExprRef> Parameters;
  /// The objects that parameters are, as the call names them.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Objects;
  const WrittenOut *Outer = nullptr; ///< where the arguments stand
};

} // namespace heddle

#endif
