//===- runtime/outline.h - what a launch calls instead of repeating -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every nest has a launch with its checks, made of the same few functions. They
// run once a launch, so speed is not worth a copy of them for each: compilers
// would spend more time on the checks of a loop than on the loop.
//
//   HEDDLE_OUTLINE  one copy of the function, for all that call it
//   HEDDLE_COLD     the same, and as little code as possible: errors, traces,
//                   kernels on the CPU
//   HEDDLE_INLINE   a copy for each call, where g++ would not make one and an
//                   expression would then stand in memory
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_OUTLINE_H
#define HEDDLE_RUNTIME_OUTLINE_H

#if defined(__GNUC__) && !defined(__clang__)
#define HEDDLE_INLINE inline __attribute__((always_inline))
#else
#define HEDDLE_INLINE inline
#endif

#if defined(__clang__)
#define HEDDLE_OUTLINE __attribute__((noinline))
#define HEDDLE_COLD __attribute__((noinline, cold, minsize))
#elif defined(__GNUC__)
#define HEDDLE_OUTLINE __attribute__((noinline))
#define HEDDLE_COLD __attribute__((noinline, cold))
#else
#define HEDDLE_OUTLINE
#define HEDDLE_COLD
#endif

#endif // HEDDLE_RUNTIME_OUTLINE_H
