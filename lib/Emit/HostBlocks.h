//===- HostBlocks.h - Loops in blocks on the CPU ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_HOSTBLOCKS_H
#define HEDDLE_EMIT_HOSTBLOCKS_H

#include "Emit/KernelSource.h"
#include "Kernel/LaunchPlan.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// The function that runs one block. P has LaunchPlan::Blocks.
std::string blockFunction(const LaunchPlan &P, Dialect D);

/// The loops over blocks, of which OpenMP takes all together, with its calls.
/// Host: an expression over parameters where the loops stand, checked; its
/// value is known there, since the launch has asked for the elements that it
/// passes.
std::string loopsOverBlocks(const LaunchPlan &P, TakenNames &Names,
                            const std::string &Indent, bool OpenMP,
                            llvm::function_ref<std::string(const Sym &)> Host);

} // namespace heddle

#endif
