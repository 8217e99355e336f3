//===- PointerValues.cpp - Distances of pointers in a table ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/PointerValues.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {
namespace {

/// An element of a table: the variable or member that holds it, and which.
struct TableElement {
  const clang::Expr *Held = nullptr;
  const ArraySubscriptExpr *Whole = nullptr;
};

/// `To - From`, of elements of two tables, which may be one.
struct TableDistance {
  TableElement To, From;
};

} // namespace

/// The lvalue whose value E loads; null: it loads none.
static const clang::Expr *loadedFrom(const clang::Expr *E) {
  const auto *C = dyn_cast<ImplicitCastExpr>(skipMarkers(E));
  return C && C->getCastKind() == CK_LValueToRValue
             ? skipMarkers(C->getSubExpr())
             : nullptr;
}

static std::optional<TableElement> elementOfTable(const clang::Expr *E) {
  const auto *S = dyn_cast_or_null<ArraySubscriptExpr>(loadedFrom(E));
  const clang::Expr *Held = S ? loadedFrom(S->getBase()) : nullptr;
  if (!Held || !isa<DeclRefExpr, MemberExpr>(Held) ||
      Held->getType().isVolatileQualified() ||
      S->getType().isVolatileQualified() || !S->getType()->isPointerType() ||
      S->getType()->getPointeeType()->isPointerType())
    return std::nullopt;
  return TableElement{Held, S};
}

static std::optional<TableDistance> tableDistance(const clang::Expr *E) {
  const auto *B = dyn_cast<BinaryOperator>(skipMarkers(E));
  if (!B || B->getOpcode() != BO_Sub)
    return std::nullopt;
  const std::optional<TableElement> To = elementOfTable(B->getLHS());
  const std::optional<TableElement> From =
      To ? elementOfTable(B->getRHS()) : std::nullopt;
  return From ? std::optional(TableDistance{*To, *From}) : std::nullopt;
}

bool isTableDistance(const clang::Expr *E) {
  return tableDistance(E).has_value();
}

/// The table at P as an array of pointers to Pointee, which is Written so.
static std::optional<unsigned> arrayOfPointers(NestReader &NR, const Path &P,
                                               const clang::Expr *E,
                                               QualType Pointee,
                                               QualType Written) {
  if (std::optional<unsigned> Known = NR.Memory.array(P.Key))
    return Known;
  std::optional<ArrayInfo> A = describeArray(
      NR, P, E, Pointee.getUnqualifiedType(), Written.getUnqualifiedType());
  if (!A)
    return std::nullopt;
  if (Pointee.isConstQualified())
    A->ElementType = "const " + A->ElementType;
  A->ElementType += " *";
  A->ElementBytes = static_cast<unsigned>(
      NR.Ctx.getTypeSizeInChars(NR.Ctx.VoidPtrTy).getQuantity());
  A->Integral = false;
  A->Origin = Provenance::Pointer;
  A->ObjectKey.clear();
  A->Extents.push_back(nullptr);
  A->DeclPrefix = A->ElementType + "const *";
  A->HostText = P.Host;
  A->StorageText = storageOf(NR, P);
  return addArray(NR, P, std::move(*A));
}

/// Kernels know how large an object is that such pointers lead to.
static bool hasKnownSize(NestReader &NR, QualType T) {
  std::string Why;
  return !T.isVolatileQualified() &&
         (intType(NR, T) || T->isRealFloatingType() ||
          (T->isRecordType() && scalarsIn(NR, T, Why)));
}

/// Where E is; none: that is not understood.
static std::optional<Position> placeOfElement(NestReader &NR,
                                              const TableElement &E) {
  std::optional<Path> P = path(NR, E.Held);
  const QualType Pointee = E.Whole->getType()->getPointeeType();
  if (!P || P->IsData || !P->Last->getType()->isPointerType() ||
      (P->Root && NR.Facts.writeWithin(P->Root, NR.In.Nest)) ||
      !hasKnownSize(NR, Pointee))
    return std::nullopt;
  const QualType Element = E.Whole->getType();
  P->Key = "pointers of " + P->Key;
  const std::optional<unsigned> Array = arrayOfPointers(
      NR, *P, E.Held, Pointee,
      pointeeOf(NR, Element,
                pointeeOf(NR, P->Last->getType(), writtenType(NR, P->Last))));
  if (!Array)
    return std::nullopt;
  Position Place;
  Place.Array = *Array;
  Place.Subs.push_back(expr(NR, E.Whole->getIdx()));
  return Place;
}

bool readTableDistance(NestReader &NR, const BinaryOperator *E) {
  const std::optional<TableDistance> D =
      NR.isInCopy() ? std::nullopt : tableDistance(E);
  if (!D)
    return false;
  for (const TableElement &Each : {D->To, D->From}) {
    const std::optional<Position> P = placeOfElement(NR, Each);
    if (!P)
      return false;
    see(NR, Each.Held);
    readSubscript(NR, Each.Whole->getIdx());
    const std::string &Name = NR.Nest->Arrays[P->Array].KernelName;
    if (!isSpelled(NR, Each.Held->getSourceRange(), Name))
      addReplacement(NR, Each.Held->getSourceRange(), Name);
    recordAccess(NR, *P, Each.Whole, AccessMode::Read, {});
  }
  return true;
}

/// P as kernels name it; empty: they cannot say which element it is.
static std::string elementText(const NestReader &NR, const Position &P) {
  const Expr &Sub = *P.Subs.front();
  if (findUnnamed(Sub) || !isUniqueInNest(NR, Sub))
    return {};
  return NR.Nest->Arrays[P.Array].KernelName + "[" + cxxText(Sub, *NR.Nest) +
         "]";
}

bool callTableDistance(NestReader &NR, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  const FunctionDecl *Def = F ? F->getDefinition() : nullptr;
  if (NR.isInCopy() || !Def || !E->isPRValue() || !intType(NR, E->getType()))
    return false;
  const clang::Expr *Given = returned(Def);
  const std::optional<TableDistance> D =
      Given ? tableDistance(Given->IgnoreImpCasts()) : std::nullopt;
  WrittenOut Frame;
  if (!D || !describeCallee(NR, E, Frame).empty() ||
      bindArguments(NR, E, Frame))
    return false;
  std::optional<Position> To, From;
  {
    llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling, &Frame);
    To = placeOfElement(NR, D->To);
    From = To ? placeOfElement(NR, D->From) : std::nullopt;
  }
  if (!From)
    return false;
  const std::string ToText = elementText(NR, *To);
  const std::string FromText = elementText(NR, *From);
  if (ToText.empty() || FromText.empty())
    return false;
  see(NR, E);
  recordUnnamed(NR, *To, /*IsWrite=*/false, E, ToText);
  recordUnnamed(NR, *From, /*IsWrite=*/false, E, FromText);
  const QualType T = E->getType().getCanonicalType().getUnqualifiedType();
  addReplacement(NR, E->getSourceRange(),
                 "static_cast<" + T.getAsString(NR.Ctx.getPrintingPolicy()) +
                     ">(" + ToText + " - " + FromText + ")");
  return true;
}

} // namespace heddle
