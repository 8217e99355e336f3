//===- NestFuzzer.cpp - Whole files ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "Unit.h"

extern "C" __attribute__((visibility("default"))) int
LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  heddle::processText(textOf(Data, Size), Size);
  return 0;
}
