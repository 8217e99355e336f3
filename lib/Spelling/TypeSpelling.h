//===- TypeSpelling.h - Types as kernels can spell them ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_TYPESPELLING_H
#define HEDDLE_SPELLING_TYPESPELLING_H

#include "Read/NestReader.h"

namespace heddle {

void checkTypes(NestReader &NR, const clang::Stmt *S);

/// The unqualified type as the kernel's place can spell it. Written is the
/// same type in the template's pattern (or equal to Type outside templates).
std::optional<std::string> spell(NestReader &NR, clang::QualType Type,
                                 clang::QualType Written);

/// The same, or HD157 of Where, which says Type.
std::optional<std::string> spellOrRefuse(NestReader &NR, clang::QualType Type,
                                         clang::QualType Written,
                                         clang::SourceRange Where);

/// The declaration that D was instantiated from; D itself outside templates.
const clang::ValueDecl *pattern(NestReader &NR, const clang::ValueDecl *D);

/// The statement that S was instantiated from, or null.
const clang::IfStmt *patternIf(NestReader &NR, const clang::IfStmt *S);

clang::QualType writtenType(NestReader &NR, const clang::ValueDecl *D);

bool isInstantiation(const NestReader &NR);

std::string parameterName(const NestReader &NR, clang::QualType Written);

clang::QualType pointeeOf(const NestReader &NR, clang::QualType Type,
                          clang::QualType Written);

void useEnumerator(NestReader &NR, const clang::Expr *E,
                   const clang::EnumConstantDecl *D);

/// Something that F names, no function, and that is declared behind Place; or
/// null.
const clang::NamedDecl *namedBehind(const clang::SourceManager &SM,
                                    const clang::FunctionDecl *F,
                                    clang::SourceLocation Place);

/// S names a variable that does not belong to a namespace.
bool mentionsLocal(const clang::Stmt *S);

} // namespace heddle

#endif
