//===- AffineText.h - Expressions of rewritten text in isl -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_ALLSIZES_AFFINETEXT_H
#define HEDDLE_VALIDATE_ALLSIZES_AFFINETEXT_H

#include "Affine/Isl.h"
#include "Validate/AllSizes/AllSizes.h"
#include "llvm/ADT/DenseMap.h"

namespace heddle {
namespace validate {

/// Where expressions stand: what their variables are, and what is known there.
struct AffineScope {
  isl::Space Space; ///< of sets: coordinates of threads, or counters
  llvm::DenseMap<int64_t, isl::PwAff> Slots;
  isl::Set Where;       ///< the points that get there; over the parameters, too
  bool IsBlock = false; ///< slots are those of the block
  bool HasThreads = false; ///< the dimensions are coordinates
  bool IsSource = false;   ///< signed overflow is undefined, and does not occur
};

/// Translates exactly, or gives null: what is not affine, what may leave its
/// type for some point of Where, and what is read from arrays.
class AffineText {
public:
  /// At: as for compareForAll.
  AffineText(const Nest &N, const BlockValues &Block, const ValueAt *At);

  isl::PwAff value(const Node *E, const AffineScope &S);
  /// The points of Where for which E is true.
  isl::Set truth(const Node *E, const AffineScope &S);
  isl::PwAff constant(int64_t V, const AffineScope &S) const;
  isl::PwAff dimension(unsigned I, const AffineScope &S) const;
  const isl::Context &context() const { return Ctx; }
  bool exhausted() const { return Ctx.exhausted(); }
  /// The values that the types of the parameters that were met let them have.
  const isl::Set &types() const { return Types; }
  bool hasParameters() const { return !Seen.empty(); }
  /// Some thread certainly computes a signed number beyond its type.
  bool isBeyondType() const { return BeyondType; }
  /// The loops as written may do so: what they do then is not defined.
  bool isUndefined() const { return Undefined; }
  /// Notes that where V is no value of T.
  void needDefined(const isl::PwAff &V, Type T, const AffineScope &S);

private:
  isl::PwAff arithmetic(const Node *E, const AffineScope &S);
  isl::PwAff division(const Node *E, const isl::PwAff &A, const isl::PwAff &B);
  isl::PwAff parameter(const Node *Load, const AffineScope &S);
  isl::PwAff within(isl::PwAff V, Type T, const AffineScope &S);
  isl::Set outside(const isl::PwAff &V, Type T, const AffineScope &S) const;

  const Nest &N;
  const BlockValues &Block;
  const ValueAt *At;
  bool BeyondType = false, Undefined = false;
  isl::Context Ctx;
  isl::Set Types;
  llvm::DenseMap<int64_t, bool> Stored; ///< objects that the text writes
  llvm::DenseMap<int64_t, bool> Seen;   ///< parameters, by place
  unsigned Depth = 0;
};

} // namespace validate
} // namespace heddle

#endif
