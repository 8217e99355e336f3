//===- held-pointers.cpp - arrays between two pointers that are held ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// REQUIRES: rewriter
// RUN: %check-exec cpu-and-serial %t %s

#include "harness.h"
#include <cstddef>
#include <heddle/heddle.h>
#include <vector>

using namespace heddle;
using harness::taken;

namespace SIDE {

// A vector of its own, which knows where its elements begin and end.
template <class T> class Line {
public:
  typedef T *iterator;
  Line(T *first, T *last) : m_first(first), m_last(last) {}
  std::size_t size() const { return m_last - m_first; }
  T &operator[](std::size_t i) { return m_first[i]; }
  const T &operator[](std::size_t i) const { return m_first[i]; }
  iterator begin() const { return m_first; }
  iterator end() const { return m_last; }
  void fill(T value) {
    [[heddle::map]]
    for (T *p = m_first; p < m_last; p++)
      *p = value;
  }
  // The distance is a value, too.
  void number() {
    [[heddle::map]]
    for (long i = 0; i < m_last - m_first; ++i)
      m_first[i] += T(m_last - m_first - i);
  }

private:
  T *m_first, *m_last;
};

// Public members; the end is asked for by !=.
struct Piece {
  double *from, *to;
};

void scale(const Piece &x) {
  [[heddle::map]]
  for (double *p = x.from; p != x.to; ++p)
    *p *= 0.5;
}

void add(Line<double> &y, const Line<double> &x) {
  [[heddle::map]]
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] += x[i] / double(y.size());
}

void square(const Line<float> &x) {
  [[heddle::map]]
  for (auto p = x.begin(); p < x.end(); p++)
    *p = *p * *p;
}

// Two parameters.
void shift(double *first, const double *last, double by) {
  [[heddle::map]]
  for (double *p = first; p < last; p += 2)
    *p += by;
}

// In the thread.
void sums(double *y, const Line<int> &x, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (const int *p = x.begin(); p != x.end(); ++p)
      sum += *p * i;
    y[i] = sum;
  }
}

// Blocks of a length that the size bounds.
void blocks(const Line<int> &x, long *sums, std::size_t blocks) {
  const std::size_t length = 8;
  [[heddle::map]]
  for (std::size_t b = 0; b < blocks; ++b) {
    long sum = 0;
    std::size_t end = (b + 1) * length < x.size() ? (b + 1) * length : x.size();
    for (std::size_t i = b * length; i < end; ++i)
      sum += x[i];
    sums[b] = sum;
  }
}

// The elements of an object of such a class, and of one that counts them.
template <class T> struct Counted {
  T *data;
  int count;
  T *begin() const { return data + 1; }
  T *end() const { return data + count; }
};

void halve(Line<double> &x) {
  [[heddle::map]]
  for (double &e : x)
    e *= 0.5;
}

// The count may be one of the elements: it is asked for once.
void count_up(const Counted<int> &x) {
  [[heddle::map]]
  for (int &e : x)
    e += 1;
}

struct Point {
  double x, y;
};
void mirror(const Line<Point> &points) {
  [[heddle::map]]
  for (Point &p : points) {
    p.x = -p.x;
    p.y += p.x;
  }
}

// In the thread, of two objects.
void pairs(double *y, const Line<double> &x, const Counted<float> &w, int n) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (double e : x)
      for (const float &f : w)
        sum += e * f + i;
    y[i] = sum;
  }
}

// A graph by rows of one array: where a row begins, the one before it ends.
template <class Node> class Graph {
  Node **m_index;

public:
  explicit Graph(Node **index) : m_index(index) {}
  long degree(Node v) const { return m_index[v + 1] - m_index[v]; }
};

void degrees(const Graph<int> &g, int *y, int n) {
  [[heddle::map]]
  for (int v = 0; v < n; v++)
    y[v] = g.degree(v) != 0 ? -g.degree(v) : -1;
}

// The lengths are bounds and guards of what a thread does.
void weigh(const double *const *index, const double *w, double *y, int n) {
  [[heddle::map]]
  for (int v = 0; v < n; v++) {
    const int u = n - 1 - v;
    const double each = w[v];
    double sum = 0;
    for (long k = 0; k < index[v + 1] - index[v]; ++k)
      sum += each * k;
    if (index[u + 1] - index[u] > 1)
      sum = -sum;
    y[v] = sum;
  }
}

// Where n is less than 0 the two ends are the same.
template <class T> T *behind(T *first, int n) { return first + (n > 0 ? n : 0); }
template <class T> Line<T> line(T *first, int n) {
  return Line<T>(first, behind(first, n));
}

CASE(fill) {
  for (int n : harness::few_sizes()) {
    double *x = r.out<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { line(x, n).fill(0.25); });
    int *k = r.out<int>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { line(k, n).fill(3); });
  }
}
CASE(number) {
  for (int n : harness::few_sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { line(x, n).number(); });
  }
}
CASE(scale) {
  for (int n : harness::few_sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { scale({x, behind(x, n)}); });
  }
}
CASE(add) {
  for (int n : harness::few_sizes()) {
    double *y = r.in<double>(n), *x = r.in<double>(n);
    Line<double> to = line(y, n);
    r.call({n}, harness::fast_if(n > 0), [&] { add(to, line(x, n)); });
  }
}
CASE(square) {
  for (int n : harness::few_sizes()) {
    float *x = r.in<float>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { square(line(x, n)); });
  }
}
CASE(shift) {
  for (int n : harness::few_sizes()) {
    double *x = r.in<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { shift(x, behind(x, n), 0.75); });
  }
}
CASE(sums) {
  for (int n : harness::few_sizes()) {
    int *x = r.in<int>(7);
    double *y = r.out<double>(n);
    r.call({n}, harness::fast_if(n > 0), [&] { sums(y, Line<int>(x, x + 7), n); });
  }
}
CASE(blocks) {
  for (int n : harness::few_sizes()) {
    int *x = r.in<int>(n);
    const int m = n > 0 ? (n + 7) / 8 : 0;
    long *y = r.out<long>(m);
    r.call({n}, harness::fast_if(n > 0), [&] { blocks(line(x, n), y, m); });
  }
}
CASE(halve) {
  for (int n : harness::few_sizes()) {
    double *x = r.in<double>(n);
    Line<double> all = line(x, n);
    r.call({n}, harness::fast_if(n > 0), [&] { halve(all); });
  }
}
CASE(count_up) {
  for (int n : harness::few_sizes()) {
    int *x = r.in<int>(n + 1);
    r.call({n}, harness::fast_if(n > 0), [&] { count_up({x, n > 0 ? n + 1 : 1}); });
  }
}
CASE(mirror) {
  for (int n : harness::few_sizes()) {
    double *x = r.in<double>(2 * n);
    r.call({n}, harness::fast_if(n > 0), [&] { mirror(line(reinterpret_cast<Point *>(x), n)); });
  }
}
CASE(pairs) {
  for (int n : harness::few_sizes()) {
    double *y = r.out<double>(n), *x = r.in<double>(5);
    float *w = r.in<float>(4);
    r.call({n}, harness::fast_if(n > 0), [&] { pairs(y, line(x, 5), {w, 4}, n); });
  }
}

// Rows of 0, 1, 2, 0, ... elements.
template <class T> void make_rows(T **index, T *elements, int n) {
  for (int i = 0; i <= n; ++i)
    index[i] = elements + i / 3 * 3 + (i % 3 == 2);
}

CASE(degrees) {
  for (int n : harness::few_sizes()) {
    int *elements = r.in<int>(n + 1);
    int *y = r.out<int>(n);
    std::vector<int *> index(n > 0 ? n + 1 : 1, elements);
    make_rows(index.data(), elements, n);
    r.call({n}, harness::fast_if(n > 0), [&] { degrees(Graph<int>(index.data()), y, n); });
  }
}
CASE(weigh) {
  for (int n : harness::few_sizes()) {
    double *elements = r.in<double>(n + 1);
    double *w = r.in<double>(n), *y = r.out<double>(n);
    std::vector<double *> index(n > 0 ? n + 1 : 1, elements);
    make_rows(index.data(), elements, n);
    r.call({n}, harness::fast_if(n > 0), [&] { weigh(index.data(), w, y, n); });
  }
}
// The only element is the count.
CASE(counted_overlap) {
  int *x = r.out<int>(1);
  r.call({1}, taken::sequential, [&] {
    Counted<int> all{nullptr, 2};
    all.data = reinterpret_cast<int *>(&all) + 1;
    count_up(all);
    x[0] = all.count;
  });
}
CASE(overlapping) {
  const int n = 50;
  double *y = r.in<double>(n + 1);
  Line<double> to(y + 1, y + n + 1);
  r.call({n}, taken::sequential, [&] { add(to, Line<double>(y, y + n)); });
}

} // namespace SIDE
