// Without <heddle/heddle.h> the first annotation says so, and where to put it.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -fdiagnostics-parseable-fixits 2>&1 | FileCheck %s
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -fdiagnostics-parseable-fixits %s 2>&1 | FileCheck %s
// RUN: not %clangxx -DMACRO -fplugin=%plugin -fsyntax-only -std=c++17 %s 2>&1 | FileCheck --check-prefix=MACRO %s
#define FIRST
#include <cstddef>

void f(double *x, int n) {
#ifndef MACRO
  // CHECK: :[[@LINE+2]]:13: error: this annotation needs <heddle/heddle.h>, which is not included [heddle-HD104]
  // CHECK: fix-it:"{{.*}}missing-header.cpp":{7:1-7:1}:"#include <heddle/heddle.h>\n"
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
  // CHECK-NOT: HD104
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
#else
  // MACRO: :[[@LINE+1]]:3: error: this annotation needs <heddle/heddle.h>, which is not included [heddle-HD104]
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
#endif
}
