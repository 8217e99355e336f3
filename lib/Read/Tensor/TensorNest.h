//===- TensorNest.h - From a tensor statement to a LoopNest ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_TENSOR_TENSORNEST_H
#define HEDDLE_READ_TENSOR_TENSORNEST_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "IR/Program.h"
#include "Read/Annotation/AnnotatedLoop.h"
#include <memory>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace heddle {

/// The loops that compute an annotated tensor statement, in the order of
/// computation of <heddle/tensor.h>, so that results are equal bit for bit:
/// perfect loops over what is stored, those of sums inside. The last nest
/// stores the left-hand side; those before it, in this order, what the library
/// computes before the rest: sums that several elements need, into temporaries.
/// Without steps after reporting at least one error: what the statement does is
/// not understood.
Program buildTensorNests(clang::ASTContext &Ctx, clang::Preprocessor &PP,
                         const AnnotatedLoop &Annotated, Report &R);

} // namespace heddle

#endif
