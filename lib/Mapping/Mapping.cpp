//===- Mapping.cpp - VerifiedNest to MappedNest ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/AutoTile.h"
#include "Mapping/Candidates.h"
#include "Mapping/MappedNest.h"
#include "Mapping/Preconditions.h"
#include "Mapping/Proof.h"
#include "Mapping/ProofMemo.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "Mapping/TileSizes.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

class Mapper {
public:
  Mapper(std::shared_ptr<const VerifiedNest> Nest, ProofMemo &Memo, Report &R,
         const ChoiceOptions &How)
      : Verified(std::move(Nest)), N(Verified->affine()), Source(*N.Nest),
        Rank(mappedRank(*Verified)), Names(Source), Known(N), Memo(Memo), R(R),
        How(How), Wish(askedTile(Source)), Out(new MappedNest()) {
    Out->On = How.On;
  }

  std::shared_ptr<const MappedNest> run();
  std::shared_ptr<const MappedNest>
  only(llvm::function_ref<mapping(const SymSpace &)> Steps, FindTile Share);

private:
  bool isUsable(const SymMapped &Mapped, llvm::StringRef Strategy);
  ThreadMapping recovered(const SymMapped &Mapped) const;
  bool mayHaveTile(const Candidate &C, const SymMapped &Mapped) const;
  std::optional<ThreadMapping> proved(const SymMapped &Mapped, FindTile Share,
                                      Report &R) const;
  std::optional<ThreadMapping> proved(const SymMapped &Mapped,
                                      const std::optional<TileWish> &Wish,
                                      Report &R) const;
  bool addMapping(const SymMapped &Mapped, llvm::StringRef Suffix);
  bool addFallbacks();
  bool addChoices();
  void addAutoTile();
  /// With Size in the place of tile_size.
  struct SizedMapping {
    mapping Steps;
    std::optional<TileWish> Wish;
    int64_t Size = 0;
  };
  bool findSizes(const mapping &Steps);
  bool chooseSize();
  bool addLarger();
  bool isTree(const SymMapped &Mapped);
  ChosenMapping choose();
  std::vector<Candidate> weigh(const CostModel &Model);
  void prefer(const std::vector<PreferredMapping> &Asked,
              std::vector<Candidate> &All);
  mapping chooseAuto();
  Sym iterations() const;
  std::optional<Sym> idleAgainst(const layout &L, const CostModel &Model) const;

  std::shared_ptr<const VerifiedNest> Verified;
  const AffineNest &N;
  const LoopNest &Source;
  unsigned Rank;
  TakenNames Names;
  Ranges Known;
  ProofMemo &Memo;
  Report &R;
  const ChoiceOptions &How;
  std::optional<TileWish> Wish; ///< of the user
  std::optional<AutoTile> Own;  ///< where the user has none
  bool MayHaveTile = true;      ///< the file of mappings lets large launches
  SymSpace Space;
  std::optional<Sym> Iterations; ///< ThreadMapping::Iterations of the first
  /// Where Auto chose, what runs where its choice may not: along one axis, or
  /// over blocks without runs.
  std::optional<mapping> Instead;
  const char *InsteadSuffix = "_fold";
  std::vector<std::pair<mapping, LaunchChoice>> Choices;
  std::vector<SizedMapping> Sizes;
  std::vector<std::pair<SizedMapping, LaunchChoice>> Larger;
  bool IsOneAxis = false; ///< what Auto chose
  std::shared_ptr<MappedNest> Out;
};

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

/// All of the launch.
Sym Mapper::iterations() const {
  const SymMapped Counted =
      applyNonEmpty(detail::shifted_and_compressed(Space), Space);
  Sym All = Sym(1);
  for (size_t D = 0; D != Counted.last().dimensions(); ++D)
    All = All * Counted.last().upper[D];
  return All;
}

/// Nothing where the idle threads of the layout are known, or few.
std::optional<Sym> Mapper::idleAgainst(const layout &L,
                                       const CostModel &Model) const {
  if (L.groups < 2 || Model.nest().extentsAreKnown())
    return std::nullopt;
  return iterations();
}

/// The exponents of sizes are multiples of 4, and count for numbers up to the
/// next one (heddle/runtime/choices.h). The launch takes what is there for the
/// nearest size, which thresholds decide here.
void Mapper::prefer(const std::vector<PreferredMapping> &Asked,
                    std::vector<Candidate> &All) {
  struct Sized {
    unsigned Size;
    size_t At; ///< into All
  };
  std::vector<Sized> Found;
  const bool HasSizes = llvm::any_of(
      Asked, [](const PreferredMapping &P) { return P.Size.has_value(); });
  for (const PreferredMapping &P : Asked) {
    if (HasSizes && !P.Size)
      continue;
    const auto At = llvm::find_if(All, [&](const Candidate &C) {
      return spell(applyNonEmpty(mappingOf(C.Shape, Space), Space).applied) ==
             P.Spelling;
    });
    if (At == All.end())
      R.add(DiagID::HD519, Source.Where, P.Spelling, nameOfLaunch(Source));
    else
      Found.push_back({P.Size.value_or(0),
                       static_cast<size_t>(std::distance(All.begin(), At))});
  }
  if (Found.empty())
    return;
  // Candidate 0 is all that the launch takes by itself, its tile included.
  MayHaveTile = Found.back().At == 0;
  const Sym Count = iterations();
  Sized First = Found.front();
  for (size_t I = 1; I != Found.size(); ++I) {
    const unsigned From = ((Found[I - 1].Size + Found[I].Size) / 2 + 4) / 4 * 4;
    const int64_t Least = int64_t(1) << From;
    if (Count.isConst()) {
      if (Count.value() >= Least)
        First = Found[I];
    } else if (!How.Tried && Found[I].At != Found[I - 1].At) {
      // Where the runtime chooses, it knows of sizes.
      Choices.push_back(
          {mappingOf(All[Found[I].At].Shape, Space), {0, Least, Count}});
    }
  }
  // Two thresholds are enough, those of the largest sizes.
  constexpr size_t Most = 2;
  std::reverse(Choices.begin(), Choices.end());
  if (Choices.size() > Most)
    Choices.resize(Most);
  std::rotate(All.begin(), All.begin() + First.At, All.begin() + First.At + 1);
}

/// The cheapest candidate first, or the one that is preferred.
std::vector<Candidate> Mapper::weigh(const CostModel &Model) {
  std::vector<Candidate> All = candidates(Model, Rank);
  if (!How.Preferred)
    return All;
  const auto Asked = How.Preferred->find(nameOfLaunch(Source));
  if (Asked != How.Preferred->end())
    prefer(Asked->second, All);
  return All;
}

/// Blocks are boxes, along two axes at least where there are two loops.
bool Mapper::mayHaveTile(const Candidate &C, const SymMapped &Mapped) const {
  std::string Unused;
  return C.Shape.run == 1 && (C.Shape.groups > 1 || Rank == 1) &&
         tileAxes(recovered(Mapped), N, Rank, Unused);
}

/// The first of them that a device takes.
mapping Mapper::chooseAuto() {
  const CostModel Model(*Verified, Rank, Out->device(), Known);
  std::optional<mapping> Chosen;
  // The cheapest without runs, with their cycles.
  std::optional<std::pair<mapping, double>> OneAxis, Blocks;
  bool HasRuns = false; // of threads of the chosen one
  unsigned Tried = 0;
  for (const Candidate &C : weigh(Model)) {
    const mapping M = mappingOf(C.Shape, Space);
    const SymMapped Mapped = applyNonEmpty(M, Space);
    if (!isLaunchable(Mapped) || (Wish && !mayHaveTile(C, Mapped)))
      continue;
    if (!Chosen) {
      const auto Plain = [&] {
        ThreadMapping V = recovered(Mapped);
        Model.findRun(V);
        std::vector<AccessCost> Each;
        Model.of(V, &Each);
        return Each;
      };
      if (!Wish && MayHaveTile)
        Own = autoTile(*Verified, Rank, C.Shape.order, Space, Plain);
      Iterations = idleAgainst(C.Shape, Model);
      IsOneAxis = C.Shape.groups == 1;
      HasRuns = C.Shape.run > 1;
      Chosen = M;
    } else if (Tried + 1 < How.Tried) {
      Choices.push_back({M, {++Tried, 0, iterations()}});
    }
    if (C.Shape.run == 1)
      if (auto &Plain = C.Shape.groups == 1 ? OneAxis : Blocks; !Plain)
        Plain.emplace(M, C.Estimate.Cycles);
    if (Out->Weighed.size() < How.Told)
      Out->Weighed.push_back({spell(Mapped.applied), C.Estimate});
    else if (OneAxis && (Blocks || !HasRuns) && Tried + 1 >= How.Tried)
      break;
  }
  if (!Chosen)
    return heddle::choose(strategy{strategy_kind::FoldAll}, Space);
  // One axis has no idle threads, but may cost what no idle threads do.
  constexpr double Much = 4. / 3;
  if (OneAxis)
    Instead = OneAxis->first;
  if (HasRuns && Iterations && OneAxis && Blocks &&
      Blocks->second * Much < OneAxis->second) {
    Instead = Blocks->first;
    InsteadSuffix = "_blocks";
  }
  return *Chosen;
}

ChosenMapping Mapper::choose() {
  if (std::optional<ChosenMapping> Asked = chooseMapping(Source.Annot, Space))
    return *Asked;
  const strategy Auto{};
  if (!Space.valid())
    return {heddle::choose(Auto, Space), Auto.name()};
  if (reducesVariable(*Verified))
    return {heddle::choose(strategy{strategy_kind::FoldAll}, Space), "FoldAll"};
  return {chooseAuto(), Auto.name()};
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

ThreadMapping Mapper::recovered(const SymMapped &Mapped) const {
  std::vector<std::string> Counters;
  for (unsigned D = 0; D < Rank; ++D)
    Counters.push_back(N.Dims[D].Counter);
  return recoverMapping(Mapped, Counters, Names);
}

/// Share: null where threads share nothing. Nothing after an error, and where
/// Share finds nothing.
std::optional<ThreadMapping> Mapper::proved(const SymMapped &Mapped,
                                            FindTile Share, Report &R) const {
  ThreadMapping V = recovered(Mapped);
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
    return std::nullopt;
  }
  V.Proof = Proof.Kind;
  // The proof leaves guards out that others imply.
  if (!V.Serial.empty() && !Share)
    CostModel(*Verified, Rank, Out->device(), Known).findRun(V);
  for (unsigned D = 0; D < Rank; ++D)
    addTaken(N.Dims[D].Taken, V);
  if (Share && !(V.Shared = Share(V)))
    return std::nullopt;
  return V;
}

std::optional<ThreadMapping> Mapper::proved(const SymMapped &Mapped,
                                            const std::optional<TileWish> &Wish,
                                            Report &R) const {
  const auto Build = [&](const ThreadMapping &V) {
    return buildTile(V, *Verified, Rank, *Wish, R);
  };
  return proved(Mapped, Wish ? FindTile(Build) : FindTile(), R);
}

bool Mapper::addMapping(const SymMapped &Mapped, llvm::StringRef Suffix) {
  // Mappings that are launched in the place of the first need no tiles.
  std::optional<ThreadMapping> V =
      proved(Mapped, Suffix.empty() ? Wish : std::nullopt, R);
  if (!V)
    return false;
  V->Suffix = Suffix.str();
  Out->Mappings.push_back(std::move(*V));
  return true;
}

/// FoldAll, or what Auto prefers, takes what the mapping may not, and FoldAll's
/// 3D grid what that may not: every total below 2^63.
bool Mapper::addFallbacks() {
  if (Out->Mappings.back().LimitsProved && !Out->Mappings.back().Iterations)
    return true;
  SymMapped Fold = applyNonEmpty(
      Instead ? *Instead
              : heddle::choose(strategy{strategy_kind::FoldAll}, Space),
      Space);
  SymMapped Fold3D = applyNonEmpty(fold_all_3d(Space), Space);
  std::string First = Out->Mappings.front().Spelling;
  if (!IsOneAxis && spell(Fold.applied) != First &&
      spell(Fold3D.applied) != First && !addMapping(Fold, InsteadSuffix))
    return false;
  if (Out->Mappings.back().LimitsProved || spell(Fold3D.applied) == First)
    return true;
  return addMapping(Fold3D, "_fold3d");
}

/// Mappings that the launch may take in the place of all these.
bool Mapper::addChoices() {
  for (auto [I, Each] : llvm::enumerate(Choices)) {
    const SymMapped Mapped = applyNonEmpty(Each.first, Space);
    if (!isLaunchable(Mapped))
      continue;
    if (!addMapping(Mapped, "_c" + std::to_string(I + 1)))
      return false;
    Out->Mappings.back().Choice = Each.second;
  }
  return true;
}

/// A tile that cannot be had is no error here.
void Mapper::addAutoTile() {
  const SymMapped Mapped = applyNonEmpty(Own->Steps, Space);
  Report Refused;
  std::optional<ThreadMapping> V =
      isLaunchable(Mapped) ? proved(Mapped, Own->Wish, Refused) : std::nullopt;
  if (!V)
    return;
  V->Choice = launchesOf(
      *Own, *V, applyNonEmpty(detail::shifted_and_compressed(Space), Space),
      iterations(), Out->device());
  if (!V->Choice)
    return;
  // Smaller launches take what the file of mappings names for them.
  for (const auto &Each : Choices)
    if (Each.second.Candidate == 0)
      V->Choice->Least = std::max(V->Choice->Least, Each.second.Least);
  V->Suffix = "_tiled";
  // In front of what is for other sizes.
  Out->Mappings.insert(llvm::find_if(Out->Mappings,
                                     [](const ThreadMapping &X) {
                                       return X.Choice &&
                                              X.Choice->Candidate == 0;
                                     }),
                       std::move(*V));
}

/// Threads that reduce to one variable are places of one tree, which is fixed:
/// the blocks of FoldAll.
bool Mapper::isTree(const SymMapped &Mapped) {
  for (const Reduction &X : Verified->reductions()) {
    const ArrayInfo &A = Source.Arrays[X.Array];
    SymMapped Fold = applyNonEmpty(
        heddle::choose(strategy{strategy_kind::FoldAll}, Space), Space);
    if (!A.Scalar || spell(Fold.applied) == spell(Mapped.applied))
      continue;
    R.add(DiagID::HD413, Source.Annot.MapWhere, A.Name, Source.Annot.MapText);
    return false;
  }
  return true;
}

/// The mapping for each size of tiles(...), the smallest first; as it is where
/// there are none. False after an error.
bool Mapper::findSizes(const mapping &Steps) {
  const Annotation &A = Source.Annot;
  const auto HasSize = [](const Annotation::Strip &S) {
    return hasTileSize(S.Length);
  };
  const Annotation::Strip *InStrip = nullptr;
  if (Wish)
    if (const auto At = llvm::find_if(Wish->Strips, HasSize);
        At != Wish->Strips.end())
      InStrip = &*At;
  const bool InMap = hasTileSize(Steps);
  if (A.Tiles.empty()) {
    Sizes = {{Steps, Wish, 0}};
    if (InMap)
      R.add(DiagID::HD526, A.MapWhere, "the mapping has");
    else if (InStrip)
      R.add(DiagID::HD526, InStrip->Where, "'strip' has");
    return !InMap && !InStrip;
  }
  // A part of the nest may lack the strip.
  if (!InMap && !InStrip && !Source.isPart()) {
    R.add(DiagID::HD527, A.TilesWhere);
    return false;
  }
  std::vector<int64_t> All = A.Tiles;
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
  for (const int64_t Size : All) {
    const std::optional<mapping> Of = withTileSize(Steps, Size);
    std::optional<TileWish> Asks = Wish;
    bool AreWhole = true;
    if (InStrip)
      for (Annotation::Strip &S : Asks->Strips)
        if (HasSize(S)) {
          S.Length = withTileSize(S.Length, Size).value_or(0);
          AreWhole &= S.Length >= 1;
        }
    if (!Of || !AreWhole) {
      R.add(DiagID::HD528, A.TilesWhere, Size,
            Of ? "'strip' has no whole number of iterations"
               : "a length of the mapping is no whole number");
      return false;
    }
    Sizes.push_back({*Of, Asks, Size});
  }
  return true;
}

/// Sizes but the smallest, each for so many iterations that the device is full,
/// the largest first. Where the number of iterations is known, there is one.
bool Mapper::chooseSize() {
  while (Sizes.size() > 1) {
    const Sym Count = iterations();
    const SizedMapping &Last = Sizes.back();
    const std::optional<int64_t> Least = leastThatFills(
        recovered(applyNonEmpty(Last.Steps, Space)), Out->device());
    if (!Least) {
      R.add(DiagID::HD528, Source.Annot.TilesWhere, Last.Size,
            "blocks have no constant number of iterations");
      return false;
    }
    if (Count.isConst() && Count.value() >= *Least) {
      Sizes = {SizedMapping(Last)};
      break;
    }
    if (!Count.isConst())
      Larger.push_back({Last, {0, *Least, Count, {}}});
    Sizes.pop_back();
  }
  return true;
}

/// Mappings for larger launches, in front of others for such.
bool Mapper::addLarger() {
  for (const auto &[S, When] : Larger) {
    std::optional<ThreadMapping> V =
        proved(applyNonEmpty(S.Steps, Space), S.Wish, R);
    if (!V)
      return false;
    V->Suffix = "_size" + std::to_string(S.Size);
    V->Choice = When;
    Out->Mappings.push_back(std::move(*V));
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
  const ChosenMapping Chosen = choose();
  if (!findSizes(Chosen.Steps))
    return nullptr;
  for (const SizedMapping &S : Sizes)
    if (!isUsable(applyNonEmpty(S.Steps, Space), Chosen.Strategy))
      return nullptr;
  if (!chooseSize())
    return nullptr;
  Wish = Sizes.front().Wish;
  const SymMapped Mapped = applyNonEmpty(Sizes.front().Steps, Space);
  if (!isTree(Mapped))
    return nullptr;
  Out->Verified = Verified;
  Out->Rank = Rank;
  Out->Strategy = Chosen.Strategy.str();
  bool NeverRuns = isl::isEmpty(launchedParameters(N)) == isl::Answer::Yes;
  // A launch that does not fit the tree's one-dimensional grid runs
  // sequentially.
  bool HasFallbacks = !reducesVariable(*Verified);
  if (NeverRuns)
    return Out;
  if (!addMapping(Mapped, ""))
    return nullptr;
  Out->Mappings.front().Iterations = Iterations;
  if (HasFallbacks && !(addFallbacks() && addChoices() && addLarger()))
    return nullptr;
  if (Own)
    addAutoTile();
  return Out;
}

std::shared_ptr<const MappedNest>
mapNest(std::shared_ptr<const VerifiedNest> Nest, ProofMemo &Memo, Report &R,
        const ChoiceOptions &How) {
  return Mapper(std::move(Nest), Memo, R, How).run();
}

std::shared_ptr<const MappedNest>
Mapper::only(llvm::function_ref<mapping(const SymSpace &)> Steps,
             FindTile Share) {
  Space = spaceOf(N, Rank);
  const SymMapped Mapped = applyNonEmpty(Steps(Space), Space);
  std::optional<ThreadMapping> V;
  if (isLaunchable(Mapped))
    V = proved(Mapped, Share, R);
  if (!V)
    return nullptr;
  Out->Verified = Verified;
  Out->Rank = Rank;
  Out->Mappings.push_back(std::move(*V));
  return Out;
}

std::shared_ptr<const MappedNest>
mapOnly(std::shared_ptr<const VerifiedNest> Nest,
        llvm::function_ref<mapping(const SymSpace &)> Steps, FindTile Share,
        ProofMemo &Memo, const ChoiceOptions &How) {
  Report Unused;
  return Mapper(std::move(Nest), Memo, Unused, How).only(Steps, Share);
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

} // namespace heddle
