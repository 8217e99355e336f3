//===- Trace.cpp - Which elements a run touches, in order -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Races/Trace.h"
#include <algorithm>
#include <tuple>

namespace heddle {
namespace validate {

std::vector<Event> common(const std::vector<Event> &A,
                          const std::vector<Event> &B) {
  std::vector<Event> Both;
  std::set_intersection(
      A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(Both),
      [](const Event &L, const Event &R) {
        return std::tie(L.Place, L.V) < std::tie(R.Place, R.V);
      });
  return Both;
}

Context HostWatch::here() const {
  Context C;
  for (size_t I = Functions.back(); I != Counting.size(); ++I)
    C.push_back(Slots.slot(Counting[I]).N);
  return C;
}

void HostWatch::loads(int64_t Place, int64_t V, const Cell *C) {
  // Kernels come to rows by tables of their own.
  if (C && C->T.K == Type::Pointer)
    return;
  if (C && isThread(Place))
    note(Threads.loads(Place), Place);
  Seen.HostReads.insert(Place);
  Seen.add(Place, V, false, [this] { return here(); });
}

void HostWatch::stores(int64_t Place, int64_t V, const Cell &C) {
  if (isThread(Place))
    note(Threads.stores(Place), Place);
  Seen.add(Place, V, true, [this] { return here(); });
}

void HostWatch::updates(int64_t Place, Combine By, const Cell &C) {
  Seen.Unordered.insert(objectOf(Place));
}

void HostWatch::beginsLoop(const Node *Loop) {
  Depth += Depth != 0 || (Shared && Loop == Shared);
  if (Loop->Extent >= 0)
    Counting.push_back(static_cast<unsigned>(Loop->Extent));
}

void HostWatch::iterates() {
  ++Iterations;
  if (Depth == 1)
    Threads.nextThread();
  if (!Inside)
    Seen.turn();
}

void HostWatch::endsLoop(const Node *Loop) {
  Depth -= Depth != 0;
  if (Loop->Extent >= 0)
    Counting.pop_back();
  if (!Inside)
    Seen.turn();
}

void HostWatch::calls() {
  const bool Counts = Counting.size() != Functions.back();
  if (!Inside && Counts)
    (void)Seen.context([this] { return here(); }); // of the caller's counters
  Inside += Inside || Counts;
  Functions.push_back(Counting.size());
}

void HostWatch::returns() {
  Functions.pop_back();
  if (Inside)
    --Inside;
  else
    Seen.turn();
}

} // namespace validate
} // namespace heddle
