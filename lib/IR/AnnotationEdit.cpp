//===- AnnotationEdit.cpp - What an annotation might say, too -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/AnnotationEdit.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

void offerWords(SourceRef Annotation, llvm::ArrayRef<std::string> Words,
                Diagnostic &D) {
  if (Words.empty() || !Annotation.isValid())
    return;
  std::string Text;
  for (const std::string &Word : Words)
    Text += "heddle::" + Word + ", ";
  D.note(Annotation, "'" + llvm::join(Words, ", ") + "' would stand here");
  D.Notes.back().FixIts.push_back({Annotation, Text, /*Insert=*/true});
}

} // namespace heddle
