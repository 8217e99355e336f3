//===- ObjectRanges.cpp - Range-based `for` over the user's objects -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/ObjectRanges.h"
#include "Read/Callees/Accessors.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Loops/RangeHeader.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Pointers.h"
#include "Spelling/NestText.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// `x.begin()` and `x.end()`, as the range-based `for` calls them.
struct EndCalls {
  const CXXMemberCallExpr *Begin = nullptr, *End = nullptr;
};

} // namespace

/// The call of a member function that gives the pointer D is initialised with;
/// null: it is something else.
static const CXXMemberCallExpr *callIn(const NestReader &NR,
                                       const DeclStmt *D) {
  const auto *V = D ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
  const auto *Call =
      V && V->getInit() ? dyn_cast<CXXMemberCallExpr>(skipMarkers(V->getInit()))
                        : nullptr;
  return Call && givesPointer(NR, Call) ? Call : nullptr;
}

static std::optional<EndCalls> endCalls(const NestReader &NR,
                                        const CXXForRangeStmt *S) {
  const EndCalls Calls{callIn(NR, S->getBeginStmt()),
                       callIn(NR, S->getEndStmt())};
  return Calls.Begin && Calls.End ? std::optional(Calls) : std::nullopt;
}

QualType elementOfObject(const NestReader &NR, const CXXForRangeStmt *S) {
  const std::optional<EndCalls> Calls = endCalls(NR, S);
  return Calls ? Calls->Begin->getType()->getPointeeType() : QualType();
}

std::optional<ObjectRange> objectRange(NestReader &NR,
                                       const CXXForRangeStmt *S) {
  const std::optional<EndCalls> Calls = endCalls(NR, S);
  if (!Calls || namesMoved(NR, S->getRangeInit()))
    return std::nullopt;
  const auto Place =
      [&](const clang::Expr *Pointer) -> std::optional<Position> {
    std::optional<Position> P = attempt(NR, [&] {
                                  return pointer(NR, Pointer,
                                                 /*Evaluate=*/false);
                                }).first;
    return P && !P->Private && P->Subs.size() == 1 &&
                   !findOpaque(*P->Subs.front())
               ? P
               : std::nullopt;
  };
  const std::optional<Position> First = Place(Calls->Begin);
  // The text asks for it again and again.
  if (!First || !isStable(*First->Subs.front(), NR.model()))
    return std::nullopt;
  bool IsHeld = false;
  ObjectRange Range{*First, elementsBetween(
                                NR, {Calls->Begin, Calls->End, *First},
                                [&] { return Place(Calls->End); }, IsHeld)};
  if (!Range.Count)
    return std::nullopt;
  Range.Count = convert(NR, Range.Count, Int64);
  return Range;
}

Position enterObject(NestReader &NR, const CXXForRangeStmt *S,
                     const ObjectRange &Range, const Loop &L) {
  Position P = Range.First;
  const ExprRef Before = P.Subs.back();
  P.Subs.back() = inScalars(NR, L.CounterSide, P, elementOfObject(NR, S));
  if (!isZero(*Before))
    P.Subs.back() = node(NR, ExprKind::Add, Int64,
                         {convert(NR, Before, Int64), P.Subs.back()}, nullptr);
  P.Within = 0;
  const auto *Begin = cast<VarDecl>(S->getBeginStmt()->getSingleDecl());
  NR.Memory.PointerLocals[Begin] = P;
  NR.Scope.MovedByHeader.insert(Begin);
  return P;
}

std::string kernelBegin(const NestReader &NR, const CXXForRangeStmt *S,
                        const ObjectRange &Range) {
  const std::string &Array = NR.Nest->Arrays[Range.First.Array].KernelName;
  const ExprRef Before = inElements(NR, Range.First.Subs.back(), Range.First,
                                    elementOfObject(NR, S));
  return isZero(*Before)
             ? Array
             : "(" + Array + " + " + cxxText(*Before, *NR.Nest) + ")";
}

std::string beginText(const NestReader &NR, const CXXForRangeStmt *S) {
  return text(NR, S->getRangeInit()) + ".begin()";
}

std::string distanceText(const NestReader &NR, const CXXForRangeStmt *S) {
  return text(NR, S->getRangeInit()) + ".end() - " + beginText(NR, S);
}

} // namespace heddle
