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

/// A kernel that scans and its twin, each behind the function that does one
/// iteration. Slice, Body: the lines and statements of these.
std::string scanText(const LaunchPlan &P, const KernelPlan &K, Dialect D,
                     const std::vector<std::string> &Params,
                     const std::string &Slice, const std::string &Body);

/// As wrapped(), of a long Head, which begins in Column: the list has lines of
/// its own.
std::string onNextLine(const std::string &Head,
                       const std::vector<std::string> &List, size_t Column);

/// "a by +, b by max".
std::string describeTree(const KernelPlan &K, const LoopNest &N);

/// The function that a launch calls instead of heddle::rt::run, the kernels
/// that it takes, and the argument after these, which begins in Column. NameOf
/// gives the local that holds an array's footprint.
std::string reduceCallee(const LaunchPlan &P, const KernelPlan &K);
std::vector<std::string> reducingKernels(const LaunchPlan &P,
                                         const KernelPlan &K);
std::string resultsArgument(const KernelPlan &K, const LoopNest &N,
                            llvm::function_ref<std::string(unsigned)> NameOf,
                            size_t Column);
/// The argument by which a launch of K passes an array, of which Name is the
/// local.
std::string grownArgument(const KernelPlan &K, const LoopNest &N,
                          unsigned Array, const std::string &Name);

} // namespace heddle

#endif
