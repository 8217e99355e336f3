//===- life.cpp - Conway's Game of Life on a torus ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cell lives on with two or three neighbours, and is born with three. The
// world has no edges: it goes on at the other side. Three patterns show that it
// runs as it should. A glider comes back to where it was. Gosper's gun grows by
// the five cells of a glider in 30 generations. The R-pentomino begins with
// five cells and takes 1103 generations to come to rest as 116, where the
// world is wide enough for its gliders (./life 640 1103).
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"

using namespace heddle;

using cells = std::vector<unsigned char>;

struct world {
  int n;
  cells now, next;

  explicit world(int n) : n(n), now(n * n), next(n * n) {}

  void place(int row, int column, const std::vector<const char *> &pattern);
  void generation();
  int population() const;
  bool is(const cells &other) const;
};

const std::vector<const char *> glider = {".O.", "..O", "OOO"};
const std::vector<const char *> pentomino = {".OO", "OO.", ".O."};
const std::vector<const char *> gun = {
    "........................O...........",
    "......................O.O...........",
    "............OO......OO............OO",
    "...........O...O....OO............OO",
    "OO........O.....O...OO..............",
    "OO........O...O.OO....O.O...........",
    "..........O.....O.......O...........",
    "...........O...O....................",
    "............OO......................",
};

void world::place(int row, int column,
                  const std::vector<const char *> &pattern) {
  for (const char *line : pattern) {
    for (int j = 0; line[j]; ++j)
      now[row * n + column + j] = line[j] == 'O';
    ++row;
  }
}

void world::generation() {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const int up = (i > 0 ? i - 1 : n - 1) * n, here = i * n,
                down = (i < n - 1 ? i + 1 : 0) * n;
      const int left = j > 0 ? j - 1 : n - 1, right = j < n - 1 ? j + 1 : 0;
      const int neighbours = now[up + left] + now[up + j] + now[up + right] +
                             now[here + left] + now[here + right] +
                             now[down + left] + now[down + j] +
                             now[down + right];
      next[here + j] = neighbours == 3 || (neighbours == 2 && now[here + j]);
    }
  now.swap(next);
}

int world::population() const {
  int alive = 0;
  [[heddle::map]]
  for (unsigned char each : now)
    alive += each;
  return alive;
}

bool world::is(const cells &other) const {
  bool same = true;
  [[heddle::map]]
  for (std::size_t k = 0; k < now.size(); ++k)
    if (now[k] != other[k])
      same = false;
  return same;
}

// In four generations a glider moves by one row and one column.
void fly_around(int n) {
  world w(n);
  w.place(1, 1, glider);
  const cells start = w.now;
  int generations = 0;
  [[heddle::program]]
  do {
    for (int t = 0; t < 4; ++t)
      w.generation();
    generations += 4;
  } while (!w.is(start) && generations < 100 * n);
  std::printf("a glider is back after %d generations of a world of %d\n",
              generations, n);
}

void shoot(int n, int shots) {
  world w(n);
  w.place(2, 2, gun);
  [[heddle::program]] {
    std::printf("a gun of %d cells", w.population());
    for (int k = 0; k < shots; ++k) {
      for (int t = 0; t < 30; ++t)
        w.generation();
      std::printf(", %d", w.population());
    }
    std::printf("\n");
  }
}

int main(int argc, char **argv) {
  const int n = programs::size(argc, argv, 1, 64);
  const int generations = programs::size(argc, argv, 2, 120);
  const int every = std::max(1, generations / 4);
  fly_around(16);
  shoot(64, 3);

  world w(n);
  w.place(n / 2, n / 2, pentomino);
  [[heddle::program]]
  for (int t = 0; t <= generations; ++t) {
    if (t % every == 0 || t == generations)
      std::printf("generation %d: %d cells\n", t, w.population());
    if (t < generations)
      w.generation();
  }
  programs::show(w.now, n, n, 0, 1);
}
