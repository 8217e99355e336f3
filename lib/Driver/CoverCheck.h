//===- CoverCheck.h - Whether nests do what a program says -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang-free, as the pipeline is: the front end has read the nests of a program
// that run one after another, each group as a Program.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_COVERCHECK_H
#define HEDDLE_DRIVER_COVERCHECK_H

#include "Diagnostics/Report.h"
#include "IR/Program.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// Nests of one block that run one after another, each once.
struct NestGroup {
  std::shared_ptr<const Program> Nests; ///< null: some cannot be read
  /// They run whenever the program, or the turn of its loop, does.
  bool Always = false;
};

/// cover(a): the nests of one group write all elements of an array.
struct CoverClaim {
  unsigned Number; ///< in LoopNest::Said of nests that have the array
  std::string Array;
  bool Ordered = false;
  SourceRef Where;
};

/// A claim that holds, and how.
struct FoundCover {
  std::string Array;
  bool Ordered = false;
  /// The nests that write the array may run in any order, but for the default.
  bool IsIndependent = false;
  struct Writer {
    SourceRef Where;      ///< of the nest
    bool IsDefault;       ///< it writes all, for others to overwrite
    std::string Elements; ///< that have its value in the end, as isl prints
  };
  std::vector<Writer> Writers;
};

/// A number that a step takes from memory, and an earlier step may change.
struct ChangedSize {
  unsigned Step;
  std::string Name;
};
std::optional<ChangedSize> changedSize(const Program &P);

/// Errors go to R. Groups: all of the program.
std::vector<FoundCover> checkCovers(llvm::ArrayRef<CoverClaim> Claims,
                                    llvm::ArrayRef<NestGroup> Groups,
                                    Report &R);

/// For each group what its nests touch, their dependences, and what each
/// element that they write is computed from, as isl prints it.
void dumpVolumes(llvm::ArrayRef<NestGroup> Groups, llvm::raw_ostream &OS);

} // namespace heddle

#endif
