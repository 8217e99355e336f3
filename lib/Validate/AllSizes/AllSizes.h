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
#include "llvm/ADT/ArrayRef.h"
#include <functional>
#include <optional>

namespace heddle {
namespace validate {

enum class ForAll : unsigned char {
  Unknown,
  Same,       ///< for all sizes for which any iteration is launched
  Differs,    ///< there are no parameters, and threads and iterations differ
  BeyondType, ///< nor then does a signed number of some thread fit its type
  Undefined ///< for these sizes the loops as written leave the types of theirs
};

/// The value of the parameter at this place, if that is known.
using ValueAt = std::function<std::optional<int64_t>(int64_t, Type)>;

/// N.Launches[Launch] and the loop as written. Elements that are read from
/// copies are not compared. A limited amount of work.
/// At: for these values; null: for all.
ForAll compareForAll(const Nest &N, unsigned Launch,
                     const ValueAt *At = nullptr);

/// Nodes of the launch's block that have one value, by the slot they are in.
class BlockValues {
public:
  explicit BlockValues(const Nest &N);

  const Node *of(int64_t Slot) const;
  /// E, or what the slot that it names is set to.
  const Node *resolved(const Node *E) const;
  /// The call of rt::run or rt::reduce, or null.
  const Node *run(unsigned Launch) const;
  /// The conditions around it that are certain where it is called.
  llvm::ArrayRef<const Node *> conditions(unsigned Launch) const {
    return Conditions[Launch];
  }

private:
  void collect(const Node *S);

  const Nest &N;
  std::vector<const Node *> Values;
  std::vector<bool> Twice;
  std::vector<const Node *> Runs;
  std::vector<const Node *> Around; ///< the conditions at this place
  std::vector<std::vector<const Node *>> Conditions; ///< those of each of Runs
};

/// Whether the kernel's body at the end of the way is the text Written, where
/// the slots Mapped have the values of the counters. Exact where it says yes.
bool isSameText(const Nest &N, const BlockValues &Block, unsigned Launch,
                const Way &W, const Node *Written);

} // namespace validate
} // namespace heddle

#endif
