//===- AlgorithmRanges.cpp - The elements that algorithms are given -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/AlgorithmRanges.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/PointerLoops.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"

using namespace clang;

namespace heddle {

static const IntType Int64{64, true};

void refuseCall(NestReader &NR, const Stmt *Where, llvm::StringRef Why) {
  NR.error(DiagID::HD243, ref(NR, Where), Why);
}

/// An end of an array that is an object, `std::begin(a)` or `a.end()`.
static std::optional<Position> arrayEnd(NestReader &NR, const clang::Expr *E) {
  bool IsEnd = false;
  const clang::Expr *Object = containerAt(skipTemporaries(E), IsEnd);
  const auto *A =
      Object ? NR.Ctx.getAsConstantArrayType(Object->getType()) : nullptr;
  const std::optional<Container> C =
      Object && !A ? containerOf(NR.Ctx, Object->getType(), Object->getType())
                   : std::nullopt;
  if (!A && !(C && C->Inline))
    return std::nullopt;
  std::optional<Position> P =
      attempt(NR, [&] {
        std::optional<Position> At =
            A ? lvalue(NR, Object, /*Evaluate=*/false)
              : container(NR, Object, /*Evaluate=*/false);
        if (At && A && !At->Private)
          At->Subs.push_back(constant(NR, 0, Int64, nullptr));
        return At;
      }).first;
  if (!P || P->Private || P->Subs.size() != 1)
    return std::nullopt;
  const uint64_t Extent = A ? A->getSize().getZExtValue() : *C->Extent;
  if (IsEnd)
    P->Subs.back() = inScalars(
        NR, constant(NR, static_cast<int64_t>(Extent), Int64, nullptr), *P,
        A ? A->getElementType() : C->Element);
  return P;
}

bool isOwn(const NestReader &NR, const VarDecl *V) {
  const QualType T = V->getType();
  return !T->isReferenceType() && !T.isVolatileQualified() &&
         (T.isConstQualified() ||
          (V->getDeclContext() == NR.In.Function && V->hasLocalStorage() &&
           !NR.Facts.escape(V)));
}

bool isSteady(const NestReader &NR, const Stmt *E) {
  // A container has as many elements as long as it has these.
  if (const auto *Call = dyn_cast<CallExpr>(E))
    if (const clang::Expr *Object = measuredContainer(NR.Ctx, Call))
      return isa<DeclRefExpr, MemberExpr>(Object);
  if (isa<CallExpr, CXXConstructExpr, LambdaExpr, MemberExpr,
          ArraySubscriptExpr, CXXThisExpr>(E))
    return false;
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && (U->isIncrementDecrementOp() || U->getOpcode() == UO_Deref ||
            U->getOpcode() == UO_AddrOf))
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return false;
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    return V ? isOwn(NR, V) : isa<EnumConstantDecl>(D->getDecl());
  }
  return llvm::all_of(E->children(), [&](const Stmt *Child) {
    return !Child || isSteady(NR, Child);
  });
}

/// The pointer E leads to one place as long as the nest runs: it is such a
/// pointer, or `x.data()`, or an integer is added or taken away.
static bool staysAt(NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Plain = E->IgnoreParenNoopCasts(NR.Ctx);
  if (const auto *C = dyn_cast<ImplicitCastExpr>(Plain);
      C && C->getCastKind() == CK_NoOp)
    return staysAt(NR, C->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(Plain))
    return B->isAdditiveOp() && B->getLHS()->getType()->isPointerType() &&
           staysAt(NR, B->getLHS()) && isSteady(NR, B->getRHS());
  const clang::Expr *Object = pointedContainer(NR.Ctx, Plain);
  return Object ? isa<DeclRefExpr, MemberExpr>(Object)
                : placeOf(NR, E).has_value();
}

/// Where E leads before the loop.
static std::optional<Position> endAt(NestReader &NR, const clang::Expr *E) {
  if (std::optional<Position> P = arrayEnd(NR, E))
    return P;
  if (isIterator(E->getType()))
    return placeOf(NR, E);
  if (!E->getType()->isPointerType() || !staysAt(NR, E))
    return std::nullopt;
  std::optional<Position> P =
      attempt(NR, [&] { return pointer(NR, E, /*Evaluate=*/false); }).first;
  if (!P || P->Private || P->Subs.size() != 1 || findOpaque(*P->Subs.front()))
    return std::nullopt;
  return P;
}

namespace {

/// An iterator, as the source has it, as an index of a container or an array
/// that has a name. An empty index is 0.
struct NamedPlace {
  const clang::Expr *Object;
  std::string Index;
};

} // namespace

static std::optional<NamedPlace> namedPlace(const NestReader &NR,
                                            const clang::Expr *E) {
  E = skipTemporariesAnd(E, [](const clang::Expr *C) -> const clang::Expr * {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(C);
    const auto *Made = dyn_cast<CXXConstructExpr>(C);
    const clang::Expr *From = Cast ? Cast->getSubExpr()
                              : Made && Made->getNumArgs() == 1
                                  ? Made->getArg(0)
                                  : nullptr;
    return From && isIterator(From->getType()) ? From : nullptr;
  });
  bool IsEnd = false;
  if (const clang::Expr *Object = containerAt(E, IsEnd)) {
    const auto *A = NR.Ctx.getAsConstantArrayType(Object->getType());
    return NamedPlace{Object, !IsEnd ? ""
                              : A ? std::to_string(A->getSize().getZExtValue())
                                  : "static_cast<long>(" + text(NR, Object) +
                                        ".size())"};
  }
  const auto *Sum = dyn_cast<CXXOperatorCallExpr>(E);
  if (!Sum || Sum->getNumArgs() != 2 || !isIterator(Sum->getArg(0)->getType()))
    return std::nullopt;
  std::optional<NamedPlace> P = namedPlace(NR, Sum->getArg(0));
  if (!P)
    return std::nullopt;
  const std::string By =
      isLiteral(Sum->getArg(1), NR.SM)
          ? text(NR, Sum->getArg(1))
          : "static_cast<long>(" + text(NR, Sum->getArg(1)) + ")";
  if (Sum->getOperator() == OO_Minus)
    P->Index = (P->Index.empty() ? "0" : P->Index) + " - " + By;
  else
    P->Index += (P->Index.empty() ? "" : " + ") + By;
  return P;
}

std::optional<Start> startAt(NestReader &NR, const clang::Expr *E) {
  const std::optional<Position> P = endAt(NR, E);
  // The last dimension of structures numbers what is in them.
  const size_t Has = P ? P->Subs.size() + NR.Nest->Arrays[P->Array].Records : 0;
  if (!P || Has != NR.Nest->Arrays[P->Array].Extents.size()) {
    refuseCall(NR, E,
               "'" + text(NR, E) +
                   "' is no pointer or iterator into an array that stays where "
                   "it is");
    return std::nullopt;
  }
  Start Found;
  Found.At = *P;
  Found.Type = pointee(skipTemporaries(E)->getType());
  const std::optional<NamedPlace> Named = namedPlace(NR, E);
  Found.Text = Named ? text(NR, Named->Object) : operand(NR, E);
  Found.Index = Named ? Named->Index : "";
  Found.Kernel = NR.Nest->Arrays[P->Array].KernelName;
  if (const ExprRef Before = inElements(NR, P->Subs.back(), *P, Found.Type);
      !isZero(*Before))
    Found.KernelIndex = cxxText(*Before, *NR.Nest);
  return Found;
}

/// How many elements there are, from `last`.
static std::optional<ElementCount>
countTo(NestReader &NR, const AlgorithmCall &A, const Start &From) {
  const std::optional<Position> To = endAt(NR, A.Last);
  if (!To || To->Array != From.At.Array) {
    refuseCall(NR, A.Last,
               "that '" + text(NR, A.Last) + "' is in the array of '" +
                   text(NR, A.First) + "' is not known");
    return std::nullopt;
  }
  ElementCount C;
  C.Value =
      inElements(NR, scalarsBetween(NR, From.At, *To), From.At, From.Type);
  const std::optional<NamedPlace> Begin = namedPlace(NR, A.First),
                                  End = namedPlace(NR, A.Last);
  if (C.Value->Kind == ExprKind::Const)
    C.Text = std::to_string(C.Value->Value);
  else if (Begin && End)
    C.Text = (End->Index.empty() ? "0" : End->Index) +
             (Begin->Index.empty() ? "" : " - (" + Begin->Index + ")");
  else
    C.Text = operand(NR, A.Last) + " - " + operand(NR, A.First);
  return C;
}

/// The same from `n`.
static std::optional<ElementCount> countFrom(NestReader &NR,
                                             const clang::Expr *N) {
  const std::optional<IntType> Type = intType(NR, N->getType());
  ElementCount C;
  C.Value = Type ? convert(NR, expr(NR, N), Int64) : nullptr;
  if (!C.Value || (!findOpaque(*C.Value) && !isStable(*C.Value, *NR.Nest) &&
                   !isSteady(NR, N))) {
    refuseCall(NR, N,
               "'" + text(NR, N) +
                   "' is no integer that stays what it is; keep it in a "
                   "constant before");
    return std::nullopt;
  }
  C.Text = isLiteral(N, NR.SM) ? text(NR, N)
                               : "static_cast<long>(" + text(NR, N) + ")";
  return C;
}

std::optional<ElementCount> countOf(NestReader &NR, const AlgorithmCall &A,
                                    const Start &From) {
  return A.Last ? countTo(NR, A, From) : countFrom(NR, A.Count);
}

void walkEnd(NestReader &NR, const clang::Expr *E) {
  see(NR, E);
  if (E->getType()->isPointerType() && !arrayEnd(NR, E))
    pointer(NR, E, /*Evaluate=*/true);
}

} // namespace heddle
