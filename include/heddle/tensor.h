//===- tensor.h - tensor statements -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   #include <heddle/tensor.h>
//   using namespace heddle;
//
//   tensor<double, 8, 8> a, b;
//   tensor<double, 8> x;
//   x = contract<1, 2>(outer(a, x)) + 2 * x;      // a matrix times x, and more
//   idx i, j, k;
//   b(i, j) = a(i, k) * a(j, k);                   // sums over k
//
// Header-only, any C++17 compiler. `x = e` means: evaluate e, then store it. A
// statement in which each element of x needs no other element of x is computed
// in place (is_compatible), any other through a temporary. Contractions of
// products never build the product. docs/tensors.md says the rest.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TENSOR_H
#define HEDDLE_TENSOR_H

// See runtime.h.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

// Loops over the dimensions of a tensor that has none.
#if defined(__NVCC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 186
#endif

#include "tensor/assign.h"
#include "tensor/compatible.h"
#include "tensor/index_notation.h"
#include "tensor/interop.h"
#include "tensor/operations.h"
#include "tensor/owner.h"
#include "tensor/reuse.h"
#include "tensor/shape.h"
#include "tensor/view.h"

#if defined(__NVCC__)
#pragma nv_diagnostic pop
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif // HEDDLE_TENSOR_H
