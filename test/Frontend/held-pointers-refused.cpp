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
