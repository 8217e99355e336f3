//===- FusedText.cpp - A kernel that runs several stages ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/FusedText.h"
#include "Emit/KernelText.h"
#include "Emit/PhaseText.h"
#include "Emit/SourceLines.h"
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
  llvm::StringRef File = N.Place.Nest.File;
  const ThreadMapping &Of = F.mapping();
  std::string Text = "// heddle: stages " + std::to_string(F.First + 1) +
                     " to " + std::to_string(P.Steps.size()) +
                     " of the statement of " +
                     File.substr(File.rfind('/') + 1).str() + ":" +
                     std::to_string(positionOf(N, 0).Line) + " in one kernel" +
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
          ", in shared memory, of which " + "a block has\n//                 " +
          std::to_string(F.SharedBytes) + " bytes\n";
  std::string Width;
  for (const Sym &S : F.Narrow)
    Width += (Width.empty() ? "" : ", ") + toString(S);
  if (!Width.empty())
    Text += "//   index width   32 bits, where " + Width + "\n";
  const bool ForAll = llvm::all_of(F.Stages, [](const auto &Stage) {
    return Stage->Mapped->mappings().front().Proof == ProofKind::AllParameters;
  });
  return Text +
         "//   each iteration runs in exactly one thread, and each block "
         "writes "
         "what it reads:\n//   proved " +
         (ForAll ? "for all parameters" : "by theorem") + "\n";
}

/// The kernel reads some element that it writes: no pointer is said to be apart
/// (Qualifiers of Emit/KernelText).
static bool isInPlace(const FusedKernel &F) {
  return llvm::any_of(F.Stages, [&](const auto &Stage) {
    const AffineNest &N = Stage->affine();
    const AffineNest &Last = F.Stages.back()->affine();
    return llvm::any_of(N.Accesses, [&](const AffineAccess &A) {
      return !A.IsWrite &&
             llvm::any_of(Last.Accesses, [&](const AffineAccess &W) {
               return W.IsWrite && W.Array == A.Array;
             });
    });
  });
}

static std::string parameter(const FusedKernel &F,
                             const FusedKernel::Param &P) {
  const LaunchPlan &Stage = *F.Stages[P.Stage];
  const LoopNest &N = Stage.source();
  const bool Narrow = Stage.Kernels.front().Width == IndexWidth::I32;
  switch (P.Of.What) {
  case KernelParam::Array: {
    const ArrayInfo &A = N.Arrays[P.Of.Index];
    return A.DeclPrefix + (isInPlace(F) ? "" : "__restrict__ ") + A.KernelName +
           A.DeclSuffix;
  }
  case KernelParam::Scalar:
    return parameterText(N.Params[P.Of.Index]);
  case KernelParam::Divisor:
    return (Narrow ? "::heddle::rt::divisor32 " : "::heddle::rt::divisor64 ") +
           P.Of.Name;
  default:
    return (Narrow || P.Of.IsInt ? "int " : "long long ") + P.Of.Name;
  }
}

std::string fusedText(const LaunchPlan &P, const FusedKernel &F, Dialect D) {
  const LoopNest &N = P.source();
  std::vector<std::string> Params;
  for (const FusedKernel::Param &Q : F.Params)
    Params.push_back(parameter(F, Q));
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
