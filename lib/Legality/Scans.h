//===- Scans.h - Values that iterations pass on ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations that update a variable by an associative operator, and use what it
// is so far, may run in blocks: the blocks' values first, then each block from
// the value in front of it on (Blelloch, Prefix sums and their applications:
// CMU-CS-90-190, 1990; heddle/runtime/scan.h). The values that updates combine
// with it must not depend on the variable, nor on anything that the nest
// writes.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_SCANS_H
#define HEDDLE_LEGALITY_SCANS_H

#include "Legality/Conflicts.h"
#include "Legality/VerifiedNest.h"
#include <string>
#include <vector>

namespace heddle {

/// Why variables are not passed on from one block of iterations to the next.
struct NoScan {
  std::string Why; ///< a clause
  SourceRef Where; ///< its cause, where that is one access
};

/// The variables over whose values the outer Rank loops scan: all arrays whose
/// conflicts join iterations of these. Ascending; empty, and Out says why,
/// unless
///
///   - each is a variable, with steps of one class (Access::Reduces), of which
///     there is no choice, integers or permitted by 'reduce';
///   - the statements that the steps need (not Access::Dropped) store nothing
///     else, and read nothing else that the nest writes;
///   - the loops all count up, or all count down.
std::vector<Reduction> findScans(const AffineNest &N,
                                 const std::vector<ArrayConflicts> &All,
                                 unsigned Rank, NoScan &Out);

/// findScans over the longest prefix of the outer Most loops whose iterations
/// pass on nothing but values of variables, or over Most loops where N declares
/// its rank; Rank is set to its length. Empty, and Rank stays, where the
/// outermost loop, or Rank loops, have no conflict, or where there is none.
std::vector<Reduction> longestScan(const AffineNest &N,
                                   const std::vector<ArrayConflicts> &All,
                                   unsigned Most, unsigned &Rank);

/// Array is a variable, all writes are steps of one class, and other accesses
/// use what they have made so far; the class, else empty.
std::string scannedClass(const AffineNest &N, unsigned Array);

} // namespace heddle

#endif
