//===- LaunchText.h - The text that takes the loops' place ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_LAUNCHTEXT_H
#define HEDDLE_EMIT_LAUNCHTEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

/// A compound statement: the checks in their fixed order, the launches, and the
/// loops as written. Its last character stands where the nest's last one did.
/// OpenMP: the text may be compiled with it; else the loops are there once.
/// Stands: the text is kept, and may be compiled with other flags one day; it
/// says which constants it rests on.
std::string launchText(const LaunchPlan &P, bool OpenMP, bool Stands);

/// What runs in an instantiation of the template that nobody has verified: the
/// loops as written, a closing brace, and another where the nest's last
/// character stood.
std::string unverifiedText(const LaunchPlan &P);

} // namespace heddle

#endif
