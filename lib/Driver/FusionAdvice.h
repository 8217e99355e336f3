//===- FusionAdvice.h - Nests that could be one ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_FUSIONADVICE_H
#define HEDDLE_DRIVER_FUSIONADVICE_H

#include "Driver/CoverCheck.h"

namespace heddle {

/// A nest, and the one directly before it.
struct FoundFusion {
  unsigned Group, Step; ///< of the nest; the other one is the step before it
  unsigned Depth;       ///< of the perfect loops
  SourceRef Nest, Before;
  bool IsPossible = false;
  /// The arrays that the two share, where one nest would be better: completes
  /// "they have the same iterations, and"; else why they cannot be one, or
  /// should not.
  std::string Why;
  bool IsAdvised = false;
};

/// All neighbours in the groups.
std::vector<FoundFusion> findFusions(llvm::ArrayRef<NestGroup> Groups);

} // namespace heddle

#endif
