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

/// Nothing orders two threads of a kernel but the barriers of their block:
/// where both touch an element, and one writes it, that is a race, whatever the
/// order they are run in. Each function says whether there is one, and none of
/// two is found twice by the same access.
///
/// One of these is of one kernel, and of what all its threads may touch. See
/// BlockRaces.h for what the threads of a block share.
class Races {
public:
  /// The accesses that come next are another thread's.
  void nextThread() { ++Thread; }
  /// They are of another block, none of whose threads has been here before.
  void nextBlock() { ++Block; }
  /// All that threads of this block have done is before all that they do next.
  void barrier() { ++Interval; }
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
  /// By one thread, or by Several between which nothing is; of one block, or of
  /// Several, and the interval between two barriers in which it came last.
  struct Touch {
    int Thread = None, Block = None;
    uint64_t Interval = 0;
  };
  struct Touches {
    Touch Writer, Reader, Updater;
    bool Written = false;
    bool Monotone = false; ///< all updates so far: minima, or maxima
  };

  /// Another thread has come there, and no barrier is in between.
  bool isOther(const Touch &T) const {
    return T.Thread != None && T.Thread != Thread &&
           (T.Block != Block || T.Interval == Interval);
  }
  Touch here() const { return {Thread, Block, Interval}; }
  void join(Touch &T) const {
    const bool IsAlone = !isOther(T), IsOfBlock = T.Block == Block;
    T = here();
    if (IsAlone)
      return;
    T.Thread = Several;
    if (!IsOfBlock)
      T.Block = Several;
  }

  llvm::DenseMap<int64_t, Touches, PointerInfo> All; ///< by pointer
  int Thread = None, Block = 0;
  uint64_t Interval = 0;
};

} // namespace validate
} // namespace heddle

#endif
