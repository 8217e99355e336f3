//===- ProgramReport.h - What one program does -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_PROGRAMREPORT_H
#define HEDDLE_DRIVER_PROGRAMREPORT_H

#include "Driver/NestReport.h"

namespace heddle {

/// A description of one [[heddle::program]].
struct ProgramReport {
  /// Code of the host between launches.
  struct Step {
    NestReport::Place Where;
    /// "reads": arrays that launches have changed are copied back before it;
    /// "uses": the memory of the objects that it names is; "anything": all is,
    /// and arrays are copied in again behind it; "ends": arrays of the block
    /// die.
    std::string What;
    std::string Why;
    std::vector<std::string> Objects;
  };

  /// An array of which the nests write all elements, as the program says.
  struct Cover {
    std::string Array;
    bool Ordered = false; ///< the last nest that writes an element decides
    /// The nests may run in any order, but for the default.
    bool IsIndependent = false;
    struct Writer {
      NestReport::Place Where;
      bool IsDefault; ///< it writes all elements, and others may overwrite them
      std::string Elements; ///< that have its value in the end, as isl prints
    };
    std::vector<Writer> Writers; ///< in their order
  };

  /// Two nests that run one after another.
  struct Neighbours {
    NestReport::Place Where, Before;
    bool CouldBeOne = false;
    std::string Why;    ///< and what for; else why not
    bool IsOne = false; ///< one launch runs both
  };

  std::string Verdict; ///< "resident", "kept", "refused"
  NestReport::Place Where;
  std::string Function;
  unsigned Launches = 0;
  std::vector<std::string> Followed; ///< functions that are a part of it
  std::vector<Step> Steps;
  std::vector<Cover> Covers;
  std::vector<Neighbours> Fusions;
  std::vector<NestReport::Message> Messages;
};

void printText(const ProgramReport &N, llvm::raw_ostream &OS);
/// One object.
void printJson(const ProgramReport &N, llvm::json::OStream &OS);

} // namespace heddle

#endif
