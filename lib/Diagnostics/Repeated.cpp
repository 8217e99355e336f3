//===- Repeated.cpp - One error for one cause -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Diagnostics/Repeated.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

static bool namesItsCause(DiagID ID) {
  return llvm::is_contained(
      {DiagID::HD210, DiagID::HD214, DiagID::HD215, DiagID::HD219}, ID);
}

void dropRepeatedErrors(Report &R) {
  llvm::StringMap<SourceRef> First;
  for (const Diagnostic &D : R.Diagnostics) {
    SourceRef &Where = First.try_emplace(D.Text, D.Where).first->second;
    if (D.Where.Begin < Where.Begin)
      Where = D.Where;
  }
  llvm::StringSet<> Seen;
  llvm::erase_if(R.Diagnostics, [&](Diagnostic &D) {
    if (!namesItsCause(D.ID))
      return false;
    D.Where = First.lookup(D.Text);
    return !Seen.insert(D.Text).second;
  });
}

} // namespace heddle
