//===- Frames.h - Slots of the functions that run --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_FRAMES_H
#define HEDDLE_VALIDATE_INTERPRET_FRAMES_H

#include "Validate/Interpret/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include <algorithm>

namespace heddle {
namespace validate {

class Frames {
public:
  /// Only one frame is left, of so many slots that hold 0, behind Given.
  void restart(size_t Slots, llvm::ArrayRef<Value> Given = {}) {
    Stack.assign(Slots, {});
    Base = 0;
    std::copy(Given.begin(), Given.end(), Stack.begin());
  }
  /// A frame for a call; gives what pop() wants.
  size_t push(size_t Slots, llvm::ArrayRef<Value> Given) {
    const size_t Caller = Base;
    Base = Stack.size();
    Stack.resize(Base + Slots);
    std::copy(Given.begin(), Given.end(), Stack.begin() + Base);
    return Caller;
  }
  void pop(size_t Caller) {
    Stack.resize(Base);
    Base = Caller;
  }
  Value &slot(int64_t I) { return Stack[Base + I]; }
  const Value &slot(int64_t I) const { return Stack[Base + I]; }
  bool isOutermost() const { return Base == 0; }

private:
  std::vector<Value> Stack;
  size_t Base = 0; ///< of the innermost frame
};

} // namespace validate
} // namespace heddle

#endif
