//===- Types.h - Types, names, and what needs memory ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of nodes, the names of the runtime, and which variables must live
// in memory.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_TYPES_H
#define HEDDLE_VALIDATE_READ_TYPES_H

#include "Validate/Read/Reader.h"
#include "llvm/ADT/APSInt.h"

namespace heddle {
namespace validate {

/// Whether D is declared in heddle::rt.
bool isRuntime(const clang::Decl *D);
/// The name of a declaration of Heddle's runtime, else empty.
llvm::StringRef runtimeName(const clang::NamedDecl *D);
/// The name of a class of Heddle's runtime, else empty.
llvm::StringRef runtimeClass(clang::QualType T);

/// The rt::site that a block declares, which a launch does; else null.
const clang::VarDecl *siteOf(const clang::CompoundStmt *S);

/// The low 64 bits of a constant of any width and sign; a Type wraps the rest.
inline int64_t bitsOf(const llvm::APSInt &V) {
  return static_cast<int64_t>(V.extOrTrunc(64).getZExtValue());
}

/// A class whose objects are values here, and never in memory.
inline bool isHandled(Type T) {
  return T.K == Type::Checked || T.K == Type::Tri || T.K == Type::Handle;
}

Type typeOf(const Reader &R, clang::QualType T);
int64_t sizeOf(const Reader &R, clang::QualType T);
int64_t scalarSize(const Reader &R, clang::QualType T);
/// The scalars of an object of type T; false where it is not made of scalars.
bool layoutOf(const Reader &R, clang::QualType T, int64_t At, Layout &Out);

/// Marks scalars whose address somebody may take: all mentions but reads of the
/// value, assignments and steps.
void expose(const clang::Stmt *S, bool Direct, Scope &In);

} // namespace validate
} // namespace heddle

#endif
