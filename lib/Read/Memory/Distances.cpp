//===- Distances.cpp - From one pointer to another ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/Distances.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"

using namespace clang;

namespace heddle {

static const IntType Int64{64, true};

/// The scalars in one object of type Element at P: 1, but for structures.
static int64_t scalarsAt(const NestReader &NR, const Position &P,
                         QualType Element) {
  std::string Why;
  return isInRecord(NR, P)
             ? static_cast<int64_t>(scalarsIn(NR, Element, Why).value_or(1))
             : 1;
}

ExprRef inElements(const NestReader &NR, ExprRef Scalars, const Position &P,
                   QualType Element) {
  const int64_t Each = scalarsAt(NR, P, Element);
  if (Each == 1 || isZero(*Scalars))
    return Scalars;
  return node(NR, ExprKind::Div, Int64,
              {convert(NR, std::move(Scalars), Int64),
               constant(NR, Each, Int64, nullptr)},
              nullptr);
}

ExprRef inScalars(const NestReader &NR, ExprRef Elements, const Position &P,
                  QualType Element) {
  const int64_t Each = scalarsAt(NR, P, Element);
  Elements = convert(NR, std::move(Elements), Int64);
  if (Each == 1)
    return Elements;
  return node(NR, ExprKind::Mul, Int64,
              {constant(NR, Each, Int64, nullptr), std::move(Elements)},
              nullptr);
}

ExprRef scalarsBetween(const NestReader &NR, const Position &From,
                       const Position &To) {
  const ExprRef End = convert(NR, To.Subs.back(), Int64);
  if (isZero(*From.Subs.back()))
    return End;
  return node(NR, ExprKind::Sub, Int64,
              {End, convert(NR, From.Subs.back(), Int64)}, nullptr);
}

ExprRef pointerDifference(NestReader &NR, const BinaryOperator *E) {
  const auto Place = [&](const clang::Expr *Pointer) {
    return attempt(NR, [&] { return pointer(NR, Pointer, /*Evaluate=*/false); })
        .first;
  };
  const std::optional<Position> To = Place(E->getLHS());
  const std::optional<Position> From = To ? Place(E->getRHS()) : std::nullopt;
  if (!From || From->Private || To->Private || From->Array != To->Array ||
      From->Subs.size() != 1 || To->Subs.size() != 1)
    return nullptr;
  const ExprRef Scalars = scalarsBetween(NR, *From, *To);
  if (findOpaque(*Scalars))
    return nullptr;
  const QualType Element = E->getLHS()->getType()->getPointeeType();
  return inElements(NR, Scalars, *From, Element);
}

} // namespace heddle
