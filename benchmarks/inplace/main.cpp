// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times the versions of one kernel in turns, so that whatever else the machine
// does meets all of them alike:
//
//   inplace KERNEL N ROUNDS MILLISECONDS
//
// prints, for each round, the seconds of one call of each version and the part
// of the round's processor time that this process got. A version is called
// again until MILLISECONDS are over, and the mean counts.

#include "kernels.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <new>
#include <omp.h>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;
using version = std::function<void()>;

/// Pages come large where the system gives them, so that the translation of
/// addresses does not count; arrays start at different places in their pages.
double *vector_of(long n, double value) {
  static long made = 0;
  const std::size_t page = std::size_t(1) << 21;
  const std::size_t shift = std::size_t(++made) * 1088;
  const std::size_t bytes = std::size_t(n) * sizeof(double) + shift;
  const std::size_t room = (bytes + 2 * page - 1) / page * page;
  void *const at = mmap(nullptr, room, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED)
    throw std::bad_alloc();
  madvise(at, room, MADV_HUGEPAGE);
  double *const x =
      reinterpret_cast<double *>(static_cast<char *>(at) + shift);
#pragma omp parallel for // each page belongs to the thread that works on it
  for (long i = 0; i < n; ++i)
    x[i] = value;
  return x;
}

/// The versions of a kernel: in place, copied back, and into another vector if
/// there is such a version. All arguments but x and y stay, and so does x: the
/// factors are such that no value grows or vanishes.
std::vector<version> versions(const std::string &kernel, long n) {
  double *const x = vector_of(n, 1.0), *const y = vector_of(n, 1.0);
  if (kernel == "scale")
    return {[=] { scale_in_place(x, 1.0, n); },
            [=] { scale_copy_back(x, y, 1.0, n); },
            [=] { scale_other(y, x, 1.0, n); }};
  double *const v = vector_of(n, kernel == "matvec" ? 1.0 / double(n) : 1.0);
  if (kernel == "multiply")
    return {[=] { multiply_in_place(x, v, n); },
            [=] { multiply_copy_back(x, y, v, n); },
            [=] { multiply_other(y, x, v, n); }};
  if (kernel == "combine") {
    double *const u = vector_of(n, 1.0);
    const weights s{0.5, 0.25, 0.25};
    return {[=] { combine_in_place(x, u, v, s, n); },
            [=] { combine_copy_back(x, y, u, v, s, n); },
            [=] { combine_other(y, x, u, v, s, n); }};
  }
  if (kernel == "matvec") {
    double *const u = vector_of(n * n, 1.0);
    return {[=] { matvec_in_place(x, u, v, n); },
            [=] { matvec_copy_back(x, y, u, v, n); }};
  }
  return {};
}

/// All versions of all kernels compute the same.
bool right() {
  const long n = 1001;
  std::vector<double> x(n), u(n), v(n), m(n * n);
  for (long i = 0; i < n; ++i)
    x[i] = double(i % 17), u[i] = double(i % 5), v[i] = double(i % 7);
  for (long i = 0; i < n * n; ++i)
    m[i] = double(i % 11);
  const weights s{0.5, 2, -3};
  const auto same = [&](const std::function<void(double *)> &one,
                        const std::function<void(double *)> &two) {
    std::vector<double> a = x, b = x;
    one(a.data());
    two(b.data());
    return a != x && a == b;
  };
  std::vector<double> t(n);
  double *const p = t.data();
  return same([&](double *a) { scale_in_place(a, 3, n); },
              [&](double *a) { scale_copy_back(a, p, 3, n); }) &&
         same([&](double *a) { scale_in_place(a, 3, n); },
              [&](double *a) { scale_other(a, x.data(), 3, n); }) &&
         same([&](double *a) { multiply_in_place(a, v.data(), n); },
              [&](double *a) { multiply_copy_back(a, p, v.data(), n); }) &&
         same([&](double *a) { multiply_in_place(a, v.data(), n); },
              [&](double *a) { multiply_other(a, x.data(), v.data(), n); }) &&
         same(
             [&](double *a) { combine_in_place(a, u.data(), v.data(), s, n); },
             [&](double *a) {
               combine_copy_back(a, p, u.data(), v.data(), s, n);
             }) &&
         same(
             [&](double *a) { combine_in_place(a, u.data(), v.data(), s, n); },
             [&](double *a) {
               combine_other(a, x.data(), u.data(), v.data(), s, n);
             }) &&
         same([&](double *a) { matvec_in_place(a, m.data(), v.data(), n); },
              [&](double *a) {
                matvec_copy_back(a, p, m.data(), v.data(), n);
              });
}

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Seconds of one call.
double time_of(const version &f, double least) {
  const auto start = clock_type::now();
  long calls = 0;
  double passed = 0;
  do {
    f();
    ++calls;
    passed = std::chrono::duration<double>(clock_type::now() - start).count();
  } while (passed < least);
  return passed / double(calls);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  if (!right()) {
    std::fprintf(stderr, "the versions do not compute the same\n");
    return 1;
  }
  const std::vector<version> all = versions(argv[1], std::atol(argv[2]));
  if (all.empty())
    return 2;
  const long rounds = std::atol(argv[3]);
  const double least = 1e-3 * std::atof(argv[4]);
  for (const version &f : all)
    f();
  for (long round = 0; round < rounds; ++round) {
    const double before = processor_seconds();
    const auto start = clock_type::now();
    for (const version &f : all)
      std::printf("%.9g ", time_of(f, least));
    const double wall =
        std::chrono::duration<double>(clock_type::now() - start).count();
    std::printf("%.3f\n", (processor_seconds() - before) /
                              (wall * omp_get_max_threads()));
    std::fflush(stdout);
  }
  return 0;
}
