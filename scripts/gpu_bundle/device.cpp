// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The nests of benchmarks/device where the time is taken: Heddle's kernels and
// the expert's on equal data, of which each has to leave the same.
//
//   device               prints the names
//   device NAME          compares
//   device NAME ROUNDS   and prints in JSON the microseconds of a call, a value
//                        for each round; in a round both sides have their turn
//
// With LARGE the arrays are larger than a GPU's caches. Exit status 1: the
// results differ.

#include "beside.h"
#include "kernels.h"
#include <cstring>

namespace {

#ifdef LARGE
constexpr long n = (1L << 24) + 3, strided_rows = 4001, strided_columns = 4200;
constexpr long transposed_rows = 960, transposed_planes = 5,
               transposed_columns = 3200;
constexpr long side = 1024, softmax_rows = 65536;
constexpr int batch5 = 100000, batch8 = 20000, batch13 = 5000;
#else
constexpr long n = 10003, strided_rows = 41, strided_columns = 60;
constexpr long transposed_rows = 48, transposed_planes = 2,
               transposed_columns = 33;
constexpr long side = 32, softmax_rows = 24;
constexpr int batch5 = 7, batch8 = 4, batch13 = 2;
#endif
constexpr long softmax_columns = 200;

//===- Vectors ------------------------------------------------------------===//

using in = const double *;

void scale() {
  const device_array<double> x(numbers<double>(n, 1));
  beside<double>(
      n, [&](double *y) { mapped::scale(y, x, 1.5, n); },
      [&](double *y) { expert::scale(y, x, 1.5, n); });
}

void triad() {
  const device_array<double> x(numbers<double>(n, 1)), y(numbers<double>(n, 2));
  beside<double>(
      n, [&](double *z) { mapped::triad(z, x, y, 1.5, n); },
      [&](double *z) { expert::triad(z, x, y, 1.5, n); });
}

void step() {
  const device_array<double> x(numbers<double>(n, 1));
  beside<double>(
      n, [&](double *y) { mapped::step(y, x, 1.5, n); },
      [&](double *y) { expert::step(y, x, 1.5, n); });
}

void width() {
  const device_array<double> x(numbers<double>(n, 1));
  beside<double>(
      n, [&](double *y) { mapped::width(y, x, 1.5, n); },
      [&](double *y) { expert::width(y, x, 1.5, n); });
}

void step_width() {
  constexpr long r = strided_rows, c = strided_columns;
  const device_array<double> x(numbers<double>(r * c, 1));
  beside<double>(
      r * c, [&](double *y) { mapped::step_width(y, x, 1.5, r, c); },
      [&](double *y) { expert::step_width(y, x, 1.5, r, c); });
}

/// Both sides give the value to the host.
template <void reduced(double *, double *, const double *, int), class F>
void reduction(F f) {
  const device_array<double> x(numbers<double>(n, 1));
  const device_array<double> parts(numbers<double>(expert::most_blocks, 2));
  const device_array<double> s(std::vector<double>(1));
  double by_expert = 0;
  const auto expert = [&] {
    reduced(s, parts, x, n);
    check(cudaMemcpy(&by_expert, s, sizeof(double), cudaMemcpyDeviceToHost));
  };
  expert();
  const double by_heddle = f(x);
  if (!near(by_heddle, by_expert, 1e-9)) {
    std::fprintf(stderr, "the value is %.17g and %.17g\n", by_heddle,
                 by_expert);
    std::exit(1);
  }
  take_times([&] { f(x); }, expert);
}

void sum() {
  reduction<expert::sum>([](in x) { return mapped::sum(x, n); });
}
void maximum() {
  reduction<expert::maximum>([](in x) { return mapped::maximum(x, n); });
}

//===- Elementwise products of ranks 2 to 6 -------------------------------===//

template <class F> void elementwise(long count, F f) {
  const device_array<double> x(numbers<double>(count, 1));
  const device_array<double> y(numbers<double>(count, 2));
  beside<double>(
      count, [&](double *z) { f(z, x, y); },
      [&](double *z) { expert::multiply(z, x, y, int(count)); });
}

/// The same with rows of type R.
template <class R>
void with_rows(long count, void f(R *, const R *, const R *)) {
  elementwise(count, [=](double *z, in x, in y) {
    f(reinterpret_cast<R *>(z), reinterpret_cast<const R *>(x),
      reinterpret_cast<const R *>(y));
  });
}

constexpr long many = outer6 * d5 * d4 * d3 * d2 * d1;
static_assert(many == outer3 * d2 * d1 && many == outer4 * d3 * d2 * d1 &&
              many == outer5 * d4 * d3 * d2 * d1);

void rank2() {
  elementwise(rows * columns, [](double *z, in x, in y) {
    mapped::rank2(z, x, y, rows, columns);
  });
}
void rank3() {
  elementwise(many, [](double *z, in x, in y) {
    mapped::rank3(z, x, y, outer3, d2, d1);
  });
}
void rank4() {
  elementwise(many, [](double *z, in x, in y) {
    mapped::rank4(z, x, y, outer4, d3, d2, d1);
  });
}
void rank5() {
  elementwise(many, [](double *z, in x, in y) {
    mapped::rank5(z, x, y, outer5, d4, d3, d2, d1);
  });
}
void rank6() {
  elementwise(many, [](double *z, in x, in y) {
    mapped::rank6(z, x, y, outer6, d5, d4, d3, d2, d1);
  });
}
void rank2_constant() { with_rows(rows * columns, mapped::rank2_constant); }
void rank3_constant() { with_rows(many, mapped::rank3_constant); }
void rank4_constant() { with_rows(many, mapped::rank4_constant); }
void rank5_constant() { with_rows(many, mapped::rank5_constant); }
void rank6_constant() { with_rows(many, mapped::rank6_constant); }

//===- Stencils and transposes --------------------------------------------===//

template <class F> void in_two_dimensions(F f) {
  const device_array<double> x(numbers<double>(height * breadth, 1));
  beside<double>(
      height * breadth, [&](double *y) { f(y, x); },
      [&](double *y) { expert::stencil5(y, x, height, breadth); });
}
void stencil5() {
  in_two_dimensions(
      [](double *y, in x) { mapped::stencil5(y, x, height, breadth); });
}
void stencil5_constant() {
  in_two_dimensions([](double *y, in x) {
    mapped::stencil5_constant(reinterpret_cast<plane2 *>(y),
                              reinterpret_cast<const plane2 *>(x));
  });
}

template <class F> void in_three_dimensions(F f) {
  constexpr long count = layers * lines * points;
  const device_array<double> x(numbers<double>(count, 1));
  beside<double>(
      count, [&](double *y) { f(y, x); },
      [&](double *y) { expert::stencil7(y, x, layers, lines, points); });
}
void stencil7() {
  in_three_dimensions(
      [](double *y, in x) { mapped::stencil7(y, x, layers, lines, points); });
}
void stencil7_constant() {
  in_three_dimensions([](double *y, in x) {
    mapped::stencil7_constant(reinterpret_cast<plane3 *>(y),
                              reinterpret_cast<const plane3 *>(x));
  });
}

template <class F> void transposed(F f) {
  constexpr long count = matrix_rows * matrix_columns;
  const device_array<float> x(numbers<float>(count, 1));
  beside<float>(
      count, [&](float *y) { f(y, x); },
      [&](float *y) { expert::transpose(y, x, matrix_rows, matrix_columns); });
}
void transpose() {
  transposed([](float *y, const float *x) {
    mapped::transpose(y, x, matrix_rows, matrix_columns);
  });
}
void transpose_constant() {
  transposed([](float *y, const float *x) {
    mapped::transpose_constant(
        reinterpret_cast<float(*)[matrix_rows]>(y),
        reinterpret_cast<const float(*)[matrix_columns]>(x));
  });
}

void transpose3() {
  constexpr long r = transposed_rows, m = transposed_planes,
                 l = transposed_columns;
  const device_array<float> x(numbers<float>(r * m * l, 1));
  beside<float>(
      r * m * l, [&](float *y) { mapped::transpose3(y, x, r, m, l); },
      [&](float *y) { expert::transpose3(y, x, r, m, l); });
}

//===- Products, rows, interpolation --------------------------------------===//

template <class F, class G> void multiplied(F f, G g) {
  constexpr long count = side * side;
  const device_array<float> a(numbers<float>(count, 1)),
      b(numbers<float>(count, 2));
  beside<float>(
      count, [&](float *c) { f(c, a, b, side); },
      [&](float *c) { g(c, a, b, int(side)); }, 1e-3);
}
void product() { multiplied(mapped::product, expert::product); }
void accumulate() { multiplied(mapped::accumulate, expert::accumulate); }

void softmax() {
  constexpr long r = softmax_rows, c = softmax_columns;
  const device_array<float> x(numbers<float>(r * c, 1));
  beside<float>(
      r * c, [&](float *y) { mapped::softmax(y, x, r, c); },
      [&](float *y) { expert::softmax(y, x, r, c); });
}

template <int N, int batch> void interpolation() {
  using one = element<N>;
  using row = double[N];
  constexpr long count = long(batch) * N * N * N;
  const device_array<double> u(numbers<double>(count, 1)),
      a(numbers<double>(N * N, 2)), s(numbers<double>(count, 3)),
      t(numbers<double>(count, 4));
  beside<double>(
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
      });
}

struct benchmark {
  const char *name;
  void (*run)();
};

constexpr benchmark benchmarks[] = {
    {"scale", scale},
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
    {"stencil7", stencil7},
    {"stencil7_constant", stencil7_constant},
    {"transpose", transpose},
    {"transpose_constant", transpose_constant},
    {"transpose3", transpose3},
    {"product", product},
    {"accumulate", accumulate},
    {"softmax", softmax},
    {"interpolation5", interpolation<5, batch5>},
    {"interpolation8", interpolation<8, batch8>},
    {"interpolation13", interpolation<13, batch13>},
    {"sum", sum},
    {"maximum", maximum}};

} // namespace

int main(int argc, char **argv) {
  rounds = argc > 2 ? std::atoi(argv[2]) : 0;
  for (const benchmark &b : benchmarks)
    if (argc == 1) {
      std::printf("%s\n", b.name);
    } else if (!std::strcmp(argv[1], b.name)) {
      b.run();
      return 0;
    }
  return argc == 1 ? 0 : 2;
}
