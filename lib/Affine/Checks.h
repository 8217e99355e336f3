//===- Checks.h - Run-time checks, and what is reported ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to lib/Affine. Each condition that the integer reading of a nest needs
// is proved, or becomes a RuntimeCheck, or is an error.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_CHECKS_H
#define HEDDLE_AFFINE_CHECKS_H

#include "Affine/Builder.h"
#include "Affine/Witness.h"
#include <string>
#include <vector>

namespace heddle {

/// The outcome of a condition on parameters.
enum class CheckResult : unsigned char {
  Proved,  ///< it always holds
  Checked, ///< a RuntimeCheck has been added
  Never,   ///< it holds for no parameter value
  Unknown, ///< isl gave up, or the check would be too long to print
};

/// Adds the check that no point of Bad exists, if it is not proved.
CheckResult addCheck(Builder &B, CheckKind Kind, const isl::Set &Bad,
                     std::string Reason);
/// Requires each condition on Where; reports if one can never hold.
bool require(Builder &B, CheckKind Kind,
             const std::vector<Condition> &Conditions, const isl::Set &Where);
std::string reasonOf(const Condition &C);

/// Reports that isl gave up; false.
bool tooComplex(Builder &B);
/// Reports why Reader could not read; false.
bool reportFailure(Builder &B, const ExprReader &Reader);
/// " for n = 2" with the source's parameters that matter to S; maybe empty.
std::string parametersOf(const Builder &B, const Witness &W, const isl::Set &S);

} // namespace heddle

#endif
