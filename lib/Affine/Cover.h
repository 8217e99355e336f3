//===- Cover.h - Whether nests write all elements of an array --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of a program that write one array are partitions of its elements,
// as those of a with-loop are: each element is written by one of them, or the
// last one that writes it decides. A first step that gives all elements a value
// is the default, which the others overwrite. (Janssen, Scholz:
// On Mapping N-Dimensional Data-Parallelism Efficiently into GPU-Thread-Spaces,
// sections 2.1 and 2.2.)
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_COVER_H
#define HEDDLE_AFFINE_COVER_H

#include "Affine/AffineProgram.h"

namespace heddle {

struct Cover {
  enum KindType : unsigned char {
    Whole,   ///< they do
    Missing, ///< no step writes At, for certain
    Twice,   ///< both First and Second write At, or may if not Certain
    Beyond,  ///< Second writes At, which is no element
    Unknown  ///< Why
  } Kind = Unknown;
  std::string Why;
  std::optional<unsigned> Step;   ///< Unknown: because of this one
  unsigned First = 0, Second = 0; ///< steps
  bool Certain = true;            ///< no data decide about Twice
  /// An element, and those of the source's parameters that matter.
  std::optional<Witness> At;

  std::vector<unsigned> Writers; ///< steps, in their order
  /// The first of Writers, which is not the only one, is the default.
  bool HasDefault = false;
  /// No step from the first writer on, but for the default, to the last one
  /// touches what another one of these writes, so that they may run in any
  /// order, or at one time.
  bool IsIndependent = false;
  /// Per writer, those of its elements whose value lasts: no later one writes
  /// them for certain. In the dimensions of AffineProgram::Dims.
  std::vector<isl::Set> Lasting;
};

/// Exact for all parameters with which all nests of the program are launched.
/// Ordered: elements may be written more often than once.
Cover findCover(const AffineProgram &P, unsigned Array, bool Ordered);

} // namespace heddle

#endif
