//===- TensorNest.h - From a tensor statement to a LoopNest ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_FRONTEND_TENSORNEST_H
#define HEDDLE_FRONTEND_TENSORNEST_H

#include "Diagnostics/Report.h"
#include "Frontend/AnnotatedLoop.h"
#include "Frontend/LoopNest.h"
#include <memory>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace heddle {

/// The loops that compute an annotated tensor statement: perfect loops over
/// the left-hand side, those of sums inside, in the order of computation of
/// <heddle/tensor.h>, so that results are equal bit for bit. Null after
/// reporting at least one error: what the statement does is not understood, or
/// it takes several nests.
std::shared_ptr<const LoopNest> buildTensorNest(clang::ASTContext &Ctx,
                                                clang::Preprocessor &PP,
                                                const AnnotatedLoop &Annotated,
                                                Report &R);

} // namespace heddle

#endif
