//===- Ordering.cpp - what orders two accesses ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ordering.h"

#include <algorithm>
#include <utility>

using namespace heddle::ptx;

void Ordering::fence(const Clock &Time, unsigned Thread) {
  Fences[Thread] = Time.Now;
  // All that the thread has read strongly counts as acquired from here on.
  const auto Found = Reads.find(Thread);
  if (Found == Reads.end())
    return;
  for (const auto &[Element, Count] : Found->second)
    acquire({Element, Count, Thread, Time.Now}, Time);
  Found->second.clear();
}

/// The block's next number begins behind a barrier: everything before is
/// ordered.
void Ordering::renumber() {
  for (Acquire &A : Acquired)
    A.Time = 0;
  for (auto &[Thread, Last] : Fences)
    Last = 0;
}

/// A later one of the same thread and element stands for one before, unless a
/// barrier has made that known to the block.
void Ordering::acquire(const Acquire &A, const Clock &Time) {
  std::size_t Known = 0; // by the last barrier
  for (Acquire &Old : Acquired) {
    if (Old.Element != A.Element || Old.Thread != A.Thread)
      continue;
    if (Old.Time >= Time.Barrier) {
      Old = A;
      return;
    }
    Known = std::max(Known, Old.Count);
  }
  Acquired.erase(std::remove_if(Acquired.begin(), Acquired.end(),
                                [&](const Acquire &Old) {
                                  return Old.Element == A.Element &&
                                         Old.Thread == A.Thread &&
                                         Old.Count < Known;
                                }),
                 Acquired.end());
  Acquired.push_back(A);
}

void Ordering::strongWrite(const Clock &Time, unsigned Thread,
                           std::uint64_t Address, bool IsRelease) {
  const auto Fence = Fences.find(Thread);
  if (!IsRelease && Fence == Fences.end())
    return;
  Releases &Of = Elements[Address];
  // An acquire of this element meets the earlier ones anyway.
  for (const Acquire &A : Acquired)
    if (A.Element != Address && acquired(A, Time, Thread)) {
      std::size_t &Last = Of.LastLink[A.Element];
      if (Last < A.Count)
        Of.Links.push_back({Of.All.size(), {A.Element, A.Count}});
      Last = std::max(Last, A.Count);
    }
  Of.All.push_back({Time.Run, Time.FirstRun, Thread,
                    IsRelease ? Time.Now : Fence->second, Time.Barrier});
  HaveReleased.insert(Time.Run);
}

void Ordering::strongRead(const Clock &Time, unsigned Thread,
                          std::uint64_t Address, bool Acquires) {
  const auto Found = Elements.find(Address);
  if (Found == Elements.end())
    return;
  const std::size_t Count = Found->second.All.size();
  if (Acquires)
    acquire({Address, Count, Thread, Time.Now}, Time);
  else
    Reads[Thread][Address] = Count;
}

/// Whether a release comes after the access; of `Any` access of its run.
bool Ordering::covers(const Release &R, const Stamp &S, bool Any) {
  if (S.Run >= R.FirstRun && S.Run < R.Run)
    return true; // of the same block, before a barrier
  return R.Run == S.Run && (Any || S.Time == LastTime || S.Time < R.Barrier ||
                            (R.Thread == S.Thread && S.Time < R.Time));
}

/// Whether one of the releases that are met, or that their threads had met,
/// comes after the access.
bool Ordering::reaches(const Stamp &S, std::vector<Meeting> Met,
                       bool Any) const {
  std::unordered_map<std::uint64_t, std::size_t> Seen; // so many of an element
  while (!Met.empty()) {
    const auto [Element, Count] = Met.back();
    Met.pop_back();
    const auto Found = Elements.find(Element);
    std::size_t &Done = Seen[Element];
    if (Found == Elements.end() || Count <= Done)
      continue;
    const Releases &Of = Found->second;
    const std::size_t From = std::exchange(Done, Count);
    // Numbers of runs only grow: those of one block stand together.
    const auto Begin = Of.All.begin();
    auto R = std::lower_bound(
        Begin + std::ptrdiff_t(From), Begin + std::ptrdiff_t(Count), S.Run,
        [](const Release &Of, std::uint64_t Run) { return Of.Run < Run; });
    for (; R != Begin + std::ptrdiff_t(Count) && R->FirstRun <= S.Run; ++R)
      if (covers(*R, S, Any))
        return true;
    auto L = std::lower_bound(
        Of.Links.begin(), Of.Links.end(), From,
        [](const Link &Of, std::size_t At) { return Of.At < At; });
    for (; L != Of.Links.end() && L->At < Count; ++L)
      Met.push_back(L->To);
  }
  return false;
}

std::vector<Ordering::Meeting> Ordering::met(const Clock &Time,
                                             unsigned Thread) const {
  std::vector<Meeting> Met;
  for (const Acquire &A : Acquired)
    if (acquired(A, Time, Thread))
      Met.push_back({A.Element, A.Count});
  return Met;
}

bool Ordering::metRun(const Stamp &S, const Clock &Time,
                      unsigned Thread) const {
  return HaveReleased.count(static_cast<std::uint32_t>(S.Run)) &&
         reaches(S, met(Time, Thread), true);
}

bool Ordering::before(const Stamp &S, const Clock &Time, unsigned Thread,
                      const WarpMeetings &Meetings) const {
  if (S.Run >= Time.FirstRun && S.Run < Time.Run)
    return true; // before the barrier at which the block's number changed
  if (S.Run == Time.Run) {
    if (S.Thread == Thread || S.Time < Time.Barrier || S.Time == LastTime)
      return true;
    if (S.Thread / 32 == Thread / 32 &&
        S.Time < Meetings[Thread % 32][S.Thread % 32])
      return true;
  }
  return !HaveReleased.empty() && !Acquired.empty() &&
         reaches(S, met(Time, Thread), false);
}
