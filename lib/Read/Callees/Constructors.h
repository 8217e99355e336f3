//===- Constructors.h - Constructors that kernels have a copy of *- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CONSTRUCTORS_H
#define HEDDLE_READ_CALLEES_CONSTRUCTORS_H

#include "Read/NestReader.h"

namespace heddle {

/// Reads Made, which calls a constructor that the program defines, and has the
/// kernel call a copy of it. Whole: the same, with the casts around it.
void constructRecord(NestReader &NR, const clang::Expr *Whole,
                     const clang::CXXConstructExpr *Made);

/// The same where it initialises V, as in `T v(a);`; false: it is written
/// otherwise.
bool constructVariable(NestReader &NR, const clang::VarDecl *V,
                       const clang::Expr *Init);

/// E makes an object by a constructor that the compiler writes and that sets
/// members to constants alone, as kernels can.
bool setsConstants(const NestReader &NR, const clang::Expr *E);

/// Where the text of a constructor's copy begins: with the first initialiser,
/// or with the body.
clang::SourceLocation beginOfMembers(const clang::CXXConstructorDecl *Def);

/// All that the text of the function Def evaluates: the initialisers of members,
/// if it is a constructor, and its body.
std::vector<const clang::Stmt *> partsOf(const clang::FunctionDecl *Def);

/// Reads the initialisers of In.Function, Def, and writes them as assignments;
/// what is wrong with them beyond what has been reported, else empty.
std::string setMembers(NestReader &NR, const clang::CXXConstructorDecl *Def);

} // namespace heddle

#endif
