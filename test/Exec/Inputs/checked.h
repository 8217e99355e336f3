//===- checked.h - calls under HEDDLE_CHECK -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_EXEC_CHECKED_H
#define HEDDLE_TEST_EXEC_CHECKED_H

#include "harness.h"
#include <cstdlib>
#include <heddle/heddle.h>
#include <string>

namespace harness {

/// Calls f under HEDDLE_CHECK=1. The claims are right, or the error says
/// `wrong`; a program that ignores annotations cannot show that, and keeps what
/// it would show. A launch that throws may have written its line or not.
template <class F>
static void checked(recorder &r, std::initializer_list<long long> label,
                    expectation expected, const char *wrong, const F &f) {
  std::string said;
  r.call(label, wrong ? expectation(taken::any, -1) : expected, [&] {
    setenv("HEDDLE_CHECK", "1", 1);
    heddle::environment_changed();
    try {
      f();
    } catch (const heddle::error &e) {
      said = e.what();
    }
    unsetenv("HEDDLE_CHECK");
  });
  const bool good =
      wrong ? said.find(wrong) != std::string::npos : said.empty();
  r.keep(HARNESS_REWRITTEN ? good : true);
  r.call(label, {taken::any, 0}, [] {});
}

} // namespace harness

#endif
