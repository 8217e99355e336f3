//===- WarningSwitch.cpp - Warnings that the user does not want -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Diagnostics/WarningSwitch.h"

using namespace heddle;

std::string WarningSwitch::read(llvm::StringRef Argument) {
  const bool Hides = Argument.consume_front("no-");
  if (!Argument.consume_front("heddle") ||
      !(Argument.empty() || Argument.consume_front("-")))
    return "write -Wno-heddle, or -Wno-heddle-HD905 with the tag of a message";
  const DiagInfo *One = Argument.empty() ? nullptr : findDiagnostic(Argument);
  if (!One && !Argument.empty())
    return "there is no diagnostic '" + Argument.str() + "'";
  llvm::erase_if(Hidden, [&](DiagID ID) { return !One || ID == One->ID; });
  if (!Hides)
    return "";
  if (One)
    Hidden.push_back(One->ID);
  else
    for (const DiagInfo &Info : allDiagnostics())
      Hidden.push_back(Info.ID);
  return "";
}
