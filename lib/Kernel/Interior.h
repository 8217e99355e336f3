//===- Interior.h - Iterations that need fewer conditions -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most iterations of a stencil or of a padded convolution are inside, where its
// conditions have the same outcome. The body stands twice: without these
// conditions for a region of the index space, and as it is for the edges.
// Source: Friebel, Khan, Chelini, Castrillon, "Modelling linear algebra kernels
// as polyhedral volume operations", which splits a padded convolution likewise.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_INTERIOR_H
#define HEDDLE_KERNEL_INTERIOR_H

#include "Mapping/MappedNest.h"
#include "Mapping/Tile.h"
#include <optional>

namespace heddle {

/// A region of the mapped loops, and the body in it. That reads all that the
/// body as it is would read there, in the same order.
struct Interior {
  /// Over counters of the mapped loops and parameters: holds in the region
  /// alone, wherever the launch's checks do.
  Sym Where;
  bool Narrow = false; ///< all that Where computes fits an int, else 64 bits
  ValueRef Body;
  unsigned Conditions = 0; ///< expressions that Body does not compute

  /// Where, as kernels print it.
  ValueRef condition() const { return makeNumber(Where, Narrow); }
  /// Where holds in all iterations of a block of which this holds, over the
  /// tile's leaves and parameters; it computes what Where does in some of these
  /// iterations. Nothing: nobody knows. The block's iterations are the box.
  std::optional<Sym> throughout(const Tile &Box, const LoopNest &N) const;
};

/// The iterations of the innermost mapped loop that are inside, for the CPU:
/// where Rows holds, over counters of the loops outside and parameters, those
/// from First on and below Last. Lower and Upper are the ends of the loop,
/// half-open as well. All are computed within 64 bits.
struct InsideRow {
  Sym Rows, First, Last, Lower, Upper;
  /// Names: the ends of the loop, and of what is inside.
  std::string BeginName, FirstName, LastName, EndName;
};

/// Nothing: there is one mapped loop, it takes other steps than 1, or nobody
/// knows its ends.
std::optional<InsideRow> findInsideRow(const Interior &Is, const MappedNest &M);

/// The region and the body of M's kernels there; nothing where a test in each
/// thread would not pay, or where that body is not the nest's own.
std::optional<Interior> findInterior(const MappedNest &M, const ValueRef &Body);

} // namespace heddle

#endif
