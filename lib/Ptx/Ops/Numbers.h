//===- Numbers.h - add to neg, by the kind of their type ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names as add and min stand for integers, floating point and halves. Each of
// the files Integer, Floating and Half has what such a name does to its types;
// Arithmetic.cpp asks the one that has the type.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_NUMBERS_H
#define HEDDLE_PTX_OPS_NUMBERS_H

#include "Ptx/Instruction.h"

namespace heddle::ptx {

enum class Sum : std::uint8_t {
  Add,
  Sub,
  Mul,
  Mad,
  Fma,
  Div,
  Min,
  Max,
  Abs,
  Neg
};

/// The types are in I; what else stands behind the name is in Mods.
Handler integerSum(Sum What, Modifiers &Mods, Instruction &I);
Handler floatSum(Sum What, Modifiers &Mods, Instruction &I); ///< f32, f64
Handler halfSum(Sum What, Modifiers &Mods, Instruction &I);  ///< f16, bf16

/// ex2 and tanh.
Handler halfFunction(bool IsTanh, Modifiers &Mods, Instruction &I);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_NUMBERS_H
