//===- StageText.h - Checks and launches of one nest ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most launches consist of one nest; those of some statements of several, whose
// checks and launches stand in one text.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_STAGETEXT_H
#define HEDDLE_EMIT_STAGETEXT_H

#include "Emit/InspectText.h"
#include "Emit/LaunchText.h"
#include "Emit/SegmentText.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace heddle {

/// The text that grows, and the locals of all stages.
class LaunchBlock {
public:
  explicit LaunchBlock(TakenNames Names) : Names(std::move(Names)) {}

  void line(const std::string &Text) { Body += Indent + Text + "\n"; }
  /// A local before all else, `const Type name Init;`, or the one that there is
  /// already.
  std::string declare(const std::string &Type, const std::string &Base,
                      const std::string &Init);
  /// The same here, of the initializer's type.
  std::string declareInBody(const std::string &Base, const std::string &Init,
                            const char *Attribute = "");

  /// Where the right side of a branch's assignment begins.
  size_t takenColumn() const { return Indent.size() + 2 + Path.size() + 3; }
  /// One more link of the chain of if and else.
  void branch(const std::string &Condition, const std::string &Path);
  /// The loops run as written where Condition holds. Such conditions that
  /// follow one another are one link.
  void obstacle(const std::string &Condition, const std::string &Reason);
  /// Writes the link of the obstacles so far, as every other link does first.
  void writeObstacles();
  /// The last one.
  void otherwise(const std::string &Taken);
  /// Reason: an expression.
  /// From: the site, or what is known of the loops besides.
  /// Besides: further arguments.
  std::string asLoops(const char *How, const std::string &From,
                      const std::string &Reason,
                      llvm::ArrayRef<std::string> Besides = {});
  std::string sequentially(const std::string &Reason) {
    return asLoops("sequential", Site, Reason);
  }

  TakenNames Names;
  std::string Indent, Body;
  std::vector<std::string> Head; ///< declarations
  std::string Site, Path;
  bool IsFirstBranch = true;
  std::vector<std::string> ArrayNames;      ///< of the host's arrays
  llvm::StringMap<std::string> Temporaries; ///< locals, by KernelName

private:
  llvm::StringMap<std::string> Declared; ///< by type and initializer
  struct Obstacle {
    std::string Condition, Reason;
  };
  std::vector<Obstacle> Obstacles; ///< that no link holds yet
};

/// The beginning of a launch site: its name, and where N stands.
std::string siteText(const std::string &Name, const LoopNest &N);

class StageWriter {
public:
  StageWriter(const LaunchPlan &P, const LaunchStyle &Style, LaunchBlock &In)
      : P(P), Style(Style), Nest(P.checked()), N(Nest.affine()),
        Source(*N.Nest), In(In) {}

  // In the order in which they are to be called.
  void declareSite();
  /// Without those whose footprints the loops have to be looked at for.
  void declareArrays();
  /// The inspector, and what it is to be told in the loops.
  InspectText declareInspector();
  /// The others, behind the pass.
  void declareInspected();
  void declareCopies();
  /// Behind the launches: the copies for loops on several CPU threads. Pointers
  /// to these, as expressions.
  std::vector<std::string> declareHostCopies();
  void shareExtents();
  void hostConditions();
  void wideParameters();
  /// Found: those of what the pass finds, else the others.
  void rangeChecks(llvm::function_ref<bool(CheckKind)> Chosen,
                   bool Found = false);
  /// Threads own elements from 0 on, of arrays that the pass finds.
  void ownedFromZero();
  void zeroTrip(const std::string &Taken);
  /// Found: of the arrays that the pass finds, else of the others.
  void overlaps(bool Found = false);
  void launches();
  /// A link for programs that have nothing but the loops, in front of thread
  /// spaces that it would take time to compute; no second one.
  void onlyLoops();
  /// Declares an array as far as the stages of a kernel touch it, of which this
  /// is one; the local.
  std::string declareRange(const Footprint &F, const char *Attribute = "");
  /// When a launch takes the kernel, of whose stages this is the last, over a
  /// shape that the condition declares: the condition, and the shape's name.
  /// Locals: by array.
  std::pair<std::string, std::string>
  whenFused(const FusedKernel &F,
            const std::map<unsigned, std::string> &Locals);
  /// An argument of a kernel of this stage.
  std::string argument(const KernelPlan &K, const KernelParam &Q);
  /// Declares the segments that the launches take, of a nest that has some, and
  /// what is to be called in its loops.
  SegmentText declareSegments();

  std::string host(const Sym &S);
  std::string siteName() const { return Site; }
  /// Declares how many elements there are, as far as that is claimed.
  void declareExtents();
  /// The same numbers are those of another stage, around this one.
  void takeExtents(const StageWriter &From);
  /// Calls that raise an error where noalias is wrong.
  std::vector<std::string> claimedOverlaps() const;

private:
  Sym shared(Sym S) const;
  bool isFound(const Sym &S) const;
  std::string condition(const Sym &S);
  std::string checkedLeaf(const std::string &Name);
  void declareArray(const Footprint &F);
  void declareTemporary(const Footprint &F);
  std::string tableArgument(const std::string &How, const Footprint &F);
  void tables();
  std::string nameOf(unsigned Array) const;
  bool isFound(const OverlapCheck &O) const;
  std::string claimedApart(const OverlapCheck &O) const;
  std::string allHold(const std::vector<Sym> &Conditions,
                      const std::string &Before);
  std::string launch(const KernelPlan &K, const std::string &Shape);
  std::string weighedSite();
  bool declareTrial();
  void choices();
  void inOrder();
  void branchOfShape(const KernelPlan &K, const std::string &Asks);
  std::string asked(const ThreadMapping &V, const std::string &Shape,
                    const std::string &Asks, const std::vector<Sym> &Narrow);
  std::string atLeast(const LaunchChoice &Choice);
  std::string extents(const Sym (&E)[3]);

  const LaunchPlan &P;
  const LaunchStyle Style;
  const CheckedNest &Nest;
  const AffineNest &N;
  const LoopNest &Source;
  LaunchBlock &In;
  std::string Site;
  llvm::StringMap<std::string> Checked; ///< locals of type checked, by leaf
  llvm::SmallDenseMap<unsigned, std::string> ArrayNames; ///< by array
  std::vector<std::string> CopyNames;                    ///< parallel to copies
  std::map<unsigned, std::string> Hulls; ///< locals of the pass, by array
  std::string SegmentsName;              ///< the local that holds segments
  /// Locals that weigh the loops, and choose a mapping; empty: none.
  std::string LoopsName, TrialName;
  /// Extents that kernels take, smaller ones first, with their locals.
  std::vector<std::pair<Sym, std::string>> Shared;
};

} // namespace heddle

#endif
