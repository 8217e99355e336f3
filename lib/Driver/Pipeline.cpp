//===- Pipeline.cpp - From LoopNest to edits ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/Pipeline.h"
#include "Affine/Isl.h"
#include "Emit/ClaimText.h"
#include "Emit/Instantiations.h"
#include "Emit/SourceLines.h"
#include "IR/NestParts.h"
#include "Legality/Distribute.h"
#include "Legality/Turn.h"
#include "Legality/Versions.h"
#include "Mapping/Candidates.h"
#include "Support/Words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace heddle;

namespace {

class Run {
public:
  Run(const PipelineOptions &Options, PipelineResult &Result)
      : Options(Options), Result(Result) {}

  /// Shows a phase's structure; true if the pipeline ends here.
  template <class Dump> bool ends(Phase P, Dump Show) {
    if (Options.Dump == P && Options.DumpTo)
      Show(*Options.DumpTo);
    return Result.Verified = Options.StopAfter == P;
  }

private:
  const PipelineOptions &Options;
  PipelineResult &Result;
};

} // namespace

static void dumpSource(const KernelSource &S, llvm::raw_ostream &OS) {
  OS << "insert " << S.Insert.File << ':' << S.Insert.Begin << '\n'
     << allKernels(S) << "replace " << S.Replace.File << ':' << S.Replace.Begin
     << '-' << S.Replace.End << '\n'
     << wholeLaunch(S) << '\n';
}

static std::shared_ptr<const AffineNest>
readAffine(std::shared_ptr<const LoopNest> Nest, const PipelineOptions &Options,
           Report &R) {
  if (!Options.GiveUpSoon)
    return buildAffineNest(std::move(Nest), R);
  constexpr double Seconds = 2;
  constexpr unsigned MostHalvings = 16;
  return buildAffineNest(
      std::move(Nest), R,
      std::make_shared<isl::Context>(isl::Context::NestOperations, Seconds,
                                     MostHalvings));
}

static void remarkOnCosts(const MappedNest &M, Report &R) {
  if (M.mappings().empty())
    return;
  const Annotation &Annot = M.source().Annot;
  for (const MappingExplanation::Hint &H : explainMapping(M).Advice)
    R.add(DiagID::HD516,
          H.Where.isValid()          ? H.Where
          : Annot.MapWhere.isValid() ? Annot.MapWhere
                                     : M.source().Where,
          H.Text);
}

/// Auto chooses the mapping of all loops that may be mapped.
static bool isLeftToAuto(const Annotation &Annot) {
  return Annot.Strategy && Annot.Strategy->kind == strategy_kind::Auto &&
         !Annot.Map && declaredRank(Annot) == 0;
}

/// Takes other loops as the mapped ones where they are more and Auto, which is
/// free to choose, makes a faster kernel of them.
static void turnIfCheaper(std::shared_ptr<const VerifiedNest> &Nest,
                          std::vector<ArrayFinding> &Found, const Device &On) {
  std::vector<ArrayFinding> OfTurned;
  if (!isLeftToAuto(Nest->source().Annot))
    return;
  auto Turned = turned(*Nest, OfTurned);
  if (!Turned || cyclesOfBody(*Turned, On) >= cyclesOfBody(*Nest, On))
    return;
  Nest = std::move(Turned);
  Found = std::move(OfTurned);
}

/// A stage runs as it is for all parameters that its loops allow, or for those
/// that keep its iterations apart, or where a pass over the loops finds that
/// they are.
enum class Version : unsigned char { Whole, Apart, ToldApart };

static std::shared_ptr<const LoopNest>
withPassAllowed(const std::shared_ptr<const LoopNest> &Nest) {
  auto Copy = std::make_shared<LoopNest>(*Nest);
  Copy->MayTellApart = true;
  return Copy;
}

static void remarkOnPass(const AffineNest &N, Report &R) {
  std::vector<std::string> Loops, Arrays;
  const unsigned Rank = std::min(N.Nest->Annot.independentLoops(), N.Depth);
  for (unsigned L = 0; L < Rank; ++L)
    Loops.push_back(N.Nest->Loops[L].Name);
  for (unsigned A : N.ToldApart)
    Arrays.push_back(N.Nest->Arrays[A].Name);
  R.add(DiagID::HD432, N.Nest->Where,
        (Rank == 1 ? "iterations of loop " : "iterations of loops ") +
            quotedList(Loops),
        quotedList(Arrays));
}

static std::vector<std::string> namesOf(const LoopNest &N,
                                        llvm::ArrayRef<unsigned> Arrays) {
  std::vector<std::string> Names;
  for (unsigned A : Arrays)
    Names.push_back(N.Arrays[A].Name);
  return Names;
}

/// The first thing that the launch of one stage does.
static HostNeed needOnHost(const VerifiedNest &V) {
  const LoopNest &N = V.source();
  const auto Looks = [&](llvm::StringRef What, llvm::ArrayRef<unsigned> Arrays,
                         llvm::StringRef Claim) {
    return HostNeed{("the launch looks first " + What + " of " +
                     quotedList(namesOf(N, Arrays)) + "; '" + Claim +
                     "' spares that")
                        .str(),
                    /*Reads=*/true};
  };
  if (V.affine().Owner && V.affine().Owner->Segments)
    return {"the launch lists first which iterations update which element"};
  if (V.scans())
    return {"its launches pass values on, and copy for each"};
  if (llvm::any_of(N.Arrays, [](const ArrayInfo &A) { return A.Tables != 0; }))
    return {"the launch packs the rows of a table"};
  if (N.EndsAt.isValid())
    return {"an iteration may end the program"};
  if (!V.affine().ToldApart.empty())
    return Looks("whether iterations share elements", V.affine().ToldApart,
                 "independent");
  if (!V.inspected().empty())
    return Looks("for the elements that it touches", V.inspected(), "extent");
  return {};
}

/// One stage, up to its plan; null after an error, and where the pipeline ends.
static std::shared_ptr<const LaunchPlan>
planStage(std::shared_ptr<const LoopNest> Nest, const PipelineOptions &Options,
          PipelineResult &Result, NestReport &Description, Report &R,
          Version Of = Version::Whole) {
  using llvm::raw_ostream;
  Result.Verified = false;
  Run Pipeline(Options, Result);
  if (Pipeline.ends(Phase::Frontend, [&](raw_ostream &OS) { Nest->dump(OS); }))
    return nullptr;
  auto Affine = readAffine(std::move(Nest), Options, R);
  if (!Affine ||
      Pipeline.ends(Phase::Affine, [&](raw_ostream &OS) { Affine->dump(OS); }))
    return nullptr;
  if (Of == Version::Apart) {
    Affine = whereApart(Affine);
    if (!Affine)
      return nullptr;
    R.add(DiagID::HD431, Affine->Nest->Where,
          textOf(*Affine, Affine->Checks.back()));
  }
  if (Of == Version::ToldApart) {
    if (Affine->ToldApart.empty())
      return nullptr;
    remarkOnPass(*Affine, R);
  }
  std::vector<ArrayFinding> Found;
  auto Verified = verify(Affine, R, Found);
  if (Verified)
    turnIfCheaper(Verified, Found, *Options.Choice.On);
  if (Options.Describe)
    describeLegality(Verified ? Verified->affine() : *Affine, Found,
                     Verified.get(), Description);
  if (!Verified || Pipeline.ends(Phase::Legality,
                                 [&](raw_ostream &OS) { dump(*Verified, OS); }))
    return nullptr;
  if (Result.OnHost.Why.empty() || Result.OnHost.Reads)
    if (HostNeed Need = needOnHost(*Verified); !Need.Why.empty())
      Result.OnHost = std::move(Need);
  auto Mapped =
      mapNest(std::move(Verified), *Options.Proofs, R, Options.Choice);
  if (!Mapped || Pipeline.ends(Phase::Mapping,
                               [&](raw_ostream &OS) { dump(*Mapped, OS); }))
    return nullptr;
  if (Options.Advise)
    remarkOnCosts(*Mapped, R);
  if (Options.Describe)
    describeCosts(*Mapped, Options.Explain, Options.Compare, Description);
  if (Options.Candidates)
    Description.Candidates = Mapped->weighed();
  auto Plan = planLaunch(std::move(Mapped), R, Options.Explain);
  if (!Plan ||
      Pipeline.ends(Phase::Kernel, [&](raw_ostream &OS) { dump(*Plan, OS); }))
    return nullptr;
  if (Options.Describe)
    describeLaunch(*Plan, Description);
  return Plan;
}

static std::shared_ptr<const LaunchPlan>
planNest(std::shared_ptr<const LoopNest> Nest, const PipelineOptions &Options,
         PipelineResult &Result, NestReport &Description, Report &R);

/// The affine form that distribute() takes of Nest; null where it has no
/// pieces, or is not understood. Reports nothing.
static std::shared_ptr<const AffineNest>
affineOfPieces(const LoopNest &Nest, const PipelineOptions &Options) {
  const auto [First, Last] = piecesOfBody(Nest);
  Report Unused;
  return First == Last ? nullptr
                       : readAffine(withoutMapping(Nest), Options, Unused);
}

static void remarkOnParts(const Distribution &D, const LoopNest &Nest,
                          const char *Reason, Report &R) {
  Diagnostic &Said =
      R.add(DiagID::HD417, Nest.Where, D.Parts.Steps.size(), Reason);
  for (auto [I, Begin] : llvm::enumerate(D.Begins))
    Said.note(Begin.Where, "launch " + std::to_string(I + 1) + " begins here");
}

/// The parts of Nest, each by itself.
static std::shared_ptr<const LaunchPlan>
planParts(const Distribution &D, const LoopNest &Nest, const char *Reason,
          const PipelineOptions &Options, PipelineResult &Result,
          NestReport &Description, Report &R) {
  std::vector<std::shared_ptr<const LaunchPlan>> Parts;
  Description = {};
  for (auto [Step, Begin] : llvm::zip(D.Parts.Steps, D.Begins)) {
    const std::shared_ptr<const LoopNest> &Part = Step.Nest;
    NestReport &Of = Description.Launches.emplace_back();
    const size_t Before = R.Diagnostics.size();
    auto Plan = planNest(Part, Options, Result, Of, R);
    for (Diagnostic &Said : llvm::drop_begin(R.Diagnostics, Before))
      if (Said.Level == Severity::Error)
        Said.note(Begin.Where,
                  "in launch " + std::to_string(Part->Step.Number) + " of " +
                      std::to_string(Part->Step.Of) + ", which begins here");
    Of.Where.Line = positionOf(*Part, Begin.TextBegin).Line;
    if (Plan)
      Parts.push_back(std::move(Plan));
    else if (!Result.Verified)
      return nullptr;
  }
  remarkOnParts(D, Nest, Reason, R);
  if (Parts.size() != D.Parts.Steps.size())
    return nullptr;
  auto Plan = heddle::planParts(D.Whole, std::move(Parts));
  if (Options.Describe)
    describeLaunch(*Plan, Description);
  return Plan;
}

static bool hasOnly(const Report &R, std::initializer_list<DiagKind> Errors) {
  return llvm::all_of(R.Diagnostics, [&](const Diagnostic &D) {
    return D.Level != Severity::Error ||
           llvm::is_contained(Errors, getDiagInfo(D.ID).Kind);
  });
}

/// All errors are that iterations need what others store, or store the same.
static bool onlyConflicts(const Report &R) {
  return hasOnly(R, {DiagKind::Conflict});
}

/// All errors are of that kind, or that nobody knows which elements are
/// touched.
static bool mayNeedPass(const Report &R) {
  return hasOnly(R, {DiagKind::Conflict, DiagKind::Elements});
}

/// Nest as several launches, since conflicts keep it from being one: few, or as
/// many as there can be where these do not serve either. Said: why it is none,
/// which becomes what is said of its parts.
static std::shared_ptr<const LaunchPlan>
planConflicting(const std::shared_ptr<const LoopNest> &Nest,
                const PipelineOptions &Options, PipelineResult &Result,
                NestReport &Description, Report &Said) {
  const std::shared_ptr<const AffineNest> Affine =
      affineOfPieces(*Nest, Options);
  size_t Tried = 0;
  for (const Grain Parts : {Grain::Coarse, Grain::Fine}) {
    const Distribution D = distribute(Nest, Affine, Parts);
    if (!D.Whole || D.Parts.Steps.size() == Tried)
      continue;
    Tried = D.Parts.Steps.size();
    Report OfParts;
    NestReport Described;
    auto Plan = planParts(D, *Nest, "iterations need what others store",
                          Options, Result, Described, OfParts);
    // Conflicts in a part are what stands in the way, and may be fewer; that
    // its space is another one is no mistake of the user's.
    if (Parts == Grain::Coarse ? onlyConflicts(OfParts) : Plan != nullptr)
      Said = std::move(OfParts);
    if (!Plan && !Result.Verified)
      continue;
    Description = std::move(Described);
    return Plan;
  }
  return nullptr;
}

/// Nest where its parameters, or what a pass finds, keep iterations apart,
/// since not all do, which is Said and becomes what is said of the check. Null
/// where that does not serve.
static std::shared_ptr<const LaunchPlan>
planApart(Version Of, const std::shared_ptr<const LoopNest> &Nest,
          const PipelineOptions &Options, PipelineResult &Result,
          NestReport &Description, Report &Said) {
  const bool ByPass = Of == Version::ToldApart;
  PipelineOptions Later = Options;
  if (Later.Dump && *Later.Dump <= (ByPass ? Phase::Frontend : Phase::Affine))
    Later.Dump.reset();
  NestReport Described;
  Report Found;
  auto Plan = planStage(ByPass ? withPassAllowed(Nest) : Nest, Later, Result,
                        Described, Found, Of);
  if (!Plan && !Result.Verified) {
    // A conflict remains, whatever a pass finds.
    if (ByPass && Found.hasErrors() && onlyConflicts(Found)) {
      llvm::erase_if(Found.Diagnostics,
                     [](const Diagnostic &D) { return D.ID == DiagID::HD432; });
      Said = std::move(Found);
    }
    return nullptr;
  }
  auto Remark = llvm::find_if(Found.Diagnostics, [](const Diagnostic &D) {
    return D.ID == DiagID::HD431 || D.ID == DiagID::HD432;
  });
  const bool IsSaid = Remark != Found.Diagnostics.end();
  assert((IsSaid || !Plan) && "which says when");
  for (const Diagnostic &D : Said.Diagnostics)
    if (IsSaid && D.Level == Severity::Error) {
      Remark->note(D.Where,
                   (ByPass ? "before the launch, " : "otherwise, ") + D.Text);
      if (ByPass) // what can be claimed instead
        llvm::append_range(Remark->Notes, D.Notes);
    }
  Said = std::move(Found);
  Description = std::move(Described);
  return Plan;
}

/// A launch whose kernel runs, in the thread, a loop that the source has around
/// one of the mapped ones.
static bool isTurned(const LaunchPlan &P) {
  if (P.Mapped)
    return P.Mapped->affine().Owner && !P.Mapped->affine().Owner->Array;
  return llvm::any_of(P.Steps, [](auto &Step) { return isTurned(*Step); });
}

/// The nest as several launches, where one of them has more threads than the
/// nest as a whole, as for `for k for j ...` beside statements. Nothing where
/// there are none; null where the pipeline ends.
static std::optional<std::shared_ptr<const LaunchPlan>>
planTurnedParts(const std::shared_ptr<const LoopNest> &Nest,
                const PipelineOptions &Options, PipelineResult &Result,
                NestReport &Description, Report &R) {
  if (!isLeftToAuto(Nest->Annot))
    return std::nullopt;
  const auto [First, Last] = piecesOfBody(*Nest);
  std::vector<unsigned> Deep;
  for (unsigned P = First; P < Last; ++P)
    if (partOf(*Nest, P, P + 1)->PerfectDepth > Nest->PerfectDepth + 1)
      Deep.push_back(P);
  if (Deep.empty())
    return std::nullopt;
  const Distribution D = distribute(Nest, affineOfPieces(*Nest, Options),
                                    Grain::Coarse, std::move(Deep));
  if (!D.Whole)
    return std::nullopt;
  const auto Plan = [&](const PipelineOptions &Options, PipelineResult &Result,
                        NestReport &Description, Report &R) {
    return planParts(D, *Nest, "more loops are mapped in that way", Options,
                     Result, Description, R);
  };
  PipelineOptions Quiet = Options;
  Quiet.Dump.reset();
  Quiet.StopAfter = Phase::Emit;
  PipelineResult Tried;
  NestReport Described;
  Report Said;
  auto Parts = Plan(Quiet, Tried, Described, Said);
  if (!Parts || !isTurned(*Parts))
    return std::nullopt;
  if (Options.Dump || Options.StopAfter != Phase::Emit)
    return Plan(Options, Result, Description, R);
  Description = std::move(Described);
  llvm::append_range(R.Diagnostics, Said.Diagnostics);
  return Parts;
}

/// One nest, in parts where its annotation maps more loops than are nested
/// perfectly, and where it cannot run in one launch.
static std::shared_ptr<const LaunchPlan>
planNest(std::shared_ptr<const LoopNest> Nest, const PipelineOptions &Options,
         PipelineResult &Result, NestReport &Description, Report &R) {
  if (declaredRank(Nest->Annot) > Nest->PerfectDepth) {
    const Distribution D =
        distribute(Nest, affineOfPieces(*Nest, Options), Grain::Coarse);
    if (D.Whole)
      return planParts(D, *Nest, "the annotation maps loops beside statements",
                       Options, Result, Description, R);
    const size_t Before = R.Diagnostics.size();
    auto Plan = planStage(Nest, Options, Result, Description, R);
    for (Diagnostic &Said : llvm::drop_begin(R.Diagnostics, Before))
      if (Said.ID == DiagID::HD303)
        Said.note(Nest->Where, "it cannot run as several launches: " + D.Why);
    return Plan;
  }
  Report Said;
  if (auto Parts = planTurnedParts(Nest, Options, Result, Description, R))
    return *Parts;
  auto Plan = planStage(Nest, Options, Result, Description, Said);
  if (!Plan && !Result.Verified && onlyConflicts(Said))
    Plan = planConflicting(Nest, Options, Result, Description, Said);
  if (!Plan && !Result.Verified && onlyConflicts(Said))
    Plan = planApart(Version::Apart, Nest, Options, Result, Description, Said);
  if (!Plan && !Result.Verified && !Nest->isPart() && mayNeedPass(Said))
    Plan =
        planApart(Version::ToldApart, Nest, Options, Result, Description, Said);
  llvm::append_range(R.Diagnostics, Said.Diagnostics);
  return Plan;
}

/// PipelineResult::IsOneLaunch
static bool isOneLaunch(const LaunchPlan &P) {
  if (!P.Mapped || P.inParts() || P.Kernels.empty())
    return false;
  const VerifiedNest &V = P.Mapped->verified();
  return V.copies().empty() && V.inspected().empty() && !V.scans() &&
         !V.affine().Owner && !hasClaims(V.source());
}

PipelineResult heddle::runPipeline(const Program &P,
                                   const PipelineOptions &Options, Report &R) {
  assert(verifyProgram(P).empty() && "a program that is none");
  assert(P.isOfNests() && "effects alone have no launch");
  PipelineResult Result;
  const size_t Said = R.Diagnostics.size();
  auto NoteCalls = llvm::scope_exit([&] {
    for (size_t I = Said; I < R.Diagnostics.size(); ++I)
      noteCalls(*P.Steps.front().Nest, R.Diagnostics[I]);
  });
  std::vector<std::shared_ptr<const LaunchPlan>> Plans;
  std::vector<NestReport> Before;
  for (const ProgramStep &Step : P.Steps) {
    if (&Step != &P.Steps.front())
      Before.push_back(std::exchange(Result.Description, {}));
    auto Plan = planNest(Step.Nest, Options, Result, Result.Description, R);
    if (Plan)
      Plans.push_back(std::move(Plan));
    else if (!Result.Verified)
      break;
  }
  Result.Description.Before = std::move(Before);
  if (Plans.size() != P.Steps.size())
    return Result;
  const auto Plan =
      planStages(std::move(Plans), *Options.Proofs,
                 Options.Text == Dialect::Host ? nullptr : &Options.Choice);
  Result.IsOneLaunch = isOneLaunch(*Plan);
  Result.HasTile = llvm::any_of(
      Plan->Kernels, [](const KernelPlan &K) { return K.Tile.has_value(); });
  if (Options.Describe)
    describeFused(*Plan, Result.Description);
  Result.Source = emit(*Plan, Options.Text, Options.OpenMP, R);
  if (Result.Source)
    Run(Options, Result).ends(Phase::Emit, [&](llvm::raw_ostream &OS) {
      dumpSource(*Result.Source, OS);
    });
  return Result;
}
