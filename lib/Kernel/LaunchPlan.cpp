//===- LaunchPlan.cpp - MappedNest to LaunchPlan --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/LaunchPlan.h"
#include "Kernel/FusedPlan.h"
#include "Kernel/KernelBody.h"
#include "Kernel/KernelPlanner.h"
#include "Kernel/LaunchChecks.h"
#include "Mapping/Explain.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "Support/SymPrinter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

std::string valueText(const KernelPlan &K, const KernelParam &Divisor) {
  // Unsigned there, and the sums around it may be negative.
  return (K.Width == IndexWidth::I32 ? "int(" : "static_cast<long long>(") +
         Divisor.Name + ".value())";
}

namespace {

bool mentionsCounter(const ExprRef &E) {
  if (E->Kind == ExprKind::Counter)
    return true;
  for (const ExprRef &Op : E->Operands)
    if (mentionsCounter(Op))
      return true;
  return false;
}

/// Compilers compute the trip count of an OpenMP loop in the counter's type, as
/// (bound - init + step - 1) / step, and that may wrap although the loop does
/// not. Only an unsigned counter with step 1 is safe for all bounds.
bool countsInItsType(const AffineNest &A, const Ranges &Known, unsigned D) {
  const Loop &L = A.Nest->Loops[D];
  const Dimension &Dim = A.Dims[D];
  const bool Strict = L.Rel == Relation::Lt || L.Rel == Relation::Gt;
  if (!L.Type.Signed && (L.Step == 1 || L.Step == -1) && Strict)
    return true;
  // A descending loop's bound may lie up to a step below the last value taken.
  const int64_t Beyond = L.Step > 0 ? L.Step - 1 : 2 * (-L.Step - 1);
  const unsigned Digits = L.Type.Signed ? L.Type.Bits - 1 : L.Type.Bits;
  return Known.of(Dim.Upper - Dim.Lower + Beyond).Hi < static_cast<__int128>(1)
                                                           << Digits;
}

/// The loops under one collapse: each header canonical, and fixed before the
/// outermost loop starts.
unsigned collapsible(const AffineNest &A, const Ranges &Known, unsigned Rank) {
  const LoopNest &N = *A.Nest;
  unsigned Count = 0;
  while (Count < Rank && N.Loops[Count].OmpCanonical &&
         countsInItsType(A, Known, Count) &&
         (Count == 0 || (!mentionsCounter(N.Loops[Count].Init) &&
                         !mentionsCounter(N.Loops[Count].Bound))))
    ++Count;
  return Count;
}

/// Whether the outer Count loops may run more often than the widest type of
/// their counters holds.
bool overflowsCollapsed(const AffineNest &A, const Ranges &Known,
                        unsigned Count) {
  unsigned Bits = 0;
  for (unsigned D = 0; D != Count; ++D)
    Bits = std::max(Bits, A.Nest->Loops[D].Type.Bits);
  // Such a count does not fit a launch, either.
  if (Count < 2 || Bits >= 64)
    return false;
  const __int128 Most = static_cast<__int128>(1) << (Bits - 1);
  __int128 Product = 1;
  for (unsigned D = 0; D != Count; ++D) {
    const __int128 Extent = Known.of(A.Dims[D].Upper - A.Dims[D].Lower).Hi;
    if (Extent >= Most)
      return true;
    Product *= std::max<__int128>(Extent, 1);
    if (Product >= Most)
      return true;
  }
  return false;
}

/// Kernels name rows by another table than the loops do.
bool hasTables(const LoopNest &N) {
  return llvm::any_of(N.Arrays,
                      [](const ArrayInfo &A) { return A.Tables != 0; });
}

/// Loops on several CPU threads read the copies that kernels read, by the same
/// function of the body. In constexpr functions no variable may hold them, and
/// behind a pass over the loops they stand in a block of their own.
bool mayShareCopies(const MappedNest &M, const LaunchPlan &Plan) {
  return Plan.LoopsCallBody && !M.source().Place.Constexpr &&
         M.verified().inspected().empty();
}

/// The mapped loops are proved independent, so OpenMP may take them, where that
/// rests on copies with these.
void chooseHostLoop(const MappedNest &M, LaunchPlan &Plan) {
  // Several threads would update one element; a tree runs on the CPU as it is.
  if (!M.verified().reductions().empty() ||
      (!M.verified().copies().empty() && !mayShareCopies(M, Plan)))
    return;
  const std::optional<NestAsWritten> Written = loopsOnHost(M);
  if (!Written)
    return;
  const AffineNest &Affine = *Written->Nest;
  // One thread may not end the program while others run.
  if (Affine.Nest->EndsAt.isValid())
    return;
  // The loops that are mapped are not those that are written.
  if (Affine.Nest->isStatement())
    return;
  // A function would take the tables as kernels have them.
  if (Affine.Nest->Place.Constexpr && hasTables(*Affine.Nest))
    return;
  const Ranges Known(Affine);
  Plan.OmpCollapse = collapsible(Affine, Known, Written->Rank);
  Plan.OmpOverflows = overflowsCollapsed(Affine, Known, Plan.OmpCollapse);
  Plan.OnHost = Written->Nest;
  if (Plan.OmpCollapse > 0)
    Plan.Parallel = HostLoop::Collapse;
  else if (Affine.Dims[0].Width == 1)
    Plan.Parallel = HostLoop::TripCount;
}

/// Whether a write that reaches O.Storage may change, within an iteration, what
/// the body was called with. An object that holds elements is no element: only
/// characters may be stored there.
bool changesArguments(const OverlapCheck &O, const LoopNest &N,
                      const Value &Body) {
  llvm::StringSet<> Used;
  forEachName(Body, N, TextOf::Kernel,
              [&](llvm::StringRef Name) { Used.insert(Name); });
  const bool Characters = N.Arrays[O.A].ElementBytes == 1;
  return llvm::any_of(N.Params,
                      [&](const Param &P) {
                        return P.StorageText == O.Storage &&
                               Used.contains(P.Name) &&
                               (Characters || P.HostText == O.Storage);
                      }) ||
         llvm::any_of(N.Arrays, [&](const ArrayInfo &A) {
           return A.StorageText == O.Storage && Used.contains(A.KernelName) &&
                  (Characters || !A.Held);
         });
}

/// Notes the variables that are named in Body alone, and neither in the launch.
/// False where a macro might name one: nobody knows which.
bool noteOnlyInBody(const LoopNest &N, Span Body, LaunchPlan &Plan) {
  llvm::StringSet<> Named;
  auto Insert = [&](llvm::StringRef Name) { Named.insert(Name); };
  for (const std::string &Name : N.HostNames)
    Insert(Name);
  // A range's counters are variables of the loops that stand for it.
  for (const Loop &L : N.Loops)
    Insert(L.Name);
  auto IsInBody = [&](const LoopNest::LocalUse &U) {
    return U.At >= Body.Begin && U.At < Body.End;
  };
  for (const LoopNest::LocalUse &U : N.Locals)
    if (U.At >= 0 && !IsInBody(U))
      Insert(U.Name);
  bool AllKnown = true;
  for (const LoopNest::LocalUse &U : N.Locals)
    if (Named.insert(U.Name).second) {
      AllKnown &= U.At >= 0;
      Plan.OnlyInBody.push_back(U.Name);
    }
  return AllKnown;
}

/// Updates and owners make a body that is not that of the loops; copies one
/// that is not that of the loops in their order.
void chooseBody(const MappedNest &M, LaunchPlan &Plan) {
  const LoopNest &N = M.source();
  const Loop &Inner = N.Loops[M.rank() - 1];
  const Span Body{Inner.BodyBegin, Inner.BodyEnd};
  Plan.LoopsCallBody =
      !Plan.Kernels.empty() && valueAt(N.Code, Body, ValueKind::Block) &&
      M.verified().reductions().empty() && !M.affine().Owner &&
      !N.isStatement() && !hasTables(N) && noteOnlyInBody(N, Body, Plan);
  Plan.FallbackCallsBody =
      Plan.LoopsCallBody && M.verified().copies().empty() &&
      N.Separate.empty() && !Plan.Inside &&
      llvm::none_of(M.verified().overlaps(), [&](const OverlapCheck &O) {
        return !O.B && changesArguments(O, N, *Plan.Body);
      });
}

std::string lineText(const KernelPlan &K, const Sym &Value) {
  return toString(Value, [&](const std::string &Leaf) {
    for (const KernelParam &P : K.Params)
      if (P.What == KernelParam::Divisor && P.Name == Leaf)
        return valueText(K, P);
    return Leaf;
  });
}

void dumpKernel(const KernelPlan &K, const LoopNest &N, llvm::raw_ostream &OS) {
  OS << "kernel " << K.Name << ", "
     << (K.Width == IndexWidth::I32 ? "32" : "64") << "-bit indices\n";
  for (const Sym &S : K.Narrow)
    OS << "  where " << toString(S) << "\n";
  for (const KernelParam &P : K.Params) {
    static const char *const Kinds[] = {"array", "scalar",  "extent", "divisor",
                                        "copy",  "segment", "runs"};
    OS << "  " << Kinds[P.What] << " " << P.Name;
    if (P.What == KernelParam::Extent || P.What == KernelParam::Divisor ||
        P.What == KernelParam::Runs)
      OS << " = " << toString(P.Value);
    OS << "\n";
  }
  if (K.Tree && K.Tree->Scans)
    OS << (K.Tree->CountsDown ? "  a scan by descending numbers\n"
                              : "  a scan\n");
  if (K.Tree)
    for (const KernelTree::Result &X : K.Tree->Results)
      OS << "  result " << N.Arrays[X.Array].Name << " by " << X.Class
         << ", partial results " << X.Partials << "\n";
  if (K.Tile)
    phases::dump(K.Tile->Phases, OS);
  for (const KernelLine &L : K.Lines)
    switch (L.What) {
    case KernelLine::Local:
      OS << "  " << L.Type << " " << L.Name << " = " << lineText(K, L.Value)
         << "\n";
      break;
    case KernelLine::Guard:
      OS << "  on if " << lineText(K, L.Value) << "\n";
      break;
    case KernelLine::Holds:
      OS << "  always " << lineText(K, L.Value) << "\n";
      break;
    case KernelLine::Loop:
      OS << "  for each " << L.Type << " " << L.Name << " below "
         << lineText(K, L.Value);
      if (L.Whole)
        OS << ", written out if " << lineText(K, *L.Whole);
      OS << "\n";
      break;
    }
}

} // namespace

/// Names for the copies as kernel parameters: neither in the nest's text nor
/// invented for its index recovery.
static std::vector<std::string> nameCopies(const MappedNest &M) {
  const LoopNest &N = M.source();
  TakenNames Names(N);
  for (const ThreadMapping &V : M.mappings())
    for (const RecoveryStep &Step : V.Recovery)
      Names.insert(Step.Name);
  std::vector<std::string> All;
  for (const ArrayCopy &C : M.verified().copies())
    All.push_back(Names.invent(N.Arrays[C.Array].KernelName + "_copy"));
  return All;
}

std::shared_ptr<const LaunchPlan>
planStages(std::vector<std::shared_ptr<const LaunchPlan>> Stages,
           ProofMemo &Memo, const ChoiceOptions *How) {
  if (Stages.size() == 1)
    return std::move(Stages.front());
  auto Plan = std::make_shared<LaunchPlan>();
  Plan->Name = Stages.back()->Name;
  std::vector<std::shared_ptr<const MappedNest>> Mapped;
  for (const auto &Stage : Stages)
    Mapped.push_back(Stage->Mapped);
  if (How)
    if (const auto Fused = fuseStages(Mapped, Memo, *How))
      Plan->Fused = planFused(*Fused, Plan->Name + "_fused");
  Plan->Steps = std::move(Stages);
  return Plan;
}

std::shared_ptr<const LaunchPlan>
planParts(std::shared_ptr<const CheckedNest> Whole,
          std::vector<std::shared_ptr<const LaunchPlan>> Parts) {
  auto Plan = std::make_shared<LaunchPlan>();
  Plan->Name = nameOfLaunch(Whole->source());
  Plan->Steps = std::move(Parts);
  Plan->Whole = std::move(Whole);
  return Plan;
}

/// Why the loops as written could not run in the launch's place where an
/// iteration ends the program; completes HD244. Empty: they could.
static std::string whyNotEnded(const LoopNest &N, const LaunchPlan &Plan) {
  if (N.Step.Role != StepRole::Whole)
    return "it runs as several launches, of which the first have stored";
  for (const KernelPlan &K : Plan.Kernels) {
    if (K.Tree)
      return "its iterations combine values";
    if (llvm::any_of(K.Params, [](const KernelParam &P) {
          return P.What == KernelParam::Segment;
        }))
      return "its threads own elements";
  }
  return {};
}

/// False after an error.
static bool mayEnd(const MappedNest &M, const LaunchPlan &Plan, Report &R) {
  const LoopNest &N = M.source();
  if (!N.EndsAt.isValid())
    return true;
  const std::string Why =
      M.affine().Owner ? "its threads own elements" : whyNotEnded(N, Plan);
  if (!Why.empty())
    R.add(DiagID::HD244, N.EndsAt, N.EndsText, Why);
  return Why.empty();
}

static std::vector<std::string> explained(const MappedNest &M) {
  std::vector<std::string> Lines = linesOf(explainMapping(M));
  std::string Mapping = M.mappings().front().Spelling;
  if (!M.strategy().empty())
    Mapping += ", chosen by " + M.strategy();
  Lines.insert(Lines.begin(), labelled("mapping", Mapping));
  return Lines;
}

std::shared_ptr<const LaunchPlan>
planLaunch(std::shared_ptr<const MappedNest> Nest, Report &R, bool Explain) {
  auto Plan = std::make_shared<LaunchPlan>();
  Plan->Name = nameOfLaunch(Nest->source());
  Plan->CopyNames = nameCopies(*Nest);
  Plan->Body = kernelBody(*Nest);
  Plan->Inside = findInterior(*Nest, Plan->Body);
  Plan->Slice = kernelSlice(*Nest);
  if (Explain && !Nest->mappings().empty())
    Plan->Explained = explained(*Nest);
  const auto HasChoice = [](const ThreadMapping &V) {
    return V.Choice.has_value();
  };
  const size_t Ordered = static_cast<size_t>(llvm::count_if(
      Nest->mappings(), [&](const ThreadMapping &V) { return !HasChoice(V); }));
  for (auto [I, V] : llvm::enumerate(Nest->mappings())) {
    // The last kernel in order is the one for all sizes; with a tile there are
    // two, for strips are numbered by 32 bits if they may be.
    bool MayAsk = HasChoice(V) || V.Shared ||
                  (I + 1 != Ordered && !alwaysFits(Nest->affine(), V));
    do {
      // The launch can do without a tile that nobody has asked for.
      const bool MayLack = HasChoice(V) && V.Shared &&
                           !askedTile(Nest->source()) && !Plan->Kernels.empty();
      Report Unused;
      std::optional<KernelPlan> Kernel =
          planKernel(*Nest, V, Plan->Body, Plan->Inside, Plan->CopyNames,
                     MayAsk, MayLack ? Unused : R);
      if (!Kernel && MayLack)
        break;
      if (!Kernel)
        return nullptr;
      const bool IsWide =
          !Plan->Kernels.empty() && Plan->Kernels.back().Mapping == &V;
      Kernel->Name = Plan->Name + V.Suffix + (IsWide ? "_wide" : "");
      Plan->Kernels.push_back(std::move(*Kernel));
      MayAsk = false;
      // In the place of a choice that is too narrow the launch has the others.
    } while (!Plan->Kernels.back().Narrow.empty() && !HasChoice(V));
  }
  if (!mayEnd(*Nest, *Plan, R))
    return nullptr;
  chooseBody(*Nest, *Plan);
  chooseHostLoop(*Nest, *Plan);
  if (Plan->Parallel != HostLoop::Sequential && Plan->LoopsCallBody)
    Plan->Blocks = planHostBlocks(*Nest, Plan->Body);
  if (Plan->Inside && Plan->Parallel == HostLoop::Collapse &&
      Plan->LoopsCallBody && Nest->verified().copies().empty() &&
      !Nest->source().Place.Constexpr)
    Plan->Row = findInsideRow(*Plan->Inside, *Nest);
  // No loop is left that could call it with copies.
  if (Plan->Parallel == HostLoop::Sequential &&
      !Nest->verified().copies().empty())
    Plan->LoopsCallBody = false;
  if (Plan->Parallel != HostLoop::Sequential ||
      llvm::any_of(Plan->Kernels,
                   [](const KernelPlan &K) { return K.Tree.has_value(); }))
    Plan->Work = weighLoops(loopsOnHost(*Nest).value_or(
        NestAsWritten{Nest->verified().sharedAffine(), Nest->rank()}));
  Plan->Mapped = std::move(Nest);
  return Plan;
}

void dump(const LaunchPlan &P, llvm::raw_ostream &OS) {
  const LoopNest &N = P.source();
  if (!P.Steps.empty()) {
    OS << P.Name << ", in " << P.Steps.size()
       << (P.inParts() ? " parts\n" : " stages\n");
    if (P.Fused) {
      OS << "kernel " << P.Fused->Name << ", from stage " << P.Fused->First + 1
         << " on, " << launchesText(P.Fused->When) << "\n";
      phases::dump(P.Fused->Phases, OS);
    }
    for (const auto &Step : P.Steps)
      dump(*Step, OS);
    return;
  }
  for (const KernelPlan &K : P.Kernels)
    dumpKernel(K, N, OS);
  if (P.Inside)
    OS << "inside, without " << P.Inside->Conditions
       << " conditions: " << toString(P.Inside->Where) << "\n";
  if (P.Row)
    OS << "on the CPU inside from " << toString(P.Row->First) << " to "
       << toString(P.Row->Last) << ", half-open, where "
       << toString(P.Row->Rows) << "\n";
  if (P.LoopsCallBody)
    OS << "the body is a function of kernels and "
       << (P.FallbackCallsBody ? "loops\n" : "parallel loops\n");
  switch (P.Parallel) {
  case HostLoop::Sequential:
    OS << "on the CPU: sequential\n";
    break;
  case HostLoop::Collapse:
    OS << "on the CPU: parallel" << (P.sharesCopies() ? " with copies" : "");
    if (P.OmpCollapse > 1)
      OS << ", or collapse(" << P.OmpCollapse << ")"
         << (P.OmpOverflows ? ", counted in 64 bits" : "");
    OS << "\n";
    break;
  case HostLoop::TripCount:
    OS << "on the CPU: parallel" << (P.sharesCopies() ? " with copies" : "")
       << " over a trip counter\n";
    break;
  }
  if (P.Blocks)
    OS << "on the CPU: in blocks of " << P.Blocks->Of.Rows << " x "
       << P.Blocks->Of.Columns
       << (P.Blocks->Of.ColumnEnds ? ", where these are iterations\n" : "\n");
  if (P.Work)
    OS << "threads are weighed by operands: "
       << (P.Work->Operands.isConst(0) ? "unknown" : toString(P.Work->Operands))
       << "\n";
}

} // namespace heddle
