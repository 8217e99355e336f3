//===- AutoTile.h - Tiles that nobody has asked for ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_AUTOTILE_H
#define HEDDLE_MAPPING_AUTOTILE_H

#include "Mapping/Cost.h"
#include "Mapping/Device.h"
#include "Mapping/MappedNest.h"
#include "Mapping/Recovery.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// Blocks that share what their iterations read.
struct AutoTile {
  TileWish Wish;
  mapping Steps;
  std::vector<unsigned> Loops; ///< mapped, with several iterations in a block
  int64_t Length = 1;          ///< so many of each
};

/// Asks for the accesses of a launch without a tile, which takes time to weigh.
using PlainAccesses = llvm::function_ref<std::vector<AccessCost>()>;

/// From how many iterations on the device's multiprocessors have two blocks
/// each; nothing where a block has no constant number of iterations.
std::optional<int64_t> leastThatFills(const ThreadMapping &V, const Device &On);

/// The tile of a nest whose blocks read elements several times, or in another
/// order than they lie in memory; nothing for other nests. These have one:
///
///  - products, whose thread runs a loop in which it multiplies, or combines in
///    another way, elements that do not depend on one of two mapped loops with
///    those that do not depend on the other: a block of 64 x 64 iterations of
///    these loops reads each of them once for 64;
///  - windows, where iterations read the elements around a point, and the
///    neighbours of an iteration read most of them, too: nine of them or more;
///    where 18 or more are in several planes, blocks go along these;
///  - transposes, which read along one mapped loop, and store along another
///    one, where some access of Plain has no use for what it loads with others;
///  - rows, where each thread goes along rows of its own in loops of the body:
///    a block of 32 threads loads and stores 32 elements of them at a time.
///
/// Order: of the mapped loops, the one along x last.
std::optional<AutoTile> autoTile(const VerifiedNest &Nest, unsigned Rank,
                                 const std::array<int, max_rank> &Order,
                                 const SymSpace &Space, PlainAccesses Plain);

/// When a launch takes it: it fills the device, few of the threads are idle,
/// and there are several strips. Nothing where no launch does, or where blocks
/// load much that they do not read. V has the tile; Counted are the mapped
/// loops, Iterations their product.
std::optional<LaunchChoice> launchesOf(const AutoTile &Of,
                                       const ThreadMapping &V,
                                       const SymMapped &Counted,
                                       const Sym &Iterations, const Device &On);

} // namespace heddle

#endif
