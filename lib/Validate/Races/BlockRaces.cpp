//===- BlockRaces.cpp - What barriers order in a block --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Races/BlockRaces.h"

namespace heddle {
namespace validate {

void BlockRaces::beginBlock() { All = Races(); }

BlockRaces::Finding BlockRaces::loads(int64_t Place) {
  if (!All.isWritten(Place))
    return Finding::Unwritten;
  return All.loads(Place) ? Finding::Race : Finding::Fine;
}

BlockRaces::Finding BlockRaces::stores(int64_t Place) {
  return All.stores(Place) ? Finding::Race : Finding::Fine;
}

} // namespace validate
} // namespace heddle
