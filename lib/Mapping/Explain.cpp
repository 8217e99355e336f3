//===- Explain.cpp - Why a mapping is as fast as it is --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Explain.h"
#include "Affine/SymFromIsl.h"
#include "Mapping/Candidates.h"
#include "Mapping/CostBlock.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

using llvm::formatv;

namespace heddle {

namespace {

/// More than this is worth a word.
constexpr double Worth = 1.1;

class Explainer {
public:
  explicit Explainer(const MappedNest &M)
      : M(M), N(M.affine()), V(M.mappings().front()), Known(N),
        Model(M.verified(), M.rank(), M.device(), Known) {}

  MappingExplanation run();
  std::vector<ComparedMapping> compare();

private:
  void tellThreads();
  void tellFormulae();
  void tellAccesses();
  void tellTile();
  void tellTransfers();
  void tellOthers();
  void adviseOnAccess(const AccessStride &S, const AccessCost &C);
  void adviseOnUpdates(const AccessStride &S);
  std::string whatMends(const AccessStride &S, int64_t Apart) const;
  void adviseOnOccupancy();
  void adviseOnStrategy();
  void adviseOnTransfers();
  bool usesWholeRecord(const AccessStride &Of) const;
  void advise(std::string Text, SourceRef Where = {}) {
    Out.Advice.push_back({std::move(Text), std::move(Where)});
  }
  std::string textOf(const AccessStride &S) const {
    return N.Nest->Accesses[S.Source].Text;
  }
  ComparedMapping compared(std::string Name, const mapping &Steps) const;

  const MappedNest &M;
  const AffineNest &N;
  const ThreadMapping &V;
  const Ranges Known;
  const CostModel Model;
  std::set<std::pair<unsigned, std::vector<int64_t>>> Advised;
  MappingExplanation Out;
};

} // namespace

//===----------------------------------------------------------------------===//
// Figures
//===----------------------------------------------------------------------===//

void Explainer::tellThreads() {
  const llvm::StringMap<int64_t> Parameters = parametersFor(V, Model.nest());
  // At most so many, so that the two numbers have a product.
  constexpr double MostBlocks = 1e12, MostThreads = 1e6;
  auto Number = [&](const Sym(&Extents)[3], double Most) {
    double All = 1;
    for (const Sym &E : Extents)
      All *= std::max(1.0, evaluate(E, Parameters, 1));
    return static_cast<int64_t>(std::min(All, Most));
  };
  Out.Blocks = Number(V.Grid, MostBlocks);
  Out.ThreadsOfBlock = Number(V.Block, MostThreads);
  for (const AffineNest::Parameter &P : N.Parameters) {
    auto IsUsed = [&](const Sym &S) { return mentions(S, P.Name); };
    if (llvm::any_of(V.Grid, IsUsed) || llvm::any_of(V.Block, IsUsed))
      Out.Assumed.emplace_back(parameterName(N, P), Parameters.lookup(P.Name));
  }
}

void Explainer::tellFormulae() {
  for (unsigned S = 0; S <= V.Recovery.size(); ++S) {
    for (const ThreadGuard &G : V.Guards)
      if (G.After == S)
        Out.Formulae.push_back("on if " + toString(G.Cond));
    if (S < V.Recovery.size())
      Out.Formulae.push_back(V.Recovery[S].Name + " = " +
                             toString(V.Recovery[S].Value));
  }
}

void Explainer::tellAccesses() {
  std::vector<AccessCost> Each;
  Out.Estimate = Model.of(V, &Each);
  Out.Idle =
      1 - (1 - Out.Estimate.Idle) * (1 - N.Dims[M.rank() - 1].Idle / 100.0);
  for (auto [S, C] : llvm::zip(Model.nest().strides(), Each)) {
    Out.Accesses.push_back({textOf(S), S.IsWrite, C.Sectors, C.Used});
    // Large launches stage it, or all do.
    if (llvm::none_of(M.mappings(),
                      [&, Array = S.Array](const ThreadMapping &X) {
                        return X.Shared && X.Shared->stages(Array);
                      }))
      adviseOnAccess(S, C);
    adviseOnUpdates(S);
  }
}

void Explainer::tellTransfers() {
  constexpr double Most = 1e15;
  const llvm::StringMap<int64_t> Parameters = parametersFor(V, Model.nest());
  double In = 0, Of = 0;
  for (const Footprint &F : M.verified().footprints()) {
    const ArrayInfo &A = N.Nest->Arrays[F.Array];
    if (A.Temporary || A.Tables || M.verified().isInspected(F.Array))
      continue;
    const double Bytes = std::clamp(
        evaluate(elementsOf(F), Parameters, 1) * A.ElementBytes, 0., Most);
    In += F.Read ? Bytes : 0;
    Of += F.Written ? Bytes : 0;
  }
  // No memory holds so many.
  if (In >= Most || Of >= Most)
    return;
  Out.BytesIn = static_cast<int64_t>(In);
  Out.BytesOut = static_cast<int64_t>(Of);
  const Device &On = Model.device();
  const double Kernel = Out.Estimate.Cycles *
                        iterationsOf(Model.nest(), Parameters) / WarpSize /
                        On.Multiprocessors;
  Out.Transfers = (In + Of) / On.Bus / std::max(Kernel, 1.);
}

/// The figure that grew most.
static std::string whyMore(const Cost &Than, const Cost &C) {
  struct Figure {
    const char *Of;
    double Before, Now;
  };
  const Figure Figures[] = {
      {"the instructions", Than.Instructions, C.Instructions},
      {"the instructions, for blocks that are not full", Than.Ends, C.Ends},
      {"the sectors", Than.Sectors, C.Sectors},
      {"the lines", Than.Lines, C.Lines},
      {"the latency", Than.Latency, C.Bound == Cost::Waiting ? C.Latency : 0},
      {"the bytes from the shared cache", Than.Shared, C.Shared},
      {"the bytes of memory", Than.Bytes, C.Bytes}};
  const Figure &Most = *llvm::max_element(Figures, [](auto &A, auto &B) {
    return A.Now * std::max(B.Before, 1.0) < B.Now * std::max(A.Before, 1.0);
  });
  const double Times = Most.Now / std::max(Most.Before, 1.0);
  if (Times < 1.01)
    return "";
  return formatv("{0:F2} times {1}", Times, Most.Of).str();
}

void Explainer::tellOthers() {
  if (M.weighed().empty())
    return;
  const Cost &Chosen = M.weighed().front().Estimate;
  for (const WeighedMapping &W : llvm::drop_begin(M.weighed()))
    Out.Others.push_back({W.Spelling, W.Estimate.Cycles / Chosen.Cycles,
                          whyMore(Chosen, W.Estimate)});
}

//===----------------------------------------------------------------------===//
// Advice
//===----------------------------------------------------------------------===//

/// Accesses that move alike touch most of each structure.
bool Explainer::usesWholeRecord(const AccessStride &Of) const {
  std::vector<int64_t> Members;
  for (const AccessStride &S : Model.nest().strides())
    if (S.Known && S.Array == Of.Array && S.ByLoop == Of.ByLoop &&
        !llvm::is_contained(Members, S.Offset))
      Members.push_back(S.Offset);
  return 2 * Members.size() * Of.Bytes >= N.Nest->Arrays[Of.Array].ElementBytes;
}

void Explainer::adviseOnAccess(const AccessStride &S, const AccessCost &C) {
  constexpr double Many = 8, Few = SectorBytes / 2.0;
  if (C.Sectors < Many || C.Used > Few || (S.Known && !C.Apart))
    return;
  // One word for accesses that move alike.
  if (!Advised.insert({S.Array, S.ByLoop}).second)
    return;
  const ArrayInfo &Of = N.Nest->Arrays[S.Array];
  const std::string Text = textOf(S);
  const SourceRef &Where = N.Nest->Accesses[S.Source].Where;
  if (!S.Known && N.Owner && N.Owner->Segments)
    return advise(formatv("threads come to '{0}' by lists of iterations: each "
                          "is taken to need a sector of its own",
                          Text),
                  Where);
  if (!S.Known)
    return advise(
        formatv("no affine subscript says where '{0}' is: each thread is "
                "taken to need a sector of its own",
                Text),
        Where);
  if (Of.Records && Of.ElementBytes > S.Bytes) {
    if (!usesWholeRecord(S))
      advise(
          formatv("array of structures: '{0}' uses {1:F0} of the 32 bytes of "
                  "a sector; an array for each member would use all",
                  Text, C.Used),
          Where);
    return;
  }
  advise(formatv("'{0}' uses {1:F0} of the 32 bytes of a sector{2}", Text,
                 C.Used, whatMends(S, *C.Apart)),
         Where);
}

/// Threads that update the same element wait for each other.
void Explainer::adviseOnUpdates(const AccessStride &S) {
  const bool IsAtomic =
      llvm::any_of(M.verified().reductions(),
                   [&](const Reduction &X) { return X.Array == S.Array; }) &&
      !N.Nest->Arrays[S.Array].Scalar && !M.verified().scans();
  if (!S.IsWrite || !S.Known || !IsAtomic)
    return;
  std::string Loops;
  for (unsigned D = 0; D != M.rank(); ++D)
    if (S.ByLoop[D] == 0)
      Loops += (Loops.empty() ? "'" : ", '") + N.Dims[D].Counter + "'";
  if (!Loops.empty())
    advise(formatv("all iterations of {0} update the same '{1}', one after the "
                   "other; combine them in the thread, or in a variable",
                   Loops, textOf(S)),
           N.Nest->Accesses[S.Source].Where);
}

/// Neighbouring threads are so many bytes apart.
std::string Explainer::whatMends(const AccessStride &S, int64_t Apart) const {
  const ArrayInfo &Of = N.Nest->Arrays[S.Array];
  unsigned Along = 0;
  while (Along != M.rank() && !Model.nest().movesWithinSector(S, Along))
    ++Along;
  if (Along != M.rank() && std::abs(Apart) >= SectorBytes)
    return "; its neighbours are along '" + N.Dims[Along].Counter +
           "', which would have to run along x";
  if (S.Fresh < 1)
    return ", and no mapped loop runs along its neighbours: each thread reads "
           "a "
           "row by itself; map the loop over it, or turn the array";
  if (Of.Extents.size() > 1 && std::abs(Apart) >= SectorBytes)
    return ", and no mapped loop runs along its neighbours: turn the array, or "
           "exchange its subscripts";
  return ": neighbouring threads are " + std::to_string(std::abs(Apart)) +
         " bytes apart";
}

void Explainer::adviseOnOccupancy() {
  constexpr double Enough = 0.5;
  const Device &On = M.device();
  const double Held = threadsHeld(On);
  const double Threads =
      static_cast<double>(Out.Blocks) * static_cast<double>(Out.ThreadsOfBlock);
  // Iterations of a run are under way together, and so are those whose sums
  // stand in registers.
  double Run = V.Run ? static_cast<double>(V.Run->Length) : 1;
  if (V.Shared)
    for (const int64_t Extent : V.Shared->Serial)
      Run *= static_cast<double>(Extent);
  if (Model.nest().extentsAreKnown() && Threads * Run < Enough * Held) {
    std::string Text = formatv(
        "{0:F0} threads are started, and a device of this architecture holds "
        "{1:F0} at once",
        Threads, Held);
    for (unsigned D = M.rank(); !N.Owner && D < M.verified().mappable().size();
         ++D)
      if (M.verified().mappable()[D]) {
        Text += "; '" + N.Nest->Loops[D].Name + "' could be mapped, too";
        break;
      }
    advise(std::move(Text));
  }
  if (Out.ThreadsOfBlock < static_cast<int64_t>(WarpSize) && Out.Blocks > 1)
    advise(formatv("blocks of {0} fill as many of the 32 lanes of a warp",
                   Out.ThreadsOfBlock));
  if (Out.Idle > MostIdle)
    advise(formatv("{0:P0} of the threads have no iteration", Out.Idle));
}

/// The cheapest layout that is a mapping of the space and fits a device.
static std::optional<mapping> cheapest(const CostModel &Model, unsigned Rank,
                                       const SymSpace &Space) {
  if (Space.valid())
    for (const Candidate &C : candidates(Model, Rank)) {
      const mapping Steps = mappingOf(C.Shape, Space);
      if (isLaunchable(applyNonEmpty(Steps, Space)))
        return Steps;
    }
  return std::nullopt;
}

void Explainer::adviseOnStrategy() {
  if (!M.weighed().empty() || reducesVariable(M.verified()) || V.Shared)
    return;
  const SymSpace Space = spaceOf(N, M.rank());
  const std::optional<mapping> Auto = cheapest(Model, M.rank(), Space);
  if (!Auto)
    return;
  const ComparedMapping Other = compared("Auto", *Auto);
  if (Other.Estimate.Cycles * Worth < Out.Estimate.Cycles)
    advise(formatv("Auto would take {0}, which is estimated at {1:P0} of the "
                   "cycles",
                   Other.Spelling,
                   Other.Estimate.Cycles / Out.Estimate.Cycles));
}

/// "n * 8 bytes", of all arrays for which Moves holds; empty: there are none,
/// or nobody would read that.
static std::string bytesMoved(const VerifiedNest &N,
                              bool (*Moves)(const Footprint &)) {
  constexpr unsigned MostOperators = 10;
  Sym All(0);
  for (const Footprint &F : N.footprints())
    if (Moves(F))
      All = All + elementsOf(F) * static_cast<long long>(
                                      N.source().Arrays[F.Array].ElementBytes);
  if (All.isConst(0) || operatorCount(All) > MostOperators)
    return "";
  return toString(All) + " bytes";
}

/// A launch in a loop of the function copies its arrays in each turn.
void Explainer::adviseOnTransfers() {
  const SourceRef &Loop = N.Nest->Place.Around;
  if (!Loop.isValid())
    return;
  const VerifiedNest &Of = M.verified();
  const std::string In =
      bytesMoved(Of, [](const Footprint &F) { return F.Read; });
  const std::string Back =
      bytesMoved(Of, [](const Footprint &F) { return F.Written; });
  std::string Moved = In.empty() ? "" : In + " to the device";
  if (!Back.empty())
    Moved += (Moved.empty() ? "" : " and ") + Back + " back";
  advise(formatv("each turn of the loop around the nest moves {0}; they stay "
                 "there under [[heddle::program]] in front of that loop",
                 Moved.empty() ? "the arrays" : Moved),
         Loop);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Buffers of the mapping's tile, or else of the first that launches take.
void Explainer::tellTile() {
  for (const ThreadMapping &Of : M.mappings()) {
    if (!Of.Shared)
      continue;
    if (Of.Choice)
      Out.Tiled.push_back(launchesText(*Of.Choice) + ": " + Of.Spelling);
    if (Out.Staged.empty())
      Out.Staged = describeBuffers(*Of.Shared, *N.Nest);
  }
}

MappingExplanation Explainer::run() {
  Out.Device = M.device().Architecture;
  tellThreads();
  tellFormulae();
  tellAccesses();
  tellTile();
  tellTransfers();
  tellOthers();
  adviseOnOccupancy();
  adviseOnStrategy();
  adviseOnTransfers();
  return std::move(Out);
}

ComparedMapping Explainer::compared(std::string Name,
                                    const mapping &Steps) const {
  const SymMapped Mapped = applyNonEmpty(Steps, spaceOf(N, M.rank()));
  ComparedMapping C{std::move(Name), spell(Mapped.applied), "", "", {}};
  if (!Mapped.valid()) {
    C.Why = describe(Mapped.error);
    return C;
  }
  std::vector<std::string> Counters;
  for (unsigned D = 0; D < M.rank(); ++D)
    Counters.push_back(N.Dims[D].Counter);
  ThreadMapping Recovered =
      recoverMapping(Mapped, Counters, TakenNames(*N.Nest));
  Model.findRun(Recovered);
  C.Block = extentsText(Recovered.Block);
  if (const device_limit Limit = limit_exceeded(Mapped.threads);
      Limit != device_limit::none)
    C.Why = describe(Limit);
  else
    C.Estimate = Model.of(Recovered);
  return C;
}

std::vector<ComparedMapping> Explainer::compare() {
  const SymSpace Space = spaceOf(N, M.rank());
  std::vector<ComparedMapping> All;
  All.push_back(
      compared(M.strategy().empty() ? "as written" : M.strategy(), V.Steps));
  if (reducesVariable(M.verified()))
    return All;
  for (const strategy S : {Auto, Jing, FoldAll}) {
    if (M.strategy() == S.name())
      continue;
    const std::optional<mapping> Steps = S == Auto
                                             ? cheapest(Model, M.rank(), Space)
                                             : std::optional(choose(S, Space));
    if (Steps)
      All.push_back(compared(S.name(), *Steps));
  }
  return All;
}

MappingExplanation explainMapping(const MappedNest &N) {
  return Explainer(N).run();
}

std::vector<ComparedMapping> compareMappings(const MappedNest &N) {
  return Explainer(N).compare();
}

} // namespace heddle
