//===- IslTerms.h - Recovered values as isl expressions --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_ISLTERMS_H
#define HEDDLE_MAPPING_ISLTERMS_H

#include "Affine/SymToIsl.h"

namespace heddle {

/// Reads Syms over one space in which names are dimensions or stand for other
/// Syms. Exact: what is not quasi-affine, or mentions a name that is neither
/// defined nor a parameter of the space, gives a null handle, which every isl
/// operation passes on.
class IslTerms {
public:
  /// Space is a set space, or a parameter space for parameters alone.
  explicit IslTerms(isl::Space Space) : Space(std::move(Space)) {}

  void defineDim(const std::string &Name, unsigned Position) {
    Dims[Name] = Position;
  }
  /// Value is over names defined before.
  void define(const std::string &Name, const Sym &Value) {
    Defined.push_back({Name, Value.substitute(Defined)});
  }

  isl::PwAff value(const Sym &S) const;
  /// Where a condition holds.
  isl::Set truth(const Sym &S) const;

  const isl::Space &space() const { return Space; }

private:
  bool isKnown(const Sym &S) const;

  isl::Space Space;
  LeafDims Dims;
  std::vector<std::pair<std::string, Sym>> Defined;
};

} // namespace heddle

#endif
