//===- KernelText.h - The text of one kernel -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_KERNELTEXT_H
#define HEDDLE_EMIT_KERNELTEXT_H

#include "Emit/KernelSource.h"

namespace heddle {

/// The kernel with its comment and its template header, ending in a newline.
/// Line numbering is left where the body's #line put it.
std::string kernelText(const LaunchPlan &P, const KernelPlan &K, Dialect D);
/// The words before the result's type of a kernel, and of a function that
/// both sides run, with a blank; may be empty.
const char *ofKernels(Dialect D);
/// A line in front of a loop that is to be written out, or so many turns of it
/// at a time; none for the CPU, where the compiler decides (HEDDLE_UNROLL).
std::string unrollLine(Dialect D, const std::string &Indent, int64_t Turns = 0);
const char *ofBothSides(Dialect D);
/// The statements of Body, which an iteration of P's kernels runs, as a
/// function has them; where the nest says 'continue', in a loop of one turn.
std::string bodyStatements(const LaunchPlan &P, const Value &Body,
                           bool InBraces);
/// The body of P's threads, which may stand twice (LaunchPlan::Inside).
std::string threadStatements(const LaunchPlan &P, bool InBraces);
/// Inside where P.Inside holds, Body elsewhere; lines begin in the column.
std::string eitherStatements(const LaunchPlan &P, const Value &Inside,
                             const Value &Body, unsigned TextBegin,
                             size_t Column);
/// As bodyStatements, of a part of the body whose text begins there.
std::string bodyStatements(const LaunchPlan &P, const Value &Body,
                           unsigned TextBegin, bool InBraces,
                           size_t Column = 2);
/// The functions that the kernels of P call, before these.
std::string functionsText(const LaunchPlan &P, Dialect D);

/// "x.cpp:7", where the nest stands.
std::string placeOfNest(const LoopNest &N);
/// A line for a kernel's comment: when its indices have 32 bits. Empty where
/// nothing is asked.
std::string widthComment(const std::vector<Sym> &Narrow);

/// A parameter of the source as a function outside of it declares it.
/// Qualifier: of the pointer, with a blank; may be empty.
std::string parameterText(const ArrayInfo &A,
                          const std::string &Qualifier = "");
std::string parameterText(const Param &P);
/// An extent, a number of runs, or a divisor, of K.
std::string parameterText(const KernelPlan &K, const KernelParam &P);
/// Head(a, b, ...), broken after 80 columns and continued under the first;
/// Column is where Head begins.
std::string wrapped(const std::string &Head,
                    const std::vector<std::string> &List, size_t Column);

} // namespace heddle

#endif
