//===- ReadNest.h - Nests from strings of code ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_FRONTEND_READNEST_H
#define HEDDLE_TEST_UNIT_FRONTEND_READNEST_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "IR/TextTables.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

struct Reading {
  std::shared_ptr<const LoopNest> Nest;
  Report R;

  /// The dump, or "HD201 HD202 ..." where the nest was refused.
  std::string text() const;
};

/// Reads the first `for` that no other `for` holds; in templates that of the
/// first instantiation.
Reading readNest(llvm::StringRef Code);

/// What is said where kernels are to have these bytes of the nest's text
/// otherwise.
Report replaceInNest(llvm::StringRef Code,
                     std::vector<Replacement> Replacements);

/// The lines of the dump that contain Word, without the indentation.
std::string lines(llvm::StringRef Code, llvm::StringRef Word);

} // namespace heddle

#endif
