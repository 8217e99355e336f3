//===- ScalarWrites.cpp - Variables that outlive an iteration -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A scalar from outside that the nest writes is one place for all iterations:
// an array of one element, whose dependences are decided like any other's.
// Written it may be by steps of a reduction only.
//===----------------------------------------------------------------------===//
#include "Read/Loops/ScalarWrites.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/Choices.h"
#include "Read/Loops/Privates.h"
#include "Read/Loops/ReducedElements.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

static void useScalar(NestReader &NR, const Path &P, const clang::Expr *E,
                      AccessMode Mode, bool IsElement);
static std::optional<unsigned> scalarFor(NestReader &NR, const Path &P,
                                         const clang::Expr *E, bool IsElement);
static void noteSum(NestReader &NR, unsigned Array, unsigned Bits);

/// Before the walk, which may meet reads of a scalar before its writes.
void findWrittenScalars(NestReader &NR, const Stmt *S) {
  const clang::Expr *Target = assignedBy(S);
  if (Target)
    Target = skipMarkers(Target);
  if (Target && isa<DeclRefExpr, MemberExpr>(Target) &&
      !Target->getType()->isPointerType())
    if (std::optional<Path> P = path(NR, Target))
      NR.Updates.WrittenScalars.insert(P->Key);
  for (const Stmt *Part : partsOf(S))
    findWrittenScalars(NR, Part);
}

bool useWrittenScalar(NestReader &NR, const clang::Expr *E, AccessMode Mode) {
  std::optional<Path> P = path(NR, E);
  if (!P || !NR.Updates.WrittenScalars.contains(P->Key))
    return false;
  useScalar(NR, *P, E, Mode, /*IsElement=*/false);
  return true;
}

bool useReducedElement(NestReader &NR, const clang::Expr *E, AccessMode Mode) {
  std::optional<Path> P = reducedElement(NR, E);
  if (!P)
    return false;
  see(NR, E);
  useScalar(NR, *P, E, Mode, /*IsElement=*/true);
  return true;
}

static void useScalar(NestReader &NR, const Path &P, const clang::Expr *E,
                      AccessMode Mode, bool IsElement) {
  const ReductionStep *Step = NR.Updates.Steps->at(E);
  if (Mode != AccessMode::Read && !Step)
    return refuseScalarWrite(NR, E, P.Last, P.IsMember ? text(NR, E) : P.Name);
  std::optional<unsigned> Array = scalarFor(NR, P, E, IsElement);
  if (!Array)
    return;
  const ArrayInfo &A = NR.Nest->Arrays[*Array];
  if (!isSpelled(NR, E->getSourceRange(), A.KernelName))
    addReplacement(NR, E->getSourceRange(), A.KernelName);
  Position At;
  At.Array = *Array;
  At.Subs = {constant(NR, 0, IntType{64, true}, nullptr)};
  At.Within = 1;
  recordAccess(NR, At, E, Mode, Step ? Step->Op : "");
  if (Step && Step->Bits && (Step->Class == "+" || Step->Class == "*"))
    noteSum(NR, *Array, Step->Bits);
  if (Step && Step->Choice >= 0 && Mode != AccessMode::Read)
    addChosen(NR, *Array, P, E, *Step);
}

static std::optional<unsigned> scalarFor(NestReader &NR, const Path &P,
                                         const clang::Expr *E, bool IsElement) {
  if (std::optional<unsigned> Known = NR.Memory.array(P.Key))
    return Known;
  if (refuseThreadLocal(NR, P, E))
    return std::nullopt;
  std::optional<ArrayInfo> Described = describeArray(
      NR, P, E,
      IsElement ? E->getType() : P.Last->getType().getNonReferenceType(),
      IsElement ? E->getType() : writtenType(NR, P.Last).getNonReferenceType());
  if (!Described)
    return std::nullopt;
  ArrayInfo &A = *Described;
  A.Scalar = true;
  A.Accumulator = A.ElementType;
  A.Extents = {constant(NR, 1, IntType{64, true}, nullptr)};
  A.Unreachable = !P.IsMember && P.Root && A.Origin == Provenance::Object &&
                  P.Root->hasLocalStorage() && !NR.Facts.escape(P.Root);
  A.HostText = P.Host;
  A.DeclPrefix = A.ElementType + " *";
  if (IsElement) // as the source has it
    A.Name = text(NR, E);
  const unsigned Index = addArray(NR, P, std::move(A));
  if (IsElement)
    noteReducedElement(NR, E, Index);
  return Index;
}

/// Partial sums and products may leave the range of a signed type where those
/// of the loop as written do not. Modulo a power of two they are right all the
/// same, if every step is computed in the unsigned type.
static void noteSum(NestReader &NR, unsigned Array, unsigned Bits) {
  std::string &Type = NR.Nest->Arrays[Array].Accumulator;
  if (Bits > 32)
    Type = "unsigned long long";
  else if (Type != "unsigned long long")
    Type = "unsigned int";
}

void refuseScalarWrite(NestReader &NR, const clang::Expr *E, const ValueDecl *D,
                       llvm::StringRef Name) {
  if (NR.isInCopy())
    return refuse(NR, E, "this write to '" + Name.str() + "'");
  if (refuseChoice(NR, E))
    return;
  llvm::StringRef Why = NR.Updates.Steps->whyNot(E);
  Diagnostic &Diag = NR.error(
      DiagID::HD408, ref(NR, E), Name,
      Why.empty() ? "declare it inside the loop if an iteration needs no "
                    "other's value, or write to an element of an array"
                  : Why);
  notePrivate(NR, D, Diag);
  if (D)
    Diag.note(ref(NR, D->getSourceRange()),
              "'" + Name.str() +
                  "' is declared here, outside of "
                  "the nest");
}

} // namespace heddle
