//===- Partition.h - Tiles of one symbolic size ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Index d of a space is b * Ratios[d] * block + local, with constant ratios and
// one size b that is not known. That is no affine function. Polyhedra and
// affine functions become unions of pieces under it all the same, which have
// affine conditions on block indices, and others on local ones. Source:
// Guillaume Iooss, Sanjay Rajopadhye, Christophe Alias, Yun Zou,
// "Mono-parametric Tiling is a Polyhedral Transformation", theorems 4.1, 4.4
// and 4.8.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_PARTITION_H
#define HEDDLE_AFFINE_PARTITION_H

#include "Affine/Isl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace heddle {

/// Coefficients times indices, coefficients times parameters, and a constant.
struct AffineForm {
  std::vector<int64_t> OfIndices, OfParams;
  int64_t Constant = 0;
};

struct AffineConstraint {
  AffineForm Form;
  bool IsZero = false; ///< else the form is not negative
};

/// Indices have blocks of b * Ratios[d], parameters of b: a parameter is
/// b * block + local, with 0 <= local < b.
struct Partitioning {
  std::vector<int64_t> Ratios; ///< positive
  std::vector<bool> Divides;   ///< by parameter: b divides it, its local is 0
  int64_t Least = 1;           ///< value of b
};

/// A form over local indices and local parameters, and coefficient times b.
struct LocalForm {
  AffineForm Form;
  int64_t OfSize = 0;
};

struct LocalConstraint {
  LocalForm Form;
  bool IsZero = false;
};

/// All pairs of a block index for which Blocks hold, over block indices and
/// block parameters, and of a local index for which Locals hold, beside
/// 0 <= local < b * Ratios[d].
struct TilePiece {
  std::vector<AffineConstraint> Blocks;
  std::vector<LocalConstraint> Locals;

  /// Its blocks are whole.
  bool isFull() const { return Locals.empty(); }
};

/// The pieces of the points at which all constraints hold: no two of them have
/// a point in common, and none is empty for all parameters and sizes. Nothing
/// where isl could not decide that.
std::optional<std::vector<TilePiece>>
partition(const isl::Context &C, llvm::ArrayRef<AffineConstraint> Domain,
          const Partitioning &By);

/// The same of a set, whose dimensions and parameters are those of By. Nothing
/// also where it is no union of polyhedra, as with steps, and where it has
/// numbers beyond 64 bits.
std::optional<std::vector<TilePiece>> partition(const isl::Context &C,
                                                const isl::Set &Domain,
                                                const Partitioning &By);

/// Where the conditions on local indices hold, the function leads to this block
/// and this local index.
struct FunctionBranch {
  std::vector<AffineForm> Block; ///< over block indices and block parameters
  std::vector<LocalForm> Local;
  std::vector<LocalConstraint> Where;
};

/// An output of a function whose ratio does not divide what an index, or a
/// parameter, adds to it from block to block: conditions would need remainders
/// of block indices.
struct RatioConflict {
  unsigned Output;
  unsigned Of; ///< index or parameter
  bool IsParam;
  int64_t Added; ///< in units of b
};

struct PartitionedFunction {
  /// No two of them have a local index in common, and all together have all.
  std::vector<FunctionBranch> Branches;
  std::optional<RatioConflict> Wrong; ///< there are no branches then
};

/// The function of a partitioned space into another one, whose blocks are
/// b * Ratios[o] along output o. Nothing where isl could not decide which
/// branches are taken.
std::optional<PartitionedFunction>
partition(const isl::Context &C, llvm::ArrayRef<AffineForm> Function,
          const Partitioning &By, llvm::ArrayRef<int64_t> Ratios);

/// Elements that a statement reads: a function of its indices into a space
/// whose ratios are given.
struct PartitionedRead {
  std::vector<AffineForm> Function;
  std::vector<int64_t> Ratios;
};

/// The least ratios of so many indices under which no read needs remainders, as
/// far as parameters allow that. The others are the multiples of these, index
/// by index. Source: the same paper, section 5.2 and theorem 5.4.
std::vector<int64_t> leastRatios(unsigned Indices,
                                 llvm::ArrayRef<PartitionedRead> Reads);

/// The first conflict of a read, if any, with these ratios of the indices, and
/// the number of the read.
std::optional<std::pair<unsigned, RatioConflict>>
conflictOf(llvm::ArrayRef<PartitionedRead> Reads, const Partitioning &By);

/// The same points as sets: of block indices, over the block parameters, and of
/// local indices, over b and the local parameters behind it.
isl::Set blocksOf(const isl::Context &C, const TilePiece &P,
                  const Partitioning &By);
isl::Set localsOf(const isl::Context &C, llvm::ArrayRef<LocalConstraint> Locals,
                  const Partitioning &By);

//===--- For tiles of other shapes ----------------------------------------===//

/// F over local indices and local parameters, and OfSize times b.
LocalForm overLocals(const AffineForm &F, const std::vector<bool> &Divides,
                     int64_t OfSize);
/// Local index D of so many.
LocalForm localIndex(size_t D, size_t Indices, size_t Params);
/// Low <= F < High, each times b.
void addBetween(const LocalForm &F, int64_t Low, int64_t High,
                std::vector<LocalConstraint> &To);
/// The pieces of one constraint A that F is not negative, or is zero. With X
/// over blocks and Y over local indices F is b * X + Y, and k = floor(Y / b)
/// lies between Least and Most, inclusive: blocks with X >= -k for all k are
/// whole, and those with X = -k have what is not below b * k. Blocks: X.
std::vector<TilePiece> piecesOf(const AffineConstraint &A, AffineForm Blocks,
                                int64_t Least, int64_t Most,
                                const std::vector<bool> &Divides);
/// Adds to each of All the conditions of each of Of, and leaves out what
/// IsEmpty. False: that is not known of some.
bool intersect(std::vector<TilePiece> &All, llvm::ArrayRef<TilePiece> Of,
               llvm::function_ref<isl::Answer(const TilePiece &)> IsEmpty);
/// All local indices, for sizes from Least on and local parameters as Divides
/// has them.
isl::Set localSpace(const isl::Context &C, unsigned Indices,
                    const std::vector<bool> &Divides, int64_t Least);
isl::Set restrictedTo(isl::Set All, llvm::ArrayRef<LocalConstraint> Locals);

} // namespace heddle

#endif
