//===- Fusion.cpp - Whether two nests may run as one ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Fusion.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

/// Loops that go the same way: the order of iterations is that of both.
static bool runAlike(const AffineNest &A, const AffineNest &B) {
  if (A.Depth != B.Depth)
    return false;
  for (unsigned L = 0; L < A.Depth; ++L)
    if ((A.Nest->Loops[L].Step > 0) != (B.Nest->Loops[L].Step > 0))
      return false;
  return true;
}

/// The pairs of iterations that differ in some loop.
static isl::Map differing(const isl::Map &Pairs) {
  isl::Map Same = Pairs;
  for (unsigned D = 0; D < Pairs.dim(isl::Dim::In); ++D)
    Same = Same.whereEqual(D);
  return Pairs.subtract(Same);
}

namespace {

class Finder {
public:
  Finder(const AffineProgram &P, unsigned First, unsigned Second)
      : P(P), A(P.Steps[First]), B(P.Steps[Second]) {}

  Fusion run();

private:
  bool haveSameIterations();
  bool meets(unsigned Array, const isl::Map &Of, const isl::Map &By);
  bool readsAlike(unsigned Array) const;
  bool crosses(unsigned Array);

  const AffineProgram &P;
  const AffineStep &A, &B;
  Fusion Out;
};

bool Finder::haveSameIterations() {
  if (!runAlike(*A.Nest, *B.Nest)) {
    Out.Kind = Fusion::OtherIterations;
    return false;
  }
  switch (isl::isEqual(A.Domain.unnamed().intersectParams(P.Context),
                       B.Domain.unnamed().intersectParams(P.Context))) {
  case Answer::Yes:
    return true;
  case Answer::No:
    Out.Kind = Fusion::OtherIterations;
    return false;
  case Answer::Unknown:
    return false;
  }
  return false;
}

/// Whether only iterations that are alike touch one element in these ways;
/// false also where that is not known.
bool Finder::meets(unsigned Array, const isl::Map &Of, const isl::Map &By) {
  if (Of.isNull() || By.isNull())
    return true;
  const isl::Map Pairs = Of.applyRange(By.reverse()).intersectParams(P.Context);
  const isl::Map Others = differing(Pairs);
  switch (isl::isEmpty(Others)) {
  case Answer::Yes:
    return true;
  case Answer::Unknown:
    return false;
  case Answer::No:
    break;
  }
  Out.Kind = Fusion::Crossing;
  Out.Array = Array;
  const auto W = smallestWitness(P, isl::graph(Others));
  if (!W)
    return false;
  const auto Middle = W->Point.begin() + A.Nest->Depth;
  Out.First.assign(W->Point.begin(), Middle);
  Out.Second.assign(Middle, W->Point.end());
  Out.Sizes = W->parameterText();
  return false;
}

/// Iterations that are alike read the same elements, each in no inner loop.
bool Finder::readsAlike(unsigned Array) const {
  const StepArray &Of = A.Arrays[Array], &By = B.Arrays[Array];
  return Of.Writes.isNull() && By.Writes.isNull() && !Of.Reads.isNull() &&
         !By.Reads.isNull() && A.Nest->Nest->Loops.size() == A.Nest->Depth &&
         B.Nest->Nest->Loops.size() == B.Nest->Depth &&
         isl::isEqual(
             Of.Reads.named(isl::Dim::In, "").intersectParams(P.Context),
             By.Reads.named(isl::Dim::In, "").intersectParams(P.Context)) ==
             Answer::Yes;
}

/// Iterations that differ may touch one element of the array, one of them to
/// write it.
bool Finder::crosses(unsigned Array) {
  const StepArray &Of = A.Arrays[Array], &By = B.Arrays[Array];
  const bool Touched = !(Of.Reads.isNull() && Of.Writes.isNull() && Of.Placed);
  const bool Again = !(By.Reads.isNull() && By.Writes.isNull() && By.Placed);
  if (!Touched || !Again)
    return false;
  if (!Of.Placed || !By.Placed)
    return true;
  if (!meets(Array, Of.Writes, By.Reads) ||
      !meets(Array, Of.Reads, By.Writes) || !meets(Array, Of.Writes, By.Writes))
    return true;
  if (!Of.Writes.isNull() && !By.Reads.isNull())
    Out.Passed.push_back(Array);
  else if (readsAlike(Array))
    Out.Shared.push_back(Array);
  return false;
}

Fusion Finder::run() {
  if (!haveSameIterations())
    return std::move(Out);
  for (unsigned Array = 0; Array < P.Source->Arrays.size(); ++Array)
    if (crosses(Array))
      return std::move(Out);
  Out.Kind = P.Isl->exhausted() ? Fusion::Unknown : Fusion::Possible;
  return std::move(Out);
}

} // namespace

Fusion findFusion(const AffineProgram &P, unsigned First, unsigned Second) {
  P.Isl->resume(ProgramOperations);
  return Finder(P, First, Second).run();
}

} // namespace heddle
