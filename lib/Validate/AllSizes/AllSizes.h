//===- AllSizes.h - Launches compared for all parameters -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where bounds, guards and index recovery are affine, isl compares them for all
// values of the parameters at once: the threads that pass the guards are one to
// one with the iterations of the loops. If then the kernel's body is the loops'
// body, with their counters' values, both do the same for all sizes.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_ALLSIZES_ALLSIZES_H
#define HEDDLE_VALIDATE_ALLSIZES_ALLSIZES_H

#include "Validate/Tree.h"

namespace heddle {
namespace validate {

enum class ForAll : unsigned char {
  Unknown,
  Same,   ///< for all sizes for which any iteration runs
  Differs ///< there are no parameters, and threads and iterations differ
};

/// N.Launches[Launch] and the loop as written. Elements that are read from
/// copies are not compared. A limited amount of work.
ForAll compareForAll(const Nest &N, unsigned Launch);

/// Nodes of the launch's block that have one value, by the slot they are in.
class BlockValues {
public:
  explicit BlockValues(const Nest &N);

  const Node *of(int64_t Slot) const;
  /// E, or what the slot that it names is set to.
  const Node *resolved(const Node *E) const;
  /// The call of rt::run or rt::reduce, or null.
  const Node *run(unsigned Launch) const;

private:
  void collect(const Node *S);

  const Nest &N;
  std::vector<const Node *> Values;
  std::vector<bool> Twice;
  std::vector<const Node *> Runs;
};

/// Whether the kernel's body at the end of the way is the text Written, where
/// the slots Mapped have the values of the counters. Exact where it says yes.
bool isSameText(const Nest &N, const BlockValues &Block, unsigned Launch,
                const Way &W, const Node *Written);

} // namespace validate
} // namespace heddle

#endif
