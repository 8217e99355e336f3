//===- Distances.cpp - From one pointer to another ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/Distances.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/PointerValues.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Spelling/NestText.h"
#include "llvm/Support/SaveAndRestore.h"

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

bool isInOneRow(const NestReader &NR, const Position &A, const Position &B) {
  if (!NR.model().Arrays[A.Array].Tables)
    return true;
  if (A.Subs.size() != B.Subs.size())
    return false;
  for (size_t I = 0; I + 1 < A.Subs.size(); ++I)
    if (findOpaque(*A.Subs[I]) || toString(*A.Subs[I]) != toString(*B.Subs[I]))
      return false;
  return true;
}

//===--- Pointers that are held -------------------------------------------===//

/// The key of a distance begins with it.
static constexpr llvm::StringLiteral DistanceKey = "distance ";

/// The variable or member whose pointer E is the value of, maybe as a function
/// returns it.
static std::optional<Path> holderOf(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  if (!E->getType()->isPointerType() ||
      !E->getType()->getPointeeType()->isObjectType())
    return std::nullopt;
  if (givesPointer(NR, E)) {
    const auto *Call = cast<CallExpr>(E);
    WrittenOut Frame;
    if (!describeCallee(NR, Call, Frame).empty() ||
        bindArguments(NR, Call, Frame))
      return std::nullopt;
    llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling, &Frame);
    return holderOf(NR, returned(Frame.Callee));
  }
  const auto *C = dyn_cast<ImplicitCastExpr>(E);
  if (C && C->getCastKind() == CK_NoOp)
    return holderOf(NR, C->getSubExpr());
  if (!C || C->getCastKind() != CK_LValueToRValue)
    return std::nullopt;
  const clang::Expr *Named = skipMarkers(C->getSubExpr());
  if (!isa<DeclRefExpr, MemberExpr>(Named) ||
      Named->getType().isVolatileQualified())
    return std::nullopt;
  std::optional<Path> P = path(NR, Named);
  return P && !P->IsData && P->Last->getType()->isPointerType() &&
                 !(P->Root && NR.Facts.writeWithin(P->Root, NR.In.Nest))
             ? P
             : std::nullopt;
}

bool isHeldPointer(NestReader &NR, const clang::Expr *E) {
  return !NR.isInCopy() && holderOf(NR, E);
}

/// A parameter that no text names joins Storage to what writes are held apart
/// from.
static void keepApart(NestReader &NR, const Param &Distance,
                      const std::string &Storage) {
  Param New = Distance;
  New.Name += "_from";
  New.StorageText = Storage;
  NR.Nest->Params.push_back(std::move(New));
}

ExprRef heldDistance(NestReader &NR, const clang::Expr *From,
                     const clang::Expr *To) {
  if (NR.isInCopy() ||
      !NR.Ctx.hasSameUnqualifiedType(From->getType()->getPointeeType(),
                                     To->getType()->getPointeeType()))
    return nullptr;
  const std::optional<Path> Begin = holderOf(NR, From);
  const std::optional<Path> End = Begin ? holderOf(NR, To) : std::nullopt;
  if (!End || Begin->Key == End->Key)
    return nullptr;
  Path Between = *End;
  Between.Key = (DistanceKey + End->Key + " " + Begin->Key).str();
  Between.Host = "(" + End->Host + " - " + Begin->Host + ")";
  Between.Name += "_distance";
  Between.IsMember = true;
  const bool IsKnown = NR.Memory.ParamIndex.contains(Between.Key);
  const QualType T = NR.Ctx.getPointerDiffType();
  const std::optional<ExprRef> Value = paramFor(NR, Between, To, T, T);
  if (!Value || IsKnown)
    return Value.value_or(nullptr);
  Param &New = NR.Nest->Params[(*Value)->Index];
  New.StorageText = storageOf(NR, *End);
  const std::string Other = storageOf(NR, *Begin);
  if (New.StorageText.empty())
    New.StorageText = Other;
  else if (!Other.empty() && Other != New.StorageText)
    keepApart(NR, New, Other);
  return *Value;
}

ExprRef elementsBetween(NestReader &NR, const PointerEnds &Ends,
                        llvm::function_ref<std::optional<Position>()> PlaceOfTo,
                        bool &IsHeld) {
  const auto InArray = [&]() -> ExprRef {
    const std::optional<Position> To = PlaceOfTo();
    return To && To->Array == Ends.Place.Array
               ? inElements(NR, scalarsBetween(NR, Ends.Place, *To), Ends.Place,
                            pointee(Ends.From->getType()))
               : nullptr;
  };
  IsHeld = isHeldPointer(NR, Ends.From) && isHeldPointer(NR, Ends.To);
  if (!IsHeld)
    return InArray();
  LookAhead Arrays(NR);
  if (ExprRef Elements = InArray()) {
    IsHeld = false;
    return Elements;
  }
  Arrays.takeBack();
  return heldDistance(NR, Ends.From, Ends.To);
}

bool readHeldDistance(NestReader &NR, const BinaryOperator *E) {
  if (E->getOpcode() != BO_Sub || !isHeldPointer(NR, E->getLHS()) ||
      !isHeldPointer(NR, E->getRHS()))
    return false;
  const ExprRef Value = pointerDifference(NR, E);
  if (!Value || !isUniqueInNest(NR, *Value))
    return false;
  see(NR, E);
  addReplacement(NR, E->getSourceRange(), cxxText(*Value, *NR.Nest));
  return true;
}

void checkHeldPointers(NestReader &NR) {
  const LoopNest &Nest = *NR.Nest;
  if (llvm::none_of(Nest.Accesses, [&](const Access &A) {
        return A.IsWrite && Nest.Arrays[A.Array].ElementBytes == 1;
      }))
    return;
  const bool HasDistance =
      llvm::any_of(NR.Memory.ParamIndex, [&](const auto &Known) {
        return Known.first().starts_with(DistanceKey) &&
               !Nest.Params[Known.second].StorageText.empty();
      });
  for (const VarDecl *V : NR.Scope.MovedByHeader) {
    const Position P = NR.Memory.PointerLocals.lookup(V);
    if (!V->getType()->isPointerType() || P.Private ||
        (!HasDistance && Nest.Arrays[P.Array].StorageText.empty()))
      continue;
    if (V->isImplicit()) // a range-based 'for' declares it
      NR.error(DiagID::HD240, ref(NR, SourceRange(V->getLocation())),
               "the nest stores characters, which may change the pointers that "
               "it goes between; keep these in locals");
    else
      NR.error(DiagID::HD203, ref(NR, V->getSourceRange()), V->getName(),
               V->getType().getAsString(NR.Ctx.getPrintingPolicy()))
          .note(ref(NR, SourceRange(V->getLocation())),
                "the nest stores characters, which may change the pointers "
                "that the loop goes between; keep these in locals");
  }
}

//===--- Differences ------------------------------------------------------===//

/// The same, of two places in one array.
static ExprRef differenceInArray(NestReader &NR, const BinaryOperator *E) {
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

ExprRef pointerDifference(NestReader &NR, const BinaryOperator *E) {
  if (isTableDistance(E))
    return opaque(NR, E, DependsOnArray);
  if (!isHeldPointer(NR, E->getLHS()) || !isHeldPointer(NR, E->getRHS()))
    return differenceInArray(NR, E);
  LookAhead Arrays(NR);
  if (ExprRef Elements = differenceInArray(NR, E))
    return Elements;
  Arrays.takeBack();
  return heldDistance(NR, E->getRHS(), E->getLHS());
}

} // namespace heddle
