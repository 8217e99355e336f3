//===- LaunchPlan.h - Kernels, checks and launches of one nest --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that the emitter prints, decided: which kernels with which
// parameters, which locals of which width, which checks in which order. The
// emitter only spells it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_LAUNCHPLAN_H
#define HEDDLE_KERNEL_LAUNCHPLAN_H

#include "Mapping/MappedNest.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

enum class IndexWidth : unsigned char { I32, I64 };

/// A kernel parameter: an array, a scalar of the source, an extent computed on
/// the host, or a precomputed divisor.
struct KernelParam {
  enum Kind : unsigned char { Array, Scalar, Extent, Divisor } What;
  unsigned Index = 0; ///< Array, Scalar: into LoopNest
  std::string Name;
  IndexWidth Width = IndexWidth::I64; ///< Extent, Divisor
  Sym Value;                          ///< Extent, Divisor: on the host
};

/// One line of the kernel before the body: a local, or a guard.
struct KernelLine {
  enum Kind : unsigned char { Local, Guard } What;
  std::string Name; ///< Local
  std::string Type; ///< Local: C++ type
  Sym Value;        ///< Local: value; Guard: the condition to go on
};

struct KernelPlan {
  std::string Name;
  const MappingVariant *Variant = nullptr;
  std::vector<KernelParam> Params;
  std::vector<KernelLine> Lines;
};

struct LaunchPlan {
  std::shared_ptr<const MappedNest> Mapped;
  std::vector<KernelPlan> Kernels; ///< parallel to MappedNest::Variants
  /// Number of outer loops under one OpenMP collapse, 0: no parallel loop.
  unsigned OmpCollapse = 0;
};

std::shared_ptr<const LaunchPlan>
planLaunch(std::shared_ptr<const MappedNest> Nest, Report &R);

void dump(const LaunchPlan &P, llvm::raw_ostream &OS);

} // namespace heddle

#endif
