//===- AnnotationEdit.h - What an annotation might say, too -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ANNOTATIONEDIT_H
#define HEDDLE_IR_ANNOTATIONEDIT_H

#include "Diagnostics/Report.h"

namespace heddle {

/// The edit that writes Word, without its scope, as in "reduce(s)", before what
/// the annotation at Where says.
FixIt insertedWord(SourceRef Where, const std::string &Word);

/// Notes at the annotation that Word, with which the nest might be mapped,
/// would stand there, with the edit that does so. It is the user who knows
/// whether it is so, so that no tool makes the edit by itself.
void offerWord(SourceRef Annotation, const std::string &Word, Diagnostic &D);

} // namespace heddle

#endif
