//===- main.cpp - of every program of the execution tests -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "harness.h"

std::map<std::string, std::pair<harness::side, harness::side>> &
harness::all_cases() {
  static std::map<std::string, std::pair<side, side>> cases;
  return cases;
}

int main(int argc, char **argv) { return harness::run_all(argc, argv); }
