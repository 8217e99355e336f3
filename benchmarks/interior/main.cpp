// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   windows bare|inside|guarded NAME N   runs a window once over N x N elements
//   windows times NAME N ROUNDS          prints for each round the seconds of all
//
// The three take turns, so that whatever else the machine does meets all alike.

#include "windows.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace {

struct arrays {
  std::vector<float> in, padded, out, w;
  int n;

  explicit arrays(int n)
      : in(std::size_t(n) * n),
        padded(std::size_t(n + 2 * margin) * (n + 2 * margin)), out(in.size()),
        w(25), n(n) {
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = static_cast<float>(i % 11);
    for (std::size_t i = 0; i < padded.size(); ++i)
      padded[i] = static_cast<float>(i % 13);
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] = static_cast<float>(i % 3);
  }
};

using window = void(float *, const float *, const float *, int, int);

window *chosen(const std::string &name, window *convolution, window *blur,
               window *count) {
  return name == "convolution" ? convolution : name == "blur" ? blur : count;
}

std::function<void()> side_of(const std::string &side, const std::string &name,
                              arrays &of) {
  window *f =
      side == "bare" ? chosen(name, bare::convolution, bare::blur, bare::count)
      : side == "inside"
          ? chosen(name, inside::convolution, inside::blur, inside::count)
          : chosen(name, guarded::convolution, guarded::blur, guarded::count);
  const float *in = (side == "bare" ? of.padded : of.in).data();
  return [&of, f, in] { f(of.out.data(), in, of.w.data(), of.n, of.n); };
}

double seconds(const std::function<void()> &run) {
  const auto begin = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const std::string how = argv[1], name = argv[2];
  arrays of(std::atoi(argv[3]));
  if (how != "times") {
    side_of(how, name, of)();
    double sum = 0;
    for (std::size_t i = 0; i < of.out.size(); ++i)
      sum += of.out[i] * static_cast<double>(i % 17);
    std::printf("%.17g\n", sum);
    return 0;
  }
  std::vector<std::function<void()>> sides;
  for (const char *side : {"bare", "inside", "guarded"}) {
    sides.push_back(side_of(side, name, of));
    sides.back()(); // memory is there, and threads are
  }
  for (int round = argc > 4 ? std::atoi(argv[4]) : 11; round > 0; --round) {
    for (const auto &side : sides)
      std::printf("%.9f ", seconds(side));
    std::printf("\n");
  }
  return 0;
}
