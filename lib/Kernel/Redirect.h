//===- Redirect.h - Kernel text in which reads take a copy -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_KERNEL_REDIRECT_H
#define HEDDLE_KERNEL_REDIRECT_H

#include "Kernel/LaunchPlan.h"

namespace heddle {

/// Names for the copies as kernel parameters, parallel to
/// VerifiedNest::copies(): neither in the nest's text nor invented for its
/// index recovery.
std::vector<std::string> nameCopies(const MappedNest &M);

/// The nest's holes, with redirected reads among them. Names as above.
std::vector<TextHole> holesWithCopies(const VerifiedNest &V,
                                      const std::vector<std::string> &Names);

/// The declaration of copy number Copy as a kernel parameter, e.g. "const
/// double *x_copy".
std::string copyParameter(const VerifiedNest &V, unsigned Copy,
                          const std::string &Name);

/// A condition over loop variables and parameters as kernel code, where the
/// access stands: in int if Narrow, else in long long.
std::string conditionText(const Sym &Cond, const LoopNest &N, bool Narrow);

} // namespace heddle

#endif
