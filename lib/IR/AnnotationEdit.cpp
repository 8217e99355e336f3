//===- AnnotationEdit.cpp - What an annotation might say, too -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/AnnotationEdit.h"

namespace heddle {

FixIt insertedWord(SourceRef Where, const std::string &Word) {
  return {Where, "heddle::" + Word + ", ", /*Insert=*/true};
}

void offerWord(SourceRef Annotation, const std::string &Word, Diagnostic &D) {
  if (!Annotation.isValid())
    return;
  D.note(Annotation, "'" + Word + "' would stand here");
  D.Notes.back().FixIts.push_back(insertedWord(Annotation, Word));
}

} // namespace heddle
