//===- Programs.h - [[heddle::program]] on a block or a loop ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_PROGRAMS_H
#define HEDDLE_DRIVER_PROGRAMS_H

#include "Driver/Covers.h"
#include "Driver/FusedText.h"
#include "Driver/Pipeline.h"
#include "Driver/ProgramReport.h"
#include "Driver/ProgramText.h"
#include "Read/Annotation/Collect.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

struct MadeProgram {
  Report Said;
  ProgramReport Description; ///< without Messages
  /// Nests of the program's own text that may be one; what is said of them is
  /// not in Said.
  std::vector<FusionOffer> Fusions;

  bool isResident() const { return Description.Verdict == "resident"; }
};

struct MadePrograms {
  std::vector<MadeProgram> Programs; ///< one for each place
  ProgramEdits Edits;
};

/// The need of a launch, as the effect of code of the host.
HostUse needed(const HostNeed &Need);

/// Arrays stay on the device through these statements, where all code of the
/// host in between can have text around it; else a statement stays as it is
/// written, with a warning that says why. Programs that say what their nests do
/// not do are errors. Places: in the order of the source. MayFuse: whether
/// the nest may be one with another one.
MadePrograms
makePrograms(clang::ASTContext &Context, const ProgramNests &Nests,
             llvm::ArrayRef<const AnnotatedPlace *> Places,
             ProgramContext Known,
             llvm::function_ref<bool(const clang::AttributedStmt *)> MayFuse);

} // namespace heddle

#endif
