//===- ScanSources.h - Which loops of sources could be annotated -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_REWRITER_SCANSOURCES_H
#define HEDDLE_REWRITER_SCANSOURCES_H

#include "Options.h"

namespace heddle {

/// Scans each source in a process of its own, several at once, and writes the
/// report of all. Returns the exit code: ExitErrors where a source could not be
/// read, ExitInternal where a process has crashed.
int scanSources(const RewriteOptions &Options);

} // namespace heddle

#endif
