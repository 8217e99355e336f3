//===- KernelSource.h - The text of kernels and launches -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_KERNELSOURCE_H
#define HEDDLE_EMIT_KERNELSOURCE_H

#include "Kernel/LaunchPlan.h"
#include <memory>
#include <optional>
#include <string>

namespace heddle {

/// How CUDA's function attribute is spelled: `__global__` in written text,
/// `__attribute__((global))` in text that is compiled without macros.
enum class Dialect : unsigned char { Written, InMemory };

/// The two edits that rewrite one nest.
struct KernelSource {
  FileRange Insert; ///< empty range: kernels go here
  std::string Kernels;
  FileRange Replace; ///< the nest
  std::string Launch;
};

std::optional<KernelSource> emit(const LaunchPlan &P, Dialect D, Report &R);

} // namespace heddle

#endif
