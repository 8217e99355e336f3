// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs one benchmark, Heddle's kernels and then the expert's, on equal data,
// and compares what they leave:
//
//   device NAME
//
// prints in JSON what no kernel can do without: the sectors of 32 bytes that
// hold what the nest reads and what it writes, each once, and its
// multiplications joined with an addition. `device` alone prints the names.
// Exit status 1: the results differ.

#include "kernels.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <vector>

namespace {

void check(cudaError_t code) {
  if (code == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(1);
}

constexpr long sector = 32;

long up(long a, long b) { return (a + b - 1) / b; }

template <class T> long sectors(long count) {
  return up(count * long(sizeof(T)), sector);
}

/// The needs of a nest.
struct need {
  long loads, stores, multiply_adds;
};

/// An array in the memory of the device.
template <class T> class device_array {
public:
  explicit device_array(const std::vector<T> &values) : n(values.size()) {
    check(cudaMalloc(&data, n * sizeof(T)));
    check(
        cudaMemcpy(data, values.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  }
  device_array(const device_array &) = delete;
  device_array &operator=(const device_array &) = delete;
  ~device_array() { check(cudaFree(data)); }

  operator T *() const { return data; }
  /// The same array as rows of type R.
  template <class R> R *as() const { return reinterpret_cast<R *>(data); }

  std::vector<T> values() const {
    std::vector<T> result(n);
    check(cudaDeviceSynchronize());
    check(
        cudaMemcpy(result.data(), data, n * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
  }

private:
  T *data = nullptr;
  std::size_t n;
};

/// Numbers between -1 and 1 that look like random ones.
template <class T> std::vector<T> numbers(long count, unsigned seed) {
  std::vector<T> values(count);
  for (T &value : values) {
    seed = seed * 1664525U + 1013904223U;
    value = T(double(seed >> 8) / (1 << 23) - 1);
  }
  return values;
}

bool near(double a, double b, double error) {
  return std::fabs(a - b) <= error * (1 + std::fabs(b));
}

/// Whether f(output) and g(output) leave the same in arrays that were equal.
template <class T, class F, class G> bool same(long count, F f, G g) {
  const std::vector<T> before = numbers<T>(count, 99);
  const device_array<T> by_heddle(before), by_expert(before);
  f(by_heddle);
  g(by_expert);
  const std::vector<T> one = by_heddle.values(), two = by_expert.values();
  const double error = sizeof(T) == sizeof(float) ? 1e-4 : 1e-12;
  for (long i = 0; i < count; ++i)
    if (!near(one[i], two[i], error)) {
      std::fprintf(stderr, "element %ld is %.17g and %.17g\n", i,
                   double(one[i]), double(two[i]));
      return false;
    }
  if (one != before)
    return true;
  std::fprintf(stderr, "nothing was written\n");
  return false;
}

void require(bool equal) {
  if (!equal)
    std::exit(1);
}

//===- Vectors ------------------------------------------------------------===//

constexpr long n = 100003;

need scale() {
  const device_array<double> x(numbers<double>(n, 1));
  require(same<double>(
      n, [&](double *y) { mapped::scale(y, x, 1.5, n); },
      [&](double *y) { expert::scale(y, x, 1.5, n); }));
  return {sectors<double>(n), sectors<double>(n), 0};
}

need triad() {
  const device_array<double> x(numbers<double>(n, 1)), y(numbers<double>(n, 2));
  require(same<double>(
      n, [&](double *z) { mapped::triad(z, x, y, 1.5, n); },
      [&](double *z) { expert::triad(z, x, y, 1.5, n); }));
  return {2 * sectors<double>(n), sectors<double>(n), n};
}

need step() {
  const device_array<double> x(numbers<double>(n, 1));
  require(same<double>(
      n, [&](double *y) { mapped::step(y, x, 1.5, n); },
      [&](double *y) { expert::step(y, x, 1.5, n); }));
  return {sectors<double>(n), sectors<double>(n), 0};
}

need width() {
  const device_array<double> x(numbers<double>(n, 1));
  require(same<double>(
      n, [&](double *y) { mapped::width(y, x, 1.5, n); },
      [&](double *y) { expert::width(y, x, 1.5, n); }));
  return {sectors<double>(n), sectors<double>(n), 0};
}

need step_width() {
  constexpr long r = 201, c = 300; // rows begin at sectors, and touch each
  const device_array<double> x(numbers<double>(r * c, 1));
  require(same<double>(
      r * c, [&](double *y) { mapped::step_width(y, x, 1.5, r, c); },
      [&](double *y) { expert::step_width(y, x, 1.5, r, c); }));
  const long touched = up(r, 2) * sectors<double>(c);
  return {touched, touched, 0};
}

constexpr long long_n = 500003; // so that one value a block counts little

template <void reduced(double *, double *, const double *, int), class F>
need reduction(F f) {
  const device_array<double> x(numbers<double>(long_n, 1));
  const device_array<double> parts(numbers<double>(expert::most_blocks, 2));
  const device_array<double> s(std::vector<double>(1));
  const double value = f(x);
  reduced(s, parts, x, long_n);
  require(near(value, s.values()[0], 1e-12));
  return {sectors<double>(long_n), 1, 0};
}

need sum() {
  return reduction<expert::sum>(
      [](const double *x) { return mapped::sum(x, long_n); });
}

need maximum() {
  return reduction<expert::maximum>(
      [](const double *x) { return mapped::maximum(x, long_n); });
}

//===- Elementwise products of ranks 2 to 6 -------------------------------===//

template <class F> need elementwise(long count, F f) {
  const device_array<double> x(numbers<double>(count, 1));
  const device_array<double> y(numbers<double>(count, 2));
  require(same<double>(
      count, [&](double *z) { f(z, x, y); },
      [&](double *z) { expert::multiply(z, x, y, int(count)); }));
  return {2 * sectors<double>(count), sectors<double>(count), 0};
}

/// The same with rows of type R.
template <class R>
need with_rows(long count, void f(R *, const R *, const R *)) {
  return elementwise(count, [=](double *z, const double *x, const double *y) {
    f(reinterpret_cast<R *>(z), reinterpret_cast<const R *>(x),
      reinterpret_cast<const R *>(y));
  });
}

constexpr long many = outer6 * d5 * d4 * d3 * d2 * d1;
static_assert(many == outer3 * d2 * d1 && many == outer4 * d3 * d2 * d1 &&
              many == outer5 * d4 * d3 * d2 * d1);

using in = const double *;

need rank2() {
  return elementwise(rows * columns, [](double *z, in x, in y) {
    mapped::rank2(z, x, y, rows, columns);
  });
}
need rank3() {
  return elementwise(many, [](double *z, in x, in y) {
    mapped::rank3(z, x, y, outer3, d2, d1);
  });
}
need rank4() {
  return elementwise(many, [](double *z, in x, in y) {
    mapped::rank4(z, x, y, outer4, d3, d2, d1);
  });
}
need rank5() {
  return elementwise(many, [](double *z, in x, in y) {
    mapped::rank5(z, x, y, outer5, d4, d3, d2, d1);
  });
}
need rank6() {
  return elementwise(many, [](double *z, in x, in y) {
    mapped::rank6(z, x, y, outer6, d5, d4, d3, d2, d1);
  });
}

need rank2_constant() {
  return with_rows(rows * columns, mapped::rank2_constant);
}
need rank3_constant() { return with_rows(many, mapped::rank3_constant); }
need rank4_constant() { return with_rows(many, mapped::rank4_constant); }
need rank5_constant() { return with_rows(many, mapped::rank5_constant); }
need rank6_constant() { return with_rows(many, mapped::rank6_constant); }

//===- Stencils and transposes --------------------------------------------===//

using plane_kernel = void(double *y, const double *x, int n, int m);
using space_kernel = void(double *y, const double *x, int n, int m, int l);

template <class F>
need in_two_dimensions(F f, plane_kernel *of_expert = expert::stencil5) {
  constexpr long count = height * breadth;
  const device_array<double> x(numbers<double>(count, 1));
  require(same<double>(
      count, [&](double *y) { f(y, x); },
      [&](double *y) { of_expert(y, x, height, breadth); }));
  return {sectors<double>(count), (height - 2) * sectors<double>(breadth),
          (height - 2) * (breadth - 2)};
}

need stencil5() {
  return in_two_dimensions(
      [](double *y, in x) { mapped::stencil5(y, x, height, breadth); });
}
need stencil5_constant() {
  return in_two_dimensions([](double *y, in x) {
    mapped::stencil5_constant(reinterpret_cast<plane2 *>(y),
                              reinterpret_cast<const plane2 *>(x));
  });
}

template <class F>
need in_three_dimensions(F f, space_kernel *of_expert = expert::stencil7) {
  constexpr long count = layers * lines * points;
  const device_array<double> x(numbers<double>(count, 1));
  require(same<double>(
      count, [&](double *y) { f(y, x); },
      [&](double *y) { of_expert(y, x, layers, lines, points); }));
  return {sectors<double>(count),
          (layers - 2) * (lines - 2) * sectors<double>(points),
          (layers - 2) * (lines - 2) * (points - 2)};
}

need stencil9() {
  return in_two_dimensions(
      [](double *y, in x) { mapped::stencil9(y, x, height, breadth); },
      expert::stencil9);
}

need stencil7() {
  return in_three_dimensions(
      [](double *y, in x) { mapped::stencil7(y, x, layers, lines, points); });
}
need stencil7_constant() {
  return in_three_dimensions([](double *y, in x) {
    mapped::stencil7_constant(reinterpret_cast<plane3 *>(y),
                              reinterpret_cast<const plane3 *>(x));
  });
}

need stencil27() {
  return in_three_dimensions(
      [](double *y, in x) { mapped::stencil27(y, x, layers, lines, points); },
      expert::stencil27);
}

template <int K> need convolution() {
  constexpr long n = 160, m = 192, count = (n + K - 1) * (m + K - 1);
  const device_array<float> x(numbers<float>(count, 1)),
      w(numbers<float>(K * K, 2));
  require(same<float>(
      n * m, [&](float *y) { mapped::convolution<K>(y, x, w, n, m); },
      [&](float *y) { expert::convolution<K>(y, x, w, n, m); }));
  return {sectors<float>(count) + sectors<float>(K * K), sectors<float>(n * m),
          n * m * K * K};
}

template <class F> need transposed(F f) {
  constexpr long count = matrix_rows * matrix_columns;
  const device_array<float> x(numbers<float>(count, 1));
  require(same<float>(
      count, [&](float *y) { f(y, x); },
      [&](float *y) { expert::transpose(y, x, matrix_rows, matrix_columns); }));
  return {sectors<float>(count), sectors<float>(count), 0};
}

need transpose() {
  return transposed([](float *y, const float *x) {
    mapped::transpose(y, x, matrix_rows, matrix_columns);
  });
}
need transpose_constant() {
  return transposed([](float *y, const float *x) {
    mapped::transpose_constant(
        reinterpret_cast<float(*)[matrix_rows]>(y),
        reinterpret_cast<const float(*)[matrix_columns]>(x));
  });
}

need transpose3() {
  constexpr long r = 96, m = 5, l = 64, count = r * m * l;
  const device_array<float> x(numbers<float>(count, 1));
  require(same<float>(
      count, [&](float *y) { mapped::transpose3(y, x, r, m, l); },
      [&](float *y) { expert::transpose3(y, x, r, m, l); }));
  return {sectors<float>(count), sectors<float>(count), 0};
}

//===- Products, rows, interpolation --------------------------------------===//

template <class F, class G> need multiplied(F f, G g, bool adds) {
  constexpr long k = 128, count = k * k;
  const device_array<float> a(numbers<float>(count, 1)),
      b(numbers<float>(count, 2));
  require(same<float>(
      count, [&](float *c) { f(c, a, b, k); },
      [&](float *c) { g(c, a, b, int(k)); }));
  return {(adds ? 3 : 2) * sectors<float>(count), sectors<float>(count),
          k * k * k};
}

need product() { return multiplied(mapped::product, expert::product, false); }
need accumulate() {
  return multiplied(mapped::accumulate, expert::accumulate, true);
}

need accumulate_rows() {
  return multiplied(mapped::accumulate_rows, expert::accumulate, true);
}

need softmax() {
  constexpr long r = 96, c = 200, count = r * c;
  const device_array<float> x(numbers<float>(count, 1));
  require(same<float>(
      count, [&](float *y) { mapped::softmax(y, x, r, c); },
      [&](float *y) { expert::softmax(y, x, r, c); }));
  return {sectors<float>(count), sectors<float>(count), 0};
}

template <int N, int batch> need interpolation() {
  constexpr long points_of_one = N * N * N, count = batch * points_of_one;
  const device_array<double> u(numbers<double>(count, 1)),
      a(numbers<double>(N * N, 2)), s(numbers<double>(count, 3)),
      t(numbers<double>(count, 4));
  using one = element<N>;
  using row = double[N];
  require(same<double>(
      count,
      [&](double *v) {
        mapped::interpolation<N>(reinterpret_cast<one *>(v),
                                 s.template as<one>(), t.template as<one>(),
                                 a.template as<row>(), u.template as<one>(),
                                 batch);
      },
      [&](double *v) {
        expert::interpolation<N>(reinterpret_cast<one *>(v),
                                 a.template as<row>(), u.template as<one>(),
                                 batch);
      }));
  return {sectors<double>(count), sectors<double>(count), 3 * N * count};
}

struct benchmark {
  const char *name;
  need (*run)();
};

constexpr benchmark all[] = {{"scale", scale},
                             {"triad", triad},
                             {"rank2", rank2},
                             {"rank2_constant", rank2_constant},
                             {"rank3", rank3},
                             {"rank3_constant", rank3_constant},
                             {"rank4", rank4},
                             {"rank4_constant", rank4_constant},
                             {"rank5", rank5},
                             {"rank5_constant", rank5_constant},
                             {"rank6", rank6},
                             {"rank6_constant", rank6_constant},
                             {"step", step},
                             {"width", width},
                             {"step_width", step_width},
                             {"stencil5", stencil5},
                             {"stencil5_constant", stencil5_constant},
                             {"stencil9", stencil9},
                             {"stencil7", stencil7},
                             {"stencil7_constant", stencil7_constant},
                             {"stencil27", stencil27},
                             {"convolution3", convolution<3>},
                             {"convolution5", convolution<5>},
                             {"transpose", transpose},
                             {"transpose_constant", transpose_constant},
                             {"transpose3", transpose3},
                             {"product", product},
                             {"accumulate", accumulate},
                             {"accumulate_rows", accumulate_rows},
                             {"softmax", softmax},
                             {"interpolation5", interpolation<5, 200>},
                             {"interpolation8", interpolation<8, 64>},
                             {"interpolation13", interpolation<13, 28>},
                             {"sum", sum},
                             {"maximum", maximum}};

} // namespace

int main(int argc, char **argv) {
  for (const benchmark &b : all)
    if (argc == 1) {
      std::printf("%s\n", b.name);
    } else if (!std::strcmp(argv[1], b.name)) {
      const need found = b.run();
      std::printf("{\"loads\": %ld, \"stores\": %ld, \"multiply_adds\": %ld}\n",
                  found.loads, found.stores, found.multiply_adds);
      return 0;
    }
  return argc == 1 ? 0 : 2;
}
