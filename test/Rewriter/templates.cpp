// A template is verified for each instantiation and rewritten once.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: grep -v '^ *// [A-Z]' %t.cu | FileCheck %s
// RUN: %gxx -std=c++17 -Wall -I %include -x c++ -fsyntax-only %t.cu
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DDIFFER 2>&1 | FileCheck --check-prefix=DIFFER %s
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DFAILS 2>&1 | FileCheck --check-prefix=FAILS %s

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: template <class T>
// CHECK: __global__ void
// CHECK: template <class T> void both(
template <class T> void both(T *x, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}
template void both<float>(float *, int);
template void both<double>(double *, int);

// NEVER: templates.cpp:[[@LINE+5]]:5: warning: this loop is in a template that is never instantiated here; it is left as written [heddle-HD633]
// CHECK: template <class T> void never(
// CHECK-NEXT: for (int i = 0; i < n; ++i) x[i] = 0;
// CHECK-NEXT: }
template <class T> void never(T *x, int n) {
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}

#ifdef DIFFER
template <int N> void differ(double *x, int n) {
  // DIFFER: templates.cpp:[[@LINE+3]]:5: error: the instantiations 'differ<32>' and 'differ<64>' need different kernels, but a template is rewritten once [heddle-HD632]
  // DIFFER: templates.cpp:[[@LINE+4]]:15: note: 'differ<32>' is instantiated here
  // DIFFER: templates.cpp:[[@LINE+4]]:15: note: 'differ<64>' is instantiated here
  [[heddle::map(GridBlock(1, SplitLast(N, ShiftLB(Gen))))]] for (int i = 0; i < n; ++i) x[i] = 0;
}
template void differ<32>(double *, int);
template void differ<64>(double *, int);
#endif

#ifdef FAILS
template <int D> void fails(double *x, int n) {
  // FAILS: templates.cpp:[[@LINE+1]]:{{.*}} error: {{.*}} [heddle-HD402]
  [[heddle::map]] for (int i = D; i < n; ++i) x[i] = x[i - D];
}
template void fails<0>(double *, int);
// FAILS: templates.cpp:[[@LINE+1]]:15: note: in the instantiation 'fails<1>'
template void fails<1>(double *, int);
#endif
