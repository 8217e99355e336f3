//===- NullTests.cpp - Whether a pointer is null --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/NullTests.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"

using namespace clang;

namespace heddle {
namespace {

struct NullTest {
  const clang::Expr *Pointer = nullptr; ///< an lvalue
  bool OfNull = false;                  ///< true means that it is null
};

} // namespace

static bool isNull(const clang::Expr *E) {
  const auto *C = dyn_cast<CastExpr>(skipMarkers(E));
  return C && C->getCastKind() == CK_NullToPointer;
}

/// The pointer that E reads; null: E is another pointer.
static const clang::Expr *readPointer(const clang::Expr *E) {
  E = skipMarkers(E);
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    if (C->getCastKind() == CK_LValueToRValue)
      return skipMarkers(C->getSubExpr());
    if (C->getCastKind() != CK_NoOp) // to a pointer to const
      return nullptr;
    E = skipMarkers(C->getSubExpr());
  }
  return nullptr;
}

static NullTest testIn(const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return {C->getCastKind() == CK_PointerToBoolean
                ? readPointer(C->getSubExpr())
                : nullptr,
            false};
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isEqualityOp() || isNull(B->getLHS()) == isNull(B->getRHS()))
    return {};
  return {readPointer(isNull(B->getLHS()) ? B->getRHS() : B->getLHS()),
          B->getOpcode() == BO_EQ};
}

/// The answer's place among the parameters; none: the pointer is not one that
/// the nest leaves as it is.
static std::optional<ExprRef> answer(NestReader &NR, const NullTest &Test,
                                     const clang::Expr *E) {
  if (!Test.Pointer || NR.isInCopy() || NR.Callees.Calling ||
      Test.Pointer->getType().isVolatileQualified())
    return std::nullopt;
  std::optional<Path> P = path(NR, Test.Pointer);
  if (!P || !P->Last->getType().getNonReferenceType()->isPointerType() ||
      (P->Root && (isDeclaredInNest(NR, P->Root) ||
                   NR.Facts.writeWithin(P->Root, NR.In.Nest))))
    return std::nullopt;
  P->Key += " != nullptr";
  P->SizeOf = P->Host; // the object that a write might reach
  P->Host = "(" + P->Host + " != nullptr)";
  P->Name += "_given";
  return paramFor(NR, *P, E, NR.Ctx.BoolTy, NR.Ctx.BoolTy);
}

ExprRef nullTest(NestReader &NR, const clang::Expr *E) {
  const NullTest Test = testIn(E);
  const std::optional<ExprRef> Given = answer(NR, Test, E);
  if (!Given)
    return nullptr;
  return Test.OfNull ? node(NR, ExprKind::Not, (*Given)->Type, {*Given}, E)
                     : *Given;
}

bool readNullTest(NestReader &NR, const clang::Expr *E) {
  const NullTest Test = testIn(E);
  const std::optional<ExprRef> Given = answer(NR, Test, E);
  if (!Given)
    return false;
  see(NR, E);
  const std::string &Name = NR.Nest->Params[(*Given)->Index].Name;
  addReplacement(NR, E->getSourceRange(),
                 Test.OfNull ? "(!" + Name + ")" : Name);
  return true;
}

} // namespace heddle
