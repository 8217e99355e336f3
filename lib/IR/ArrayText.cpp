//===- ArrayText.cpp - How the kernel's text names elements ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/ArrayText.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

bool hasVariableRows(const LoopNest &N, unsigned Array) {
  const std::vector<ExprRef> &Extents = N.Arrays[Array].Extents;
  // Tensors have such extents, too, in text that counts from their start.
  return !N.isStatement() && Extents.size() > 1 &&
         llvm::any_of(llvm::drop_begin(Extents), [](const ExprRef &E) {
           return E && E->Kind != ExprKind::Const;
         });
}

size_t subscriptsInText(const LoopNest &N, unsigned Array) {
  return hasVariableRows(N, Array) ? 1 : N.Arrays[Array].Extents.size();
}

} // namespace heddle
