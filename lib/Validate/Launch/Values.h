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
  const ShapeValue &shape(Value V) const { return Shapes[V.N]; }

private:
  Value add(const ArrayValue &A);

  std::vector<ShapeValue> Shapes;
  std::vector<ArrayValue> Arrays;
  unsigned Temporaries = 0; ///< that have memory
};

} // namespace validate
} // namespace heddle

#endif
