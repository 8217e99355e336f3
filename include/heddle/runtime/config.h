//===- runtime/config.h - what kind of build includes the runtime ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One text serves g++, clang++, nvcc and clang as CUDA. The macros here say
// which of them is reading:
//
//   HEDDLE_CUDA_BUILD  1 in a CUDA compilation (host and device pass), else 0
//   HEDDLE_EXCEPTIONS  1 where `throw` is available, else 0
//   HEDDLE_HD          __host__ __device__, or nothing
//   HEDDLE_BODY        the same for the body of a loop, which is part of all
//                      that call it
//   HEDDLE_ENDS(E)     E, which ends the program or prints in front of that; a
//                      thread on a device traps
//   HEDDLE_BUILD       an inline namespace for everything whose *body* depends
//                      on the two above or on the compiler, as closures do: each
//                      lays out the captures of [&] in its own order. A program
//                      may link files that include the same headers and differ
//                      in these; without the namespace the linker would keep one
//                      body for all.
//
// The part that does not depend on them (error, site, path, shape, checked,
// divisors) is shared, so that a plain C++ file can catch a heddle::error
// thrown by a CUDA file.
//
// The runtime stands in heddle::rt: a `using namespace heddle` must not make the
// user's own `in`, `out` or `shape` ambiguous. The names for users are in
// heddle, too: error, environment_changed and release_device_buffers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CONFIG_H
#define HEDDLE_RUNTIME_CONFIG_H

#include "outline.h"

#if defined(__CUDACC__) || (defined(__clang__) && defined(__CUDA__))
#define HEDDLE_CUDA_BUILD 1
#include <cuda_runtime_api.h>
#if CUDART_VERSION < 11000
#error "heddle needs CUDA 11 or newer"
#endif
#define HEDDLE_HD __host__ __device__
#else
#define HEDDLE_CUDA_BUILD 0
#define HEDDLE_HD
// Kernels are emitted once for all compilers; outside CUDA they are functions
// that the runtime calls once a thread, where HEDDLE_HOST_ORDER asks for it.
#ifndef __global__
#define __global__ HEDDLE_COLD
#endif
#endif

#if defined(__GNUC__) || defined(__clang__)
#define HEDDLE_BODY HEDDLE_HD inline __attribute__((always_inline))
#elif HEDDLE_CUDA_BUILD
#define HEDDLE_BODY HEDDLE_HD __forceinline__
#else
#define HEDDLE_BODY inline
#endif

#if defined(__CUDA_ARCH__)
#define HEDDLE_ENDS(...) asm volatile("trap;")
#else
#define HEDDLE_ENDS(...) __VA_ARGS__
#endif

#if defined(__cpp_exceptions) || defined(__EXCEPTIONS)
#define HEDDLE_EXCEPTIONS 1
#else
#define HEDDLE_EXCEPTIONS 0
#endif

#define HEDDLE_JOINED_AS(A, B) A##_##B
#define HEDDLE_JOINED(A, B) HEDDLE_JOINED_AS(A, B)

#if HEDDLE_CUDA_BUILD && HEDDLE_EXCEPTIONS
#define HEDDLE_BUILD_KIND cuda
#elif HEDDLE_CUDA_BUILD
#define HEDDLE_BUILD_KIND cuda_aborts
#elif HEDDLE_EXCEPTIONS
#define HEDDLE_BUILD_KIND plain
#else
#define HEDDLE_BUILD_KIND aborts
#endif
#if defined(__clang__)
#define HEDDLE_BUILD HEDDLE_JOINED(clang, HEDDLE_BUILD_KIND)
#else
#define HEDDLE_BUILD HEDDLE_JOINED(gcc, HEDDLE_BUILD_KIND)
#endif

#endif // HEDDLE_RUNTIME_CONFIG_H
