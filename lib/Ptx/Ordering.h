//===- Ordering.h - what orders two accesses ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A barrier orders the accesses of its block, __syncwarp those of its lanes,
// the end of a launch all. Besides, a release that an acquire meets: a fence
// and then a strong write by one thread; a strong read of the same element and
// then a fence by another. All else is a race, unless both accesses are strong
// or both read. Follows "Memory Consistency Model" of the PTX ISA.
//
// Approximate in one direction: a barrier of some warps counts as one of the
// block, and an acquire meets all earlier releases of its element. Both may
// hide a race, neither invents one.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_ORDERING_H
#define HEDDLE_PTX_ORDERING_H

#include "Ptx/Shadow.h"

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace heddle::ptx {

/// The times at which one lane last met each other lane of its warp.
using WarpMeetings = std::array<std::array<std::uint16_t, 32>, 32>;

/// The releases of one launch, and who met them.
class Ordering {
public:
  static constexpr unsigned LastTime = (1u << 14) - 1;

  /// The time within the block that runs, and its last barrier.
  struct Clock {
    std::uint32_t Run = 0; ///< number of the block's run
    /// A block with many barriers has several numbers, one after another.
    std::uint32_t FirstRun = 0;
    unsigned Now = 0;
    unsigned Barrier = 0; ///< accesses before this time are ordered
    void tick() { Now += Now < LastTime; }
    bool full() const { return Now >= LastTime; }
  };

  void beginLaunch() {
    Elements.clear();
    HaveReleased.clear();
    beginBlock();
  }
  void beginBlock() {
    Fences.clear();
    Reads.clear();
    Acquired.clear();
  }
  /// The running block gets its next number, at a barrier.
  void renumber();

  /// A fence of one thread. The clock has ticked before it.
  void fence(const Clock &Time, unsigned Thread);
  /// A strong write of a thread to the element at an address.
  void strongWrite(const Clock &Time, unsigned Thread, std::uint64_t Address,
                   bool IsRelease);
  /// A strong read. Comes after the write of the same instruction.
  void strongRead(const Clock &Time, unsigned Thread, std::uint64_t Address,
                  bool Acquires);

  /// Whether the access with the stamp comes before what `Thread` of the
  /// running block does now. `Meetings`: of the thread's warp.
  bool before(const Stamp &S, const Clock &Time, unsigned Thread,
              const WarpMeetings &Meetings) const;
  /// Whether the thread has met any release of the stamp's run.
  bool metRun(const Stamp &S, const Clock &Time, unsigned Thread) const;
  /// Whether the thread has met any release of others.
  bool hasAcquired(const Clock &Time, unsigned Thread) const {
    for (const Acquire &A : Acquired)
      if (acquired(A, Time, Thread))
        return true;
    return false;
  }

private:
  /// An element, and how many of its releases are met.
  using Meeting = std::pair<std::uint64_t, std::size_t>;

  /// Accesses before it: of its thread up to Time, of its block up to Barrier.
  struct Release {
    std::uint32_t Run, FirstRun;
    unsigned Thread, Time, Barrier;
  };
  /// From the release number At on, the releasing threads had met others.
  struct Link {
    std::size_t At;
    Meeting To;
  };
  struct Releases {
    std::vector<Release> All;
    std::vector<Link> Links;
    std::unordered_map<std::uint64_t, std::size_t> LastLink;
  };
  struct Acquire {
    std::uint64_t Element;
    std::size_t Count; ///< so many releases of it are met
    unsigned Thread, Time;
  };
  static bool covers(const Release &R, const Stamp &S, bool Any);
  bool reaches(const Stamp &S, std::vector<Meeting> Met, bool Any) const;
  std::vector<Meeting> met(const Clock &Time, unsigned Thread) const;
  void acquire(const Acquire &A, const Clock &Time);
  bool acquired(const Acquire &A, const Clock &Time, unsigned Thread) const {
    return A.Thread == Thread || A.Time < Time.Barrier;
  }

  std::unordered_map<std::uint64_t, Releases> Elements;
  std::unordered_set<std::uint32_t> HaveReleased; ///< runs
  std::unordered_map<unsigned, unsigned> Fences;  ///< last time, by thread
  std::unordered_map<unsigned, std::map<std::uint64_t, std::size_t>> Reads;
  std::vector<Acquire> Acquired;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_ORDERING_H
