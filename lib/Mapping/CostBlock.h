//===- CostBlock.h - The traffic of a block ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the cost model that do not depend on how a mapping is given.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_COSTBLOCK_H
#define HEDDLE_MAPPING_COSTBLOCK_H

#include "Mapping/Cost.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

inline constexpr int64_t SectorBytes = 32, SectorsInLine = 4;
inline constexpr unsigned WarpSize = 32;

/// A share of the threads. A launch with more of them idle takes another
/// mapping (rt::shape::suits).
inline constexpr double MostIdle = 0.25;

/// Over the integers, as a double: the figures are estimates, and do not wrap.
/// A leaf that Leaves does not have counts as Otherwise.
double evaluate(const Sym &S, const llvm::StringMap<int64_t> &Leaves,
                int64_t Otherwise);

/// The iterations of the threads of one block, x fastest.
struct ThreadBlock {
  /// Per thread, the mapped loops' indices, in the order of the loops; empty of
  /// one without iteration.
  std::vector<std::vector<int64_t>> Threads;
  unsigned Working = 0;
  unsigned Turns = 1; ///< iterations of a thread; Threads holds the first

  void add(std::vector<int64_t> At, bool Works) {
    Threads.push_back(Works ? std::move(At) : std::vector<int64_t>());
    Working += Works;
  }
};

/// Where the access is in this iteration; wraps for arrays that no memory
/// holds.
int64_t byteOf(const AccessStride &S, llvm::ArrayRef<int64_t> At);

/// The expression has the leaf.
bool mentions(const Sym &S, const std::string &Leaf);

/// NestModel::parameters(), but those that decide how large blocks are: these
/// are so short that a device takes the blocks.
llvm::StringMap<int64_t> parametersFor(const ThreadMapping &V,
                                       const NestModel &M);

/// Iterations of the mapped loops, at least 1.
double iterationsOf(const NestModel &M,
                    const llvm::StringMap<int64_t> &Parameters);

/// Adds the traffic of a block's accesses to C. Each: the part of every access,
/// if it is wanted.
void addTraffic(const ThreadBlock &B, llvm::ArrayRef<AccessStride> Strides,
                Cost &C, std::vector<AccessCost> *Each);

/// The mean over lengths that a loop may have whose extent is not known, each
/// weighed by itself: long loops take most of the time.
template <class Fn> double meanOfLengths(Fn &&AtLength) {
  double Sum = 0, Weights = 0;
  for (const int64_t Length : {150, 300, 500, 1000, 2000, 3000, 5000}) {
    Sum += AtLength(Length) * static_cast<double>(Length);
    Weights += static_cast<double>(Length);
  }
  return Sum / Weights;
}

/// How many times the instructions are so many where that share of what the
/// threads may run is iterations. OfIdle: what an idle one costs, of a working
/// one.
double timesFor(double Working, double OfIdle);

/// Registers of a thread with these accesses, about: fitted to what ptxas says
/// of the benchmark nests. Divides: it finds its iteration by divisions.
double registersOf(llvm::ArrayRef<AccessStride> Accesses, bool Divides);

/// Fills in Occupancy and Latency, by Registers, of threads that run so many
/// iterations, one behind the other, with these accesses. Blocks: of the
/// launch, if that is known.
void addLatency(const Device &On, llvm::ArrayRef<AccessStride> Accesses,
                int64_t ThreadsOfBlock, std::optional<double> Blocks,
                double Turns, Cost &C);

/// Fills in Bound and Cycles. Waves: how much longer the multiprocessor with
/// most blocks works than all do on average.
void addCycles(const Device &On, double Waves, Cost &C);

/// How much longer the multiprocessor with most blocks works than all do on
/// average.
double wavesOf(const Device &On, double Blocks);

/// Threads of a block.
int64_t threadsOf(const layout &L);

/// Threads that a device holds at once.
double threadsHeld(const Device &On);

/// Threads of the warps of a block over those of the block.
double fullWarps(int64_t Threads);

} // namespace heddle

#endif
