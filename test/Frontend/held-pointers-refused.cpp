// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops between two pointers of which nobody knows that they stay as they are.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

struct Text {
  char *first, *last;
  double *from, *to;
};

// A character may be a part of 'last'.
void characters(Text &t) {
  // CHECK: :[[@LINE+3]]:8: error: the counter 'p' of type 'char *' is no integer of 32 or 64 bits [heddle-HD203]
  // CHECK: :[[@LINE+2]]:14: note: the nest stores characters, which may change the pointers that the loop goes between; keep these in locals
  [[heddle::map]]
  for (char *p = t.first; p < t.last; ++p) *p = 'a';
}

// So may those of another array.
void beside(Text &t, char *s) {
  // CHECK: :[[@LINE+2]]:8: error: {{.*}}[heddle-HD203]
  [[heddle::map]]
  for (double *p = t.from; p < t.to; ++p) s[p - t.from] = *p > 0;
}

// Locals are nobody else's.
void locals(Text &t) {
  char *first = t.first, *last = t.last;
  // CHECK-NOT: :[[@LINE+2]]:{{[0-9]+}}: error
  [[heddle::map]]
  for (char *p = first; p < last; ++p) *p = 'a';
}

// The nest moves an end.
void moved(double *from, double *to, int n) {
  // CHECK: :[[@LINE+3]]:{{[0-9]+}}: error: {{.*}}'to' changes{{.*}}[heddle-HD226]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    --to;
    for (double *p = from; p < to; ++p) *p = i;
  }
}

class Ring {
public:
  double *begin() const { return m_first; }
  double *end() const {
    if (m_last < m_first)
      return m_first;
    return m_last;
  }

private:
  double *m_first, *m_last;
};

// A function that does more than give a pointer.
void given(Ring &r) {
  // CHECK: :[[@LINE+2]]:8: error: the counter 'p' of type 'double *' is no integer of 32 or 64 bits [heddle-HD203]
  [[heddle::map]]
  for (double *p = r.begin(); p != r.end(); ++p) *p = 0;
}

// Kernels have the rows of a table in another order.
void rows(double **a, double *y, int n) {
  // CHECK: :[[@LINE+2]]:38: error: 'a[i + 1] < a[i]' is an address used as a value{{.*}}[heddle-HD218]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = a[i + 1] < a[i];
  // CHECK: :[[@LINE+2]]:38: error: '&a[i + 1][3] - a[i]' is an address used as a value{{.*}}[heddle-HD218]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = &a[i + 1][3] - a[i];
}

// Within a row they are where they were.
void row(double **a, long *y, int n, int k) {
  // CHECK-NOT: :[[@LINE+2]]:{{[0-9]+}}: error
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = &a[i][k] - a[i];
}

// Nor is the distance of such pointers known where a function takes them.
long apart(const double *p, const double *q) { return p - q; }
void given(double **a, long *y, int n) {
  // CHECK: :[[@LINE+2]]:38: error: 'apart' is called{{.*}}[heddle-HD238]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = apart(a[i + 1], a[i]);
}

// So may the pointers of a range.
struct Bytes {
  unsigned char *m_first, *m_last;
  unsigned char *begin() { return m_first; }
  unsigned char *end() { return m_last; }
};
void bytes(Bytes &b) {
  // CHECK: :[[@LINE+2]]:{{[0-9]+}}: error: {{.*}} the nest stores characters, which may change the pointers that it goes between; keep these in locals [heddle-HD240]
  [[heddle::map]]
  for (unsigned char &e : b) e = 0;
}

// One end is more than a pointer.
void ring(Ring &r) {
  // CHECK: :[[@LINE+2]]:20: error: {{.*}} the elements of 'r' are none of an array, a std::vector, a std::span and the like, nor of a class whose begin() and end() only return pointers [heddle-HD240]
  [[heddle::map]]
  for (double &e : r) e = 0;
}
