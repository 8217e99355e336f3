//===- Warp.h - a warp, and its groups of lanes ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp's lanes run in groups. All lanes of a group are at one instruction of
// one frame. The group of a warp in the deepest call runs, and where several
// are, the one at the smallest instruction; where two meet they become one.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_WARP_H
#define HEDDLE_PTX_WARP_H

#include "Ptx/Kernel.h"
#include "Ptx/Ordering.h"

#include <array>
#include <memory>
#include <vector>

namespace heddle::ptx {

/// A function that some lanes of a warp are in.
struct Frame {
  const Function *Of = nullptr;
  Frame *Caller = nullptr;
  const CallTarget *Call = nullptr;
  std::uint32_t ReturnTo = 0; ///< the caller's instruction
  unsigned Depth = 0;
  std::uint64_t Serial = 0; ///< frames of a warp are numbered as they come
  std::uint32_t Inside = 0; ///< lanes that have not returned
  std::vector<Lanes> Registers;
  /// Call slots, and of all but the entry parameters and results: one lane's
  /// bytes after the other's.
  std::vector<unsigned char> Slots, Formals;
  std::uint64_t LocalBegin = 0; ///< in each lane's local memory
  /// Unwritten bytes of registers that copies pass, a bit each (CopyReads.h).
  std::vector<std::array<std::uint8_t, WarpSize>> Unwritten;
  /// Bytes of registers that have no value (JoinedReads.h); empty while all have
  /// one.
  std::vector<std::array<std::uint8_t, WarpSize>> Undefined;
};

struct Group {
  enum class Waits : std::uint8_t { Ready, Barrier, WarpSync, Collective };
  std::uint32_t Mask = 0, Pc = 0;
  Frame *In = nullptr;
  Waits For = Waits::Ready;
  /// Waits::Barrier: its number; Waits::WarpSync: the member mask.
  std::uint32_t At = 0;
};

/// The value that a lane has in a register of the group's frame, or a constant
/// (below 0).
inline std::uint64_t operandOf(const Group &G, std::int32_t At, unsigned Lane) {
  return At >= 0 ? G.In->Registers[std::size_t(At)][Lane]
                 : G.In->Of->Constants[std::size_t(~At)][Lane];
}

/// A copy of cp.async of one lane that nobody has waited for.
struct PendingCopy {
  std::uint64_t To; ///< in shared memory
  unsigned char Data[16];
  unsigned Bytes, Group;
  std::uint32_t Unwritten; ///< bytes of the source, a bit each
};

struct Warp {
  unsigned Number = 0;
  std::uint32_t Exists = 0, Alive = 0; ///< lanes
  std::uint32_t Touched = 0; ///< lanes that accessed memory but parameters
  std::uint64_t FrameCount = 0;
  /// Since its turn began: its lanes may wait for what others write.
  bool ReadsStrongly = false;
  std::vector<Group> Groups;
  std::vector<std::unique_ptr<Frame>> Frames, Spare;
  std::vector<unsigned char> Local; ///< one lane's bytes after the other's
  std::vector<std::uint64_t> LocalWritten; ///< a bit for each byte of Local
  std::uint64_t LocalBytes = 0;            ///< of one lane
  /// Bytes that the access of a copy reads and nobody has written, a bit each.
  std::uint32_t Unwritten[WarpSize] = {};
  /// The same of a load that compilers may have joined (JoinedReads.h).
  std::uint32_t Joined[WarpSize] = {};
  WarpMeetings Meetings{};
  std::vector<PendingCopy> Copies[WarpSize];
  unsigned CopyGroup[WarpSize] = {};

  bool done() const { return Groups.empty(); }
};

/// The number of a thread within its block, and back.
inline unsigned threadOf(const Warp &W, unsigned Lane) {
  return W.Number * WarpSize + Lane;
}

constexpr std::size_t NoGroup = ~std::size_t(0);

/// The group that runs next, or of all the last one; NoGroup if all wait. Stop:
/// the next instruction at which another group of its frame is.
std::size_t chooseGroup(const Warp &W, bool Last, std::uint32_t &Stop);
/// Makes one group of those that have met.
void mergeGroups(Warp &W);
/// The lanes of the mask become a group of their own, and it is returned.
std::size_t splitGroup(Warp &W, std::size_t G, std::uint32_t Mask);

/// Local memory of a lane, large enough for the address; null where it is
/// beyond what a thread may have.
unsigned char *localBytes(Warp &W, unsigned Lane, std::uint64_t Address,
                          unsigned Bytes);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_WARP_H
