//===- Threads.cpp - Which threads of a kernel run ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Selection/Threads.h"
#include "Validate/Selection/Sample.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {
namespace validate {

/// Known: none of B stays out.
void ThreadSelection::halve(Box B, bool Known,
                            llvm::function_ref<void(const Box &)> Run) {
  if (End.stopped())
    return;
  unsigned Widest = 0;
  for (unsigned I = 1; I != 6; ++I)
    if (B[I].Hi - B[I].Lo > B[Widest].Hi - B[Widest].Lo)
      Widest = I;
  if (!Known) {
    const Verdict V = guard(B);
    if (V == Verdict::Off)
      return;
    Known = V == Verdict::On && !Some;
  }
  if (B[Widest].Lo == B[Widest].Hi) {
    if (Some && !CountersKnown)
      return End.exhaust();
    return Run(B);
  }
  const int64_t Middle = B[Widest].Lo + (B[Widest].Hi - B[Widest].Lo) / 2;
  Box Low = B, High = B;
  Low[Widest].Hi = Middle;
  High[Widest].Lo = Middle + 1;
  halve(Low, Known, Run);
  halve(High, Known, Run);
}

/// Whether all, or none, of the threads of B return before the body.
ThreadSelection::Verdict ThreadSelection::guard(const Box &B) {
  Intervals At(F.Slots, B, End);
  for (size_t I = 0; I != Arguments.size(); ++I)
    At.slot(static_cast<int64_t>(I)) = {Arguments[I].N, Arguments[I].N};
  if (L.Reduces) {
    At.slot(0) = B[0];
    At.slot(1) = B[3];
  }
  Verdict All = L.Ways.empty() ? Verdict::On : Verdict::Off;
  CountersKnown = true;
  for (const Way &W : L.Ways) {
    const Verdict V = along(W, At);
    if (V == Verdict::Off)
      continue;
    const bool IsOnly = L.Ways.size() == 1;
    All = All == Verdict::Off && IsOnly ? V : Verdict::Maybe;
  }
  return All;
}

/// Whether the threads whose counters are in these intervals may have to run.
/// One that runs several iterations chooses of them itself.
ThreadSelection::Verdict ThreadSelection::sampled(const Way &W, Intervals &At,
                                                  Verdict V) {
  llvm::SmallVector<int64_t, 6> Values;
  for (unsigned I = 0; I != Some->loops(); ++I) {
    const Interval R = At.slot(W.Mapped[I]);
    if (!Some->mayRun(I, R.Lo, R.Hi))
      return Verdict::Off;
    if (R.Lo == R.Hi)
      Values.push_back(R.Lo);
  }
  const bool IsKnown = Values.size() == Some->loops();
  CountersKnown &= IsKnown || W.Loops > 0;
  return IsKnown && !Some->runs(Values) ? Verdict::Off : V;
}

/// Whether all, or none, of the threads go that way to its end.
ThreadSelection::Verdict ThreadSelection::along(const Way &W, Intervals &At) {
  Verdict V = Verdict::On;
  for (const Way::Step &Step : W.Steps)
    switch (Step.Is) {
    case Way::Step::Sets:
      At.slot(Step.What->Number) = At.of(Step.What->Kids[0]);
      break;
    case Way::Step::Loop: {
      const Node *Condition = Step.What->Kids[0];
      if (Condition->What == Op::Lt)
        At.slot(Step.Slot).Hi =
            std::max(At.slot(Step.Slot).Lo, At.of(Condition->Kids[1]).Hi - 1);
      else
        At.slot(Step.Slot).Hi = INT64_MAX;
      break;
    }
    case Way::Step::Leaves:
    case Way::Step::If:
    case Way::Step::IfNot: {
      const Interval C = At.truthOf(Step.What);
      const bool GoesOn = Step.Is == Way::Step::If;
      if ((GoesOn ? C.Hi : 1 - C.Lo) == 0)
        return Verdict::Off;
      if (C.Lo != C.Hi)
        V = Verdict::Maybe;
      break;
    }
    case Way::Step::Other:
      break;
    }
  return Some ? sampled(W, At, V) : V;
}

} // namespace validate
} // namespace heddle
