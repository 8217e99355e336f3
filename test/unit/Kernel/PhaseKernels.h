//===- PhaseKernels.h - Kernels of several phases, by hand -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// test/Phases compiles and runs their text.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_KERNEL_PHASEKERNELS_H
#define HEDDLE_TEST_UNIT_KERNEL_PHASEKERNELS_H

#include "Kernel/Phases.h"

namespace heddle {

/// c = a b for n x n floats: blocks of b x b threads, 4 x 4 elements a thread,
/// strips of b in shared memory. Threads (x, y), blocks (bx, by).
phases::Kernel productInPhases();
/// to[j][i] = from[i][j] for n x m doubles through a tile of 32 x 32 in shared
/// memory: blocks of 32 x 8 threads.
phases::Kernel transposeInPhases();
/// to[k][j][i] = from[i][j][k] for n x m x l ints, through cubes of 4 x 4 x 4,
/// in 64-bit indices; each thread adds what it has loaded itself.
phases::Kernel turnInPhases();
/// x[i] = (x[i] + x[i + 1]) / 2, steps times, in each block of 32 floats and
/// the one behind it; nothing where steps is 0.
phases::Kernel smoothInPhases();

} // namespace heddle

#endif
