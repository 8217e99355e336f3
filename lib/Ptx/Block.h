//===- Block.h - a block while it runs ------------------------------------===//
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

#ifndef HEDDLE_PTX_BLOCK_H
#define HEDDLE_PTX_BLOCK_H

#include "Ptx/Kernel.h"
#include "Ptx/Launch.h"
#include "Ptx/Ordering.h"
#include "Ptx/Step.h"

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
  /// Of registers that copies pass: unwritten bytes, a bit each (CopyReads.h).
  std::vector<std::array<std::uint8_t, WarpSize>> Unwritten;
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

class Warp {
public:
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
  /// Of the access of a copy: bytes that nobody has written, a bit each.
  std::uint32_t Unwritten[WarpSize] = {};
  WarpMeetings Meetings{};
  std::vector<PendingCopy> Copies[WarpSize];
  unsigned CopyGroup[WarpSize] = {};

  bool done() const { return Groups.empty(); }
};

/// The number of a thread within its block, and back.
inline unsigned threadOf(const Warp &W, unsigned Lane) {
  return W.Number * WarpSize + Lane;
}

class BlockRun {
public:
  BlockRun(Device &On, Module &M, Kernel &K, Dim3 Grid, Dim3 Shape,
           std::uint64_t DynamicShared, std::vector<unsigned char> Parameters);
  ~BlockRun();
  BlockRun(const BlockRun &) = delete;
  BlockRun &operator=(const BlockRun &) = delete;

  /// Runs one block to its end. False: Found says what is wrong.
  bool run(Dim3 Index);

  Device &On;
  Module &M;
  Kernel &K;
  const Dim3 Grid, Shape;
  Dim3 Index;
  const std::uint64_t DynamicBytes;
  /// The block's shared memory, as an allocation from address 0.
  Allocation Shared;
  std::vector<unsigned char> Parameters;
  Allocation *LastUsed = nullptr; ///< of global memory
  Ordering Orders;
  Ordering::Clock Time;
  std::vector<Dim3> Runs; ///< the block of each run, from 1
  std::optional<Finding> Found;
  std::uint64_t Issued = 0; ///< warp instructions of this block
  std::uint64_t ThreadsOff = 0;

  /// Where a lane is, for messages.
  Where whereIs(const Warp &W, unsigned Lane, const Function &F,
                const Instruction &I) const;
  Where whereWas(const Stamp &S) const;
  /// Notes the first mistake.
  void fail(Mistake Kind, const std::string &Text, const Where &At,
            std::optional<Where> Other = std::nullopt,
            const std::string &Memory = "");
  std::uint64_t clock() const { return Issued; }

  /// Local memory of a lane, large enough for the address; null where it is
  /// beyond what a thread may have.
  unsigned char *local(Warp &W, unsigned Lane, std::uint64_t Address,
                       unsigned Bytes);

private:
  void beginRun();
  void start(Warp &W, unsigned Number);
  void fill(const Warp &W, Frame &F, Special With, std::uint64_t Offset,
            Lanes &Out) const;
  Frame &enter(Warp &W, const Function &F, Frame *Caller, std::uint32_t Mask);
  void release(Warp &W, Frame &F);

  bool runWarp(Warp &W);
  /// Until it waits, has met another group (at Stop), or groups have changed.
  bool runGroup(Warp &W, std::size_t G, std::uint32_t Stop);
  bool control(Warp &W, std::size_t G, const Instruction &I,
               std::uint32_t Mask);
  std::size_t choose(const Warp &W, bool Last, std::uint32_t &Stop) const;
  void merge(Warp &W);
  /// The lanes of the mask become a group of their own, and it is returned.
  std::size_t split(Warp &W, std::size_t G, std::uint32_t Mask);

  void branchIndexed(Warp &W, std::size_t G, const Instruction &I);
  bool call(Warp &W, std::size_t G, const Instruction &I);
  bool callFunction(Warp &W, std::size_t G, const Instruction &I,
                    const Function &F);
  bool callThrough(Warp &W, std::size_t G, const Instruction &I);
  bool callBuiltin(Warp &W, std::size_t G, const Instruction &I);
  void leave(Warp &W, std::size_t G);
  void endLanes(Warp &W, std::size_t G);

  bool arrive(Warp &W, std::size_t G, const Instruction &I);
  bool releaseBarrier(unsigned Number);
  bool collective(Warp &W, std::size_t G, const Instruction &I);
  void warpSync(Warp &W, std::size_t G, const Instruction &I);
  void meet(Warp &W, std::uint32_t Lanes);
  void reportStuck();
  void reportWaiting(const Warp &W, const Group &G);

  /// A barrier while threads wait at it.
  struct BarrierState {
    unsigned Arrived = 0, Expected = 0;
    unsigned Votes = 0, Voters = 0;
  };
  BarrierState Barriers[16];
  static constexpr std::size_t NoGroup = ~std::size_t(0);
  std::vector<std::unique_ptr<Warp>> Warps;
  std::vector<unsigned> WarpOrder;
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_BLOCK_H
