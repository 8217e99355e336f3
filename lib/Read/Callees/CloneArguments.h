//===- CloneArguments.h - What parameters of copies mean ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CLONEARGUMENTS_H
#define HEDDLE_READ_CALLEES_CLONEARGUMENTS_H

#include "Read/NestReader.h"

namespace heddle {

std::optional<std::string> declareArray(NestReader &NR,
                                        const clang::ParmVarDecl *P,
                                        clang::QualType Written);

bool bindParameters(NestReader &NR,
                    llvm::ArrayRef<const clang::Expr *> Arguments,
                    const clang::FunctionDecl *Def, NestReader &Callee);

bool takesRecord(const NestReader &NR, const clang::ParmVarDecl *P);

bool isElementObject(const NestReader &NR, const clang::Expr *Object);

bool bindSelf(NestReader &NR, const clang::Expr *Object, NestReader &Callee,
              std::string &Argument);

void nameSelf(NestReader &NR, const clang::MemberExpr *E);

ExprRef parameterValue(NestReader &NR, const clang::VarDecl *V,
                       const clang::Expr *Use);

/// The result of Read in the nest, for an expression of the function that is
/// being copied; what it reports is reported of the function.
template <class Result>
Result atHome(NestReader &NR, llvm::function_ref<Result(NestReader &)> Read);

std::optional<Position> baseOutside(NestReader &NR, const Path &P,
                                    const clang::Expr *E, bool Evaluate);

std::string textName(NestReader &NR, const clang::Expr *E, const Position &P);

ExprRef sizeOfContainer(NestReader &NR, const clang::Expr *Object);

bool callSizeInCopy(NestReader &NR, const clang::CallExpr *E);

std::string readOutside(NestReader &NR, const NestReader &Callee,
                        const WrittenOut &Frame,
                        std::vector<std::string> &Arguments);

/// The parameter P is given the place of an array, and not a number.
bool takesArray(const clang::ParmVarDecl *P);

/// P takes a container by value, and the function may store to some array: what
/// P holds then differs from what the call gives.
bool takesStoredCopy(const clang::ParmVarDecl *P);

/// A call of F may change more than F's own variables, as far as its signature
/// and its body show without being followed. Conservative.
bool mayStore(const clang::FunctionDecl *F);

/// E assigns to a variable, or calls a function of the program's that could.
bool mayChangeVariables(const clang::Stmt *E);

/// `this`, where that is an element.
bool isSelf(const NestReader &NR, const clang::Expr *E);

/// The container that V, a parameter of a copy, is given, where the call is.
const clang::Expr *givenContainer(const NestReader &NR,
                                  const clang::ValueDecl *V);

} // namespace heddle

#endif
