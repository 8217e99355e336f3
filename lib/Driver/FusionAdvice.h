//===- FusionAdvice.h - Nests that could be one ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_FUSIONADVICE_H
#define HEDDLE_DRIVER_FUSIONADVICE_H

#include "Driver/CoverCheck.h"

namespace heddle {

/// A nest, and the one directly before it.
struct FoundFusion {
  SourceRef Nest, Before;
  bool IsPossible = false;
  /// The arrays that the two share, where one nest would be better: completes
  /// "they have the same iterations, and"; else why they cannot be one, or
  /// should not.
  std::string Why;
  bool IsAdvised = false;
};

/// For all neighbours in the groups. Remarks about those that should be one go
/// to R.
std::vector<FoundFusion> adviseFusion(llvm::ArrayRef<NestGroup> Groups,
                                      Report &R);

} // namespace heddle

#endif
