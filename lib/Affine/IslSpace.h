//===- IslSpace.h - Numbers and spaces of isl ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLSPACE_H
#define HEDDLE_AFFINE_ISLSPACE_H

#include "Affine/IslHandle.h"
#include <cstdint>
#include <isl/space.h>
#include <isl/val.h>
#include <optional>
#include <string>

namespace heddle {
namespace isl {

/// Names, and how many dimensions there are of each kind.
class Space : public Handle<isl_space, isl_space_copy, isl_space_free> {
public:
  using Handle::Handle;

  /// The space of sets of parameters, of which there are none yet.
  static Space params(const Context &C);
  /// The space of sets with Dims dimensions and without parameters.
  static Space sets(const Context &C, unsigned Dims);
  /// The space of sets with Dims dimensions, this being a space of parameters.
  Space withSetDims(unsigned Dims) const;
  /// The space of pairs of points, this being a space of sets.
  Space pairs() const;
  /// The space of pairs of a point of this and one of Range, both spaces of
  /// sets.
  Space to(const Space &Range) const;
  /// The space of the first points of pairs.
  Space domain() const;

  Space withParam(const std::string &Name) const; ///< as the last one
  Space alignParams(const Space &Model) const;
  Space named(const std::string &Tuple) const; ///< this being one of sets

  unsigned dim(Dim Kind) const; ///< 0 of null
  std::string dimName(Dim Kind, unsigned Pos) const;
  /// The place of the parameter Name; nothing if there is none.
  std::optional<unsigned> param(const std::string &Name) const;
};

/// A rational number, or infinity.
class Val : public Handle<isl_val, isl_val_copy, isl_val_free> {
public:
  using Handle::Handle;

  /// A number of the context that S belongs to.
  static Val powerOfTwo(const Space &S, unsigned Exponent);
  Val plus(int64_t V) const;

  /// Nothing if it is no integer, or has more bits.
  std::optional<int64_t> int64() const;
  std::optional<__int128> int128() const;
};

} // namespace isl
} // namespace heddle

#endif
