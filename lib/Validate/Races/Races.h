//===- Races.h - Which threads of a kernel touch an element ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_RACES_RACES_H
#define HEDDLE_VALIDATE_RACES_RACES_H

#include "Validate/Interpret/Value.h"
#include "Validate/Tree.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {
namespace validate {

/// Nothing orders two threads of a kernel: where both touch an element, and one
/// writes it, that is a race, whatever the order they are run in. Each function
/// says whether there is one, and none of two is found twice by the same
/// access.
///
/// One of these is of one kernel, and of what all its threads may touch; the
/// order that barriers give to the threads of a block does not count here. See
/// BlockRaces.h for what the threads of a block share.
class Races {
public:
  /// The accesses that come next are another thread's.
  void nextThread() { ++Thread; }
  /// They are those of this thread, again or for the first time.
  void turnTo(int Number) { Thread = Number; }

  bool loads(int64_t Place);
  bool stores(int64_t Place);
  /// Updates may come in any order.
  bool updates(int64_t Place, Combine By);
  /// The values that the threads reduce are combined with Place when all are
  /// done. Whether one of them has touched it besides.
  bool reduces(int64_t Place);

  /// Some thread has stored, updated or reduced to Place.
  bool isWritten(int64_t Place) const {
    auto At = All.find(Place);
    return At != All.end() && At->second.Written;
  }

private:
  static constexpr int None = -1, Several = -2;
  struct Touches {
    int Writer = None, Reader = None, Updater = None; ///< threads
    bool Written = false;
    bool Monotone = false; ///< all updates so far: minima, or maxima
  };

  bool isOther(int T) const { return T != None && T != Thread; }
  void join(int &Threads) const {
    Threads = Threads == None || Threads == Thread ? Thread : Several;
  }

  llvm::DenseMap<int64_t, Touches, PointerInfo> All; ///< by pointer
  int Thread = None;
};

} // namespace validate
} // namespace heddle

#endif
