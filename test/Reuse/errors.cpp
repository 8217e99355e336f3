// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong blocks.
// REQUIRES: rewriter, plugin
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %clangxx -fplugin=%plugin -fsyntax-only -std=c++17 -I %include %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %heddle-rewrite --check %s -- -DPLACES -std=c++17 -I %include 2>&1 | FileCheck %s --check-prefix=PLACE --implicit-check-not=error:
// RUN: %heddle-rewrite --explain HD425 | FileCheck --check-prefix=EXPLAIN %s
// EXPLAIN: heddle-HD425 (remark)

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;
using vector = tensor<double, 100>;

#ifdef PLACES
void places(vector &v) {
  // PLACE: :[[@LINE+1]]:5: error: 'reuse' annotates a block of tensor statements, but stands on one statement [heddle-HD173]
  [[heddle::reuse]] v = 2 * v;
  // PLACE: :[[@LINE+1]]:5: error: 'reuse' annotates a block of tensor statements, but stands on a 'for' loop [heddle-HD173]
  [[heddle::reuse]] for (int i = 0; i < 100; ++i) v(i) = 0;
  // PLACE: :[[@LINE+1]]:5: error: 'reuse' annotates a block of tensor statements, but stands on a declaration [heddle-HD173]
  [[heddle::reuse]] vector w;
  // PLACE: :[[@LINE+1]]:10: error: 'reuse' annotates a block of tensor statements, but stands on a statement that is no loop [heddle-HD173]
  HEDDLE(reuse) if (true) { v = 2 * v; }
  // PLACE: :[[@LINE+1]]:5: error: 'map' annotates a 'for' loop, but stands on a block [heddle-HD101]
  [[heddle::map]] { v = 2 * v; }
}
#else

void arguments(vector &v) {
  // CHECK: :[[@LINE+1]]:5: error: wrong arguments of 'reuse', which takes none [heddle-HD106]
  [[heddle::reuse(v)]] { v = 2 * v; }
}

void promises(vector &v, vector &u) {
  [[heddle::reuse]] {
    vector s;
    // CHECK: :[[@LINE+4]]:13: error: 'u' is read here, though it is declared dead [heddle-HD174]
    // CHECK: :[[@LINE+2]]:18: note: it is declared dead here
    s = 2 * u;
    heddle::dead(u);
    v = s + u;
    u = v;
    v = u;
  }
  // Elements that are assigned do not make the others live.
  [[heddle::reuse]] {
    heddle::dead(u);
    u(3) = 4;
    // CHECK: :[[@LINE+1]]:9: error: 'u' is read here, though it is declared dead
    v = u;
  }
  // Nobody knows what a loop does.
  [[heddle::reuse]] {
    heddle::dead(u);
    for (int i = 0; i < 100; ++i)
      u(i) = 4;
    v = u;
  }
}
#endif
