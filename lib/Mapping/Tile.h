//===- Tile.h - What the threads of a block share --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The iterations of a block are a box where each mapped counter is a value of
// the block plus a linear function of the thread's coordinates. The elements
// that such a box reads by one linear subscript are a box as well, whose shape
// is the same for all blocks. A kernel may load it into shared memory, at once
// or for some iterations of a loop in the thread at a time.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_TILE_H
#define HEDDLE_MAPPING_TILE_H

#include "Legality/VerifiedNest.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

struct ThreadMapping;

/// Leaves of a tile's expressions. No identifier of a user can look like that.
/// The place of the thread's iteration in the tile along mapped loop D.
std::string placeLeaf(size_t D);
/// Coordinate D of an element in an array, outermost first.
std::string elementLeaf(size_t D);
/// The first value of the strip's counter, and the place of an iteration in the
/// strip.
extern const char *const StripLeaf;
extern const char *const InStripLeaf;

/// A mapped counter is Origin + Place, and 0 <= Place < Extent.
struct TileAxis {
  Sym Origin; ///< over the grid's coordinates and parameters
  Sym Place;  ///< over the block's coordinates and those of serial dimensions
  int64_t Extent = 1;
  /// The leaves of which Place is Thread + Apart * Serial, where Thread < Apart
  /// and Serial < Count.
  struct Spread {
    std::string Thread, Serial;
    int64_t Apart = 1, Count = 1;
  };
  std::optional<Spread> Points;
};

/// A loop of the thread that runs so many iterations between two barriers.
struct TileStrip {
  unsigned Loop = 0; ///< into LoopNest::Loops
  int64_t Length = 1;
  Sym Lower, Upper; ///< half-open, over parameters; none where they cross
};

/// The threads of a block run a serial dimension together, turn by turn: place
/// t of a mapped loop in turn t.
struct TileRoll {
  unsigned Axis = 0;  ///< the loop, into Tile::Axes
  size_t Serial = 0;  ///< the dimension, whose leaf is the turn
  int64_t Length = 1; ///< turns, at most
  Sym Turns;          ///< over the grid's coordinates and parameters
};

/// The dimension of a buffer that is innermost in shared memory, where places
/// lie in another order: place t + Apart (p + Together q), of which t < Apart
/// and p < Together, lies at slot p + Together (t + Apart q). A thread at t has
/// Together neighbours there.
struct TileSlots {
  size_t Dim = 0;
  size_t Axis = 0; ///< reads are at its place
  int64_t Apart = 1, Together = 1;
};

/// Elements that no iteration may read, and that may be loaded all the same:
/// they lie in memory between two that the nest reads for certain, since their
/// first coordinate is strictly between those of these, and the others are
/// between some that are read.
struct ElementsBetween {
  /// The least and the greatest first coordinate of what is read. Nothing: all
  /// buffers begin behind it.
  std::optional<Sym> First;
  Sym Last;
  Sym Inside; ///< the others, over elementLeaf()s and parameters
};

/// As a StagedBuffer has them.
struct PlaneConditions {
  std::optional<Sym> AllTouched;
  std::optional<ElementsBetween> Between;
};

/// The planes of a buffer along the dimension that a rolling loop moves: in
/// turn t iterations read those from t to t + Window - 1. The last Slots planes
/// lie in shared memory, plane p in slot p mod Slots. Before turn 0 the first
/// Window - 1 are loaded, and in turn t plane t + Window - 1.
struct PlaneRing {
  size_t Dim = 0;
  int64_t Window = 1, Slots = 2;  ///< Slots is more than Window
  Sym First;                      ///< the plane at which the buffer begins
  PlaneConditions Before, OfTurn; ///< of those planes
};

/// Elements of an array in shared memory: in each dimension of the array those
/// from Origin on, Extent many, as far as they are Touched or Stored.
struct StagedBuffer {
  unsigned Array = 0;
  std::vector<Sym> Origin; ///< over the grid's coordinates, parameters, and
                           ///< StripLeaf where it is loaded for each strip
  std::vector<int64_t> Extents;
  std::optional<TileSlots> Slots;
  int64_t Pitch = 1; ///< from row to row in shared memory, in elements
  std::optional<PlaneRing> Ring; ///< some of the elements lie there at a time
  /// Over elementLeaf()s and parameters: some iteration of the nest reads the
  /// element for certain.
  Sym Touched;
  /// The same of all elements of a buffer that begins at the element; more may
  /// be so. Nothing: it is not known.
  std::optional<Sym> AllTouched;
  /// Simpler than Touched.
  std::optional<ElementsBetween> Between;
  /// It says of all elements of a buffer that begins at the element that their
  /// first coordinate is between.
  Sym allBetween() const;
  /// As Touched and AllTouched: some iteration of the block, and of the strip,
  /// writes the element for certain. Where there are such, iterations that
  /// touch an element of the buffer are all of the block, and of the strip.
  Sym Stored = Sym::truth(false);
  std::optional<Sym> AllStored;
  /// It is loaded, and stored, for each strip, into Tile::Strips.
  std::optional<unsigned> Strip;
  /// By access (into AffineNest::Accesses): where in the buffer it reads or
  /// writes, over placeLeaf()s, InStripLeaf and counters of other loops.
  /// Without reads nothing is loaded, without writes nothing stored.
  std::map<unsigned, std::vector<Sym>> Reads, Writes;
  /// Each iteration writes its element before it reads it: nothing is loaded.
  bool IsSetFirst = false;
  /// Another stage of the kernel has left the elements there, or will take
  /// them: nothing is loaded, and nothing stored.
  bool IsPassed = false;
  bool isLoaded() const { return !Reads.empty() && !IsSetFirst && !IsPassed; }
  bool isStored() const { return !Writes.empty() && !IsPassed; }
  /// Both.
  std::map<unsigned, std::vector<Sym>> accesses() const {
    std::map<unsigned, std::vector<Sym>> All = Reads;
    All.insert(Writes.begin(), Writes.end());
    return All;
  }

  /// Not empty: the nest's relation numbers elements in one dimension, in which
  /// those of the buffer are so far apart.
  std::vector<int64_t> Strides;

  /// It takes the place of an earlier one of Tile::Buffers, which is that of
  /// another strip, and whose elements lie in the same way.
  std::optional<unsigned> InPlaceOf;

  /// Dimensions as they lie in shared memory, outermost first.
  std::vector<size_t> order() const;
  /// How many places dimension D has in shared memory.
  int64_t held(size_t D) const {
    return Ring && Ring->Dim == D ? Ring->Slots : Extents[D];
  }
  /// Elements of the box; of what lies in shared memory, with the gaps between
  /// rows.
  int64_t loaded() const;
  int64_t elements() const;
};

/// An element that each iteration of the strip's loop touches, and no other one
/// of the array there: the thread may keep it in a register while strips run.
struct OwnElement {
  unsigned Array = 0;
  unsigned Strip = 0;             ///< into Tile::Strips
  std::vector<unsigned> Accesses; ///< into AffineNest::Accesses
};

struct Tile {
  std::vector<TileAxis> Axes; ///< of the mapped loops, outermost first
  std::vector<StagedBuffer> Buffers;
  std::vector<OwnElement> Own;
  std::vector<TileStrip> Strips; ///< of different loops, in the body's order
  std::optional<TileRoll> Roll;  ///< then there are no strips
  /// The loops of Strips.
  std::vector<unsigned> stripLoops() const {
    std::vector<unsigned> All;
    for (const TileStrip &S : Strips)
      All.push_back(S.Loop);
    return All;
  }
  /// The strip in which an iteration of all these loops runs, into Strips.
  std::optional<unsigned> stripAmong(llvm::ArrayRef<unsigned> Loops) const {
    for (unsigned S = 0; S != Strips.size(); ++S)
      if (llvm::is_contained(Loops, Strips[S].Loop))
        return S;
    return std::nullopt;
  }
  /// That of the buffer; null: it has none.
  const TileStrip *stripOf(const StagedBuffer &B) const {
    return B.Strip ? &Strips[*B.Strip] : nullptr;
  }
  int64_t Threads[3] = {1, 1, 1}; ///< of a block, x first
  std::vector<int64_t> Serial;    ///< extents, outermost first
  int64_t Bytes = 0;              ///< of shared memory

  /// No mapped counter is beyond its loop in a tile of which this holds, over
  /// the grid's coordinates and parameters. Nothing: it is not known.
  std::optional<Sym> Full;

  /// Some buffer holds elements of the array.
  bool stages(unsigned Array) const {
    return llvm::any_of(
        Buffers, [&](const StagedBuffer &B) { return B.Array == Array; });
  }
};

/// "16 x 16 elements of 'a', 1088 bytes, for 16 iterations of loop 'k'", each
/// once.
std::vector<std::string> describeBuffers(const Tile &T, const LoopNest &N);

/// Bytes of shared memory that each kernel has on all devices.
constexpr int64_t SharedBytes = 48 * 1024;

/// Some access of the nest is one to the array.
bool touches(const LoopNest &N, unsigned Array);

/// Arrays that threads of a block are to share, loops that run in strips, and a
/// mapped loop that blocks go along.
struct TileWish {
  std::vector<Annotation::Staged> Stage;
  std::vector<Annotation::Strip> Strips;
  std::optional<Annotation::Rolled> Roll;
};

/// The one that the annotation asks for: of a part of the nest, only where it
/// has what is named there.
std::optional<TileWish> askedTile(const LoopNest &N);

/// The box that the iterations of a block are; nothing, and why, where they are
/// none.
std::optional<std::vector<TileAxis>> tileAxes(const ThreadMapping &V,
                                              const AffineNest &N,
                                              unsigned Rank, std::string &Why);

/// The tile that is asked for, proved: threads read from each buffer the
/// elements that their iterations read, and load none that the nest does not.
/// Nothing after an error.
std::optional<Tile> buildTile(const ThreadMapping &V, const VerifiedNest &Nest,
                              unsigned Rank, const TileWish &Wish, Report &R);

/// The least and the greatest value of B.Origin[D], inclusive, over parameters;
/// nothing where it is not linear in the grid's coordinates.
std::optional<std::pair<Sym, Sym>> originEnds(const StagedBuffer &B, size_t D,
                                              const Tile &T,
                                              const ThreadMapping &V);

/// The access as a relation to coordinates of elements as B has them, on the
/// iterations that make it. Null where isl does not know.
isl::Map readsOf(const StagedBuffer &B, const AffineAccess &A,
                 const AffineNest &N);

/// In words, where that is not so.
isl::Answer proveTile(const Tile &T, const ThreadMapping &V,
                      const AffineNest &N, unsigned Rank, std::string &Why);

} // namespace heddle

#endif
