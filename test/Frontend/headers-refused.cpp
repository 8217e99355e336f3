// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop headers from which the index space cannot be read.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>
#include <vector>

void two(double *y, const double *x, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the loop does not declare one counter with a value{{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = 0, j = 1; i < n; ++i, j *= 2) y[i] = x[j];
}

void twoFromArray(double *y, const int *k, int n) {
  // CHECK: :[[@LINE+3]]:8: error: the loop does not declare one counter with a value{{.*}}[heddle-HD201]
  // CHECK: :[[@LINE+2]]:19: note: 'j' is neither constant nor an integer that moves by a constant
  [[heddle::map]]
  for (int i = 0, j = k[3]; i < n; ++i) y[i] = j;
}

void twoInBody(double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = 0, j = 9; i < n; ++i) { y[i] = j; j = i; }
}

void twoOfEachOther(double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = 0, j = 9, k = j + 1; i < n; ++i) y[i] = k;
}

void twoAndAnother(double *y, int n, int &calls) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = 0, j = 9; i < n; ++i, ++calls) y[i] = j;
}

void twoNamed(double *y, int m, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = m, m = 5; i < n; ++i, ++m) y[i] = m;
}

void twoByEachOther(double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = 0, j = 3; i < n; j += i, i++) y[i] = j;
}

void elsewhere(double *x, double *y, int n) {
  // CHECK: :[[@LINE+3]]:8: error: the counter 'p' of type 'double *' {{.*}}[heddle-HD203]
  // CHECK: :[[@LINE+2]]:16: note: a pointer or an iterator may stand for a counter
  [[heddle::map]]
  for (double *p = x; p != y + n; ++p) *p = 0;
}

void ofAnother(std::vector<double> &v, std::vector<double> &w) {
  [[heddle::map]]
  for (auto i = v.begin(); i != v.end(); ++i)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}operator-{{.*}}[heddle-HD210]
    w[i - w.begin()] = *i;
}

// The other one goes by what is no multiple, from where data say, or in the body.
void unlike(double *x, double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 'p' {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (double *p = x, *q = y; p < x + n; p += 2, q += 3) *q = *p;
}

void fromData(double *x, double *y, const int *at, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 'p' {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (double *p = x, *q = y + at[0]; p < x + n; ++p, ++q) *q = *p;
}

void otherInBody(double *x, double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 'p' {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (double *p = x, *q = y; p < x + n; ++p) *q++ = *p;
}

void movedInBody(double *x, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 'p' {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (double *p = x; p < x + n; ++p) *p++ = 0;
}

void kept(std::vector<double> &v, std::vector<double>::iterator &last) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 'i' of type {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (auto i = v.begin(); i != v.end(); ++i) { *i = 0; last = i; }
}

void downToOther(double *x, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the condition does not compare the counter 'i' {{.*}}[heddle-HD204]
  [[heddle::map]]
  for (int i = n; i-- > i / 2;) x[i] = 0;
}

int outside(double *y, int n) {
  int i;
  // CHECK: :[[@LINE+4]]:8: error: the counter 'i' is declared outside of its 'for'{{.*}}[heddle-HD202]
  // CHECK: i = 0
  // CHECK: int{{ *$}}
  [[heddle::map]]
  for (i = 0; i + 1 < n; ++i) y[i] = 0;
  return i;
}

int outsideInner(double *y, int n, int m) {
  int j = 0;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:10: error: the counter 'j' is declared outside {{.*}}[heddle-HD202]
    for (j = 0; j < m; ++j) y[i * m + j] = 0;
  return j;
}

void floating(double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 't' of type 'float' {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (float t = 0; t < n; ++t) y[(int)t] = 0;
}

void narrow(double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the counter 'i' of type 'short' {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (short i = 0; i < n; ++i) y[i] = 0;
}

void condition(double *y, int n, bool done) {
  // CHECK: :[[@LINE+2]]:19: error: the condition does not compare the counter 'i' {{.*}}[heddle-HD204]
  [[heddle::map]]
  for (int i = 0; i < n && !done; ++i) y[i] = 0;
}

void square(double *y, int n) {
  // CHECK: :[[@LINE+2]]:19: error: the condition {{.*}}[heddle-HD204]
  [[heddle::map]]
  for (int i = 0; i * i < n; ++i) y[i] = 0;
}

void ownBound(double *y, int n) {
  // CHECK: :[[@LINE+2]]:23: error: the condition {{.*}}[heddle-HD204]
  [[heddle::map]]
  for (int i = 0; i < n - i; ++i) y[i] = 0;
}

void none(double *y, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: the condition {{.*}}[heddle-HD204]
  [[heddle::map]]
  for (int i = 0;; ++i) y[i] = 0;
}

void doubling(double *y, int n) {
  // CHECK: :[[@LINE+2]]:26: error: the loop advances its counter 'i' neither by a constant nor in steps that can be counted before the nest [heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i *= 2) y[i] = 0;
}

void stepOfAnotherType(double *y, int n, long s) {
  // CHECK: :[[@LINE+2]]:26: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i += s) y[i] = 0;
}

void unequal(double *y, int n, int s) {
  // CHECK: :[[@LINE+2]]:27: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i != n; i += s) y[i] = 0;
}

void changedStep(int *y, int n, int s) {
  // CHECK: :[[@LINE+2]]:26: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i += s) { y[i] = 0; ++s; }
}

void stepOfData(int *y, int n, const int *s) {
  // CHECK: :[[@LINE+2]]:26: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i += s[0]) y[i] = 0;
  // CHECK: note: 's[0]' is not known to be the same while the nest runs
}

void stepThatIsReached(int *y, int n, int &s) {
  // CHECK: :[[@LINE+2]]:26: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i += s) y[i] = 0;
}

void otherType(double *y, int n) {
  // CHECK: :[[@LINE+2]]:26: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i += 2L) y[i] = 0;
}

void zero(double *y, int n) {
  // CHECK: :[[@LINE+2]]:31: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; i += 0) y[i] = 0;
}

void twice(double *y, int n) {
  // CHECK: :[[@LINE+2]]:26: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 1; i < n; ++i, ++i) y[i] = 0;
}

void changed(double *y, const double *x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    y[i] = 0;
    if (x[i] < 0)
      // CHECK: :[[@LINE+1]]:9: error: the counter 'i' is changed in the body [heddle-HD206]
      ++i;
  }
}

void throughReference(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:14: error: the counter 'i' may be changed through its address{{.*}}[heddle-HD207]
    int &k = i;
    y[k] = 0;
  }
}

void dataBound(double *y, const int *count) {
  // CHECK: :[[@LINE+2]]:23: error: the mapped loop over 'i' has a bound that is not known before the nest: it depends on array data [heddle-HD208]
  [[heddle::map]]
  for (int i = 0; i < *count; ++i) y[i] = 0;
}

struct counted { const int *of; };
// The pointer might change, and a sum of parameters is no name of an element.
void dataBounds(double (*y)[9], const counted &c, int (&size)[2], int n) {
  // CHECK: :[[@LINE+2]]:23: error: {{.*}}: it depends on array data [heddle-HD208]
  [[heddle::map]]
  for (int i = 0; i < c.of[0]; ++i) y[i][0] = 0;
  // CHECK: :[[@LINE+2]]:23: error: {{.*}}: it depends on array data [heddle-HD208]
  [[heddle::map]]
  for (int i = 0; i < size[n + 1]; ++i) y[i][0] = 0;
}

// Kernels do not evaluate the header.
void effectInInit(double *y, double *x, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD201]
  [[heddle::map]]
  for (int i = (x[0] = 5, 0); i < n; ++i) y[i] = 0;
}

void effectInBound(double *y, double *x, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD204]
  [[heddle::map]]
  for (int i = 0; i < (x[0] = 3, n); ++i) y[i] = 0;
}

void effectInStep(double *y, double *x, int n) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 0; i < n; i += (x[i] = 3, 1)) y[i] = 0;
}

void narrowedInStep(double *y) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}[heddle-HD205]
  [[heddle::map]]
  for (int i = 300; i > 40; i = (unsigned char)i - 1) y[i] = 0;
}
