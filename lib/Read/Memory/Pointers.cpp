//===- Pointers.cpp - Subscripts and pointers to (array, subscripts) -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `pointer` reads a pointer value, `lvalue` what an lvalue names. With D
// dimensions, a pointer of k subscripts and an lvalue of k subscripts address
// the same place; the decay of an array adds a subscript 0, `+ n` adds to the
// last one.
//===----------------------------------------------------------------------===//
#include "Read/Memory/Pointers.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/Calls.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Loops/UseFlow.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/Mdspan.h"
#include "Read/Memory/MdspanElements.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Records.h"
#include "Read/Memory/TableElements.h"
#include "Read/Memory/VariableRows.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

namespace {
enum class OffsetKind : unsigned char { Subscript, Plus, Minus };
} // namespace

static std::optional<Position> inlinePointer(NestReader &NR,
                                             const clang::VarDecl *V);
static void addOffset(NestReader &NR, Position &P, const clang::Expr *Index,
                      OffsetKind Kind, uint64_t Scale = 1);
static bool isStableArray(const NestReader &NR, unsigned Array,
                          const clang::Stmt *Scope);
static Position moved(NestReader &NR, Position P, const clang::VarDecl *V,
                      const clang::DeclRefExpr *E);
namespace {

const IntType Int64{64, true};

} // namespace

/// Scale: scalars in what the index counts, in a structure.
/// Subscript: applied to an array lvalue, which it must not leave; Plus and
/// Minus: pointer arithmetic, which people let run from row to row.
static void addOffset(NestReader &NR, Position &P, const clang::Expr *Index,
                      OffsetKind Kind, uint64_t Scale) {
  if (P.Private)
    return;
  bool Negative = Kind == OffsetKind::Minus;
  uint64_t Bit = uint64_t(1) << (P.Subs.size() - 1);
  P.Within = Kind == OffsetKind::Subscript || isInRecord(NR, P)
                 ? P.Within | Bit
                 : P.Within & ~Bit;
  ExprRef Offset = expr(NR, Index);
  if (Scale != 1)
    Offset = node(NR, ExprKind::Mul, Int64,
                  {convert(NR, Offset, Int64),
                   constant(NR, static_cast<int64_t>(Scale), Int64, nullptr)},
                  Index);
  ExprRef &Last = P.Subs.back();
  if (isZero(*Last) && !Negative) {
    Last = Offset;
    return;
  }
  Last = node(NR, Negative ? ExprKind::Sub : ExprKind::Add, Int64,
              {convert(NR, Last, Int64), convert(NR, Offset, Int64)}, Index);
}

/// How many scalars an index of elements of type T passes at P.
static uint64_t scale(const NestReader &NR, const Position &P, QualType T) {
  std::string Why;
  return isInRecord(NR, P) ? scalarsIn(NR, T, Why).value_or(1) : 1;
}

std::optional<Position> refused(NestReader &NR, const clang::Expr *E,
                                DiagID ID) {
  NR.error(ID, ref(NR, E), text(NR, E));
  return std::nullopt;
}

/// The value of a pointer, or what an array decays to.
static std::optional<Position> converted(NestReader &NR, const CastExpr *C,
                                         bool Evaluate) {
  switch (C->getCastKind()) {
  case CK_ArrayToPointerDecay: {
    std::optional<Position> P = lvalue(NR, C->getSubExpr(), Evaluate);
    if (P && !P->Private && !isInRecord(NR, *P))
      P->Subs.push_back(constant(NR, 0, Int64, nullptr));
    return P;
  }
  case CK_LValueToRValue: {
    const clang::Expr *Sub = skipMarkers(C->getSubExpr());
    if (Sub->getType().isVolatileQualified())
      return refused(NR, C, DiagID::HD214);
    if (const auto *D = dyn_cast<DeclRefExpr>(Sub))
      return pointerVariable(NR, D, Evaluate);
    if (isa<MemberExpr>(Sub)) // a pointer in an element is none of ours
      return base(NR, Sub, Evaluate);
    if (pointedContainer(NR.Ctx, Sub)) // some return a reference to it
      return pointer(NR, Sub, Evaluate);
    if (const auto *U = dyn_cast<UnaryOperator>(Sub);
        U && U->isIncrementDecrementOp())
      return pointer(NR, Sub, Evaluate);
    return isa<ArraySubscriptExpr, UnaryOperator>(Sub) ||
                   subscriptedContainer(NR.Ctx, Sub)
               ? rowOfTable(NR, C, Sub, Evaluate)
               : refused(NR, C, DiagID::HD225);
  }
  case CK_NoOp:
    return pointer(NR, C->getSubExpr(), Evaluate);
  case CK_BitCast:
  case CK_IntegralToPointer:
  case CK_AddressSpaceConversion:
    return refused(NR, C, DiagID::HD229);
  default:
    return refused(NR, C, DiagID::HD225);
  }
}

/// A pointer, and an integer that is added or taken away.
static std::optional<Position> sum(NestReader &NR, const BinaryOperator *B,
                                   bool Evaluate) {
  if (!B->isAdditiveOp())
    return refused(NR, B, B->isAssignmentOp() ? DiagID::HD226 : DiagID::HD225);
  bool PointerLeft = B->getLHS()->getType()->isPointerType();
  const clang::Expr *Base = PointerLeft ? B->getLHS() : B->getRHS();
  const clang::Expr *Index = PointerLeft ? B->getRHS() : B->getLHS();
  std::optional<Position> P = pointer(NR, Base, Evaluate);
  if (Evaluate)
    readSubscript(NR, Index);
  if (P)
    addOffset(NR, *P, Index,
              B->getOpcode() == BO_Sub ? OffsetKind::Minus : OffsetKind::Plus,
              scale(NR, *P, B->getType()->getPointeeType()));
  return P;
}

std::optional<Position> pointer(NestReader &NR, const clang::Expr *E,
                                bool Evaluate) {
  bool IsArgument = isTemplateArgument(E);
  E = skipMarkers(E);
  auto Refuse = [&](DiagID ID) { return refused(NR, E, ID); };
  if (!E->getType()->isPointerType() || IsArgument)
    return Refuse(DiagID::HD225);
  if (const clang::Expr *Object = pointedContainer(NR.Ctx, E)) {
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(E);
        M && isTableRow(NR, Object))
      return dataOfRow(NR, M, Object, Evaluate);
    // The kernel has the pointer, whole rows of arrays aside.
    std::optional<Position> P = container(NR, Object, /*Evaluate=*/false);
    if (P && P->Private && Evaluate)
      pointToFixedArray(NR, E, Object);
    if (P && P->Private)
      return P;
    if (!P || P->Subs.size() != 1)
      return Refuse(DiagID::HD225);
    leaveRows(NR, *P);
    if (Evaluate) {
      see(NR, E);
      addReplacement(NR, E->getSourceRange(), textName(NR, Object, *P));
    }
    return P;
  }
  if (const CXXOperatorCallExpr *Use = iteratorUse(NR, E)) // `i->`
    return iteratorElement(NR, Use, Evaluate);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return converted(NR, C, Evaluate);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return sum(NR, B, Evaluate);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp()) {
      const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(U->getSubExpr()));
      if (const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
          V && NR.Memory.PointerLocals.count(V) && walks(NR, V))
        return pointerVariable(NR, D, Evaluate);
      NR.error(DiagID::HD226, ref(NR, E), text(NR, U->getSubExpr()));
      return std::nullopt;
    }
    if (U->getOpcode() != UO_AddrOf)
      return Refuse(DiagID::HD225);
    std::optional<Position> P = lvalue(NR, U->getSubExpr(), Evaluate);
    // The address of a member leads to that member alone, whatever is added.
    if (P && !P->Private && (P->Subs.empty() || isInRecord(NR, *P)))
      return Refuse(DiagID::HD225);
    if (P)
      leaveRows(NR, *P);
    return P;
  }
  if (givesPointer(NR, E))
    return givenPointer(NR, cast<CallExpr>(E), Evaluate);
  return Refuse(DiagID::HD225);
}

/// The variable whose object E is in, `p` in `p->x` and `p->x.y`.
static const DeclRefExpr *pointerOnTheWay(const clang::Expr *E) {
  while (const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts())) {
    E = M->getBase();
    if (M->isArrow())
      return dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  }
  return nullptr;
}

/// An element of what a pointer or an array leads to.
static std::optional<Position>
subscripted(NestReader &NR, const ArraySubscriptExpr *S, bool Evaluate) {
  if (isVariableElement(NR, S))
    return variableElement(NR, S, Evaluate);
  std::optional<Position> P = pointer(NR, S->getBase(), Evaluate);
  if (Evaluate)
    readSubscript(NR, S->getIdx());
  const auto *Decay = dyn_cast<CastExpr>(skipMarkers(S->getBase()));
  bool OfArray = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay;
  if (P)
    addOffset(NR, *P, S->getIdx(),
              OfArray ? OffsetKind::Subscript : OffsetKind::Plus,
              scale(NR, *P, S->getType()));
  return P;
}

/// An element of the container Object, by its operator [].
static std::optional<Position> elementOf(NestReader &NR,
                                         const CXXOperatorCallExpr *Call,
                                         const clang::Expr *Object,
                                         bool Evaluate) {
  const std::optional<Container> C =
      containerOf(NR.Ctx, Object->getType(), Object->getType());
  if (C->ByDimensions)
    return mdspanElement(NR, Call, Object, Evaluate);
  const clang::Expr *Index = Call->getArg(1);
  std::optional<Position> P = container(NR, Object, Evaluate);
  if (Evaluate) {
    see(NR, Call->getCallee());
    readSubscript(NR, Index);
    // A pointer takes no fraction.
    if (!intType(NR, Index->IgnoreParenImpCasts()->getType()))
      castArgument(NR, Index, Index->getType());
  }
  if (P)
    addOffset(NR, *P, indexOf(NR, Index),
              C->Inline ? OffsetKind::Subscript : OffsetKind::Plus);
  return P;
}

std::optional<Position> lvalue(NestReader &NR, const clang::Expr *E,
                               bool Evaluate) {
  if (isTemplateArgument(E))
    return refused(NR, E, DiagID::HD225);
  E = skipMarkers(E);
  if (E->getType().isVolatileQualified())
    return refused(NR, E, DiagID::HD214);
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return subscripted(NR, S, Evaluate);
  if (const clang::Expr *Object = subscriptedContainer(NR.Ctx, E))
    return elementOf(NR, cast<CXXOperatorCallExpr>(E), Object, Evaluate);
  if (const CXXOperatorCallExpr *Use = iteratorUse(NR, E))
    return iteratorElement(NR, Use, Evaluate);
  if (isAccessor(NR, E))
    return accessor(NR, cast<CallExpr>(E), Evaluate);
  if (givesPart(NR, E)) {
    if (Evaluate)
      call(NR, cast<CallExpr>(E));
    Position Own;
    Own.Private = true;
    return Own;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref) {
    if (!isSelf(NR, U->getSubExpr()))
      return pointer(NR, U->getSubExpr(), Evaluate);
    if (Evaluate)
      addReplacement(NR, E->getSourceRange(), NR.Callees.SelfName);
    return NR.Callees.Self;
  }
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    if (C->getCastKind() == CK_NoOp)
      return lvalue(NR, C->getSubExpr(), Evaluate);
  if (Evaluate && isa<DeclRefExpr>(E))
    see(NR, E);
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const VarDecl *V = variable(NR, D->getDecl())) {
      if (auto It = NR.Memory.References.find(V);
          It != NR.Memory.References.end())
        return It->second;
      if (isDeclaredInNest(NR, V) && !V->getType()->isReferenceType() &&
          !V->getType()->isPointerType() && !NR.Scope.Counters.count(V)) {
        Position P;
        P.Private = true;
        return P;
      }
      if (E->getType()->isArrayType())
        return base(NR, E, Evaluate);
    }
  if (const auto *M = dyn_cast<MemberExpr>(E); M && !path(NR, M)) {
    const DeclRefExpr *D = pointerOnTheWay(M);
    return D && !isDeclaredInNest(NR, D->getDecl()) ? base(NR, M, Evaluate)
                                                    : field(NR, M, Evaluate);
  }
  if ((isa<MemberExpr>(E) && E->getType()->isArrayType()) ||
      isWholeRecord(NR, E))
    return base(NR, E, Evaluate);
  return refused(NR, E, DiagID::HD225);
}

/// The first element of a container: that of a variable or member, or an array
/// that is an element itself.
std::optional<Position> container(NestReader &NR, const clang::Expr *Object,
                                  bool Evaluate) {
  const clang::Expr *E = skipMarkers(Object);
  const auto *D = dyn_cast<DeclRefExpr>(E);
  if (D && givenContainer(NR, D->getDecl())) {
    if (Evaluate)
      see(NR, E);
    return NR.Memory.PointerLocals.lookup(cast<VarDecl>(D->getDecl()));
  }
  bool IsPlace = !isa<DeclRefExpr, MemberExpr>(E) ||
                 (D && isDeclaredInNest(NR, D->getDecl()));
  if (!IsPlace)
    return base(NR, E, Evaluate);
  if (!containerOf(NR.Ctx, E->getType(), E->getType())->Inline) {
    if (const auto *Row = dyn_cast<CXXOperatorCallExpr>(E);
        Row && !D && subscriptedContainer(NR.Ctx, E)) {
      if (isTableRow(NR, E))
        return leadOn(NR, E, Evaluate);
      // Says what is wrong with it.
      return container(NR, subscriptedContainer(NR.Ctx, E), Evaluate);
    }
    if (D)
      if (auto It = NR.Memory.References.find(cast<VarDecl>(D->getDecl()));
          It != NR.Memory.References.end() && leadsOn(NR, It->second))
        return leadOn(NR, E, Evaluate);
    return refused(NR, E, DiagID::HD225);
  }
  std::optional<Position> P = lvalue(NR, E, Evaluate);
  if (P && !P->Private)
    P->Subs.push_back(constant(NR, 0, Int64, nullptr));
  return P;
}

/// operator[] takes an unsigned index below the number of elements: a negative
/// one, which would wrap, is undefined as it would be without the conversion.
void readSubscript(NestReader &NR, const clang::Expr *E) {
  llvm::SaveAndRestore Keep(NR.Scope.InSubscript, true);
  read(NR, E);
}

const clang::Expr *indexOf(const NestReader &NR, const clang::Expr *E) {
  const auto *C = dyn_cast<ImplicitCastExpr>(E);
  if (!C || C->getCastKind() != CK_IntegralCast)
    return E;
  const clang::Expr *Sub = C->getSubExpr();
  std::optional<IntType> From = intType(NR, Sub->getType());
  return From && From->Signed ? Sub : E;
}

/// The array or pointer that E names outright.
std::optional<Position> base(NestReader &NR, const clang::Expr *E,
                             bool Evaluate) {
  if (Evaluate)
    see(NR, E);
  if (hasVariableRows(NR, E->getType()))
    return refuseVariableLength(NR, E);
  std::optional<Path> P = path(NR, E);
  if (!P) {
    const DeclRefExpr *D = pointerOnTheWay(E);
    if (!D || !isa<VarDecl>(D->getDecl()) ||
        isDeclaredInNest(NR, cast<VarDecl>(D->getDecl())))
      return refused(NR, E, DiagID::HD225);
    NR.error(DiagID::HD237, ref(NR, D), text(NR, D), text(NR, E));
    return std::nullopt;
  }
  if (NR.isInCopy())
    return baseOutside(NR, *P, E, Evaluate);
  std::optional<unsigned> Array = arrayFor(NR, *P, E);
  if (!Array)
    return std::nullopt;
  Position Result;
  Result.Array = *Array;
  if (!E->getType()->isArrayType())
    Result.Subs.push_back(constant(NR, 0, Int64, nullptr));
  std::string Name = NR.Nest->Arrays[*Array].KernelName;
  if (isWholeRecord(NR, E))
    Name = "(*" + Name + ")";
  if (Evaluate && !isSpelled(NR, E->getSourceRange(), Name))
    addReplacement(NR, E->getSourceRange(), std::move(Name));
  return Result;
}

std::optional<Position> pointerVariable(NestReader &NR, const DeclRefExpr *E,
                                        bool Evaluate) {
  if (Evaluate)
    see(NR, E);
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V)
    return refused(NR, E, DiagID::HD225);
  if (isDeclaredInNest(NR, V)) {
    auto It = NR.Memory.PointerLocals.find(V);
    if (It != NR.Memory.PointerLocals.end())
      return moved(NR, It->second, V, E);
    // Its declaration was refused, or it is a reference to a pointer.
    if (!NR.Failed)
      NR.error(DiagID::HD226, ref(NR, E), V->getName());
    return std::nullopt;
  }
  if (const clang::Expr *Write = NR.Facts.writeWithin(V, NR.In.Nest)) {
    NR.error(DiagID::HD226, ref(NR, Write), V->getName());
    return std::nullopt;
  }
  std::optional<Position> P;
  if (!NR.isInCopy())
    P = inlinePointer(NR, V);
  if (!P)
    return base(NR, E, Evaluate);
  if (Evaluate)
    addReplacement(NR, E->getSourceRange(), pointerText(NR, *P));
  return P;
}

//===--- Local pointers ---------------------------------------------------===//

bool walks(const NestReader &NR, const VarDecl *V) {
  return isDeclaredInNest(NR, V) && V->hasInit() && !NR.Facts.escape(V) &&
         llvm::all_of(NR.Facts.writes(V), [&](const clang::Expr *Write) {
           const Stmt *P = NR.Facts.parent(Write);
           if (const auto *U = dyn_cast_or_null<UnaryOperator>(P))
             return U->isIncrementDecrementOp();
           const auto *B = dyn_cast_or_null<CompoundAssignOperator>(P);
           return B && B->getLHS() == Write;
         });
}

/// P, a place in the same array of which nobody knows where it is.
static Position anywhere(const NestReader &NR, Position P, const VarDecl *V) {
  P.Subs.back() = opaque(Int64, ref(NR, V->getSourceRange()), V->getName(),
                         "it is a pointer that moves");
  P.Within = 0;
  return P;
}

/// The pointer V where E names it, which began at P.
static Position moved(NestReader &NR, Position P, const VarDecl *V,
                      const DeclRefExpr *E) {
  if (P.Private || NR.Facts.writes(V).empty() || !walks(NR, V) ||
      NR.Scope.MovedByHeader.contains(V))
    return P;
  const ExprRef Elements = movedBy(NR, V, E);
  if (!Elements)
    return anywhere(NR, P, V);
  if (isZero(*Elements))
    return P;
  const ExprRef By = inScalars(NR, Elements, P, V->getType()->getPointeeType());
  P.Subs.back() = isZero(*P.Subs.back())
                      ? By
                      : node(NR, ExprKind::Add, Int64,
                             {convert(NR, P.Subs.back(), Int64), By}, E);
  P.Within = 0;
  return P;
}

/// Do all leaves of E keep their values while the block Scope runs?
static bool isStableWithin(const NestReader &NR, const Expr &E,
                           const Stmt *Scope) {
  if (E.Kind == ExprKind::Opaque || E.Kind == ExprKind::Counter)
    return false;
  if (E.Kind == ExprKind::Param) {
    auto It = NR.Memory.ParamRoots.find(E.Index);
    if (It == NR.Memory.ParamRoots.end() ||
        !NR.Facts.isUniquelyNamed(It->second) ||
        !NR.Nest->Params[E.Index].StorageText.empty() ||
        NR.Facts.writeWithin(It->second, Scope))
      return false;
  }
  for (const ExprRef &Operand : E.Operands)
    if (!isStableWithin(NR, *Operand, Scope))
      return false;
  return true;
}

std::pair<std::optional<Position>, Report>
attempt(NestReader &NR, llvm::function_ref<std::optional<Position>()> Read) {
  Report Kept = std::exchange(NR.Diags, Report());
  bool FailedBefore = std::exchange(NR.Failed, false);
  std::optional<Position> P = Read();
  NR.Failed = FailedBefore;
  return {P, std::exchange(NR.Diags, std::move(Kept))};
}

LookAhead::LookAhead(NestReader &NR)
    : NR(NR), Arrays(NR.Nest->Arrays.size()), Params(NR.Nest->Params.size()),
      Before(NR.Memory) {}

void LookAhead::takeBack() {
  NR.Nest->Arrays.resize(Arrays);
  NR.Nest->Params.resize(Params);
  NR.Callees.ParamUses.resize(std::min(NR.Callees.ParamUses.size(), Params));
  NR.Memory.takeBack(std::move(Before));
}

/// extent(p, n) counts from p, not from what it was computed from.
static bool hasExtentClaim(const NestReader &NR, const VarDecl *V) {
  return llvm::any_of(
      NR.In.ExtentClaims, [&](const AnnotatedLoop::ExtentClaim &C) {
        const auto *D = dyn_cast<DeclRefExpr>(C.Array->IgnoreParenImpCasts());
        return D && D->getDecl() == V;
      });
}

/// `double *p = a + 4;` before the nest: p is a and the offset 4, where neither
/// p nor what its initialiser names changes in p's block. Empty: p is a base of
/// its own, which is always right, but known to be apart from nothing.
static std::optional<Position> inlinePointer(NestReader &NR, const VarDecl *V) {
  if (auto It = NR.Memory.Inlined.find(V); It != NR.Memory.Inlined.end())
    return It->second;
  NR.Memory.Inlined[V] = std::nullopt; // while the initialiser is read
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->hasInit() ||
      !V->getType()->isPointerType() || V->getType().isVolatileQualified() ||
      NR.Facts.escapeToChange(V) || !NR.Facts.writes(V).empty() ||
      !V->getInit()->getType()->isPointerType() || hasExtentClaim(NR, V))
    return std::nullopt;
  const Stmt *Scope = NR.Facts.scopeOf(V);
  if (!isa_and_nonnull<CompoundStmt>(Scope) ||
      !NR.Facts.isWithin(NR.In.For, Scope))
    return std::nullopt;

  // The initialiser may hold anything: what is not understood there only
  // leaves p a base of its own, so errors and new parameters are taken back.
  llvm::SaveAndRestore<const WrittenOut *> Keep(NR.Callees.Calling, nullptr);
  LookAhead Before(NR);
  std::optional<Position> P =
      attempt(NR, [&] {
        return pointer(NR, V->getInit(), /*Evaluate=*/false);
      }).first;
  // The kernel's text of a place within a structure would need its members.
  // Which row an element of a table leads to may have changed since.
  bool Ok = P && !P->Private && !isInRecord(NR, *P) &&
            (P->Subs.size() == 1 || !NR.Nest->Arrays[P->Array].Tables) &&
            isStableArray(NR, P->Array, Scope);
  if (Ok)
    for (const ExprRef &Sub : P->Subs)
      Ok = Ok && isStableWithin(NR, *Sub, Scope);
  if (!Ok) {
    Before.takeBack();
    return std::nullopt;
  }
  return NR.Memory.Inlined[V] = P;
}

static bool isStableArray(const NestReader &NR, unsigned Array,
                          const Stmt *Scope) {
  if (!NR.Nest->Arrays[Array].StorageText.empty())
    return false;
  auto It = NR.Memory.ArrayRoots.find(Array);
  if (It == NR.Memory.ArrayRoots.end())
    return false;
  const VarDecl *Root = It->second;
  if (!NR.Facts.isUniquelyNamed(Root)) // the launch may see another one
    return false;
  QualType T = Root->getType();
  // Arrays and references never change what they are.
  if (T->isArrayType() || T->isReferenceType())
    return true;
  return T->isPointerType() && !NR.Facts.escapeToChange(Root) &&
         !NR.Facts.writeWithin(Root, Scope);
}

/// The kernel's text of an inlined pointer: `(a + (2 * n))`.
std::string pointerText(const NestReader &NR, const Position &P) {
  std::string Base = NR.Nest->Arrays[P.Array].KernelName;
  for (size_t I = 0; I + 1 < P.Subs.size(); ++I)
    Base += "[" + cxxText(*P.Subs[I], *NR.Nest) + "]";
  const Expr &Last = *P.Subs.back();
  if (isZero(Last))
    return Base;
  return "(" + Base + " + (" + cxxText(Last, *NR.Nest) + "))";
}

} // namespace heddle
