//===- PreferredMappings.h - A file of mappings -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_PREFERREDMAPPINGS_H
#define HEDDLE_DRIVER_PREFERREDMAPPINGS_H

#include "Mapping/MappedNest.h"

namespace heddle {

/// ChoiceOptions::Preferred of a file as heddle/runtime/choices.h describes it;
/// what it says of loops on the CPU is for the runtime alone. Null where it
/// cannot be read, with the reason in Wrong.
std::shared_ptr<const PreferredMappings>
readPreferredMappings(llvm::StringRef Path, std::string &Wrong);

} // namespace heddle

#endif
