// What is no arg-min, and what an arg-min has to say.
// REQUIRES: rewriter
// RUN: not %heddle-rewrite --check %s -- -std=c++17 -I %include 2>&1 | FileCheck %s

#include <cmath>
#include <heddle/heddle.h>
using namespace heddle;

int not_permitted(const float *d, int n) {
  float best = 1e30f;
  int at = -1;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    // CHECK: choices-refused.cpp:[[@LINE+1]]:9: error: this is an arg-min, by which iterations choose 'best' and 'at' together; write 'reduce(best, at)' if each may compute what it would store there [heddle-HD422]
    if (d[i] < best) {
      best = d[i];
      at = i;
    }
  return at;
}

int half_permitted(const double *x, int n) {
  double most = 0;
  int i2 = -1, j2 = -1;
  [[heddle::map, heddle::reduce(most)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      // CHECK: choices-refused.cpp:[[@LINE+1]]:11: error: this is an arg-max, by which iterations choose 'most', 'i2' and 'j2' together; write 'reduce(most, i2, j2)' if each may compute what it would store there [heddle-HD422]
      if (most <= std::fabs(x[i * n + j])) {
        most = std::fabs(x[i * n + j]);
        i2 = i;
        j2 = j;
      }
  return i2 + j2;
}

// The rest of the loop sees where the best is so far.
void read_elsewhere(int *y, const float *d, int n) {
  float best = 1e30f;
  int at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i) {
    if (d[i] < best) {
      best = d[i];
      at = i;
    }
    // CHECK: choices-refused.cpp:[[@LINE+1]]:12: error: {{.*}} reads 'at'{{.*}} [heddle-HD402]
    y[i] = at;
  }
}

// Its own old value is a companion's.
void counted(int &hits, const float *d, int n) {
  float best = 1e30f;
  [[heddle::map, heddle::reduce(best, hits)]]
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      // CHECK: choices-refused.cpp:[[@LINE+1]]:7: error: 'best' is written in the nest but lives longer than an iteration; {{.*}} [heddle-HD408]
      best = d[i];
      hits = hits + 1;
    }
}

// A thread does not know whether the loop as written would store.
void stores(float *y, const float *d, int n) {
  float best = 1e30f;
  int at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      // CHECK: choices-refused.cpp:[[@LINE+1]]:7: error: 'best' is written in the nest but lives longer than an iteration; {{.*}} [heddle-HD408]
      best = d[i];
      at = i;
      y[i] = 0;
    }
}

static int noted(float *y, int i) {
  y[i] = 0;
  return i;
}
void stores_in_a_call(float *y, const float *d, int n) {
  float best = 1e30f;
  int at = -1;
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      // CHECK: choices-refused.cpp:[[@LINE+1]]:7: error: 'best' is written in the nest but lives longer than an iteration; {{.*}} [heddle-HD408]
      best = d[i];
      at = noted(y, i);
    }
}

// What is stored is not what was compared.
void rounded(const double *d, int n, float &best, int &at) {
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    if (d[i] < best) {
      // CHECK: choices-refused.cpp:[[@LINE+1]]:7: error: 'best' is written in the nest but lives longer than an iteration; {{.*}} [heddle-HD408]
      best = d[i];
      at = i;
    }
}

// Once 'at' goes with the key, once it does not.
void two_ways(const float *d, const float *e, int n, float &best, int &at) {
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i) {
    // CHECK: choices-refused.cpp:[[@LINE+1]]:16: error: {{.*}} reads 'best', {{.*}} [heddle-HD402]
    if (d[i] < best) {
      best = d[i];
      at = i;
    }
    // CHECK: choices-refused.cpp:[[@LINE+1]]:{{[0-9]+}}: note: 'best' is no reduction by 'arg-min' because of this use
    if (e[i] < best)
      best = e[i];
  }
}
void two_keys(const float *d, const float *e, int n, float &a, float &b,
              int &at) {
  [[heddle::map, heddle::reduce(a, b, at)]]
  for (int i = 0; i < n; ++i) {
    if (d[i] < a) {
      a = d[i];
      at = i;
    }
    // CHECK: choices-refused.cpp:[[@LINE+1]]:9: error: 'b' is written in the nest but lives longer than an iteration; it is chosen together with other variables elsewhere in the nest; let each choice have variables of its own [heddle-HD408]
    if (e[i] < b) {
      b = e[i];
      at = i;
    }
  }
}

// Equal values that come first for one comparison come last for the other.
void first_and_last(const float *d, const float *e, int n, float &best,
                    int &at) {
  [[heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i) {
    // CHECK: choices-refused.cpp:[[@LINE+1]]:16: error: {{.*}} reads 'best', {{.*}} [heddle-HD402]
    if (d[i] < best) {
      best = d[i];
      at = i;
    }
    // CHECK: choices-refused.cpp:[[@LINE+1]]:{{[0-9]+}}: note: 'best' is no reduction by 'arg-min' because of this use
    if (e[i] <= best) {
      best = e[i];
      at = i;
    }
  }
}

// CHECK: error: {{.*}} both update 'best' with 'arg-min': loop '{{[ij]}}' is a reduction over loops of which one counts up and another down, so that which of equal values comes first follows from no number of the iteration [heddle-HD404]
void both_directions(const float *d, int n, float &best, int &at) {
  [[heddle::bounds({n, n}), heddle::map, heddle::reduce(best, at)]]
  for (int i = 0; i < n; ++i)
    for (int j = n - 1; j >= 0; --j)
      if (d[i * n + j] < best) {
        best = d[i * n + j];
        at = i;
      }
}
