//===- TestPCH.h - the unit tests' headers that are compiled once ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only a matter of build time: every file still includes what it uses.
//
//===----------------------------------------------------------------------===//

#include "PlainPCH.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <sstream>
