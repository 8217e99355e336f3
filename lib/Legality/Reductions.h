//===- Reductions.h - Conflicts that any order resolves --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations that update one element by one associative and commutative
// operator, and see it by nothing else, may run in any order, on partial
// results. An array is reduced over the mapped loops iff every conflict on it
// between different threads joins two steps of one class (Access::Reduces).
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_REDUCTIONS_H
#define HEDDLE_LEGALITY_REDUCTIONS_H

#include "Legality/Conflicts.h"
#include <string>
#include <vector>

namespace heddle {

/// The class of the reduction, if every conflict on the array between
/// iterations that differ in the outer Rank loops joins two steps of one class,
/// and some does; else empty. Where elements apart from each other have classes
/// of their own it is the first of these. An unknown is a conflict.
std::string reductionClass(const AffineNest &N, const ArrayConflicts &C,
                           unsigned Rank, const isl::Set &Params);

/// The operator of the steps as messages name it: "+=", "max". The first of
/// those that conflict.
std::string reductionOperator(const AffineNest &N, unsigned Array,
                              const std::string &Class);

/// It is a variable in floating point, and no 'reduce' names it.
bool needsReduce(const LoopNest &N, unsigned Array);

/// Why a reduction of the array over the outer Rank loops is not mapped, as a
/// clause of HD404; empty if it is: integers, and floating point where the user
/// permits another order.
std::string whyNotReduced(const LoopNest &N, unsigned Array, unsigned Rank);

/// Flow or output conflicts keep the loop at Level, or one outside of it, from
/// being mapped, or are not known.
bool isOrdered(const ArrayConflicts &C, unsigned Rank);

/// The reductions over the outer Rank loops, all of them mappable. Empty where
/// there are none, and where another conflict stands in the way as well.
std::vector<Reduction> findReductions(const AffineNest &N,
                                      const std::vector<ArrayConflicts> &All,
                                      unsigned Rank, const isl::Set &Params);

} // namespace heddle

#endif
