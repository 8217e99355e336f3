//===- main.cpp - tensor statements against loops and Eigen ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   tensor BATCH ROUNDS THREADS...
//
// compares the results of all versions, and for each number of threads
// prints lines `operator N version threads seconds`: the shortest time of a
// batch, that of the slower thread; and `rate` lines of the machine. Times are
// those in which a thread ran, so that other work on the machine counts little.
// Versions take turns.

#include "loops.h"
#include "operators.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#if HEDDLE_WITH_EIGEN
void eigen_interpolate(double *v, const double *a, const double *u, int n);
void eigen_inverse_helmholtz(double *v, const double *a, const double *d,
                             const double *u, int n);
#endif

namespace {

double thread_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Seconds of the slowest thread, each with an equal share of 0 <= e < batch.
template <class F> double time_of(const F &range, long batch, int threads) {
  std::vector<double> seconds(std::size_t(threads), 0.0);
  const auto work = [&](int t) {
    const double start = thread_seconds();
    range(batch * t / threads, batch * (t + 1) / threads);
    seconds[std::size_t(t)] = thread_seconds() - start;
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t)
    others.emplace_back(work, t);
  work(0);
  for (std::thread &each : others)
    each.join();
  return *std::max_element(seconds.begin(), seconds.end());
}

struct version {
  const char *name;
  std::function<void(long, long)> range;
};

struct measurement {
  long batch, rounds;
  std::vector<int> threads;
  bool right = true;

  /// All versions leave the same in v, but for rounding.
  void run(const char *name, int n, std::vector<double> &v,
           const std::vector<version> &all) {
    std::vector<double> expected;
    for (const version &each : all) {
      std::fill(v.begin(), v.end(), -1.0);
      each.range(0, batch);
      if (expected.empty())
        expected = v;
      for (std::size_t k = 0; k < v.size(); ++k)
        if (!(std::fabs(v[k] - expected[k]) <=
              1e-9 * (1 + std::fabs(expected[k])))) {
          std::fprintf(stderr, "%s, N = %d: %s computes something else\n", name,
                       n, each.name);
          right = false;
          break;
        }
    }
    for (int t : threads) {
      std::vector<double> best(all.size(), 1e9);
      for (long round = 0; round < rounds; ++round)
        for (std::size_t k = 0; k < all.size(); ++k)
          best[k] = std::min(best[k], time_of(all[k].range, batch, t));
      for (std::size_t k = 0; k < all.size(); ++k)
        std::printf("%s %d %s %d %.9g\n", name, n, all[k].name, t, best[k]);
    }
    std::fflush(stdout);
  }
};

template <int N> void measure(measurement &m) {
  constexpr long size = long(N) * N * N;
  statements::matrix<N> a;
  statements::field<N> d;
  statements::fields<N> u(m.batch, N, N, N);
  for (long k = 0; k < N * N; ++k)
    a.data()[k] = double(k * 7 % 11 - 5) / 8;
  for (long k = 0; k < size; ++k)
    d.data()[k] = double(k * 5 % 13 - 6) / 8;
  for (long k = 0; k < u.size(); ++k)
    u.data()[k] = double(k * 3 % 17 - 8) / 8;
  std::vector<double> result(std::size_t(u.size()));
  const heddle::tensor_view<double, heddle::dyn, N, N, N> v(result.data(),
                                                            {m.batch, N, N, N});

  const auto matrix_of = [&]() -> const loops::matrix<N> & {
    return *reinterpret_cast<const loops::matrix<N> *>(a.data());
  };
  const auto field_of = [](auto *first, long e) -> auto & {
    using element = std::conditional_t<
        std::is_const_v<std::remove_pointer_t<decltype(first)>>,
        const loops::field<N>, loops::field<N>>;
    return *reinterpret_cast<element *>(first + e * size);
  };
  const double *const from = u.data();
  const double *const weights = d.data();
  double *const to = result.data();

  std::vector<version> all {
    {"statement",
     [&](long e, long end) {
       for (; e < end; ++e) {
         auto x = heddle::select<0>(v, e);
         x = statements::interpolate(a, heddle::select<0>(u, e));
       }
     }},
        {"element",
         [&](long e, long end) {
           for (; e < end; ++e)
             loops::interpolate<loops::by_element, false, N>(
                 field_of(to, e), matrix_of(), field_of(from, e));
         }},
        {"row",
         [&](long e, long end) {
           for (; e < end; ++e)
             loops::interpolate<loops::by_row, false, N>(
                 field_of(to, e), matrix_of(), field_of(from, e));
         }},
#if HEDDLE_WITH_EIGEN
        {"eigen", [&](long e, long end) {
           for (; e < end; ++e)
             eigen_interpolate(to + e * size, a.data(), from + e * size, N);
         }},
#endif
  };
  m.run("interpolate", N, result, all);

  all = {
    {"statement",
     [&](long e, long end) {
       for (; e < end; ++e) {
         auto x = heddle::select<0>(v, e);
         x = statements::inverse_helmholtz(a, d, heddle::select<0>(u, e));
       }
     }},
    {"element",
     [&](long e, long end) {
       for (; e < end; ++e)
         loops::inverse_helmholtz<loops::by_element, N>(
             field_of(to, e), matrix_of(), field_of(weights, 0),
             field_of(from, e));
     }},
    {"row",
     [&](long e, long end) {
       for (; e < end; ++e)
         loops::inverse_helmholtz<loops::by_row, N>(
             field_of(to, e), matrix_of(), field_of(weights, 0),
             field_of(from, e));
     }},
#if HEDDLE_WITH_EIGEN
    {"eigen",
     [&](long e, long end) {
       for (; e < end; ++e)
         eigen_inverse_helmholtz(to + e * size, a.data(), weights,
                                 from + e * size, N);
     }},
#endif
  };
  m.run("helmholtz", N, result, all);
}

//===- What the machine can do
//---------------------------------------------===//

/// Bytes a second of y = s x, far beyond the caches: x is read, y's lines are
/// read and written.
double stream_rate(const measurement &m, int threads) {
  const long n = 1L << 25;
  std::vector<double> x(std::size_t(n), 1.0), y(std::size_t(n), 1.0);
  double best = 1e9;
  for (long round = 0; round < m.rounds; ++round)
    best = std::min(best, time_of(
                              [&](long k, long end) {
                                for (; k < end; ++k)
                                  y[std::size_t(k)] = 0.5 * x[std::size_t(k)];
                              },
                              n, threads));
  return 24.0 * double(n) / best;
}

/// Multiplications and additions a second, in registers.
double flop_rate(const measurement &m, int threads) {
  constexpr int sums = 12;
  constexpr int lanes = heddle::tensor_detail::vector_bytes / 8;
  typedef double vector __attribute__((vector_size(lanes * sizeof(double))));
  const long steps = 1L << 22;
  volatile double factor_source = 0.999, addend_source = 0.001;
  double best = 1e9;
  volatile double sink;
  for (long round = 0; round < m.rounds; ++round)
    best = std::min(best, time_of(
                              [&](long, long) HEDDLE_TENSOR_VECTORS {
                                vector total[sums] = {};
                                const vector factor = factor_source - vector{},
                                             addend = addend_source - vector{};
                                for (long k = 0; k < steps; ++k)
                                  for (vector &each : total)
                                    each = each * factor + addend;
                                double all = 0;
                                for (const vector &each : total)
                                  for (int l = 0; l < lanes; ++l)
                                    all += each[l];
                                sink = all;
                              },
                              threads, threads));
  (void)sink;
  return 2.0 * lanes * sums * double(steps) * threads / best;
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  measurement m{std::atol(argv[1]), std::atol(argv[2]), {}};
  for (int k = 3; k < argc; ++k)
    m.threads.push_back(std::atoi(argv[k]));
  for (int t : m.threads) {
    std::printf("rate 0 bytes %d %.6g\n", t, stream_rate(m, t));
    std::printf("rate 0 flops %d %.6g\n", t, flop_rate(m, t));
  }
#define MEASURE(n)                                                             \
  if (!std::getenv("HEDDLE_BENCHMARK_EXTENT") ||                               \
      std::atoi(std::getenv("HEDDLE_BENCHMARK_EXTENT")) == n)                  \
    measure<n>(m);
#ifdef HEDDLE_BENCHMARK_EXTENTS
#define HEDDLE_BENCHMARK_EACH HEDDLE_BENCHMARK_EXTENTS
#else
#define HEDDLE_BENCHMARK_EACH                                                  \
  MEASURE(5)                                                                   \
  MEASURE(6)                                                                   \
  MEASURE(7)                                                                   \
  MEASURE(8)                                                                   \
  MEASURE(9)                                                                   \
  MEASURE(10) MEASURE(11) MEASURE(12) MEASURE(13) MEASURE(14)
#endif
  HEDDLE_BENCHMARK_EACH
  return m.right ? 0 : 1;
}
