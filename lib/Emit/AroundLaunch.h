//===- AroundLaunch.h - Lines in front of a launch -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_AROUNDLAUNCH_H
#define HEDDLE_EMIT_AROUNDLAUNCH_H

#include "IR/LoopNest.h"
#include <string>

namespace heddle {

/// Numbers in kernels and checks stand for these expressions. With another
/// value of a macro, say, they would be wrong in silence.
std::string constantsText(const LoopNest &Source, const std::string &Indent);

/// In front of loops that have variables of these names for themselves.
std::string keptVariables(const LoopNest &Source, const std::string &Indent);

} // namespace heddle

#endif
