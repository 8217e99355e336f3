//===- HeldElements.cpp - Elements as parameters of a launch -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/HeldElements.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// Subscripts, the outermost first, of the array or pointer Of.
struct Subscripted {
  const clang::Expr *Of = nullptr;
  llvm::SmallVector<const clang::Expr *, 4> By;
};

} // namespace

static Subscripted subscriptsOf(const clang::Expr *E) {
  Subscripted Result;
  while (const auto *S = dyn_cast<ArraySubscriptExpr>(skipMarkers(E))) {
    Result.By.insert(Result.By.begin(), S->getIdx());
    E = skipMarkers(S->getBase());
    if (const auto *Decay = dyn_cast<ImplicitCastExpr>(E);
        Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      E = Decay->getSubExpr();
  }
  Result.Of = skipMarkers(E);
  return Result;
}

/// A variable of the function itself that nothing in the nest can change.
static bool keepsItsValue(const NestReader &NR, const VarDecl *V) {
  return V && V->hasLocalStorage() && !V->getType()->isReferenceType() &&
         !V->getType().isVolatileQualified() && !isDeclaredInNest(NR, V) &&
         V->getDeclContext() == NR.In.Function && !NR.Facts.escape(V) &&
         !NR.Facts.writeWithin(V, NR.In.Nest);
}

static const VarDecl *variableRead(const NestReader &NR, const clang::Expr *E) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(skipMarkers(E));
  while (Load && Load->getCastKind() == CK_IntegralCast)
    Load = dyn_cast<ImplicitCastExpr>(skipMarkers(Load->getSubExpr()));
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return nullptr;
  const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Load->getSubExpr()));
  return D ? variable(NR, D->getDecl()) : nullptr;
}

static std::optional<int64_t> constantOf(const NestReader &NR,
                                         const clang::Expr *E) {
  clang::Expr::EvalResult R;
  if (E->isValueDependent() ||
      !E->EvaluateAsInt(R, NR.Ctx, clang::Expr::SE_NoSideEffects) ||
      !R.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

/// The nest evaluates E whenever it is reached: in the header of the outermost
/// loop, and under no condition.
static bool isAlwaysRead(const NestReader &NR, const clang::Expr *E) {
  if (NR.Nest->PerfectDepth != 0)
    return false;
  const Stmt *S = E;
  for (const Stmt *P = NR.Facts.parent(S); P && !isa<ForStmt>(P);
       S = P, P = NR.Facts.parent(S)) {
    const auto *B = dyn_cast<BinaryOperator>(P);
    if ((B && B->isLogicalOp() && S != B->getLHS()) ||
        isa<AbstractConditionalOperator, CallExpr, StmtExpr>(P))
      return false;
  }
  return true;
}

/// "[2]" or "[n]"; empty: the element might not exist, or be another later.
static std::string subscriptText(const NestReader &NR, const clang::Expr *By,
                                 QualType Of, bool IsAlways) {
  const auto *Array = NR.Ctx.getAsConstantArrayType(Of);
  if (const std::optional<int64_t> K = constantOf(NR, By)) {
    if (!IsAlways &&
        (!Array || *K < 0 || static_cast<uint64_t>(*K) >= Array->getZExtSize()))
      return "";
    return "[" + std::to_string(*K) + "]";
  }
  const VarDecl *V = IsAlways ? variableRead(NR, By) : nullptr;
  return keepsItsValue(NR, V) ? "[" + V->getName().str() + "]" : "";
}

/// The path of the array, or of what the pointer leads to.
static std::optional<Path> pathTo(NestReader &NR, const clang::Expr *Of,
                                  bool IsAlways) {
  if (Of->getType()->isConstantArrayType()) {
    std::optional<Path> P = path(NR, Of);
    return P && (IsAlways || !P->ThroughPointer) ? P : std::nullopt;
  }
  const VarDecl *V = variableRead(NR, Of);
  if (!IsAlways || !keepsItsValue(NR, V) || !V->getType()->isPointerType())
    return std::nullopt;
  return path(NR, cast<ImplicitCastExpr>(Of)->getSubExpr());
}

/// Wherever the nest names V, it reads an element or a member of it.
static bool isOnlyRead(const NestReader &NR, const VarDecl *V) {
  return llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    if (!NR.Facts.isWithin(E, NR.In.Nest))
      return true;
    const Stmt *S = E, *P = NR.Facts.parent(S);
    while (P) {
      const auto *Cast = dyn_cast<ImplicitCastExpr>(P);
      if (Cast && Cast->getCastKind() == CK_LValueToRValue)
        return true;
      const auto *At = dyn_cast<ArraySubscriptExpr>(P);
      if (!isa<ParenExpr, MemberExpr>(P) && !(At && At->getBase() == S) &&
          !(Cast && Cast->getCastKind() == CK_ArrayToPointerDecay))
        return false;
      S = P;
      P = NR.Facts.parent(S);
    }
    return false;
  });
}

static std::optional<Path> pathOfElement(NestReader &NR, const clang::Expr *E) {
  if (NR.Callees.Calling || NR.isInCopy() ||
      E->getType().isVolatileQualified() || E->getType()->isAtomicType())
    return std::nullopt;
  const Subscripted S = subscriptsOf(E);
  if (S.By.empty())
    return std::nullopt;
  const bool IsAlways = NR.Scope.InMappedHeader && isAlwaysRead(NR, E);
  std::optional<Path> P = pathTo(NR, S.Of, IsAlways);
  if (P && !NR.Scope.InMappedHeader && (!P->Root || !isOnlyRead(NR, P->Root)))
    return std::nullopt;
  if (!P || P->Host.empty() || !P->Around.empty() || P->InUnion || P->Captured)
    return std::nullopt;
  QualType At = S.Of->getType();
  for (const clang::Expr *By : S.By) {
    const std::string Text = subscriptText(NR, By, At, IsAlways);
    if (Text.empty())
      return std::nullopt;
    P->Key += Text;
    P->Host += Text;
    llvm::StringRef Name = llvm::StringRef(Text).drop_front().drop_back();
    P->Name += Name.consume_front("-") ? "_minus_" : "_";
    P->Name += Name;
    At = At->isPointerType() ? At->getPointeeType()
                             : NR.Ctx.getAsArrayType(At)->getElementType();
  }
  P->IsMember = P->ThroughPointer = true; // a write may reach the element
  return P;
}

ExprRef heldElement(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  const std::optional<Path> P = pathOfElement(NR, E);
  if (!P || !intType(NR, E->getType()))
    return nullptr;
  const QualType T = E->getType().getUnqualifiedType();
  const ExprRef Value = paramFor(NR, *P, E, T, T).value_or(nullptr);
  if (Value && Value->Kind == ExprKind::Param)
    NR.Nest->Params[Value->Index].IsElement = true;
  return Value;
}

bool useHeldElement(NestReader &NR, const clang::Expr *E) {
  const ExprRef Held = heldElement(NR, E);
  if (!Held)
    return false;
  see(NR, E);
  addReplacement(NR, E->getSourceRange(), NR.Nest->Params[Held->Index].Name);
  return true;
}

} // namespace heddle
