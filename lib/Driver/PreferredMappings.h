//===- PreferredMappings.h - A file of mappings -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_DRIVER_PREFERREDMAPPINGS_H
#define HEDDLE_DRIVER_PREFERREDMAPPINGS_H

#include "Mapping/MappedNest.h"

namespace heddle {

/// ChoiceOptions::Preferred of a file in JSON: {"heddle_f_0":
/// "GridBlock(...)"}. Null where it cannot be read, with the reason in Wrong.
std::shared_ptr<const std::map<std::string, std::string>>
readPreferredMappings(llvm::StringRef Path, std::string &Wrong);

} // namespace heddle

#endif
