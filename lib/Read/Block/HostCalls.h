//===- HostCalls.h - Functions that leave arrays alone ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_HOSTCALLS_H
#define HEDDLE_READ_BLOCK_HOSTCALLS_H

#include "Read/Block/HostEffects.h"

namespace clang {
class CXXConstructExpr;
} // namespace clang

namespace heddle {

/// A function of a library, and what a call of it does to the memory of arrays.
/// Numbers and pointers that it takes by reference are read, or, by std::swap
/// and std::exchange, written. None: it is not known.
struct KnownCall {
  HostEffect Does = HostEffect::None;
  bool WritesScalars = false;
  /// The vector that it is called for may have other elements then.
  bool ChangesVector = false;
};
std::optional<KnownCall> knownCall(const clang::ASTContext &Ctx,
                                   const clang::CallExpr *C);

/// A call that changes where elements of containers are, or what pointers lead
/// to: std::swap, x.swap(y), std::move, std::exchange.
bool movesThings(const clang::CallExpr *C);

/// std::move, std::forward and std::as_const: the result is the argument.
bool passesOn(const clang::CallExpr *C);

/// As knownCall(), for a constructor.
std::optional<HostEffect> knownConstructor(const clang::ASTContext &Ctx,
                                           const clang::CXXConstructExpr *C);

/// heddle::resident, which gives and takes arrays by itself.
bool isResident(clang::QualType T);

/// The lvalue E lies in what a call of its host() has given.
bool isGivenByResident(const clang::Expr *E);

/// std::vector, std::string and the like, of elements without destructors: its
/// own destructor only frees memory.
bool onlyFrees(const clang::ASTContext &Ctx, clang::QualType T);

} // namespace heddle

#endif
