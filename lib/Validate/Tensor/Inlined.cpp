//===- Inlined.cpp - Functions that return a tensor expression ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Inlined.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/Expressions.h"
#include "Validate/Tensor/TensorNodes.h"
#include "Validate/Tensor/TensorTypes.h"
#include "Validate/Tensor/Terms.h"

using namespace clang;

namespace heddle {
namespace validate {

/// Reads Argument; the result makes it the value of P.
static std::function<void()> readArgument(Reader &R, const ParmVarDecl *P,
                                          const clang::Expr *Argument) {
  const QualType T = P->getType();
  llvm::StringRef Class = tensorClass(T);
  if (Class == "idx") {
    const NamedDecl *Name = indexName(R, Argument);
    return [&R, P, Name] { R.Tensor.GivenNames[P] = Name; };
  }
  if (!Class.empty()) {
    if (Class == "tensor" && !T->isReferenceType())
      (void)R.fail(Argument, "a tensor that is passed by value");
    const Term *Value = term(R, Argument);
    return [&R, P, Value] { R.Tensor.Given[P] = Value; };
  }
  const clang::Expr *As = meant(R, Argument);
  const QualType Object = T.getNonReferenceType();
  const CXXRecordDecl *C = Object->getAsCXXRecordDecl();
  if ((C && C->isLambda()) || Object->isFunctionType() ||
      Object->isFunctionPointerType())
    return [&R, P, As] { R.Tensor.GivenAsWritten[P] = As; };
  const Type Scalar = typeOf(R, T);
  const int64_t Slot = R.newSlot();
  R.Tensor.Lines.push_back(
      R.set(Slot, T->isReferenceType()     ? address(R, Argument)
                  : Scalar.K != Type::None ? value(R, Argument)
                                           : temporary(R, Argument)));
  return [&R, P, Slot] { R.Here->Slots[P] = Slot; };
}

/// The term that a body returns; null if it does more than that.
static const Term *returnedTerm(Reader &R, const Stmt *S) {
  const auto *C = dyn_cast<CompoundStmt>(S);
  if (!C) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S);
        Return && Return->getRetValue())
      return term(R, Return->getRetValue());
    return nullptr;
  }
  for (const Stmt *Child : C->body()) {
    if (const auto *D = dyn_cast<DeclStmt>(Child)) {
      for (const Decl *One : D->decls()) {
        const auto *V = dyn_cast<VarDecl>(One);
        if (V && !tensorClass(V->getType()).empty())
          return nullptr;
        if (V)
          R.Tensor.Lines.push_back(declare(R, V));
      }
      continue;
    }
    if (isa<NullStmt>(Child))
      continue;
    const auto *If = dyn_cast<IfStmt>(Child);
    if (If && If->isConstexpr() && !If->getInit()) {
      const std::optional<const Stmt *> Kept = If->getNondiscardedCase(R.Ctx);
      if (!Kept)
        return nullptr;
      if (!*Kept)
        continue;
      return returnedTerm(R, *Kept);
    }
    return returnedTerm(R, Child);
  }
  return nullptr;
}

const Term *inlined(Reader &R, const CallExpr *E, const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  if (!F->hasBody(Def) || !Def->getBody() || Def->isDependentContext() ||
      Def->isVariadic() || ++R.Tensor.Depth > 60)
    return unread(R, E, "a call of '" + F->getNameAsString() + "'");
  auto Slots = R.Here->Slots;
  const Node *OuterThis = R.Here->This;
  unsigned First = 0;
  const auto *M = dyn_cast<CXXMethodDecl>(Def);
  if (isa<CXXOperatorCallExpr>(E) && M)
    First = 1;
  if (M && M->isInstance() && M->getParent()->isLambda()) {
    for (const LambdaCapture &C : M->getParent()->captures())
      if (!C.capturesVariable() ||
          cast<VarDecl>(C.getCapturedVar())->isInitCapture() ||
          R.Changed->count(cast<VarDecl>(C.getCapturedVar())))
        return unread(R, E, "what a lambda captures");
  } else if (M && M->isInstance()) {
    const clang::Expr *Self =
        First ? E->getArg(0)
              : cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument();
    R.Here->This = kept(R, Self->getType()->isPointerType() ? value(R, Self)
                                                            : address(R, Self));
  }
  // Arguments are the caller's; a function may call itself.
  std::vector<std::function<void()>> Bindings;
  for (unsigned I = 0; I != Def->getNumParams(); ++I) {
    if (I + First >= E->getNumArgs())
      return unread(R, E, "a call without all arguments");
    Bindings.push_back(
        readArgument(R, Def->getParamDecl(I), E->getArg(I + First)));
  }
  for (const auto &Bind : Bindings)
    Bind();
  const Term *Result = returnedTerm(R, Def->getBody());
  if (!Result)
    Result = unread(R, E,
                    "a call of '" + F->getNameAsString() +
                        "', which does more than return one expression");
  R.Here->Slots = std::move(Slots);
  R.Here->This = OuterThis;
  --R.Tensor.Depth;
  return Result;
}

} // namespace validate
} // namespace heddle
