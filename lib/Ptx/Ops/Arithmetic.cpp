//===- Arithmetic.cpp - names that numbers of all kinds share -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Numbers.h"
#include "Ptx/Ops/Ops.h"

using namespace heddle::ptx;

static Handler bindSum(Sum What, Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (I.D.size() != 1)
    return nullptr;
  switch (I.T) {
  case Type::F32:
  case Type::F64:
    return floatSum(What, Mods, I);
  case Type::F16:
  case Type::F16x2:
  case Type::BF16:
  case Type::BF16x2:
    return halfSum(What, Mods, I);
  default:
    return integerSum(What, Mods, I);
  }
}

Handler heddle::ptx::bindAdd(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Add, Mods, I);
}
Handler heddle::ptx::bindSub(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Sub, Mods, I);
}
Handler heddle::ptx::bindMul(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Mul, Mods, I);
}
Handler heddle::ptx::bindMad(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Mad, Mods, I);
}
Handler heddle::ptx::bindFma(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Fma, Mods, I);
}
Handler heddle::ptx::bindDiv(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Div, Mods, I);
}
Handler heddle::ptx::bindMin(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Min, Mods, I);
}
Handler heddle::ptx::bindMax(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Max, Mods, I);
}
Handler heddle::ptx::bindAbs(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Abs, Mods, I);
}
Handler heddle::ptx::bindNeg(Modifiers &Mods, Instruction &I) {
  return bindSum(Sum::Neg, Mods, I);
}
