//===- Conflicts.cpp - Which iterations touch the same elements -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Conflicts.h"

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

isl::Set heddle::fastPathParams(const AffineNest &N) {
  isl::Set Params = N.Context;
  for (const RuntimeCheck &C : N.Checks)
    Params = isl::take(isl_set_intersect(Params.release(), C.Holds.copy()));
  return isl::coalesced(std::move(Params));
}

bool heddle::descends(const AffineNest &N, unsigned Level) {
  if (Level < N.Dims.size())
    return N.Dims[Level].Direction < 0;
  return N.Nest->Loops[Level].Step < 0;
}

/// { [.., c, ..] -> [.., -c, ..] } negating the descending loops.
static isl::Map executionOrder(const AffineNest &N, isl::Space Iterations) {
  isl::Space Pairs = isl::take(isl_space_map_from_set(Iterations.release()));
  isl::Map Order = isl::take(isl_map_universe(Pairs.release()));
  for (unsigned I = 0; I < N.Depth; ++I)
    Order = isl::take(
        descends(N, I)
            ? isl_map_oppose(Order.release(), isl_dim_in, I, isl_dim_out, I)
            : isl_map_equate(Order.release(), isl_dim_in, I, isl_dim_out, I));
  return Order;
}

isl::Map heddle::orderedAccess(const AffineNest &N, const AffineAccess &A,
                               const isl::Set &Params) {
  isl::Map M =
      isl::take(isl_map_align_params(A.Relation.copy(), N.ParamSpace.copy()));
  M = isl::take(isl_map_intersect_params(M.release(), Params.copy()));
  int In = static_cast<int>(isl_map_dim(M.get(), isl_dim_in));
  if (In < static_cast<int>(N.Depth))
    return isl::Map();
  M = isl::take(
      isl_map_project_out(M.release(), isl_dim_in, N.Depth, In - N.Depth));
  // Projecting drops the name where there is something to project.
  M = isl::take(isl_map_set_tuple_name(M.release(), isl_dim_in, "Stmt"));
  isl::Space Iterations =
      isl::take(isl_space_domain(isl_map_get_space(M.get())));
  isl::Map Order = executionOrder(N, std::move(Iterations));
  return isl::take(isl_map_apply_domain(M.release(), Order.release()));
}

isl::Map heddle::carriedAt(const isl::Map &M, unsigned Level) {
  if (M.isNull())
    return isl::Map();
  isl_basic_map *Before =
      isl_basic_map_less_at(isl_map_get_space(M.get()), Level);
  return isl::take(isl_map_intersect(M.copy(), isl_map_from_basic_map(Before)));
}

isl::Map heddle::differingAt(const isl::Map &M, unsigned Level) {
  isl::Map Before = carriedAt(M, Level);
  isl::Map After = isl::take(isl_map_reverse(
      carriedAt(isl::take(isl_map_reverse(M.copy())), Level).release()));
  return isl::take(isl_map_union(Before.release(), After.release()));
}

isl::Map ArrayConflicts::carried(ConflictKind K, unsigned Level) const {
  if (ReadsFirst && K == ConflictKind::Anti)
    return differingAt(ReadWrite, Level);
  if (ReadsFirst && K == ConflictKind::Flow)
    return isl::take(isl_map_empty(isl_map_get_space(ReadWrite.get())));
  switch (K) {
  case ConflictKind::Anti:
    return carriedAt(ReadWrite, Level);
  case ConflictKind::Flow:
    return carriedAt(isl::take(isl_map_reverse(ReadWrite.copy())), Level);
  case ConflictKind::Output:
    return carriedAt(WriteWrite, Level);
  }
  return isl::Map();
}

static void unite(isl::Map &Into, isl::Map M, bool First) {
  if (First)
    Into = std::move(M);
  else
    Into = isl::take(isl_map_union(Into.release(), M.release()));
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
  auto Lt = [&](const isl::Map &M, isl_dim_type A, isl_dim_type B) {
    return isl::isEmpty(
        isl::take(isl_map_order_lt(M.copy(), A, Level, B, Level)));
  };
  return someOf({Lt(C.ReadWrite, isl_dim_in, isl_dim_out),
                 Lt(C.ReadWrite, isl_dim_out, isl_dim_in),
                 Lt(C.WriteWrite, isl_dim_in, isl_dim_out)});
}

ArrayConflicts heddle::findConflicts(const AffineNest &N, unsigned Array,
                                     const isl::Set &Params) {
  ArrayConflicts C;
  C.Array = Array;
  C.ReadsFirst = N.Nest->isStatement();
  isl::Map Reads, Writes;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    bool &Seen = A.IsWrite ? C.Written : C.Read;
    unite(A.IsWrite ? Writes : Reads, orderedAccess(N, A, Params), !Seen);
    Seen = true;
  }
  C.Levels.resize(N.Depth);
  C.Differs.resize(N.Depth, Answer::Unknown);
  if (!C.Written) {
    for (LevelConflicts &L : C.Levels)
      L.Anti = L.Flow = L.Output = Answer::No;
    C.Differs.assign(N.Depth, Answer::No);
    return C;
  }
  Writes = isl::coalesced(std::move(Writes));
  isl::Map Writers = isl::take(isl_map_reverse(Writes.copy()));
  C.WriteWrite = isl::take(isl_map_apply_range(Writes.copy(), Writers.copy()));
  if (C.Read) {
    Reads = isl::coalesced(std::move(Reads));
    C.ReadWrite =
        isl::take(isl_map_apply_range(Reads.release(), Writers.release()));
  } else {
    C.ReadWrite =
        isl::take(isl_map_empty(isl_map_get_space(C.WriteWrite.get())));
  }
  auto Exists = [&](ConflictKind K, unsigned Level) {
    return someOf({isl::isEmpty(C.carried(K, Level))});
  };
  for (unsigned I = 0; I < N.Depth; ++I) {
    C.Levels[I].Anti = Exists(ConflictKind::Anti, I);
    C.Levels[I].Flow = Exists(ConflictKind::Flow, I);
    C.Levels[I].Output = Exists(ConflictKind::Output, I);
    C.Differs[I] = differsAt(C, I);
  }
  return C;
}
