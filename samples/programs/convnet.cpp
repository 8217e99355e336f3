//===- convnet.cpp - a small network that tells bars apart ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The forward pass of a convolutional network: twice a convolution by 3 x 3,
// a bias, what is positive of it, and the largest of 2 x 2; then a dense layer
// and a softmax. The weights are chosen, not learned: the first layer looks for
// pieces of lines in four directions, the second for longer ones, the last adds
// up. Bars are drawn on the device, in more noise from round to round.
//
//   convnet [images] [rounds]
//
//===----------------------------------------------------------------------===//

#include "programs/programs.h"
#include <cmath>

using namespace heddle;

// Directions, channels and classes are the same four.
enum direction { horizontal, vertical, falling, rising, directions };

constexpr int side = 18; // of a picture; then 16, 8, 6 and 3

// Images of several channels, one channel after the other.
struct tensor {
  int images, channels, side;
  std::vector<float> v;

  tensor(int images, int channels, int side)
      : images(images), channels(channels), side(side),
        v(images * channels * side * side) {}
};

struct layer {
  int in, out;
  std::vector<float> weight, bias; // weight[out][in][3][3]
};

// Is a place of the 3 x 3 on the line through the middle?
bool on_line(int d, int y, int x) {
  return d == horizontal ? y == 1
         : d == vertical ? x == 1
         : d == falling  ? y == x
                         : y + x == 2;
}

// A line of each direction, and nothing beside it.
layer find_lines() {
  layer l{1, directions, {}, std::vector<float>(directions, -0.1f)};
  for (int d = 0; d < directions; ++d)
    for (int k = 0; k < 9; ++k)
      l.weight.push_back(on_line(d, k / 3, k % 3) ? 1 / 3.0f : -1 / 6.0f);
  return l;
}

// Pieces of one direction that go on in it; the others count against it.
layer join_lines() {
  layer l{directions, directions, {}, std::vector<float>(directions, -0.1f)};
  for (int to = 0; to < directions; ++to)
    for (int from = 0; from < directions; ++from)
      for (int k = 0; k < 9; ++k)
        l.weight.push_back(from != to                  ? -1 / 27.0f
                           : on_line(to, k / 3, k % 3) ? 1 / 3.0f
                                                       : 0);
  return l;
}

// Random numbers from 0 to 1, without a state.
inline float noise(unsigned seed) {
  unsigned h = seed * 2654435761u;
  h = (h ^ (h >> 15)) * 2246822519u;
  h = (h ^ (h >> 13)) * 3266489917u;
  return static_cast<float>((h ^ (h >> 16)) >> 8) * (1 / 16777216.0f);
}

// A bar in each picture, somewhere near the middle.
void draw(tensor &pictures, int round, float loud) {
  const int images = pictures.images;
  [[heddle::map]]
  for (int b = 0; b < images; ++b)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int number = round * images + b;
        const int off = static_cast<int>(9 * noise(number)) - 4;
        const int d = b % directions;
        const int from = d == horizontal ? y - side / 2
                         : d == vertical ? x - side / 2
                         : d == falling  ? y - x
                                         : y + x - side + 1;
        const float grain = noise((number * side + y) * side + x + 1000000);
        pictures.v[(b * side + y) * side + x] =
            (from == off ? 1.0f : 0.0f) + loud * (grain - 0.5f);
      }
}

void convolve(tensor &out, const tensor &in, const layer &l) {
  const int images = in.images, from = in.side, to = from - 2;
  [[heddle::map]]
  for (int b = 0; b < images; ++b)
    for (int o = 0; o < l.out; ++o)
      for (int y = 0; y < to; ++y)
        for (int x = 0; x < to; ++x) {
          float sum = l.bias[o];
          for (int c = 0; c < l.in; ++c)
            for (int v = 0; v < 3; ++v)
              for (int u = 0; u < 3; ++u)
                sum += l.weight[((o * l.in + c) * 3 + v) * 3 + u] *
                       in.v[((b * l.in + c) * from + y + v) * from + x + u];
          out.v[((b * l.out + o) * to + y) * to + x] = std::max(sum, 0.0f);
        }
}

void pool(tensor &out, const tensor &in) {
  const int planes = in.images * in.channels, from = in.side, to = from / 2;
  [[heddle::map]]
  for (int p = 0; p < planes; ++p)
    for (int y = 0; y < to; ++y)
      for (int x = 0; x < to; ++x) {
        const float *corner = &in.v[(p * from + 2 * y) * from + 2 * x];
        out.v[(p * to + y) * to + x] =
            std::max(std::max(corner[0], corner[1]),
                     std::max(corner[from], corner[from + 1]));
      }
}

// Each class has a weight for each number of its image.
void dense(std::vector<float> &score, const tensor &in,
           const std::vector<float> &weight) {
  const int images = in.images, length = in.channels * in.side * in.side;
  [[heddle::map]]
  for (int b = 0; b < images; ++b)
    for (int d = 0; d < directions; ++d) {
      float sum = 0;
      for (int k = 0; k < length; ++k)
        sum += weight[d * length + k] * in.v[b * length + k];
      score[b * directions + d] = sum;
    }
}

// How many images have their highest score in the class to which they belong.
int count_right(const std::vector<float> &score, int images) {
  int right = 0;
  [[heddle::map]]
  for (int b = 0; b < images; ++b) {
    int best = 0;
    for (int d = 1; d < directions; ++d)
      if (score[b * directions + d] > score[b * directions + best])
        best = d;
    if (best == b % directions)
      ++right;
  }
  return right;
}

// The probability that a softmax gives the class to which the image belongs.
double certainty(const std::vector<float> &score, int image) {
  double sum = 0;
  for (int d = 0; d < directions; ++d)
    sum += std::exp(score[image * directions + d]);
  return std::exp(score[image * directions + image % directions]) / sum;
}

int main(int argc, char **argv) {
  const int images = programs::size(argc, argv, 1, 48);
  const int rounds = programs::size(argc, argv, 2, 5);
  const int every = (rounds + 4) / 5;

  const layer first = find_lines(), second = join_lines();
  const int length = directions * 3 * 3;
  std::vector<float> weight(directions * length);
  for (int k = 0; k < directions * length; ++k)
    weight[k] = k / length == k % length / 9 ? 2.0f : -0.5f;

  tensor pictures(images, 1, side), lines(images, directions, side - 2);
  tensor pooled(images, directions, (side - 2) / 2);
  tensor longer(images, directions, 6), last(images, directions, 3);
  std::vector<float> score(images * directions);

  [[heddle::program]]
  for (int round = 0; round < rounds; ++round) {
    const float loud = 3.0f * round / rounds;
    draw(pictures, round, loud);
    convolve(lines, pictures, first);
    pool(pooled, lines);
    convolve(longer, pooled, second);
    pool(last, longer);
    dense(score, last, weight);
    const int right = count_right(score, images);
    if (round % every == 0)
      std::printf("noise %.2f: %d of %d right, certainty of the first %.4f\n",
                  loud, right, images, certainty(score, 0));
  }

  // An upright, a falling and a rising bar, as in the second round of five.
  draw(pictures, 1, 0.6f);
  std::vector<float> picture(side * 3 * side);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < 3 * side; ++x)
      picture[y * 3 * side + x] =
          pictures.v[((x / side + 1) % images * side + y) * side + x % side];
  programs::show(picture, side, 3 * side, 0.2, 1);
}
