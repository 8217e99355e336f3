//===- image.cpp - the edges of a picture ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Canny's detector of edges: a Gaussian blur along rows and columns, gradients
// by Sobel's masks, thin lines where the gradient is largest along its own
// direction, and two thresholds: a weak edge counts where strong ones lead to
// it, which takes passes over the picture until none is found any more.
//
//   image [file.pgm | size] [most passes]
//
// The picture that it makes itself has a disc and a bar in noise; for this one
// it says how far the edges are from the true outlines.
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>
#include <utility>

using namespace heddle;

struct image {
  int width, height;
  std::vector<float> pixels;

  image(int width, int height)
      : width(width), height(height), pixels(width * height) {}

  float &operator()(int y, int x) { return pixels[y * width + x]; }
  const float &operator()(int y, int x) const { return pixels[y * width + x]; }
  // The next pixel inside of the picture.
  float near(int y, int x) const {
    return (*this)(std::clamp(y, 0, height - 1), std::clamp(x, 0, width - 1));
  }
};

enum edge : unsigned char { none, weak, strong };

// A binary PGM file; false where there is none of this name.
bool read_pgm(image &picture, const char *name) {
  std::FILE *const file = std::fopen(name, "rb");
  if (!file)
    return false;
  int width, height, most;
  if (std::fscanf(file, "P5 %d %d %d", &width, &height, &most) == 3) {
    std::fgetc(file);
    picture = image(width, height);
    for (float &pixel : picture.pixels)
      pixel = static_cast<float>(std::fgetc(file));
  }
  std::fclose(file);
  return true;
}

// How far a point is from the outline of the disc or of the bar, in pixels;
// inside of one of them it is negative.
double outline(double y, double x, int size) {
  const double dy = y - 0.35 * size, dx = x - 0.35 * size;
  const double disc = std::sqrt(dy * dy + dx * dx) - 0.22 * size;
  const double bar = std::max(std::fabs(y - 0.8 * size) - 0.08 * size,
                              std::fabs(x - 0.55 * size) - 0.35 * size);
  return std::fabs(disc) < std::fabs(bar) ? disc : bar;
}

image make_picture(int size) {
  image picture(size, size);
  unsigned random = 1;
  for (int y = 0; y < size; ++y)
    for (int x = 0; x < size; ++x) {
      random = random * 1664525u + 1013904223u;
      const double noise = (random >> 24) / 8.0 - 16;
      const double light = 140.0 - 90.0 * x / size;
      picture(y, x) = static_cast<float>(60 + noise +
                                         (outline(y, x, size) < 0 ? light : 0));
    }
  return picture;
}

std::vector<float> gaussian(float sigma) {
  const int radius = static_cast<int>(std::ceil(3 * sigma));
  std::vector<float> weights;
  float sum = 0;
  for (int k = -radius; k <= radius; ++k) {
    weights.push_back(std::exp(-0.5f * k * k / (sigma * sigma)));
    sum += weights.back();
  }
  for (float &weight : weights)
    weight /= sum;
  return weights;
}

// Along rows (dy = 0, dx = 1) or along columns (dy = 1, dx = 0).
void blur(image &to, const image &from, const std::vector<float> &weights,
          int dy, int dx) {
  const int radius = static_cast<int>(weights.size()) / 2;
  [[heddle::map]]
  for (int y = 0; y < to.height; ++y)
    for (int x = 0; x < to.width; ++x) {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k)
        sum += weights[k + radius] * from.near(y + k * dy, x + k * dx);
      to(y, x) = sum;
    }
}

// The gradient and its length; returns the largest length.
float gradient(image &gx, image &gy, image &length, const image &in) {
  float most = 0;
  [[heddle::map, heddle::reduce(most)]]
  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x) {
      const float nw = in.near(y - 1, x - 1), n = in.near(y - 1, x),
                  ne = in.near(y - 1, x + 1), w = in.near(y, x - 1),
                  e = in.near(y, x + 1), sw = in.near(y + 1, x - 1),
                  s = in.near(y + 1, x), se = in.near(y + 1, x + 1);
      const float dx = (ne + 2 * e + se) - (nw + 2 * w + sw);
      const float dy = (sw + 2 * s + se) - (nw + 2 * n + ne);
      gx(y, x) = dx;
      gy(y, x) = dy;
      length(y, x) = std::sqrt(dx * dx + dy * dy);
      most = std::max(most, length(y, x));
    }
  return most;
}

// Keeps what is largest across the edge, in one of four directions.
void thin(std::vector<edge> &edges, const image &gx, const image &gy,
          const image &length, float low, float high) {
  const float steep = 2.41421356f; // the tangent of 67.5 degrees
  [[heddle::map]]
  for (int y = 0; y < length.height; ++y)
    for (int x = 0; x < length.width; ++x) {
      const float dx = gx(y, x), dy = gy(y, x), here = length(y, x);
      float ahead, behind;
      if (std::fabs(dx) > steep * std::fabs(dy)) {
        ahead = length.near(y, x + 1);
        behind = length.near(y, x - 1);
      } else if (std::fabs(dy) > steep * std::fabs(dx)) {
        ahead = length.near(y + 1, x);
        behind = length.near(y - 1, x);
      } else {
        const bool falls = dx * dy > 0;
        ahead = falls ? length.near(y + 1, x + 1) : length.near(y + 1, x - 1);
        behind = falls ? length.near(y - 1, x - 1) : length.near(y - 1, x + 1);
      }
      const bool crest = here >= ahead && here > behind;
      edges[y * length.width + x] = !crest || here < low ? none
                                    : here < high        ? weak
                                                         : strong;
    }
}

// Weak edges beside strong ones become strong; returns how many.
int grow(std::vector<edge> &to, const std::vector<edge> &from, int height,
         int width) {
  int grown = 0;
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      edge here = from[y * width + x];
      if (here == weak)
        for (int v = std::max(y - 1, 0); v <= std::min(y + 1, height - 1); ++v)
          for (int u = std::max(x - 1, 0); u <= std::min(x + 1, width - 1); ++u)
            if (from[v * width + u] == strong)
              here = strong;
      if (here != from[y * width + x])
        ++grown;
      to[y * width + x] = here;
    }
  return grown;
}

int main(int argc, char **argv) {
  image picture(0, 0);
  const bool given = argc > 1 && read_pgm(picture, argv[1]);
  if (!given)
    picture = make_picture(programs::size(argc, argv, 1, 64));
  const int most_passes = programs::size(argc, argv, 2, 1000);
  const int height = picture.height, width = picture.width;
  if (width < 1 || height < 1)
    return std::printf("not a binary PGM file\n"), 1;

  const std::vector<float> weights = gaussian(1.5f);
  image rows(width, height), smooth(width, height);
  image gx(width, height), gy(width, height), length(width, height);
  std::vector<edge> edges(width * height), grown(width * height);

  [[heddle::program]] {
    blur(rows, picture, weights, 0, 1);
    blur(smooth, rows, weights, 1, 0);
    const float most = gradient(gx, gy, length, smooth);
    thin(edges, gx, gy, length, 0.06f * most, 0.6f * most);
    std::printf("%d x %d, largest gradient %.3f\n", width, height, most);
    int more = 1, passes = 0;
    while (more > 0 && passes < most_passes) {
      more = grow(grown, edges, height, width);
      std::swap(grown, edges);
      ++passes;
    }
    std::printf("%d passes\n", passes);
  }

  int found = 0, lost = 0;
  double farthest = 0, sum = 0;
  for (int k = 0; k < width * height; ++k) {
    const double away = std::fabs(outline(k / width, k % width, width));
    lost += edges[k] == weak;
    found += edges[k] == strong;
    sum += edges[k] == strong ? away : 0;
    farthest = std::max(farthest, edges[k] == strong ? away : 0);
  }
  std::printf("%d pixels of edges, %d weak ones lead to none\n", found, lost);
  if (!given)
    std::printf("from the outlines: %.3f pixels, at most %.3f\n", sum / found,
                farthest);
  std::replace(edges.begin(), edges.end(), weak, none);
  programs::show(edges, height, width, 0, 1);
}
