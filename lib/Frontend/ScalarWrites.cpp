//===- ScalarWrites.cpp - Variables that outlive an iteration -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar from outside that the nest writes is one place for all iterations:
// an array of one element, whose dependences are decided like any other's.
// Written it may be by steps of a reduction only.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"

using namespace clang;

namespace heddle {

/// Before the walk, which may meet reads of a scalar before its writes.
void NestBuilder::findWrittenScalars(const Stmt *S) {
  const clang::Expr *Target = nullptr;
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
    Target = skipMarkers(B->getLHS());
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    Target = skipMarkers(U->getSubExpr());
  if (Target && isa<DeclRefExpr, MemberExpr>(Target) &&
      !Target->getType()->isPointerType())
    if (std::optional<Path> P = path(Target))
      WrittenScalars.insert(P->Key);
  for (const Stmt *Child : S->children())
    if (Child)
      findWrittenScalars(Child);
}

/// A use of a scalar that the nest writes. False where E is none.
bool NestBuilder::useWrittenScalar(const clang::Expr *E, AccessMode Mode) {
  std::optional<Path> P = path(E);
  if (!P || !WrittenScalars.contains(P->Key))
    return false;
  const ReductionStep *Step = Steps->at(E);
  if (Mode != AccessMode::Read && !Step) {
    refuseScalarWrite(E, P->Last, P->IsMember ? text(E) : P->Name);
    return true;
  }
  std::optional<unsigned> Array = scalarFor(*P, E);
  if (!Array)
    return true;
  const ArrayInfo &A = Nest->Arrays[*Array];
  if (!isSpelled(E->getSourceRange(), A.KernelName))
    addHole(E->getSourceRange(), A.KernelName);
  Position At;
  At.Array = *Array;
  At.Subs = {constant(0, IntType{64, true}, nullptr)};
  At.Within = 1;
  recordAccess(At, E, Mode, Step ? Step->Op : "");
  if (Step && Step->Bits && (Step->Class == "+" || Step->Class == "*"))
    noteSum(*Array, Step->Bits);
  return true;
}

std::optional<unsigned> NestBuilder::scalarFor(const Path &P,
                                               const clang::Expr *E) {
  if (auto It = ArrayIndex.find(P.Key); It != ArrayIndex.end())
    return It->second;
  if (refuseThreadLocal(P, E))
    return std::nullopt;
  std::optional<ArrayInfo> Described =
      describeArray(P, E, P.Last->getType().getNonReferenceType(),
                    writtenType(P.Last).getNonReferenceType());
  if (!Described)
    return std::nullopt;
  ArrayInfo &A = *Described;
  A.Scalar = true;
  A.Accumulator = A.ElementType;
  A.Extents = {constant(1, IntType{64, true}, nullptr)};
  A.Unreachable = !P.IsMember && P.Root && A.Origin == Provenance::Object &&
                  P.Root->hasLocalStorage() && !Facts.escape(P.Root);
  A.HostText = "&" + P.Host;
  A.DeclPrefix = A.ElementType + " *";
  return addArray(P, std::move(A));
}

/// Partial sums and products may leave the range of a signed type where those
/// of the loop as written do not. Modulo a power of two they are right all the
/// same, if every step is computed in the unsigned type.
void NestBuilder::noteSum(unsigned Array, unsigned Bits) {
  std::string &Type = Nest->Arrays[Array].Accumulator;
  if (Bits > 32)
    Type = "unsigned long long";
  else if (Type != "unsigned long long")
    Type = "unsigned int";
}

void NestBuilder::refuseScalarWrite(const clang::Expr *E, const ValueDecl *D,
                                    llvm::StringRef Name) {
  if (isInCopy())
    return refuse(E, "this write to '" + Name.str() + "'");
  llvm::StringRef Why = Steps->whyNot(E);
  Diagnostic &Diag =
      error(DiagID::HD408, ref(E), Name,
            Why.empty()
                ? "declare it inside the loop if an iteration needs no "
                  "other's value, or write to an element of an array"
                : Why);
  if (D)
    Diag.note(ref(D->getSourceRange()), "'" + Name.str() +
                                            "' is declared here, outside of "
                                            "the nest");
}

} // namespace heddle
