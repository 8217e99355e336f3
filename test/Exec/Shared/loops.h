//===- loops.h - loops that two files include -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_EXEC_SHARED_LOOPS_H
#define HEDDLE_TEST_EXEC_SHARED_LOOPS_H

#include <heddle/heddle.h>

namespace SIDE {

inline void in_header(int *y, int n) {
  [[heddle::map(heddle::Jing)]]
  for (int i = 0; i < n; ++i)
    y[i] = 3 * i;
}

[[maybe_unused]] static void in_header_static(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = 5 * i;
}

template <class T> void in_header_template(T *y, int n) {
  [[heddle::map(heddle::FoldAll)]]
  for (int i = 0; i < n; ++i)
    y[i] = static_cast<T>(7 * i);
}

// Each file has arguments of its own, and one in common.
template <int N, class Count> void in_header_sized(int (*y)[N], Count n) {
  [[heddle::map]]
  for (Count i = 0; i < n; ++i)
    for (int j = 0; j < N; ++j)
      y[i][j] = N * static_cast<int>(i) + j;
}

// Each file has a policy of its own, which it declares later.
template <class Policy> void in_header_policy(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; i += Policy::by)
    y[i] = Policy::factor * i;
}

struct in_header_class {
  int first;
  void fill(int *y, int n) const {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = first + i;
  }
};

// In the other file of the two; it calls all of the above.
void from_second(int *y, int n);
void sized_from_second(int *y, int n);
void policy_from_second(int *y, int n);

} // namespace SIDE

#endif // HEDDLE_TEST_EXEC_SHARED_LOOPS_H
