// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text around statements of the host, as each of them needs.
// REQUIRES: rewriter
// RUN: %heddle-rewrite --validate=off %s -o %t.cu -- -std=c++17 -I %include 2> %t.txt
// RUN: FileCheck --input-file=%t.cu %s
// RUN: FileCheck --check-prefix=SAID --input-file=%t.txt %s
// RUN: %gxx -std=c++17 -Wall -Wextra -Werror -Wno-unused-function -I %include -x c++ -c %t.cu -o %t.o

#include <cassert>
#include <cmath>
#include <cstdio>
#include <heddle/heddle.h>
#include <string>
#include <utility>
#include <vector>
using namespace heddle;

double seen;
void unknown(double *);
inline double middle(const double *x, int n) { return x[n / 2]; }
inline int twice(int n) { return 2 * n; }
struct timer {
  timer();
  ~timer();
};

static void step(double *v, const double *u, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    v[i] = 2 * u[i];
}

void all(double *u, double *v, std::vector<double> &w, int n) {
  // CHECK: {{^}}  { const ::heddle::rt::program heddle_program({"{{.*}}text.cpp", [[@LINE+1]]});
  [[heddle::program]] {
    step(v, u, n);
    // Nothing stands before these.
    // CHECK: {{^}}    double local = std::sqrt(2.0) * twice(n);
    double local = std::sqrt(2.0) * twice(n);
    // CHECK: {{^}}    double *p = u + n;
    double *p = u + n;
    // CHECK: {{^}}    std::swap(u, v);
    std::swap(u, v);
    // CHECK: {{^}}    std::printf("%g %s\n", local, "is");
    std::printf("%g %s\n", local, "is");
    // CHECK: {{^}}    ::heddle::rt::host_reads({{{.*}}, [[@LINE+1]]}, u[n - 1]); local += u[n - 1];
    local += u[n - 1];
    // CHECK: {{^}}    seen = local;
    seen = local;
    // CHECK: {{^}}    ::heddle::rt::host_uses_elements({{{.*}}, [[@LINE+1]]}, w); for (int i = 0; i < n; ++i)
    for (int i = 0; i < n; ++i)
      w[i] = 0;
    // SAID: :[[@LINE+2]]:14: remark: what launches have changed is copied back before this: it calls 'middle' [heddle-HD178]
    // CHECK: {{^}}    ::heddle::rt::host_reads({{{.*}}, [[@LINE+1]]}); local += middle(u, n);
    local += middle(u, n);
    // SAID: :[[@LINE+3]]:7: remark: no array stays on the device through this: it calls 'unknown' [heddle-HD179]
    // CHECK: {{^}}      { const ::heddle::rt::host_code heddle_host({{{.*}}, [[@LINE+2]]}); unknown(u); }
    if (local > 7)
      unknown(u);
    // CHECK: {{^}}    while ((::heddle::rt::host_reads({{{.*}}, [[@LINE+1]]}, *p), *p > 0))
    while (*p > 0)
      step(p, u, n);
    // CHECK: {{^}}    ::heddle::rt::host_reads({{{.*}}, [[@LINE+1]]}, *p); assert(*p < 1);
    assert(*p < 1);
    // CHECK: {{^}}    extern double elsewhere[];
    extern double elsewhere[];
    step(elsewhere, u, 9);
    // CHECK: {{^}}    const ::heddle::rt::object_begins heddle_begins_1({{.*}}); timer whole; const ::heddle::rt::object_lives heddle_lives_2({{.*}});
    timer whole;
    // CHECK: {{^}}    std::vector<double> own(10); const ::heddle::rt::container_ends heddle_ends_3({{{.*}}, [[@LINE+1]]}, own);
    std::vector<double> own(10);
    step(own.data(), u, 10);
    // CHECK: {{^}}  } }
  }
}
