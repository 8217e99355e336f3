//===- Instantiations.h - One text for the instantiations of a template ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest in a template is verified and emitted for one instantiation at a time.
// Instantiations that give the same text share it; for the others there is
// another kernel and another branch of an `if constexpr` chain, at whose end
// the loop as written stands for instantiations that nobody has verified.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_INSTANTIATIONS_H
#define HEDDLE_EMIT_INSTANTIATIONS_H

#include "Emit/KernelSource.h"

namespace heddle {

/// Adds the texts of other instantiations of the same nest; false where one
/// instantiation would have two texts. A loop outside of templates has one
/// text and no arguments.
bool addInstantiations(std::vector<InstantiationText> &To,
                 const std::vector<InstantiationText> &From);

/// Gives the texts of S the name that another inclusion of the same file has.
void nameFile(KernelSource &S, const std::string &Name);

/// The kernels of all variants, with names of their own.
std::string allKernels(const KernelSource &S);
/// The names of all kernels, in the order of their texts.
std::vector<std::string> kernelNames(const KernelSource &S);
/// The text that takes the loop's place; Compared: as the validator reads it.
std::string wholeLaunch(const KernelSource &S, bool Compared = false);

} // namespace heddle

#endif
