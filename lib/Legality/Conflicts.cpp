//===- Conflicts.cpp - Which iterations touch the same elements -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Conflicts.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace heddle;
using isl::Answer;

Answer LevelConflicts::of(ConflictKind K) const {
  switch (K) {
  case ConflictKind::Anti:
    return Anti;
  case ConflictKind::Flow:
    return Flow;
  case ConflictKind::Output:
    return Output;
  }
  return Answer::Unknown;
}

bool LevelConflicts::known() const {
  return Anti != Answer::Unknown && Flow != Answer::Unknown &&
         Output != Answer::Unknown;
}

bool LevelConflicts::free() const {
  return Anti == Answer::No && Flow == Answer::No && Output == Answer::No;
}

unsigned long heddle::legalityOperations(const AffineNest &N) {
  constexpr size_t Few = 10, Most = 40;
  return LegalityOperations *
         std::clamp<size_t>(N.Accesses.size() / Few, 1, Most);
}

isl::Set heddle::fastPathParams(const AffineNest &N) {
  isl::Set Params = N.Context;
  for (const RuntimeCheck &C : N.Checks)
    Params = Params.intersect(C.Holds);
  return isl::coalesced(std::move(Params));
}

bool heddle::descends(const AffineNest &N, unsigned Level) {
  if (Level < N.Dims.size())
    return N.Dims[Level].Direction < 0;
  return N.Nest->Loops[Level].Step < 0;
}

/// { [.., c, ..] -> [.., -c, ..] } negating the descending loops.
static isl::Map executionOrder(const AffineNest &N,
                               const isl::Space &Iterations) {
  isl::Map Order = isl::Map::universe(Iterations.pairs());
  for (unsigned I = 0; I < N.Depth; ++I)
    Order = descends(N, I) ? Order.whereOpposite(I) : Order.whereEqual(I);
  return Order;
}

isl::Map heddle::orderedAccess(const AffineNest &N, const AffineAccess &A,
                               const isl::Set &Params) {
  isl::Map M = A.Relation.alignParams(N.ParamSpace).intersectParams(Params);
  unsigned In = M.dim(isl::Dim::In);
  if (In < N.Depth)
    return isl::Map();
  M = M.project(isl::Dim::In, N.Depth, In - N.Depth);
  // Projecting drops the name where there is something to project.
  M = M.named(isl::Dim::In, "Stmt");
  return M.applyDomain(executionOrder(N, M.space().domain()));
}

isl::Map heddle::carriedAt(const isl::Map &M, unsigned Level) {
  if (M.isNull())
    return isl::Map();
  return M.intersect(isl::lessAt(M.space(), Level));
}

isl::Map heddle::differingAt(const isl::Map &M, unsigned Level) {
  isl::Map Before = carriedAt(M, Level);
  isl::Map After = carriedAt(M.reverse(), Level).reverse();
  return Before.unionWith(After);
}

isl::Map ArrayConflicts::carried(ConflictKind K, unsigned Level) const {
  if (ReadsFirst && K == ConflictKind::Anti)
    return differingAt(ReadWrite, Level);
  if (ReadsFirst && K == ConflictKind::Flow)
    return isl::Map::empty(ReadWrite.space());
  switch (K) {
  case ConflictKind::Anti:
    return carriedAt(ReadWrite, Level);
  case ConflictKind::Flow:
    return carriedAt(ReadWrite.reverse(), Level);
  case ConflictKind::Output:
    return carriedAt(WriteWrite, Level);
  }
  return isl::Map();
}

/// Many accesses of a body are to one element, as those to `u[k][j][i]`.
static void addOnce(std::vector<isl::Map> &To, isl::Map M) {
  if (llvm::none_of(To, [&](const isl::Map &X) { return looksEqual(X, M); }))
    To.push_back(std::move(M));
}

/// Each has at least one.
static isl::Map unionOf(const std::vector<isl::Map> &Each) {
  isl::Map All = Each.front();
  for (const isl::Map &M : llvm::drop_begin(Each))
    All = All.unionWith(M);
  return isl::coalesced(std::move(All));
}

static Answer someOf(std::initializer_list<Answer> Empty) {
  bool Known = true;
  for (Answer A : Empty) {
    if (A == Answer::No)
      return Answer::Yes;
    Known &= A == Answer::Yes;
  }
  return Known ? Answer::No : Answer::Unknown;
}

/// Some pair of M differs at Level, in either order.
static Answer differsAt(const ArrayConflicts &C, unsigned Level) {
  return someOf({isl::isEmpty(C.ReadWrite.whereLess(Level)),
                 isl::isEmpty(C.ReadWrite.whereGreater(Level)),
                 isl::isEmpty(C.WriteWrite.whereLess(Level))});
}

unsigned heddle::claimedLoops(const AffineNest &N, unsigned Array) {
  if (!N.Owner && N.Nest->compactedOf(Array))
    return N.Depth;
  if (N.Owner || (!N.Nest->isIndependent(Array) && !N.isToldApart(Array)))
    return 0;
  // The annotation of a part is made, and the loops inside are not the whole's.
  const unsigned Loops =
      N.Nest->isPart() ? 1 : N.Nest->Annot.independentLoops();
  return std::min(Loops, N.Depth);
}

/// Pairs that agree in the first Loops counters.
static isl::Map withinClaim(isl::Map M, unsigned Loops) {
  for (unsigned L = 0; L < Loops; ++L)
    M = M.whereEqual(L);
  return M;
}

/// Finds them between reads and writes, each { iteration -> elements }; there
/// is a write.
static void compare(const AffineNest &N, const std::vector<isl::Map> &EachRead,
                    const std::vector<isl::Map> &EachWrite, ArrayConflicts &C) {
  const isl::Map Writes = unionOf(EachWrite), Writers = Writes.reverse();
  C.WriteWrite = Writes.applyRange(Writers);
  C.ReadWrite = EachRead.empty() ? isl::Map::empty(C.WriteWrite.space())
                                 : unionOf(EachRead).applyRange(Writers);
  const unsigned Claimed = claimedLoops(N, C.Array);
  C.ReadWrite = withinClaim(C.ReadWrite, Claimed);
  C.WriteWrite = withinClaim(C.WriteWrite, Claimed);
  auto Exists = [&](ConflictKind K, unsigned Level) {
    return someOf({isl::isEmpty(C.carried(K, Level))});
  };
  for (unsigned I = 0; I < N.Depth; ++I) {
    C.Levels[I].Anti = Exists(ConflictKind::Anti, I);
    C.Levels[I].Flow = Exists(ConflictKind::Flow, I);
    C.Levels[I].Output = Exists(ConflictKind::Output, I);
    C.Differs[I] = differsAt(C, I);
  }
}

/// Supersets of Each, by equations alone. Dozens of accesses to `u[k][j][i][m]`
/// with other constants become a few.
static std::vector<isl::Map> hullsOf(const std::vector<isl::Map> &Each) {
  std::vector<isl::Map> Hulls;
  for (const isl::Map &M : Each)
    addOnce(Hulls, isl::affineHull(M));
  return Hulls;
}

/// One superset of all, by the equations that they share: of hundreds of rows
/// `x[row][i]` it keeps that each iteration stays in its column. There may be
/// none.
static std::vector<isl::Map> hullOf(const std::vector<isl::Map> &Each) {
  if (Each.empty())
    return {};
  isl::Map Hull = isl::affineHull(Each.front());
  for (const isl::Map &M : llvm::drop_begin(Each))
    Hull = isl::affineHull(Hull.unionWith(M));
  return {Hull};
}

/// For certain no two iterations of any loops conflict.
static bool isFree(const ArrayConflicts &C) {
  return llvm::all_of(C.Levels, [](const auto &L) { return L.free(); }) &&
         llvm::all_of(C.Differs, [](Answer A) { return A == Answer::No; });
}

ArrayConflicts heddle::findConflicts(const AffineNest &N, unsigned Array,
                                     const isl::Set &Params) {
  ArrayConflicts C;
  C.Array = Array;
  C.ReadsFirst = N.Nest->isStatement();
  std::vector<isl::Map> EachRead, EachWrite;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    (A.IsWrite ? C.Written : C.Read) = true;
    addOnce(A.IsWrite ? EachWrite : EachRead, orderedAccess(N, A, Params));
  }
  C.Levels.resize(N.Depth);
  C.Differs.resize(N.Depth, Answer::Unknown);
  if (!C.Written) {
    for (LevelConflicts &L : C.Levels)
      L.Anti = L.Flow = L.Output = Answer::No;
    C.Differs.assign(N.Depth, Answer::No);
    return C;
  }
  constexpr size_t Many = 8;
  if (EachRead.size() + EachWrite.size() > Many)
    for (auto *Hulls : {hullOf, hullsOf}) {
      compare(N, Hulls(EachRead), Hulls(EachWrite), C);
      if (isFree(C))
        return C;
    }
  compare(N, EachRead, EachWrite, C);
  return C;
}
