//===- Builder.h - The steps from LoopNest to AffineNest --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. One Builder is filled while one nest becomes an
// AffineNest. Functions are free and take it first. Each step adds a part from
// the parts before it, and returns false after reporting:
//
//   readContext   parameters, type bounds, assumptions      (Builder.cpp)
//   readLoops     domains, range checks of the headers      (Domain.h)
//   readSpace     bounds/step/width, rank, zero trip        (Space.h)
//   readAccesses  guards, subscripts, relations             (Accesses.h)
//   readShortcuts where expressions are simpler             (Shortcuts.h)
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_BUILDER_H
#define HEDDLE_AFFINE_BUILDER_H

#include "Affine/AffineNest.h"
#include "Affine/Atoms.h"
#include "Affine/ExprReader.h"
#include <memory>
#include <vector>

namespace heddle {

struct Builder {
  /// Isl: where all sets and relations are made.
  Builder(std::shared_ptr<const LoopNest> Nest, Report &Diags,
          std::shared_ptr<isl::Context> Isl);

  const LoopNest &Nest; ///< held by Out
  Report &Diags;
  std::shared_ptr<AffineNest> Out;
  AtomTable Atoms;

  /// Context and the range checks added so far.
  isl::Set Ranges;
  /// Ranges, not zero-trip, and the other checks added so far.
  isl::Set Assume;
  std::vector<GivenRows> Rows;
  /// Per loop: iterations of the loops loopsTo(Loop), as far as they are run.
  std::vector<isl::Set> Domains;
  /// Per loop: its domain is a superset, since data decide.
  std::vector<bool> Approximate;
  /// Relations and domains of accesses, and what they are within Out->Context
  /// in simpler words: bodies name an element more often than once.
  std::vector<std::pair<isl::Map, isl::Map>> SimplerRelations;
  std::vector<std::pair<isl::Set, isl::Set>> SimplerDomains;
};

isl::Space paramSpace(const Builder &B);
/// "Stmt", of as many loops.
isl::Space statementSpace(const Builder &B, size_t Dims);
/// The loops around and including Loop, outermost first.
std::vector<unsigned> loopsTo(const LoopNest &Nest, unsigned Loop);
/// Where expressions inside the loops are read. Known: as in Frame.
Frame frame(const Builder &B, std::vector<unsigned> Loops, isl::Set Known);

} // namespace heddle

#endif
