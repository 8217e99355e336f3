//===- PrivateClaims.cpp - private(t) and lastprivate(t) ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/PrivateClaims.h"
#include "Read/Loops/LastValues.h"
#include "Read/Loops/PrivateArrays.h"
#include "Read/Loops/Privates.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

using Claim = AnnotatedLoop::PrivateClaim;

bool isReduced(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.In.ReduceExprs,
                      [V](const clang::Expr *E) { return named(E) == V; });
}

bool isClaimedPrivate(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.In.PrivateClaims,
                      [V](const Claim &C) { return C.Variable == V; });
}

bool isClaimedLast(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(NR.In.PrivateClaims, [V](const Claim &C) {
    return C.Variable == V && C.IsLast;
  });
}

//===--- Claims that cannot be --------------------------------------------===//

/// Why V is not private for all the user's word; completes HD128.
static std::string whyNot(const NestReader &NR, const Claim &C) {
  const VarDecl *V = C.Variable;
  if (isa<clang::Expr>(NR.In.For))
    return "the iterations are calls of a function";
  if (isReduced(NR, V))
    return "'reduce' names it, too";
  if (NR.Names.NestDecls.contains(V))
    return "the loops declare it, so that each iteration has its own anyway";
  if (!V->hasLocalStorage() || V->getDeclContext() != NR.In.Function)
    return "it is no variable of the function around the loops";
  if (!V->getType()->isArrayType() && !V->getType()->isArithmeticType())
    return "it is neither a number nor an array of numbers";
  if (V->getType().isVolatileQualified())
    return "it is volatile";
  if (V->getType()->isArrayType() ? !isElementwise(NR, V)
                                  : NR.Facts.escape(V) != nullptr)
    return V->getType()->isArrayType()
               ? "the function does more with it than to read and to assign "
                 "single elements of a small array"
               : "a pointer or a reference leads to it";
  if (!NR.Facts.writeWithin(V, NR.In.For) && !V->getType()->isArrayType())
    return "the loops do not change it";
  const auto Needed = NR.Scope.Privates.Needed.find(V);
  if (Needed == NR.Scope.Privates.Needed.end())
    return "the function has a 'try', the loops use its name for something "
           "else, or it stands in a pragma or where other flags would compile "
           "another text";
  if (!Needed->second.second)
    return "the header of a loop needs its value";
  if (V->getType()->isArrayType())
    return C.IsLast ? "the last values of arrays are not kept"
                    : "its elements are read behind the loops";
  return C.IsLast ? "which iteration is the last one cannot be told from the "
                    "headers of the loops, or the body is one statement "
                    "without braces"
                  : "its value is read behind the loops; write 'lastprivate(" +
                        V->getName().str() +
                        ")' if the last iteration certainly sets it";
}

bool checkPrivateClaims(NestReader &NR) {
  llvm::DenseSet<const VarDecl *> Seen;
  for (const Claim &C : NR.In.PrivateClaims) {
    const bool IsTwice = !Seen.insert(C.Variable).second;
    const bool IsPrivate =
        llvm::is_contained(NR.Scope.Privates.Variables, C.Variable);
    if (IsPrivate && !IsTwice && !isReduced(NR, C.Variable))
      continue;
    Diagnostic &D = NR.error(
        DiagID::HD128, C.Where, C.IsLast ? "lastprivate" : "private",
        C.Variable->getName(), IsTwice ? "it is named twice" : whyNot(NR, C));
    D.note(ref(NR, C.Variable->getSourceRange()), "declared here");
    if (!IsTwice)
      notePrivate(NR, C.Variable, D);
    return false;
  }
  return true;
}

//===--- Uses -------------------------------------------------------------===//

/// How E, a variable or an element, is used; none: in no way that can be looked
/// at.
static std::optional<LoopNest::OwnUse::Kind> roleOf(const NestReader &NR,
                                                    const clang::Expr *E) {
  const Stmt *S = E, *P = NR.Facts.parent(S);
  for (; isa_and_nonnull<ParenExpr>(P); S = P, P = NR.Facts.parent(S))
    ;
  if (const auto *C = dyn_cast_or_null<CastExpr>(P);
      C && C->getCastKind() == CK_LValueToRValue)
    return LoopNest::OwnUse::Read;
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(P);
      B && B->isAssignmentOp() && B->getLHS() == S)
    return B->getOpcode() == BO_Assign ? LoopNest::OwnUse::Write
                                       : LoopNest::OwnUse::Update;
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(P);
      U && U->isIncrementDecrementOp())
    return LoopNest::OwnUse::Update;
  return std::nullopt;
}

/// False after an error.
static bool noteUse(NestReader &NR, unsigned Claim, const clang::Expr *E) {
  const auto At = offsets(NR, E->getSourceRange());
  const std::optional<LoopNest::OwnUse::Kind> Role = roleOf(NR, E);
  if (!At || At->first >= At->second || !Role) {
    const std::string &Name = NR.Nest->PrivateClaims[Claim].Name;
    NR.error(DiagID::HD126, ref(NR, E->getSourceRange()), Name, Name);
    return false;
  }
  Value V;
  V.Kind = ValueKind::Own;
  V.Where = {At->first, At->second};
  V.Index = static_cast<unsigned>(NR.Nest->OwnUses.size());
  NR.Nest->OwnUses.push_back({Claim, *Role, text(NR, E)});
  NR.Spans.Values.push_back(std::move(V));
  return true;
}

void notePrivateUses(NestReader &NR) {
  for (const Claim &C : NR.In.PrivateClaims) {
    const VarDecl *V = C.Variable;
    // Headers that declare a counter set it.
    if (NR.Failed || !isDeclaredInBody(NR, V))
      continue;
    const auto Number = static_cast<unsigned>(NR.Nest->PrivateClaims.size());
    NR.Nest->PrivateClaims.push_back(
        {V->getName().str(), C.IsLast && isKept(NR, V)});
    for (const clang::Expr *E : NR.Facts.mentions(V)) {
      if (!NR.Facts.isWithin(E, NR.In.For))
        continue;
      const clang::Expr *Use =
          V->getType()->isArrayType() ? elementAround(NR, E) : E;
      if (!noteUse(NR, Number, Use))
        return;
    }
  }
}

} // namespace heddle
