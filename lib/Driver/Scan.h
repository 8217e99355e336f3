//===- Scan.h - The loops of one parse that could be annotated -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A front of its own before the phases: loops without annotation go through
// them as if each had one, and what there is to say goes into a table.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_SCAN_H
#define HEDDLE_DRIVER_SCAN_H

#include "Driver/ScanReport.h"
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace heddle {

class LoopPragmas;

/// Which loops are looked at, besides those that are annotated.
enum class ScanOf : unsigned char {
  All,    ///< the outermost ones, and those directly in refused ones
  Pragmas ///< of these those that threads of OpenMP or OpenACC share
};

/// The loops in the order of the source. A loop is mapped only where all phases
/// take it in all instantiations of its template. Pragmas: those of this parse.
/// Shows nothing; after an error of Clang there are no loops.
std::vector<ScannedLoop> scanUnit(clang::ASTContext &Context,
                                  clang::Preprocessor &PP,
                                  const LoopPragmas &Pragmas, ScanOf What);

} // namespace heddle

#endif
