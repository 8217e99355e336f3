//===- tensor/build.h - for whom the tensors are compiled -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   HEDDLE_TENSOR_VECTOR_BYTES  the bytes of the widest vectors
//   HEDDLE_TENSOR_BUILD         an inline namespace for everything that
//                               computes: HEDDLE_BUILD and these bytes
//
// A program may link files for different processors that include the same
// headers: each keeps the functions that were compiled for its own.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_BUILD_H
#define HEDDLE_TENSOR_BUILD_H

#include "../runtime/config.h"

#if defined(__AVX512F__)
#define HEDDLE_TENSOR_VECTOR_BYTES 64
#elif defined(__AVX__)
#define HEDDLE_TENSOR_VECTOR_BYTES 32
#else
#define HEDDLE_TENSOR_VECTOR_BYTES 16
#endif

#define HEDDLE_TENSOR_BUILD                                                    \
  HEDDLE_JOINED(HEDDLE_BUILD, HEDDLE_TENSOR_VECTOR_BYTES)

#endif // HEDDLE_TENSOR_BUILD_H
