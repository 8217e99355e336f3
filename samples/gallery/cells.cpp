//===- cells.cpp - cellular automata and lattice Boltzmann ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <heddle/heddle.h>

using namespace heddle;

// The game of life on a torus of known size: neighbours by `%`.
template <int N, int M> void life(int (&next)[N][M], const int (&now)[N][M]) {
  [[heddle::map]]
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j) {
      int alive = 0;
      for (int di = -1; di <= 1; ++di)
        for (int dj = -1; dj <= 1; ++dj)
          if (di != 0 || dj != 0)
            alive += now[(i + di + N) % N][(j + dj + M) % M];
      next[i][j] = alive == 3 || (alive == 2 && now[i][j]);
    }
}

// On one of any size: neighbours by `?:`.
void torus(std::vector<unsigned char> &next,
           const std::vector<unsigned char> &now, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const int up = i == 0 ? n - 1 : i - 1, down = i == n - 1 ? 0 : i + 1;
      const int left = j == 0 ? m - 1 : j - 1, right = j == m - 1 ? 0 : j + 1;
      const int alive = now[up * m + left] + now[up * m + j] +
                        now[up * m + right] + now[i * m + left] +
                        now[i * m + right] + now[down * m + left] +
                        now[down * m + j] + now[down * m + right];
      next[i * m + j] = alive == 3 || (alive == 2 && now[i * m + j]);
    }
}

// The same with a macro for cells, and a hint for the loop that does not wrap.
#define ALIVE(y, x) now[(y)*m + (x)]
void inner_life(unsigned char *next, const unsigned char *now, int n, int m) {
  int y, x, alive;
  [[heddle::map]]
  for (y = 1; y < n - 1; y++) {
#pragma omp simd
    for (x = 1; x < m - 1; x++) {
      alive = ALIVE(y - 1, x - 1) + ALIVE(y - 1, x) + ALIVE(y - 1, x + 1) +
              ALIVE(y, x - 1) + ALIVE(y, x + 1) + ALIVE(y + 1, x - 1) +
              ALIVE(y + 1, x) + ALIVE(y + 1, x + 1);
      next[y * m + x] = alive == 3 || (alive == 2 && ALIVE(y, x));
    }
  }
}
#undef ALIVE

// And with 64 cells in a word: neighbours are counted by logic, all at once.
void life_of_bits(std::vector<std::uint64_t> &next,
                  const std::vector<std::uint64_t> &now, int rows, int words) {
  auto word = [&](int y, int w) -> std::uint64_t {
    return y < 0 || y >= rows || w < 0 || w >= words ? 0 : now[y * words + w];
  };
  [[heddle::map]]
  for (int y = 0; y < rows; ++y)
    for (int w = 0; w < words; ++w) {
      std::uint64_t one = 0, two = 0, four = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const std::uint64_t here = word(y + dy, w);
          std::uint64_t cells = here;
          if (dx < 0)
            cells = here << 1 | word(y + dy, w - 1) >> 63;
          else if (dx > 0)
            cells = here >> 1 | word(y + dy, w + 1) << 63;
          else if (dy == 0)
            continue;
          const std::uint64_t carry = one & cells;
          one ^= cells;
          four |= two & carry;
          two ^= carry;
        }
      next[y * words + w] = two & ~four & (one | word(y, w));
    }
}

// Wireworld: electrons run along wires.
enum wire : unsigned char { empty, head, tail, copper };
void wireworld(wire *next, const wire *now, int n, int m) {
  [[heddle::map, heddle::extent(now, n * m)]]
  for (int y = 1; y < n - 1; ++y)
    for (int x = 1; x < m - 1; ++x) {
      const wire *here = now + y * m + x;
      switch (*here) {
      case head:
        next[y * m + x] = tail;
        break;
      case tail:
        next[y * m + x] = copper;
        break;
      case copper: {
        int heads = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            heads += here[dy * m + dx] == head;
        next[y * m + x] = heads == 1 || heads == 2 ? head : copper;
        break;
      }
      default:
        next[y * m + x] = empty;
      }
    }
}

// Rule 30; the last bound is unsigned, and checked not to wrap.
void rule30(std::vector<char> &next, const std::vector<char> &now) {
  HEDDLE(map)
  for (std::size_t i = 1; i < now.size() - 1; ++i)
    next[i] = now[i - 1] ^ (now[i] | now[i + 1]);
}

// Lattice Boltzmann with nine velocities. What flows into a cell is read from
// where it was: the distances come from tables.
constexpr int Q = 9, NX = 43, NY = 29;
constexpr int cx[Q] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
constexpr int cy[Q] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
constexpr double weight[Q] = {4. / 9,  1. / 9,  1. / 9,  1. / 9, 1. / 9,
                              1. / 36, 1. / 36, 1. / 36, 1. / 36};

void stream(double (&to)[NX][NY][Q], const double (&from)[NX][NY][Q]) {
  [[heddle::map]]
  for (int x = 0; x < NX; ++x)
    for (int y = 0; y < NY; ++y)
      for (int q = 0; q < Q; ++q)
        to[x][y][q] = from[(x - cx[q] + NX) % NX][(y - cy[q] + NY) % NY][q];
}

// Cells of nine numbers relax in place.
void collide(double *f, int nx, int ny, double omega) {
  [[heddle::map]]
  for (int x = 0; x < nx; ++x)
    for (int y = 0; y < ny; ++y) {
      double *here = &f[(x * ny + y) * Q];
      double rho = 0, ux = 0, uy = 0;
      for (int q = 0; q < Q; ++q) {
        rho += here[q];
        ux += cx[q] * here[q];
        uy += cy[q] * here[q];
      }
      ux /= rho;
      uy /= rho;
      for (int q = 0; q < Q; ++q) {
        const double cu = 3 * (cx[q] * ux + cy[q] * uy);
        const double balance =
            weight[q] * rho *
            (1 + cu + 0.5 * cu * cu - 1.5 * (ux * ux + uy * uy));
        here[q] += omega * (balance - here[q]);
      }
    }
}

int main() {
  int now[37][23], next[37][23];
  const auto seeds = gallery::between<int>(0, 2, 37 * 23, 1);
  std::memcpy(now, seeds.data(), sizeof(now));
  life(next, now);
  life(now, next);
  gallery::show("life", &now[0][0], 37 * 23);

  std::vector<unsigned char> cells =
      gallery::between<unsigned char>(0, 2, 41 * 31, 2);
  std::vector<unsigned char> after(cells.size());
  torus(after, cells, 41, 31);
  gallery::show("torus", after);

  inner_life(after.data(), cells.data(), 41, 31);
  gallery::show("inner_life", after);
  auto packed = gallery::between<std::uint64_t>(0, 1ull << 62, 64 * 3, 4);
  for (std::size_t i = 0; i < packed.size(); ++i)
    packed[i] = packed[i] * 0x9E3779B97F4A7C15u ^ packed[i] >> 29;
  std::vector<std::uint64_t> bits(packed.size());
  for (int t = 0; t < 3; ++t) {
    life_of_bits(bits, packed, 64, 3);
    packed.swap(bits);
  }
  gallery::show("life_of_bits", packed);
  std::vector<wire> wires, moved(41 * 31, empty);
  for (int each : gallery::between<int>(0, 8, 41 * 31, 5))
    wires.push_back(static_cast<wire>(each < 4 ? each : 3));
  wireworld(moved.data(), wires.data(), 41, 31);
  gallery::show("wireworld",
                std::vector<unsigned char>(moved.begin(), moved.end()));

  std::vector<char> row(1009), below(row);
  row[504] = 1;
  for (int t = 0; t < 20; ++t) {
    rule30(below, row);
    row.swap(below);
  }
  gallery::show("rule30", row);

  static double f[NX][NY][Q], g[NX][NY][Q];
  const auto density = gallery::between<double>(0.5, 1, NX * NY * Q, 3);
  std::memcpy(f, density.data(), sizeof(f));
  stream(g, f);
  gallery::show("stream", &g[0][0][0], NX * NY * Q);
  collide(&g[0][0][0], NX, NY, 0.6);
  gallery::show("collide", &g[0][0][0], NX * NY * Q);
}
