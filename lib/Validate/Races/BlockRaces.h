//===- BlockRaces.h - What barriers order in a block -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_RACES_BLOCKRACES_H
#define HEDDLE_VALIDATE_RACES_BLOCKRACES_H

#include "Validate/Races/Races.h"
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
  void barrier() { All.barrier(); }
  /// The accesses that come next are this thread's, at least 0.
  void turnTo(int Number) { All.turnTo(Number); }

  Finding loads(int64_t Place);
  Finding stores(int64_t Place);

private:
  Races All;
};

} // namespace validate
} // namespace heddle

#endif
