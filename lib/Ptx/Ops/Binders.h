//===- Binders.h - binders of all instructions ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each row of Instructions.def names its binder; here they are declared.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_BINDERS_H
#define HEDDLE_PTX_OPS_BINDERS_H

#include "Ptx/Instruction.h"

namespace heddle::ptx {

#define PTX_ROW(Name, Counts, Operands, Bind)                                  \
  Handler Bind(Modifiers &Mods, Instruction &I);
#include "Ptx/Instructions.def"

} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_BINDERS_H
