//===- deriche.cpp - an edge detector of recursive filters ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "polybench/polybench.h"

// Each row is filtered from both sides, and the results are added; then each
// column. A thread has a row or a column and keeps what the recursion needs.
struct deriche_filter {
  float a1, a2, a3, a4, a5, a6, a7, a8, b1, b2;
  explicit deriche_filter(float alpha) {
    const float e = std::exp(-alpha), e2 = std::exp(-2 * alpha);
    const float k = (1 - e) * (1 - e) / (1 + 2 * alpha * e - e2);
    a1 = a5 = k;
    a2 = a6 = k * e * (alpha - 1);
    a3 = a7 = k * e * (alpha + 1);
    a4 = a8 = -k * e2;
    b1 = 2 * e;
    b2 = -e2;
  }
};

void deriche(matrix<float> out, matrix<float> y1, matrix<float> y2,
             matrix<const float> in, deriche_filter f) {
  [[heddle::program]] {
    const int w = in.extent(0), h = in.extent(1);
    [[heddle::map]]
    for (int i = 0; i < w; ++i) {
      float before = 0, last = 0, last_in = 0;
      for (int j = 0; j < h; ++j) {
        const float next =
            f.a1 * in(i, j) + f.a2 * last_in + f.b1 * last + f.b2 * before;
        y1(i, j) = next;
        last_in = in(i, j);
        before = last;
        last = next;
      }
    }
    [[heddle::map]]
    for (int i = 0; i < w; ++i) {
      float before = 0, last = 0, in_1 = 0, in_2 = 0;
      for (int j = h - 1; j >= 0; --j) {
        const float next =
            f.a3 * in_1 + f.a4 * in_2 + f.b1 * last + f.b2 * before;
        y2(i, j) = next;
        in_2 = in_1;
        in_1 = in(i, j);
        before = last;
        last = next;
      }
    }
    [[heddle::map]]
    for (int i = 0; i < w; ++i)
      for (int j = 0; j < h; ++j)
        out(i, j) = y1(i, j) + y2(i, j);
    [[heddle::map]]
    for (int j = 0; j < h; ++j) {
      float before = 0, last = 0, last_in = 0;
      for (int i = 0; i < w; ++i) {
        const float next =
            f.a5 * out(i, j) + f.a6 * last_in + f.b1 * last + f.b2 * before;
        y1(i, j) = next;
        last_in = out(i, j);
        before = last;
        last = next;
      }
    }
    [[heddle::map]]
    for (int j = 0; j < h; ++j) {
      float before = 0, last = 0, in_1 = 0, in_2 = 0;
      for (int i = w - 1; i >= 0; --i) {
        const float next =
            f.a7 * in_1 + f.a8 * in_2 + f.b1 * last + f.b2 * before;
        y2(i, j) = next;
        in_2 = in_1;
        in_1 = out(i, j);
        before = last;
        last = next;
      }
    }
    [[heddle::map]]
    for (int i = 0; i < w; ++i)
      for (int j = 0; j < h; ++j)
        out(i, j) = y1(i, j) + y2(i, j);
  }
}

int main(int argc, char **argv) {
  const int w = polybench::size(argc, argv, 1, 64);
  const int h = polybench::size(argc, argv, 2, 48);
  const auto in = polybench::between<float>(0, 1, w * h, 1);
  std::vector<float> out(w * h), y1(w * h), y2(w * h);
  POLYBENCH_RUN(
      deriche(matrix<float>(out.data(), w, h), matrix<float>(y1.data(), w, h),
              matrix<float>(y2.data(), w, h),
              matrix<const float>(in.data(), w, h), deriche_filter(0.25f)));
  polybench::show("deriche", out);
}
