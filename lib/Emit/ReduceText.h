//===- ReduceText.h - The text of what reduces ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_REDUCETEXT_H
#define HEDDLE_EMIT_REDUCETEXT_H

#include "Emit/KernelSource.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// A kernel with a tree: the function that does one iteration, of the given
/// parameters, lines and body, and the kernel that combines them.
std::string treeText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     const std::vector<std::string> &Params,
                     const std::string &Lines, const std::string &Body);

/// "a by +, b by max".
std::string describeTree(const KernelPlan &K, const LoopNest &N);

/// The function that a launch calls instead of heddle::rt::run, and the
/// argument after the kernel, which begins in Column. NameOf gives the local
/// that holds an array's footprint.
std::string reduceCallee(const LaunchPlan &P, const KernelPlan &K);
std::string
resultsArgument(const KernelPlan &K, const LoopNest &N,
                llvm::function_ref<std::string(unsigned)> NameOf,
                size_t Column);

} // namespace heddle

#endif
