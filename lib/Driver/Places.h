//===- Places.h - Places of the source, for people and as keys -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_PLACES_H
#define HEDDLE_DRIVER_PLACES_H

#include "Driver/NestReport.h"
#include <string>

namespace clang {
class SourceLocation;
class SourceManager;
} // namespace clang

namespace heddle {

/// Where an annotation stands, the same before and after rewriting.
std::string placeKey(const clang::SourceManager &SM, clang::SourceLocation Loc);

/// The place that the compiler speaks of, after any `#line`.
NestReport::Place reportedPlace(const clang::SourceManager &SM,
                                clang::SourceLocation Loc);

} // namespace heddle

#endif
