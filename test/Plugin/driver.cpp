// The plugin in the command lines of a build: the rewriter's verdicts and
// texts, and what was asked of the compiler.
// REQUIRES: plugin, rewriter
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %clangxx -fplugin=%plugin -std=c++17 -I %include -O2 -g -MD -MF deps.d -c %s -o a.o 2>&1 | count 0
// RUN: FileCheck --check-prefix=DEPS --input-file=deps.d %s
// RUN: ls a.o
// RUN: %clangxx -fplugin=%plugin -std=c++17 -I %include -fsyntax-only %s %s 2>&1 | count 0
// RUN: %clangxx -fplugin=%plugin -std=c++17 -I %include -x c++ -S -emit-llvm -o - - < %s | FileCheck --check-prefix=IR %s
//
// RUN: not %clangxx -fplugin=%plugin -std=c++17 -I %include -DBROKEN -c %s -o b.o 2> plugin.txt
// RUN: not ls b.o
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include -DBROKEN 2> rewriter.txt
// RUN: grep -v -e "--explain" rewriter.txt | cmp plugin.txt -
// RUN: FileCheck --input-file=plugin.txt %s
//
// Warnings obey the compiler's options.
// RUN: %clangxx -fplugin=%plugin -fplugin-arg-heddle-on-failure=warn -std=c++17 -I %include -DBROKEN -fsyntax-only %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %clangxx -w -fplugin=%plugin -fplugin-arg-heddle-on-failure=warn -std=c++17 -I %include -DBROKEN -fsyntax-only %s 2>&1 | count 0
// RUN: not %clangxx -Werror -fplugin=%plugin -fplugin-arg-heddle-on-failure=warn -std=c++17 -I %include -DBROKEN -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: %clangxx -Werror -Wno-error=user-defined-warnings -fplugin=%plugin -fplugin-arg-heddle-on-failure=warn -std=c++17 -I %include -DBROKEN -fsyntax-only %s 2>&1 | FileCheck --check-prefix=WARN %s
// RUN: %clangxx -fplugin=%plugin -fplugin-arg-heddle-on-failure=serial -std=c++17 -I %include -DBROKEN -fsyntax-only %s 2>&1 | FileCheck --check-prefix=REMARK %s

// DEPS: heddle.h
// IR: define {{.*}} @_Z4fillPdi
// CHECK: driver.cpp:[[@LINE+11]]:{{[0-9]+}}: error: {{.*}} [heddle-HD402]
// WARN: driver.cpp:[[@LINE+10]]:{{[0-9]+}}: warning: {{.*}} [heddle-HD402] [-Wuser-defined-warnings]
// REMARK: driver.cpp:[[@LINE+9]]:{{[0-9]+}}: remark: {{.*}} [heddle-HD402]

#include <heddle/heddle.h>

void fill(double *x, int n) {
  HEDDLE(map) for (int i = 0; i < n; ++i) x[i] = 0;
}
#ifdef BROKEN
void prefix(double *x, int n) {
  [[heddle::map]] for (int i = 1; i < n; ++i) x[i] = x[i - 1];
}
#endif
