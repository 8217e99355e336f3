//===- Report.cpp - The table of diagnostics ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Diagnostics/Report.h"
#include <cstddef>

using namespace heddle;

// The last row ends the table, so that it may be empty while it grows.
static const DiagInfo Table[] = {
#define HEDDLE_DIAG(ID, SEVERITY, KIND, FORMAT, EXPLANATION)                   \
  {DiagID::ID, #ID, Severity::SEVERITY, DiagKind::KIND, FORMAT, EXPLANATION},
#include "Diagnostics/Diagnostics.def"
    {DiagID(~0u), "", Severity::Error, DiagKind::Internal, "", ""}};

const DiagInfo &heddle::getDiagInfo(DiagID ID) {
  return Table[static_cast<unsigned>(ID)];
}

llvm::ArrayRef<DiagInfo> heddle::allDiagnostics() {
  return llvm::ArrayRef<DiagInfo>(Table).drop_back();
}

const DiagInfo *heddle::findDiagnostic(llvm::StringRef Name) {
  Name.consume_front_insensitive("heddle-");
  for (const DiagInfo &Info : allDiagnostics())
    if (Info.Name.equals_insensitive(Name))
      return &Info;
  return nullptr;
}
