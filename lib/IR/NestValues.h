//===- NestValues.h - A nest's text as a tree ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_NESTVALUES_H
#define HEDDLE_IR_NESTVALUES_H

#include "IR/LoopNest.h"
#include "IR/TextTables.h"
#include <optional>

namespace heddle {

struct AssembledText {
  ValueRef Code; ///< null where Lost has a value
  /// The first replacement that crosses another part of the text, or stands
  /// within one that is replaced: kernels would have the bytes of the source.
  std::optional<Replacement> Lost;
};

/// The tree of N.Text from what N and Tables say of its ranges: loops with
/// their headers and bodies, pieces, accesses, and what kernels spell
/// otherwise. Values: nodes without operands for other ranges; one that crosses
/// a part that is there is left out, and so are elements that would keep a
/// replacement from being made.
AssembledText assembleValues(const LoopNest &N, const TextTables &Tables,
                             std::vector<Value> Values = {});

/// Gives N the tree that assembleValues makes, and the names in its other
/// texts: HostNames, OtherNames. Returns what was lost; then there is no tree.
std::optional<Replacement> setCode(LoopNest &N, const TextTables &Tables,
                                   std::vector<Value> Values = {});

/// Kernel code as a sequence of tokens, names, and arrays by their KernelName.
ValueRef spelledValue(llvm::StringRef Kernel, const LoopNest &N,
                      const std::vector<unsigned> &Accesses = {});

} // namespace heddle

#endif
