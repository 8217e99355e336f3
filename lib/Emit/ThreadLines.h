//===- ThreadLines.h - What a thread runs before the body ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_THREADLINES_H
#define HEDDLE_EMIT_THREADLINES_H

#include "Emit/SymText.h"

namespace heddle {

/// Leave: the statement by which the thread, or its iteration, ends.
std::string guardText(const KernelLine &L, const DeviceText &Device,
                      const std::string &Indent, const char *Leave);
/// Attribute: of the locals, with a blank. A guard leaves the thread where the
/// indentation is that of a kernel's body, else the iteration of a loop.
std::string lineText(const KernelLine &L, const DeviceText &Device,
                     const std::string &Indent, const char *Attribute = "");
/// The lines before the first Loop.
llvm::ArrayRef<KernelLine> linesBeforeLoops(const KernelPlan &K);
/// All that stands in a kernel before its loops, references to scalars too.
std::string lines(const KernelPlan &K, const LoopNest &N,
                  const char *Attribute = "");

} // namespace heddle

#endif
