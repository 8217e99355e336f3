//===- FirstUnit.cpp - The other half of SecondUnitTest.cpp ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include <heddle/heddle.h>

const heddle::mapping *genOfFirstUnit() { return &heddle::Gen; }
const heddle::strategy *jingOfFirstUnit() { return &heddle::Jing; }
