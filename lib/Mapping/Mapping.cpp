//===- Mapping.cpp - VerifiedNest to MappedNest ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/MappedNest.h"
#include "Mapping/Preconditions.h"
#include "Mapping/Proof.h"
#include "Mapping/ProofMemo.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

class Mapper {
public:
  Mapper(std::shared_ptr<const VerifiedNest> Nest, ProofMemo &Memo, Report &R)
      : Verified(std::move(Nest)), N(Verified->affine()), Source(*N.Nest),
        Rank(mappedRank()), Names(Source), Known(N), Memo(Memo), R(R),
        Out(new MappedNest()) {}

  std::shared_ptr<const MappedNest> run();

private:
  unsigned mappedRank() const;
  bool isUsable(const SymMapped &Mapped, llvm::StringRef Strategy);
  bool addMapping(const SymMapped &Mapped, const char *Suffix);
  bool addFallbacks();
  bool isTree(const SymMapped &Mapped);
  bool fits(const SymMapped &Mapped) const;

  std::shared_ptr<const VerifiedNest> Verified;
  const AffineNest &N;
  const LoopNest &Source;
  unsigned Rank;
  TakenNames Names;
  Ranges Known;
  ProofMemo &Memo;
  Report &R;
  SymSpace Space;
  std::shared_ptr<MappedNest> Out;
};

/// A declared rank has a declared space; otherwise the mapped loops are those
/// verified, as far as there is a box around their iterations.
unsigned Mapper::mappedRank() const {
  return std::min(Verified->rank(), static_cast<unsigned>(N.Dims.size()));
}

/// Where the box holds more than the iterations: what threads test last.
static void addTaken(const Sym &Taken, ThreadMapping &V) {
  if (Taken.kind() == SymKind::And)
    for (const Sym &Part : Taken.operands())
      addTaken(Part, V);
  else if (!Taken.isConst(1))
    V.Guards.push_back({Taken, static_cast<unsigned>(V.Recovery.size()),
                        static_cast<unsigned>(V.Cuts.size()),
                        /*OfIterations=*/true});
}

bool Mapper::fits(const SymMapped &Mapped) const {
  Sym Grid[3], Block[3];
  for (int A = 0; A < 3; ++A) {
    Grid[A] = Mapped.threads.grid_extent(static_cast<axis>(A));
    Block[A] = Mapped.threads.block_extent(static_cast<axis>(A));
  }
  return certainlyFits(Grid, Block, Known);
}

bool Mapper::isUsable(const SymMapped &Mapped, llvm::StringRef Strategy) {
  if (!Mapped.valid()) {
    reportViolation(Source, Mapped, Strategy, R);
    return false;
  }
  device_limit Limit = limit_exceeded(Mapped.threads);
  if (Limit != device_limit::none && Strategy != "Auto") {
    reportLimit(Source, Mapped, Limit, Strategy, R);
    return false;
  }
  return true;
}

bool Mapper::addMapping(const SymMapped &Mapped, const char *Suffix) {
  std::vector<std::string> Counters;
  for (unsigned D = 0; D < Rank; ++D)
    Counters.push_back(N.Dims[D].Counter);
  ThreadMapping V = recoverMapping(Mapped, Counters, Names);
  V.Suffix = Suffix;
  V.Spelling = spell(Mapped.applied);
  V.LimitsProved = certainlyFits(V.Grid, V.Block, Known);
  ProofOutcome Proof = Memo.prove(V, N, Rank);
  if (Proof.Holds != isl::Answer::Yes) {
    SourceRef Where =
        Source.Annot.MapWhere.isValid() ? Source.Annot.MapWhere : Source.Where;
    if (Proof.Holds == isl::Answer::Unknown)
      R.add(DiagID::HD651, Where, V.Spelling);
    else
      R.add(DiagID::HD901, Where, V.Spelling, Proof.Why);
    return false;
  }
  V.Proof = Proof.Kind;
  for (unsigned D = 0; D < Rank; ++D)
    addTaken(N.Dims[D].Taken, V);
  Out->Mappings.push_back(std::move(V));
  return true;
}

/// FoldAll takes what the mapping may not, and its 3D grid what FoldAll may
/// not: every total below 2^63.
bool Mapper::addFallbacks() {
  if (Out->Mappings.back().LimitsProved)
    return true;
  SymMapped Fold =
      applyNonEmpty(choose(strategy{strategy_kind::FoldAll}, Space), Space);
  SymMapped Fold3D = applyNonEmpty(fold_all_3d(Space), Space);
  std::string First = Out->Mappings.front().Spelling;
  if (spell(Fold.applied) != First && spell(Fold3D.applied) != First &&
      !addMapping(Fold, "_fold"))
    return false;
  if (Out->Mappings.back().LimitsProved || spell(Fold3D.applied) == First)
    return true;
  return addMapping(Fold3D, "_fold3d");
}

/// Threads that reduce to one variable are places of one tree, which is fixed:
/// the blocks of FoldAll.
bool Mapper::isTree(const SymMapped &Mapped) {
  for (const Reduction &X : Verified->reductions()) {
    const ArrayInfo &A = Source.Arrays[X.Array];
    SymMapped Fold =
        applyNonEmpty(choose(strategy{strategy_kind::FoldAll}, Space), Space);
    if (!A.Scalar || spell(Fold.applied) == spell(Mapped.applied))
      continue;
    R.add(DiagID::HD413, Source.Annot.MapWhere, A.Name, Source.Annot.MapText);
    return false;
  }
  return true;
}

std::shared_ptr<const MappedNest> Mapper::run() {
  if (Rank == 0) {
    R.add(DiagID::HD901, Source.Where, Source.Annot.MapText,
          "no loop has an index space");
    return nullptr;
  }
  Space = spaceOf(N, Rank);
  ChosenMapping Chosen =
      chooseMapping(Source.Annot, Space, [&](const SymMapped &Mapped) {
        return fits(applyNonEmpty(Mapped.applied, Space));
      });
  if (Chosen.Strategy == "Auto" && reducesVariable(*Verified))
    Chosen = {choose(strategy{strategy_kind::FoldAll}, Space), "FoldAll"};
  SymMapped Mapped = applyNonEmpty(Chosen.Steps, Space);
  if (!isUsable(Mapped, Chosen.Strategy) || !isTree(Mapped))
    return nullptr;
  Out->Verified = Verified;
  Out->Rank = Rank;
  Out->Strategy = Chosen.Strategy.str();
  bool NeverRuns = isl::isEmpty(launchedParameters(N)) == isl::Answer::Yes;
  // A launch that does not fit the tree's one-dimensional grid runs
  // sequentially.
  bool HasFallbacks = !reducesVariable(*Verified);
  if (!NeverRuns &&
      (!addMapping(Mapped, "") || (HasFallbacks && !addFallbacks())))
    return nullptr;
  return Out;
}

static std::string extents(const Sym (&E)[3]) {
  return "(" + toString(E[0]) + ", " + toString(E[1]) + ", " + toString(E[2]) +
         ")";
}

std::shared_ptr<const MappedNest>
mapNest(std::shared_ptr<const VerifiedNest> Nest, ProofMemo &Memo, Report &R) {
  return Mapper(std::move(Nest), Memo, R).run();
}

bool isOverParameters(const Sym &S, const AffineNest &N,
                      const ThreadMapping &V) {
  return allLeaves(S, [&](const std::string &Name) {
    return N.ParamSpace.param(Name) &&
           llvm::none_of(V.Recovery, [&](const RecoveryStep &Step) {
             return Step.Name == Name;
           });
  });
}

void dump(const MappedNest &N, llvm::raw_ostream &OS) {
  OS << "mapped loops: " << N.rank() << "\n";
  if (!N.strategy().empty())
    OS << "strategy: " << N.strategy() << "\n";
  for (const ThreadMapping &V : N.mappings()) {
    OS << "variant '" << V.Suffix << "': " << V.Spelling << "\n";
    OS << "  grid " << extents(V.Grid) << ", block " << extents(V.Block)
       << (V.LimitsProved ? ", fits always" : ", limits checked at the launch")
       << "\n";
    for (unsigned S = 0; S <= V.Recovery.size(); ++S) {
      for (const ThreadGuard &G : V.Guards)
        if (G.After == S)
          OS << "  on if " << toString(G.Cond) << "\n";
      if (S < V.Recovery.size())
        OS << "  " << V.Recovery[S].Name << " = "
           << toString(V.Recovery[S].Value) << "\n";
    }
    OS << "  proved "
       << (V.Proof == ProofKind::AllParameters ? "for all parameters"
                                               : "by theorem")
       << "\n";
  }
}

} // namespace heddle
