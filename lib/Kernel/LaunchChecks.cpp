//===- LaunchChecks.cpp - What a launch asks before it runs ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernel/LaunchChecks.h"
#include "Affine/SymFromIsl.h"
#include "Legality/Overlaps.h"
#include "Mapping/Ranges.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

std::string conditionText(const Sym &S) {
  return S.isConst(0) ? "never" : toString(S);
}

LaunchCheck::Kind kindOf(CheckKind K) {
  switch (K) {
  case CheckKind::Stride:
    return LaunchCheck::Stride;
  case CheckKind::Apart:
    return LaunchCheck::Apart;
  case CheckKind::Range:
  case CheckKind::Other:
    break;
  }
  return LaunchCheck::Range;
}

class Lister {
public:
  explicit Lister(const LaunchPlan &P) : P(P), N(P.affine()) {}

  std::vector<LaunchCheck> run() {
    claims();
    hostConditions();
    wideParameters();
    conditions(/*Headers=*/true);
    zeroTrip();
    conditions(/*Headers=*/false);
    toldApart();
    overlaps();
    limits();
    return std::move(Checks);
  }

private:
  void add(LaunchCheck::Kind What, std::string Condition, std::string Reason,
           unsigned Operations) {
    Checks.push_back(
        {What, std::move(Condition), std::move(Reason), Operations});
  }

  /// The claims of single arrays.
  void claims() {
    if (N.Nest->isPart())
      return;
    for (auto [I, A] : llvm::enumerate(N.Nest->Arrays)) {
      if (A.RowsClaimed)
        add(LaunchCheck::Claim,
            "'" + A.Name + "' has " +
                N.Nest->Params[static_cast<unsigned>(A.Rows)].HostText +
                " elements",
            "", 0);
      rowClaims(A);
      if (N.Nest->isIndependent(static_cast<unsigned>(I)))
        add(LaunchCheck::Claim,
            "iterations touch elements of '" + A.Name + "' of their own", "",
            0);
    }
    for (const LoopNest::PrivateClaim &C : N.Nest->PrivateClaims)
      add(LaunchCheck::Claim,
          (C.IsLast ? "the last iteration sets '" + C.Name + "', and each"
                    : std::string("each iteration")) +
              " sets " + (C.IsLast ? "it" : "'" + C.Name + "'") +
              " before it reads it",
          "", 0);
  }

  /// rows(a, n, m)
  void rowClaims(const ArrayInfo &A) {
    if (A.RowExtents.empty())
      return;
    std::string Text = "'" + A.Name + "' has";
    for (auto [I, P] : llvm::enumerate(A.RowExtents))
      Text += (I ? " of " : " ") + N.Nest->Params[P].HostText +
              (I + 1 < A.RowExtents.size() ? " rows" : " elements");
    add(LaunchCheck::Claim, Text, "", 0);
  }

  /// The conditions of all stages are listed once.
  void hostConditions() {
    if (!N.Nest->isLastStage())
      return;
    for (const LoopNest::HostCondition &C : N.Nest->Conditions)
      add(LaunchCheck::Range, C.Text, C.Reason, 1);
  }

  void wideParameters() {
    for (const AffineNest::Parameter &Q : N.Parameters) {
      if (Q.SourceParam < 0)
        continue;
      const Param &X = N.Nest->Params[static_cast<unsigned>(Q.SourceParam)];
      if (X.Integral && X.Type.Bits == 64 && !X.Type.Signed)
        add(LaunchCheck::Range, "0 <= " + Q.Name,
            "'" + X.Name + "' does not exceed 63 bits", 1);
    }
  }

  void conditions(bool Headers) {
    for (const RuntimeCheck &C : N.Checks)
      if ((C.Kind == CheckKind::Range) == Headers && !C.Cond.isConst(1))
        add(kindOf(C.Kind), conditionText(C.Cond), C.Reason,
            operatorCount(C.Cond));
  }

  void toldApart() {
    for (unsigned A : N.ToldApart)
      add(LaunchCheck::Pass,
          "iterations touch elements of '" + N.Nest->Arrays[A].Name +
              "' of their own",
          "", 0);
  }

  void zeroTrip() {
    if (N.ZeroTrip.isConst(0))
      return;
    add(LaunchCheck::ZeroTrip, conditionText(negate(N.ZeroTrip)), "",
        operatorCount(N.ZeroTrip));
    // The same test says so.
    if (!N.ZeroTrip.isConst() &&
        !Ranges(N.ParamSpace, N.Context).computesIn64(N.ZeroTrip))
      add(LaunchCheck::Range, "the loops' bounds fit 64 bits", "", 0);
  }

  /// begin + size <= begin, either way round.
  void overlaps() {
    constexpr unsigned Comparison = 5;
    for (const OverlapCheck &O : P.checked().overlaps()) {
      if (O.B == O.A) {
        add(LaunchCheck::Overlap,
            "rows of '" + N.Nest->Arrays[O.A].Name + "' are apart", "",
            Comparison);
        continue;
      }
      const std::string Other = otherName(*N.Nest, O);
      add(O.Claimed ? LaunchCheck::Claim : LaunchCheck::Overlap,
          "'" + N.Nest->Arrays[O.A].Name + "' and '" + Other + "' are apart",
          "", O.Claimed ? 0 : Comparison);
    }
  }

  /// Three extents each, the threads of a block, and all that computes them.
  void limits() {
    constexpr unsigned Comparisons = 7, Products = 2;
    for (const KernelPlan &K : P.Kernels) {
      const ThreadMapping &V = *K.Mapping;
      if (alwaysFits(N, V))
        return;
      unsigned Operations = Comparisons + Products;
      std::string Grid, Block;
      for (unsigned A = 0; A < 3; ++A) {
        Operations += operatorCount(V.Grid[A]) + operatorCount(V.Block[A]);
        Grid += (A ? ", " : "") + toString(V.Grid[A]);
        Block += (A ? ", " : "") + toString(V.Block[A]);
      }
      std::string Narrow;
      for (const Sym &S : K.Narrow) {
        Operations += operatorCount(S);
        Narrow += (Narrow.empty() ? ", and " : " and ") + toString(S);
      }
      add(LaunchCheck::Limits,
          "grid (" + Grid + ") and block (" + Block + ") fit the device" +
              Narrow,
          "", Operations);
    }
  }

  const LaunchPlan &P;
  const AffineNest &N;
  std::vector<LaunchCheck> Checks;
};

} // namespace

bool alwaysFits(const AffineNest &N, const ThreadMapping &V) {
  Ranges Known(N);
  for (unsigned A = 0; A < 3; ++A)
    if (!Known.computesIn64(V.Grid[A]) || !Known.computesIn64(V.Block[A]))
      return false;
  return V.LimitsProved && !V.Iterations;
}

std::vector<LaunchCheck> launchChecks(const LaunchPlan &P) {
  return Lister(P).run();
}

unsigned footprintOperations(const Footprint &F) {
  return operatorCount(F.First) + operatorCount(F.Last);
}

} // namespace heddle
