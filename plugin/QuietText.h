//===- QuietText.h - Generated text without warnings -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_QUIETTEXT_H
#define HEDDLE_PLUGIN_QUIETTEXT_H

#include "Support/Source.h"
#include <string>
#include <vector>

namespace heddle {

/// Text with pragmas around each of the ranges that has generated statements, so
/// that whatever they might give rise to is no warning and, under -Werror, no
/// error. The ranges are in order; they move along.
std::string quieted(const std::string &Text, std::vector<FileRange> &Ranges);

} // namespace heddle

#endif
