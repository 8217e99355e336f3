//===- Cost.h - What a layout of a nest costs on a device -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An estimate, to weigh layouts against each other before any of them runs. It
// knows how far each access moves with each mapped loop, and counts what the
// threads of one block in the middle of the grid ask of memory. Extents that
// are not known are taken for long.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_COST_H
#define HEDDLE_MAPPING_COST_H

#include "Legality/VerifiedNest.h"
#include "heddle/strategy.h"
#include "llvm/ADT/StringMap.h"
#include <optional>
#include <vector>

namespace heddle {

class Ranges;
struct ThreadMapping;

/// A row of Devices.def.
struct Device {
  const char *Architecture;
  unsigned Multiprocessors, Warps;
  // For a multiprocessor, in a cycle:
  double Sectors; ///< from its own cache
  double Shared;  ///< bytes from the cache that all share
  double Bytes;   ///< from global memory
};

/// The row of an architecture ("sm_90"); of one that is not listed, the last
/// one before it. Null where there is none, or Name is no architecture.
const Device *deviceOf(llvm::StringRef Name);

/// The device that is assumed where nobody names one.
const Device &defaultDevice();

/// All figures are for 32 iterations, which is what a full warp runs.
struct Cost {
  double Instructions = 0; ///< of warps
  double Sectors = 0;      ///< of 32 bytes that loads and stores ask for
  double Lines = 0;        ///< of 128 bytes, likewise: a cache looks up each
  double Shared = 0;       ///< bytes that pass the cache that all share
  double Bytes = 0;        ///< of global memory, each once
  double Idle = 0;         ///< share of the threads without iteration
  double Cycles = 0;       ///< of a multiprocessor

  enum Limit : unsigned char { Memory, SharedCache, Cache, Instruction };
  Limit Bound = Memory; ///< what takes most of the cycles
};

/// How an access moves, in bytes.
struct AccessStride {
  unsigned Source = 0; ///< into LoopNest::Accesses
  unsigned Array = 0;
  unsigned Bytes = 1; ///< of what it reads or writes
  bool IsWrite = false;
  bool IsLinear = false;       ///< one subscript says which element
  bool Known = false;          ///< else each thread may be anywhere
  std::vector<int64_t> ByLoop; ///< Known: by a step of each mapped loop
  int64_t Offset = 0;          ///< Known: where the first iteration is
  double Times = 1;            ///< how often an iteration of the mapped loops
  /// Share of the sectors that one run of it touches and the one before has not
  /// touched, as inner loops go on.
  double Fresh = 1;
};

/// What one access asks for, on average over the warps of a block.
struct AccessCost {
  double Sectors = 0; ///< of 32 bytes
  double Used = 0;    ///< bytes of each of these that threads touch
};

class CostModel {
public:
  CostModel(const VerifiedNest &Nest, unsigned Rank, const Device &On,
            const Ranges &Known);

  Cost of(const layout &L) const;
  /// The same of any mapping. Each: what the accesses cost, parallel to
  /// strides(), if it is wanted.
  Cost of(const ThreadMapping &V, std::vector<AccessCost> *Each = nullptr) const;

  const std::vector<AccessStride> &strides() const { return Strides; }
  /// Iterations of each mapped loop, without those that steps leave out; empty
  /// where that is not known.
  const std::vector<std::optional<int64_t>> &extents() const {
    return KnownExtents;
  }

  bool extentsAreKnown() const;
  /// What parameters are assumed to be.
  const llvm::StringMap<int64_t> &parameters() const { return Parameters; }

private:
  int64_t assumed(const Sym &S) const;
  void assumeParameters(const Ranges &Known);
  void readExtents(const Ranges &Known);
  void readStrides();
  std::optional<AccessStride> strideOf(const AffineAccess &A) const;
  double tripsOf(unsigned Loop) const;
  void readFlat();
  double accessInstructions() const;
  // Of a layout:
  double recovery(const layout &L) const;
  double fold(const layout &L, unsigned First, unsigned End) const;
  double fold(unsigned Dim) const;
  double idle(const layout &L) const;
  double waves(const layout &L) const;
  // Of any mapping:
  double recovery(const ThreadMapping &V) const;
  double division(const Sym &Divisor) const;
  double idle(const ThreadMapping &V) const;

  const AffineNest &N;
  const unsigned Rank;
  const Device &On;
  /// As long as is usual, and much longer, so that ends do not count.
  llvm::StringMap<int64_t> Parameters, Endless;
  std::vector<int64_t> Extents;
  std::vector<std::optional<int64_t>> KnownExtents;
  std::vector<AccessStride> Strides;
  /// Per mapped loop but the last: every access goes on from the end of a run
  /// of the next loop to its next one, as if both were one. Compilers see that.
  std::vector<bool> Flat;
  bool Wide = true; ///< indices have 64 bits
};

} // namespace heddle

#endif
