//===- Damages.h - Text with an error put into it ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_UNIT_VALIDATE_DAMAGES_H
#define HEDDLE_UNIT_VALIDATE_DAMAGES_H

#include "Validate/Validate.h"
#include <map>
#include <string>
#include <vector>

namespace heddle {

struct Damage {
  const char *Name;
  const char *Text;
  const char *Old, *New; ///< the first Old is replaced
};

/// What is found, by name: each stands in a namespace of its own in one parse,
/// and FILE in its text is its name.
std::map<std::string, validate::Finding>
findings(const std::vector<Damage> &Damages);

/// Expects that kernels and loops agree, in Instances at least; nothing is
/// replaced.
void expectSame(const std::vector<Damage> &None, unsigned Instances);
/// Expects that of each they are found to differ.
void expectDifferences(const std::vector<Damage> &Damages);

} // namespace heddle

#endif
