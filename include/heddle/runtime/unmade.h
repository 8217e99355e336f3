//===- runtime/unmade.h - memory for an object, for kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors that a program defines are the host's. Kernels call a copy of
// one, which sets the members of an object that nothing has made yet.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_UNMADE_H
#define HEDDLE_RUNTIME_UNMADE_H

#include "config.h"

namespace heddle {
namespace rt {

/// Memory for a T, whose bytes may be copied and which needs no destructor: its
/// members may be assigned, and `made` copied once that is done.
template <class T> union unmade {
  char nothing;
  T made;

  HEDDLE_HD unmade() : nothing() {}
};

} // namespace rt
} // namespace heddle

#endif
