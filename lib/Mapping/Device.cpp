//===- Device.cpp - The GPUs that mappings are weighed for ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Device.h"

namespace heddle {

static constexpr Device Devices[] = {
#define HEDDLE_DEVICE(Architecture, Multiprocessors, Warps, Blocks, Sectors,   \
                      Shared, Bytes, Bus)                                      \
  {Architecture, Multiprocessors, Warps,        Blocks,                        \
   Sectors,      Shared,          Bytes / 10.0, Bus},
#include "Mapping/Devices.def"
};

const Device *deviceOf(llvm::StringRef Name) {
  auto NumberOf = [](llvm::StringRef Text) {
    unsigned Number = 0;
    if (!Text.consume_front("sm_") || Text.consumeInteger(10, Number) ||
        !(Text.empty() || Text == "a" || Text == "f"))
      return 0U;
    return Number;
  };
  const unsigned Asked = NumberOf(Name);
  const Device *Found = nullptr;
  for (const Device &D : Devices)
    if (NumberOf(D.Architecture) <= Asked)
      Found = &D;
  return Found;
}

const Device &defaultDevice() { return *deviceOf("sm_80"); }

} // namespace heddle
