//===- Entry.h - How libFuzzer changes texts -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Include it once in each fuzzer: libFuzzer finds these functions by name.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_LIBFUZZER_ENTRY_H
#define HEDDLE_TEST_LIBFUZZER_ENTRY_H

#include "Tokens.h"
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

static llvm::StringRef textOf(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

static size_t store(const std::string &Text, uint8_t *Data, size_t MaxSize) {
  size_t Size = std::min(Text.size(), MaxSize);
  memcpy(Data, Text.data(), Size);
  return Size;
}

extern "C" __attribute__((visibility("default"))) size_t
LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size, size_t MaxSize,
                        unsigned Seed) {
  if (Size == 0 || Seed % 32 == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  return store(heddle::changed(textOf(Data, Size), Seed), Data, MaxSize);
}

extern "C" __attribute__((visibility("default"))) size_t
LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                          const uint8_t *Data2, size_t Size2, uint8_t *Out,
                          size_t MaxOut, unsigned Seed) {
  return store(heddle::crossed(textOf(Data1, Size1), textOf(Data2, Size2), Seed),
               Out, MaxOut);
}

#endif
