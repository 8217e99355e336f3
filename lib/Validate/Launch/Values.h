//===- Values.h - Arrays and thread spaces of a launch ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_LAUNCH_VALUES_H
#define HEDDLE_VALIDATE_LAUNCH_VALUES_H

#include "Validate/Interpret/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>

namespace heddle {
namespace validate {

/// An array argument: elements First to Last, inclusive, of Size bytes.
struct ArrayValue {
  Value Pointer, First, Last;
  Access How;
  int64_t Size;
  int Table = -1; ///< into LaunchValues: it is one, and the others say nothing
  /// Not below 0: of these elements a scan stores those from the value of this
  /// result on that it has, Behind: from the next on.
  int64_t Result = -1;
  bool Behind = false;
};

/// As rt::disjoint. Arrays that the text does not know to be one are two.
bool areApart(const ArrayValue &A, const ArrayValue &B);

/// A table argument: by subscript the first and the last value, inclusive.
struct TableValue {
  Value Pointer; ///< to the element 0 of the first table
  std::vector<std::pair<Value, Value>> Sides;
  Access How;
  const TableShape *Shape;
};

/// Extents: grid x, y, z, block x, y, z.
struct ShapeValue {
  std::array<Value, 6> E;
};

/// Every device allows the shape S: see rt::shape::fits.
bool fits(const ShapeValue &S);

/// The arrays and shapes that a launch has made so far; the value of an
/// expression that makes one is a number in here.
class LaunchValues {
public:
  /// E: an operation from Op::ArrayArg to Op::Shape, whose operands have the
  /// values V.
  Value made(const Node *E, llvm::ArrayRef<Value> V);
  /// New memory of so many elements of Size bytes, for a kernel.
  Value listed(int64_t Elements, int64_t Size, Access How);
  const ArrayValue &array(Value V) const { return Arrays[V.N]; }
  /// E: Op::RowsArg, whose operands have the values V.
  Value table(const Node *E, llvm::ArrayRef<Value> V, const TableShape &Shape);
  /// A copy of the table argument Of.
  Value tableCopy(Value Of);
  /// That of the array argument A; null: it is no table.
  const TableValue *table(const ArrayValue &A) const {
    return A.Table < 0 ? nullptr : &Tables[static_cast<size_t>(A.Table)];
  }
  /// The pointer to new memory.
  Value newMemory() { return {pointerTo(FirstTemporary + Temporaries++)}; }
  const ShapeValue &shape(Value V) const { return Shapes[V.N]; }

private:
  Value add(const ArrayValue &A);

  std::vector<ShapeValue> Shapes;
  std::vector<ArrayValue> Arrays;
  std::vector<TableValue> Tables;
  unsigned Temporaries = 0; ///< that have memory
};

} // namespace validate
} // namespace heddle

#endif
