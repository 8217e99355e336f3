//===- main.cpp - of every program of the execution tests -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "harness.h"

int main(int argc, char **argv) { return harness::run_all(argc, argv); }
