//===- NestModel.h - A nest as the cost model sees it -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How far each access moves with each mapped loop, and how long the loops are.
// Parameters that are not known are assumed to be long.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_NESTMODEL_H
#define HEDDLE_MAPPING_NESTMODEL_H

#include "Affine/AffineNest.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <vector>

namespace heddle {

class Ranges;

/// How an access moves, in bytes.
struct AccessStride {
  unsigned Source = 0; ///< into LoopNest::Accesses
  unsigned Array = 0;
  unsigned Bytes = 1; ///< of what it reads or writes
  bool IsWrite = false;
  bool IsLinear = false;       ///< one subscript says which element
  bool Known = false;          ///< else each thread may be anywhere
  std::vector<int64_t> ByLoop; ///< Known: by 1 of each mapped counter
  std::vector<bool> IsFixed;   ///< Known: which of these no parameter decides
  int64_t Offset = 0;          ///< Known: where the first iteration is
  int64_t Row = 0;  ///< Known: the part of Offset that is known at the launch
  double Times = 1; ///< how often an iteration of the mapped loops
  bool IsLater = false; ///< of an iteration that a thread runs behind others
  /// Share of the sectors that one run of it touches and the one before has not
  /// touched, as inner loops go on.
  double Fresh = 1;
};

class NestModel {
public:
  NestModel(const AffineNest &Nest, unsigned Rank, const Ranges &Known);

  const AffineNest &nest() const { return N; }
  unsigned rank() const { return Rank; }
  /// Parameters: as long as is usual, and much longer, so that ends do not
  /// count.
  const llvm::StringMap<int64_t> &parameters() const { return Parameters; }
  const llvm::StringMap<int64_t> &endless() const { return Endless; }
  const std::vector<AccessStride> &strides() const { return Strides; }
  /// Iterations of each mapped loop, without those that steps leave out, for
  /// parameters().
  const std::vector<int64_t> &extents() const { return Extents; }
  /// The same for all parameters; empty where these decide.
  const std::vector<std::optional<int64_t>> &knownExtents() const {
    return KnownExtents;
  }
  bool extentsAreKnown() const;
  /// How often the body runs in each iteration of the mapped loops.
  double tripsInThread() const;
  /// How often a loop inside runs its body, each time.
  double tripsOf(unsigned Loop) const;
  /// Indices have 64 bits.
  bool isWide() const { return Wide; }

  /// From one iteration of a mapped loop to its next one, on average.
  bool movesWithinSector(const AccessStride &S, unsigned D) const;
  /// From the end of a run of loop D + 1 to its next one.
  bool goesOn(const AccessStride &S, unsigned D) const;
  /// The same where loop D + 1 is recovered with D, by a division; Folded: a
  /// bit for each such loop.
  bool isOneWithNext(const AccessStride &S, unsigned D, unsigned Folded) const;
  /// goesOn() of every access, as if loop D were one with the loop outside of
  /// it. Compilers see that.
  bool isFlat(unsigned D) const { return Flat[D - 1]; }

private:
  int64_t assumed(const Sym &S) const;
  void assumeParameters(const Ranges &Known);
  void assumeProducts();
  void shortenDifferences(const Ranges &Known);
  void readExtents(const Ranges &Known);
  void readStrides();
  std::optional<AccessStride> strideOf(const AffineAccess &A) const;
  AccessStride strideInSegments(const AffineAccess &A) const;
  void readFlat();

  const AffineNest &N;
  const unsigned Rank;
  llvm::StringMap<int64_t> Parameters, Endless;
  int64_t Least = 1; ///< that an extent is taken for if it is not known
  std::vector<int64_t> Extents;
  std::vector<std::optional<int64_t>> KnownExtents;
  std::vector<AccessStride> Strides;
  std::vector<bool> Flat; ///< per mapped loop but the last
  bool Wide = true;
};

} // namespace heddle

#endif
