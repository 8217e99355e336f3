// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// HEDDLE_TRACE=2 tells the time of loops that run on the CPU: of ones inside of others, and none
// of ones that an exception leaves, which do not keep others from being told. Destructors at the
// end of a thread or of the program may run loops as well.
//
// RUN: %gxx -std=c++17 -Wall -Wextra -Werror -I%include %s -pthread -o %t
// RUN: env HEDDLE_TRACE=2 %t 2>&1 | FileCheck %s
// RUN: %t 2>&1 | count 0
//
// CHECK: in all: f.cpp:1: around: sequential: 1 launch, {{.*}}, time {{[2-9][0-9][0-9][0-9]|[1-9][0-9][0-9][0-9][0-9]+}} us
// CHECK-NEXT: in all: f.cpp:2: inside: sequential: 4 launches, {{.*}}, time {{[2-9][0-9][0-9][0-9]|[1-9][0-9][0-9][0-9][0-9]+}} us
// CHECK-NEXT: in all: f.cpp:3: left: sequential: 1 launch, {{.*}}, time -
// CHECK-NEXT: in all: f.cpp:3: left: nothing: 1 launch, {{.*}}, time -
// CHECK-NEXT: f.cpp:2: inside: sequential
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

struct at_end {
  ~at_end() { inside(); }
};

void left() {
  const rt::site site{"left", "f.cpp", 3};
  (void)rt::sequential(site, "so it is");
  throw 1;
}

at_end behind_the_sums;

int main() {
  const rt::site site{"around", "f.cpp", 1};
  (void)rt::sequential(site, "so it is");
  inside();
  inside();
  try {
    left();
  } catch (int) {
  }
  const rt::site again{"left", "f.cpp", 3};
  (void)rt::nothing(again);
  rt::loops_ended(again);
  rt::loops_ended(site);
  rt::loops_ended(site);
  std::thread([] {
    static thread_local at_end of_thread;
    (void)&of_thread;
  }).join();
  static at_end in_front_of_the_sums;
}
