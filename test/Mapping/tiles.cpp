// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrong uses of 'stage' and 'strip' are refused at the word that is wrong.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -ferror-limit=0 -I %include 2>&1 | FileCheck %s
#include <heddle/heddle.h>
using namespace heddle;

// CHECK: [[@LINE+3]]:36: error: loop 'i' cannot run in strips: it is mapped, and strips are of a loop in the thread [heddle-HD521]
// CHECK: ^~~~~~~~~~~
void mapped(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::stage(a), heddle::strip(i, 16)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < m; ++k) s += a[i * m + k];
    y[i] = s;
  }
}

// CHECK: error: loop 'q' cannot run in strips: no loop of the nest has that counter [heddle-HD521]
void unnamed(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::strip(q, 16)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) y[i] += a[i * m + k];
}

// CHECK: error: loop 'k' cannot run in strips: its step is not 1 [heddle-HD521]
void stepped(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::strip(k, 16)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; k += 2) y[i] += a[i * m + k];
}

// CHECK: error: loop 'k' cannot run in strips: its bounds may depend on counters, or are not known [heddle-HD521]
void triangle(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::stage(a), heddle::strip(k, 16)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < i; ++k) s += a[i * m + k];
    y[i] = s;
  }
}

// CHECK: error: loop 'k' cannot run in strips: it is no statement of the innermost mapped loop's body, or has a pragma in front of it [heddle-HD521]
void conditional(float *y, const float *a, int n, int m, int which) {
  [[heddle::map, heddle::stage(a), heddle::strip(k, 16)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    if (which > 0)
      for (int k = 0; k < m; ++k) s += a[i * m + k];
    y[i] = s;
  }
}

// CHECK: error: loop 'k' cannot run in strips: 'u' is used on both sides of a barrier, and is no variable that holds a number; declare constants outside of the loops [heddle-HD521]
void array(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::stage(a), heddle::strip(k, 16)]]
  for (int i = 0; i < n; ++i) {
    float u[2] = {0, 0};
    for (int k = 0; k < m; ++k) u[k % 2] += a[i * m + k];
    y[i] = u[0] - u[1];
  }
}

// CHECK: error: wrong arguments of 'strip', which takes the counter of a loop, and how many of its iterations a strip has [heddle-HD106]
// CHECK: error: 'strip' needs entries of at least 1 that fit into 64 bits, not 0 [heddle-HD110]
// CHECK: error: a second 'strip(k)' on the same loop [heddle-HD119]
void forms(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::strip(k)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) y[i] += a[i * m + k];
  [[heddle::map, heddle::strip(k, 0)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) y[i] += a[i * m + k];
  [[heddle::map, heddle::strip(k, 4), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < m; ++k) y[i] += a[i * m + k];
}

// CHECK: [[@LINE+3]]:32: error: 'y' cannot be staged: the nest stores into it, and an iteration touches several of its elements [heddle-HD522]
// CHECK: ^
void two_elements(float *y, const float *x, int n) {
  [[heddle::map, heddle::stage(y)]]
  for (int i = 0; i < n; ++i) { y[2 * i] = x[i]; y[2 * i + 1] = -x[i]; }
}

// CHECK: error: 'y' cannot be staged: the nest stores into it, and the subscripts of 'y[3 * i + 2 * j]' do not say which iteration of a block it is [heddle-HD522]
void sheared(float *y, int n) {
  [[heddle::map, heddle::stage(y)]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < n; ++j) y[3 * i + 2 * j] = 1;
}

// CHECK: error: 'y' cannot be staged: 'y[i]' is touched only where data say so [heddle-HD522]
void sometimes(float *y, int n) {
  [[heddle::map, heddle::stage(y)]]
  for (int i = 0; i < n; ++i) if (y[i] > 0) y[i] = 1;
}

// CHECK: error: 'y' cannot be staged: the nest stores into it, and 'y[i * m]' is outside of the loops in strips [heddle-HD522]
void stored_outside(float *y, const float *x, int n, int m) {
  [[heddle::map, heddle::stage(y), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i) {
    y[i * m] = 0;
    for (int k = 1; k < m; ++k) y[i * m + k] = x[i];
  }
}

// CHECK: error: 'x' cannot be staged: its subscripts do not say which elements are read, or have rows of several lengths [heddle-HD522]
void gathered(float *y, const float *x, const int *p, int n) {
  [[heddle::map, heddle::stage(x), heddle::extent(x, n)]]
  for (int i = 0; i < n; ++i) y[i] = x[p[i]];
}

// CHECK: error: 'x' cannot be staged: 'x[i]' is touched only where data say so [heddle-HD522]
void chosen(float (&y)[64], const float (&x)[64], const int (&p)[64]) {
  [[heddle::map, heddle::stage(x)]]
  for (int i = 0; i < 64; ++i) y[i] = p[i] > 0 ? x[i] : 0;
}

// CHECK: error: 'a' cannot be staged: loop 'k' has no constant number of iterations; run it in strips: strip(k, 16) [heddle-HD522]
void strips(float *y, const float *a, int n, int m) {
  [[heddle::map, heddle::stage(a)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < m; ++k) s += a[i * m + k];
    y[i] = s;
  }
}

// CHECK: error: 'a' cannot be staged: another variable of the nest has the name of loop 'q' [heddle-HD522]
void shadowed(float *c, const float *a, int n) {
  [[heddle::map, heddle::stage(a)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int q = 0; q < 2; ++q) {
      const int r = q;
      { int q = 7; s += a[i + r] * q; }
    }
    c[i] = s;
  }
}

// CHECK: error: loop 'k' cannot run in strips: its counter is declared outside of its header [heddle-HD521]
void outside(float *c, const float *a, int n, int l) {
  [[heddle::map, heddle::stage(a), heddle::strip(k, 4)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    int k;
    for (k = 0; k < l; ++k) s += a[i * l + k];
    c[i] = s + k;
  }
}

// CHECK: error: loop 'k' cannot run in strips: 's' may be declared by a macro [heddle-HD521]
#define DECLARED const float s = i
void macro(float *c, const float *a, int n, int l) {
  [[heddle::map, heddle::stage(a), heddle::strip(k, 4)]]
  for (int i = 0; i < n; ++i) {
    DECLARED;
    float t = 0;
    for (int k = 0; k < l; ++k) t += a[i * l + k] * s;
    c[i] = t;
  }
}

// A name in a type is one, too.
// CHECK: error: loop 'k' cannot run in strips: 'Q' is used on both sides of a barrier
void typed(int *c, const int *a, int n, int l) {
  [[heddle::map, heddle::stage(a), heddle::strip(k, 4)]]
  for (int i = 0; i < n; ++i) {
    const int Q = 9;
    int s = 0;
    for (int k = 0; k < l; ++k) s += a[i * l + k];
    int u[Q] = {};
    u[8] = s;
    c[i] = u[8];
  }
}

// CHECK: error: loop 'k' cannot run in strips: a strip has at most 65536 iterations [heddle-HD521]
void lengthy(float *c, const float *a, int n, int l) {
  [[heddle::map, heddle::strip(k, 5000000000)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < l; ++k) s += a[i * l + k];
    c[i] = s;
  }
}

// CHECK: error: the mapping does not apply to this nest: 'Blocks' needs one to three lengths of at least 1, and of a thread as many numbers of at least 1 that divide these [heddle-HD513]
void blocks(float *y, const float *x, int n) {
  [[heddle::map(Blocks({4, 4}, {3, 1})), heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) y[i * n + j] = x[j * n + i];
}

// CHECK: error: the mapping has no tiles, which 'stage', 'strip' and 'roll' need: 'i' is not linear in the thread's coordinates [heddle-HD523]
void folded(float *y, const float *x) {
  [[heddle::map(GridBlock(1, SplitLast(256, FoldLast2(ShiftLB(Gen))))), heddle::stage(x)]]
  for (int i = 0; i < 64; ++i)
    for (int j = 0; j < 64; ++j) y[i * 64 + j] = x[j * 64 + i];
}

// CHECK: error: the mapping has no tiles, which 'stage', 'strip' and 'roll' need: threads combine what they write [heddle-HD523]
float summed(const float *x, int n) {
  float s = 0;
  [[heddle::map, heddle::reduce(s), heddle::stage(x)]]
  for (int i = 0; i < n; ++i) s += x[i];
  return s;
}

// CHECK: error: what is staged takes 131200 bytes of shared memory, and a block has 49152 [heddle-HD524]
void large(float *y, const float *a, int n) {
  [[heddle::map(Blocks({32})), heddle::stage(a), heddle::strip(k, 1024)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < n; ++k) s += a[i * n + k];
    y[i] = s;
  }
}

// Each buffer begins at a multiple of 16 bytes.
// CHECK: error: what is staged takes 49168 bytes of shared memory, and a block has 49152 [heddle-HD524]
void between(int *y, const unsigned char *x, const unsigned char *z, int n) {
  [[heddle::map(Blocks({32})), heddle::stage(x, z)]]
  for (int i = 0; i < n; ++i) {
    int s = 0;
    for (int k = 0; k < 24546; ++k) s += x[i + k];
    for (int q = 0; q < 24544; ++q) s -= z[i + q];
    y[i] = s;
  }
}

// CHECK: error: it cannot be decided whether the threads of 'GridBlock(1, {{.*}}' find in shared memory what they touch; name a simpler mapping, or stage less [heddle-HD525]
void undecided(float *y, const float *x, int n, int m) {
  [[heddle::map(GridBlock(1, Permute({1, 0}, FoldLast2(Permute({2, 0, 1}, ShiftLB(Gen)))))), heddle::stage(x)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < 8; ++k) y[(i * m + j) * 8 + k] = x[(j * n + i) * 8 + k];
}

// CHECK: error: loop 'k' cannot run in strips: its step is not 1 [heddle-HD521]
// CHECK: [[@LINE+7]]:5: note: it is this loop of that counter
void one_of_two(float *y, const float *x, int n, int m) {
  [[heddle::map, heddle::stage(x), heddle::strip(k, 8)]]
  for (int i = 0; i < n; ++i) {
    float s = 0;
    for (int k = 0; k < m; ++k)
      s += x[i * m + k];
    for (int k = 0; k < m; k += 2)
      s += x[i * m + k];
    y[i] = s;
  }
}

// Too much for the proof, and no internal error.
// CHECK: error: it cannot be decided whether the threads of 'GridBlock({{.*}})' find in shared memory what they touch; name a simpler mapping, or stage less [heddle-HD525]
void sparse_box(float *y, const float *x, long long n) {
  [[heddle::map(Blocks({7, 5, 8}, {7, 1, 8})), heddle::stage(x)]]
  for (long long i = 2; i < n - 2; ++i)
  for (long long j = 3; j < 9; ++j)
  for (long long k = 2; k < 7; ++k) {
      float s = 0;
      s += x[(((i - 2) * 24 + j - 2) * 16 + k + 1)] * 2;
      s += x[(((i) * 24 + j - 1) * 16 + k - 2)] * 5;
      s += x[(((i) * 24 + j + 2) * 16 + k - 1)] * 3;
      s += x[(((i + 1) * 24 + j + 2) * 16 + k - 2)] * 2;
      s += x[(((i + 2) * 24 + j + 2) * 16 + k + 2)] * 5;
      s -= x[(((i) * 24 + j) * 16 + k)];
      y[(((i) * 24 + j) * 16 + k)] = s;
    }
}
