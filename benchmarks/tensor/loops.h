//===- loops.h - the operators as one writes them by hand -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The same contractions in the same order as the library's, with extents that
// are known to the compiler; each sum starts from zero and takes its terms in
// order. Once with a sum for each element, once with sums along a row.

#ifndef HEDDLE_BENCHMARKS_TENSOR_LOOPS_H
#define HEDDLE_BENCHMARKS_TENSOR_LOOPS_H

namespace loops {

template <int N> using matrix = double[N][N];
template <int N> using field = double[N][N][N];

/// A sum for each element; transposed, a(l, i) stands for a(i, l).
struct by_element {
  template <bool Transposed, int N>
  static double at(const matrix<N> &a, int i, int l) {
    return Transposed ? a[l][i] : a[i][l];
  }
  /// r(i, m, o) = sum over l of a(i, l) u(l, m, o)
  template <bool Transposed, int N>
  static void first(field<N> &r, const matrix<N> &a, const field<N> &u) {
    for (int i = 0; i < N; ++i)
      for (int m = 0; m < N; ++m)
        for (int o = 0; o < N; ++o) {
          double sum = 0;
          for (int l = 0; l < N; ++l)
            sum += at<Transposed, N>(a, i, l) * u[l][m][o];
          r[i][m][o] = sum;
        }
  }
  /// r(i, m, k) = sum over o of c(k, o) u(i, m, o)
  template <bool Transposed, int N>
  static void last(field<N> &r, const matrix<N> &c, const field<N> &u) {
    for (int i = 0; i < N; ++i)
      for (int m = 0; m < N; ++m)
        for (int k = 0; k < N; ++k) {
          double sum = 0;
          for (int o = 0; o < N; ++o)
            sum += at<Transposed, N>(c, k, o) * u[i][m][o];
          r[i][m][k] = sum;
        }
  }
  /// r(i, j, k) = sum over m of b(j, m) u(i, m, k)
  template <bool Transposed, int N>
  static void middle(field<N> &r, const matrix<N> &b, const field<N> &u) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j)
        for (int k = 0; k < N; ++k) {
          double sum = 0;
          for (int m = 0; m < N; ++m)
            sum += at<Transposed, N>(b, j, m) * u[i][m][k];
          r[i][j][k] = sum;
        }
  }
};

/// The sums of a row next to each other, which vectors hold.
struct by_row : by_element {
  template <bool Transposed, int N>
  static void first(field<N> &r, const matrix<N> &a, const field<N> &u) {
    for (int i = 0; i < N; ++i)
      for (int m = 0; m < N; ++m) {
        double sum[N] = {};
        for (int l = 0; l < N; ++l)
          for (int o = 0; o < N; ++o)
            sum[o] += at<Transposed, N>(a, i, l) * u[l][m][o];
        for (int o = 0; o < N; ++o)
          r[i][m][o] = sum[o];
      }
  }
  template <bool Transposed, int N>
  static void last(field<N> &r, const matrix<N> &c, const field<N> &u) {
    for (int i = 0; i < N; ++i)
      for (int m = 0; m < N; ++m) {
        double sum[N] = {};
        for (int o = 0; o < N; ++o)
          for (int k = 0; k < N; ++k)
            sum[k] += at<Transposed, N>(c, k, o) * u[i][m][o];
        for (int k = 0; k < N; ++k)
          r[i][m][k] = sum[k];
      }
  }
  template <bool Transposed, int N>
  static void middle(field<N> &r, const matrix<N> &b, const field<N> &u) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        double sum[N] = {};
        for (int m = 0; m < N; ++m)
          for (int k = 0; k < N; ++k)
            sum[k] += at<Transposed, N>(b, j, m) * u[i][m][k];
        for (int k = 0; k < N; ++k)
          r[i][j][k] = sum[k];
      }
  }
};

template <class How, bool Transposed, int N>
void interpolate(field<N> &v, const matrix<N> &a, const field<N> &u) {
  field<N> s, t;
  How::template first<Transposed, N>(s, a, u);
  How::template last<Transposed, N>(t, a, s);
  How::template middle<Transposed, N>(v, a, t);
}

template <class How, int N>
void inverse_helmholtz(field<N> &v, const matrix<N> &a, const field<N> &d,
                       const field<N> &u) {
  field<N> t;
  interpolate<How, false, N>(t, a, u);
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j)
      for (int k = 0; k < N; ++k)
        t[i][j][k] = d[i][j][k] * t[i][j][k];
  interpolate<How, true, N>(v, a, t);
}

} // namespace loops

#endif // HEDDLE_BENCHMARKS_TENSOR_LOOPS_H
