//===- TensorCalls.cpp - Functions that return tensor expressions ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a call says all of the structure that the function builds. The
// function's only return statement says what its operands are, in terms of
// parameters; these mean what the call passes.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorCalls.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorScalars.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Spelling/Placement.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Builtins.h"

using namespace clang;

namespace heddle {

/// The most calls inside of each other.
static constexpr unsigned MostCalls = 32;

/// Temporaries, conversions that the compiler adds, copies of expressions and
/// of views are the same operand.
static const clang::Expr *plain(const clang::Expr *E) {
  return skipTemporariesAnd(E, [](const clang::Expr *X) -> const clang::Expr * {
    if (const auto *C = dyn_cast<ImplicitCastExpr>(X);
        C && C->getCastKind() == CK_NoOp)
      return C->getSubExpr();
    if (const auto *N = dyn_cast<CXXConstructExpr>(X);
        N && N->getNumArgs() == 1 &&
        N->getConstructor()->isCopyOrMoveConstructor() &&
        heddleTemplate(N->getType()) &&
        heddleTemplateName(N->getType()) != "tensor")
      return N->getArg(0);
    return nullptr;
  });
}

/// The meaning of E: passes names that the frames know, and std::forward.
void follow(const TensorReader &TR, const clang::Expr *&E,
            const TensorFrame *&F) {
  while (true) {
    E = plain(E);
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      unsigned ID = Call->getBuiltinCallee();
      bool Moves = ID == Builtin::BImove &&
                   heddleTemplateName(Call->getType()) != "tensor";
      if (ID != Builtin::BIforward && !Moves)
        return;
      E = Call->getArg(0);
      continue;
    }
    const auto *D = dyn_cast<DeclRefExpr>(E);
    const auto *V = D && F ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    auto It = V ? F->Values.find(V) : decltype(F->Values.find(V))();
    if (!V || It == F->Values.end())
      return;
    It->second.IsUsed = true;
    E = It->second.Value;
    F = It->second.In;
  }
}

/// A variable or member as the statement can name it; null after an error.
const clang::Expr *atStatement(TensorReader &TR, const clang::Expr *E,
                               const TensorFrame *F) {
  follow(TR, E, F);
  if (!F)
    return E;
  const auto *M = dyn_cast<MemberExpr>(E);
  const auto *Field = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!Field) {
    refuseTerm(TR, E, "it is no argument of " + nameOf(F->Callee) + "; pass it",
               F);
    return nullptr;
  }
  const auto *Of = dyn_cast<CXXRecordDecl>(Field->getParent());
  const auto *Method = dyn_cast<CXXMethodDecl>(TR.NR.In.Function);
  bool IsFriendly =
      M->getFoundDecl().getAccess() == AS_public ||
      (Method && Of &&
       Method->getParent()->getCanonicalDecl() == Of->getCanonicalDecl());
  if (!IsFriendly) {
    refuseTerm(TR, E, "the statement has no access to it", F);
    return nullptr;
  }
  const clang::Expr *Base = skipMarkers(M->getBase());
  bool Arrow = M->isArrow();
  if (isa<CXXThisExpr>(Base) && F->Object) {
    Base = atStatement(TR, F->Object, F->Caller);
    Arrow = Base && Base->getType()->isPointerType();
  } else if (!Arrow && !isa<CXXThisExpr>(Base)) {
    Base = atStatement(TR, Base, F);
  } else {
    refuseTerm(TR, E, "the statement cannot name it", F);
    return nullptr;
  }
  if (!Base)
    return nullptr;
  return MemberExpr::CreateImplicit(TR.NR.Ctx, const_cast<clang::Expr *>(Base),
                                    Arrow, M->getMemberDecl(), M->getType(),
                                    VK_LValue, OK_Ordinary);
}

/// Locals that only stand for their initialisers.
static bool bindLocals(TensorReader &TR, TensorFrame &New, const Stmt *S) {
  for (const Decl *D : cast<DeclStmt>(S)->decls()) {
    if (isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl,
            NamespaceAliasDecl>(D))
      continue;
    const auto *V = dyn_cast<VarDecl>(D);
    QualType T = V ? V->getType().getNonReferenceType() : QualType();
    if (!V || !V->getInit() || !V->hasLocalStorage() ||
        T.isVolatileQualified() ||
        (!T->isArithmeticType() &&
         (!heddleTemplate(T) || heddleTemplateName(T) == "tensor")))
      return refuseTerm(TR, S,
                        "a function in a tensor statement has no variables "
                        "but numbers, views and expressions",
                        &New);
    if (T->isArithmeticType() && !onlyReads(TR, V->getInit()))
      return refuseTerm(TR, V->getInit(), "it does more than read", &New);
    New.Values[V] = {V->getInit(), &New, {}};
  }
  return true;
}

/// The expression that the body returns; null after an error.
const clang::Expr *readFunction(TensorReader &TR, TensorFrame &New,
                                const Stmt *Body) {
  llvm::SmallVector<const Stmt *, 8> Rest{Body};
  while (!Rest.empty()) {
    const Stmt *S = Rest.pop_back_val();
    if (const auto *C = dyn_cast<CompoundStmt>(S)) {
      for (const Stmt *Child : llvm::reverse(C->body()))
        Rest.push_back(Child);
      continue;
    }
    if (isa<NullStmt>(S))
      continue;
    if (isa<DeclStmt>(S)) {
      if (!bindLocals(TR, New, S))
        return nullptr;
      continue;
    }
    if (const auto *I = dyn_cast<IfStmt>(S); I && I->isConstexpr())
      if (std::optional<const Stmt *> Taken =
              I->getNondiscardedCase(TR.NR.Ctx)) {
        if (*Taken)
          Rest.push_back(*Taken);
        continue;
      }
    const auto *Return = dyn_cast<ReturnStmt>(S);
    if (!Return || !Return->getRetValue()) {
      refuseTerm(TR, S,
                 nameOf(New.Callee) + " does more than return one expression",
                 &New);
      return nullptr;
    }
    return Return->getRetValue();
  }
  refuseTerm(TR, New.Call, "it returns nothing", New.Caller);
  return nullptr;
}

/// The expression that a function of the program returns, with Inner, in which
/// it stands; null after an error.
const clang::Expr *enter(TensorReader &TR, const CallExpr *E,
                         const TensorFrame *F, const TensorFrame *&Inner) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  auto Refuse = [&](const clang::Expr *At, const std::string &Why) {
    refuseTerm(TR, At, Why, F);
    return nullptr;
  };
  unsigned Depth = 0;
  for (const TensorFrame *Around = F; Around; Around = Around->Caller, ++Depth)
    if (patternOf(Around->Callee) == patternOf(Callee))
      return Refuse(E, "it calls itself");
  if (Depth >= MostCalls)
    return Refuse(E, "more than 32 calls inside of each other");
  if (Method && Method->isVirtual())
    return Refuse(E, "which function a virtual one is, is known at run time");
  const FunctionDecl *Defined = nullptr;
  const Stmt *Body = Callee->getBody(Defined);
  if (!Body)
    return Refuse(E, "its operations are written where they are not seen; "
                     "write them in the statement");
  TensorFrame &New = TR.Frames.emplace_back();
  New.Caller = F;
  New.Call = E;
  New.Callee = Defined;
  New.InKernel = F && F->InKernel;
  unsigned Skip = 0;
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    New.Object = M->getImplicitObjectArgument();
  } else if (isa<CXXOperatorCallExpr>(E) && Method && Method->isInstance()) {
    New.Object = E->getArg(0);
    Skip = 1;
  }
  if (Method && Method->getParent()->isLambda() &&
      Method->getParent()->capture_size() != 0)
    return Refuse(E, "a lambda that captures; pass what it captures");
  for (unsigned I = 0; I < Defined->getNumParams(); ++I) {
    const ParmVarDecl *P = Defined->getParamDecl(I);
    if (I + Skip >= E->getNumArgs())
      return Refuse(E, "its arguments are not found");
    const clang::Expr *A = E->getArg(I + Skip);
    bool IsDefault = isa<CXXDefaultArgExpr>(A);
    if (IsDefault)
      A = cast<CXXDefaultArgExpr>(A)->getExpr();
    if (heddleTemplateName(P->getType()) == "tensor" &&
        !P->getType()->isReferenceType())
      return Refuse(A, nameOf(Callee) + " takes a copy of it, to which no "
                                        "expression may refer");
    if (!heddleTemplate(P->getType()) && !onlyReads(TR, A))
      return Refuse(A, "it does more than read");
    New.Values[P] = {A, IsDefault ? &New : F, {}};
  }
  Inner = &New;
  return readFunction(TR, New, Body);
}

/// An argument that is passed and not used has been looked at by nobody.
bool leave(TensorReader &TR, const TensorFrame *Inner) {
  for (const auto &[V, Meaning] : Inner->Values)
    if (!Meaning.IsUsed && heddleTemplate(V->getType()) &&
        Meaning.Value->HasSideEffects(TR.NR.Ctx))
      return refuseTerm(
          TR, Meaning.Value,
          nameOf(Inner->Callee) + " does not use it; leave it out", Meaning.In);
  return true;
}

} // namespace heddle
