//===- BodyText.h - The body of the mapped loops, as a function -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body stands once, in a function over plain pointers that kernels and the
// loops on the CPU call. No parameter carries `__restrict__`, since the loops
// run also where arrays overlap.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_BODYTEXT_H
#define HEDDLE_EMIT_BODYTEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

/// One of its parameters: how the function declares it, and what its callers
/// pass.
struct BodyParam {
  std::string Declaration;
  std::string Name;   ///< in the function, and in kernels
  std::string AtHost; ///< where the loops stand
  std::optional<unsigned> Array = std::nullopt; ///< into LoopNest::Arrays
};

/// Arrays, copies, segments, scalars, then counters, each where the body names
/// it. Copies: where the loops stand.
std::vector<BodyParam> bodyParams(const LaunchPlan &P,
                                  llvm::ArrayRef<std::string> Copies = {});

/// Whether P has that function: at least two places would hold the body.
bool hasBodyFunction(const LaunchPlan &P);

/// The function with its template header.
std::string bodyFunction(const LaunchPlan &P, Dialect D);

/// A call in a kernel of P, in that column, ending in a newline. Aligned: the
/// arrays that begin at multiples of so many Bytes there.
std::string bodyCallOfKernel(const LaunchPlan &P, size_t Column,
                             llvm::ArrayRef<unsigned> Aligned = {},
                             unsigned Bytes = 0);

/// The loops as written around a call of the function. Which: where the loops
/// stand, which says how arrays and scalars are spelled. Copies: pointers to
/// the copies there, as expressions.
std::string loopsAroundCall(const LaunchPlan &P, TextOf Which,
                            llvm::ArrayRef<std::string> Copies = {});

/// The innermost mapped loop as a function, for LaunchPlan::Row.
std::string rowFunction(const LaunchPlan &P, Dialect D);

/// The loops outside of that one around a call of it, in the user's function.
std::string loopsAroundRow(const LaunchPlan &P);

/// The contents of loop 0 alone, around a call.
std::string outermostBodyAroundCall(const LaunchPlan &P, TextOf Which,
                                    llvm::ArrayRef<std::string> Copies = {});

/// Some access chooses, by a condition, between the copy and its array.
bool hasChoice(const ArrayCopy &C);

/// The declaration of a copy as a parameter: "const double *x_copy".
std::string copyParameter(const VerifiedNest &V, unsigned Copy,
                          const std::string &Name);

} // namespace heddle

#endif
