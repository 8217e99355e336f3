//===- LaunchPlan.cpp - MappedNest to LaunchPlan --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/LaunchPlan.h"
#include "Kernel/KernelPlanner.h"
#include "Kernel/Redirect.h"
#include "Kernel/SolvedLoops.h"
#include "Mapping/Ranges.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

/// The holes, and those of the updates of Shared, which take the place of what
/// they cover. Where two begin at one place, one that opens a call comes first,
/// and one that closes it last.
static std::vector<TextHole> withUpdates(const LoopNest &N,
                                         std::vector<TextHole> Holes,
                                         llvm::ArrayRef<Reduction> Shared) {
  std::vector<TextHole> Updates;
  for (const UpdateHole &U : N.UpdateHoles)
    if (llvm::any_of(Shared,
                     [&](const Reduction &X) { return X.Array == U.Array; }))
      Updates.push_back(U.Hole);
  if (Updates.empty())
    return Holes;
  llvm::erase_if(Holes, [&](const TextHole &H) {
    return llvm::any_of(Updates, [&](const TextHole &U) {
      // An insertion at the edge of what goes belongs to what stays.
      return H.Begin < H.End ? U.Begin <= H.Begin && H.End <= U.End
                             : U.Begin < H.Begin && H.End < U.End;
    });
  });
  llvm::append_range(Holes, Updates);
  auto Rank = [](const TextHole &H) {
    bool Opens = H.Kernel.size() > 1 && H.Kernel.back() == '(';
    return H.Begin < H.End ? 2 : Opens ? 0 : 1;
  };
  llvm::stable_sort(Holes, [&](const TextHole &A, const TextHole &B) {
    return A.Begin != B.Begin ? A.Begin < B.Begin : Rank(A) < Rank(B);
  });
  return Holes;
}

static std::string filled(const LoopNest &N, const std::vector<TextHole> &Holes,
                          unsigned Begin, unsigned End) {
  std::string Text;
  unsigned At = Begin;
  for (const TextHole &H : Holes) {
    if (H.Begin < At || H.End > End)
      continue;
    Text += N.Text.substr(At, H.Begin - At) + H.Kernel;
    At = H.End;
  }
  return Text + N.Text.substr(At, End - At);
}

std::string textOutside(const LoopNest &N, unsigned Begin, unsigned End) {
  return filled(N, N.Holes, Begin, End);
}

std::string kernelBody(const MappedNest &M,
                       const std::vector<std::string> &CopyNames) {
  const LoopNest &N = M.Verified->source();
  const Loop &Innermost = N.Loops[M.Rank - 1];
  std::vector<TextHole> Holes = holesWithCopies(*M.Verified, CopyNames);
  Holes = withSolvedLoops(M.Verified->affine(), std::move(Holes));
  return filled(N, withUpdates(N, std::move(Holes), M.Verified->reductions()),
                Innermost.BodyBegin, Innermost.BodyEnd);
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

/// The mapped loops are proved independent, so OpenMP may take them; unless that
/// rests on copies.
void chooseHostLoop(const MappedNest &M, LaunchPlan &Plan) {
  // Several threads would update one element; a tree runs on the CPU as it is.
  if (!M.Verified->reductions().empty() || !M.Verified->copies().empty())
    return;
  const AffineNest &Affine = M.Verified->affine();
  // The loops that are mapped are not those that are written.
  if (Affine.Gathers || Affine.Nest->isStatement())
    return;
  const Ranges Known(Affine);
  Plan.OmpCollapse = collapsible(Affine, Known, M.Rank);
  Plan.OmpOverflows = overflowsCollapsed(Affine, Known, Plan.OmpCollapse);
  if (Plan.OmpCollapse > 0)
    Plan.Parallel = HostLoop::Collapse;
  else if (Affine.Dims[0].Width == 1)
    Plan.Parallel = HostLoop::TripCount;
}

void dumpKernel(const KernelPlan &K, const LoopNest &N, llvm::raw_ostream &OS) {
  OS << "kernel " << K.Name << ", "
     << (K.Width == IndexWidth::I32 ? "32" : "64") << "-bit indices\n";
  for (const KernelParam &P : K.Params) {
    static const char *const Kinds[] = {"array", "scalar", "extent", "divisor",
                                        "copy"};
    OS << "  " << Kinds[P.What] << " " << P.Name;
    if (P.What == KernelParam::Extent || P.What == KernelParam::Divisor)
      OS << " = " << toString(P.Value);
    OS << "\n";
  }
  if (K.Tree)
    for (const KernelTree::Result &X : K.Tree->Results)
      OS << "  result " << N.Arrays[X.Array].Name << " by " << X.Class
         << ", partial results " << X.Partials << "\n";
  for (const KernelLine &L : K.Lines) {
    if (L.What == KernelLine::Local)
      OS << "  " << L.Type << " " << L.Name << " = " << toString(L.Value)
         << "\n";
    else
      OS << "  on if " << toString(L.Value) << "\n";
  }
}

} // namespace

static std::string nameOfLaunch(const LoopNest &N) {
  std::string Name = "heddle_" + N.Place.FunctionName + "_" +
                     std::to_string(N.Place.Ordinal) + N.PartName;
  if (!N.isLastStage())
    Name += "_stage" + std::to_string(N.Stage);
  return Name;
}

std::shared_ptr<const LaunchPlan>
planParts(std::shared_ptr<const VerifiedNest> Whole,
          std::vector<std::shared_ptr<const LaunchPlan>> Parts) {
  auto Plan = std::make_shared<LaunchPlan>();
  Plan->Name = nameOfLaunch(Whole->source());
  Plan->Parts = std::move(Parts);
  auto Mapped = std::make_shared<MappedNest>();
  Mapped->Verified = std::move(Whole);
  Plan->Mapped = std::move(Mapped);
  return Plan;
}

std::shared_ptr<const LaunchPlan>
planLaunch(std::shared_ptr<const MappedNest> Nest, Report &R) {
  auto Plan = std::make_shared<LaunchPlan>();
  const LoopNest &N = *Nest->Verified->affine().Nest;
  Plan->Name = nameOfLaunch(N);
  Plan->CopyNames = nameCopies(*Nest);
  for (const MappingVariant &V : Nest->Variants) {
    KernelPlan Kernel;
    KernelPlanner Planner(*Nest, V, Plan->CopyNames);
    if (!Planner.plan(Kernel)) {
      R.add(DiagID::HD902, N.Where, V.Spelling, Planner.Why);
      return nullptr;
    }
    Kernel.Name = Plan->Name + V.Suffix;
    Plan->Kernels.push_back(std::move(Kernel));
  }
  chooseHostLoop(*Nest, *Plan);
  Plan->Mapped = std::move(Nest);
  return Plan;
}

void dump(const LaunchPlan &P, llvm::raw_ostream &OS) {
  const LoopNest &N = *P.Mapped->Verified->affine().Nest;
  if (!P.Parts.empty()) {
    OS << P.Name << ", in " << P.Parts.size() << " parts\n";
    for (const auto &Part : P.Parts)
      dump(*Part, OS);
    return;
  }
  for (const KernelPlan &K : P.Kernels)
    dumpKernel(K, N, OS);
  switch (P.Parallel) {
  case HostLoop::Sequential:
    OS << "on the CPU: sequential\n";
    break;
  case HostLoop::Collapse:
    OS << "on the CPU: parallel, collapse(" << P.OmpCollapse << ")"
       << (P.OmpOverflows ? ", counted in 64 bits\n" : "\n");
    break;
  case HostLoop::TripCount:
    OS << "on the CPU: parallel over a trip counter\n";
    break;
  }
}

} // namespace heddle
