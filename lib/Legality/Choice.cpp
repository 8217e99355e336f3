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

std::vector<unsigned> heddle::loopsAround(const AffineNest &N,
                                          const AffineAccess &A) {
  std::vector<unsigned> Loops;
  for (unsigned D = 0; D < N.Depth; ++D)
    Loops.push_back(D);
  llvm::append_range(Loops, A.InnerLoops);
  return Loops;
}

static LeafDims leafDims(const AffineNest &N, llvm::ArrayRef<unsigned> Loops) {
  LeafDims Dims;
  for (auto [D, L] : llvm::enumerate(Loops))
    Dims[N.Nest->Loops[L].Name] = static_cast<unsigned>(D);
  return Dims;
}

/// Every loop variable and parameter that S mentions can be named where the
/// choice stands.
static bool isNameable(const AffineNest &N, llvm::ArrayRef<unsigned> Loops,
                       const isl::Set &S) {
  for (unsigned D = 0; D < Loops.size(); ++D)
    if (!N.Nest->Loops[Loops[D]].NameIsUnique &&
        S.involves(isl::Dim::Set, D) != Answer::No)
      return false;
  for (unsigned P = 0; P < N.Parameters.size(); ++P)
    if (N.Parameters[P].SourceParam < 0 &&
        S.involves(isl::Dim::Param, P) != Answer::No)
      return false;
  return true;
}

isl::Set heddle::chosen(const AffineNest &N, llvm::ArrayRef<unsigned> Loops,
                        const Choice &C) {
  const auto Dims = static_cast<unsigned>(Loops.size());
  return toIslSet(C.Holds, N.ParamSpace.withSetDims(Dims).named("Stmt"),
                  leafDims(N, Loops));
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
                                       llvm::ArrayRef<unsigned> Loops,
                                       const isl::Set &Yes, const isl::Set &No,
                                       const isl::Set &Executed) {
  isl::Set Either = isl::coalesced(Yes.unionWith(No));
  isl::Set Simple = isl::coalesced(Yes.gist(Either));
  if (Simple.isNull() || !isNameable(N, Loops, Simple))
    return std::nullopt;
  std::optional<Sym> S =
      symOf(asParameters(Simple, leafDims(N, Loops)),
            asParameters(std::move(Either), leafDims(N, Loops)));
  if (!S || operatorCount(*S) > MostOperators)
    return std::nullopt;
  Choice C{*S, false};
  // The condition computed in the kernel is compared with what it stands for.
  isl::Set Read = chosen(N, Loops, C);
  if (isl::isSubset(Yes, Read) != Answer::Yes ||
      isl::isEmpty(Read.intersect(No)) != Answer::Yes)
    return std::nullopt;
  LeafDims Dims = leafDims(N, Loops);
  if (!fits(C.Holds, Executed, Dims, 64))
    return std::nullopt;
  C.Narrow = !mentionsWide(N, C.Holds) && fits(C.Holds, Executed, Dims, 32);
  return C;
}

std::optional<Choice> heddle::chooseBetween(const AffineNest &N,
                                            llvm::ArrayRef<unsigned> Loops,
                                            const isl::Set &Yes,
                                            const isl::Set &No,
                                            const isl::Set &Executed) {
  std::optional<Choice> Is = tellApart(N, Loops, Yes, No, Executed);
  // Often one of the two is simpler: what an iteration writes is near by.
  std::optional<Choice> IsNot = tellApart(N, Loops, No, Yes, Executed);
  if (!IsNot || (Is && operatorCount(Is->Holds) <= operatorCount(IsNot->Holds)))
    return Is;
  IsNot->Holds = negate(IsNot->Holds);
  return IsNot;
}
