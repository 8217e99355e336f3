//===- Records.cpp - Elements that are structures -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `p[i].x`: an array of structures has one dimension more, which numbers the
// scalars of one structure in the order of their offsets. Scalars do not share
// bytes, so two members are two elements; the number of a member's scalar may
// be computed, as in `p[i].v[k]`.
//===----------------------------------------------------------------------===//
#include "Read/Memory/Records.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};
constexpr uint64_t MostScalars = 4096;

} // namespace

std::optional<uint64_t> scalarsIn(const NestReader &NR, QualType T,
                                  std::string &Why) {
  uint64_t Count = 1;
  while (const ArrayType *A = NR.Ctx.getAsArrayType(T)) {
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
      (intType(NR, T) || C == NR.Ctx.FloatTy || C == NR.Ctx.DoubleTy))
    return Count;
  std::string Name =
      T.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy());
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
    std::optional<uint64_t> Part = scalarsIn(NR, F->getType(), Why);
    if (!Part)
      return std::nullopt;
    Sum += *Part;
  }
  Count *= Sum;
  if (Count <= MostScalars && T.isTriviallyCopyableType(NR.Ctx))
    return Count;
  Why = Count > MostScalars ? "it holds too many numbers"
                            : "'" + Name + "' is not copied byte by byte";
  return std::nullopt;
}

bool isRecord(const NestReader &NR, QualType T) {
  std::string Why;
  return T->isRecordType() && !isComplex(T) && scalarsIn(NR, T, Why);
}

static uint64_t scalarsBefore(const NestReader &NR, const FieldDecl *F) {
  uint64_t Sum = 0;
  std::string Why;
  for (const FieldDecl *Other : F->getParent()->fields()) {
    if (Other->getCanonicalDecl() == F->getCanonicalDecl())
      break;
    Sum += scalarsIn(NR, Other->getType(), Why).value_or(0);
  }
  return Sum;
}

bool isInRecord(const NestReader &NR, const Position &P) {
  return !P.Private && NR.model().Arrays[P.Array].Records &&
         P.Subs.size() == NR.model().Arrays[P.Array].Extents.size();
}

/// A member of an element: its first scalar.
std::optional<Position> field(NestReader &NR, const MemberExpr *E,
                              bool Evaluate) {
  const bool OfSelf = E->isArrow() && isSelf(NR, E->getBase());
  std::optional<Position> P = OfSelf ? NR.Callees.Self
                              : E->isArrow()
                                  ? pointer(NR, E->getBase(), Evaluate)
                                  : lvalue(NR, E->getBase(), Evaluate);
  if (OfSelf && Evaluate)
    nameSelf(NR, E);
  if (!P)
    return P;
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  const ArrayInfo *A = P->Private ? nullptr : &NR.model().Arrays[P->Array];
  if (!F || (A && (!A->Records || P->Subs.size() + 1 < A->Extents.size())))
    return refused(NR, E, DiagID::HD225);
  if (F->getAccess() != AS_public && F->getAccess() != AS_none) {
    NR.error(DiagID::HD235, ref(NR, E), F->getParent()->getNameAsString(),
             "'" + F->getNameAsString() + "' is not public");
    return std::nullopt;
  }
  if (P->Private)
    return P;
  if (!isInRecord(NR, *P))
    P->Subs.push_back(constant(NR, 0, Int64, nullptr));
  ExprRef &Last = P->Subs.back();
  ExprRef Before =
      constant(NR, static_cast<int64_t>(scalarsBefore(NR, F)), Int64, nullptr);
  if (Last->Kind == ExprKind::Const)
    Last = constant(NR, Last->Value + Before->Value, Int64, E);
  else
    Last =
        node(NR, ExprKind::Add, Int64, {convert(NR, Last, Int64), Before}, E);
  P->Within |= uint64_t(1) << (P->Subs.size() - 1);
  return P;
}

void accessWhole(NestReader &NR, const Position &P, const clang::Expr *E,
                 AccessMode Mode) {
  constexpr uint64_t Most = 64;
  std::string Why;
  const std::optional<uint64_t> Count = scalarsIn(NR, E->getType(), Why);
  if (P.Private)
    return;
  Position Each = P;
  if (!isInRecord(NR, P))
    Each.Subs.push_back(constant(NR, 0, Int64, nullptr));
  if (!Count || *Count > Most || !isInRecord(NR, Each)) {
    NR.error(DiagID::HD236, ref(NR, E), text(NR, E));
    return;
  }
  const size_t Noted = NR.Spans.Values.size();
  const ExprRef First = Each.Subs.back();
  Each.Within |= uint64_t(1) << (Each.Subs.size() - 1);
  for (uint64_t K = 0; K < *Count; ++K) {
    const auto Number = static_cast<int64_t>(K);
    Each.Subs.back() = First->Kind == ExprKind::Const
                           ? constant(NR, First->Value + Number, Int64, E)
                           : node(NR, ExprKind::Add, Int64,
                                  {convert(NR, First, Int64),
                                   constant(NR, Number, Int64, nullptr)},
                                  E);
    recordAccess(NR, Each, E, Mode, {});
  }
  joinElements(NR, Noted, Noted);
}

bool isWholeRecord(NestReader &NR, const clang::Expr *E) {
  if (NR.isInCopy() || !isa<DeclRefExpr, MemberExpr>(E) ||
      !isRecord(NR, E->getType()) ||
      containerOf(NR.Ctx, E->getType(), E->getType()))
    return false;
  const auto *Class = E->getType()->getAsCXXRecordDecl();
  if (Class && llvm::any_of(Class->methods(), [](const CXXMethodDecl *M) {
        return M->getOverloadedOperator() == OO_Amp;
      }))
    return false;
  const std::optional<Path> P = path(NR, E);
  return P && !P->InUnion && !P->IsData && P->SizeOf.empty();
}

/// The array may be a part of the structure.
static bool mayBePartOf(const NestReader &NR, unsigned Array,
                        const ObjectRoot &Whole) {
  if (Array == Whole.Array)
    return true;
  if (Whole.IsThis)
    return llvm::any_of(NR.Memory.ObjectRoots, [&](const ObjectRoot &Other) {
      return Other.Array == Array && Other.IsThis;
    });
  const auto Held = NR.Memory.HeldBy.find(Whole.Root);
  return NR.Memory.ArrayRoots.lookup(Array) == Whole.Root ||
         (Held != NR.Memory.HeldBy.end() &&
          llvm::is_contained(Held->second, Array));
}

void checkWholeRecords(NestReader &NR) {
  for (const ObjectRoot &Whole : NR.Memory.WholeRecords)
    for (const Access &A : NR.Nest->Accesses)
      if (A.IsWrite && mayBePartOf(NR, A.Array, Whole)) {
        NR.error(DiagID::HD236, A.Where, NR.Nest->Arrays[Whole.Array].Name);
        return;
      }
}

/// Reports E if it is a structure that is not taken apart.
bool refuseWhole(NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Inner = E->IgnoreParenImpCasts();
  std::string Why;
  if (!Inner->getType()->isRecordType() || !Inner->isGLValue() ||
      !scalarsIn(NR, Inner->getType(), Why))
    return false;
  see(NR, Inner);
  NR.error(DiagID::HD236, ref(NR, Inner), text(NR, Inner));
  return true;
}

} // namespace heddle
