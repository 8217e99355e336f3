//===- kmeans.cpp - clusters of points ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lloyd's algorithm: each point joins the nearest centre, each centre moves to
// the mean of its points, until no point changes sides. The points are drawn
// around six known places, which the centres have to find. The sum of squared
// distances may only fall.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>

using namespace heddle;

struct point {
  double x, y;
};

using points = std::vector<point>;

constexpr int clusters = 6;

constexpr point places[clusters] = {{0.2, 0.2},  {0.8, 0.25}, {0.5, 0.5},
                                    {0.15, 0.7}, {0.8, 0.75}, {0.45, 0.85}};

// The square of a distance.
inline double apart(const point &a, const point &b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

// A cloud around each of the places: a coordinate is off by the sum of four
// random numbers.
points draw(int each, double spread) {
  unsigned state = 7;
  const auto deviation = [&] {
    double sum = -2;
    for (int k = 0; k < 4; ++k) {
      state = state * 1664525u + 1013904223u;
      sum += (state >> 8) / 16777216.0;
    }
    return spread * sum;
  };
  points cloud;
  for (int k = 0; k < each * clusters; ++k) {
    const double dx = deviation(), dy = deviation();
    const point &place = places[k % clusters];
    cloud.push_back({place.x + dx, place.y + dy});
  }
  return cloud;
}

double to_nearest(const point &from, const points &centres) {
  double least = 1e9;
  for (const point &centre : centres)
    least = std::min(least, apart(from, centre));
  return least;
}

// Beginnings far from each other: the next centre is the point that is
// farthest from all the ones before.
points first_centres(const points &cloud) {
  points centres = {cloud.front()};
  while (centres.size() < clusters)
    centres.push_back(*std::max_element(
        cloud.begin(), cloud.end(), [&](const point &a, const point &b) {
          return to_nearest(a, centres) < to_nearest(b, centres);
        }));
  return centres;
}

// How many points changed sides, and how far all are from their centres.
struct outcome {
  int moved;
  double squares;
};

outcome assign(std::vector<int> &owner, const points &cloud,
               const points &centres) {
  int moved = 0;
  double squares = 0;
  [[heddle::map, heddle::reduce(squares)]]
  for (std::size_t i = 0; i < cloud.size(); ++i) {
    int nearest = 0;
    double least = apart(cloud[i], centres[0]);
    for (int c = 1; c < clusters; ++c) {
      const double distance = apart(cloud[i], centres[c]);
      if (distance < least) {
        least = distance;
        nearest = c;
      }
    }
    if (owner[i] != nearest)
      ++moved;
    owner[i] = nearest;
    squares += least;
  }
  return {moved, squares};
}

struct mean {
  int members;
  point at;
};

mean middle(const points &cloud, const std::vector<int> &owner, int cluster) {
  int members = 0;
  double x = 0, y = 0;
  [[heddle::map, heddle::reduce(x, y)]]
  for (std::size_t i = 0; i < cloud.size(); ++i)
    if (owner[i] == cluster) {
      ++members;
      x += cloud[i].x;
      y += cloud[i].y;
    }
  return {members, {x / members, y / members}};
}

int main(int argc, char **argv) {
  const int each = programs::size(argc, argv, 1, 300);
  const int most = programs::size(argc, argv, 2, 50);

  const points cloud = draw(each, 0.12);
  points centres = first_centres(cloud);
  const int count = static_cast<int>(cloud.size());
  std::vector<int> owner(count, -1);

  [[heddle::program]]
  for (int turn = 1; turn <= most; ++turn) {
    const auto [moved, squares] = assign(owner, cloud, centres);
    std::printf("turn %d: %d points change sides, mean square %.6f\n", turn,
                moved, squares / count);
    if (moved == 0)
      break;
    for (int c = 0; c < clusters; ++c) {
      const mean m = middle(cloud, owner, c);
      if (m.members > 0)
        centres[c] = m.at;
    }
  }

  double off = 0;
  for (const point &place : places)
    off = std::max(off, to_nearest(place, centres));
  std::printf("all places are found within %.4f\n", std::sqrt(off));

  const int side = 48;
  std::vector<int> picture(side * side);
  for (int i = 0; i < count; ++i) {
    const int column = static_cast<int>(cloud[i].x * side);
    const int row = static_cast<int>(cloud[i].y * side);
    if (row >= 0 && row < side && column >= 0 && column < side)
      picture[row * side + column] = owner[i] + 2;
  }
  programs::show(picture, side, side, 0, clusters + 1);
}
