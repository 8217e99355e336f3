//===- Functions.cpp - Functions that kernels and loops call --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Functions.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Objects.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

llvm::SmallVector<const VarDecl *, 4> madeBy(const FunctionDecl *F,
                                             bool StandsThere) {
  llvm::SmallVector<const VarDecl *, 4> Result;
  const auto *M = dyn_cast<CXXMethodDecl>(F);
  if (M && M->getParent()->isLambda())
    for (const LambdaCapture &C : M->getParent()->captures())
      if (C.capturesVariable())
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
            V && (V->isInitCapture() ||
                  (StandsThere && C.getCaptureKind() == LCK_ByCopy)))
          Result.push_back(V);
  return Result;
}

bool captured(Reader &R, const CXXMethodDecl *Lambda,
              llvm::SmallVectorImpl<const Node *> &Out) {
  for (const VarDecl *V : madeBy(Lambda, true)) {
    const Type T = typeOf(R, V->getType());
    if (T.K == Type::None || V->getType()->isReferenceType())
      return false;
    Out.push_back(V->isInitCapture()
                      ? R.convert(rvalue(R, V->getInit()), T)
                      : valueAt(R, variablePlace(R, V, V->getInit()), T));
  }
  return true;
}

/// Slots of what Def takes: its object, the place of its result, its
/// parameters, and these variables of a lambda.
static void takeArguments(Reader &R, const FunctionDecl *Def,
                          llvm::ArrayRef<const VarDecl *> Made, Function &Out) {
  const auto Take = [&](Type T, bool IsDivisor) {
    Out.Params.push_back(T);
    Out.Divisor.push_back(IsDivisor);
    return R.newSlot();
  };
  const auto *M = dyn_cast<CXXMethodDecl>(Def);
  if (M && M->isInstance()) {
    R.Here->HasThis = true;
    if (M->getParent()->isLambda())
      R.Here->Closure = M->getParent();
    (void)Take(Pointer, false);
  }
  const QualType Result = Def->getReturnType();
  if (!isa<CXXConstructorDecl>(Def) && !Result->isVoidType() &&
      !Result->isReferenceType() && typeOf(R, Result).K == Type::None)
    R.ReturnPlace = R.slot(Take(Pointer, false), Pointer);
  for (const ParmVarDecl *P : Def->parameters()) {
    const Type T = typeOf(R, P->getType());
    const bool Scalar = !P->getType()->isReferenceType() && T.K != Type::None;
    R.Here->Slots[P] =
        Take(Scalar ? T : Pointer, runtimeClass(P->getType()) == "divisor");
  }
  for (const VarDecl *V : Made)
    R.Here->Slots[V] = Take(typeOf(R, V->getType()), false);
}

/// A parameter whose address is taken lives in an object of its own.
static void moveToMemory(Reader &R, const VarDecl *P,
                         std::vector<const Node *> &Lines) {
  const Type T = typeOf(R, P->getType());
  if (!R.Here->Exposed.count(P) || P->getType()->isReferenceType() ||
      T.K == Type::None || isHandled(T) ||
      runtimeClass(P->getType()) == "divisor")
    return;
  Node *Object = R.make(Op::NewObject, Pointer);
  Object->Number = R.newSlot();
  Lines.push_back(Object);
  Lines.push_back(
      R.make(Op::Store, T,
             {R.slot(Object->Number, Pointer), R.slot(R.Here->Slots[P], T)}));
  R.Here->Slots[P] = Object->Number;
}

/// The body of Def, with all that is before it.
static const Node *bodyOf(Reader &R, const FunctionDecl *Def, bool StandsThere,
                          Function &Out) {
  llvm::SmallVector<const VarDecl *, 4> Variables = madeBy(Def, StandsThere);
  takeArguments(R, Def, Variables, Out);
  Variables.append(Def->param_begin(), Def->param_end());
  std::vector<const Node *> Lines;
  for (const VarDecl *P : Variables)
    moveToMemory(R, P, Lines);
  if (const auto *C = dyn_cast<CXXConstructorDecl>(Def))
    initializeMembers(R, C, Lines);
  const Node *Body = statement(R, Def->getBody());
  if (Lines.empty())
    return Body;
  if (Body->What == Op::Seq)
    Lines.insert(Lines.end(), Body->Kids.begin(), Body->Kids.end());
  else
    Lines.push_back(Body);
  return R.list(Lines);
}

int readFunction(Reader &R, const FunctionDecl *F, bool StandsThere) {
  const FunctionDecl *Def = nullptr;
  if (!F->hasBody(Def) || !Def->getBody() || Def->isDependentContext() ||
      Def->isVariadic())
    return -1;
  auto [At, New] = R.Functions.try_emplace(Def, R.N.Functions.size());
  if (!New)
    return At->second;
  if (R.N.Functions.size() > 300)
    return -1;
  const int Index = static_cast<int>(R.N.Functions.size());
  R.N.Functions.emplace_back();
  Scope Inner;
  expose(Def->getBody(), false, Inner);
  Scope *Outer = R.Here;
  const Node *OuterReturn = R.ReturnPlace;
  R.Here = &Inner;
  R.ReturnPlace = nullptr;
  Function Out;
  Out.Name = Def->getNameAsString();
  Out.Body = bodyOf(R, Def, StandsThere, Out);
  R.Here = Outer;
  R.ReturnPlace = OuterReturn;
  Out.Locals = std::move(Inner.Locals);
  Out.Slots = Inner.Count;
  R.N.Functions[Index] = std::move(Out);
  return Index;
}

} // namespace validate
} // namespace heddle
