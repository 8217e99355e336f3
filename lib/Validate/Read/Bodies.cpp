//===- Bodies.cpp - Calls of the function that holds a loop's body --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels and loops call one function for an iteration. It is read where it is
// called: what runs there is compared, not that both call the same.
//===----------------------------------------------------------------------===//

#include "Validate/Read/Bodies.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Objects.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace heddle {
namespace validate {

static bool returns(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return false;
  if (isa<ReturnStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (returns(Child))
      return true;
  return false;
}

/// The definition of a function of no result whose text is part of all that
/// call it; else null.
static const FunctionDecl *bodyFunction(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee(), *Def = nullptr;
  if (!F || isa<CXXMethodDecl>(F) || F->isVariadic() ||
      !F->getReturnType()->isVoidType() || !F->hasBody(Def) ||
      !Def->hasAttr<AlwaysInlineAttr>() || Def->isDependentContext() ||
      !runtimeName(F).empty() || returns(Def->getBody()))
    return nullptr;
  return Def;
}

/// The variable that E reads, and nothing else; rt::aligned is its argument.
static const VarDecl *variableOf(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
    const auto *C = dyn_cast<CXXConstructExpr>(E);
    if (F && runtimeName(F) == "aligned" && Call->getNumArgs() == 1)
      E = Call->getArg(0);
    else if (C && C->getNumArgs() == 1 &&
             C->getConstructor()->isCopyOrMoveConstructor())
      E = C->getArg(0);
    else
      break;
  }
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

/// A parameter is the variable that is passed, where that is one of the text
/// around and the parameter asks for no place of its own.
static bool isPassedAsIs(Reader &R, const ParmVarDecl *P,
                         const clang::Expr *Argument) {
  const VarDecl *V = variableOf(Argument);
  auto At = V ? R.Here->Slots.find(V) : R.Here->Slots.end();
  if (At == R.Here->Slots.end() || V->getType()->isReferenceType() ||
      P->getType()->isReferenceType() ||
      !R.Ctx.hasSameUnqualifiedType(P->getType(), V->getType()))
    return false;
  const bool HasPlace = R.Here->Exposed.count(V);
  if (R.Here->Exposed.count(P) && !HasPlace)
    return false;
  const int64_t Slot = At->second;
  R.Here->Slots[P] = Slot;
  R.BoundOf.erase(P);
  if (HasPlace)
    R.Here->Exposed.insert(P);
  return true;
}

/// Elements of a vector or a span are subscripted within its size, by whatever
/// pointer.
static void noteBound(Reader &R, const ParmVarDecl *P,
                      const clang::Expr *Argument) {
  R.BoundOf.erase(P);
  const auto *Call =
      dyn_cast<CXXMemberCallExpr>(Argument->IgnoreParenImpCasts());
  const CXXMethodDecl *M = Call ? Call->getMethodDecl() : nullptr;
  if (!M || !M->getIdentifier() || M->getName() != "data" ||
      !M->getParent()->isInStdNamespace())
    return;
  const auto *Of = dyn_cast<ClassTemplateSpecializationDecl>(M->getParent());
  if (!Of || !Of->getIdentifier())
    return;
  const bool HasSize = Of->getName() == "vector" ||
                       Of->getName() == "basic_string" ||
                       (Of->getName() == "span" &&
                        Of->getTemplateArgs()[1].getAsIntegral().isAllOnes());
  if (!HasSize)
    return;
  const clang::Expr *Self = Call->getImplicitObjectArgument();
  const Node *This =
      Self->getType()->isPointerType() ? value(R, Self) : address(R, Self);
  R.BoundOf[P] = R.make(Op::Load, {Type::Int, 64, false}, {R.offset(This, 8)});
}

static const Node *passed(Reader &R, const ParmVarDecl *P,
                          const clang::Expr *Argument) {
  const Type T = typeOf(R, P->getType());
  const int64_t Slot = R.newSlot();
  noteBound(R, P, Argument);
  const Node *Line = nullptr;
  if (P->getType()->isReferenceType()) {
    Line = R.set(Slot, address(R, Argument));
  } else if (T.K != Type::None && !R.Here->Exposed.count(P)) {
    Line = R.set(Slot, rvalue(R, Argument));
  } else {
    Node *Object = R.make(Op::NewObject, Pointer);
    Object->Number = Slot;
    Line = R.list({Object, initialize(R, R.slot(Slot, Pointer), Argument,
                                      P->getType().getNonReferenceType())});
  }
  R.Here->Slots[P] = Slot;
  return Line;
}

const Node *bodyCall(Reader &R, const CallExpr *E) {
  const FunctionDecl *Def = bodyFunction(E);
  if (!Def || E->getNumArgs() != Def->getNumParams())
    return nullptr;
  expose(Def->getBody(), false, *R.Here);
  std::vector<const Node *> Lines;
  for (unsigned I = 0; I != E->getNumArgs(); ++I)
    if (!isPassedAsIs(R, Def->getParamDecl(I), E->getArg(I)))
      Lines.push_back(passed(R, Def->getParamDecl(I), E->getArg(I)));
  const Node *Body = statement(R, Def->getBody());
  if (Lines.empty())
    return Body;
  Lines.push_back(Body);
  Node *All = R.make(Op::Seq, {}, Lines);
  All->Number = PassesArguments;
  return All;
}

} // namespace validate
} // namespace heddle
