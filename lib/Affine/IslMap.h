//===- IslMap.h - Relations of points --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLMAP_H
#define HEDDLE_AFFINE_ISLMAP_H

#include "Affine/IslSet.h"
#include <isl/map.h>

namespace heddle {
namespace isl {

/// Pairs of a point of the domain and one of the range.
class Map : public Handle<isl_map, isl_map_copy, isl_map_free> {
public:
  using Handle::Handle;

  static Map universe(const Space &S);
  static Map empty(const Space &S);

  Map intersect(const Map &B) const;
  Map intersectDomain(const Set &S) const;
  Map intersectParams(const Set &Params) const;
  Map unionWith(const Map &B) const;
  Map subtract(const Map &B) const;
  /// In simpler words, as it is for Params.
  Map gistParams(const Set &Params) const;
  Map reverse() const;
  Map applyDomain(const Map &B) const;
  Map applyRange(const Map &B) const;
  Set domain() const;
  Set range() const;
  /// The parameters for which there are pairs.
  Set params() const;

  /// The pairs whose coordinates at Pos are in this relation, the domain's
  /// standing on the left. Opposite: their sum is 0.
  Map whereEqual(unsigned Pos) const;
  Map whereLess(unsigned Pos) const;
  Map whereGreater(unsigned Pos) const;
  Map whereOpposite(unsigned Pos) const;

  /// Without Count dimensions of the kind, from First on.
  Map project(Dim Kind, unsigned First, unsigned Count) const;
  Map alignParams(const Space &Model) const;
  Map named(Dim Kind, const std::string &Tuple) const;

  Space space() const;
  unsigned dim(Dim Kind) const; ///< 0 of null
  /// Its constraints mention the dimension.
  Answer involves(Dim Kind, unsigned Pos) const;
};

//===----------------------------------------------------------------------===//
// Rarer operations
//===----------------------------------------------------------------------===//

/// As for sets.
Map coalesced(Map M);
/// The union, coalesced. A null A is none yet, and not empty: B.
Map unite(const Map &A, const Map &B);

/// All pairs.
Map product(const Set &Domain, const Set &Range);
Map nameDim(const Map &M, Dim Kind, unsigned Pos, const std::string &Name);
/// Pairs of points that agree before Pos, and are in ascending order there.
Map lessAt(const Space &Pairs, unsigned Pos);
/// The pairs as points, the domain's coordinates first.
Set graph(const Map &M);
Map fix(const Map &M, Dim Kind, unsigned Pos, int64_t V);
Map lowerBound(const Map &M, Dim Kind, unsigned Pos, int64_t V);
Map upperBound(const Map &M, Dim Kind, unsigned Pos, int64_t V);
/// In simpler words, as it is in Domain.
Map gistDomain(const Map &M, const Set &Domain);
/// The least relation given by equations alone that holds M.
Map affineHull(const Map &M);

/// Unknown also where the context has met an error before.
Answer isEmpty(const Map &M);
/// They have the same constraints, so that they are equal. False says nothing.
bool looksEqual(const Map &A, const Map &B);
Answer isBijective(const Map &M);
/// These ask about their operands alone.
Answer isEqual(const Map &A, const Map &B);
Answer isInjective(const Map &M);
Answer isSingleValued(const Map &M);

/// Text as isl writes it. readMap: null where Text says no map.
std::string toString(const Map &M);
Map readMap(const Context &C, const std::string &Text);

} // namespace isl
} // namespace heddle

#endif
