//===- Memory.cpp - What a run has read and written -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Memory.h"

namespace heddle {
namespace validate {

int64_t Memory::copy(const Copy &C) {
  Before.clear();
  for (const auto &[Place, Each] : Cells)
    if (Each.Written)
      Before[Place] = Each.V;
  Copies.push_back(C);
  return pointerTo(FirstCopy + static_cast<unsigned>(Copies.size()) - 1);
}

} // namespace validate
} // namespace heddle
