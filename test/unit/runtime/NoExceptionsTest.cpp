//===- NoExceptionsTest.cpp - errors where nothing can be thrown ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Environment.h"
#include "heddle/runtime.h"

#if HEDDLE_EXCEPTIONS
#error "this file is to be compiled with -fno-exceptions"
#endif

namespace {

constexpr heddle::rt::site here{"kernel", "dead.cpp", 3};
constexpr heddle::rt::shape one{{1, 1, 1}, {1, 1, 1}};

class NoExceptionsDeathTest : public EnvironmentTest {};

TEST_F(NoExceptionsDeathTest, AnErrorAbortsWithItsText) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  set("HEDDLE_HOST_ORDER", "revers");
  EXPECT_EXIT(heddle::rt::run(
                  here, one, +[] {}),
              testing::KilledBySignal(SIGABRT),
              "heddle: dead.cpp:3: kernel: HEDDLE_HOST_ORDER is 'revers'; "
              "legal are 'forward', 'reverse' and 'shuffle:SEED'");
}

TEST_F(NoExceptionsDeathTest, RequiringAGpuAborts) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  set("HEDDLE_REQUIRE_GPU", "1");
  EXPECT_EXIT(heddle::rt::run(
                  here, one, +[] {}),
              testing::KilledBySignal(SIGABRT), "built without CUDA");
}

TEST_F(NoExceptionsDeathTest, LaunchesWorkOtherwise) {
  set("HEDDLE_HOST_ORDER", "forward");
  EXPECT_EQ(heddle::rt::run(
                here, one, +[] {}),
            heddle::rt::path::done);
}

} // namespace
