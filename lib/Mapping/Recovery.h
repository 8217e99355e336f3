//===- Recovery.h - A mapping's symbolic reading ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_RECOVERY_H
#define HEDDLE_MAPPING_RECOVERY_H

#include "Mapping/MappedNest.h"
#include "Strategy/Strategies.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

/// Identifiers that a nest's text may mention, and those invented since.
class TakenNames {
public:
  TakenNames() = default;
  explicit TakenNames(const LoopNest &N);
  /// Base, else Base with the first free number, never a name in the table.
  std::string invent(const std::string &Base);
  bool contains(llvm::StringRef Name) const { return Taken.contains(Name); }
  void insert(llvm::StringRef Name) { Taken.insert(Name); }

private:
  llvm::StringSet<> Taken;
};

/// The nest's own index space: Dims of the first Rank loops.
SymSpace spaceOf(const AffineNest &N, unsigned Rank);

/// The mapping applied to a space that is not empty (nothing is launched for
/// one that is): where Gen writes max(L, U), U stands.
SymMapped applyNonEmpty(const mapping &M, const SymSpace &Space);

/// A mapping of its space that does not exceed a device for certain.
inline bool isLaunchable(const SymMapped &Mapped) {
  return Mapped.valid() && limit_exceeded(Mapped.threads) == device_limit::none;
}

/// Grid, block, recovery, guards and cuts of a mapping that is valid for its
/// space. Counters are the mapped loops' names. Suffix, Spelling, Proof and
/// LimitsProved are left alone.
ThreadMapping recoverMapping(const SymMapped &Mapped,
                             const std::vector<std::string> &Counters,
                             const TakenNames &Names);

/// "GridBlock(1, SplitLast(32, ShiftLB(Gen)))"
/// With Around set, that call (without its ')') stands around the argument of
/// step Inner, for a mapping that lacks it.
std::string spell(const mapping &M, int Inner = -1,
                  const std::string &Around = "");

} // namespace heddle

#endif
