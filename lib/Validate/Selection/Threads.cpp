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
  Verdict V = Verdict::On;
  if (F.Body->What != Op::Seq)
    return V;
  for (const Node *S : F.Body->Kids)
    if (!line(S, At, V))
      break;
  return Some && V != Verdict::Off ? sampled(At, V) : V;
}

/// Whether the threads whose counters are in these intervals may have to run.
ThreadSelection::Verdict ThreadSelection::sampled(Intervals &At, Verdict V) {
  llvm::SmallVector<int64_t, 6> Values;
  for (unsigned I = 0; I != Some->loops(); ++I) {
    const Interval R = At.slot(L.Mapped[I]);
    if (!Some->mayRun(I, R.Lo, R.Hi))
      return Verdict::Off;
    if (R.Lo == R.Hi)
      Values.push_back(R.Lo);
  }
  CountersKnown = Values.size() == Some->loops();
  return CountersKnown && !Some->runs(Values) ? Verdict::Off : V;
}

/// False at the first line that belongs to the body, or ends it all.
bool ThreadSelection::line(const Node *S, Intervals &At, Verdict &V) const {
  if (S->What == Op::SetSlot) {
    At.slot(S->Number) = At.of(S->Kids[0]);
    return true;
  }
  if (S->What == Op::NewObject || S->What == Op::Store)
    return true; // of parameters; what is read there may be anything
  if (S->What == Op::Seq) {
    if (!llvm::all_of(S->Kids,
                      [](const Node *K) { return K->What == Op::SetSlot; }))
      return false;
    for (const Node *Kid : S->Kids)
      At.slot(Kid->Number) = At.of(Kid->Kids[0]);
    return true;
  }
  if (S->What != Op::If || S->Kids[2])
    return false;
  const Node *Leave = S->Kids[1];
  if (Leave->What == Op::Seq && Leave->Kids.size() == 1)
    Leave = Leave->Kids[0];
  if (Leave->What != Op::Return)
    return false;
  const Interval C = At.truthOf(S->Kids[0]);
  if (C.Lo == 1) {
    V = Verdict::Off;
    return false;
  }
  if (C.Hi == 1)
    V = Verdict::Maybe;
  return true;
}

} // namespace validate
} // namespace heddle
