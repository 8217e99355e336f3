// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HEDDLE_TRACE=2 tells the time of loops that run on the CPU: of ones inside of others, and none
// of ones that an exception leaves, which do not keep others from being told.
//
// RUN: %gxx -std=c++17 -Wall -Wextra -Werror -I%include %s -o %t
// RUN: env HEDDLE_TRACE=2 %t 2>&1 | FileCheck %s
// RUN: %t 2>&1 | count 0
//
// CHECK: in all: f.cpp:1: around: sequential: 1 launch, {{.*}}, time {{[2-9][0-9][0-9][0-9]|[1-9][0-9][0-9][0-9][0-9]+}} us
// CHECK-NEXT: in all: f.cpp:2: inside: sequential: 2 launches, {{.*}}, time {{[2-9][0-9][0-9][0-9]|[1-9][0-9][0-9][0-9][0-9]+}} us
// CHECK-NEXT: in all: f.cpp:3: left: sequential: 1 launch, {{.*}}, time -
#include <chrono>
#include <heddle/heddle.h>
#include <thread>

using namespace heddle;

void inside() {
  const rt::site site{"inside", "f.cpp", 2};
  (void)rt::sequential(site, "so it is");
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  rt::loops_ended(site);
}

void left() {
  const rt::site site{"left", "f.cpp", 3};
  (void)rt::sequential(site, "so it is");
  throw 1;
}

int main() {
  const rt::site site{"around", "f.cpp", 1};
  (void)rt::sequential(site, "so it is");
  inside();
  inside();
  try {
    left();
  } catch (int) {
  }
  rt::loops_ended(site);
  rt::loops_ended(site);
}
