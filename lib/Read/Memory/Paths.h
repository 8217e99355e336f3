//===- Paths.h - Variables and members that outlive a nest ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_PATHS_H
#define HEDDLE_READ_MEMORY_PATHS_H

#include "Read/NestReader.h"

namespace heddle {

std::optional<Path> path(NestReader &NR, const clang::Expr *E);

/// E, or what it stands for where it names the reference that a range-based
/// `for` declares unsaid.
const clang::Expr *rangeOf(const clang::Expr *E);

std::string storageOf(const NestReader &NR, const Path &P);

/// A namespace around From holds D, and nothing nearer has its name.
bool isFoundFrom(const clang::DeclContext *From, const clang::NamedDecl *D);

bool isVisible(const NestReader &NR, const clang::Decl *D);

bool isVisibleConstant(const NestReader &NR, const clang::VarDecl *V);

bool isDeclaredInNest(const NestReader &NR, const clang::ValueDecl *D);

/// The variable D, or the one behind a structured binding of the nest.
const clang::VarDecl *variable(const NestReader &NR, const clang::ValueDecl *D);

} // namespace heddle

#endif
