// Runs kernels of several phases, which PrintPhases has printed into kernels.inc,
// and compares with plain loops, bit for bit. The word 'ran' at the end says that
// all of them have run as kernels.

#include <heddle/runtime.h>

#include <cstdio>
#include <vector>

#include "kernels.inc"

using heddle::rt::path;
using heddle::rt::shape;

template <class T> static auto in(const std::vector<T> &v) {
  return heddle::rt::in(v.data(), 0, static_cast<long long>(v.size()) - 1);
}
template <class T> static auto out(std::vector<T> &v) {
  return heddle::rt::out(v.data(), 0, static_cast<long long>(v.size()) - 1);
}

/// Deterministic values, no two neighbours alike.
template <class T> static std::vector<T> values(int count, int seed) {
  std::vector<T> v(static_cast<std::size_t>(count));
  int next = seed;
  for (T &x : v) {
    next = (next * 1103 + 12345) % 65536;
    x = static_cast<T>(next) / static_cast<T>(7);
  }
  return v;
}

static int failures = 0;

template <class T>
static void compare(const char *name, path taken, const std::vector<T> &got,
                    const std::vector<T> &expected) {
  if (taken != path::done) {
    std::printf("%s: no kernel ran\n", name);
    ++failures;
  }
  for (std::size_t i = 0; i != got.size(); ++i)
    if (!(got[i] == expected[i])) {
      std::printf("%s: element %zu is %g and should be %g\n", name, i,
                  static_cast<double>(got[i]),
                  static_cast<double>(expected[i]));
      ++failures;
      return;
    }
}

template <int b> static void multiply(int n) {
  const auto a = values<float>(n * n, 1), d = values<float>(n * n, 2);
  std::vector<float> c(a.size(), -1), expected(a.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[static_cast<std::size_t>(i * n + k)] *
             d[static_cast<std::size_t>(k * n + j)];
      expected[static_cast<std::size_t>(i * n + j)] = s;
    }
  const int blocks = (n + 4 * b - 1) / (4 * b);
  compare("product",
          heddle::rt::run_blocks(heddle::rt::site{"product", "main.cpp", 1},
                                 shape{{blocks, blocks, 1}, {b, b, 1}},
                                 product<b>, out(c), in(a), in(d), n),
          c, expected);
}

static void flip(int n, int m) {
  const auto from = values<double>(n * m, 3);
  std::vector<double> to(from.size(), -1), expected(from.size());
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      expected[static_cast<std::size_t>(j * n + i)] =
          from[static_cast<std::size_t>(i * m + j)];
  compare("transpose",
          heddle::rt::run_blocks(
              heddle::rt::site{"transpose", "main.cpp", 1},
              shape{{(m + 31) / 32, (n + 31) / 32, 1}, {32, 8, 1}}, transpose,
              out(to), in(from), n, m),
          to, expected);
}

/// A thread adds what it has loaded: of the block's cube as it stands, where the
/// other operand is of the cube turned.
static void rotate(int n, int m, int l) {
  const auto from = values<int>(n * m * l, 4);
  std::vector<int> to(from.size(), -1), expected(from.size());
  const auto at = [&](int i, int j, int k) {
    return i < n && j < m && k < l
               ? from[static_cast<std::size_t>((i * m + j) * l + k)]
               : 0;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        expected[static_cast<std::size_t>((k * m + j) * n + i)] =
            at(i, j, k) + at(i / 4 * 4 + k % 4, j, k / 4 * 4 + i % 4);
  compare("turn",
          heddle::rt::run_blocks(
              heddle::rt::site{"turn", "main.cpp", 1},
              shape{{(l + 3) / 4, (m + 3) / 4, (n + 3) / 4}, {4, 4, 4}}, turn,
              out(to), in(from), static_cast<long long>(n),
              static_cast<long long>(m), static_cast<long long>(l)),
          to, expected);
}

static void average(int n, int steps) {
  const auto from = values<float>(n, 5);
  std::vector<float> to(from.size(), -1), expected(from.size(), -1);
  for (int first = 0; first < n; first += 32) {
    float row[33];
    for (int x = 0; x < 33; ++x)
      row[x] = first + x < n ? from[static_cast<std::size_t>(first + x)] : 0;
    for (int t = 0; t < steps; ++t)
      for (int x = 0; x < 32; ++x)
        row[x] = 0.5f * (row[x] + row[x + 1]);
    for (int x = 0; x < 32 && first + x < n && steps > 0; ++x)
      expected[static_cast<std::size_t>(first + x)] = row[x];
  }
  // What the kernel leaves stays as it was.
  const auto both = heddle::rt::inout(to.data(), 0, n - 1);
  compare("smooth",
          heddle::rt::run_blocks(heddle::rt::site{"smooth", "main.cpp", 1},
                                 shape{{(n + 31) / 32, 1, 1}, {32, 1, 1}},
                                 smooth, both, in(from), n, steps, 0.5f),
          to, expected);
}

int main() {
  multiply<4>(37);
  multiply<8>(33);
  flip(70, 45);
  rotate(9, 6, 7);
  average(75, 5);
  average(32, 0);
  if (failures == 0)
    std::printf("ran\n");
  return failures != 0;
}
