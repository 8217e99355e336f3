//===- SegmentText.h - Loops that list their iterations ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before a launch whose threads run listed iterations (Legality/Segments) the
// loops run once as written, but that each update only says which element it is
// of: heddle/runtime/segments.h.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_SEGMENTTEXT_H
#define HEDDLE_EMIT_SEGMENTTEXT_H

#include "Affine/AffineNest.h"
#include "Mapping/Recovery.h"

namespace heddle {

struct SegmentText {
  /// ArrayOf: the local that holds what a launch passes of an array.
  SegmentText(const AffineNest &N, TakenNames &Names,
              llvm::function_ref<std::string(unsigned)> ArrayOf);

  /// The line that declares Name. Elements: how many segments there are.
  std::string declaration(const std::string &Site,
                          const std::string &Elements) const;

  std::string Name;                 ///< of the local that holds the segments
  std::string Type;                 ///< its
  std::vector<std::string> Updates; ///< locals of the loops, a line each
  std::string Loops;
};

/// How a kernel declares a parameter of the kind KernelParam::Segment.
std::string segmentParameter(const LoopNest &N, unsigned Index,
                             const std::string &Name);
/// The argument of a launch for a parameter of the kind KernelParam::Segment.
std::string segmentArgument(const LoopNest &N, const std::string &Segments,
                            unsigned Index);

} // namespace heddle

#endif
