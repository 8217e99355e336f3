//===- OwnerComputesRun.h - What threads that own elements run ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a nest of owners as its kernel does: threads over the box of coordinates,
// and in each the source's loops from the outermost one inwards, where headers
// that are left run as C++ has them, and others are the conditions in their
// place.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LEGALITY_OWNERCOMPUTESRUN_H
#define HEDDLE_TEST_UNIT_LEGALITY_OWNERCOMPUTESRUN_H

#include "../Affine/SymEval.h"
#include "BruteForce.h"
#include "Legality/Evaluate.h"
#include "Legality/VerifiedNest.h"
#include <algorithm>
#include <functional>

namespace heddle {
namespace test {

class OwnerComputesRun {
public:
  /// Calls Run(thread, counters of the source's perfect loops) in the order of
  /// each thread. Params: by name, and as the source numbers them.
  using Visitor = std::function<void(const Vector &, const Vector &)>;

  OwnerComputesRun(const AffineNest &N, Values Named, const Vector &Params)
      : N(N), Source(*N.Nest), Named(std::move(Named)) {
    At.Counters.resize(Source.Loops.size());
    for (int64_t P : Params)
      At.Params.push_back(P);
    for (const SolvedLoop &S : N.Owner->Loops)
      Levels.push_back({S.TextBegin, S.Loop, &S});
    for (unsigned L = N.DeclaredRank; L < N.Depth; ++L)
      Levels.push_back({Source.Loops[L].TextBegin, L, nullptr});
    std::sort(Levels.begin(), Levels.end(),
              [](const Level &A, const Level &B) { return A.Text < B.Text; });
  }

  void run(const Visitor &Run) { threads(0, {}, Run); }

private:
  struct Level {
    unsigned Text, Loop;
    const SolvedLoop *Solved;
  };

  const AffineNest &N;
  const LoopNest &Source;
  Values Named;
  SourceValues At;
  std::vector<Level> Levels;

  void set(unsigned Loop, int64_t Value) {
    At.Counters[Loop] = Value;
    Named[Source.Loops[Loop].Name] = Value;
  }

  void threads(unsigned Dim, Vector Thread, const Visitor &Run) {
    if (Dim == N.DeclaredRank)
      return loops(0, Thread, {}, Run);
    const Dimension &D = N.Dims[Dim];
    auto Low = static_cast<int64_t>(evaluate(D.Lower, Named));
    auto High = static_cast<int64_t>(evaluate(D.Upper, Named));
    for (int64_t V = Low; V < High; ++V) {
      if ((V - Low) % D.Step >= D.Width)
        continue;
      set(Dim, V);
      Vector Next = Thread;
      Next.push_back(V);
      threads(Dim + 1, Next, Run);
    }
  }

  void loops(size_t Depth, const Vector &Thread, Vector Counters,
             const Visitor &Run) {
    if (Depth == Levels.size())
      return Run(Thread, Counters);
    const Level &L = Levels[Depth];
    auto Inside = [&] {
      Vector Next = Counters;
      Next.push_back(*At.Counters[L.Loop]);
      loops(Depth + 1, Thread, Next, Run);
    };
    if (!L.Solved)
      return header(Source.Loops[L.Loop], L.Loop, Inside);
    if (!L.Solved->Mapped) {
      __int128 Value = evaluate(L.Solved->Value, Named);
      Named[L.Solved->Wide] = Value;
      set(L.Loop, static_cast<int64_t>(Value));
    }
    if (evaluate(L.Solved->Runs, Named) != 0)
      Inside();
  }

  template <class Body>
  void header(const Loop &L, unsigned Index, const Body &Inside) {
    for (int64_t V = *heddle::evaluate(*L.Init, At);; V += L.Step) {
      set(Index, V);
      int64_t A = *heddle::evaluate(*L.CounterSide, At);
      int64_t B = *heddle::evaluate(*L.Bound, At);
      bool Holds = L.Rel == Relation::Lt   ? A < B
                   : L.Rel == Relation::Le ? A <= B
                   : L.Rel == Relation::Gt ? A > B
                   : L.Rel == Relation::Ge ? A >= B
                                           : A != B;
      if (!Holds)
        return;
      Inside();
    }
  }
};

} // namespace test
} // namespace heddle

#endif
