//===- Identifiers.h - The names in a text ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SUPPORT_IDENTIFIERS_H
#define HEDDLE_SUPPORT_IDENTIFIERS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace heddle {

/// Calls Found(Name) for every identifier in C++ text (comments and string
/// literals count as text).
void forEachIdentifier(llvm::StringRef Text,
                       llvm::function_ref<void(llvm::StringRef)> Found);

/// Base where that is not taken; else Base, Separator and the first number from
/// First on that makes a name which is free.
std::string freeName(const std::string &Base,
                     llvm::function_ref<bool(const std::string &)> IsTaken,
                     const char *Separator = "_", unsigned First = 1);

} // namespace heddle

#endif
