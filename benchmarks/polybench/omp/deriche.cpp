//===- deriche.cpp - by hand, with OpenMP ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

// Each row with both filters at once; columns side by side, along memory.
template <class Filter>
void deriche(matrix<float> mout, matrix<float> my1, matrix<float> my2,
             matrix<const float> min, Filter f) {
  const int w = min.extent(0), h = min.extent(1), width = 64;
  float *out = mout.data_handle(), *y1 = my1.data_handle(),
        *y2 = my2.data_handle();
  const float *in = min.data_handle();
#pragma omp parallel for schedule(static)
  for (int i = 0; i < w; ++i) {
    const float *__restrict from = in + i * h;
    float *__restrict to = out + i * h, *__restrict forth = y1 + i * h;
    float before = 0, last = 0, last_in = 0;
    for (int j = 0; j < h; ++j) {
      const float next =
          f.a1 * from[j] + f.a2 * last_in + f.b1 * last + f.b2 * before;
      forth[j] = next;
      last_in = from[j];
      before = last;
      last = next;
    }
    float in_1 = 0, in_2 = 0;
    before = last = 0;
    for (int j = h - 1; j >= 0; --j) {
      const float next =
          f.a3 * in_1 + f.a4 * in_2 + f.b1 * last + f.b2 * before;
      to[j] = forth[j] + next;
      in_2 = in_1;
      in_1 = from[j];
      before = last;
      last = next;
    }
  }
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < h; begin += width) {
    const int end = std::min(begin + width, h);
    float in_1[width] = {}, in_2[width] = {}, last[width] = {},
          before[width] = {};
    for (int i = 0; i < w; ++i)
      for (int j = begin; j < end; ++j) {
        const int c = j - begin, at = i * h + j;
        const float next =
            f.a5 * out[at] + f.a6 * in_1[c] + f.b1 * last[c] + f.b2 * before[c];
        y1[at] = next;
        in_1[c] = out[at];
        before[c] = last[c];
        last[c] = next;
      }
    for (int c = 0; c < width; ++c)
      in_1[c] = last[c] = before[c] = 0;
    for (int i = w - 1; i >= 0; --i)
      for (int j = begin; j < end; ++j) {
        const int c = j - begin, at = i * h + j;
        const float next =
            f.a7 * in_1[c] + f.a8 * in_2[c] + f.b1 * last[c] + f.b2 * before[c];
        y2[at] = next;
        in_2[c] = in_1[c];
        in_1[c] = out[at];
        before[c] = last[c];
        last[c] = next;
      }
    for (int i = 0; i < w; ++i)
      for (int j = begin; j < end; ++j)
        out[i * h + j] = y1[i * h + j] + y2[i * h + j];
  }
}

} // namespace by_hand

#include "polybench/deriche.cpp"
