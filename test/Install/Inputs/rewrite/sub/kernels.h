#pragma once
#include <heddle/heddle.h>

inline void fill(int *x, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 3;
}
