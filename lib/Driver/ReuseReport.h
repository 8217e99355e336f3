//===- ReuseReport.h - What was reused in one block ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_DRIVER_REUSEREPORT_H
#define HEDDLE_DRIVER_REUSEREPORT_H

#include "Driver/NestReport.h"
#include "Reuse/ReusePlan.h"

namespace heddle {

struct ReuseReport {
  struct Line {
    std::string Tensor, Lender;
    bool SameStatement = false, Promised = false;
    std::string Bytes;             ///< as an expression
    std::optional<int64_t> Number; ///< the same, where it is constant
    /// What the program checks, else the tensor has memory of its own.
    std::vector<std::string> Checks;
  };
  struct Kept {
    std::string Tensor, Why;
  };

  std::string Verdict; ///< "reused", "kept", "refused"
  NestReport::Place Where;
  std::string Function;
  std::vector<NestReport::Message> Messages;
  std::vector<Line> Reused;
  std::vector<Kept> Others; ///< the block's tensors with memory of their own
  unsigned BuffersBefore = 0, BuffersAfter = 0;

  std::string bytes() const;
  std::optional<int64_t> number() const;
};

/// Verdict, place, function and messages are for those who know them.
ReuseReport describeReuse(const Program &B, const ReusePlan &Plan);

void printText(const ReuseReport &N, llvm::raw_ostream &OS);
/// One object.
void printJson(const ReuseReport &N, llvm::json::OStream &OS);

} // namespace heddle

#endif
