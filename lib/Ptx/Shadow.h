//===- Shadow.h - who accessed memory last --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each granule of memory (8, 4, 2 or 1 bytes: the smallest access to its
// chunk) two stamps: of the last write, and of a read after it. Blocks run one
// after another, and a stamp says when: so that two accesses are ordered is
// seen from the barriers and fences between two stamps (Ordering.h).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_SHADOW_H
#define HEDDLE_PTX_SHADOW_H

#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::ptx {

/// One access. The number of the block's run within the launch counts from 1,
/// so that a stamp of zeros is none. Fields that would not fit stay at their
/// largest value, which may hide a race, never invent one.
struct Stamp {
  std::uint64_t Run : 22;    ///< number of the block's run
  std::uint64_t Thread : 10; ///< number in its block
  std::uint64_t Time : 14;   ///< barriers, fences of the block before it
  std::uint64_t Pc : 15;     ///< the instruction's number in its kernel
  std::uint64_t Strong : 1;  ///< atomic, volatile or with an order
  /// For reads: 1, others of its warp have read it, too; 2, any others.
  std::uint64_t Many : 2;
  bool none() const { return Run == 0; }
};
static_assert(sizeof(Stamp) == 8, "what it costs a granule");

class Shadow {
public:
  static constexpr unsigned ChunkBytes = 4096;

  struct Chunk {
    std::uint64_t Launch = 0;         ///< stamps of other launches are void
    unsigned Log = 3;                 ///< a granule has 1 << Log bytes
    std::vector<Stamp> Writes, Reads; ///< each is empty until one comes
    Shadow *Owner = nullptr;          ///< null: its memory is gone
    std::size_t Number = 0;           ///< in its owner
    std::size_t Counted = 0;          ///< its bytes in the pool's sum
  };

  Shadow() = default;
  ~Shadow() { clear(); }
  Shadow(const Shadow &) = delete;
  Shadow &operator=(const Shadow &) = delete;

  /// The chunk that has the byte, made ready for this launch, for accesses of
  /// so many bytes (a power of two or a multiple of one) at this offset, and
  /// for stamps of writes or reads. It is good until the next call for any
  /// memory.
  Chunk &chunk(std::uint64_t Offset, unsigned Bytes, std::uint64_t Launch,
               bool Writes);
  void clear();

  /// All stamps together take about so many bytes at most. Where more are
  /// needed the oldest chunks lose theirs, which may hide a race.
  static void setBudget(std::uint64_t Bytes);

private:
  std::vector<Chunk *> Chunks; ///< the pool has them
};

} // namespace heddle::ptx

#endif // HEDDLE_PTX_SHADOW_H
