//===- LaunchPlan.cpp - MappedNest to LaunchPlan ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/LaunchPlan.h"
#include "Kernel/KernelPlanner.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

std::string kernelBody(const LoopNest &N, unsigned Rank) {
  const Loop &Innermost = N.Loops[Rank - 1];
  std::string Body;
  unsigned At = Innermost.BodyBegin;
  for (const TextHole &H : N.Holes) {
    if (H.Begin < At || H.End > Innermost.BodyEnd)
      continue;
    Body += N.Text.substr(At, H.Begin - At) + H.Kernel;
    At = H.End;
  }
  return Body + N.Text.substr(At, Innermost.BodyEnd - At);
}

namespace {

bool mentionsCounter(const ExprRef &E) {
  if (!E)
    return false;
  if (E->Kind == ExprKind::Counter)
    return true;
  for (const ExprRef &Op : E->Operands)
    if (mentionsCounter(Op))
      return true;
  return false;
}

/// The loops under one collapse: each header canonical, and fixed before the
/// outermost loop starts.
unsigned collapsible(const LoopNest &N, unsigned Rank) {
  unsigned Count = 0;
  while (Count < Rank && N.Loops[Count].OmpCanonical &&
         (Count == 0 || (!mentionsCounter(N.Loops[Count].Init) &&
                         !mentionsCounter(N.Loops[Count].Bound))))
    ++Count;
  return Count;
}

/// A constexpr function may contain no pragma. Otherwise the mapped loops are
/// proved independent, so OpenMP may take them.
void chooseHostLoop(const MappedNest &M, LaunchPlan &Plan) {
  const LoopNest &N = *M.Verified->affine().Nest;
  if (N.Place.Constexpr)
    return;
  Plan.OmpCollapse = collapsible(N, M.Rank);
  if (Plan.OmpCollapse > 0)
    Plan.Parallel = HostLoop::Collapse;
  else if (M.Verified->affine().Dims[0].Width == 1)
    Plan.Parallel = HostLoop::TripCount;
}

void dumpKernel(const KernelPlan &K, const LoopNest &N,
                llvm::raw_ostream &OS) {
  OS << "kernel " << K.Name << ", "
     << (K.Width == IndexWidth::I32 ? "32" : "64") << "-bit indices\n";
  for (const KernelParam &P : K.Params) {
    static const char *const Kinds[] = {"array", "scalar", "extent", "divisor"};
    OS << "  " << Kinds[P.What] << " " << P.Name;
    if (P.What == KernelParam::Extent || P.What == KernelParam::Divisor)
      OS << " = " << toString(P.Value);
    OS << "\n";
  }
  for (const KernelLine &L : K.Lines) {
    if (L.What == KernelLine::Local)
      OS << "  " << L.Type << " " << L.Name << " = " << toString(L.Value)
         << "\n";
    else
      OS << "  on if " << toString(L.Value) << "\n";
  }
}

} // namespace

std::shared_ptr<const LaunchPlan>
planLaunch(std::shared_ptr<const MappedNest> Nest, Report &R) {
  auto Plan = std::make_shared<LaunchPlan>();
  const LoopNest &N = *Nest->Verified->affine().Nest;
  Plan->Name = "heddle_" + N.Place.FunctionName + "_" +
               std::to_string(N.Place.Ordinal);
  for (const MappingVariant &V : Nest->Variants) {
    KernelPlan Kernel;
    KernelPlanner Planner(*Nest, V);
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
  for (const KernelPlan &K : P.Kernels)
    dumpKernel(K, N, OS);
  switch (P.Parallel) {
  case HostLoop::Sequential:
    OS << "on the CPU: sequential\n";
    break;
  case HostLoop::Collapse:
    OS << "on the CPU: parallel, collapse(" << P.OmpCollapse << ")\n";
    break;
  case HostLoop::TripCount:
    OS << "on the CPU: parallel over a trip counter\n";
    break;
  }
}

} // namespace heddle
