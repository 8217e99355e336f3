// clang-tidy's check heddle-verify says what the plugin says.
// REQUIRES: tidy, plugin
// DEFINE: %{tidy} = %clang-tidy --load=%tidy --checks=-*,heddle-verify --quiet
// RUN: not %{tidy} %s -- -std=c++17 -I %include 2> %t.err > %t.txt
// RUN: FileCheck --input-file=%t.txt %s
// RUN: not %clangxx -fplugin=%plugin -std=c++17 -I %include -fsyntax-only %s 2> %t.plugin.txt
// RUN: %python %S/Inputs/same.py %t.txt %t.plugin.txt
//
// Modes as the rewriter's.
// RUN: %{tidy} --config="{CheckOptions: {heddle-verify.OnFailure: warn}}" %s -- -std=c++17 -I %include 2> %t.err | FileCheck --check-prefix=WARN %s
// RUN: not %{tidy} --config="{CheckOptions: {heddle-verify.OnFailure: never}}" %s -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=MODE %s
// MODE: the option 'OnFailure' of 'heddle-verify' is error, warn or serial, not 'never'
//
// Not asked for, it says nothing.
// RUN: %clang-tidy --load=%tidy --checks=-*,misc-unused-using-decls --quiet %s -- -std=c++17 -I %include 2>&1 | count 0

#include <heddle/heddle.h>

void prefix(double *x, int n) {
  // CHECK: verify.cpp:[[@LINE+4]]:54: error: with n = 3, {{.*}} [heddle-HD402] [heddle-verify]
  // CHECK: verify.cpp:[[@LINE+3]]:47: note: 'x[1]' is written here
  // WARN: verify.cpp:[[@LINE+2]]:54: warning: {{.*}} [heddle-HD402] [heddle-verify]
  // WARN: note: this loop is kept as it is written
  [[heddle::map]] for (int i = 1; i < n; ++i) x[i] = x[i - 1];
}

template <class T> void unused(T *x, int n) {
  // CHECK: verify.cpp:[[@LINE+1]]:5: warning: {{.*}} [heddle-HD633] [heddle-verify]
  [[heddle::map]] for (int i = 0; i < n; ++i) x[i] = 0;
}
