//===- HostWork.h - What CPU threads are weighed by -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting threads costs as much as some thousand iterations of a short body,
// so the launch weighs how much there is to do: include/heddle/runtime/
// host_loops.h. That is a guess, on which no result depends.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_HOSTWORK_H
#define HEDDLE_KERNEL_HOSTWORK_H

#include "Mapping/MappedNest.h"
#include "Support/Sym.h"
#include <vector>

namespace heddle {

struct HostWork {
  /// That an iteration of the mapped loops uses, about, and rather too many
  /// than too few; over leaves named like the parameters. 0: nobody knows.
  Sym Operands;
  /// How often each mapped loop runs, the outermost one first, at most, over
  /// the same leaves.
  std::vector<Sym> Trips;
};

/// The loops that CPU threads run where kernels have others: as they are
/// written. Nothing where these have an order.
std::optional<NestAsWritten> loopsOnHost(const MappedNest &M);

HostWork weighLoops(const NestAsWritten &Loops);

} // namespace heddle

#endif
