//===- LaunchText.h - The text that takes the loops' place ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_LAUNCHTEXT_H
#define HEDDLE_EMIT_LAUNCHTEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

struct LaunchStyle {
  /// The text may be compiled with OpenMP; else the loops are there once.
  bool OpenMP = true;
  /// The text is kept, and may be compiled with other flags one day; it says
  /// which constants it rests on.
  bool Stands = false;
  /// For the CPU alone: what fits no kernel of P runs as loops, on several
  /// threads as ever.
  bool ForHost = false;
  /// The sequential loops stand as they are written: what the validator
  /// compares all others with. Else they call the body's function where they
  /// can.
  bool AsWritten = false;
};

/// A compound statement: the checks in their fixed order, the launches of the
/// stages, and the loops as written. Its last character stands where the nest's
/// last one did.
std::string launchText(const LaunchPlan &P, const LaunchStyle &Style);

/// The text for an instantiation of the template that nobody has verified: the
/// loops as written, a closing brace, and another where the nest's last
/// character stood.
std::string unverifiedText(const LaunchPlan &P);

} // namespace heddle

#endif
