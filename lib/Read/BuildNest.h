//===- BuildNest.h - From a Clang `for` to a LoopNest ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BUILDNEST_H
#define HEDDLE_READ_BUILDNEST_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "Read/Annotation/AnnotatedLoop.h"
#include <memory>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace heddle {

struct NestReader;

/// Reads one annotated loop (in a template: one instantiation of it) into a
/// LoopNest. Exact: every access, effect and condition of the statement is in
/// the result, conditions on data as opaque expressions. Whatever is not
/// positively understood is reported and the result is null. Null implies that
/// at least one error was added to R. PP: the one that read the source, asked
/// what macros mean where. The text is that of the file, or, where that does
/// not serve or the caller wants it, what the preprocessor leaves.
std::shared_ptr<const LoopNest> buildLoopNest(clang::ASTContext &Ctx,
                                              clang::Preprocessor &PP,
                                              const AnnotatedLoop &Loop,
                                              Report &R);
std::shared_ptr<const LoopNest> buildExpandedNest(clang::ASTContext &Ctx,
                                                  clang::Preprocessor &PP,
                                                  const AnnotatedLoop &Loop,
                                                  Report &R);

/// Makes the tree of the text that has been read, and lists the names in other
/// texts; an internal error where kernels would have bytes of the source that
/// they are to spell otherwise.
void assembleCode(NestReader &NR);

} // namespace heddle

#endif
