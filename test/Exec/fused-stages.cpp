//===- fused-stages.cpp - stages of a batch in one kernel -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Large batches run all stages of an element in one block, small ones a kernel
// for each stage. All bits are those of the library.
//
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu %t %s

#include "tensor_values.h"
#include <heddle/heddle.h>
#include <heddle/tensor.h>

using namespace heddle;
using namespace tensor_values;
using harness::taken;

namespace SIDE {

template <class T, long... N> using batch = tensor<T, dyn, N...>;

//===--- All stages -------------------------------------------------------===//

template <class T, long N>
void interpolate(batch<T, N, N, N> &v, const tensor<T, N, N> &a,
                 const batch<T, N, N, N> &u) {
  idx e, i, j, k, l, m, o;
  [[heddle::map]]
  v(e, i, j, k) = a(i, l) * a(j, m) * a(k, o) * u(e, l, m, o);
}

template <class T, long N>
static void interpolate_some(harness::recorder &r, int label, long least) {
  tensor<T, N, N> a;
  fill(a, 1);
  for (const long e : {least - 1, least, least + 1, 2 * least + 3}) {
    batch<T, N, N, N> u(e, N, N, N), v(e, N, N, N);
    fill(u, 2), fill(v, 3);
    r.call({label, int(e)}, kernels(e < least ? 3 : 1), [&] {
      interpolate(v, a, u);
      keep(r, v);
    });
  }
}

CASE(batches) {
  interpolate_some<double, 3>(r, 1, 378);
  interpolate_some<double, 5>(r, 2, 135);
  interpolate_some<float, 8>(r, 3, 54);
  interpolate_some<int, 4>(r, 4, 162);
}

/// The left-hand side is read by the first stage alone, before it is written.
CASE(itself) {
  constexpr long n = 5;
  tensor<double, n, n> a;
  fill(a, 1);
  for (const long e : {140L, 2L}) {
    batch<double, n, n, n> u(e, n, n, n);
    fill(u, 2);
    r.call({int(e)}, kernels(3), [&] {
      interpolate(u, a, u);
      keep(r, u);
    });
  }
}

//===--- In place ---------------------------------------------------------===//

void inverse_helmholtz(batch<double, 5, 5, 5> &u, const tensor<double, 5, 5> &s,
                       const tensor<double, 5, 5, 5> &d) {
  idx e, i, j, k, l, m, o, p, q, r;
  [[heddle::map, heddle::inplace(u)]]
  u(e, i, j, k) = s(l, i) * s(m, j) * s(o, k) * d(l, m, o) * s(l, p) *
                  s(m, q) * s(o, r) * u(e, p, q, r);
}

/// The first stage of all is the same for the whole batch.
CASE(in_place) {
  tensor<double, 5, 5> s;
  tensor<double, 5, 5, 5> d;
  fill(s, 1), fill(d, 2);
  for (const long e : {137L, 134L}) {
    batch<double, 5, 5, 5> u(e, 5, 5, 5);
    fill(u, 3);
    r.call({int(e)}, kernels(e == 137 ? 2 : 6), [&] {
      inverse_helmholtz(u, s, d);
      keep(r, u);
    });
  }
}

/// What the last stage adds to has a place in the block, too.
template <class T>
void add_interpolated(batch<T, 4, 4, 4> &v, const tensor<T, 4, 4> &a,
                      const batch<T, 4, 4, 4> &u, const batch<T, 4, 4, 4> &w) {
  idx e, i, j, k, l, m, o;
  [[heddle::map]]
  v(e, i, j, k) = v(e, i, j, k) + w(e, i, j, k) * (a(i, l) * a(j, m) * a(k, o) *
                                                   u(e, l, m, o));
}

CASE(added) {
  tensor<double, 4, 4> a;
  fill(a, 1);
  const long e = 301;
  batch<double, 4, 4, 4> u(e, 4, 4, 4), v(e, 4, 4, 4), w(e, 4, 4, 4);
  fill(u, 2), fill(v, 3), fill(w, 4);
  r.call({1}, kernels(1), [&] {
    add_interpolated(v, a, u, w);
    keep(r, v);
  });
}

//===--- Other shapes -----------------------------------------------------===//

/// From 4 points to 6: the stages have threads of different numbers.
CASE(other_points) {
  tensor<double, 6, 4> a;
  fill(a, 1);
  const long e = 200;
  batch<double, 4, 4, 4> u(e, 4, 4, 4);
  batch<double, 6, 6, 6> v(e, 6, 6, 6);
  fill(u, 2), fill(v, 3);
  r.call({1}, kernels(1), [&] {
    [](batch<double, 6, 6, 6> &v, const tensor<double, 6, 4> &a,
       const batch<double, 4, 4, 4> &u) {
      idx e, i, j, k, l, m, o;
      [[heddle::map]]
      v(e, i, j, k) = a(i, l) * a(j, m) * a(k, o) * u(e, l, m, o);
    }(v, a, u);
    keep(r, v);
  });
}

/// Two dimensions of an element, and one.
CASE(flat_elements) {
  tensor<float, 7, 7> a, b;
  fill(a, 1), fill(b, 2);
  const long e = 1000;
  batch<float, 7, 7> u(e, 7, 7), v(e, 7, 7);
  batch<float, 7> x(e, 7), y(e, 7);
  fill(u, 3), fill(v, 4), fill(x, 5), fill(y, 6);
  r.call({1}, kernels(1), [&] {
    [](batch<float, 7, 7> &v, const tensor<float, 7, 7> &a,
       const tensor<float, 7, 7> &b, const batch<float, 7, 7> &u) {
      idx e, i, j, k, l;
      [[heddle::map]] v(e, i, j) = a(i, k) * b(j, l) * u(e, k, l);
    }(v, a, b, u);
    keep(r, v);
  });
  r.call({2}, kernels(1), [&] {
    [](batch<float, 7> &y, const tensor<float, 7, 7> &a,
       const tensor<float, 7, 7> &b, const batch<float, 7> &x) {
      idx e, i, k, l;
      [[heddle::map]] y(e, i) = a(i, k) * max(b(k, l) * x(e, l), 0.5f);
    }(y, a, b, x);
    keep(r, y);
  });
}

/// Four dimensions of an element.
CASE(deep_elements) {
  tensor<int, 3, 3> a;
  fill(a, 1);
  const long e = 400;
  batch<int, 3, 3, 3, 3> u(e, 3, 3, 3, 3), v(e, 3, 3, 3, 3);
  fill(u, 2), fill(v, 3);
  r.call({1}, kernels(1), [&] {
    [](batch<int, 3, 3, 3, 3> &v, const tensor<int, 3, 3> &a,
       const batch<int, 3, 3, 3, 3> &u) {
      idx e, i, j, k, l, m, n, o, p;
      [[heddle::map]]
      v(e, i, j, k, l) =
          a(i, m) * a(j, n) * a(k, o) * a(l, p) * u(e, m, n, o, p);
    }(v, a, u);
    keep(r, v);
  });
}

/// More than the shared memory of a block.
CASE(large_elements) {
  constexpr long n = 16;
  tensor<double, n, n> a;
  fill(a, 1);
  const long e = 30;
  batch<double, n, n, n> u(e, n, n, n), v(e, n, n, n);
  fill(u, 2), fill(v, 3);
  r.call({1}, kernels(3), [&] {
    interpolate(v, a, u);
    keep(r, v);
  });
}

/// Operands of a later stage have names that an earlier one would invent.
CASE(names) {
  constexpr long n = 4, e = 900;
  tensor<double, n, n> a;
  batch<double, n> u(e, n), v(e, n), w(e, n);
  fill(a, 1), fill(u, 2), fill(v, 3), fill(w, 4);
  r.call({1}, kernels(1), [&] {
    [](batch<double, n> &v, const tensor<double, n, n> &a,
       const batch<double, n> &u, const batch<double, n> &extent_1,
       const batch<double, n> &at_x, const batch<double, n> &a_tile) {
      idx e, i, l, m;
      [[heddle::map]]
      v(e, i) = a(i, l) * max(a(l, m) * u(e, m), 0.5) +
                extent_1(e, i) * at_x(e, i) * a_tile(e, i);
    }(v, a, u, w, u, w);
    keep(r, v);
  });
}

/// Numbers that a macro has beside tensors, or beside other numbers.
#define TWICE(x) (x)*2.0
#define ONE_AND_ONE 1.0 + 1.0
CASE(macros) {
  constexpr long n = 4, e = 900;
  tensor<double, n, n> a;
  batch<double, n, n> u(e, n, n), v(e, n, n);
  fill(a, 1), fill(u, 2), fill(v, 3);
  r.call({1}, kernels(1), [&] {
    [](batch<double, n, n> &v, const tensor<double, n, n> &a,
       const batch<double, n, n> &u) {
      idx e, i, j, l, m;
      [[heddle::map]] v(e, i, j) = a(i, l) * TWICE(a(j, m) * u(e, l, m));
    }(v, a, u);
    keep(r, v);
  });
  r.call({2}, taken::fast, [&] {
    [](batch<double, n, n> &v, const batch<double, n, n> &u) {
      idx e, i, j;
      [[heddle::map]] v(e, i, j) = u(e, j, i) * ONE_AND_ONE * u(e, i, j);
    }(v, u);
    keep(r, v);
  });
}

//===--- What is not fused ------------------------------------------------===//

/// Other blocks might write what a stage has not read yet.
CASE(overlap) {
  constexpr long n = 4, e = 200, one = n * n * n;
  tensor<double, n, n> a;
  fill(a, 1);
  for (const long shift : {0L, 1L, one, e * one}) {
    double *memory = r.in<double>((2 * e + 1) * one);
    using view = tensor_view<double, dyn, n, n, n>;
    const view u(memory, {e, n, n, n}), v(memory + shift, {e, n, n, n});
    r.call({int(shift)}, kernels(shift == e * one ? 1 : 3), [&] {
      [](view v, const tensor<double, n, n> &a, view u) {
        idx e, i, j, k, l, m, o;
        [[heddle::map]]
        v(e, i, j, k) = a(i, l) * a(j, m) * a(k, o) * u(e, l, m, o);
      }(v, a, u);
    });
  }
}

/// The reader of the second stage needs its neighbours' values.
CASE(neighbours) {
  constexpr long n = 4, e = 400;
  tensor<double, n, n> a, b;
  fill(a, 1), fill(b, 2);
  batch<double, n> u(e, n), v(e, n);
  tensor<double, dyn, dyn> c(e, e);
  fill(u, 3), fill(v, 4), fill(c, 5);
  r.call({1}, kernels(2), [&] {
    [](batch<double, n> &v, const tensor<double, dyn, dyn> &c,
       const tensor<double, n, n> &a, const batch<double, n> &u) {
      idx e, f, i, k;
      [[heddle::map]] v(e, i) = c(e, f) * max(a(i, k) * u(f, k), 0.5);
    }(v, c, a, u);
    keep(r, v);
  });
}

/// A mapping that is asked for is that of the last stage.
CASE(mapped_by_hand) {
  constexpr long n = 4, e = 400;
  tensor<double, n, n> a;
  batch<double, n, n, n> u(e, n, n, n), v(e, n, n, n);
  fill(a, 1), fill(u, 2), fill(v, 3);
  r.call({1}, kernels(3), [&] {
    [](batch<double, n, n, n> &v, const tensor<double, n, n> &a,
       const batch<double, n, n, n> &u) {
      idx e, i, j, k, l, m, o;
      [[heddle::map(FoldAll)]]
      v(e, i, j, k) = a(i, l) * a(j, m) * a(k, o) * u(e, l, m, o);
    }(v, a, u);
    keep(r, v);
  });
}

} // namespace SIDE
