//===- FusionOffers.h - Nests of the source that may be one ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_FUSIONOFFERS_H
#define HEDDLE_DRIVER_FUSIONOFFERS_H

#include "Driver/Covers.h"
#include "Driver/FusedText.h"
#include <optional>

namespace heddle {

/// Both nests as one, where nobody need be asked: there are edits, and the main
/// file has the nests on lines of their own, without directives of the
/// preprocessor. Their annotations leave the mapping to Heddle, and make no
/// claim, which may not hold of the one nest.
std::optional<FusionOffer> fusionOffer(const clang::ASTContext &Ctx,
                                       const Neighbours &Nests);

} // namespace heddle

#endif
