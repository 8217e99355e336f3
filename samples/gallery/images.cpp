//===- images.cpp - filters of images, and two pictures -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>
#include <utility>

using namespace heddle;
using byte = std::uint8_t;

// RGB, interleaved, to grey: a pointer to each pixel of three bytes.
void grey(std::vector<byte> &out, const std::vector<byte> &rgb, int width,
          int height) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const byte *p = &rgb[3 * (y * width + x)];
      out[y * width + x] =
          static_cast<byte>((77 * p[0] + 150 * p[1] + 29 * p[2]) >> 8);
    }
}

// All pixels of a photograph, whatever its shape.
void invert(std::vector<byte> &image) {
  [[heddle::map, heddle::inplace(image)]]
  for (std::size_t i = 0; i < image.size(); ++i)
    image[i] = 255 - image[i];
}

// A table of declared size may be read wherever data say.
void correct(byte *image, const byte (&gamma)[256], int pixels) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < pixels; ++i)
    image[i] = gamma[image[i]];
}

// Members, and a method that computes the subscript.
struct image {
  int width, height;
  std::vector<float> pixels;

  int at(int y, int x) const { return y * width + x; }

  void threshold(float level) {
    [[heddle::map(Jing)]]
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        pixels[at(y, x)] = pixels[at(y, x)] > level ? 1.0f : 0.0f;
  }
};

// The mean of those neighbours that the image has.
void box_blur(float *out, const float *in, int width, int height) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      int count = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width) {
            sum += in[(y + dy) * width + x + dx];
            ++count;
          }
      out[y * width + x] = sum / count;
    }
}

// Three row pointers.
void sobel(std::vector<float> &out, const std::vector<float> &in, int width,
           int height) {
  [[heddle::bounds({1, 1}, {height - 1, width - 1}), heddle::map(Jing)]]
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      const float *above = &in[(y - 1) * width];
      const float *row = &in[y * width];
      const float *below = &in[(y + 1) * width];
      const float gx = above[x + 1] + 2 * row[x + 1] + below[x + 1] -
                       above[x - 1] - 2 * row[x - 1] - below[x - 1];
      const float gy = below[x - 1] + 2 * below[x] + below[x + 1] -
                       above[x - 1] - 2 * above[x] - above[x + 1];
      out[y * width + x] = std::sqrt(gx * gx + gy * gy);
    }
}

// A separable Gaussian of any radius: along rows it leaves the margins out,
void gauss_rows(std::vector<float> &out, const std::vector<float> &in,
                const std::vector<float> &weight, int width, int height,
                int radius) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = radius; x < width - radius; ++x) {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k)
        sum += weight[k + radius] * in[y * width + x + k];
      out[y * width + x] = sum;
    }
}

// along columns it repeats the first and the last row.
void gauss_columns(std::vector<float> &out, const std::vector<float> &in,
                   const std::vector<float> &weight, int width, int height,
                   int radius) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int k = -radius; k <= radius; ++k) {
        const int from = std::clamp(y + k, 0, height - 1);
        sum += weight[k + radius] * in[from * width + x];
      }
      out[y * width + x] = sum;
    }
}

// Half the size: the mean of two by two pixels, an odd rest is dropped.
void halve(std::vector<float> &out, const std::vector<float> &in, int width,
           int height) {
  const int w = width / 2, h = height / 2;
  [[heddle::map]]
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const int p = 2 * y * width + 2 * x;
      out[y * w + x] =
          0.25f * (in[p] + in[p + 1] + in[p + width] + in[p + width + 1]);
    }
}

// Between four pixels; in the margin as at the edge. The function is the user's
// own: kernels get a copy of it.
static float bilinear(const std::vector<float> &image, int width, int height,
                      float x, float y) {
  const int column = std::clamp(static_cast<int>(x), 0, width - 2);
  const int line = std::clamp(static_cast<int>(y), 0, height - 2);
  const float right = x - static_cast<float>(column);
  const float below = y - static_cast<float>(line);
  const int at = line * width + column;
  const float upper = image[at] * (1 - right) + image[at + 1] * right;
  const float lower =
      image[at + width] * (1 - right) + image[at + width + 1] * right;
  return upper * (1 - below) + lower * below;
}

// Turned and magnified: data say where a pixel comes from.
void turn(std::vector<float> &out, const std::vector<float> &in, int width,
          int height, float cosine, float sine) {
  const float middle = static_cast<float>(width) / 2;
  const float centre = static_cast<float>(height) / 2;
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const float u = static_cast<float>(x) - middle;
      const float v = static_cast<float>(y) - centre;
      out[y * width + x] =
          bilinear(in, width, height, cosine * u - sine * v + middle,
                   sine * u + cosine * v + centre);
    }
}

// The left half changes places with the right one: each thread writes two
// pixels that no other reads.
void mirror(std::vector<float> &image, int width, int height) {
  [[heddle::map, heddle::inplace(image)]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width / 2; ++x) {
      const int a = y * width + x, b = y * width + width - 1 - x;
      const float left = image[a];
      image[a] = image[b];
      image[b] = left;
    }
}

// Blocks of 16 by 16 threads over an image; mappings can have names.
constexpr mapping tile(mapping m) {
  return GridBlock(
      2, Permute({2, 0, 3, 1},
                 SplitLast(16, Permute({1, 2, 0}, SplitLast(16, m)))));
}

// The red pixels of a sensor, every other one of every other row. PruneGrid
// has threads for all pixels; three of four are off.
void more_red(float *raw, float gain, int width, int height) {
  [[heddle::bounds({height, width}), heddle::step(2, 2),
    heddle::map(tile(PruneGrid(ShiftLB(Gen))))]]
  for (int y = 0; y < height; y += 2)
    for (int x = 0; x < width; x += 2)
      raw[y * width + x] *= gain;
}

// The blue ones. CompressGrid has threads for them alone.
void more_blue(float *raw, float gain, int width, int height) {
  [[heddle::map(GridBlock(
      1, SplitLast(128, FoldLast2(CompressGrid({1, 1}, ShiftLB(Gen))))))]]
  for (int y = 1; y < height; y += 2)
    for (int x = 1; x < width; x += 2)
      raw[y * width + x] *= gain;
}

// Another size, between four pixels.
void resize(float *out, const float *in, int rows, int columns, int height,
            int width) {
  const float sy = static_cast<float>(height) / rows;
  const float sx = static_cast<float>(width) / columns;
  [[heddle::map, heddle::extent(in, width * height)]]
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      const float y = std::max(0.0f, (r + 0.5f) * sy - 0.5f);
      const float x = std::max(0.0f, (c + 0.5f) * sx - 0.5f);
      const int y0 = static_cast<int>(y), x0 = static_cast<int>(x);
      const int y1 = std::min(y0 + 1, height - 1);
      const int x1 = std::min(x0 + 1, width - 1);
      const float fy = y - y0, fx = x - x0;
      const float top =
          (1 - fx) * in[y0 * width + x0] + fx * in[y0 * width + x1];
      const float below =
          (1 - fx) * in[y1 * width + x0] + fx * in[y1 * width + x1];
      out[r * columns + c] = (1 - fy) * top + fy * below;
    }
}

// The raw picture of a camera: which colour a pixel is, two bits say.
enum colour { red, green, blue };
void demosaic(byte (*rgb)[3], const byte *raw, int width, int height) {
  [[heddle::map, heddle::extent(raw, width * height),
    heddle::extent(rgb, width * height)]]
  for (int y = 1; y < height - 1; ++y)
    for (int x = 1; x < width - 1; ++x) {
      const byte *p = raw + y * width + x;
      const int beside = (p[-1] + p[1]) / 2;
      const int above = (p[-width] + p[width]) / 2;
      const int cross = (beside + above) / 2;
      const int corners =
          (p[-width - 1] + p[-width + 1] + p[width - 1] + p[width + 1]) / 4;
      byte *const q = rgb[y * width + x];
      switch ((y & 1) << 1 | (x & 1)) {
      case 0:
        q[red] = p[0], q[green] = cross, q[blue] = corners;
        break;
      case 1:
        q[red] = beside, q[green] = p[0], q[blue] = above;
        break;
      case 2:
        q[red] = above, q[green] = p[0], q[blue] = beside;
        break;
      case 3:
        q[red] = corners, q[green] = cross, q[blue] = p[0];
        break;
      }
    }
}

// Brightness and colours of half the size (4:2:0) to RGB.
void yuv_to_rgb(byte *rgb, const byte *luma, const byte *u, const byte *v,
                int width, int height) {
  auto clip = [](int e) { return static_cast<byte>(std::clamp(e, 0, 255)); };
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int c = 298 * (luma[y * width + x] - 16);
      const int d = u[(y >> 1) * (width >> 1) + (x >> 1)] - 128;
      const int e = v[(y >> 1) * (width >> 1) + (x >> 1)] - 128;
      byte *pixel = rgb + 3 * (y * width + x);
      pixel[0] = clip((c + 409 * e + 128) >> 8);
      pixel[1] = clip((c - 100 * d - 208 * e + 128) >> 8);
      pixel[2] = clip((c + 516 * d + 128) >> 8);
    }
}

// Noise is not the median of nine, which a network of exchanges finds.
static void order(byte &a, byte &b) {
  if (a > b)
    std::swap(a, b);
}
void median(byte *out, const byte *in, int width, int height) {
  int x, y, k, pass;
  [[heddle::map]]
  for (y = 1; y < height - 1; y++)
    for (x = 1; x < width - 1; x++) {
      byte p[9];
      for (k = 0; k < 9; k++)
        p[k] = in[(y + k / 3 - 1) * width + x + k % 3 - 1];
      for (pass = 0; pass < 9; pass++)
        for (k = pass & 1; k + 1 < 9; k += 2)
          order(p[k], p[k + 1]);
      out[y * width + x] = p[4];
    }
}

// Black and white, eight pixels in a byte,
void pack(std::vector<byte> &bits, const std::vector<byte> &grey) {
  [[heddle::map]]
  for (std::size_t i = 0; i < grey.size() >> 3; ++i) {
    byte b = 0;
    for (int k = 0; k < 8; ++k)
      b |= (grey[(i << 3) + k] >= 128) << (7 - k);
    bits[i] = b;
  }
}

// and what is white after its neighbours left and right have been so, too.
void erode(byte *out, const byte *in, int bytes, int height) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y) {
    const byte *row = in + y * bytes;
    for (int b = 0; b < bytes; ++b) {
      const byte before = b > 0 ? row[b - 1] : 255;
      const byte behind = b + 1 < bytes ? row[b + 1] : 255;
      const byte left = row[b] >> 1 | before << 7;
      const byte right = row[b] << 1 | behind >> 7;
      out[y * bytes + b] = row[b] & left & right;
    }
  }
}

// How long each point stays near zero: a `while` in the thread.
void mandelbrot(std::vector<std::uint16_t> &count, int width, int height,
                int limit) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const double re = -2.0 + 2.5 * x / width, im = -1.25 + 2.5 * y / height;
      double a = 0, b = 0;
      int n = 0;
      while (n < limit && a * a + b * b < 4) {
        const double next = a * a - b * b + re;
        b = 2 * a * b + im;
        a = next;
        ++n;
      }
      count[y * width + x] = n;
    }
}

// The same with `break`, into rows of known length.
constexpr int julia_width = 97;
void julia(byte (*picture)[julia_width], int height, double re, double im) {
  [[heddle::map]]
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < julia_width; ++x) {
      double a = 3.0 * x / julia_width - 1.5, b = 2.0 * y / height - 1;
      int n;
      for (n = 0; n < 255; ++n) {
        const double a2 = a * a, b2 = b * b;
        if (a2 + b2 > 4)
          break;
        b = 2 * a * b + im;
        a = a2 - b2 + re;
      }
      picture[y][x] = n;
    }
}

int main() {
  const int width = 101, height = 67, pixels = width * height;
  const auto rgb = gallery::between<byte>(0, 255, 3 * pixels, 1);
  std::vector<byte> g(pixels);
  grey(g, rgb, width, height);
  gallery::show("grey", g);
  invert(g);
  gallery::show("invert", g);
  byte table[256];
  for (int i = 0; i < 256; ++i)
    table[i] = static_cast<byte>(i * i / 255);
  correct(g.data(), table, pixels);
  gallery::show("correct", g);

  const auto in = gallery::between<float>(0, 1, pixels, 2);
  std::vector<float> out = in, part = in;
  image picture{width, height, in};
  picture.threshold(0.375f);
  gallery::show("threshold", picture.pixels);
  box_blur(out.data(), in.data(), width, height);
  gallery::show("box_blur", out);
  sobel(out, in, width, height);
  gallery::show("sobel", out);
  const std::vector<float> weight = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
  gauss_rows(part, in, weight, width, height, 2);
  gallery::show("gauss_rows", part);
  gauss_columns(out, part, weight, width, height, 2);
  gallery::show("gauss_columns", out);
  std::vector<float> small((width / 2) * (height / 2));
  halve(small, in, width, height);
  gallery::show("halve", small);
  turn(out, in, width, height, 0.75f, 0.25f);
  gallery::show("turn", out);
  mirror(out, width, height);
  gallery::show("mirror", out);
  more_red(out.data(), 1.5f, width, height);
  gallery::show("more_red", out);
  more_blue(out.data(), 0.75f, width, height);
  gallery::show("more_blue", out);

  std::vector<float> resized(50 * 130);
  resize(resized.data(), in.data(), 50, 130, height, width);
  gallery::show("resize", resized);
  static byte full[pixels][3];
  demosaic(full, rgb.data(), width, height);
  gallery::show("demosaic", &full[0][0], 3 * pixels);
  yuv_to_rgb(&full[0][0], rgb.data(), rgb.data() + pixels,
             rgb.data() + 2 * pixels, 100, 66);
  gallery::show("yuv_to_rgb", &full[0][0], 3 * pixels);
  median(g.data(), rgb.data(), width, height);
  gallery::show("median", g);
  std::vector<byte> bits(pixels / 8), eroded(13 * 64);
  pack(bits, g);
  gallery::show("pack", bits);
  erode(eroded.data(), bits.data(), 13, 64);
  gallery::show("erode", eroded);

  std::vector<std::uint16_t> count(pixels);
  mandelbrot(count, width, height, 100);
  gallery::show("mandelbrot", count);
  byte set[59][julia_width];
  julia(set, 59, -0.8, 0.156);
  gallery::show("julia", &set[0][0], 59 * julia_width);
}
