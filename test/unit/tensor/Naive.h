//===- Naive.h - the algebra by its definitions ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// Every operation computes all of its elements at once, on copies, and for each
// element the set of those of the left-hand side's elements that it was made
// of. Numbers are unsigned, so that every order of computation gives the same
// ones.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_TENSOR_NAIVE_H
#define HEDDLE_TEST_TENSOR_NAIVE_H

#include <algorithm>
#include <bitset>
#include <vector>

namespace naive {

using Shape = std::vector<long>;
using Reads = std::bitset<1024>;

inline long size(const Shape &shape) {
  long product = 1;
  for (long extent : shape)
    product *= extent;
  return product;
}

struct Node {
  Shape shape;
  std::vector<unsigned> values;
  std::vector<Reads> reads;

  explicit Node(Shape extents = {})
      : shape(std::move(extents)),
        values(static_cast<std::size_t>(size(shape))), reads(values.size()) {}
  Node(unsigned number) : values{number}, reads(1) {}

  const Node &view() const { return *this; }
  std::size_t at(const Shape &index) const {
    long place = 0;
    for (std::size_t k = 0; k < shape.size(); ++k)
      place = place * shape[k] + index[k];
    return static_cast<std::size_t>(place);
  }
  bool scalar() const { return shape.empty(); }
};

/// Calls f for every index of a shape, last dimension fastest.
template <class F> void each_index(const Shape &shape, F &&f) {
  Shape index(shape.size(), 0);
  for (long n = size(shape); n > 0; --n) {
    f(index);
    for (std::size_t k = shape.size(); k-- > 0;) {
      if (++index[k] < shape[k])
        break;
      index[k] = 0;
    }
  }
}

template <class F> Node elementwise(F f, const Node &a) {
  Node result(a.shape);
  result.reads = a.reads;
  std::transform(a.values.begin(), a.values.end(), result.values.begin(), f);
  return result;
}
template <class F> Node elementwise(F f, const Node &a, const Node &b) {
  Node result(a.scalar() ? b.shape : a.shape);
  for (std::size_t n = 0; n < result.values.size(); ++n) {
    const std::size_t p = a.scalar() ? 0 : n, q = b.scalar() ? 0 : n;
    result.values[n] = f(a.values[p], b.values[q]);
    result.reads[n] = a.reads[p] | b.reads[q];
  }
  return result;
}

inline Node operator+(const Node &a, const Node &b) {
  return elementwise([](unsigned p, unsigned q) { return p + q; }, a, b);
}
inline Node operator-(const Node &a, const Node &b) {
  return elementwise([](unsigned p, unsigned q) { return p - q; }, a, b);
}
inline Node operator*(const Node &a, const Node &b) {
  return elementwise([](unsigned p, unsigned q) { return p * q; }, a, b);
}
inline Node operator/(const Node &a, const Node &b) {
  return elementwise([](unsigned p, unsigned q) { return p / q; }, a, b);
}
inline Node operator-(const Node &a) {
  return elementwise([](unsigned p) { return 0u - p; }, a);
}
inline Node max(const Node &a, const Node &b) {
  return elementwise([](unsigned p, unsigned q) { return p < q ? q : p; }, a,
                     b);
}

inline Node outer(const Node &a, const Node &b) {
  Shape shape = a.shape;
  shape.insert(shape.end(), b.shape.begin(), b.shape.end());
  Node result(shape);
  for (std::size_t p = 0, n = 0; p < a.values.size(); ++p)
    for (std::size_t q = 0; q < b.values.size(); ++q, ++n) {
      result.values[n] = a.values[p] * b.values[q];
      result.reads[n] = a.reads[p] | b.reads[q];
    }
  return result;
}

template <int M, int N> Node transpose(const Node &a) {
  Shape shape = a.shape;
  std::swap(shape[M], shape[N]);
  Node result(shape);
  each_index(shape, [&](Shape index) {
    const std::size_t to = result.at(index);
    std::swap(index[M], index[N]);
    result.values[to] = a.values[a.at(index)];
    result.reads[to] = a.reads[a.at(index)];
  });
  return result;
}

template <int M, int N> Node contract(const Node &a) {
  Shape shape;
  for (std::size_t k = 0; k < a.shape.size(); ++k)
    if (k != M && k != N)
      shape.push_back(a.shape[k]);
  Node result(shape);
  each_index(a.shape, [&](const Shape &index) {
    if (index[M] != index[N])
      return;
    Shape rest;
    for (std::size_t k = 0; k < index.size(); ++k)
      if (k != M && k != N)
        rest.push_back(index[k]);
    result.values[result.at(rest)] += a.values[a.at(index)];
    result.reads[result.at(rest)] |= a.reads[a.at(index)];
  });
  return result;
}

inline Node slice(const Node &a, const Shape &lower, const Shape &upper,
                  const Shape &step) {
  Shape shape;
  for (std::size_t k = 0; k < lower.size(); ++k)
    shape.push_back((upper[k] - lower[k] + step[k] - 1) / step[k]);
  Node result(shape);
  each_index(shape, [&](Shape index) {
    const std::size_t to = result.at(index);
    for (std::size_t k = 0; k < index.size(); ++k)
      index[k] = lower[k] + step[k] * index[k];
    result.values[to] = a.values[a.at(index)];
    result.reads[to] = a.reads[a.at(index)];
  });
  return result;
}

inline Node pad(const Node &a, const Shape &before, const Shape &after,
                unsigned value) {
  Shape shape;
  for (std::size_t k = 0; k < before.size(); ++k)
    shape.push_back(before[k] + a.shape[k] + after[k]);
  Node result(shape);
  std::fill(result.values.begin(), result.values.end(), value);
  each_index(a.shape, [&](Shape index) {
    const std::size_t from = a.at(index);
    for (std::size_t k = 0; k < index.size(); ++k)
      index[k] += before[k];
    result.values[result.at(index)] = a.values[from];
    result.reads[result.at(index)] = a.reads[from];
  });
  return result;
}

inline Node conv(const Node &a, const Node &kernel) {
  Shape shape;
  for (std::size_t k = 0; k < a.shape.size(); ++k)
    shape.push_back(a.shape[k] - kernel.shape[k] + 1);
  Node result(shape);
  each_index(shape, [&](const Shape &index) {
    each_index(kernel.shape, [&](const Shape &along) {
      Shape moved = index;
      for (std::size_t k = 0; k < moved.size(); ++k)
        moved[k] += along[k];
      result.values[result.at(index)] +=
          a.values[a.at(moved)] * kernel.values[kernel.at(along)];
      result.reads[result.at(index)] |=
          a.reads[a.at(moved)] | kernel.reads[kernel.at(along)];
    });
  });
  return result;
}

/// Definition 2 of the thesis, element by element: is of the left-hand side
/// only the element itself read.
inline bool compatible(const Node &target, const Node &e) {
  Reads all;
  for (const Reads &each : target.reads)
    all |= each;
  for (std::size_t n = 0; n < e.values.size(); ++n)
    if ((e.reads[n] & all & ~target.reads[n]).any())
      return false;
  return true;
}

} // namespace naive

#endif // HEDDLE_TEST_TENSOR_NAIVE_H
