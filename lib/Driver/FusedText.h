//===- FusedText.h - The source, with nests of a program as one -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests that run one after another, and may run in one launch, become one nest
// in the text of the main file, which goes through all phases like any other.
// Its lines stay those of the source. Nothing stands between the nests, and
// their headers say the same; so one iteration of the one nest does what those
// of both do, and only their order is another one. The launch has the nests as
// they are written beside its kernel, and runs them where its checks fail.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_FUSEDTEXT_H
#define HEDDLE_DRIVER_FUSEDTEXT_H

#include "Diagnostics/Report.h"
#include "IR/LoopNest.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>
#include <vector>

namespace heddle {

/// Two nests of the main file that may be one. Bytes of that file, half-open.
struct FusionOffer {
  struct Nest {
    unsigned Begin = 0; ///< of the annotation
    unsigned Loop = 0;  ///< of the `for`
    unsigned End = 0;
    unsigned Line = 0;      ///< of the `for`, from 1; names the nest
    unsigned ShownLine = 0; ///< the same as `#line` says
  };
  struct Edit {
    unsigned Begin, End;
    std::string Text;
  };
  Nest First, Second;
  std::vector<Edit> Edits; ///< disjoint
  /// Where the report tells of them: into UnitResult::Programs, and Fusions
  /// there.
  size_t Program = 0, Neighbours = 0;
  Diagnostic Apart; ///< what is said where they stay two launches
  Diagnostic Fused; ///< what is said where they become one
};

struct FusedText {
  std::string Text; ///< of the main file; empty: as the source has it
  /// The nests that are several ones of the source, by the byte of Text at
  /// which their annotation begins.
  std::map<unsigned, SeparateNests> Separate;

  /// None where a nest there is one of the source.
  SeparateNests separateAt(unsigned Byte) const {
    const auto Known = Separate.find(Byte);
    return Known == Separate.end() ? SeparateNests() : Known->second;
  }
};

/// Text, or Code where that has none, with the nests of each offer as one.
/// Offers: about that text, ascending, no nest in two of them.
FusedText fuse(llvm::StringRef Code, const FusedText &Text,
               llvm::ArrayRef<const FusionOffer *> Offers);

} // namespace heddle

#endif
