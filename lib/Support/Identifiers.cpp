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

std::string freeName(const std::string &Base,
                     llvm::function_ref<bool(const std::string &)> IsTaken,
                     const char *Separator, unsigned First) {
  std::string Name = Base;
  for (unsigned I = First; IsTaken(Name); ++I)
    Name = Base + Separator + std::to_string(I);
  return Name;
}

} // namespace heddle
