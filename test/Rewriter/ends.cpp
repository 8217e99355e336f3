// Where a loop ends: macros that stand for nothing, folds and a semicolon out of
// a macro are part of it, and nothing else that a macro stands for.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include 2>&1 | count 0
// RUN: %gxx -std=c++17 -I %include -x c++ %t.cu -o %t && %t && env HEDDLE_HOST_ORDER=forward %t
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DWRONG 2>&1 | FileCheck --implicit-check-not=error: %s
#include <heddle/heddle.h>
#define NOTHING
#define END ;
#define MORE ; y[0] = 7
#define DONE(x)

void nothing(int *y, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 1 NOTHING NOTHING;
  HEDDLE(map) for (int i = 0; i < n; ++i) if (i > 1) y[i] += 1 NOTHING /* too */ ;
  HEDDLE(map) for (int i = 0; i < n; ++i) { y[i] += 1; } NOTHING
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] += 1; NOTHING
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] += 0 END
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] += 0 DONE(1);
}

template <int... K> void folds(int *y, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) ((y[i] += K), ...);
  HEDDLE(map) for (int i = 0; i < n; ++i) (..., (y[i] += K));
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] += (K + ...);
  HEDDLE(map) for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2; ++j)
      if (j == 0) y[i] += (1 + ... + K) NOTHING;
}

int main() {
  int y[3];
  nothing(y, 3);
  folds<1, 2>(y, 3);
  return y[2] == 17 ? 0 : 1;
}

#ifdef WRONG
void wrong(int *y, int n) {
  // CHECK: :[[@LINE+1]]:52: error: the annotated loop does not stand in one piece in the file of its annotation: its semicolon comes out of the macro 'MORE'; write it where it stands [heddle-HD117]
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 0 MORE;
}
#endif
