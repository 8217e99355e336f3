// The plugin speaks Clang's SARIF, with its names in the texts.
// REQUIRES: plugin
// RUN: not %clangxx -fplugin=%plugin -std=c++17 -I %include -fdiagnostics-format=sarif -fsyntax-only %s 2> %t.txt
// RUN: %python %S/../Rewriter/Inputs/sarif.py %t.txt | FileCheck %s
// CHECK: error {{.*}} sarif.cpp:[[@LINE+4]]:54-62: with n = 3, {{.*}} [heddle-HD402]

#include <heddle/heddle.h>
void f(double *x, int n) {
  [[heddle::map]] for (int i = 1; i < n; ++i) x[i] = x[i - 1];
}
