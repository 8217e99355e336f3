//===- WarningSwitch.h - Warnings that the user does not want ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DIAGNOSTICS_WARNINGSWITCH_H
#define HEDDLE_DIAGNOSTICS_WARNINGSWITCH_H

#include "Diagnostics/Report.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// Which warnings and remarks are shown: all, unless arguments say otherwise.
class WarningSwitch {
public:
  /// Reads what stands behind -W: "no-heddle" and "heddle" are about all,
  /// "no-heddle-HD905" and "heddle-HD905" about one; later ones count. Returns
  /// what is wrong with it, else an empty string.
  std::string read(llvm::StringRef Argument);
  /// Errors are shown in any case.
  bool shows(const Diagnostic &D) const {
    return D.Level == Severity::Error || !hides(D.ID);
  }
  /// As a warning or remark.
  bool hides(DiagID ID) const { return llvm::is_contained(Hidden, ID); }

private:
  std::vector<DiagID> Hidden;
};

} // namespace heddle

#endif
