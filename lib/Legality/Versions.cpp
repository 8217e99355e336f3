//===- Versions.cpp - Where the parameters keep iterations apart ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Versions.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Legality/Conflicts.h"
#include "Legality/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

/// A condition that nobody can read is none that anybody should trust.
static constexpr unsigned MostOperators = 16;

/// Parameters for which the loop at Level has several iterations.
static isl::Set withSeveral(const AffineNest &N, unsigned Level) {
  const Dimension &D = N.Dims[Level];
  return toIslSet(less(D.Lower + Sym(D.Step), D.Upper), N.Context.space());
}

/// Parameters of Params for which the outermost loop has a block of iterations,
/// and each other one, of InnerLoops as well, which Domain has behind the
/// perfect ones, Inner; or as many of these as they ever have there.
static isl::Set withManyIterations(const AffineNest &N, const isl::Set &Domain,
                                   llvm::ArrayRef<unsigned> InnerLoops,
                                   int64_t Inner, isl::Set Params) {
  const unsigned Dims = Domain.dim(isl::Dim::Set);
  for (unsigned D = 0; D < Dims; ++D) {
    const unsigned Loop = D < N.Depth ? D : InnerLoops[D - N.Depth];
    const isl::Set Outer = Domain.project(isl::Dim::Set, D + 1, Dims - D - 1);
    for (const int64_t Count : {256, 64, 3, 2, 1}) {
      if (D > 0 && Count > Inner)
        continue;
      const isl::Set Many = Outer.intersect(
          isl::shifted(Outer, D, (Count - 1) * N.Nest->Loops[Loop].Step));
      isl::Set Found = Params.intersect(Many.params());
      if (isl::isEmpty(Found) == Answer::No) {
        Params = std::move(Found);
        break;
      }
    }
  }
  return Params;
}

/// The same of the loops of the nest and of those around stores to Arrays.
static isl::Set whereUseful(const AffineNest &N,
                            llvm::ArrayRef<unsigned> Arrays, int64_t Inner,
                            const isl::Set &Params) {
  isl::Set Large = withManyIterations(N, N.Domain, {}, Inner, Params);
  for (const AffineAccess &X : N.Accesses)
    if (X.IsWrite && llvm::is_contained(Arrays, X.Array))
      Large = withManyIterations(N, X.Domain, X.InnerLoops, Inner,
                                 std::move(Large));
  return Large;
}

/// Parameters for which an iteration of the outer Loops loops needs or
/// overwrites what another one has stored in one of Arrays, which are found;
/// null where that is not known.
static isl::Set whereOrdered(const AffineNest &N, unsigned Loops,
                             const isl::Set &Params,
                             std::vector<unsigned> &Arrays) {
  isl::Set Ordered = isl::Set::empty(Params.space());
  for (unsigned A = 0; A < N.Arrays.size(); ++A) {
    if (llvm::none_of(N.Accesses,
                      [&](const AffineAccess &X) { return X.Array == A; }))
      continue;
    const ArrayConflicts C = findConflicts(N, A, Params);
    if (!reductionClass(N, C, Loops, Params).empty() &&
        whyNotReduced(*N.Nest, A, Loops).empty())
      continue; // in any order
    const bool InPlace = llvm::is_contained(N.Nest->Annot.InPlace, A);
    if (isOrdered(C, Loops))
      Arrays.push_back(A);
    for (unsigned L = 0; L < Loops; ++L)
      for (ConflictKind K :
           {ConflictKind::Flow, ConflictKind::Output, ConflictKind::Anti}) {
        // Else a copy serves the reads that come first.
        if (C.Levels[L].of(K) == Answer::No ||
            (K == ConflictKind::Anti && !InPlace))
          continue;
        if (C.Levels[L].of(K) == Answer::Unknown)
          return isl::Set();
        Ordered = Ordered.unionWith(
            C.carried(K, L).domain().params().alignParams(N.ParamSpace));
      }
  }
  return isl::coalesced(std::move(Ordered));
}

/// 'a < b' for 'a + 1 <= b', as people write it.
static Sym withLess(const Sym &S) {
  if (S.kind() == SymKind::And)
    return both(withLess(S.operands()[0]), withLess(S.operands()[1]));
  if (S.kind() == SymKind::Or)
    return either(withLess(S.operands()[0]), withLess(S.operands()[1]));
  if (S.kind() != SymKind::Le)
    return S;
  const Sym &Left = S.operands()[0];
  return Left.kind() == SymKind::Add && Left.operands()[1].isConst(1)
             ? less(Left.operands()[0], S.operands()[1])
             : S;
}

std::string heddle::textOf(const AffineNest &N, const RuntimeCheck &C) {
  Sym S = C.Cond;
  // A definition may name parameters before its own.
  for (const AffineNest::Parameter &P : llvm::reverse(N.Parameters))
    if (P.SourceParam < 0)
      S = S.substitute({{P.Name, P.Definition}});
  return toString(S);
}

std::shared_ptr<const AffineNest>
heddle::whereApart(const std::shared_ptr<const AffineNest> &Nest) {
  const AffineNest &N = *Nest;
  if (N.Nest->isPart() || N.Nest->isStatement() || N.Owner)
    return nullptr;
  const unsigned Loops = std::max(N.DeclaredRank, 1u);
  if (Loops > N.Dims.size() || Loops > N.Depth)
    return nullptr;
  N.Isl->resume(legalityOperations(N));
  const isl::Set Params = fastPathParams(N);
  std::vector<unsigned> Arrays;
  const isl::Set Ordered = whereOrdered(N, Loops, Params, Arrays);
  const isl::Set Apart = Params.subtract(Ordered);
  const isl::Set Large = whereUseful(N, Arrays, 3, Params);
  const isl::Set Any = whereUseful(N, Arrays, 1, Params);
  // Few values are equal by chance.
  if (isl::isEmpty(Large.subtract(Ordered)) != Answer::No ||
      isl::isEqual(isl::affineHull(Any.subtract(Ordered)),
                   isl::affineHull(Any)) != Answer::Yes)
    return nullptr;
  // A loop of one iteration conflicts with nothing, and need not be mapped.
  isl::Set Several = isl::Set::empty(Params.space());
  for (unsigned L = 0; L < Loops; ++L)
    Several = Several.unionWith(withSeveral(N, L));
  isl::Set Holds = isl::coalesced(Apart.gist(Params.intersect(Several)));
  std::optional<Sym> Cond = symOf(Holds, Params);
  if (Cond)
    Cond = withLess(*Cond);
  if (!Cond || operatorCount(*Cond) > MostOperators ||
      isl::isSubset(Holds.intersect(Params), Apart) != Answer::Yes ||
      isl::isEqual(toIslSet(*Cond, Holds.space()).intersect(Params),
                   Holds.intersect(Params)) != Answer::Yes)
    return nullptr;
  auto Checked = std::make_shared<AffineNest>(N);
  Checked->Checks.push_back({CheckKind::Apart, std::move(Holds), *Cond,
                             "iterations touch elements of their own"});
  return Checked;
}
