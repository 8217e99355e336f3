//===- Pointers.cpp - Subscripts and pointers to (array, subscripts) -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `pointer` reads a pointer value, `lvalue` what an lvalue names. With D
// dimensions, a pointer of k subscripts and an lvalue of k subscripts address
// the same place; the decay of an array adds a subscript 0, `+ n` adds to the
// last one.
//===----------------------------------------------------------------------===//
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

} // namespace

/// Subscript: applied to an array lvalue, which it must not leave; Plus and
/// Minus: pointer arithmetic, which people let run from row to row.
void NestBuilder::addOffset(Position &P, const clang::Expr *Index,
                            OffsetKind Kind, uint64_t Scale) {
  if (P.Private)
    return;
  bool Negative = Kind == OffsetKind::Minus;
  uint64_t Bit = uint64_t(1) << (P.Subs.size() - 1);
  P.Within = Kind == OffsetKind::Subscript || isInRecord(P) ? P.Within | Bit
                                                            : P.Within & ~Bit;
  ExprRef Offset = expr(Index);
  if (Scale != 1)
    Offset = node(ExprKind::Mul, Int64,
                  {convert(Offset, Int64),
                   constant(static_cast<int64_t>(Scale), Int64, nullptr)},
                  Index);
  ExprRef &Last = P.Subs.back();
  if (Last->Kind == ExprKind::Const && Last->Value == 0 && !Negative) {
    Last = Offset;
    return;
  }
  Last = node(Negative ? ExprKind::Sub : ExprKind::Add, Int64,
              {convert(Last, Int64), convert(Offset, Int64)}, Index);
}

/// How many scalars an index of elements of type T passes at P.
uint64_t NestBuilder::scale(const Position &P, QualType T) const {
  std::string Why;
  return isInRecord(P) ? scalarsIn(T, Why).value_or(1) : 1;
}

std::optional<Position> NestBuilder::pointer(const clang::Expr *E,
                                             bool Evaluate) {
  bool IsArgument = isTemplateArgument(E);
  E = skipMarkers(E);
  auto Refuse = [&](DiagID ID) -> std::optional<Position> {
    error(ID, ref(E), text(E));
    return std::nullopt;
  };
  if (!E->getType()->isPointerType() || IsArgument)
    return Refuse(DiagID::HD225);
  if (const clang::Expr *Object = pointedContainer(Ctx, E)) {
    // The kernel has the pointer, whole rows of arrays aside.
    std::optional<Position> P = container(Object, /*Evaluate=*/false);
    if (!P || P->Private || P->Subs.size() != 1)
      return Refuse(DiagID::HD225);
    leaveRows(*P);
    if (Evaluate) {
      see(E);
      addHole(E->getSourceRange(), textName(Object, *P));
    }
    return P;
  }
  if (const auto *C = dyn_cast<CastExpr>(E)) {
    switch (C->getCastKind()) {
    case CK_ArrayToPointerDecay: {
      std::optional<Position> P = lvalue(C->getSubExpr(), Evaluate);
      if (P && !P->Private && !isInRecord(*P))
        P->Subs.push_back(constant(0, Int64, nullptr));
      return P;
    }
    case CK_LValueToRValue: {
      const clang::Expr *Sub = skipMarkers(C->getSubExpr());
      if (Sub->getType().isVolatileQualified())
        return Refuse(DiagID::HD214);
      if (const auto *D = dyn_cast<DeclRefExpr>(Sub))
        return pointerVariable(D, Evaluate);
      if (isa<MemberExpr>(Sub)) // a pointer in an element is none of ours
        return base(Sub, Evaluate);
      if (pointedContainer(Ctx, Sub)) // some return a reference to it
        return pointer(Sub, Evaluate);
      return Refuse(isa<ArraySubscriptExpr, UnaryOperator>(Sub)
                        ? DiagID::HD216
                        : DiagID::HD225);
    }
    case CK_NoOp:
      return pointer(C->getSubExpr(), Evaluate);
    case CK_BitCast:
    case CK_IntegralToPointer:
    case CK_AddressSpaceConversion:
      return Refuse(DiagID::HD229);
    default:
      return Refuse(DiagID::HD225);
    }
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (!B->isAdditiveOp())
      return Refuse(B->isAssignmentOp() ? DiagID::HD226 : DiagID::HD225);
    bool PointerLeft = B->getLHS()->getType()->isPointerType();
    const clang::Expr *Base = PointerLeft ? B->getLHS() : B->getRHS();
    const clang::Expr *Index = PointerLeft ? B->getRHS() : B->getLHS();
    std::optional<Position> P = pointer(Base, Evaluate);
    if (Evaluate)
      readSubscript(Index);
    if (P)
      addOffset(*P, Index,
                B->getOpcode() == BO_Sub ? OffsetKind::Minus : OffsetKind::Plus,
                scale(*P, B->getType()->getPointeeType()));
    return P;
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->isIncrementDecrementOp()) {
      error(DiagID::HD226, ref(E), text(U->getSubExpr()));
      return std::nullopt;
    }
    if (U->getOpcode() != UO_AddrOf)
      return Refuse(DiagID::HD225);
    std::optional<Position> P = lvalue(U->getSubExpr(), Evaluate);
    // Of a member it leads to that member alone, whatever is added.
    if (P && !P->Private && (P->Subs.empty() || isInRecord(*P)))
      return Refuse(DiagID::HD225);
    if (P)
      leaveRows(*P);
    return P;
  }
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

std::optional<Position> NestBuilder::lvalue(const clang::Expr *E,
                                            bool Evaluate) {
  if (isTemplateArgument(E)) {
    error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  E = skipMarkers(E);
  if (E->getType().isVolatileQualified()) {
    error(DiagID::HD214, ref(E), text(E));
    return std::nullopt;
  }
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E)) {
    std::optional<Position> P = pointer(S->getBase(), Evaluate);
    if (Evaluate)
      readSubscript(S->getIdx());
    const auto *Decay = dyn_cast<CastExpr>(skipMarkers(S->getBase()));
    bool OfArray = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay;
    if (P)
      addOffset(*P, S->getIdx(),
                OfArray ? OffsetKind::Subscript : OffsetKind::Plus,
                scale(*P, E->getType()));
    return P;
  }
  if (const clang::Expr *Object = subscriptedContainer(Ctx, E)) {
    const auto *Call = cast<CXXOperatorCallExpr>(E);
    if (containerOf(Ctx, Object->getType(), Object->getType())->ByDimensions)
      return mdspanElement(Call, Object, Evaluate);
    std::optional<Position> P = container(Object, Evaluate);
    if (Evaluate) {
      see(Call->getCallee());
      readSubscript(Call->getArg(1));
      // A pointer takes no fraction.
      if (!intType(Call->getArg(1)->IgnoreParenImpCasts()->getType()))
        castArgument(Call->getArg(1), Call->getArg(1)->getType());
    }
    if (P)
      addOffset(*P, indexOf(Call->getArg(1)),
                containerOf(Ctx, Object->getType(), Object->getType())->Inline
                    ? OffsetKind::Subscript
                    : OffsetKind::Plus);
    return P;
  }
  if (isAccessor(E))
    return accessor(cast<CallExpr>(E), Evaluate);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->getOpcode() == UO_Deref) {
    if (!isSelf(U->getSubExpr()))
      return pointer(U->getSubExpr(), Evaluate);
    if (Evaluate)
      addHole(E->getSourceRange(), SelfName);
    return Self;
  }
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    if (C->getCastKind() == CK_NoOp)
      return lvalue(C->getSubExpr(), Evaluate);
  if (Evaluate && isa<DeclRefExpr>(E))
    see(E);
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const VarDecl *V = variable(D->getDecl())) {
      if (auto It = References.find(V); It != References.end())
        return It->second;
      if (isDeclaredInNest(V) && !V->getType()->isReferenceType() &&
          !V->getType()->isPointerType() && !Counters.count(V)) {
        Position P;
        P.Private = true;
        return P;
      }
      if (E->getType()->isArrayType())
        return base(E, Evaluate);
    }
  if (const auto *M = dyn_cast<MemberExpr>(E); M && !path(M)) {
    const DeclRefExpr *D = pointerOnTheWay(M);
    return D && !isDeclaredInNest(D->getDecl()) ? base(M, Evaluate)
                                                : field(M, Evaluate);
  }
  if (isa<MemberExpr>(E) && E->getType()->isArrayType())
    return base(E, Evaluate);
  error(DiagID::HD225, ref(E), text(E));
  return std::nullopt;
}

/// The first element of a container: that of a variable or member, or an array
/// that is an element itself.
std::optional<Position> NestBuilder::container(const clang::Expr *Object,
                                               bool Evaluate) {
  const clang::Expr *E = skipMarkers(Object);
  const auto *D = dyn_cast<DeclRefExpr>(E);
  if (D && givenContainer(D->getDecl())) {
    if (Evaluate)
      see(E);
    return PointerLocals.lookup(cast<VarDecl>(D->getDecl()));
  }
  bool IsPlace =
      !isa<DeclRefExpr, MemberExpr>(E) || (D && isDeclaredInNest(D->getDecl()));
  if (!IsPlace)
    return base(E, Evaluate);
  if (!containerOf(Ctx, E->getType(), E->getType())->Inline ||
      (D && !D->getDecl()->getType()->isReferenceType())) {
    if (const auto *Row = dyn_cast<CXXOperatorCallExpr>(E);
        Row && !D && subscriptedContainer(Ctx, E)) // says what is wrong with it
      return container(subscriptedContainer(Ctx, E), Evaluate);
    error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  std::optional<Position> P = lvalue(E, Evaluate);
  if (P && !P->Private)
    P->Subs.push_back(constant(0, Int64, nullptr));
  return P;
}

/// operator[] takes an unsigned index below the number of elements: a negative
/// one, which would wrap, is undefined as it would be without the conversion.
void NestBuilder::readSubscript(const clang::Expr *E) {
  llvm::SaveAndRestore Keep(InSubscript, true);
  read(E);
}

const clang::Expr *NestBuilder::indexOf(const clang::Expr *E) const {
  const auto *C = dyn_cast<ImplicitCastExpr>(E);
  if (!C || C->getCastKind() != CK_IntegralCast)
    return E;
  const clang::Expr *Sub = C->getSubExpr();
  std::optional<IntType> From = intType(Sub->getType());
  return From && From->Signed ? Sub : E;
}

/// The array or pointer that E names outright.
std::optional<Position> NestBuilder::base(const clang::Expr *E, bool Evaluate) {
  if (Evaluate)
    see(E);
  std::optional<Path> P = path(E);
  if (!P) {
    const DeclRefExpr *D = pointerOnTheWay(E);
    if (D && isa<VarDecl>(D->getDecl()) &&
        !isDeclaredInNest(cast<VarDecl>(D->getDecl())))
      error(DiagID::HD237, ref(D), text(D), text(E));
    else
      error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  if (isInCopy())
    return baseOutside(*P, E, Evaluate);
  std::optional<unsigned> Array = arrayFor(*P, E);
  if (!Array)
    return std::nullopt;
  Position Result;
  Result.Array = *Array;
  if (!E->getType()->isArrayType())
    Result.Subs.push_back(constant(0, Int64, nullptr));
  llvm::StringRef Name = Nest->Arrays[*Array].KernelName;
  if (Evaluate && !isSpelled(E->getSourceRange(), Name))
    addHole(E->getSourceRange(), Name.str());
  return Result;
}

std::optional<Position> NestBuilder::pointerVariable(const DeclRefExpr *E,
                                                     bool Evaluate) {
  if (Evaluate)
    see(E);
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V) {
    error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  if (isDeclaredInNest(V)) {
    auto It = PointerLocals.find(V);
    if (It != PointerLocals.end())
      return It->second;
    // Its declaration was refused, or it is a reference to a pointer.
    if (!Failed)
      error(DiagID::HD226, ref(E), V->getName());
    return std::nullopt;
  }
  if (const clang::Expr *Write = Facts.writeWithin(V, In.Nest)) {
    error(DiagID::HD226, ref(Write), V->getName());
    return std::nullopt;
  }
  std::optional<Position> P;
  if (!isInCopy())
    P = inlinePointer(V);
  if (!P)
    return base(E, Evaluate);
  if (Evaluate)
    addHole(E->getSourceRange(), pointerText(*P));
  return P;
}

//===--- Local pointers ---------------------------------------------------===//

/// Do all leaves of E keep their values while the block Scope runs?
bool NestBuilder::isStableWithin(const Expr &E, const Stmt *Scope) const {
  if (E.Kind == ExprKind::Opaque || E.Kind == ExprKind::Counter)
    return false;
  if (E.Kind == ExprKind::Param) {
    auto It = ParamRoots.find(E.Index);
    if (It == ParamRoots.end() || !Facts.isUniquelyNamed(It->second) ||
        !Nest->Params[E.Index].StorageText.empty() ||
        Facts.writeWithin(It->second, Scope))
      return false;
  }
  for (const ExprRef &Operand : E.Operands)
    if (!isStableWithin(*Operand, Scope))
      return false;
  return true;
}

std::pair<std::optional<Position>, Report>
NestBuilder::attempt(llvm::function_ref<std::optional<Position>()> Read) {
  Report Kept = std::exchange(R, Report());
  bool FailedBefore = std::exchange(Failed, false);
  std::optional<Position> P = Read();
  Failed = FailedBefore;
  return {P, std::exchange(R, std::move(Kept))};
}

/// `double *p = a + 4;` before the nest: p is a and the offset 4, where neither
/// p nor what its initialiser names changes in p's block. Empty: p is a base of
/// its own, which is always right, but known to be apart from nothing.
std::optional<Position> NestBuilder::inlinePointer(const VarDecl *V) {
  if (auto It = Inlined.find(V); It != Inlined.end())
    return It->second;
  Inlined[V] = std::nullopt; // while the initialiser is read
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->hasInit() ||
      !V->getType()->isPointerType() || V->getType().isVolatileQualified() ||
      Facts.escape(V) || !Facts.writes(V).empty() ||
      !V->getInit()->getType()->isPointerType())
    return std::nullopt;
  const Stmt *Scope = Facts.parent(V->getInit());
  Scope = Scope ? Facts.parent(Scope) : nullptr;
  if (!isa_and_nonnull<CompoundStmt>(Scope) || !Facts.isWithin(In.For, Scope))
    return std::nullopt;

  // The initialiser may hold anything: what is not understood there only
  // leaves p a base of its own, so errors and new parameters are taken back.
  llvm::SaveAndRestore<const WrittenOut *> Keep(Calling, nullptr);
  size_t Arrays = Nest->Arrays.size(), Params = Nest->Params.size();
  auto ArrayIndexBefore = ArrayIndex;
  auto ParamIndexBefore = ParamIndex;
  auto ObjectRootsBefore = ObjectRoots;
  auto HeldByBefore = HeldBy;
  auto InlinedBefore = Inlined;
  std::optional<Position> P =
      attempt([&] { return pointer(V->getInit(), /*Evaluate=*/false); }).first;
  // The kernel's text of a place within a structure would need its members.
  bool Ok =
      P && !P->Private && !isInRecord(*P) && isStableArray(P->Array, Scope);
  if (Ok)
    for (const ExprRef &Sub : P->Subs)
      Ok = Ok && isStableWithin(*Sub, Scope);
  if (!Ok) {
    Nest->Arrays.resize(Arrays);
    HeldBy = std::move(HeldByBefore);
    Nest->Params.resize(Params);
    ParamUses.resize(std::min(ParamUses.size(), Params));
    ArrayIndex = std::move(ArrayIndexBefore);
    ParamIndex = std::move(ParamIndexBefore);
    ObjectRoots = std::move(ObjectRootsBefore);
    Inlined = std::move(InlinedBefore);
    return std::nullopt;
  }
  return Inlined[V] = P;
}

bool NestBuilder::isStableArray(unsigned Array, const Stmt *Scope) const {
  if (!Nest->Arrays[Array].StorageText.empty())
    return false;
  auto It = ArrayRoots.find(Array);
  if (It == ArrayRoots.end())
    return false;
  const VarDecl *Root = It->second;
  if (!Facts.isUniquelyNamed(Root)) // the launch may see another one
    return false;
  QualType T = Root->getType();
  // Arrays and references never change what they are.
  if (T->isArrayType() || T->isReferenceType())
    return true;
  return T->isPointerType() && !Facts.escape(Root) &&
         !Facts.writeWithin(Root, Scope);
}

/// The kernel's text of an inlined pointer: `(a + (2 * n))`.
std::string NestBuilder::pointerText(const Position &P) const {
  std::string Base = Nest->Arrays[P.Array].KernelName;
  for (size_t I = 0; I + 1 < P.Subs.size(); ++I)
    Base += "[" + cxxText(*P.Subs[I], *Nest) + "]";
  const Expr &Last = *P.Subs.back();
  if (Last.Kind == ExprKind::Const && Last.Value == 0)
    return Base;
  return "(" + Base + " + (" + cxxText(Last, *Nest) + "))";
}

} // namespace heddle
