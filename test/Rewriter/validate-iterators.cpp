// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Iterators of the standard library's containers are read as pointers, whether
// their operators are constexpr (from C++20 on) or not.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.17.cpp --report=text -- -std=c++17 -I %include 2>&1 | FileCheck %s
// RUN: %heddle-rewrite %s -o %t.20.cpp --report=text -- -std=c++20 -I %include 2>&1 | FileCheck %s
#include <cstddef>
#include <heddle/heddle.h>
#include <string>
#include <vector>

// CHECK-NOT: HD90
// CHECK: in 'squared': mapped
// CHECK: validated in {{[1-9]}}
void squared(std::vector<double> &v) {
  [[heddle::map]]
  for (auto it = v.begin(); it != v.end(); ++it)
    *it = *it * *it;
}

struct agent {
  double x, v;
};

// CHECK-NOT: HD90
// CHECK: in 'pushed': mapped
// CHECK: validated in {{[1-9]}}
void pushed(std::vector<agent> &agents, int from) {
  [[heddle::map]]
  for (std::vector<agent>::iterator it = agents.begin() + from,
                                    e = agents.end();
       it < e; it++) {
    it->x += 2 * it->v;
    (*it).v = it[0].x;
  }
}

// CHECK-NOT: HD90
// CHECK: in 'placed': mapped
// CHECK: validated in {{[1-9]}}
void placed(const std::vector<int> &v, std::vector<long> &w) {
  [[heddle::map]]
  for (std::vector<int>::const_iterator i = v.begin(); i != v.end(); ++i)
    w[i - v.begin()] = *i;
}

// CHECK-NOT: HD90
// CHECK: in 'turned': mapped
// CHECK: validated in {{[1-9]}}
void turned(std::string &s, const std::string &t) {
  [[heddle::map]]
  for (auto i = t.cbegin(), e = t.cend(); e > i; ++i)
    s[static_cast<std::size_t>(i - t.cbegin())] = i[0];
}
// CHECK-NOT: HD90
