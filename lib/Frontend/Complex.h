//===- Complex.h - std::complex -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_FRONTEND_COMPLEX_H
#define HEDDLE_FRONTEND_COMPLEX_H

#include "clang/AST/Type.h"

namespace heddle {

/// Of std::complex<float> and std::complex<double>, whatever their name and
/// qualifiers: float or double. Null of all other types.
clang::QualType complexPart(clang::QualType T);

bool isComplex(clang::QualType T);

} // namespace heddle

#endif
