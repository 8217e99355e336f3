//===- KernelPlanner.h - One kernel's parameters and lines -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_KERNELPLANNER_H
#define HEDDLE_KERNEL_KERNELPLANNER_H

#include "Kernel/LaunchPlan.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

namespace heddle {

/// Names that kernels have in common which are joined to one.
struct CommonNames {
  std::vector<std::string> Taken;    ///< no kernel may invent them
  std::vector<KernelParam> Computed; ///< extents and divisors that there are
  std::vector<std::string> Blocks, Threads; ///< as phases::Kernel has them
  /// By buffer of the tile: its name, and that nothing is to be loaded.
  std::vector<std::string> Buffers;
  std::vector<bool> IsThere;
};

/// Plans one kernel. Why says what stood in the way where plan() fails, which
/// is an internal error.
class KernelPlanner {
public:
  KernelPlanner(const MappedNest &Mapped, const ThreadMapping &V,
                const ValueRef &Body, const std::optional<Interior> &Inside,
                const std::vector<std::string> &CopyNames);

  /// A launch may ask whether indices fit 32 bits, and run another kernel where
  /// they do not.
  bool MayAsk = false;
  const CommonNames *Common = nullptr; ///< null: the kernel stands alone
  bool plan(KernelPlan &Out);
  std::string Why;

private:
  friend class TilePlanner;

  void defineThreads();
  bool defineSteps();
  void findWidth();
  bool isLeftOut(const ThreadGuard &G) const;
  void collectExtents(const Sym &S, std::vector<Sym> &Out) const;
  bool narrowTo(int64_t Most, llvm::ArrayRef<Sym> Extents);
  bool hasWideCounters() const;
  bool isNumberBefore(unsigned Step) const;
  /// In a kernel of 64 bits the number of a run has 32.
  bool hasShortNumber() const { return Width == IndexWidth::I64 && NumberFits; }
  void narrow();
  Interval rangeOf(const Sym &Value, const std::string &Name);
  Interval cutRange(const std::string &Name) const;
  Interval counterRange(unsigned Loop) const;
  void applyGuards(unsigned After);
  int counterOf(const std::string &Name) const;

  bool isComputable32(const Sym &S) const;
  bool isCutOff(const Sym &Product) const;
  bool checkDividends(const Sym &S);
  const Param *sourceParam(const std::string &Leaf) const;
  bool isInlineParameter(const Sym &S) const;

  /// Parameters replaced by kernel parameters; Name for one that is added. A
  /// leaf with the name of a Divisor is its value.
  Sym lower(const Sym &S, const std::string &Name = "extent");
  /// IsInt: KernelParam::IsInt of one that is added.
  Sym addExtent(const Sym &S, const std::string &Name, bool IsInt = false);
  void addDivisor(const Sym &Divisor);
  void addLocal(const std::string &Name, const std::string &Type, Sym Value);
  void addStep(const RecoveryStep &Step);
  void addGuard(const ThreadGuard &G);
  void addWidths();
  void beginSerial(const Sym &Before);
  std::optional<Sym> wholeRuns();
  bool isWideRun(const RecoveryStep &Step) const;
  Sym inRun(const Sym &Value);
  void dropUnusedLocals();
  void addSourceParams(KernelPlan &Out);
  void planTree(KernelPlan &Out);

  const MappedNest &Mapped;
  const ThreadMapping &V;
  const AffineNest &N;
  const LoopNest &Source;
  const std::vector<std::string> &CopyNames;
  TakenNames Names;
  Ranges Known;
  llvm::StringSet<> BodyNames; ///< identifiers of the kernel's body
  IndexWidth Width = IndexWidth::I64;
  bool LeavesOut = false;  ///< guards that follow from others
  bool NumberFits = false; ///< 32 bits, and all that is computed before the run
  bool OfNumber = false;   ///< what is asked: that NumberFits
  std::vector<Sym> Asked;  ///< KernelPlan::Narrow
  std::vector<KernelParam> Computed; ///< extents and divisors
  std::vector<KernelLine> Lines;
  /// Loop variables whose declared type is not the working type: the working
  /// copy's name.
  std::vector<std::pair<std::string, Sym>> WorkingCopy;
  const ValueRef &Body;
  const std::optional<Interior> &Inside;
  std::string Turn; ///< of a block that rolls: its name; empty: it does not
  bool isTurn(size_t Serial) const {
    return V.Shared && V.Shared->Roll && V.Shared->Roll->Serial == Serial;
  }
  bool InSerial = false; ///< the loops of serial dimensions are among the lines
};

/// The kernel of one variant, without its name; MayAsk as above. Empty after an
/// internal error was reported.
std::optional<KernelPlan>
planKernel(const MappedNest &Nest, const ThreadMapping &V, const ValueRef &Body,
           const std::optional<Interior> &Inside,
           const std::vector<std::string> &CopyNames, bool MayAsk, Report &R);

} // namespace heddle

#endif
