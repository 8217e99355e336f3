//===- PreferredMappings.cpp - A file of mappings -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/PreferredMappings.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle {

std::shared_ptr<const std::map<std::string, std::string>>
readPreferredMappings(llvm::StringRef Path, std::string &Wrong) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer) {
    Wrong = Buffer.getError().message();
    return nullptr;
  }
  auto All = llvm::json::parse<std::map<std::string, std::string>>(
      (*Buffer)->getBuffer());
  if (!All) {
    Wrong = llvm::toString(All.takeError());
    return nullptr;
  }
  return std::make_shared<const std::map<std::string, std::string>>(
      std::move(*All));
}

} // namespace heddle
