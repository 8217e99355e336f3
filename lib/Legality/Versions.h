//===- Versions.h - Where the parameters keep iterations apart --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_VERSIONS_H
#define HEDDLE_LEGALITY_VERSIONS_H

#include "Affine/AffineNest.h"
#include <memory>
#include <string>

namespace heddle {

/// The nest with one more RuntimeCheck, by which no iteration of its declared
/// loops, or of the outermost one, needs or overwrites what another one has
/// stored, as `width <= 4096` does where rows begin so many elements apart.
/// The check is conservative; where it fails, the launch runs the loops as they
/// are written. Null where there is no such check: conflicts do not depend on
/// parameters, or what they leave are loops of few iterations, or a condition
/// that nobody can read, or isl gave up; of parts of a body, too, whose launch
/// has the checks of the whole. (Assumed contexts, Doerfert, Grosser, Hack:
/// Optimistic Loop Optimization.)
std::shared_ptr<const AffineNest>
whereApart(const std::shared_ptr<const AffineNest> &Nest);

/// The condition in the source's names.
std::string textOf(const AffineNest &N, const RuntimeCheck &C);

} // namespace heddle

#endif
