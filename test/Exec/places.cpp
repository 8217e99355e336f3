//===- places.cpp - the functions that hold loops -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-by-both %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>

using namespace heddle;
using harness::taken;

// External names of C are one in a program: one for each side.
#define C_NAME_(side) c_linkage_##side
#define C_NAME(side) C_NAME_(side)
extern "C" void C_NAME(SIDE)(int *y, int n);

extern "C" {
static void c_block(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 1;
}
}

extern "C" void C_NAME(SIDE)(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 2;
}

namespace {
void global_anonymous(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 3;
}
} // namespace

static void global_static(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 4;
}

// What a program may call its own, in spite of `using namespace heddle`.
static int in = 5;
[[maybe_unused]] static int out[80];
struct shape {
  int path;
};
static const shape run = {6};
static int step(int checked) { return checked + 1; }
using value = float;
enum class site : short { device = 3 };

namespace SIDE {

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void overloaded(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 5;
}
void not_overloaded(int *y, long n) {
  [[heddle::map]]
  for (long i = 0; i < n; ++i)
    y[i] = static_cast<int>(i) + 6;
}

inline void inline_function(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 7;
}

namespace outer::inner {
namespace {
void in_anonymous(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 8;
}
} // namespace
inline namespace version1 {
void in_inline_namespace(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 9;
}
} // namespace version1
} // namespace outer::inner

// Two nests, in blocks of their own, one under a condition.
void two_nests(int *y, int n, bool second) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = i + 10;
  if (second)
    [[heddle::map(FoldAll)]]
    for (int i = 0; i < n; ++i)
      y[i] *= 2;
}

// Each nest is an only statement, in a loop and under an else.
void unbraced(int *y, int n, int rounds) {
  for (int k = 0; k < rounds; ++k)
    if (k % 2)
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        y[i] += k;
    else
      [[heddle::map(Jing)]]
      for (int i = 0; i < n; ++i)
        y[i] += 10 * k;
}

// Names that a kernel may want for itself.
void awkward_names(int *heddle_kernel, int blockIdx, int threads, int bx) {
  int *const grid = heddle_kernel, block = blockIdx, tx = threads;
  [[heddle::map]]
  for (int site = 0; site < blockIdx; ++site) {
    const int path = site + tx, run = path + bx;
    grid[site] = run + block;
  }
}

void globals_like_the_runtime(int *y, int n) {
  const int select = step(in);
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    y[i] = in + i + select + ::run.path;
}

// Members that are called like a type of the nest, and like a parameter of the
// template.
struct awkward_members {
  int value, T;
  ::site site;
};
template <class T> void members_like_types(T *y, int n, awkward_members m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    value v = static_cast<value>(m.value);
    y[i] = static_cast<T>(v) + m.T + static_cast<T>(m.site == ::site::device);
  }
}

// Members without a written way to them.
static union {
  int in_union[80];
  double unused_in_union;
};
struct with_anonymous {
  union {
    int *data;
    long unused;
  };
  struct {
    int extent, add[2];
  };
  void fill() {
    [[heddle::map]]
    for (int i = 0; i < extent; ++i)
      data[i] = in_union[i] + add[1];
  }
};
void anonymous_unions(int *y, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    in_union[i] = 2 * i + n;
  with_anonymous w;
  w.data = y;
  w.extent = n;
  w.add[1] = 7;
  w.fill();
  [[heddle::map]]
  for (int i = 0; i < w.extent; ++i)
    w.data[i] += in_union[0];
}

auto returns_lambda() {
  return [](int *y, int n) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = i + 11;
  };
}

void capturing(int *y, int n, int a) {
  int b = a + 1;
  auto by_value = [=] {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = a * i + b;
  };
  by_value();
}

void local_class(int *y, int n) {
  struct filler {
    int base;
    void fill_local(int *to, int count) const {
      [[heddle::map]]
      for (int i = 0; i < count; ++i)
        to[i] = base + i;
    }
  };
  filler{13}.fill_local(y, n);
}

int function_with_everything(int *y, int n) try {
  int result = 0;
  {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      y[i] = 14 - i;
  }
  return result;
} catch (...) {
  return 1;
}

CASE(free_functions) {
  using function = void (*)(int *, int);
  const function all[] = {c_block,
                          C_NAME(SIDE),
                          global_anonymous,
                          global_static,
                          overloaded,
                          inline_function,
                          outer::inner::in_anonymous,
                          outer::inner::in_inline_namespace,
                          local_class};
  int number = 0;
  for (const function f : all) {
    ++number;
    for (const int n : {-1, 0, 1, 33, 70}) {
      auto y = r.out<int>(n);
      r.call({number, n}, harness::fast_if(n > 0), [&] { f(y, n); });
    }
  }
  for (const int n : {-1, 0, 1, 33, 70}) {
    const auto path = harness::fast_if(n > 0);
    auto y = r.out<int>(n);
    r.call({20, n}, path, [&] { not_overloaded(y, static_cast<long>(n)); });
    y = r.out<int>(n);
    r.call({21, n}, path, [&] { returns_lambda()(y, n); });
    y = r.out<int>(n);
    r.call({22, n}, path, [&] { capturing(y, n, 3); });
    y = r.out<int>(n);
    r.call({23, n}, path, [&] { function_with_everything(y, n); });
    y = r.out<int>(n);
    r.call({24, n}, path, [&] { awkward_names(y, n, 3, 4); });
    y = r.out<int>(n);
    r.call({27, n}, path, [&] { globals_like_the_runtime(y, n); });
    y = r.out<int>(n);
    r.call({28, n}, path,
           [&] { members_like_types(y, n, {4, 5, site::device}); });
    y = r.out<int>(n);
    r.call({29, n}, harness::expectation(path.path, 3),
           [&] { anonymous_unions(y, n); });
    for (const bool second : {false, true}) {
      y = r.out<int>(n);
      r.call({25, n, second},
             harness::expectation(path.path, second ? 2 : 1),
             [&] { two_nests(y, n, second); });
    }
    y = r.in<int>(n);
    r.call({26, n}, harness::expectation(path.path, 5),
           [&] { unbraced(y, n, 5); });
  }
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

struct vector_like {
  int size;
  int storage[80];

  explicit vector_like(int n) : size(n) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      storage[i] = i;
  }

  void add(int value) {
    [[heddle::map]]
    for (int i = 0; i < size; ++i)
      storage[i] += value;
  }

  void scale(int by);
  static void copy(int *to, const int *from, int n) {
    [[heddle::map]]
    for (int i = 0; i < n; ++i)
      to[i] = from[i];
  }
  vector_like &operator+=(vector_like &other);
  void write(int *to) noexcept;

private:
  int hidden = 3;

public:
  struct nested {
    void fill_nested(int *y, int n) {
      [[heddle::map]]
      for (int i = 0; i < n; ++i)
        y[i] = 20 - i;
    }
  };
};

void vector_like::scale(int by) {
  [[heddle::map]]
  for (int i = 0; i < this->size; ++i)
    this->storage[i] *= by;
}

vector_like &vector_like::operator+=(vector_like &other) {
  [[heddle::map]]
  for (int i = 0; i < size; ++i)
    storage[i] += other.storage[i];
  return *this;
}

void vector_like::write(int *to) noexcept {
  [[heddle::map]]
  for (int i = 0; i < size; ++i)
    to[i] = storage[i] + hidden;
}

class matrix {
public:
  matrix(double *values, int rows, int columns)
      : values_(values), rows_(rows), columns_(columns) {}
  void set(double v) {
    [[heddle::bounds({rows_, columns_}), heddle::map(Jing)]]
    for (int i = 0; i < rows_; ++i)
      for (int j = 0; j < columns_; ++j)
        values_[i * columns_ + j] = v + i - j;
  }

private:
  double *values_;
  int rows_, columns_;
};

CASE(member_functions) {
  for (const int n : {-1, 0, 1, 33, 80}) {
    const auto path = harness::fast_if(n > 0).path;
    auto y = r.out<int>(n);
    r.call({1, n}, harness::expectation(path, 4), [&] {
      vector_like v(n);
      v.add(5);
      v.scale(3);
      v.write(y);
    });
    y = r.out<int>(n);
    r.call({2, n}, harness::expectation(path, 5), [&] {
      vector_like v(n), w(n);
      w.add(2);
      v += w;
      v.write(y);
    });
    y = r.out<int>(n);
    r.call({3, n}, path, [&] { vector_like::nested().fill_nested(y, n); });
    y = r.out<int>(n);
    auto x = r.in<int>(n);
    r.call({4, n}, path, [&] { vector_like::copy(y, x, n); });
    for (const int m : {-2, 0, 3, 40}) {
      auto values = r.out<double>(n > 0 && m > 0 ? n * m : 0);
      r.call({5, n, m}, harness::fast_if(n > 0 && m > 0),
             [&] { matrix(values, n, m).set(2.5); });
    }
  }
}

} // namespace SIDE
