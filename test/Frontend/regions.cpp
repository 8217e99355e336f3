// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function has loops under directives of OpenMP beside the annotated ones. Variables that
// both name are an iteration's own, if the threads of the directive have copies or their
// values are kept; where other flags compile text with such names, the output compares these.
// RUN: %heddle-rewrite %s --check --report=text --on-failure=warn -- -std=c++17 -fopenmp -I %include > %t.report 2>&1
// RUN: FileCheck %s < %t.report
// RUN: %heddle-rewrite %s -o %t --on-failure=warn -- -std=c++17 -fopenmp -I %include
// RUN: grep -v "TEXT" %t | FileCheck %s --check-prefix=TEXT
// RUN: %heddle-rewrite %s -o %t.plain --on-failure=warn -- -std=c++17 -I %include 2> %t.plain.report
// RUN: FileCheck %s --check-prefix=PLAIN < %t.plain.report
// RUN: grep -v "TEXT" %t.plain | FileCheck %s --check-prefix=TEXT
#include <heddle/heddle.h>

int use(int);

// TEXT-LABEL: void counters(
// TEXT: ::heddle::rt::privates(&i);
void counters(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel for
  for (i = 0; i < n; ++i) x[i] += 1;
#pragma omp parallel private(i)
  {
    i = 3;
#pragma omp critical
    x[0] += i;
  }
}

// A copy is written, and the variable itself is read behind it.
// TEXT-LABEL: void copied(
// TEXT: i = ::heddle::rt::behind_up<int>(0, n, 1);
void copied(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel private(i)
  {
    i = 3;
    use(i);
  }
  use(i);
}

// Perhaps no thread assigns it.
// TEXT-LABEL: void perhaps(
// TEXT: i = ::heddle::rt::behind_up<int>(0, n, 1);
void perhaps(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel for lastprivate(i)
  for (i = 0; i < n - 1; ++i) x[i] += 1;
  use(i);
}

// TEXT-LABEL: void first(
// TEXT: i = ::heddle::rt::behind_up<int>(0, n, 1);
void first(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel firstprivate(i)
  use(i);
}

// Behind a directive in a directive the variable is read, and not its copies.
// TEXT-LABEL: void nested(
// TEXT: i = ::heddle::rt::behind_up<int>(0, n, 1);
void nested(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel
  {
#pragma omp for
    for (i = 0; i < 4; ++i) x[i] += 1;
#pragma omp single
    x[0] = i;
  }
}

// One thread assigns it, and all read it.
// TEXT-LABEL: void one(
// TEXT: i = ::heddle::rt::behind_up<int>(0, n, 1);
void one(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp critical
  {
#pragma omp master
    i = 1;
    use(i);
  }
}

// A clause changes k, and no statement does.
// CHECK: :[[@LINE+6]]:24: warning: the counter 'k' is declared outside {{.*}}[heddle-HD202]
void changes(int *x, int n) {
  int k;
  for (k = 0; k < 3; ++k) use(k);
#pragma omp parallel for simd linear(k : 2)
  for (int j = 0; j < n; ++j) x[j] += k;
  [[heddle::map]] for (k = 0; k < n; k++) x[k] = 0;
  use(k);
}

// CHECK: :[[@LINE+5]]:24: warning: the counter 'i' is declared outside {{.*}}[heddle-HD202]
// CHECK: :[[@LINE+3]]:3: note: declared here
// CHECK: :[[@LINE+4]]:38: note: its name stands here, in a pragma or in text that other flags compile
void asked(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel for num_threads(i)
  for (int j = 0; j < n; ++j) x[j] += 1;
}

// TEXT-LABEL: void traced(
// TEXT: #if defined ( TRACE )
// TEXT-NEXT: #error
// TEXT: #if defined ( LOG ) && LOG > 2
// TEXT-NEXT: #error
void traced(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#ifdef TRACE
  use(i);
#elif defined(LOG) && LOG > 2
  use(i + 1);
#else
  use(n);
#endif
#if 0
  use(i);
#endif
}

// TEXT-LABEL: void chosen(
// TEXT: #if defined ( SECOND )
// TEXT-NEXT: #error
void chosen(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#ifdef _OPENMP
  use(n);
#elif defined(SECOND)
  use(i);
#endif
}

// CHECK: :[[@LINE+5]]:24: warning: the counter 'i' is declared outside {{.*}}[heddle-HD202]
// CHECK: :[[@LINE+3]]:3: note: declared here
// CHECK: :[[@LINE+5]]:7: note: its name stands here, in a pragma or in text that other flags compile
void debugged(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#ifdef NDEBUG
  use(i);
#endif
}

// What the condition asks for changes behind the loops.
// CHECK: :[[@LINE+3]]:24: warning: the counter 'i' is declared outside {{.*}}[heddle-HD202]
void later(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#define LEVEL 1
#if LEVEL > 1
  use(i);
#endif
}

// Without -fopenmp nobody knows which loop the directive is about.
// PLAIN: :[[@LINE+3]]:24: warning: the counter 'i' is declared outside {{.*}}[heddle-HD202]
void backwards(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
#pragma omp parallel for
#ifdef BACKWARDS
  for (i = n - 1; i >= 0; --i) x[i] += 1;
#else
  for (i = 0; i < n; ++i) x[i] += 1;
#endif
}

#define THREADS _Pragma("omp parallel for")
// PLAIN: :[[@LINE+3]]:24: warning: the counter 'i' is declared outside {{.*}}[heddle-HD202]
void by_macro(int *x, int n) {
  int i;
  [[heddle::map]] for (i = 0; i < n; i++) x[i] = 0;
  THREADS
  for (i = 0; i < n; ++i) x[i] += 1;
  use(i);
}

#ifdef TRACE
#define LOG(x) use(last x)
#else
#define LOG(x)
#endif
#define SHOW use(last)

// The macro names the variable with other flags.
// CHECK: :[[@LINE+4]]:49: warning: 'last' is written in the nest but lives longer {{.*}}[heddle-HD408]
// CHECK: :[[@LINE+4]]:3: note: its name stands here, in a pragma or in text that other flags compile
void logged(int *x, int n) {
  int last = 0;
  [[heddle::map]] for (int i = 0; i < n; i++) { last = x[i] * 2; x[i] = last; }
  LOG(+ 1);
}

// TEXT-LABEL: void shown(
// TEXT: #if defined ( DETAILS )
// TEXT-NEXT: #error
void shown(int *x, int n) {
  int last = 0;
  [[heddle::map]] for (int i = 0; i < n; i++) { last = x[i] * 2; x[i] = last; }
#ifdef DETAILS
  SHOW;
#endif
}
