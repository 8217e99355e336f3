//===- Value.h - What expressions of rewritten text give -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is a pattern of 64 bits. Integers are what C++ says they are; see
// Field.h for floating point.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_VALUE_H
#define HEDDLE_VALIDATE_INTERPRET_VALUE_H

#include "Validate/Tree.h"
#include "llvm/ADT/DenseMapInfo.h"

namespace heddle {
namespace validate {

struct Value {
  int64_t N = 0;
  bool Ok = true; ///< checked, tri: known
};

/// Objects of one run, behind those that runs share. Locals of a kernel's
/// thread are not those of the host. A block's threads share some, and keep some,
/// as long as the block runs.
constexpr unsigned FirstCopy = 0x400000, FirstTemporary = 0x480000,
                   FirstLocal = 0x500000, FirstOfBlock = 0x7A0000,
                   FirstOfThread = 0x7C0000,
                   EndOfObjects = 0x7FFF00;

/// A copy that a launch makes of the elements of another array.
inline bool isCopy(unsigned Object) {
  return Object >= FirstCopy && Object < FirstTemporary;
}
/// Elements that a launch leaves to the next.
inline bool isTemporary(unsigned Object) {
  return Object >= FirstTemporary && Object < FirstLocal;
}

/// The threads of a block share it, or one keeps it from phase to phase.
inline bool isOfBlock(unsigned Object) {
  return Object >= FirstOfBlock && Object < FirstOfThread;
}

/// A pointer is the number of an object and an offset in bytes.
int64_t pointerTo(unsigned Object, int64_t Offset = 0);
unsigned objectOf(int64_t Pointer);
int64_t offsetOf(int64_t Pointer);

/// For maps by pointer. LLVM hashes signed integers by their lower bits, where
/// pointers have their offsets: the same elements of all objects would collide.
struct PointerInfo : llvm::DenseMapInfo<int64_t> {
  static unsigned getHashValue(int64_t Pointer) {
    return llvm::DenseMapInfo<uint64_t>::getHashValue(
        static_cast<uint64_t>(Pointer));
  }
};

/// Whether threads share it: locals are a thread's own, and of a copy it is
/// told what it reads there.
inline bool isShared(int64_t Pointer) {
  const unsigned Object = objectOf(Pointer);
  return Object < FirstCopy || isTemporary(Object);
}

/// A value of type T, as T holds it: wrapped around.
int64_t wrapped(int64_t V, Type T);
bool holds(Type T, __int128 V);

/// A is less than B.
bool isBefore(Value A, Value B, Type T);

/// Values of two operands under By.
Value combined(Combine By, Value A, Value B, Type T);
/// The operand with which By leaves another operand of type T as it is.
Value identity(Combine By, Type T);

} // namespace validate
} // namespace heddle

#endif
