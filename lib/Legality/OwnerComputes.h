//===- OwnerComputes.h - Threads that own elements --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes another nest of one whose iterations update elements that they share:
// the mapped loops run over the elements, and the loops that remain run in the
// thread. It is a nest like any other, to be verified like any other; what is
// shown here is that its iterations are those of the source, each once, and
// that a thread runs its own in the order of the source.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_OWNERCOMPUTES_H
#define HEDDLE_LEGALITY_OWNERCOMPUTES_H

#include "Affine/AffineNest.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>

namespace heddle {

/// The nest in which each thread owns an element of Array, which accesses of N
/// update by steps of a reduction (Access::Reduces). Apart: perfect loops,
/// ascending; iterations that differ in one of them share no element. Null with
/// a clause in Why that says what stands in the way; null without one where N
/// has its loops so already.
std::shared_ptr<const AffineNest>
ownerComputes(std::shared_ptr<const AffineNest> N, unsigned Array,
              llvm::ArrayRef<unsigned> Apart, std::string &Why);

/// The nest with the loops Apart, as above, around the others. Null as above.
std::shared_ptr<const AffineNest>
withLoopsTurned(std::shared_ptr<const AffineNest> N,
                llvm::ArrayRef<unsigned> Apart, std::string &Why);

} // namespace heddle

#endif
