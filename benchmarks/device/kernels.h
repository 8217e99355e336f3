// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nests whose device code is counted, and beside each what an expert writes
// by hand in CUDA. Both take pointers to device memory and the same arguments,
// arrays in row-major order, the outermost extent first; what is written stands
// first. Both may return before the device has finished.
#ifndef HEDDLE_BENCHMARKS_DEVICE_KERNELS_H
#define HEDDLE_BENCHMARKS_DEVICE_KERNELS_H

/// Extents of the elementwise products, the innermost one last, also where the
/// compiler knows them. Rank 2 has rows of its own; the others look at one
/// array in 3 to 6 dimensions.
constexpr long rows = 220, columns = 228;
constexpr long outer3 = 60, outer4 = 20, outer5 = 10, outer6 = 5;
constexpr long d5 = 2, d4 = 2, d3 = 3, d2 = 20, d1 = 40;
using row2 = double[columns];
using row3 = double[d2][d1];
using row4 = double[d3][d2][d1];
using row5 = double[d4][d3][d2][d1];
using row6 = double[d5][d4][d3][d2][d1];

/// Extents of the stencils, and of the transpose, where they are constants.
constexpr long height = 162, breadth = 320; // in two dimensions
constexpr long layers = 34, lines = 48, points = 64;
constexpr long matrix_rows = 224, matrix_columns = 192;
using plane2 = double[breadth];
using plane3 = double[lines][points];

/// An element of N points in each direction.
template <int N> using element = double[N][N][N];

namespace mapped {

void scale(double *y, const double *x, double a, long n);
void triad(double *z, const double *x, const double *y, double a, long n);

void rank2(double *z, const double *x, const double *y, long n, long m);
void rank3(double *z, const double *x, const double *y, long n, long m, long l);
void rank4(double *z, const double *x, const double *y, long n, long m, long l,
           long k);
void rank5(double *z, const double *x, const double *y, long n, long m, long l,
           long k, long h);
void rank6(double *z, const double *x, const double *y, long n, long m, long l,
           long k, long h, long g);
void rank2_constant(row2 *z, const row2 *x, const row2 *y);
void rank3_constant(row3 *z, const row3 *x, const row3 *y);
void rank4_constant(row4 *z, const row4 *x, const row4 *y);
void rank5_constant(row5 *z, const row5 *x, const row5 *y);
void rank6_constant(row6 *z, const row6 *x, const row6 *y);

/// Every fourth element; the first two of each four; in every second row the
/// first two of each three.
void step(double *y, const double *x, double a, long n);
void width(double *y, const double *x, double a, long n);
void step_width(double *y, const double *x, double a, long n, long m);

void stencil5(double *y, const double *x, long n, long m);
void stencil5_constant(plane2 *y, const plane2 *x);
void stencil9(double *y, const double *x, long n, long m);
void stencil27(double *y, const double *x, long n, long m, long l);
void stencil7(double *y, const double *x, long n, long m, long l);
void stencil7_constant(plane3 *y, const plane3 *x);

/// y, n x m, from x, of K - 1 rows and columns more, and K x K weights.
template <int K>
void convolution(float *y, const float *x, const float *w, long n, long m);

void transpose(float *y, const float *x, long n, long m);
void transpose_constant(float (*y)[matrix_rows],
                        const float (*x)[matrix_columns]);
/// y[k][j][i] = x[i][j][k]; x is n x m x l.
void transpose3(float *y, const float *x, long n, long m, long l);

/// c = a b and c += a b, n x n.
void product(float *c, const float *a, const float *b, long n);
void accumulate(float *c, const float *a, const float *b, long n);
void accumulate_rows(float *c, const float *a, const float *b, long n);
/// For each of n rows of m elements.
void softmax(float *y, const float *x, long n, long m);

/// v(e, i, j, k) = sum of a(i, l) a(j, m) a(k, o) u(e, l, m, o); s and t are
/// temporaries of the size of u.
template <int N>
void interpolation(element<N> *v, element<N> *s, element<N> *t,
                   const double (*a)[N], const element<N> *u, long batch);

double sum(const double *x, long n);
double maximum(const double *x, long n);

} // namespace mapped

namespace expert {

void scale(double *y, const double *x, double a, int n);
void triad(double *z, const double *x, const double *y, double a, int n);
/// Elementwise, whatever the rank: dense arrays have one dimension.
void multiply(double *z, const double *x, const double *y, int n);
void step(double *y, const double *x, double a, int n);
void width(double *y, const double *x, double a, int n);
void step_width(double *y, const double *x, double a, int n, int m);
void stencil5(double *y, const double *x, int n, int m);
void stencil9(double *y, const double *x, int n, int m);
void stencil7(double *y, const double *x, int n, int m, int l);
void stencil27(double *y, const double *x, int n, int m, int l);
template <int K>
void convolution(float *y, const float *x, const float *w, int n, int m);
void transpose(float *y, const float *x, int n, int m);
void transpose3(float *y, const float *x, int n, int m, int l);
void product(float *c, const float *a, const float *b, int n);
void accumulate(float *c, const float *a, const float *b, int n);
/// At most 256 columns.
void softmax(float *y, const float *x, int n, int m);
template <int N>
void interpolation(element<N> *v, const double (*a)[N], const element<N> *u,
                   int batch);
/// Into *s; `parts` has room for `most_blocks` values.
constexpr int most_blocks = 64;
void sum(double *s, double *parts, const double *x, int n);
void maximum(double *s, double *parts, const double *x, int n);

} // namespace expert

#endif
