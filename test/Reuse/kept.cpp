// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors that do not take part, and why.
// REQUIRES: rewriter
// RUN: %heddle-rewrite %s -o %t.cpp -- -std=c++17 -I %include 2> %t.txt
// RUN: FileCheck --input-file=%t.txt %s
// RUN: sed '/^\/\//d' %t.cpp > %t.code
// RUN: FileCheck --check-prefix=TEXT --input-file=%t.code --implicit-check-not='&s =' --implicit-check-not=reused_memory %s
// TEXT: void follow

#include <heddle/heddle.h>
#include <heddle/tensor.h>
#include <utility>
using namespace heddle;
using vector = tensor<double, 100>;

void use(const double *);
void take(vector &);
void elsewhere();
#define VECTOR(name) vector name

// Each: u is dead, and s would stand in it but for what is said.
void follow(vector &v, vector u, bool b) {
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+2]]:12: remark: 's' keeps memory of its own: it is passed to 'use' [heddle-HD426]
    // CHECK: :[[@LINE+3]]:9: note: this is why
    vector s;
    s = 2 * v;
    use(s.data());
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: it is passed to 'take'
    vector s;
    s = 2 * v;
    take(s);
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: it is used in a nested statement
    vector s;
    if (b)
      s = 2 * v;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: 'w' is a view of it
    vector s;
    s = 2 * v;
    auto w = slice(s, {1}, {5});
    w = w + 1.0 * w;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: it is used here in a way that is not followed
    vector s;
    s = 2 * v;
    decltype(s) t;
    t = v;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: a lambda captures it
    vector s;
    s = 2 * v;
    auto f = [&] { return s(0); };
    f();
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: it is used here in a way that is not followed
    vector s;
    s = 2 * v;
    auto &r = s;
    r = v;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: it is passed to 'move'
    vector s;
    s = 2 * v;
    v = std::move(s);
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: its zeros are needed, as it is not assigned as a whole before it is used
    vector s;
    slice(s, {0}, {50}) = 2 * slice(v, {0}, {50});
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: a macro declares it
    VECTOR(s);
    s = 2 * v;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:29: remark: 's' keeps memory of its own: its declaration has attributes
    [[maybe_unused]] vector s;
    s = 2 * v;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:21: remark: 's' keeps memory of its own: its declaration has more than its type, its name and its value
    vector *p = &v, s;
    s = 2 * *p;
  }
  [[heddle::reuse]] {
    heddle::dead(u);
    // CHECK: :[[@LINE+1]]:12: remark: 's' keeps memory of its own: it is declared with a value that it has anyway
    vector s = vector();
    s = 2 * v;
  }
  // CHECK: :[[@LINE+1]]:5: remark: no tensor of this block stands in the memory of another [heddle-HD427]
  [[heddle::reuse]] {
    heddle::dead(u);
    vector s;
  again:
    s = 2 * v;
    if (b)
      goto again;
  }
}

// Nothing can be told of what happens elsewhere.
void others(vector &v, vector &u, const vector &w, vector (&all)[3]) {
  // CHECK: :[[@LINE+1]]:5: remark: no tensor of this block
  [[heddle::reuse]] {
    heddle::dead(u);
    vector s;
    elsewhere();
    s = 2 * w;
    elsewhere();
    v += s;
  }
  // A constant tensor. CHECK: :[[@LINE+1]]:5: remark: no tensor of this block
  [[heddle::reuse]] {
    heddle::dead(w);
    vector s;
    s = 2 * v;
    v += s;
  }
  // An exception would show v. CHECK: :[[@LINE+1]]:5: remark: no tensor of this block
  [[heddle::reuse]] {
    vector s;
    s = slice(w, {0}, {100});
    slice(u, {0}, {100}) = s;
    v = u + w;
  }
  // u is needed behind the block. CHECK: :[[@LINE+1]]:5: remark: no tensor of this block
  [[heddle::reuse]] {
    vector s;
    s = 2 * u;
    v += s;
  }
  // A view that begins later. CHECK: :[[@LINE+1]]:5: remark: no tensor of this block
  [[heddle::reuse]] {
    vector s;
    auto first = u.view();
    heddle::dead(u);
    s = 2 * v;
    first = s + v;
    v += s;
  }
}

template <class T> void instance(T &v, T u) {
  // CHECK: :[[@LINE+1]]:5: remark: this block is left as written: it is in a template, and may mean something else in each instantiation [heddle-HD428]
  [[heddle::reuse]] {
    T s;
    s = 2 * u;
    heddle::dead(u);
    v += s;
  }
}
template void instance<vector>(vector &, vector);

constexpr int computed() {
  // CHECK: :[[@LINE+1]]:5: remark: this block is left as written: its function is 'constexpr'
  [[heddle::reuse]] { return 3; }
}
int three = computed();
