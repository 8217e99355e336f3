// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is declared pure is called by its full name, wherever it is defined; what
// a kernel could not call so is refused.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cu --report=text -- -std=c++17 -DTAKEN -I %include > %t.report
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cu | FileCheck %s --check-prefix=TEXT
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <heddle/heddle.h>

namespace eos {
[[heddle::pure]] double pressure(double density, int kind = 0);
[[heddle::pure]] float norm(const float *v);
template <class T> [[heddle::pure]] T twice(T x);
struct gas {
  [[heddle::pure]] double heat(double t) const;
};
// A second declaration need not say it again.
double pressure(double, int);
} // namespace eos

#ifdef TAKEN
// REPORT: in 'f': mapped
// REPORT: validated in {{[0-9]+}} instances, and for all sizes
// TEXT: y[i] = ::eos::pressure(x[i], static_cast<int>(1L));
void f(double *y, const double *x, int n) {
  using namespace eos;
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = pressure(x[i], 1L);
}
#else
double plain(double);
void g(double *y, const float *x, const eos::gas &gas, int n) {
  [[heddle::pure]] double local(double);
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:12: error: 'eos::norm' is declared pure, but a kernel cannot call it: its parameter 'v' is no number [heddle-HD239]
    y[i] = eos::norm(x + i);
    // CHECK: :[[@LINE+1]]:12: error: 'eos::twice<double>' is called, {{.*}}[heddle-HD210]
    y[i] = eos::twice(y[i]);
    // CHECK: :[[@LINE+1]]:12: error: 'eos::gas::heat' {{.*}}: it is a member [heddle-HD239]
    y[i] = gas.heat(y[i]);
    // CHECK: :[[@LINE+1]]:12: error: 'local' {{.*}}: the kernel, which stands in front of this function, does not see its declaration [heddle-HD239]
    y[i] = local(y[i]);
    // CHECK: :[[@LINE+1]]:12: error: 'eos::pressure' {{.*}}: the call leaves an argument to its default [heddle-HD239]
    y[i] = eos::pressure(y[i]);
    // CHECK: :[[@LINE+1]]:12: error: 'plain' is called, and is not known to be free of effects [heddle-HD210]
    y[i] = plain(y[i]);
  }
}
#endif
