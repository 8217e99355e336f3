//===- Records.cpp - Elements that are structures -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `p[i].x`: an array of structures has one dimension more, which numbers the
// scalars of one structure in the order of their offsets. Scalars do not share
// bytes, so two members are two elements; the number of a member's scalar may
// be computed, as in `p[i].v[k]`.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};
constexpr uint64_t MostScalars = 4096;

} // namespace

std::optional<uint64_t> NestBuilder::scalarsIn(QualType T,
                                               std::string &Why) const {
  uint64_t Count = 1;
  while (const ArrayType *A = Ctx.getAsArrayType(T)) {
    const auto *C = dyn_cast<ConstantArrayType>(A);
    Count *= C && C->getZExtSize() <= MostScalars ? C->getZExtSize() : 0;
    T = A->getElementType();
    if (Count == 0 || Count > MostScalars) {
      Why = "it holds an array of no or too many elements";
      return std::nullopt;
    }
  }
  QualType C = T.getCanonicalType().getUnqualifiedType();
  if (!T.isVolatileQualified() && !isStdAtomic(T) && !T->isAtomicType() &&
      (intType(T) || C == Ctx.FloatTy || C == Ctx.DoubleTy))
    return Count;
  std::string Name =
      T.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy());
  const auto *R = dyn_cast_or_null<CXXRecordDecl>(T->getAsRecordDecl());
  R = R ? R->getDefinition() : nullptr;
  if (!R || R->isLambda() || R->isInStdNamespace() || T.isVolatileQualified()) {
    Why = "it holds a '" + Name + "'";
    return std::nullopt;
  }
  if (R->isUnion() || R->getNumBases() || R->isPolymorphic() ||
      R->field_empty()) {
    Why = "'" + Name + "' " +
          (R->isUnion()         ? "is a union"
           : R->getNumBases()   ? "has a base class"
           : R->isPolymorphic() ? "has virtual functions"
                                : "has no members");
    return std::nullopt;
  }
  uint64_t Sum = 0;
  for (const FieldDecl *F : R->fields()) {
    if (F->isBitField()) {
      Why = "'" + F->getNameAsString() + "' is a bit-field";
      return std::nullopt;
    }
    std::optional<uint64_t> Part = scalarsIn(F->getType(), Why);
    if (!Part)
      return std::nullopt;
    Sum += *Part;
  }
  Count *= Sum;
  if (Count <= MostScalars && T.isTriviallyCopyableType(Ctx))
    return Count;
  Why = Count > MostScalars ? "it holds too many numbers"
                            : "'" + Name + "' is not copied byte by byte";
  return std::nullopt;
}

uint64_t NestBuilder::scalarsBefore(const FieldDecl *F) const {
  uint64_t Sum = 0;
  std::string Why;
  for (const FieldDecl *Other : F->getParent()->fields()) {
    if (Other->getCanonicalDecl() == F->getCanonicalDecl())
      break;
    Sum += scalarsIn(Other->getType(), Why).value_or(0);
  }
  return Sum;
}

bool NestBuilder::isInRecord(const Position &P) const {
  return !P.Private && model().Arrays[P.Array].Records &&
         P.Subs.size() == model().Arrays[P.Array].Extents.size();
}

/// A member of an element: its first scalar.
std::optional<Position> NestBuilder::field(const MemberExpr *E, bool Evaluate) {
  const bool OfSelf = E->isArrow() && isSelf(E->getBase());
  std::optional<Position> P = OfSelf         ? Self
                              : E->isArrow() ? pointer(E->getBase(), Evaluate)
                                             : lvalue(E->getBase(), Evaluate);
  if (OfSelf && Evaluate)
    nameSelf(E);
  if (!P || P->Private)
    return P;
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  const ArrayInfo *A = P->Private ? nullptr : &model().Arrays[P->Array];
  if (!F || !A || !A->Records || P->Subs.size() + 1 < A->Extents.size()) {
    error(DiagID::HD225, ref(E), text(E));
    return std::nullopt;
  }
  if (F->getAccess() != AS_public && F->getAccess() != AS_none) {
    error(DiagID::HD235, ref(E), F->getParent()->getNameAsString(),
          "'" + F->getNameAsString() + "' is not public");
    return std::nullopt;
  }
  if (!isInRecord(*P))
    P->Subs.push_back(constant(0, Int64, nullptr));
  ExprRef &Last = P->Subs.back();
  ExprRef Before =
      constant(static_cast<int64_t>(scalarsBefore(F)), Int64, nullptr);
  if (Last->Kind == ExprKind::Const)
    Last = constant(Last->Value + Before->Value, Int64, E);
  else
    Last = node(ExprKind::Add, Int64, {convert(Last, Int64), Before}, E);
  P->Within |= uint64_t(1) << (P->Subs.size() - 1);
  return P;
}

/// Reads all scalars of the structure E, which is at P.
void NestBuilder::readWhole(const Position &P, const clang::Expr *E) {
  constexpr uint64_t Most = 64;
  std::string Why;
  const std::optional<uint64_t> Count = scalarsIn(E->getType(), Why);
  if (P.Private)
    return;
  Position Each = P;
  if (!isInRecord(P))
    Each.Subs.push_back(constant(0, Int64, nullptr));
  if (!Count || *Count > Most || !isInRecord(Each)) {
    error(DiagID::HD236, ref(E), text(E));
    return;
  }
  const ExprRef First = Each.Subs.back();
  Each.Within |= uint64_t(1) << (Each.Subs.size() - 1);
  for (uint64_t K = 0; K < *Count; ++K) {
    const auto Number = static_cast<int64_t>(K);
    Each.Subs.back() =
        First->Kind == ExprKind::Const
            ? constant(First->Value + Number, Int64, E)
            : node(ExprKind::Add, Int64,
                   {convert(First, Int64), constant(Number, Int64, nullptr)},
                   E);
    recordAccess(Each, E, AccessMode::Read, {});
  }
}

/// Reports E if it is a structure that is not taken apart.
bool NestBuilder::refuseWhole(const clang::Expr *E) {
  const clang::Expr *Inner = E->IgnoreParenImpCasts();
  std::string Why;
  if (!Inner->getType()->isRecordType() || !Inner->isGLValue() ||
      !scalarsIn(Inner->getType(), Why))
    return false;
  see(Inner);
  error(DiagID::HD236, ref(Inner), text(Inner));
  return true;
}

} // namespace heddle
