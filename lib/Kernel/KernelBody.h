//===- KernelBody.h - What a thread of a kernel runs -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_KERNELBODY_H
#define HEDDLE_KERNEL_KERNELBODY_H

#include "Mapping/MappedNest.h"

namespace heddle {

/// The body of the innermost mapped loop, in which reads that later iterations
/// overwrite take their copies, loops that the thread does not run are
/// conditions, and steps on shared elements are updates.
ValueRef kernelBody(const MappedNest &M);

/// The part of that body which is left, in a scan, where only the variables
/// count that iterations pass on; else null.
ValueRef kernelSlice(const MappedNest &M);

/// A number to update in the place of an element that another thread owns, by
/// the step that the access is part of, so that nothing overflows; null: the
/// element is no integer.
const char *startOfIgnored(const LoopNest &N, const Access &A);

} // namespace heddle

#endif
