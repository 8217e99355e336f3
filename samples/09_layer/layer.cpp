//===- layer.cpp - a dense layer of a neural network ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <cmath>
#include <heddle/tensor.h>

using namespace heddle;

constexpr long in = 12, out = 8;

using weights = tensor<float, out, in>;
using biases = tensor<float, out>;

// y = tanh(w x + b) for each of the samples, one a row.
void layer(tensor<float, dyn, out> &y, const weights &w,
           const tensor<float, dyn, in> &x, const biases &b) {
  idx s, i, j;
  y(s, i) = w(i, j) * x(s, j) + b(i);
  y = tanh(y); // compatible: in place
}

void layer_as_loops(std::vector<float> &y, const weights &w,
                    const std::vector<float> &x, const biases &b,
                    long samples) {
  for (long s = 0; s < samples; ++s)
    for (long i = 0; i < out; ++i) {
      float sum = 0;
      for (long j = 0; j < in; ++j)
        sum += w(i, j) * x[s * in + j];
      y[s * out + i] = std::tanh(sum + b(i));
    }
}

const char *in_place(bool compatible) {
  return compatible ? "in place" : "through a temporary";
}

int main() {
  const long samples = 100;
  weights w;
  biases b;
  const std::vector<float> numbers = sample::numbers<float>(out * in, 91);
  const std::vector<float> input = sample::numbers<float>(samples * in, 92);
  w = tensor_view<const float, out, in>(numbers.data(), {out, in}) / 64;
  b = select<1>(w, 0) * 0.5f;
  tensor<float, dyn, in> x =
      tensor_view<const float, dyn, in>(input.data(), {samples, in}) / 8;
  tensor<float, dyn, out> y(samples, out);

  layer(y, w, x, b);

  std::vector<float> expected(samples * out);
  layer_as_loops(expected, w, std::vector<float>(x.begin(), x.end()), b,
                 samples);
  std::printf("y[0][0..2] = %.4f %.4f %.4f\n", y(0, 0), y(0, 1), y(0, 2));

  // Which statements need a temporary, the types say.
  idx s, i, j;
  tensor<float, out, out> r;
  std::printf("y = tanh(y): %s\n", in_place(is_compatible(y, tanh(y))));
  std::printf("y = y + max(y, 0): %s\n",
              in_place(is_compatible(y, y + max(y, 0))));
  std::printf("y(s, i) = r(i, j) * y(s, j): %s\n",
              in_place(is_compatible(y(s, i), r(i, j) * y(s, j))));
  std::printf("y(s, i) = y(s, i) * r(j, j): %s\n",
              in_place(is_compatible(y(s, i), y(s, i) * r(j, j))));
  return sample::verdict(
      sample::same_bits(expected, std::vector<float>(y.begin(), y.end())));
}
