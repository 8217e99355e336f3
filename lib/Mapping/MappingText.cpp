//===- MappingText.cpp - Mappings in words --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Device.h"
#include "Mapping/MappedNest.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

std::string nameOfLaunch(const LoopNest &N) {
  return "heddle_" + N.Place.FunctionName + "_" +
         std::to_string(N.Place.Ordinal) + N.Step.Suffix;
}

std::string launchesText(const LaunchChoice &C) {
  std::vector<std::string> Where;
  for (const Sym &S : C.Where)
    Where.push_back(toString(S));
  return "for " + std::to_string(C.Least) + " iterations and more" +
         (Where.empty() ? "" : ", where " + llvm::join(Where, " and "));
}

std::string extentsText(const Sym (&E)[3]) {
  return "(" + toString(E[0]) + ", " + toString(E[1]) + ", " + toString(E[2]) +
         ")";
}

std::string serialText(const ThreadMapping &V) {
  std::vector<std::string> All;
  for (const Sym &Extent : V.Serial)
    All.push_back(toString(Extent));
  return All.empty() ? "" : "(" + llvm::join(All, ", ") + ")";
}

void dump(const MappedNest &N, llvm::raw_ostream &OS) {
  OS << "mapped loops: " << N.rank() << "\n";
  if (!N.strategy().empty())
    OS << "strategy: " << N.strategy() << "\n";
  for (const WeighedMapping &W : N.weighed())
    OS << "weighed for " << N.device().Architecture << ": " << W.Spelling
       << llvm::formatv(": {0:F1} cycles, {1:F1} instructions, {2:F1} sectors, "
                        "{3:F0} bytes, {4:F0} of memory, {5:P0} idle\n",
                        W.Estimate.Cycles, W.Estimate.Instructions,
                        W.Estimate.Sectors, W.Estimate.Shared, W.Estimate.Bytes,
                        W.Estimate.Idle);
  for (const ThreadMapping &V : N.mappings()) {
    OS << "variant '" << V.Suffix << "': " << V.Spelling << "\n";
    OS << "  grid " << extentsText(V.Grid) << ", block "
       << extentsText(V.Block);
    for (const Sym &Extent : V.Serial)
      OS << ", serial " << toString(Extent);
    OS << (V.LimitsProved ? ", fits always" : ", limits checked at the launch")
       << (V.Iterations ? ", idle threads counted there\n" : "\n");
    for (unsigned S = 0; S <= V.Recovery.size(); ++S) {
      for (const ThreadGuard &G : V.Guards)
        if (G.After == S)
          OS << "  on if " << toString(G.Cond) << "\n";
      if (S < V.Recovery.size())
        OS << "  " << V.Recovery[S].Name << " = "
           << toString(V.Recovery[S].Value) << "\n";
    }
    if (V.Shared)
      for (const std::string &Text : describeBuffers(*V.Shared, N.source()))
        OS << "  staged " << Text << "\n";
    OS << "  proved "
       << (V.Proof == ProofKind::AllParameters ? "for all parameters"
                                               : "by theorem")
       << "\n";
  }
}

} // namespace heddle
