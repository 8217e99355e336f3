//===- Volumes.h - Elements that others are computed from ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step is an operation on arrays, a program one that is composed of its
// steps. Each has a relation from the elements that it writes to those that
// these are computed from. Source: Friebel, Khan, Chelini, Castrillon,
// "Modelling linear algebra kernels as polyhedral volume operations", where
// arrays are volumes and the relations volume element maps.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_VOLUMES_H
#define HEDDLE_AFFINE_VOLUMES_H

#include "Affine/AffineProgram.h"

namespace heddle {

/// { element of Result -> element of Operand }: what an element that the step
/// writes is computed from. Conservative: all that the same iteration reads.
/// Null: the step does not write the one or does not read the other.
isl::Map elementMap(const AffineProgram &P, unsigned Step, unsigned Result,
                    unsigned Operand);

/// For each array of the program { element of Result behind step End - 1 ->
/// element of the array before step Begin } that it is computed from; null
/// where there is none. Elements that a step does not write stand for
/// themselves. The inner maps of a program are composed from the last step to
/// the first. (Friebel, Khan, Chelini, Castrillon: Modelling linear algebra
/// kernels as polyhedral volume operations, lemma A.5.) Nothing: unknown, as
/// above.
std::optional<std::vector<isl::Map>> composition(const AffineProgram &P,
                                                 unsigned Result,
                                                 unsigned Begin, unsigned End);

/// The steps, the dependences between them, and for each array the composition
/// over all steps, as isl prints them.
void dump(const AffineProgram &P, llvm::raw_ostream &OS);

/// A box of elements, of which every so many are taken.
struct Slice {
  /// Functions of the parameters.
  struct Dim {
    isl::PwAff First;
    int64_t Stride;
    isl::PwAff Last, Count; ///< inclusive; of those that are taken
  };
  std::vector<Dim> Dims; ///< outermost first
};

/// S as a slice; nothing where it is none, or that is not known. Exact for all
/// parameters for which S has elements. (The same paper, algorithm 3.)
std::optional<Slice> sliceOf(const isl::Set &S);

} // namespace heddle

#endif
