//===- Options.h - Arguments of the plugin ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_PLUGIN_OPTIONS_H
#define HEDDLE_PLUGIN_OPTIONS_H

#include "Driver/TranslationUnit.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace heddle {

/// Which program is compiled.
enum class Backend : unsigned char {
  ByLanguage, ///< Cuda under -x cuda, else Check
  Check,      ///< the loops as written
  Cuda,       ///< the rewritten program as CUDA
  Host,       ///< the rewritten program as C++
};

struct PluginOptions {
  UnitOptions Unit;
  Backend Target = Backend::ByLanguage;
  std::string Emit; ///< a file, or a folder; empty: nothing is written
  /// Kernels and loops are run and compared; by default for CUDA alone.
  std::optional<bool> Validate;

  PluginOptions() { Unit.Fuse = true; }
};

/// Reads NAME or NAME=VALUE into Options. Returns what is wrong with it, else
/// an empty string. help and explain print at once.
std::string readArgument(llvm::StringRef Argument, PluginOptions &Options);

} // namespace heddle

#endif
