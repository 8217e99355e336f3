//===- Complex.h - std::complex -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_COMPLEX_H
#define HEDDLE_READ_EXPR_COMPLEX_H

#include "clang/AST/Type.h"

namespace heddle {

/// The type that a std::complex is made of, whatever that is; null for other
/// types.
clang::QualType partOf(clang::QualType T);

/// The type that std::complex<float> and std::complex<double> are made of,
/// whatever their name and qualifiers: float or double. Null for all other
/// types.
clang::QualType complexPart(clang::QualType T);

bool isComplex(clang::QualType T);

} // namespace heddle

#endif
