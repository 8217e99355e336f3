//===- FusedText.cpp - A kernel that runs several stages ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/FusedText.h"
#include "Emit/KernelText.h"
#include "Emit/PhaseText.h"
#include "Emit/TileText.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// "'temporary1', 'temporary2'"
static std::string passedOn(const FusedKernel &F) {
  std::string Text;
  for (const auto &Stage : F.Stages)
    for (const StagedBuffer &B :
         Stage->Mapped->mappings().front().Shared->Buffers)
      if (B.IsPassed && !B.Writes.empty())
        Text += (Text.empty() ? "'" : ", '") +
                Stage->source().Arrays[B.Array].Name + "'";
  return Text;
}

static std::string comment(const LaunchPlan &P, const FusedKernel &F) {
  const LoopNest &N = P.source();
  const ThreadMapping &Of = F.mapping();
  std::string Text = "// heddle: stages " + std::to_string(F.First + 1) +
                     " to " + std::to_string(P.Steps.size()) +
                     " of the statement of " + placeOfNest(N) +
                     " in one kernel" +
                     (F.When.Iterations.isConst()
                          ? "\n"
                          : ",\n//         for " + toString(F.When.Iterations) +
                                " >= " + std::to_string(F.When.Least) + "\n");
  Text += "//   thread space  grid " + extentsText(Of.Grid) + ", block " +
          extentsText(Of.Block) + "\n";
  for (const auto &[I, Stage] : llvm::enumerate(F.Stages))
    Text += "//   stage " + std::to_string(F.First + I + 1) + "       " +
            Stage->Mapped->mappings().front().Spelling + "\n";
  Text += "//   passed on     " + passedOn(F) +
          ", in shared memory, of which a block has\n//                 " +
          std::to_string(F.SharedBytes) + " bytes\n";
  Text += widthComment(F.Narrow);
  const bool ForAll = llvm::all_of(F.Stages, [](const auto &Stage) {
    return Stage->Mapped->mappings().front().Proof == ProofKind::AllParameters;
  });
  return Text +
         "//   each iteration runs in exactly one thread, and each block "
         "writes what it reads:\n//   proved " +
         (ForAll ? "for all parameters" : "by theorem") + "\n";
}

/// A stage reads an array that the last one writes: no pointer is said to be
/// apart then (Qualifiers of Emit/KernelText).
static bool isInPlace(const FusedKernel &F) {
  const CheckedNest &Last = F.Stages.back()->checked();
  return llvm::any_of(F.Stages, [&](const auto &Stage) {
    return llvm::any_of(Stage->affine().Accesses, [&](const AffineAccess &A) {
      return !A.IsWrite && Last.writes(A.Array);
    });
  });
}

static std::string parameter(const FusedKernel &F, const FusedKernel::Param &P,
                             const std::string &Qualifier) {
  const LaunchPlan &Stage = *F.Stages[P.Stage];
  const LoopNest &N = Stage.source();
  switch (P.Of.What) {
  case KernelParam::Array:
    return parameterText(N.Arrays[P.Of.Index], Qualifier);
  case KernelParam::Scalar:
    return parameterText(N.Params[P.Of.Index]);
  default:
    return parameterText(Stage.Kernels.front(), P.Of);
  }
}

std::string fusedText(const LaunchPlan &P, const FusedKernel &F, Dialect D) {
  const LoopNest &N = P.source();
  const std::string Qualifier = isInPlace(F) ? "" : "__restrict__ ";
  std::vector<std::string> Params;
  for (const FusedKernel::Param &Q : F.Params)
    Params.push_back(parameter(F, Q, Qualifier));
  return comment(P, F) + N.Place.Prefix +
         wrapped("static " + std::string(ofKernels(D)) + "void " + F.Name,
                 Params, 0) +
         " {\n" +
         phasesBody(F.Phases, D,
                    [&](unsigned Number, unsigned Column) {
                      const LaunchPlan &Stage = *F.Stages[Number];
                      return partText(Stage, Stage.Kernels.front(), D, 0,
                                      Column);
                    }) +
         N.Place.Suffix + "\n";
}

} // namespace heddle
