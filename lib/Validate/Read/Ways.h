//===- Ways.h - How threads come to the body of a kernel --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_WAYS_H
#define HEDDLE_VALIDATE_READ_WAYS_H

#include "Validate/Tree.h"

namespace heddle {
namespace validate {

/// Fills in Ways, Mapped and IsTurned. A kernel in phases has no ways.
void findWays(const Nest &N, LaunchSite &Site);

} // namespace validate
} // namespace heddle

#endif
