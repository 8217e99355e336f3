//===- TableElements.cpp - Elements of tables, which lead to rows ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/TableElements.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/UseFlow.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Tables.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// The expression whose elements, or elements of elements, E is one of.
static const clang::Expr *subscriptedBase(const NestReader &NR,
                                          const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const clang::Expr *Object = subscriptedContainer(NR.Ctx, E))
      E = Object;
    else if (const auto *U = dyn_cast<UnaryOperator>(E);
             U && U->getOpcode() == UO_Deref)
      E = U->getSubExpr();
    else
      return E;
  }
}

/// E is an element that is a pointer. One message for each table of them.
static std::optional<Position> refusedElement(NestReader &NR,
                                              const clang::Expr *E) {
  const VarDecl *Table = named(subscriptedBase(NR, E));
  if (!Table)
    return refused(NR, E, DiagID::HD216);
  const SourceRef Where = ref(NR, SourceRange(Table->getLocation()));
  const bool IsSaid =
      llvm::any_of(NR.Diags.Diagnostics, [&](const Diagnostic &D) {
        return D.ID == DiagID::HD216 && !D.Notes.empty() &&
               D.Notes.front().Where.Begin == Where.Begin;
      });
  if (IsSaid) {
    NR.Failed = true;
    return std::nullopt;
  }
  NR.error(DiagID::HD216, ref(NR, E), text(NR, E))
      .note(Where, "'" + Table->getName().str() + "' is declared here");
  return std::nullopt;
}

std::optional<Position> leadOn(NestReader &NR, const clang::Expr *E,
                               bool Evaluate) {
  std::optional<Position> P = lvalue(NR, E, Evaluate);
  if (!P || P->Private)
    return P;
  if (Evaluate)
    recordRowLoad(NR, *P, E);
  P->Subs.push_back(constant(NR, 0, IntType{64, true}, nullptr));
  return P;
}

/// Element, whose value is C, is a pointer that leads on from a table.
std::optional<Position> rowOfTable(NestReader &NR, const CastExpr *C,
                                   const clang::Expr *Element, bool Evaluate) {
  const QualType Base = subscriptedBase(NR, Element)->getType();
  if (NR.isInCopy() || !tableOf(NR.Ctx, Base, Base))
    return refusedElement(NR, C);
  return leadOn(NR, Element, Evaluate);
}

/// Object is a vector in a table.
bool isTableRow(const NestReader &NR, const clang::Expr *Object) {
  const QualType Base = subscriptedBase(NR, Object)->getType();
  return !NR.isInCopy() && subscriptedContainer(NR.Ctx, skipMarkers(Object)) &&
         tableOf(NR.Ctx, Base, Base);
}

/// `v[i].data()`, which kernels have as `v[i]`.
std::optional<Position> dataOfRow(NestReader &NR, const CXXMemberCallExpr *E,
                                  const clang::Expr *Object, bool Evaluate) {
  const auto *M = cast<MemberExpr>(E->getCallee()->IgnoreParens());
  if (Evaluate)
    addReplacement(NR, SourceRange(M->getOperatorLoc(), E->getEndLoc()), "");
  return leadOn(NR, Object, Evaluate);
}

} // namespace heddle
