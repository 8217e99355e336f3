//===- Access.h - one memory access of a warp -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_ACCESS_H
#define HEDDLE_PTX_ACCESS_H

#include "Ptx/Block.h"

namespace heddle::ptx {

/// The work of Step::access: finds each lane's bytes (Access.cpp), checks for
/// races (Races.cpp), counts (Requests.cpp).
class MemoryAccess {
public:
  MemoryAccess(Step &S, const Lanes &Address, std::int64_t Offset,
               unsigned Bytes, AccessKind Kind, unsigned char **At);
  /// False: a mistake was found.
  bool run(Space In);
  /// Notes that the lane writes shared memory now, which counts nothing.
  bool writeShared(unsigned Lane) {
    return race(Block.Shared, Lane, Places[Lane], Block.Time.FirstRun);
  }

private:
  bool fail(Mistake Why, const std::string &Text, unsigned Lane,
            const std::string &Memory);
  bool aligned();
  bool outside(unsigned Lane);
  bool inside(const Allocation &A, unsigned Lane) const;
  bool pass(std::uint64_t &Word, std::uint64_t Mask, unsigned Shift,
            unsigned Lane);
  bool unwritten(const Allocation &A, unsigned Lane);
  std::string place(unsigned Lane) const;

  // Lanes whose addresses are in the space; Base is subtracted from them.
  bool global(std::uint32_t Lanes, bool InConst = false);
  bool shared(std::uint32_t Lanes, std::uint64_t Base);
  bool local(std::uint32_t Lanes, std::uint64_t Base);
  bool parameter(std::uint32_t Lanes, std::uint64_t Base);
  bool check(Allocation &A, unsigned Lane, std::uint64_t Launch);

  /// Whether the lane's access races with one before; notes it in the shadow.
  bool race(Allocation &A, unsigned Lane, std::uint64_t Offset,
            std::uint64_t Launch);
  bool raceWith(const Stamp &Other, unsigned Lane, const Allocation &A,
                bool OtherWrites, bool IsNamed);
  bool ordered(const Stamp &S, unsigned Thread) const;
  bool readsOrdered(const Stamp &S, unsigned Thread) const;
  /// The order that strong accesses make.
  bool strong(std::uint32_t Lanes, bool InShared);

  void countGlobal(std::uint32_t Lanes);
  void countShared(std::uint32_t Lanes);
  void countLocal(std::uint32_t Lanes);

  Step &S;
  BlockRun &Block;
  Warp &W;
  unsigned Bytes;
  AccessKind Kind;
  unsigned char **At;
  Counts &Spent;
  std::uint64_t Places[WarpSize];
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_ACCESS_H
