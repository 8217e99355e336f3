//===- TileForms.h - Linear forms of a tile --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to the files of tiles.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILEFORMS_H
#define HEDDLE_MAPPING_TILEFORMS_H

#include "Mapping/Tile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

namespace heddle {

/// Leaves, with how many values they have.
using Coordinates = std::map<std::string, int64_t>;
/// By leaf.
using Coefficients = std::map<std::string, int64_t>;

/// Adds Factor times the coefficients of S; false where S is not linear in the
/// coordinates.
bool addLinear(const Sym &S, int64_t Factor, const Coordinates &Of,
               Coefficients &To);

/// The values that the mapping recovers, over coordinates and parameters.
std::vector<std::pair<std::string, Sym>>
recoveredValues(const ThreadMapping &V);

/// The leaves of threads in a block, and of serial dimensions. Nothing where
/// some extent is not constant.
std::optional<Coordinates> coordinatesOf(const ThreadMapping &V);

/// Tile::Full.
std::optional<Sym> fullTile(const ThreadMapping &V);

/// A subscript: by loop, by parameter, and a constant.
struct LinearSubscript {
  std::map<unsigned, int64_t> ByLoop, ByParam;
  int64_t Constant = 0;
};
/// By dimension, outermost first.
using Subscripts = std::vector<LinearSubscript>;

bool isMovedBy(const Subscripts &Of, unsigned Loop);
/// The loop moves the element to its neighbour in memory.
bool isAlong(const Subscripts &Of, unsigned Loop);

/// How many elements lie between neighbours in each dimension of an array that
/// has several; empty where some extents are no constants.
std::vector<int64_t> declaredStrides(const ArrayInfo &A);

/// Where the relation has one dimension, and the array several with constant
/// extents, the subscripts as they are written. Nothing where one of them is
/// not linear.
std::optional<Subscripts> subscriptsOf(const AffineAccess &A,
                                       const AffineNest &N);

/// The linear subscript as several, by the distances of neighbours.
Subscripts splitSubscript(const LinearSubscript &S,
                          llvm::ArrayRef<int64_t> Strides);

/// Constants by which loops move the subscripts of a linear array, each a
/// divisor of the one before it, and 1: rows of constant lengths. Empty where
/// there are none.
std::vector<int64_t> rowsIn(llvm::ArrayRef<LinearSubscript> Of);

/// C in terms of the strides, of which the last is 1: the least remainders.
std::vector<int64_t> digitsOf(int64_t C, llvm::ArrayRef<int64_t> Strides);

/// The values that the counter of a loop in the thread has: the first and the
/// last, or the other way round, both inclusive; nothing where these are no
/// constants.
std::optional<std::pair<int64_t, int64_t>> valuesOf(const Loop &L);

/// Why an iteration's body cannot run in parts, with those of other iterations
/// between them: in an order that is not the loops', or in strips. Null: it
/// can.
const char *whyNotInParts(const VerifiedNest &Nest, bool InStrips);

/// Loop Number of the thread in strips of Length iterations; nothing, and why,
/// where it cannot run so.
std::optional<TileStrip> stripsOf(const AffineNest &N, unsigned Rank,
                                  unsigned Number, int64_t Length,
                                  std::string &Why);

/// The values of a counter at iterations of the loops outside: half-open, over
/// parameters and their counters, in 64 bits; none where the ends cross.
struct LoopEnds {
  Sym Lower, Upper;
};

/// Points: iterations of loops with these counters, of which the last one is
/// that of the ends. Outside: those of the others. Nothing where the values
/// have gaps, or where the ends are not known, or may not fit.
std::optional<LoopEnds> endsInside(const AffineNest &N, const isl::Set &Points,
                                   llvm::ArrayRef<std::string> Counters,
                                   const isl::Set &Outside);

/// A loop of the thread in strips. Ends: where they depend on counters of
/// mapped loops outside of the innermost one; the strips are those of all
/// iterations.
struct CountedStrip {
  TileStrip Whole;
  std::optional<LoopEnds> Ends;
};
/// As stripsOf; nothing also where the ends depend on the innermost mapped
/// loop.
std::optional<CountedStrip> stripsInside(const AffineNest &N, unsigned Rank,
                                         unsigned Number, int64_t Length);

/// Into LoopNest::Accesses: those that have a text of their own, so that
/// another element can take their place.
llvm::DenseSet<unsigned> accessesWithText(const LoopNest &N);

/// The first access of B that data may leave out, and that writes, or may find
/// an element which no read finds for certain.
std::optional<unsigned> firstUncertain(const StagedBuffer &B,
                                       const AffineNest &N);

/// Fills Touched, Stored and the like of B, which has all else, for the strips
/// of T. False: no short condition says which elements are read, or stored.
bool findTouched(StagedBuffer &B, const Tile &T, const AffineNest &N);

} // namespace heddle

#endif
