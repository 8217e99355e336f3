//===- Choice.cpp - A condition that tells two kinds of instances apart ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Choice.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

/// A condition that nobody can read is none that anybody should trust.
static constexpr unsigned MostOperators = 48;

static unsigned loopOf(const AffineNest &N, const AffineAccess &A,
                       unsigned Dim) {
  return Dim < N.Depth ? Dim : A.InnerLoops[Dim - N.Depth];
}

static unsigned dimsOf(const AffineNest &N, const AffineAccess &A) {
  return N.Depth + static_cast<unsigned>(A.InnerLoops.size());
}

static LeafDims leafDims(const AffineNest &N, const AffineAccess &A) {
  LeafDims Dims;
  for (unsigned D = 0; D < dimsOf(N, A); ++D)
    Dims[N.Nest->Loops[loopOf(N, A, D)].Name] = D;
  return Dims;
}

/// Every loop variable and parameter that S mentions can be named at the
/// access.
static bool isNameable(const AffineNest &N, const AffineAccess &A,
                       const isl::Set &S) {
  for (unsigned D = 0; D < dimsOf(N, A); ++D)
    if (!N.Nest->Loops[loopOf(N, A, D)].NameIsUnique &&
        S.involves(isl::Dim::Set, D) != Answer::No)
      return false;
  for (unsigned P = 0; P < N.Parameters.size(); ++P)
    if (N.Parameters[P].SourceParam < 0 &&
        S.involves(isl::Dim::Param, P) != Answer::No)
      return false;
  return true;
}

isl::Set heddle::chosen(const AffineNest &N, const AffineAccess &A,
                        const Choice &C) {
  isl::Space Iterations = A.Relation.space().domain().alignParams(N.ParamSpace);
  return toIslSet(C.Holds, Iterations, leafDims(N, A));
}

bool heddle::mentionsWide(const AffineNest &N, const Sym &S) {
  if (S.kind() == SymKind::Leaf) {
    for (const Loop &L : N.Nest->Loops)
      if (L.Name == S.name())
        return L.CxxType != "int";
    for (const AffineNest::Parameter &P : N.Parameters)
      if (P.Name == S.name())
        return N.Nest->Params[static_cast<unsigned>(P.SourceParam)].CxxType !=
               "int";
    return true;
  }
  return llvm::any_of(S.operands(),
                      [&](const Sym &Op) { return mentionsWide(N, Op); });
}

/// As chooseBetween, with the simplest set that holds Yes and none of No.
static std::optional<Choice> tellApart(const AffineNest &N,
                                       const AffineAccess &A,
                                       const isl::Set &Yes, const isl::Set &No,
                                       const isl::Set &Executed) {
  isl::Set Either = isl::coalesced(Yes.unionWith(No));
  isl::Set Simple = isl::coalesced(Yes.gist(Either));
  if (Simple.isNull() || !isNameable(N, A, Simple))
    return std::nullopt;
  std::optional<Sym> S = symOf(asParameters(Simple, leafDims(N, A)),
                               asParameters(std::move(Either), leafDims(N, A)));
  if (!S || operatorCount(*S) > MostOperators)
    return std::nullopt;
  Choice C{*S, false};
  // The condition computed in the kernel is compared with what it stands for.
  isl::Set Read = chosen(N, A, C);
  if (isl::isSubset(Yes, Read) != Answer::Yes ||
      isl::isEmpty(Read.intersect(No)) != Answer::Yes)
    return std::nullopt;
  LeafDims Dims = leafDims(N, A);
  if (!fits(C.Holds, Executed, Dims, 64))
    return std::nullopt;
  C.Narrow = !mentionsWide(N, C.Holds) && fits(C.Holds, Executed, Dims, 32);
  return C;
}

std::optional<Choice> heddle::chooseBetween(const AffineNest &N,
                                            const AffineAccess &A,
                                            const isl::Set &Yes,
                                            const isl::Set &No,
                                            const isl::Set &Executed) {
  std::optional<Choice> Is = tellApart(N, A, Yes, No, Executed);
  // Often one of the two is simpler: what an iteration writes is near by.
  std::optional<Choice> IsNot = tellApart(N, A, No, Yes, Executed);
  if (!IsNot || (Is && operatorCount(Is->Holds) <= operatorCount(IsNot->Holds)))
    return Is;
  IsNot->Holds = negate(IsNot->Holds);
  return IsNot;
}
