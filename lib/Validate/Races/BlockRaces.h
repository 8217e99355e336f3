//===- BlockRaces.h - What barriers order in a block -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_RACES_BLOCKRACES_H
#define HEDDLE_VALIDATE_RACES_BLOCKRACES_H

#include "Validate/Interpret/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace heddle {
namespace validate {

/// The accesses of one block to its own memory. A barrier orders all threads of
/// the block; between two barriers nothing orders two of them, whatever the
/// order they are run in. Phases are counted as they run, so that the phases of
/// two turns of a loop are told apart by the barriers between them alone.
class BlockRaces {
public:
  enum class Finding : unsigned char {
    Fine,
    Unwritten, ///< no thread of the block has written it
    Race,      ///< another thread has touched it since the last barrier
  };

  /// Nothing is written.
  void beginBlock();
  /// All that was done so far is before all that comes.
  void barrier() { ++Interval; }
  /// The accesses that come next are this thread's, at least 0.
  void turnTo(int Number) { Thread = Number; }

  Finding loads(int64_t Place);
  Finding stores(int64_t Place);

private:
  static constexpr int None = -1, Several = -2;
  /// A thread, and the interval between two barriers in which it came last.
  struct Touch {
    int Thread = None;
    uint64_t Interval = 0;
  };
  struct Touches {
    Touch Writer, Reader;
  };

  bool isUnordered(const Touch &T) const {
    return T.Thread != None && T.Thread != Thread && T.Interval == Interval;
  }

  llvm::DenseMap<int64_t, Touches, PointerInfo> All; ///< by pointer
  int Thread = None;
  uint64_t Interval = 0;
};

} // namespace validate
} // namespace heddle

#endif
