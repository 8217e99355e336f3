// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of tensors become references, or views where the types differ;
// nothing else changes.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2> %t.txt
// RUN: grep -vE '^ *// ([A-Z]+)(-[A-Z]+)?: ' %t.cpp | FileCheck %s
// RUN: %clangxx -std=c++17 -I %include -Wall -Wextra -Werror -Wno-unused-function -fsyntax-only %t.cpp
// RUN: FileCheck --check-prefix=SAID --input-file=%t.txt %s

#include <heddle/heddle.h>
#include <heddle/tensor.h>
using namespace heddle;

using matrix = tensor<double, 9, 9>;
using field = tensor<double, 9, 9, 9>;

// The interpolation of fluid dynamics in three statements. CHECK-LABEL: void interpolation(
void interpolation(const matrix &a, double &result) {
  field u = 2 * field(), v;
  // SAID: :[[@LINE+3]]:5: remark: tensors stand in the memory of dead ones, 's' in that of 'v' and 't' in that of 'u': 2 buffers instead of 4, 11664 bytes less [heddle-HD425]
  // CHECK:      {{^ +}}{
  // CHECK-NEXT: field &s = v, &t = u;
  [[heddle::reuse]] {
    field s, t;
    s = contract<1, 4>(outer(a, u));
    heddle::dead(u);
    t = contract<1, 4>(outer(a, s));
    v = contract<1, 4>(outer(a, t));
  }
  result = v(1, 2, 3);
}

// Two references may be of one tensor. CHECK-LABEL: void references(
void references(field &v, const matrix &a, field &u) {
  idx i, j, k, l;
  [[heddle::reuse]] {
    // CHECK: ::heddle::tensor_detail::reused_memory<field> s_memory(v, u); field &s = s_memory.as_tensor(); ::heddle::tensor_detail::reused_memory<field> t_memory(u, v); field &t = t_memory.as_tensor();
    field s, t;
    s(i, j, k) = a(i, l) * u(j, k, l);
    heddle::dead(u);
    t(i, j, k) = a(i, l) * s(j, k, l);
    v(i, j, k) = a(i, l) * t(j, k, l);
  }
}

// In place where that is compatible, at once or with values. CHECK-LABEL: void in_place(
void in_place(field &v, field u, double x) {
  HEDDLE(reuse) {
    // CHECK: field &s = u = x * u,  &t = u = (s + s);
    field s = x * u,  t(s + s);
    heddle::dead(u);
    v += transpose<0, 1>(t);
  }
}

// As many elements, or fewer. CHECK-LABEL: void shapes(
void shapes(matrix &v, field u) {
  idx i, j;
  [[heddle::reuse]] {
    matrix w;
    // CHECK: ::heddle::tensor_detail::reused_memory<tensor<double, 9>> s_memory(w); auto s = s_memory.as_view(); tensor<double, 9> kept = 2 * select<0>(v, 1);
    tensor<double, 9> s, kept = 2 * select<0>(v, 1);
    w(i, j) = u(j, j, i);
    v(i, j) += w(i, j);
    s = 2 * select<0>(v, 3);
    v(i, j) += s(j) * kept(i);
  }
}

// Extents are compared when the program runs. CHECK-LABEL: void extents(
void extents(tensor<double, dyn, dyn> &v, tensor<double, dyn, dyn> u, int n) {
  [[heddle::reuse]] {
    // CHECK: ::heddle::tensor_detail::reused_memory<tensor<double, dyn, dyn>> s_memory(::heddle::tensor_detail::extents_of(n, u.extent(1) + 1), u); tensor<double, dyn, dyn> &s = s_memory.as_tensor();
    tensor<double, dyn, dyn> s(n, u.extent(1) + 1);
    v += u;
    heddle::dead(u);
    s = v * v;
    v += s;
  }
}

// A kernel's launch is made of the same names. CHECK-LABEL: void mapped(
void mapped(const matrix &a, matrix v) {
  [[heddle::reuse]] {
    // CHECK: matrix s, &t = s;
    matrix s, t;
    [[heddle::map]] s = transpose<0, 1>(a);
    v += s;
    // CHECK: ::heddle::rt::out(t.data(), 0, 80)
    [[heddle::map]] t = 2 * v;
    v += t;
  }
}

// The tensor that is declared first holds the elements. CHECK-LABEL: void declared(
void declared(matrix v) {
  [[heddle::reuse]] {
    // CHECK: matrix s, &t = s;
    matrix s, t;
    t = 2 * v;
    v += t * v;
    s = 3 * v;
    v += transpose<0, 1>(s);
  }
}
