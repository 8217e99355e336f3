//===- NestValues.h - A nest's text as a tree ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NESTVALUES_H
#define HEDDLE_IR_NESTVALUES_H

#include "IR/LoopNest.h"

namespace heddle {

/// The tree of N.Text from what N says of its ranges: loops with their headers
/// and bodies, pieces, accesses, and what kernels spell otherwise. Values: nodes
/// without operands for other ranges; one that crosses a part that is there is
/// left out.
ValueRef assembleValues(const LoopNest &N, std::vector<Value> Values = {});

/// Kernel code as a sequence of tokens, names, and arrays by their KernelName.
ValueRef spelledValue(llvm::StringRef Kernel, const LoopNest &N,
                      const std::vector<unsigned> &Accesses = {});

} // namespace heddle

#endif
