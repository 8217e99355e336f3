//===- TilePlan.h - Kernels whose threads share what they load -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phases of a tile: threads load the elements of a buffer, neighbours
// neighbouring ones, and run a part of the body behind a barrier. Indices of
// loads are 32 bits wide only where those of the kernel are, and where every
// element's coordinates fit.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_TILEPLAN_H
#define HEDDLE_KERNEL_TILEPLAN_H

#include "Kernel/KernelPlanner.h"
#include "Mapping/TileLoads.h"
#include "Mapping/TileParts.h"

namespace heddle {

/// Names of the block's and of the thread's coordinates in a kernel of the
/// tile, as Invent makes them of a name that is wanted.
void nameAxes(const Tile &T,
              llvm::function_ref<std::string(const std::string &)> Invent,
              phases::Kernel &To);

/// The part of a KernelPlanner that plans a tile. addPlaces() comes behind the
/// lines of the counters, plan() behind all lines.
class TilePlanner {
public:
  explicit TilePlanner(KernelPlanner &Planner)
      : Planner(Planner), V(Planner.V), T(*V.Shared), N(Planner.N),
        Source(Planner.Source), Names(Planner.Names) {}

  void addPlaces();
  /// False, with KernelPlanner::Why: an internal error.
  bool plan(KernelPlan &Out);

private:
  /// The elements of a box that the thread moves. Exchanged: for the first one,
  /// the slot of its place, or the place of its slot, along the buffer's Slots;
  /// nothing where those of the others are not that plus what their turns add.
  struct ThreadLoads {
    LoadShape Shape;
    std::optional<Sym> Exchanged;
  };

  bool fitsInt();
  bool readsMention(const std::string &Leaf) const;
  Sym inTurn(const Sym &S) const;
  Sym tileIndex(const Sym &S);
  Sym tileIndex(const Sym &S, std::optional<unsigned> Strip);
  /// The elements of a buffer, or some planes of it, on their way from the
  /// array, or to it.
  struct Moved {
    size_t Buffer = 0; ///< into Tile::Buffers
    StagedBuffer Of;   ///< it, or these planes
    bool IsStore = false;
  };
  std::vector<Moved> loaded(std::optional<unsigned> Strip) const;
  std::vector<Moved> loadedInTurn() const;
  std::vector<Moved> stored(std::optional<unsigned> Strip) const;
  std::optional<phases::Phase> movePhase(const std::vector<Moved> &All,
                                         const phases::Kernel &K);
  std::vector<phases::Statement> moveOf(const Moved &What, const Sym &Thread,
                                        const phases::Kernel &K,
                                        phases::Phase &In);
  std::vector<phases::Statement>
  moveTurns(const Moved &What, const ThreadLoads &Of, const Sym &Where);
  std::vector<phases::Statement> moveElement(const Moved &What,
                                             const std::vector<Sym> &Places,
                                             const std::vector<Sym> &Slots,
                                             const Sym &Where);
  ValueRef withBuffers(const ValueRef &Code) const;
  void addArrays(phases::Kernel &K);
  Sym planeOf(const StagedBuffer &B);
  bool addParts(KernelTile &T);
  void addInside(KernelTile &Out);
  void addPhases(KernelTile &T);
  bool keepNumbers(KernelTile &T, const std::vector<BodyPart> &Parts);
  void keepElements(KernelTile &T);
  void keepElement(KernelTile &T, const OwnElement &Own);
  void addStrips(KernelTile &T, const KernelTile::Strip &Of, unsigned Number);
  void addTurns(KernelTile &T);
  void addRegister(const KeptNumber &Of, phases::Kernel &To) const;
  phases::Phase phaseOf(const KernelTile &T, unsigned Part) const;

  KernelPlanner &Planner;
  const ThreadMapping &V;
  const Tile &T;
  const AffineNest &N;
  const LoopNest &Source;
  TakenNames &Names;
  /// By leaf: what reads find their elements by.
  std::vector<std::pair<std::string, Sym>> Places;
  std::vector<std::string> BufferNames;
  /// By buffer: first coordinates.
  std::vector<std::vector<std::string>> OriginNames;
  std::vector<std::string> BlockNames;
  struct StripNames {
    std::string First, Place, Count;
  };
  std::vector<StripNames> Strips;     ///< by Tile::Strips
  std::vector<std::string> TurnNames; ///< by dimension of a buffer
  bool IsTileInt = false;             ///< indices of the phases
  bool NumbersThreads = false;        ///< a phase
};

} // namespace heddle

#endif
