// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of which kernels have a copy: its text, what it reads besides its
// arguments, and the calls; and those that cannot be copied.
// RUN: %heddle-rewrite --check --dump=frontend --stop-after=frontend %s -- -DGOOD -std=c++17 -I %include > %t
// RUN: FileCheck --check-prefix=GOOD %s < %t
// RUN: not %heddle-rewrite --check --stop-after=frontend %s -- -std=c++17 -ferror-limit=0 -I %include > %t 2>&1
// RUN: FileCheck %s < %t
#include <cmath>
#include <heddle/heddle.h>
#include <vector>

#ifdef GOOD
namespace phys {
using real = double;
constexpr double half = 0.5;
real gravity = 9.81;
inline real square(real x) { return x * x; }
real fall(const real &t) { return half * gravity * square(t); }
template <class T, int N> T power(T x) {
  T all = 1;
  for (int i = 0; i < N; ++i)
    all *= x;
  return all;
}
} // namespace phys

// Callees come first. A type of another namespace is spelled out.
void nested(double *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = phys::fall(x[i]);
}
// GOOD: param p1 'half' double = ::phys::half
// GOOD: param p2 'gravity' double = ::phys::gravity storage ::phys::gravity
// GOOD: function 'heddle_nested_0_square_copy' copies 'phys::square', line [[#]]: double (double x)
// GOOD-NEXT: { return x * x; }
// GOOD: function 'heddle_nested_0_fall_copy' {{.*}}: double (const double &t, double half, double gravity)
// GOOD-NEXT: { return half * gravity * heddle_nested_0_square_copy(t); }
// GOOD: hole {{.*}} 'phys::fall' -> 'heddle_nested_0_fall_copy'
// GOOD-NEXT: hole {{.*}} '' -> ', half, gravity'

// Parameters of templates are named by the call.
void templated(float *y, const float *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = phys::power<float, 3>(x[i]);
}
// GOOD: function 'heddle_templated_0_power_copy' {{.*}}: T (T x)
// GOOD: hole {{.*}} 'phys::power<float, 3>' -> 'heddle_templated_0_power_copy<float, static_cast<int>(3LL)>'

// Members of the object, and its members' functions.
struct spring {
  double k;
  double force(double x) const { return -k * x; }
};
struct pair {
  spring a, b;
  double force(double x) const { return a.force(x) + b.force(x); }
  double rest() const { return a.k; }
};
void members(double *y, const double *x, int n, pair p, double k) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = k * p.force(x[i]) + p.rest();
}
// GOOD: param p1 'k' double = k
// GOOD: param p2 'k_1' double = p.a.k storage p.a.k
// GOOD: param p3 'k_2' double = p.b.k storage p.b.k
// GOOD: function 'heddle_members_0_force_copy' copies 'spring::force'
// GOOD: function 'heddle_members_0_force_copy2' copies 'pair::force', {{.*}}: double (double x, double k, double k_1)
// GOOD-NEXT: { return heddle_members_0_force_copy(x, k) + heddle_members_0_force_copy(x, k_1); }
// GOOD: function 'heddle_members_0_rest_copy' {{.*}}: double (double k)
// GOOD: hole {{.*}} 'p.force' -> 'heddle_members_0_force_copy2'
// GOOD-NEXT: hole {{.*}} '' -> ', k_1, k_2'
// GOOD-NEXT: hole {{.*}} 'p.rest' -> 'heddle_members_0_rest_copy'
// GOOD-NEXT: hole {{.*}} '' -> 'k_1'

// What a lambda has captured by copy is as it was.
void lambdas(double *y, const double *x, int n, double by) {
  auto scale = [by](double v) { return by * v; };
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = scale(x[i]);
}
// GOOD: function 'heddle_lambdas_0_scale_copy' copies 'scale', {{.*}}: double (double v, double by)

// What a function reads of arrays is what the nest reads, there.
double twice(const double *p) { return 2 * *p; }
double last(const double *const a, int n) {
  double s = 0;
  for (int k = n - 1; k >= 0; --k) {
    if (k == 3)
      return twice(a + k);
    s += a[k];
  }
  return s;
}
double table[9];
double looks_up(double x) { return x * table[2]; }
void arrays(double *y, const double *x, int n, int m) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = last(&x[i * m], m) + looks_up(x[i]);
}
// GOOD: loop i1 'last::k#1' int: from (p[[#M:]] - 1) while i1 >= 0 step -1 in 0 data-dependent
// GOOD: read a0[(i64((i0 * p[[#M]])) + i64(i1))] loops (0 1) guards (0) may
// GOOD: read a1[2] loops (0)
// GOOD: function 'heddle_arrays_0_twice_copy' {{.*}}: double (const double *p)
// GOOD: function 'heddle_arrays_0_last_copy' {{.*}}: double (const double *a, int n)
// GOOD: function 'heddle_arrays_0_looks_up_copy' {{.*}}: double (double x, double *table)

// Containers are pointers, and numbers of elements.
double sum(const std::vector<double> &v, int from) {
  double s = 0;
  for (unsigned long k = from; k < v.size(); ++k)
    s += v[k];
  return s;
}
void containers(double *y, const std::vector<double> &x, int n) {
  auto at = [&](unsigned long i) { return i < x.size() ? x[i] : sum(x, 1); };
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    y[i] = at(i);
}
// GOOD: function 'heddle_containers_0_sum_copy' {{.*}}: double (const double *v, int from, unsigned long v_size)
// GOOD: function 'heddle_containers_0_at_copy' {{.*}}: double (unsigned long i, unsigned long x_size, const double *x)
// GOOD: hole {{.*}} '' -> ', x_size, x'

// Values that are no subscripts need not be affine.
int rounds(double c) {
  int n = 0;
  for (double z = c; z * z < 4 && n < 50; ++n)
    z = z * z + c;
  return n;
}
void counted(int *y, const double *x, int n) {
  HEDDLE(map)
  for (int i = 0; i < n; ++i)
    if (rounds(x[i]) < 9)
      y[i] = rounds(x[i]);
}
// GOOD: guard g0 (opaque(rounds(x[i])) < 9)
// GOOD: function 'heddle_counted_0_rounds_copy'
// GOOD-NOT: function
#else
int counter;
double unseen(double);
double writes(double x) { return x + ++counter; }
double keeps(double x) {
  static int n = 0;
  return x + ++n;
}
double &deref(double *p) { return *p; }
double moves(const double *p) { return *p++ + *p; }
double stores(double *p) { return *p = 2; }
double passes(const double *p, double (*f)(double)) { return f(*p); }
double of_rows(const double *const *p) { return **p; }
double of_void(const void *p) { return *static_cast<const double *>(p); }
struct holder {
  double *data;
  double &at(int i) {
    if (i < 0)
      return data[0];
    return data[i];
  }
};
double checked(double x) {
  if (x < 0)
    throw 1;
  return x;
}
double pong(double x);
double ping(double x) { return x < 0 ? 0 : pong(x - 1); }
double pong(double x) { return ping(x); }
void count(double v, int &found) { found += v > 0; }
double factor = 2;
double scaled(double v, double by = factor) { return v * by; }
double at_line(double v, int line = __builtin_LINE()) {
  v += line;
  return v;
}
double lines(double x) {
#ifdef __CUDA_ARCH__
  return 0;
#endif
  return x;
}
double halves(double x) {
#define HALF(v) ((v) / 2)
  return HALF(x);
}
#define OUTER(v) v
double twice_defined(double x) {
#undef OUTER
#define OUTER(v) ((v) + 1)
  x = OUTER(x);
#undef OUTER
  return x;
}
double &&moved(double &&x) { return static_cast<double &&>(x); }
struct state {
  double s;
  double next(double v) { return s += v; }
  virtual double drag(double v) { return v; }
};
double product(double x);
double product(double x) { return x * unseen(x); }
#define BODY { return x; }
double macro(double x) BODY
#define NOW 1
double dated(double x) { return x + NOW; }
#undef NOW
#define NOW 2

double late(double x), late_type(double x);
template <class T> T late_template(T x);
void by_value(std::vector<double> v, int i) { v[i] = 1; }
double of_vector(const std::vector<double> &v) { return v[0]; }
double late_choice(double x);
struct pair {
  double a, b;
  double get(int k) const { return k ? a : b; }
  pair operator-(const pair &o) const { return {a - o.a, b - o.b}; }
  pair &operator+=(const pair &o) {
    a += o.b;
    return *this;
  }
};
static pair operator<<(const pair &l, const pair &r) { return {l.a, r.b}; }
static int next(int &k) { return k = 2 * k + 1; }
void bad(double *y, const double *x, int n, state st, holder h, pair *ps,
         pair out,
         std::vector<double> &vs,
         const double *const *rows) {
  double sum = 0;
  int all = 0;
  auto old = [sum](double v) { return v + sum; };
  auto sees = [&](double v) { return v + sum; };
  HEDDLE(map)
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:12: error: 'unseen' is called, and is not known to be free of effects [heddle-HD210]
    y[i] = unseen(x[i]);
    // CHECK: :[[@LINE+2]]:12: error: 'writes' is called, of which a kernel cannot have a copy: this write to 'counter' is not understood in a mapped nest [heddle-HD238]
    // CHECK: :[[#]]:40: note: in 'writes', here
    y[i] = writes(x[i]);
    // CHECK: error: 'keeps' {{.*}}: a variable that is not local to the iteration cannot be declared in a mapped nest [heddle-HD238]
    y[i] = keeps(x[i]);
    // CHECK: error: 'deref(y + i)' {{.*}}: its parameter 'p' is a pointer [heddle-HD234]
    y[i] = deref(y + i);
    // CHECK: :[[@LINE+1]]:5: error: 'deref(y + i)' {{.*}}: its parameter 'p' is a pointer [heddle-HD234]
    deref(y + i) = 1;
    // CHECK: :[[@LINE+2]]:12: error: 'moves' {{.*}}: the pointer 'p' changes in the nest{{.*}} [heddle-HD238]
    // CHECK: :[[#]]:41: note: in 'moves', here
    y[i] = moves(x + i);
    // CHECK: error: 'stores' {{.*}}: it writes elements, so the call needs a statement of its own: 'stores(...);' or 'auto v = stores(...);' [heddle-HD238]
    y[i] = stores(y + i);
    // CHECK: error: 'passes' {{.*}}: its parameter 'f' is a pointer to a function [heddle-HD238]
    y[i] = passes(x + i, unseen);
    // CHECK: :[[@LINE+1]]:12: error: 'of_rows' {{.*}}: '*p' is a pointer that is itself stored in an array{{.*}} [heddle-HD238]
    y[i] = of_rows(rows + i);
    // CHECK: :[[@LINE+1]]:20: error: {{.*}} [heddle-HD229]
    y[i] = of_void(x + i);
    // CHECK: :[[@LINE+1]]:5: error: 'holder::at' {{.*}}: its result is a reference, and its body is more than one 'return' of an element [heddle-HD238]
    h.at(i) = 3;
    // CHECK: :[[@LINE+1]]:7: error: 'holder::at' {{.*}}: its result is a reference, and its body is more than one 'return' of an element [heddle-HD238]
    ++h.at(i);
    // CHECK: error: 'checked' {{.*}}: 'throw' is not understood in a mapped nest [heddle-HD238]
    y[i] = checked(x[i]);
    // CHECK: error: 'ping' {{.*}}'pong' {{.*}}'ping' {{.*}}: it calls itself [heddle-HD238]
    y[i] = ping(x[i]);
    // CHECK: :[[@LINE+1]]:17: error: 'all' is written in the nest but lives longer than an iteration{{.*}} [heddle-HD408]
    count(x[i], all);
    // CHECK: error: 'scaled' {{.*}}: the call leaves its parameter 'by' to a default that is no constant number [heddle-HD238]
    y[i] = scaled(x[i]);
    // CHECK: error: 'at_line' {{.*}}: the call leaves its parameter 'line' to a default that is no constant number [heddle-HD238]
    y[i] = at_line(x[i]);
    // CHECK: error: 'lines' {{.*}}: its body depends on the preprocessor [heddle-HD238]
    y[i] = lines(x[i]);
    // CHECK: error: 'halves' {{.*}}: its body depends on the preprocessor [heddle-HD238]
    y[i] = halves(x[i]);
    // CHECK: error: 'twice_defined' {{.*}}: its body depends on the preprocessor [heddle-HD238]
    y[i] = twice_defined(x[i]);
    // CHECK: error: 'moved' {{.*}}: its result is a reference, and its body is more than one 'return' of an element [heddle-HD238]
    y[i] = moved(x[i] + 1);
    // CHECK: error: 'state::next' {{.*}}: this write to 's' is not understood in a mapped nest [heddle-HD238]
    y[i] = st.next(x[i]);
    // CHECK: error: 'state::drag' {{.*}}: it is virtual [heddle-HD238]
    y[i] = st.drag(x[i]);
    // CHECK: error: 'product' {{.*}}: 'unseen' is called, and is not known to be free of effects [heddle-HD238]
    y[i] = product(x[i]);
    // CHECK: error: 'macro' {{.*}}: its body comes out of a macro [heddle-HD238]
    y[i] = macro(x[i]);
    // CHECK: error: 'late' {{.*}}: its definition stands behind the nest and names 'behind', which is declared behind the kernel [heddle-HD238]
    y[i] = late(x[i]);
    // CHECK: error: 'late_type' {{.*}}: its definition stands behind the nest and names 'other', which is declared behind the kernel [heddle-HD238]
    y[i] = late_type(x[i]);
    // CHECK: error: 'late_template<double>' {{.*}}: its definition stands behind the nest and names 'other', which is declared behind the kernel [heddle-HD238]
    y[i] = late_template(x[i]);
    // CHECK: error: 'dated' {{.*}}'NOW'{{.*}}[heddle-HD238]
    y[i] = dated(x[i]);
    // CHECK: error: 'by_value' {{.*}}: its parameter 'v' is a copy of a container, in a function that may store [heddle-HD238]
    by_value(vs, i);
    // CHECK: error: 'std::vector<double>(vs)' is no pointer expression {{.*}}[heddle-HD225]
    y[i] = of_vector(std::vector<double>(vs));
    // CHECK: error: 'late_choice' {{.*}}: its body depends on the preprocessor [heddle-HD238]
    y[i] = late_choice(x[i]);
    int k = i;
    // CHECK: error: 'pair::get' {{.*}}: the expression of its object has effects [heddle-HD238]
    y[i] = ps[k++].get(k);
    // CHECK: error: 'pair::get' {{.*}}: an argument has effects; give it the value of a variable [heddle-HD238]
    y[i] = ps[k].get(k++);
    // CHECK: error: 'operator<<' {{.*}}: an argument has effects; {{.*}}[heddle-HD238]
    ps[i] = pair{double(next(k)), 1} << ps[k];
    // CHECK: error: 'pair::operator+=' {{.*}}: an argument has effects; {{.*}}[heddle-HD238]
    ps[k] += pair{1, double(k++)};
    // CHECK: error: 'pair::operator-' {{.*}}: it is an operator that is called by its name [heddle-HD238]
    ps[i] = ps[i].operator-(ps[i + n]);
    // CHECK: error: 'pair::operator-' {{.*}}: its object is no element and no local of the iteration [heddle-HD238]
    ps[i] = out - ps[i];
    // CHECK: error: 'pair::operator+=' {{.*}}: it may change its object, which is a temporary [heddle-HD238]
    pair{1, 2} += ps[i];
    // CHECK: error: 'old' {{.*}}: it reads 'sum', which cannot be named where the call stands or may have changed since [heddle-HD238]
    y[i] = old(x[i]);
    // CHECK: error: 'sees' {{.*}}: it reads 'sum', which the nest changes [heddle-HD238]
    sum += sees(x[i]);
  }
  y[0] = sum;
}
#undef CHOSEN
int behind = 1;
double late(double x) { return x + behind; }
using other = double;
double late_type(double x) { return other(x); }
template <class T> T late_template(T x) { return other(2) * x; }
double late_choice(double x) {
#ifdef CHOSEN
  x = 1;
#endif
  return x;
}
#endif
