//===- Validate.h - Rewritten text, read and run again ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   rewritten text --Clang--> AST --Read--> Nest --Check--> Finding
//
// Reads the launches of a parsed, rewritten translation unit, with their
// kernels and the loops as written beside them, from that text alone, runs both
// over small values of their parameters, and compares what they do. Shares no
// code with what has made the text.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_VALIDATE_H
#define HEDDLE_VALIDATE_VALIDATE_H

#include "Diagnostics/Report.h"
#include "Validate/Check.h"
#include <string>
#include <vector>

namespace clang {
class ASTContext;
}

namespace heddle {
namespace validate {

/// About one launch, or one instantiation of it.
struct Finding {
  enum Kind : unsigned char {
    Same,    ///< in all instances that were run
    InPart,  ///< the same, but something did not run
    Differs, ///< an error of Heddle
    NotRead, ///< nothing is known
  } What = Same;
  std::string Name; ///< of the launch
  std::string File; ///< of the annotation, as the launch names it
  unsigned Line = 0;
  std::string Text; ///< what differs, did not run, or was not read
  unsigned Instances = 0;
  std::vector<bool> ForAll; ///< by kernel: the same for all sizes
  SourceRef Where; ///< of the launch, in the parse
};

/// Launches are those that stand outside of system headers.
std::vector<Finding> validate(clang::ASTContext &Context,
                              const CheckOptions &Options = {});

/// The findings to speak of: of an annotation with many instantiations one
/// remark.
std::vector<Finding> oncePerNest(const std::vector<Finding> &Found);

/// Says of one launch Differs, HD905, HD908, or nothing.
void say(const Finding &F, SourceRef Where, Report &R,
         DiagID Differs = DiagID::HD904);
/// That the rewritten text of File does not parse.
void sayUnparsed(llvm::StringRef File, llvm::StringRef Error, Report &R);

} // namespace validate
} // namespace heddle

#endif
