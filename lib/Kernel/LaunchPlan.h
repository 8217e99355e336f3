//===- LaunchPlan.h - Kernels, checks and launches of one nest --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything that the emitter prints, decided: which kernels with which
// parameters, which locals of which width, which checks in which order. The
// emitter only spells it.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_LAUNCHPLAN_H
#define HEDDLE_KERNEL_LAUNCHPLAN_H

#include "Kernel/HostBlocks.h"
#include "Kernel/HostWork.h"
#include "Kernel/Interior.h"
#include "Kernel/Phases.h"
#include "Mapping/MappedNest.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

enum class IndexWidth : unsigned char { I32, I64 };

/// A kernel parameter: an array, a scalar of the source, an extent computed on
/// the host, a precomputed divisor, a copy of an array, a list of iterations,
/// or a number of runs that are whole (heddle/runtime/runs.h).
struct KernelParam {
  enum Kind : unsigned char {
    Array,
    Scalar,
    Extent,
    Divisor,
    Copy,
    Segment,
    Runs
  } What;
  /// Array, Scalar: into LoopNest; Copy: into VerifiedNest::copies(); Segment:
  /// 0 for where they begin, then the perfect loop, from 1 on, whose counters
  /// these are, and behind the last one what the threads have missed.
  unsigned Index = 0;
  std::string Name;
  Sym Value;          ///< Extent, Divisor, Runs: on the host
  bool IsInt = false; ///< Extent, Runs: also in a kernel of 64-bit indices
};

/// One line of the kernel before the body: a local, or a guard. Leaves are
/// thread coordinates, earlier locals, and parameters of the kernel; a quotient
/// by anything but a constant is by a Divisor parameter's Value. All dividends
/// are non-negative and all values, computed in the kernel's width, exact. A
/// leaf with the name of a Divisor parameter is that divisor's value.
struct KernelLine {
  /// All lines behind a Loop are its body, in which a Guard goes on with the
  /// next iteration. Holds: a condition of all iterations, which compilers may
  /// use.
  enum Kind : unsigned char { Local, Guard, Loop, Holds } What;
  std::string Name; ///< Local; Loop: its counter
  std::string Type; ///< the same: C++ type
  /// Local: value; Guard: the condition to go on; Loop: how often it runs;
  /// Holds: the condition.
  Sym Value;
  /// Loop: of iterations that are written out where this holds. Then no guard
  /// IsImplied fails, and arrays begin where KernelPlan::Wide needs it.
  std::optional<Sym> Whole = std::nullopt;
  bool IsImplied = false; ///< Guard
};

/// How the threads of a kernel combine what they reduce:
/// heddle/runtime/reduce.h. An iteration is a function of its own, over the
/// place that a thread of Mapping would have.
struct KernelTree {
  struct Result {
    unsigned Array; ///< into LoopNest
    std::string Class;
    std::string Partials; ///< kernel parameter
    /// Of a choice, of which Array is the key (LoopNest::Choices).
    std::vector<unsigned> With = {};
    std::string Won = {};    ///< last of its parameters of the function
    bool CountsDown = false; ///< iterations run by descending numbers
  };
  std::vector<Result> Results;
  /// Iterations use what those before them have made of the results:
  /// heddle/runtime/scan.h. The kernel has a twin, which runs
  /// LaunchPlan::Slice.
  bool Scans = false;
  bool CountsDown = false;  ///< Scans: iterations run by descending numbers
  std::string Block, Place; ///< parameters of the function, for blockIdx.x, ...
  std::string Blocks;       ///< kernel parameter: how many
};

/// A number that the thread's iterations keep from one phase to the next.
struct KeptNumber {
  std::string Name;     ///< of the variable in the body
  std::string Type;     ///< with `const`, if it has that
  std::string Register; ///< of phases::Kernel
};

/// Statements of the body between two barriers.
struct TilePart {
  ValueRef Code;
  unsigned TextBegin = 0; ///< into LoopNest::Text
  /// Into KernelTile::Kept: what it uses of the parts before it, and what the
  /// parts behind it use.
  std::vector<unsigned> Restored, Saved;
  std::vector<unsigned> Cleared; ///< set to 0: they have no value yet
  /// Instead of Code where LaunchPlan::Inside holds; null: there is none. Only
  /// of a part that is the whole body.
  ValueRef Inside = nullptr;
};

/// How the threads of a kernel share what they load, MappedNest's
/// ThreadMapping::Shared with names. The kernel's Lines come before the body in
/// each part.
struct KernelTile {
  phases::Kernel Phases;
  std::vector<TilePart> Parts;
  std::vector<KeptNumber> Kept;
  /// Names: the index that says whether no iteration of the block is missing;
  /// empty: nobody knows.
  std::string Full;
  /// The same: whether all iterations of the block are inside
  /// (LaunchPlan::Inside), and none is missing. Empty: threads find it out.
  std::string Inside;
  /// Part runs the iterations of a strip. Loads and Stores are parts that run
  /// around all strips of the loop where there are some: they load and store
  /// elements that are kept.
  struct Strip {
    unsigned Part = 0;
    unsigned Loop = 0; ///< into LoopNest::Loops
    int64_t Length = 1;
    std::string First, Place, Count; ///< indices: Place is below Count
    std::vector<unsigned> Loads, Stores;
  };
  std::vector<Strip> Strips; ///< in the body's order
  /// Whose part it is; null: the part is in no strip.
  const Strip *stripOf(unsigned Part) const {
    for (const Strip &S : Strips)
      if (S.Part == Part)
        return &S;
    return nullptr;
  }
};

struct KernelPlan {
  std::string Name;
  /// In MappedNest::Mappings.
  const ThreadMapping *Mapping = nullptr;
  /// The width of index arithmetic: 32 bits only where every value is proved to
  /// fit.
  IndexWidth Width = IndexWidth::I64;
  /// Over parameters: 32 bits are enough where all of these hold, and the
  /// kernel is launched only there.
  std::vector<Sym> Narrow;
  std::vector<KernelParam> Params;
  std::vector<KernelLine> Lines;
  /// Arrays whose loads and stores compilers may join where Whole holds, as far
  /// as these begin at multiples of Bytes.
  std::vector<unsigned> Wide;
  unsigned Bytes = 0;
  std::optional<KernelTree> Tree;
  std::optional<KernelTile> Tile;

  /// Threads have other loops where their runs are not whole: the body stands
  /// twice.
  bool hasRest() const {
    return std::any_of(Lines.begin(), Lines.end(), [](const KernelLine &L) {
      return L.Whole && !L.Whole->isConst(1);
    });
  }
};

struct LaunchPlan;

/// A kernel that runs several stages of a statement, which are the last ones
/// (Mapping/FusedStages).
struct FusedKernel {
  std::string Name;
  size_t First = 0; ///< into LaunchPlan::Steps
  /// The stages as they are in this kernel: each has one KernelPlan, whose tile
  /// has one part. Their phases are those of Phases.
  std::vector<std::shared_ptr<const LaunchPlan>> Stages;
  phases::Kernel Phases; ///< part I is that of Stages[I]
  struct Param {
    size_t Stage; ///< into Stages: whose it is
    KernelParam Of;
  };
  std::vector<Param> Params;
  /// A launch takes the kernel where all of these hold, over parameters, where
  /// When says so, and where these arrays (into LoopNest::Arrays) are apart.
  std::vector<Sym> Narrow;
  LaunchChoice When;
  std::vector<std::pair<unsigned, unsigned>> Apart;
  int64_t SharedBytes = 0; ///< of a block

  const ThreadMapping &mapping() const;
};

/// How the loops run on several CPU threads.
enum class HostLoop : unsigned char {
  Sequential, ///< they do not: no loop qualifies
  Collapse,   ///< as written, under OpenMP: the outermost one or, where it is
              ///< short, the outermost ones together
  TripCount,  ///< the outermost loop rewritten with a trip counter
};

struct LaunchPlan {
  /// Null where there are Steps.
  std::shared_ptr<const MappedNest> Mapped;
  /// Where there are parts: what the launch asks before the first of them.
  std::shared_ptr<const CheckedNest> Whole;
  std::string Name; ///< of the launch, and of its kernels but for a suffix
  /// In the order of MappedNest::Mappings, of each one or two: the second one
  /// is for indices that do not fit the first, where the mapping has no Choice.
  /// None where no iteration can be launched.
  std::vector<KernelPlan> Kernels;
  /// The body that each thread of the kernels runs.
  ValueRef Body;
  /// Threads and CPU threads have another body there. The launch's checks are
  /// to hold.
  std::optional<Interior> Inside;
  /// As Inside has it: CPU threads that share the outermost loop run the
  /// innermost mapped one in three parts, of which the second has no
  /// conditions.
  std::optional<InsideRow> Row;
  /// The part of Body that variables take which iterations pass on, in a scan;
  /// else null.
  ValueRef Slice;
  /// Not empty: these run, one after the other, and the launch has no kernels
  /// of its own. Their nests say what they are: parts each fall back to loops
  /// of their own, behind the checks of Whole; stages run only where the checks
  /// of all hold, and the last one has the statement to fall back to.
  std::vector<std::shared_ptr<const LaunchPlan>> Steps;
  /// Where Steps are stages: runs the last of them where it may.
  std::optional<FusedKernel> Fused;
  /// Names of kernel parameters, parallel to VerifiedNest::copies().
  std::vector<std::string> CopyNames;
  HostLoop Parallel = HostLoop::Sequential;
  /// Set where it is not Sequential: the loops that CPU threads share.
  std::shared_ptr<const AffineNest> OnHost;
  /// Collapse: number of outer loops under one OpenMP collapse; from 2 on, the
  /// launch chooses between these and the outermost one.
  unsigned OmpCollapse = 0;
  /// Their iterations may be more than the widest type of their counters holds,
  /// in which g++ counts them.
  bool OmpOverflows = false;
  /// The launch may run blocks of the loops instead, on CPU threads or on one.
  std::optional<HostBlocks> Blocks;
  /// There are threads to choose: Parallel, or a tree of a kernel.
  std::optional<HostWork> Work;
  /// There are kernels, and an iteration of the loops runs Body as these do:
  /// CPU threads may call it with pointers to the arrays and the values of the
  /// scalars.
  bool LoopsCallBody = false;
  /// The same of the loops in their order, also where a check has failed: no
  /// write reaches a scalar or a pointer that is passed.
  bool FallbackCallsBody = false;
  /// Lines for HEDDLE_TRACE=2 about the first kernel's mapping; none where
  /// nobody wants them.
  std::vector<std::string> Explained;
  /// Variables that the loops name in that body alone: where all loops call it,
  /// nothing in the user's function reads them.
  std::vector<std::string> OnlyInBody;

  bool inParts() const { return Whole != nullptr; }
  /// Loops on several CPU threads read the copies that the launch names.
  bool sharesCopies() const {
    return !CopyNames.empty() && LoopsCallBody &&
           Parallel != HostLoop::Sequential;
  }
  const CheckedNest &checked() const {
    return Whole    ? *Whole
           : Mapped ? Mapped->verified()
                    : Steps.back()->checked();
  }
  const AffineNest &affine() const { return checked().affine(); }
  const LoopNest &source() const { return checked().source(); }
};

inline const ThreadMapping &FusedKernel::mapping() const {
  return *Stages.front()->Kernels.front().Mapping;
}

/// A Divisor parameter's value as kernel code, in the kernel's width.
std::string valueText(const KernelPlan &K, const KernelParam &Divisor);

/// MappedNest -> LaunchPlan. Null after reporting an error. Explain: the launch
/// can tell what its mapping costs.
std::shared_ptr<const LaunchPlan>
planLaunch(std::shared_ptr<const MappedNest> Nest, Report &R,
           bool Explain = false);

/// The plan of a statement that runs as its stages do, at least one: one is a
/// plan by itself. The last ones of several may share a kernel. How: null where
/// nobody would run that.
std::shared_ptr<const LaunchPlan>
planStages(std::vector<std::shared_ptr<const LaunchPlan>> Stages,
           ProofMemo &Memo, const ChoiceOptions *How);

/// The plan of a nest that runs as its parts do, at least two.
std::shared_ptr<const LaunchPlan>
planParts(std::shared_ptr<const CheckedNest> Whole,
          std::vector<std::shared_ptr<const LaunchPlan>> Parts);

void dump(const LaunchPlan &P, llvm::raw_ostream &OS);

} // namespace heddle

#endif
