//===- Identifiers.cpp - The names in a text ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support/Identifiers.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

void forEachIdentifier(llvm::StringRef Text,
                       llvm::function_ref<void(llvm::StringRef)> Found) {
  auto InName = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t I = 0; I < Text.size();) {
    if (!InName(Text[I])) {
      ++I;
      continue;
    }
    size_t Begin = I;
    while (I < Text.size() && InName(Text[I]))
      ++I;
    if (!llvm::isDigit(Text[Begin]))
      Found(Text.slice(Begin, I));
  }
}

} // namespace heddle
