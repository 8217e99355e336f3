//===- BlockRaces.cpp - What barriers order in a block --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Races/BlockRaces.h"

namespace heddle {
namespace validate {

void BlockRaces::beginBlock() {
  All.clear();
  Interval = 0;
}

BlockRaces::Finding BlockRaces::loads(int64_t Place) {
  Touches &T = All[Place];
  if (T.Writer.Thread == None)
    return Finding::Unwritten;
  if (isUnordered(T.Writer))
    return Finding::Race;
  T.Reader = {isUnordered(T.Reader) ? Several : Thread, Interval};
  return Finding::Fine;
}

BlockRaces::Finding BlockRaces::stores(int64_t Place) {
  Touches &T = All[Place];
  if (isUnordered(T.Writer) || isUnordered(T.Reader))
    return Finding::Race;
  T.Writer = {Thread, Interval};
  return Finding::Fine;
}

} // namespace validate
} // namespace heddle
