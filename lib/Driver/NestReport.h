//===- NestReport.h - What was decided about one nest ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For people and programs that want to know more than what is wrong: per nest
// its loops, mapping and arrays, and what a launch checks. docs/report.md
// describes both forms.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_NESTREPORT_H
#define HEDDLE_DRIVER_NESTREPORT_H

#include "Kernel/LaunchChecks.h"
#include "Legality/Findings.h"
#include "Mapping/Explain.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
namespace json {
class OStream;
}
} // namespace llvm

namespace heddle {

struct NestReport {
  /// Lines and columns from 1; 0: none.
  struct Place {
    std::string File;
    unsigned Line = 0, Column = 0;
  };

  struct Note {
    std::string Text;
    Place Where;
  };

  struct Message {
    std::string ID; ///< "HD402"
    Severity Level = Severity::Error;
    std::string Text; ///< without the tag
    Place Where;
    std::vector<Note> Notes = {};
  };

  using Values = std::vector<std::pair<std::string, int64_t>>;

  /// One access at one iteration.
  struct Touch {
    std::string Access; ///< as the source spells it
    bool Write = false, May = false;
    Values At; ///< the loops' counters, outermost first
  };

  struct Conflict {
    ConflictKind Kind = ConflictKind::Flow;
    std::string Loop; ///< that carries it
    Values Parameters;
    std::string Element; ///< "x[1]"
    Touch Earlier, Later;
  };

  /// Inclusive ends, in elements from the array's pointer; conservative.
  struct Elements {
    std::string First, Last;
    std::string Bytes;             ///< all of it, as an expression
    std::optional<int64_t> Number; ///< the same, where it is constant
    bool In = false, Out = false;  ///< moved to a device, and back
    unsigned Operations = 0;       ///< that a launch needs for the ends
  };

  struct Array {
    std::string Name, Type;
    /// "read only", "compatible", "copied", "refused", "undecided"
    std::string Verdict;
    std::string ID; ///< of what was said about it; may be empty
    bool Read = false, Written = false;
    std::optional<Elements> Touched; ///< where the nest is mapped
    bool Inspected = false; ///< its ends are what a pass over the loops finds
    bool ToldApart = false; ///< so is whether iterations share elements
    std::optional<Elements> Copy;       ///< made before the launch
    std::vector<std::string> CopyReads; ///< the accesses that take it
    std::optional<Conflict> Witness;
  };

  struct LoopLine {
    std::string Name, Verdict; ///< "mapped", "mappable", ..., "conflicting"
  };

  struct ReductionLine {
    std::string Name;     ///< of the array or variable
    std::string Operator; ///< "+=", "max"
    /// "tree", "atomic", "in the thread", "in segments that the launch builds"
    std::string How;
  };

  /// How the text of the launch was looked at again.
  struct Validation {
    unsigned Instances = 0; ///< sizes that kernels and loops agree for
    bool AllSizes = false;  ///< isl has compared them for all sizes, too
    std::string Remark;     ///< what was not run or read; empty: nothing
  };

  /// A kernel that runs the last stages of a statement, in large launches.
  struct FusedLine {
    std::string Kernel, Grid, Block;
    unsigned First = 1; ///< the stage with which it begins
    std::string Extent; ///< of the outermost loop: from Least on
    int64_t Least = 0;
    int64_t SharedBytes = 0; ///< of a block
  };

  std::string Verdict; ///< "mapped", "refused", "kept", "not instantiated"
  Place Where;
  std::string Function;
  std::string Kernel; ///< name of the launch; empty unless mapped
  std::vector<Message> Messages;
  unsigned Rank = 0;
  std::vector<LoopLine> Loops; ///< those that could be mapped, outermost first
  std::string Mapping, Strategy, Proof, Grid, Block;
  std::string Serial; ///< extents that a thread runs; may be empty
  /// About so many of 100 threads of a box around loops whose bounds depend on
  /// counters have no iteration, for parameters that are alike.
  unsigned Idle = 0;
  /// Where threads run a body without so many conditions; empty: nowhere.
  std::string Inside;
  unsigned LeftOut = 0;
  std::optional<MappingExplanation> Explained; ///< where that is asked for
  std::vector<ComparedMapping> Compared;  ///< likewise; the nest's own first
  std::vector<WeighedMapping> Candidates; ///< likewise; the one taken first
  std::vector<Array> Arrays;
  std::vector<ReductionLine> Reductions; ///< of mapped nests
  std::vector<LaunchCheck> Checks;
  std::optional<Validation> Validated; ///< of text that is written
  /// The other stages of a mapped statement, in their order. Only what the
  /// pipeline finds out is known of them.
  std::vector<NestReport> Before;
  std::optional<FusedLine> Fused; ///< of a statement of several stages
  /// The launches of a mapped nest that runs as several, in their order, and
  /// the line where what each runs begins. The nest has no mapping of its own
  /// then.
  std::vector<NestReport> Launches;

  /// The sum over all stages and launches.
  unsigned operations() const;
};

/// Describes what is known after verification, of refused nests too. Nest: null
/// if it was refused.
void describeLegality(const AffineNest &N,
                      const std::vector<ArrayFinding> &Found,
                      const VerifiedNest *Nest, NestReport &Out);
/// Describes what is known of the launch of all stages, beside that of each.
void describeFused(const LaunchPlan &P, NestReport &Out);
/// Describes what is known of the launch.
void describeLaunch(const LaunchPlan &P, NestReport &Out);

/// Fills in Explained and Compared, as far as they are asked for.
void describeCosts(const MappedNest &M, bool Explain, bool Compare,
                   NestReport &Out);

void printText(const NestReport &N, llvm::raw_ostream &OS);
/// One object.
void printJson(const NestReport &N, llvm::json::OStream &OS);

} // namespace heddle

#endif
