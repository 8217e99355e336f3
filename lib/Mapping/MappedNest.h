//===- MappedNest.h - A verified nest with its thread space ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A mapping's symbolic reading together with the proof that its index recovery
// is a bijection from the threads that are not switched off onto the
// iteration domain.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_MAPPEDNEST_H
#define HEDDLE_MAPPING_MAPPEDNEST_H

#include "Legality/VerifiedNest.h"
#include "Mapping/Cost.h"
#include "Mapping/Tile.h"
#include "Strategy/Strategies.h"
#include "heddle/mapping.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

enum class ProofKind : unsigned char {
  AllParameters, ///< one isl proof for all parameter values
  ByTheorem,     ///< segments proved in isl, non-affine folds by theorem
};

/// The leaves that stand for a thread's coordinates, x y z of the grid, then of
/// the block: "blockIdx.x" ... "threadIdx.z". No identifier of a user can look
/// like that.
extern const char *const GridLeaf[3];
extern const char *const BlockLeaf[3];

/// The leaf of a dimension that runs in the thread, numbered from the outermost
/// one: "serial.0".
std::string serialLeaf(size_t Dimension);

/// One step of the index recovery; the steps stand in the order of evaluation
/// (last combinator first). Values are over leaves: thread indices, parameters,
/// and earlier steps' names.
struct RecoveryStep {
  std::string Name; ///< fresh, or the user's loop variable for the last steps
  Sym Value;
};

/// A condition under which the thread works, evaluated after the first
/// `After` recovery steps (as early as possible).
struct ThreadGuard {
  Sym Cond;
  unsigned After = 0;
  /// Cuts (see FoldCut) passed when the combinator on the way back states the
  /// guard. Its values are then those at that point, though they may be known
  /// earlier.
  unsigned CutsBefore = 0;
  /// Whether it lets through the points of the box that are iterations
  /// (Dimension::Taken); the guards before it let the box through one to one.
  bool OfIterations = false;
};

/// One dimension of an interface between two parts of the index recovery: its
/// value is an index of the box 0 <= Value < Extent.
struct CutDim {
  Sym Value; ///< a leaf, or the constant 0
  Sym Extent;
};

/// A FoldLast2 whose inner extent is not constant, where the proof cuts the
/// chain: F of `Folded` becomes F / E and F % E of `Unfolded`'s last two.
/// Outermost dimension first.
struct FoldCut {
  std::vector<CutDim> Folded;
  std::vector<CutDim> Unfolded;
  unsigned StepsBefore = 0; ///< recovery steps that stand before the cut
};

/// Neighbouring iterations that a thread runs one after the other, the step
/// `Number * Length + serial leaf + First` of the recovery.
struct SerialRun {
  unsigned Step = 0; ///< into ThreadMapping::Recovery
  int64_t Length = 0, First = 0;
  Sym Number;
  std::optional<unsigned> Guard; ///< into Guards: the step is below an end
  /// Accesses to these arrays (into LoopNest::Arrays) lie one behind the other,
  /// and a run's begin at a multiple of so many bytes where the array does.
  std::vector<unsigned> Wide;
  unsigned Bytes = 0; ///< 8 or 16 where there are Wide ones
};

/// When a launch takes a mapping of its own accord, in front of those that
/// Auto's choice begins. The mapping is right elsewhere, too, but slower.
struct LaunchChoice {
  /// The runtime chooses it by this number, from 1 on (heddle/runtime/tune.h);
  /// 0: its size does.
  unsigned Candidate = 0;
  int64_t Least = 0; ///< Candidate 0: from so many iterations on
  Sym Iterations;    ///< of the launch
  /// Over parameters: what holds besides, for speed alone.
  std::vector<Sym> Where;
};

/// One way of mapping the nest: a named mapping, or the FoldAll variants.
struct ThreadMapping {
  mapping Steps;
  /// Kernel-name suffix: "", "_fold", "_blocks", "_fold3d"; "_c1", "_c2", ...
  /// of a Choice.
  std::string Suffix;
  std::string Spelling;  ///< "GridBlock(1, SplitLast(32, ShiftLB(Gen)))"
  Sym Grid[3], Block[3]; ///< x, y, z
  /// Extents of the dimensions that run in the thread, outermost first.
  std::vector<Sym> Serial;
  std::vector<RecoveryStep> Recovery; ///< ends with the counters, in order
  std::vector<ThreadGuard> Guards;
  std::vector<FoldCut> Cuts; ///< in the order of evaluation
  std::optional<SerialRun> Run;
  std::optional<ProofKind> Proof; ///< set once it is proved
  bool LimitsProved = false;      ///< fits the device for every parameter value
  /// Set where extents that are not known decide how many threads are idle, or
  /// how many iterations their runs lack: what the launch compares these with,
  /// to take the next mapping if there are many.
  std::optional<Sym> Iterations;
  std::optional<LaunchChoice> Choice;
  /// Set where threads of a block share what they load, which is proved.
  std::optional<Tile> Shared;
};

/// A mapping that Auto has weighed.
struct WeighedMapping {
  std::string Spelling;
  Cost Estimate;
};

/// Only mapNest() can make one, so every variant is proved.
class MappedNest {
public:
  const VerifiedNest &verified() const { return *Verified; }
  const std::shared_ptr<const VerifiedNest> &sharedVerified() const {
    return Verified;
  }
  const AffineNest &affine() const { return Verified->affine(); }
  const LoopNest &source() const { return Verified->source(); }
  /// Number of mapped loops.
  unsigned rank() const { return Rank; }
  /// "Jing", ...: what chose the mapping; may be empty.
  const std::string &strategy() const { return Strategy; }
  /// Tried in order at the launch: the first that fits the device's limits.
  /// Mappings with a Choice stand last, and are tried before the others. None
  /// where no parameter values lead to a launch.
  const std::vector<ThreadMapping> &mappings() const { return Mappings; }
  /// Where Auto has chosen by costs: its choice, and then the cheapest of the
  /// others. On: the device that it was weighed for.
  const std::vector<WeighedMapping> &weighed() const { return Weighed; }
  const Device &device() const { return *On; }

private:
  friend class Mapper;
  MappedNest() = default;

  std::shared_ptr<const VerifiedNest> Verified;
  unsigned Rank = 0;
  std::string Strategy;
  std::vector<ThreadMapping> Mappings;
  std::vector<WeighedMapping> Weighed;
  const Device *On = nullptr;
};

/// S mentions parameters alone. Coordinates of threads and recovered values,
/// which vary within a launch, are none, even where they have the name of one.
bool isOverParameters(const Sym &S, const AffineNest &N,
                      const ThreadMapping &V);

/// "for 1024 iterations and more, where 64 <= n"
std::string launchesText(const LaunchChoice &C);
/// "(n, 1, 1)"
std::string extentsText(const Sym (&E)[3]);
/// The same of the dimensions that run in the thread; empty where none do.
std::string serialText(const ThreadMapping &V);

class ProofMemo;

/// A mapping that is taken in the place of Auto's choice.
struct PreferredMapping {
  std::optional<unsigned> Size; ///< for about 2^Size iterations; else for all
  std::string Spelling;
};
/// By the name of the launch, "heddle_f_0"; of each by ascending sizes.
using PreferredMappings = std::map<std::string, std::vector<PreferredMapping>>;

/// How Auto chooses.
struct ChoiceOptions {
  const Device *On = &defaultDevice(); ///< that layouts are weighed for
  unsigned Told = 4;                   ///< of MappedNest::weighed()
  /// Layouts, as they are spelled, that are taken in the place of the cheapest.
  std::shared_ptr<const PreferredMappings> Preferred;
  /// The program's own runs choose among so many of the cheapest; 0: they do
  /// not.
  unsigned Tried = 0;
};

/// The name of a nest's launch, and of its kernels but for a suffix.
std::string nameOfLaunch(const LoopNest &N);

/// VerifiedNest -> MappedNest. Null after reporting at least one error; a
/// failed proof is an internal error (HD9xx). Memo: proofs made so far.
std::shared_ptr<const MappedNest>
mapNest(std::shared_ptr<const VerifiedNest> Nest, ProofMemo &Memo, Report &R,
        const ChoiceOptions &How = {});

/// The tile of a mapping that is proved; nothing where it cannot be had.
using FindTile = llvm::function_ref<std::optional<Tile>(const ThreadMapping &)>;

/// The nest with one mapping alone, that of Steps, and the tile that Share
/// finds for it; nothing where one of them cannot be had, or proved.
std::shared_ptr<const MappedNest>
mapOnly(std::shared_ptr<const VerifiedNest> Nest,
        llvm::function_ref<mapping(const SymSpace &)> Steps, FindTile Share,
        ProofMemo &Memo, const ChoiceOptions &How);

void dump(const MappedNest &N, llvm::raw_ostream &OS);

} // namespace heddle

#endif
