//===- Stored.h - Tensors and views in memory -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor or a view in memory has a pointer, extents and strides.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_STORED_H
#define HEDDLE_VALIDATE_TENSOR_STORED_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// A tensor or a view, an object at This. A view may be anything but dense.
const Term *storedAt(Reader &R, const Node *This, clang::QualType T,
                     const clang::Expr *E);
/// T as a view that knows other extents.
const Term *withExtents(Reader &R, const Term *T, clang::QualType To);

} // namespace validate
} // namespace heddle

#endif
