// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arrays on the device, the comparison of what two sides leave there, and the
// time that each takes.
#ifndef HEDDLE_SCRIPTS_GPU_BUNDLE_BESIDE_H
#define HEDDLE_SCRIPTS_GPU_BUNDLE_BESIDE_H

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

/// How many times are taken of each side.
inline int rounds = 0;

inline void check(cudaError_t code) {
  if (code == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(code));
  std::exit(1);
}

/// An array in the memory of the device.
template <class T> class device_array {
public:
  explicit device_array(const std::vector<T> &values) : count(values.size()) {
    check(cudaMalloc(&data, count * sizeof(T)));
    check(cudaMemcpy(data, values.data(), count * sizeof(T),
                     cudaMemcpyHostToDevice));
  }
  device_array(const device_array &) = delete;
  device_array &operator=(const device_array &) = delete;
  ~device_array() { check(cudaFree(data)); }

  operator T *() const { return data; }
  /// The same array as rows of type R.
  template <class R> R *as() const { return reinterpret_cast<R *>(data); }

  std::vector<T> values() const {
    std::vector<T> result(count);
    check(cudaDeviceSynchronize());
    check(cudaMemcpy(result.data(), data, count * sizeof(T),
                     cudaMemcpyDeviceToHost));
    return result;
  }

private:
  T *data = nullptr;
  std::size_t count;
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

inline bool near(double a, double b, double error) {
  return std::fabs(a - b) <= error * (1 + std::fabs(b));
}

//===- Times --------------------------------------------------------------===//

/// Microseconds of one of `often` calls, one behind the other.
template <class F> double time_of(F call, int often) {
  cudaEvent_t begin, end;
  float milliseconds = 0;
  check(cudaEventCreate(&begin));
  check(cudaEventCreate(&end));
  check(cudaEventRecord(begin));
  for (int i = 0; i < often; ++i)
    call();
  check(cudaEventRecord(end));
  check(cudaEventSynchronize(end));
  check(cudaGetLastError());
  check(cudaEventElapsedTime(&milliseconds, begin, end));
  check(cudaEventDestroy(begin));
  check(cudaEventDestroy(end));
  return 1e3 * milliseconds / often;
}

/// So often that a round takes some milliseconds.
template <class F> int often_enough(F call) {
  constexpr double wanted = 3000;
  constexpr int warm_up = 5;
  time_of(call, warm_up);
  const double one = time_of(call, warm_up);
  return int(std::clamp(wanted / std::max(one, wanted / 1000), 3.0, 1000.0));
}

inline void print(const char *who, const std::vector<double> &times,
                  const char *end) {
  std::printf("\"%s\": [", who);
  for (std::size_t i = 0; i < times.size(); ++i)
    std::printf("%s%.3f", i ? ", " : "", times[i]);
  std::printf("]%s", end);
}

/// Who is first changes from round to round.
template <class F, class G> void take_times(F heddle, G expert) {
  if (!rounds)
    return;
  const int heddle_often = often_enough(heddle);
  const int expert_often = often_enough(expert);
  std::vector<double> by_heddle, by_expert;
  for (int round = 0; round < rounds; ++round) {
    if (round % 2)
      by_heddle.push_back(time_of(heddle, heddle_often));
    by_expert.push_back(time_of(expert, expert_often));
    if (round % 2 == 0)
      by_heddle.push_back(time_of(heddle, heddle_often));
  }
  std::printf("{");
  print("heddle", by_heddle, ", ");
  print("expert", by_expert, "}\n");
}

/// f(output) and g(output), on arrays that have held the same.
template <class T, class F, class G>
void beside(long count, F f, G g,
            double error = sizeof(T) == sizeof(float) ? 1e-4 : 1e-12) {
  const std::vector<T> before = numbers<T>(count, 99);
  const device_array<T> by_heddle(before), by_expert(before);
  f(by_heddle);
  g(by_expert);
  const std::vector<T> one = by_heddle.values(), two = by_expert.values();
  for (long i = 0; i < count; ++i)
    if (!near(one[i], two[i], error)) {
      std::fprintf(stderr, "element %ld is %.17g and %.17g\n", i,
                   double(one[i]), double(two[i]));
      std::exit(1);
    }
  if (one == before) {
    std::fprintf(stderr, "nothing was written\n");
    std::exit(1);
  }
  take_times([&] { f(by_heddle); }, [&] { g(by_expert); });
}

#endif
