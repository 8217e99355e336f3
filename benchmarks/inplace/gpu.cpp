// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times updates in place on a GPU against the device's own copy, in turns:
//
//   gpu N ROUNDS
//
// prints, for each round, the seconds of one copy of N doubles within the
// device, of one scaling in place, and of one linear combination in place. N is
// at least 5.

#include "kernels.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <functional>
#include <vector>

namespace {

using clock_type = std::chrono::steady_clock;

void check(cudaError_t code) {
  if (code == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(1);
}

double *vector_of(long n, double value) {
  double *x = nullptr;
  const std::vector<double> values(std::size_t(n), value);
  check(cudaMalloc(&x, std::size_t(n) * sizeof(double)));
  check(cudaMemcpy(x, values.data(), std::size_t(n) * sizeof(double),
                   cudaMemcpyHostToDevice));
  return x;
}

/// Seconds of one call, of several in a row. Each is waited for, as launches do.
double time_of(const std::function<void()> &f) {
  constexpr int calls = 10;
  check(cudaDeviceSynchronize());
  const auto start = clock_type::now();
  for (int k = 0; k < calls; ++k)
    f();
  return std::chrono::duration<double>(clock_type::now() - start).count() /
         calls;
}

/// The first elements after one call, started from known values.
bool right(double *x, double *u, double *v, weights s, long n) {
  constexpr long few = 5;
  double found[few] = {3, 3, 3, 3, 3};
  check(cudaMemcpy(x, found, sizeof found, cudaMemcpyHostToDevice));
  scale_in_place(x, 2.0, n);
  combine_in_place(x, u, v, s, n);
  check(cudaMemcpy(found, x, sizeof found, cudaMemcpyDeviceToHost));
  for (const double f : found)
    if (f != s.x * 6.0 + s.u + s.v)
      return false;
  return true;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  const long n = std::atol(argv[1]), rounds = std::atol(argv[2]);
  // Without a device the loops would run on the CPU.
  int devices = 0;
  check(cudaGetDeviceCount(&devices));
  double *const x = vector_of(n, 1.0), *const y = vector_of(n, 1.0);
  double *const u = vector_of(n, 1.0), *const v = vector_of(n, 1.0);
  const weights s{0.5, 0.25, 0.25};
  if (!right(x, u, v, s, n)) {
    std::fprintf(stderr, "wrong results\n");
    return 1;
  }
  const std::size_t bytes = std::size_t(n) * sizeof(double);
  const std::function<void()> all[] = {
      [=] {
        check(cudaMemcpyAsync(y, x, bytes, cudaMemcpyDeviceToDevice));
        check(cudaDeviceSynchronize());
      },
      [=] { scale_in_place(x, 1.0, n); },
      [=] { combine_in_place(x, u, v, s, n); }};
  for (long round = 0; round < rounds; ++round) {
    for (const auto &f : all)
      std::printf("%.9g ", time_of(f));
    std::printf("\n");
  }
  return 0;
}
