//===- neural.cpp - layers and optimisers of neural networks --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gallery/gallery.h"
#include <algorithm>
#include <cmath>
#include <heddle/heddle.h>

using namespace heddle;
using byte = std::uint8_t;

// A convolution of images in the order NCHW: four mapped loops, three in the
// thread, strides known at run time alone.
void convolve(float *out, const float *in, const float *weight,
              const float *bias, int images, int channels, int height,
              int width, int filters, int size) {
  const int rows = height - size + 1, columns = width - size + 1;
  [[heddle::map]]
  for (int n = 0; n < images; ++n)
    for (int f = 0; f < filters; ++f)
      for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) {
          float sum = bias[f];
          for (int c = 0; c < channels; ++c)
            for (int ky = 0; ky < size; ++ky)
              for (int kx = 0; kx < size; ++kx)
                sum += in[((n * channels + c) * height + y + ky) * width + x +
                          kx] *
                       weight[((f * channels + c) * size + ky) * size + kx];
          out[((n * filters + f) * rows + y) * columns + x] = sum;
        }
}

// The same as a product of matrices: first the columns of the image.
void im2col(std::vector<float> &columns, const std::vector<float> &image,
            int channels, int height, int width, int size) {
  const int h = height - size + 1, w = width - size + 1;
  [[heddle::map]]
  for (int c = 0; c < channels; ++c)
    for (int ky = 0; ky < size; ++ky)
      for (int kx = 0; kx < size; ++kx)
        for (int y = 0; y < h; ++y)
          for (int x = 0; x < w; ++x)
            columns[(((c * size + ky) * size + kx) * h + y) * w + x] =
                image[(c * height + y + ky) * width + x + kx];
}

// A tensor class with a method for its subscripts.
struct tensor {
  int planes, height, width;
  std::vector<float> data;

  int at(int p, int y, int x) const { return (p * height + y) * width + x; }
};

void max_pool(tensor &out, const tensor &in) {
  [[heddle::map]]
  for (int p = 0; p < out.planes; ++p)
    for (int y = 0; y < out.height; ++y)
      for (int x = 0; x < out.width; ++x) {
        float most = -INFINITY;
        for (int dy = 0; dy < 2; ++dy)
          for (int dx = 0; dx < 2; ++dx)
            most = std::max(most, in.data[in.at(p, 2 * y + dy, 2 * x + dx)]);
        out.data[out.at(p, y, x)] = most;
      }
}

// Softmax of each row, in place: a thread owns a row.
void softmax(std::vector<float> &x, int rows, int columns) {
  [[heddle::map, heddle::inplace(x)]]
  for (int r = 0; r < rows; ++r) {
    float *row = x.data() + r * columns;
    float most = row[0];
    for (int c = 1; c < columns; ++c)
      most = std::max(most, row[c]);
    float sum = 0;
    for (int c = 0; c < columns; ++c) {
      row[c] = std::exp(row[c] - most);
      sum += row[c];
    }
    for (int c = 0; c < columns; ++c)
      row[c] /= sum;
  }
}

void layer_norm(float *out, const float *in, const float *gain,
                const float *bias, std::size_t rows, std::size_t width) {
  [[heddle::map]]
  for (std::size_t r = 0; r < rows; ++r) {
    float mean = 0, variance = 0;
    for (std::size_t c = 0; c < width; ++c)
      mean += in[r * width + c];
    mean /= width;
    for (std::size_t c = 0; c < width; ++c) {
      const float d = in[r * width + c] - mean;
      variance += d * d;
    }
    const float scale = 1 / std::sqrt(variance / width + 1e-5f);
    for (std::size_t c = 0; c < width; ++c)
      out[r * width + c] =
          (in[r * width + c] - mean) * scale * gain[c] + bias[c];
  }
}

// Attention: how much each token heeds those before it,
void scores(std::vector<float> &s, const std::vector<float> &q,
            const std::vector<float> &k, int heads, int tokens, int size) {
  const float scale = 1 / std::sqrt(static_cast<float>(size));
  [[heddle::map]]
  for (int h = 0; h < heads; ++h)
    for (int i = 0; i < tokens; ++i)
      for (int j = 0; j < tokens; ++j) {
        float dot = 0;
        for (int d = 0; d < size; ++d)
          dot +=
              q[(h * tokens + i) * size + d] * k[(h * tokens + j) * size + d];
        s[(h * tokens + i) * tokens + j] = j <= i ? dot * scale : -INFINITY;
      }
}

// and the mean of their values by that; heads stand side by side in a row.
void attend(float *out, const float *p, const float *v, int tokens, int heads,
            int size) {
  [[heddle::map]]
  for (int i = 0; i < tokens; ++i)
    for (int h = 0; h < heads; ++h)
      for (int d = 0; d < size; ++d) {
        float sum = 0;
        for (int j = 0; j <= i; ++j)
          sum +=
              p[(h * tokens + i) * tokens + j] * v[(j * heads + h) * size + d];
        out[(i * heads + h) * size + d] = sum;
      }
}

// Rows of a table by number; PadLast gives each token one warp.
constexpr int words = 101, features = 24;
void embed(float (*out)[features], const int *token,
           const float (&table)[words][features], int n) {
  [[heddle::map(GridBlock(1, PadLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < features; ++d)
      out[i][d] = table[token[i]][d];
}

// A dense layer adds up where the result stands.
void dense(std::vector<float> &y, const std::vector<float> &x,
           const std::vector<float> &weight, const std::vector<float> &bias,
           int rows, int in, int out) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r)
    for (int o = 0; o < out; ++o) {
      y[r * out + o] = bias[o];
      for (int i = 0; i < in; ++i)
        y[r * out + o] += x[r * in + i] * weight[o * in + i];
    }
}

// The gradient of its bias: each element has a thread, which adds up column by
// column what the loops add up row by row.
void bias_gradient(float *gradient, const float *dy, int rows, int columns) {
  [[heddle::map, heddle::reduce(gradient)]]
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      gradient[c] += dy[r * columns + c];
}

// What is stated about n is used: no thread needs a guard.
void gelu(float *x, int n) {
  HEDDLE_ASSUME(n % 32 == 0);
  [[heddle::map(GridBlock(1, SplitLast(32, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i) {
    const float cube = x[i] * x[i] * x[i];
    x[i] = 0.5f * x[i] *
           (1 + std::tanh(0.7978845608f * (x[i] + 0.044715f * cube)));
  }
}

// Positions as rotations (RoPE) of pairs, whose angles are given, in place.
void turn_pairs(float *x, const float *cosine, const float *sine, int tokens,
                int heads, int size) {
  const int half = size / 2;
  [[heddle::map]]
  for (int t = 0; t < tokens; ++t)
    for (int h = 0; h < heads; ++h) {
      float *head = x + (t * heads + h) * size;
      for (int i = 0, j = half; i < half; ++i, ++j) {
        const float a = head[i], b = head[j];
        const float c = cosine[t * half + i], s = sine[t * half + i];
        head[i] = a * c - b * s;
        head[j] = a * s + b * c;
      }
    }
}

// A row for each token, into a cache whose slots a table gives.
void store_keys(float *cache, const float *keys, const int *slot, int tokens,
                int width, int slots) {
  [[heddle::map, heddle::extent(cache, slots * width),
    heddle::independent(cache)]]
  for (int t = 0; t < tokens; ++t)
    for (int c = 0; c < width; ++c)
      cache[slot[t] * width + c] = keys[t * width + c];
}

// Weights of one byte, with a scale in half precision for each 32 of them.
void quantised_gemv(float *y, const std::int8_t *weight, const _Float16 *scale,
                    const float *x, const float *bias, int rows, int blocks) {
  [[heddle::map]]
  for (int r = 0; r < rows; ++r) {
    float sum = bias != nullptr ? bias[r] : 0.0f;
    for (int b = 0; b < blocks; ++b) {
      float part = 0;
      for (int k = 0; k < 32; ++k)
        part += weight[(r * blocks + b) * 32 + k] * x[b * 32 + k];
      sum += static_cast<float>(scale[r * blocks + b]) * part;
    }
    y[r] = sum;
  }
}

// And four bits: two weights in a byte, of which the lower come first.
void unpack_nibbles(_Float16 *out, const byte *packed, const _Float16 *scale,
                    int blocks) {
  [[heddle::map]]
  for (int i = 0; i < 32 * blocks; ++i) {
    const int both = packed[i >> 1];
    const int q = i & 1 ? both >> 4 : both & 15;
    out[i] = static_cast<_Float16>(static_cast<float>(scale[i >> 5]) * (q - 8));
  }
}

// The most likely word of each row.
void choose(int *word, const float *logits, int rows, int words) {
  int r, w, best;
  float most;
  [[heddle::map]]
  for (r = 0; r < rows; r++) {
    best = 0;
    most = logits[r * words];
    for (w = 1; w < words; w++)
      if (logits[r * words + w] > most) {
        most = logits[r * words + w];
        best = w;
      }
    word[r] = best;
  }
}

struct parameters {
  std::vector<float> weight, gradient, momentum, variance;

  void descend(float rate, float friction) {
    [[heddle::map]]
    for (std::size_t i = 0; i < weight.size(); ++i) {
      momentum[i] = friction * momentum[i] + gradient[i];
      weight[i] -= rate * momentum[i];
    }
  }
  void adam(float rate, int t) {
    const float a = 0.9f, b = 0.999f;
    const float c = 1 - std::pow(a, t), d = 1 - std::pow(b, t);
    HEDDLE(map(FoldAll))
    for (std::size_t i = 0; i < weight.size(); ++i) {
      momentum[i] = a * momentum[i] + (1 - a) * gradient[i];
      variance[i] = b * variance[i] + (1 - b) * gradient[i] * gradient[i];
      weight[i] -=
          rate * (momentum[i] / c) / (std::sqrt(variance[i] / d) + 1e-8f);
    }
  }
};

int main() {
  const int images = 2, channels = 3, height = 19, width = 17, filters = 5;
  const auto in =
      gallery::between<float>(0, 1, images * channels * height * width, 1);
  const auto kernel = gallery::between<float>(-1, 1, filters * channels * 9, 2);
  const auto bias = gallery::between<float>(0, 1, filters, 3);
  std::vector<float> out(images * filters * 17 * 15);
  convolve(out.data(), in.data(), kernel.data(), bias.data(), images, channels,
           height, width, filters, 3);
  gallery::show("convolve", out);
  std::vector<float> columns(channels * 9 * 17 * 15);
  im2col(columns, in, channels, height, width, 3);
  gallery::show("im2col", columns);
  const tensor large{6, height, width, in};
  tensor small{6, 9, 8, std::vector<float>(6 * 9 * 8)};
  max_pool(small, large);
  gallery::show("max_pool", small.data);

  const int heads = 3, tokens = 37, size = 11;
  const auto q = gallery::between<float>(-1, 1, heads * tokens * size, 4);
  const auto k = gallery::between<float>(-1, 1, heads * tokens * size, 5);
  std::vector<float> s(heads * tokens * tokens), mixed(q.size());
  scores(s, q, k, heads, tokens, size);
  std::vector<float> finite = s;
  for (float &each : finite)
    each = each < -1e30f ? 0 : each;
  gallery::show("scores", finite);
  softmax(s, heads * tokens, tokens);
  gallery::show("softmax", s);
  attend(mixed.data(), s.data(), q.data(), tokens, heads, size);
  gallery::show("attend", mixed);

  const auto entries = gallery::between<float>(-1, 2, words * features, 6);
  static float table[words][features], rows[tokens][features];
  std::memcpy(table, entries.data(), sizeof(table));
  embed(rows, gallery::between<int>(0, words, tokens, 7).data(), table, tokens);
  gallery::show("embed", &rows[0][0], tokens * features);
  std::vector<float> normal(tokens * features);
  layer_norm(normal.data(), &rows[0][0], table[1], table[2], tokens, features);
  gallery::show("layer_norm", normal);

  const int batch = 29, inputs = 23, outputs = 13;
  std::vector<float> y(batch * outputs), gradient(outputs);
  dense(y, gallery::between<float>(-1, 2, batch * inputs, 8),
        gallery::between<float>(-1, 2, outputs * inputs, 9),
        gallery::between<float>(0, 1, outputs, 10), batch, inputs, outputs);
  gallery::show("dense", y);
  bias_gradient(gradient.data(), y.data(), batch, outputs);
  gallery::show("bias_gradient", gradient);
  std::vector<float> turned = q;
  const int positions = tokens * (size / 2);
  turn_pairs(turned.data(),
             gallery::between<float>(-1, 1, positions, 14).data(),
             gallery::between<float>(-1, 1, positions, 15).data(), tokens,
             heads, size);
  gallery::show("turn_pairs", turned);
  std::vector<float> cache(100 * heads * size);
  std::vector<int> slot;
  for (int t = 0; t < tokens; ++t)
    slot.push_back(t * 37 % 100);
  store_keys(cache.data(), turned.data(), slot.data(), tokens, heads * size,
             100);
  gallery::show("store_keys", cache);
  const int blocks = 5;
  // Element by element: nvcc 13.0 crashes at push_back of a new _Float16.
  std::vector<_Float16> scale(batch * blocks), halves(32 * batch * blocks);
  const auto scales = gallery::between<float>(0, 0.125f, batch * blocks, 16);
  for (std::size_t k = 0; k < scale.size(); ++k)
    scale[k] = static_cast<_Float16>(scales[k]);
  const auto weights =
      gallery::between<std::int8_t>(-127, 127, 32 * batch * blocks, 17);
  std::vector<float> product(batch), widened;
  quantised_gemv(product.data(), weights.data(), scale.data(), q.data(),
                 nullptr, batch, blocks);
  gallery::show("quantised_gemv", product);
  unpack_nibbles(halves.data(),
                 gallery::between<byte>(0, 255, 16 * batch * blocks, 18).data(),
                 scale.data(), batch * blocks);
  for (_Float16 each : halves)
    widened.push_back(each);
  gallery::show("unpack_nibbles", widened);
  std::vector<int> word(batch);
  choose(word.data(), y.data(), batch, outputs);
  gallery::show("choose", word);

  auto x = gallery::between<float>(-3, 4, 1024, 11);
  gelu(x.data(), 1024);
  gallery::show("gelu", x);

  parameters p{gallery::between<float>(-1, 2, 1009, 12),
               gallery::between<float>(-1, 1, 1009, 13),
               std::vector<float>(1009), std::vector<float>(1009)};
  p.descend(0.01f, 0.9f);
  gallery::show("descend", p.weight);
  for (int t = 1; t < 4; ++t)
    p.adam(0.001f, t);
  gallery::show("adam", p.weight);
}
