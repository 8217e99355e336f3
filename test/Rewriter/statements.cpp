// A launch stands wherever a statement stands.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include
// RUN: %gxx -std=c++17 -I %include -x c++ %t.cu -o %t.exe && %t.exe
// RUN: %clangxx -std=c++17 -I %include -x c++ -c %t.cu -o %t.o

#include <heddle/heddle.h>

int sum(double *x, int n, int k) {
  switch (k) {
  case 1:
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 1;
    break;
  default:
    [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 2;
  }
  if (k == 3)
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 3;
  else
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] += 1;
  while (k-- > 0)
    HEDDLE(map) for (int i = 0; i < n; ++i) x[i] += 10;
  return int(x[0] + x[n - 1]);
}

int main() {
  double x[3];
  return sum(x, 3, 1) == 24 && sum(x, 3, 3) == 66 && sum(x, 3, 0) == 6 ? 0 : 1;
}
