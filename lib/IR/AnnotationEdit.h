//===- AnnotationEdit.h - What an annotation might say, too -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_ANNOTATIONEDIT_H
#define HEDDLE_IR_ANNOTATIONEDIT_H

#include "Diagnostics/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace heddle {

/// Notes at the annotation what could be written there, with edits that do so.
/// It is the user who knows whether it is so, so that no tool makes them by
/// itself. Words: without their scope, as in "reduce(s)", with which the nest
/// might be mapped; none: there is no such note.
void offerWords(SourceRef Annotation, llvm::ArrayRef<std::string> Words,
                Diagnostic &D);

} // namespace heddle

#endif
