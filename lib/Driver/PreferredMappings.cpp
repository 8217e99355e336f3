//===- PreferredMappings.cpp - A file of mappings -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/PreferredMappings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

namespace heddle {

/// "any", or "2^12".
static bool readSize(llvm::StringRef Key, std::optional<unsigned> &Size) {
  if (Key == "any")
    return true;
  unsigned Exponent = 0;
  if (!Key.consume_front("2^") || Key.getAsInteger(10, Exponent) ||
      Exponent > 60 || Exponent % 4 != 0 || Key != std::to_string(Exponent))
    return false;
  Size = Exponent;
  return true;
}

/// The mappings of one launch; nothing where something is wrong.
static std::optional<std::vector<PreferredMapping>>
readMappings(const llvm::json::Value &V) {
  std::vector<PreferredMapping> All;
  if (const auto Text = V.getAsString())
    return {{{std::nullopt, Text->str()}}};
  const llvm::json::Object *Sizes = V.getAsObject();
  if (!Sizes)
    return std::nullopt;
  for (const auto &[Key, Mapping] : *Sizes) {
    PreferredMapping One;
    const auto Text = Mapping.getAsString();
    if (!Text || !readSize(Key, One.Size))
      return std::nullopt;
    One.Spelling = Text->str();
    All.push_back(std::move(One));
  }
  llvm::sort(All, [](const PreferredMapping &A, const PreferredMapping &B) {
    return A.Size < B.Size;
  });
  return All;
}

std::shared_ptr<const PreferredMappings>
readPreferredMappings(llvm::StringRef Path, std::string &Wrong) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer) {
    Wrong = Buffer.getError().message();
    return nullptr;
  }
  auto Parsed = llvm::json::parse((*Buffer)->getBuffer());
  if (!Parsed) {
    Wrong = llvm::toString(Parsed.takeError());
    return nullptr;
  }
  const llvm::json::Object *Launches = Parsed->getAsObject();
  if (!Launches) {
    Wrong = "it is no object of launches";
    return nullptr;
  }
  auto All = std::make_shared<PreferredMappings>();
  for (const auto &[Launch, Mappings] : *Launches) {
    if (llvm::StringRef(Launch).ends_with(" loops"))
      continue;
    auto Read = readMappings(Mappings);
    if (!Read) {
      Wrong = "'" + llvm::StringRef(Launch).str() +
              "' has neither a mapping nor some by size";
      return nullptr;
    }
    (*All)[llvm::StringRef(Launch).str()] = std::move(*Read);
  }
  return All;
}

} // namespace heddle
