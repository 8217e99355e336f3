// A mapping whose proof is too much work is refused, and that is no internal error:
// --on-failure applies to it.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck --implicit-check-not=internal %s
// RUN: %heddle-rewrite --check --on-failure=warn %s -- -std=c++17 -I %include 2>&1 | FileCheck --check-prefix=WARN %s
#include <heddle/heddle.h>
using namespace heddle;

void f(int *x) {
  // CHECK: undecided.cpp:[[@LINE+3]]:17: error: it cannot be decided whether the mapping 'GridBlock(1, {{.*}}' runs every iteration exactly once; name a simpler one [heddle-HD651]
  // WARN: undecided.cpp:[[@LINE+2]]:17: warning: {{.*}} [heddle-HD651]
  // WARN: note: this loop is kept as it is written and runs sequentially
  [[heddle::map(GridBlock(1, SplitLast(101, FoldLast2(Permute({1, 0}, SplitLast(83, FoldLast2(Permute({1, 0}, SplitLast(79, FoldLast2(Permute({1, 0}, SplitLast(73, ShiftLB(Gen)))))))))))))]]
  for (int i = 0; i < 10000019; ++i) x[i] = 1;
}
