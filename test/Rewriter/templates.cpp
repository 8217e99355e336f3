// A template is verified for each instantiation and rewritten once.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=NEVER %s
// RUN: grep -v '^ *// [A-Z]' %t.cu | FileCheck %s
// RUN: %gxx -std=c++17 -Wall -I %include -x c++ -fsyntax-only %t.cu
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DFAILS 2>&1 | FileCheck --check-prefix=FAILS %s

#include <heddle/heddle.h>
using namespace heddle;

// CHECK: template <class T>
// CHECK: __global__ void
// CHECK: template <class T> void both({{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: if constexpr (::heddle::rt::among<::heddle::rt::arguments<T>,
// CHECK-NEXT: ::heddle::rt::arguments<float>,
// CHECK-NEXT: ::heddle::rt::arguments<double>>) {
template <class T> void both(T *x, int n) {
  [[heddle::map(FoldAll)]] for (int i = 0; i < n; ++i) x[i] = 0;
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

// Instantiations that need different kernels get them; the others run as written.
// CHECK: void heddle_differ_0(
// CHECK: void heddle_differ_0v2(
// CHECK: template <int N> void differ({{.*}} {
// CHECK-NEXT: {
// CHECK-NEXT: if constexpr (::heddle::rt::among<::heddle::rt::arguments<::heddle::rt::value<N>>,
// CHECK-NEXT: ::heddle::rt::arguments<::heddle::rt::value<32>>>) {
// CHECK: heddle_differ_0<N>
// CHECK: } else if constexpr (::heddle::rt::among<::heddle::rt::arguments<::heddle::rt::value<N>>,
// CHECK-NEXT: ::heddle::rt::arguments<::heddle::rt::value<64>>>) {
// CHECK: heddle_differ_0v2<N>
// CHECK: } else {
// CHECK: "these template arguments were not verified"
// CHECK-NEXT: {
// CHECK-NEXT: #line
// CHECK-NEXT: for (int i = 0; i < n; ++i) x[i] = 0;
// CHECK-NEXT: }
// CHECK-NEXT: ::heddle::rt::loops_ended(heddle_site);
// CHECK-NEXT: }
// CHECK-NEXT: #line
// CHECK-NEXT: }
// CHECK-NEXT: }
template <int N> void differ(double *x, int n) {
  [[heddle::map(GridBlock(1, SplitLast(N, ShiftLB(Gen))))]] for (int i = 0; i < n; ++i) x[i] = 0;
}
template void differ<32>(double *, int);
template void differ<64>(double *, int);

// The loops that run as written count what other arguments give, too.
// CHECK: template <int N> void elements({{.*}} {
// CHECK: "these template arguments were not verified"
// CHECK-NEXT: {
// CHECK-NEXT: #line
// CHECK-NEXT: for (double &e : x) e = N;
template <int N> void elements(double (&x)[N]) {
  [[heddle::map]] for (double &e : x) e = N;
}
template void elements<3>(double (&)[3]);

// CHECK: template <int N> void several({{.*}} {
// CHECK: "these template arguments were not verified"
// CHECK-NEXT: {
// CHECK-NEXT: #line
// CHECK-NEXT: for (int i = 0, e = N, k = 2 * N; i < e; ++i, --k) x[i] = k;
template <int N> void several(double *x) {
  [[heddle::map]] for (int i = 0, e = N, k = 2 * N; i < e; ++i, --k) x[i] = k;
}
template void several<3>(double *);

// CHECK: template <int N> void stepped({{.*}} {
// CHECK: "these template arguments were not verified"
// CHECK-NEXT: {
// CHECK-NEXT: #line
// CHECK-NEXT: for (int i = 0, e = n; i < e; i += N) x[i] = e;
template <int N> void stepped(double *x, int n) {
  [[heddle::map]] for (int i = 0, e = n; i < e; i += N) x[i] = e;
}
template void stepped<3>(double *, int);

// Variables in front of the nest stay there.
// CHECK: template <int N> int left({{.*}} {
// CHECK: "these template arguments were not verified"
// CHECK-NEXT: {
// CHECK-NEXT: #line
// CHECK-NEXT: for (i = 0; i < n; i += N) { for (int k = 0; k < N; ++k) w[k] = x[i] * k; x[i] = w[N - 1]; }
// CHECK-NEXT: }
template <int N> int left(double *x, int n) {
  int i;
  double w[N];
  [[heddle::map]] for (i = 0; i < n; i += N) { for (int k = 0; k < N; ++k) w[k] = x[i] * k; x[i] = w[N - 1]; }
  return i;
}
template int left<3>(double *, int);

#ifdef FAILS
template <int D> void fails(double *x, int n) {
  // FAILS: templates.cpp:[[@LINE+1]]:{{.*}} error: {{.*}} [heddle-HD402]
  [[heddle::map]] for (int i = D; i < n; ++i) x[i] = x[i - D];
}
template void fails<0>(double *, int);
// FAILS: templates.cpp:[[@LINE+1]]:15: note: in the instantiation 'fails<1>'
template void fails<1>(double *, int);
#endif
