//===- Environment.h - variables and stderr of one test -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_UNIT_RUNTIME_ENVIRONMENT_H
#define HEDDLE_TEST_UNIT_RUNTIME_ENVIRONMENT_H

#include "heddle/runtime.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <string>

/// Starts every test without the runtime's variables and leaves none behind.
class EnvironmentTest : public testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }

  static void set(const char *name, const std::string &value) {
    ASSERT_EQ(setenv(name, value.c_str(), 1), 0);
    heddle::environment_changed();
  }
  static void clear() {
    for (const char *name :
         {"HEDDLE_TRACE", "HEDDLE_REQUIRE_GPU", "HEDDLE_CHECK",
          "HEDDLE_HOST_ORDER", "HEDDLE_HOST_LOOPS", "HEDDLE_MAPPINGS",
          "HEDDLE_TUNE", "HEDDLE_LAUNCH_NS"})
      unsetenv(name);
    heddle::environment_changed();
  }

  /// What `body` prints on stderr.
  template <class Body> static std::string printed(const Body &body) {
    testing::internal::CaptureStderr();
    body();
    return testing::internal::GetCapturedStderr();
  }

  /// The text of the Error that `body` throws.
  template <class Error, class Body>
  static std::string thrown(const Body &body) {
#if defined(__cpp_exceptions)
    try {
      body();
    } catch (const Error &e) {
      return e.what();
    }
#endif
    return "nothing was thrown";
  }
};

#endif // HEDDLE_TEST_UNIT_RUNTIME_ENVIRONMENT_H
