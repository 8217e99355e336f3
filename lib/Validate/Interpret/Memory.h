//===- Memory.h - What a run has read and written --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_MEMORY_H
#define HEDDLE_VALIDATE_INTERPRET_MEMORY_H

#include "Validate/Interpret/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {
namespace validate {

/// A scalar.
struct Cell {
  int64_t V = 0;
  Type T;
  bool Written = false;
};

/// The cells that a run has touched, by pointer, and copies of elements as they
/// were before a kernel. Whether anybody may touch them is not its affair.
class Memory {
public:
  using CellMap = llvm::DenseMap<int64_t, Cell, PointerInfo>;
  /// An object that has the elements [Begin, End) of another one, in bytes.
  struct Copy {
    int64_t Origin; ///< what the object's first byte is the copy of
    int64_t Begin, End;
  };

  /// Null: not touched yet.
  Cell *find(int64_t Place) {
    CellMap &All = mapOf(Place);
    auto At = All.find(Place);
    return At == All.end() ? nullptr : &At->second;
  }
  Cell &add(int64_t Place, int64_t V, Type T) {
    return mapOf(Place).try_emplace(Place, Cell{V, T, false}).first->second;
  }
  /// Another block begins: nobody has touched what it shares, or what its
  /// threads keep.
  void beginBlock() { OfBlock.clear(); }
  /// Without those of a block.
  const CellMap &cells() const { return Cells; }

  /// The pointer to a new copy, as memory is now. Older copies show that, too:
  /// only the kernel that runs has them.
  int64_t copy(const Copy &C);
  /// The copy that is Object, for which isCopy() holds; null: there is none.
  const Copy *copyAt(unsigned Object) const {
    const size_t I = Object - FirstCopy;
    return I < Copies.size() ? &Copies[I] : nullptr;
  }
  const std::vector<Copy> &copies() const { return Copies; }
  /// The value that some store before the kernel has left at Place; null: none
  /// has.
  const int64_t *beforeKernel(int64_t Place) const {
    auto At = Before.find(Place);
    return At == Before.end() ? nullptr : &At->second;
  }

private:
  CellMap &mapOf(int64_t Place) {
    return isOfBlock(objectOf(Place)) ? OfBlock : Cells;
  }

  CellMap Cells, OfBlock;
  llvm::DenseMap<int64_t, int64_t, PointerInfo> Before;
  std::vector<Copy> Copies;
};

} // namespace validate
} // namespace heddle

#endif
