//===- Volumes.cpp - Elements that others are computed from ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Volumes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

//===--- Element maps -----------------------------------------------------===//

isl::Map elementMap(const AffineProgram &P, unsigned Step, unsigned Result,
                    unsigned Operand) {
  const isl::Map &Writes = P.Steps[Step].Arrays[Result].Writes;
  const isl::Map &Reads = P.Steps[Step].Arrays[Operand].Reads;
  if (Writes.isNull() || Reads.isNull())
    return {};
  return isl::coalesced(Writes.reverse().applyRange(Reads));
}

/// The map from elements to operands of one step more, which comes before those
/// of Behind.
static std::optional<std::vector<isl::Map>>
before(const AffineProgram &P, unsigned Step,
       const std::vector<isl::Map> &Behind) {
  std::vector<isl::Map> Out(Behind.size());
  for (unsigned A = 0; A < Behind.size(); ++A) {
    if (Behind[A].isNull())
      continue;
    const StepArray &Of = P.Steps[Step].Arrays[A];
    if (Of.Placed && Of.Writes.isNull()) {
      Out[A] = isl::unite(Out[A], Behind[A]);
      continue;
    }
    if (llvm::any_of(P.Steps[Step].Arrays,
                     [](const StepArray &Any) { return !Any.Placed; }))
      return std::nullopt;
    const isl::Map Kept =
        Of.Sure.isNull() ? Behind[A]
                         : Behind[A]
                               .reverse()
                               .intersectDomain(Of.Sure.range().complement())
                               .reverse();
    Out[A] = isl::unite(Out[A], Kept);
    for (unsigned B = 0; B < Behind.size(); ++B)
      if (isl::Map M = elementMap(P, Step, A, B); !M.isNull())
        Out[B] = isl::unite(Out[B], Behind[A].applyRange(M));
  }
  return Out;
}

/// All elements of the array, each to itself.
static isl::Map identity(const AffineProgram &P, unsigned Array) {
  bool IsExact = true;
  const isl::Set All = elementsOf(P, Array, IsExact);
  isl::Map Same = isl::product(All, All);
  for (unsigned D = 0; D < All.dim(isl::Dim::Set); ++D)
    Same = Same.whereEqual(D);
  return Same;
}

std::optional<std::vector<isl::Map>> composition(const AffineProgram &P,
                                                 unsigned Result,
                                                 unsigned Begin, unsigned End) {
  std::optional<std::vector<isl::Map>> Of(P.Source->Arrays.size());
  (*Of)[Result] = identity(P, Result);
  for (unsigned S = End; Of && S-- > Begin;)
    Of = before(P, S, *Of);
  return P.Isl->exhausted() ? std::nullopt : Of;
}

//===--- Slices -----------------------------------------------------------===//

std::optional<Slice> sliceOf(const isl::Set &S) {
  Slice Out;
  isl::Set Box = isl::Set::universe(S.space());
  for (unsigned D = 0; D < S.dim(isl::Dim::Set); ++D) {
    const std::optional<int64_t> Stride = isl::strideOf(S, D);
    if (!Stride || isl::isBounded(S, D) != isl::Answer::Yes)
      return std::nullopt;
    Slice::Dim Of{isl::dimMin(S, D), *Stride, isl::dimMax(S, D)};
    const isl::PwAff Span = Of.Last - Of.First;
    Of.Count = isl::coalesced(
        isl::quotient(Span, isl::PwAff::constant(Span.space(), *Stride))
            .floor() +
        isl::PwAff::constant(Span.space(), 1));
    // The first one, and Stride times as many, over all points of the box.
    const auto On = [&](const isl::PwAff &F) {
      return isl::onDims(F, Box.space());
    };
    const isl::PwAff X = isl::PwAff::var(Box.space(), isl::Dim::Set, D);
    Box = Box.intersect(X.ge(On(Of.First)))
              .intersect(X.le(On(Of.Last)))
              .intersect((X - On(Of.First)).mod(*Stride).whereZero());
    Out.Dims.push_back(std::move(Of));
  }
  if (isl::isEqual(Box, S) != isl::Answer::Yes)
    return std::nullopt;
  return Out;
}

//===--- Dump -------------------------------------------------------------===//

static void dumpSteps(const AffineProgram &P, llvm::raw_ostream &OS) {
  for (const AffineStep &S : P.Steps) {
    OS << toString(S.Domain) << "\n";
    for (const StepArray &A : S.Arrays) {
      if (!A.Reads.isNull())
        OS << "  reads " << toString(A.Reads) << "\n";
      if (!A.Writes.isNull())
        OS << (A.mayWrite() ? "  may write " : "  writes ")
           << toString(A.Writes) << "\n";
    }
  }
}

static void dumpDependences(const AffineProgram &P, llvm::raw_ostream &OS) {
  static constexpr std::pair<DependenceKind, const char *> Kinds[] = {
      {DependenceKind::Flow, "flow"},
      {DependenceKind::Anti, "anti"},
      {DependenceKind::Output, "output"}};
  for (unsigned To = 0; To < P.Steps.size(); ++To)
    for (unsigned From = 0; From < To; ++From)
      for (auto [Kind, Name] : Kinds) {
        const isl::Map M = dependence(P, Kind, From, To);
        if (M.isNull())
          OS << Name << " of " << P.Source->Steps[From].Name << " and "
             << P.Source->Steps[To].Name << " unknown\n";
        else if (isEmpty(M) != isl::Answer::Yes)
          OS << Name << " " << toString(M) << "\n";
      }
}

void dump(const AffineProgram &P, llvm::raw_ostream &OS) {
  dumpSteps(P, OS);
  dumpDependences(P, OS);
  const unsigned End = static_cast<unsigned>(P.Steps.size());
  for (unsigned A = 0; A < P.Source->Arrays.size(); ++A) {
    if (llvm::none_of(P.Steps, [&](const AffineStep &S) {
          return !S.Arrays[A].Writes.isNull();
        }))
      continue;
    const auto Of = composition(P, A, 0, End);
    if (!Of) {
      OS << P.Source->Arrays[A].Name << " is of unknown elements\n";
      continue;
    }
    for (const isl::Map &M : *Of)
      if (!M.isNull() && isEmpty(M) != isl::Answer::Yes)
        OS << "computed from " << toString(M.gistParams(P.Context)) << "\n";
  }
}

} // namespace heddle
