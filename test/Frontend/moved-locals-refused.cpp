// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Locals that change from turn to turn by what is not known, or not the same each time.
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

void onCondition(double *a, const double *x, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n;
    for (int i = 0; i < n; ++i)
      if (x[i] > 0)
        // CHECK: :[[@LINE+1]]:11: note: before the launch, 'k' is not an affine expression {{.*}}it changes in the nest{{.*}}
        a[k++] = x[i];
  }
}

void onlyWhereNeeded(double *a, const bool *set, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n;
    for (int i = 0; i < n; ++i) {
      // CHECK: :[[@LINE+1]]:9: note: before the launch, 'k' is not an affine expression {{.*}}it changes in the nest{{.*}}
      a[k] = i;
      set[i] && ++k;
    }
  }
}

void pastContinue(double *a, const double *x, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n;
    for (int i = 0; i < n; ++i) {
      if (x[i] > 0)
        continue;
      // CHECK: :[[@LINE+1]]:9: note: before the launch, 'k' is not {{.*}}
      a[k] = x[i];
      k++;
    }
  }
}

void byWhatTurns(double *a, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n;
    for (int i = 0; i < n; ++i) {
      // CHECK: :[[@LINE+1]]:9: note: before the launch, 'k' is not {{.*}}
      a[k] = i;
      k += i;
    }
  }
}

void byData(double *a, const int *step, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    double *p = a + r * n;
    for (int i = 0; i < n; ++i) {
      // CHECK: :[[@LINE-2]]:{{[0-9]+}}: note: before the launch, 'p' is not {{.*}}it is a pointer that moves{{.*}}
      *p = i;
      p += step[i];
    }
  }
}

void setAnew(double *a, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n;
    for (int i = 0; i < n; ++i) {
      // CHECK: :[[@LINE+1]]:9: note: before the launch, 'k' is not {{.*}}
      a[k] = i;
      k = r * n + 2 * i;
    }
  }
}

// How many turns the loop before it had depends on data.
void behindBreak(double *a, const double *x, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n;
    for (int i = 0; i < n; ++i) {
      if (x[i] > 0)
        break;
      ++k;
    }
    // CHECK: :[[@LINE+1]]:7: note: before the launch, 'k' is not {{.*}}
    a[k] = 1;
  }
}

// Nobody says which comes first.
void besideItself(double *a, double *b, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n, l = r * n;
    for (int i = 0; i < n; ++i)
      // CHECK: :[[@LINE+1]]:9: note: before the launch, 'l' is not {{.*}}
      b[l] = a[k++] + (l += 2);
  }
}

// Each needs the other.
void ofEachOther(double *a, int rows, int n) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r * n, l = 1;
    for (int i = 0; i < n; ++i) {
      // CHECK: :[[@LINE+1]]:9: note: before the launch, 'k' is not {{.*}}
      a[k] = 1;
      k += l;
      l += k;
    }
  }
}

// Rows meet: the offset grows by a parameter, and that is no claim.
void overlapping(double *a, int rows, int n, int m) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    int k = r;
    for (int i = 0; i < n; ++i, k += m)
      for (int j = 0; j < 2; ++j)
        // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}[heddle-HD40
        a[k + j] = 1;
  }
}
