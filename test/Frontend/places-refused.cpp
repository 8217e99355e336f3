// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose text or types cannot be repeated in a kernel before the function.
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++20 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

// With what each place has for itself, the text after preprocessing will not do either.
#define INNER(j) for (int j = 0 * __LINE__; j < 4; ++j)
#define SAME(...) __VA_ARGS__

void fromMacro(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+2]]:5: error: the loop comes out of the macro 'INNER'; {{.*}}[heddle-HD151]
    // CHECK: :[[@LINE+1]]:5: note: '__LINE__' differs with the place or the compiler
    INNER(j) { y[4 * i + j] = 0; }
  }
}

void inArgument(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:10: error: the loop is an argument of the macro 'SAME'{{.*}}[heddle-HD152]
    SAME(for (int j = 0; j < 4; ++j) y[4 * i + j] = __LINE__;)
  }
}

consteval int never(int n) {
  int y[4] = {};
  // CHECK: :[[@LINE+2]]:3: error: a loop in a consteval function cannot become a kernel launch [heddle-HD153]
  [[heddle::map]]
  for (int i = 0; i < 4; ++i) y[i] = n;
  return y[0];
}

auto lambda = [](double *y, int n) {
  // CHECK: :[[@LINE+2]]:3: error: there is no place for a kernel before this function [heddle-HD154]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = 0;
};

void definedBetween(double *y, int n) {
#define ZERO (0 * __LINE__)
  // CHECK: :[[@LINE+3]]:40: error: the macro 'ZERO' may mean something else at the kernel's place than in the loop{{.*}}[heddle-HD155]
  // CHECK: :[[@LINE-2]]:9: note: defined here
  [[heddle::map]]
  for (int i = 0; i < n; ++i) { y[i] = ZERO; }
}

void directive(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:1: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
#ifdef __CUDACC__
    y[i] *= SCALE;
#endif
    y[i] += 1;
  }
}

// It would speak of the loop in the kernel, too.
#define APART _Pragma("omp parallel sections")
void pragmas(double *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
    _Pragma("omp single") for (int j = 0; j < 3; ++j) y[3 * i + j] = 0;
  }
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: :[[@LINE+1]]:5: error: a preprocessor directive inside the loop {{.*}}[heddle-HD156]
    APART for (int j = 0; j < 3; ++j) y[3 * i + j] = 0;
}

void localType(int *y, int n) {
  enum Kind { zero, one };
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: error: 'Kind' {{.*}}cannot be named where the kernel stands{{.*}}[heddle-HD157]
    Kind k{};
    y[i] = k + 1;
  }
}

template <class T> void lateArgument(int *y, int n) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the kernel cannot be a template like this one: an argument cannot be named where the loop stands; declare it before the template [heddle-HD158]
  [[heddle::map]] for (int i = 0; i < n; ++i) y[i] = 0;
}
enum class late {};
template void lateArgument<late *>(int *, int);

#define ROW row[j + 0 * __LINE__]
void pointerInMacro(double *a, int n) {
  double *row = a + 4;
  [[heddle::map]]
  for (int j = 0; j < n; ++j)
    // CHECK: :[[@LINE+1]]:5: error: 'ROW' comes out of a macro, but reads '(a + (4))' in the kernel{{.*}}[heddle-HD159]
    ROW = 0;
}

void declaredByData(double *y, const int *count, int n) {
  // CHECK: :[[@LINE+1]]:20: error: 'count[0]' in the annotation is not understood: it depends on array data [heddle-HD160]
  [[heddle::bounds(count[0])]]
  for (int i = 0; i < n; ++i) y[i] = 0;
}

void notAccessed(double *y, double *z, int n) {
  // CHECK: :[[@LINE+1]]:37: error: 'z' is no array that the loops access [heddle-HD161]
  [[heddle::map, heddle::inplace(y, z)]]
  for (int i = 0; i < n; ++i) y[i] = 0;
}

constexpr int width = 3;
#define width 2
void undefinedBetween(double *y, int n) {
#undef width
  // CHECK: :[[@LINE+2]]:38: error: the macro 'width' may mean something else at the kernel's place than in the loop{{.*}}[heddle-HD155]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = width;
}

#define FACTOR 2
#define SCALED(v) ((v) * FACTOR)
void changedInside(double *y, int n) {
# /* in several lines */ \
  undef FACTOR
#def\
ine FACTOR 3
  // CHECK: :[[@LINE+3]]:38: error: the macro 'FACTOR' may mean something else {{.*}}[heddle-HD155]
  // CHECK: :[[@LINE-2]]:5: note: defined here
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = SCALED(i);
}

#define SAMELY 4
void sameAgain(double *y, int n) {
#undef SAMELY
#define SAMELY 4
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = SAMELY; // CHECK-NOT: SAMELY
}

void countsItsUses(int *y, int n) {
  // CHECK: :[[@LINE+2]]:38: error: the macro '__COUNTER__' may mean something else {{.*}}[heddle-HD155]
  [[heddle::map]]
  for (int i = 0; i < n; ++i) y[i] = __COUNTER__;
}

#define DO_PRAGMA(x) _Pragma(#x)
#define UNROLLED DO_PRAGMA(GCC unroll 4)
#define SIMD DO_PRAGMA(omp simd)

void pragmas(int *y, int n) {
  // CHECK: :[[@LINE+1]]:1: error: '#pragma GCC unroll 4' before the loop would apply to the launch that takes the loop's place; remove it [heddle-HD150]
#pragma GCC unroll 4
  [[heddle::map]] for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK: :[[@LINE+2]]:2: error: '# pragma omp parallel for' before the loop {{.*}}[heddle-HD150]
#ifdef _OPENMP
 # pragma omp parallel for
#endif
  // a comment
  HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK: :[[@LINE+1]]:3: error: 'UNROLLED' before the loop {{.*}}[heddle-HD150]
  UNROLLED HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK: :[[@LINE+1]]:3: error: '_Pragma' before the loop {{.*}}[heddle-HD150]
  _Pragma("omp simd") HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK: :[[@LINE+1]]:1: error: '#pragma clang loop vectorize(enable)' before the loop {{.*}}[heddle-HD150]
#pragma clang loop vectorize(enable)
  [[heddle::map]] for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK: :[[@LINE+2]]:1: error: a preprocessor directive between annotation and loop would go with the annotation; move it out [heddle-HD156]
  HEDDLE(map)
#pragma omp parallel for
  for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK: :[[@LINE+1]]:15: error: a preprocessor directive between annotation and loop {{.*}}[heddle-HD156]
  HEDDLE(map) SIMD for (int i = 0; i < n; ++i) y[i] = 0;
  // CHECK-NOT: error:
#pragma GCC diagnostic push
  _Pragma("message(\"hello\")") HEDDLE(map) for (int i = 0; i < n; ++i) y[i] = 0;
#pragma GCC diagnostic pop
}

// What the kernel's place would read in another way.
template <class T> void generic_inside(T *y, int n) {
  auto g = [&](auto z) {
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the kernel cannot be a template like this one: it is a generic lambda inside another template; write a function template [heddle-HD158]
    [[heddle::map]] for (int i = 0; i < n; ++i) y[i] += z * 2;
  };
  g(1.5);
}
template void generic_inside(int *, int);

void hidden_parameter(int *y, int n) {
  auto g = [](auto x, int *y, int n) {
    constexpr int K = sizeof(x);
    {
      int x = 1;
      // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: the kernel cannot be a template like this one: a parameter's name means something else where the loop stands; rename it [heddle-HD158]
      [[heddle::map]] for (int i = 0; i < n; i += K) y[i] += x;
    }
  };
  g(1, y, n);
}

template <int N> struct members {
  static constexpr int Q = 6, W = N;
  void q(int *y, int n);
};
template <int Q> void members<Q>::q(int *y, int n) {
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: {{.*}} a parameter's name means something else {{.*}}[heddle-HD158]
  [[heddle::map]] for (int i = 0; i < n; i += W) y[i] += 1;
}
template struct members<9>;

void contracted(double *y, const double *a, int n) {
#pragma STDC FP_CONTRACT OFF
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: error: a loop in a block with its own rules of floating-point arithmetic, such as '#pragma STDC FP_CONTRACT', cannot become a kernel launch [heddle-HD153]
  [[heddle::map]] for (int i = 0; i < n; ++i) y[i] += a[i] * 3;
}
