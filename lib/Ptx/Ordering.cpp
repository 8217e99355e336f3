//===- Ordering.cpp - what orders two accesses ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ordering.h"

#include <algorithm>
#include <utility>

using namespace heddle::ptx;

void Ordering::fence(Clock &Time, unsigned Thread) {
  Time.tick();
  Fences[Thread] = Time.Now;
  // What the thread has read strongly counts as acquired from here on.
  const auto Found = Reads.find(Thread);
  if (Found == Reads.end())
    return;
  for (const auto &[Element, Count] : Found->second)
    acquire({Element, Count, Thread, Time.Now}, Time);
  Found->second.clear();
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
  Release R{
      Time.Run, Thread, IsRelease ? Time.Now : Fence->second, Time.Barrier, {}};
  for (const Acquire &A : Acquired)
    if (acquired(A, Time, Thread))
      R.Met.push_back({A.Element, A.Count});
  HaveReleased.insert(Time.Run);
  Releases[Address].push_back(std::move(R));
}

void Ordering::strongRead(const Clock &Time, unsigned Thread,
                          std::uint64_t Address, bool Acquires) {
  const auto Found = Releases.find(Address);
  if (Found == Releases.end())
    return;
  if (Acquires)
    acquire({Address, Found->second.size(), Thread, Time.Now}, Time);
  else
    Reads[Thread][Address] = Found->second.size();
}

static bool covers(std::uint32_t Run, unsigned Thread, unsigned Time,
                   unsigned Barrier, const Stamp &S) {
  return Run == S.Run &&
         (S.Time < Barrier || (Thread == S.Thread && S.Time < Time));
}

/// Whether one of the releases that are met, or that those had met, comes after
/// the access.
bool Ordering::reaches(const Stamp &S, std::vector<Meeting> Met) const {
  if (!HaveReleased.count(static_cast<std::uint32_t>(S.Run)))
    return false;
  std::unordered_map<std::uint64_t, std::size_t> Seen; // so many of an element
  while (!Met.empty()) {
    const auto [Element, Count] = Met.back();
    Met.pop_back();
    const auto Found = Releases.find(Element);
    std::size_t &Done = Seen[Element];
    if (Found == Releases.end() || Count <= Done)
      continue;
    for (std::size_t K = std::exchange(Done, Count); K != Count; ++K) {
      const Release &R = Found->second[K];
      if (covers(R.Run, R.Thread, R.Time, R.Barrier, S))
        return true;
      for (const Meeting &M : R.Met) {
        const auto Other = Seen.find(M.first);
        if (Other == Seen.end() || Other->second < M.second)
          Met.push_back(M);
      }
    }
  }
  return false;
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
  std::vector<Meeting> Met;
  for (const Acquire &A : Acquired)
    if (acquired(A, Time, Thread))
      Met.push_back({A.Element, A.Count});
  return !Met.empty() && reaches(S, std::move(Met));
}
