//===- KernelSource.h - The text of kernels and launches -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_KERNELSOURCE_H
#define HEDDLE_EMIT_KERNELSOURCE_H

#include "Kernel/LaunchPlan.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// Who reads the text. People and any compiler: `__global__` and a line for each
/// statement. The compiler that runs at this moment, as CUDA or as plain C++: no
/// macros, since the input may be preprocessed already, and every generated
/// statement stands on the line of its loop, for debuggers. There a kernel's
/// name has a hash of its text, so that the host and the device part of a
/// program that differ in more than they should fail to launch instead of
/// launching something else.
enum class Dialect : unsigned char { Written, Cuda, Host };

/// One text of a nest, and the instantiations for which it is verified: the
/// Placement::Arguments of each; none outside templates.
struct InstantiationText {
  std::string Kernels, Launch;
  /// Launch with the loops as they are written, for the validator, which
  /// compares all else with these; empty: Launch has them.
  std::string Compared;
  std::vector<std::string> KernelNames;
  std::vector<std::string> Arguments;
};

/// The two edits that rewrite one nest.
struct KernelSource {
  FileRange Insert;  ///< empty range: kernels go here
  FileRange Replace; ///< the nest
  std::string Before, After;                     ///< those of Placement
  std::vector<InstantiationText> Instantiations; ///< at least one
  std::string Name;       ///< of the launch; names of kernels begin so
  std::string File;       ///< of the nest, as the texts call it
  std::string Parameters; ///< Placement::Parameters
  /// In templates, what runs in any other instantiation; ends in two braces,
  /// the last of which stands where the nest's last token stood.
  std::string Otherwise;
  unsigned Indent = 0; ///< of the nest
};

/// The edits of one launch. OpenMP: the text may be compiled with OpenMP.
std::optional<KernelSource> emit(const LaunchPlan &P, Dialect D, bool OpenMP,
                                 Report &R);

} // namespace heddle

#endif
