// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "windows.h"
#include <algorithm>
#include <heddle/heddle.h>

#define IS_IN(p, n) ((p) >= 0 && (p) < (n))

namespace {

int at_border(int p, int n) { return std::clamp(p, 0, n - 1); }

} // namespace

namespace bare {

void convolution(float *out, const float *in, const float *w, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -2; p <= 2; ++p)
        for (int q = -2; q <= 2; ++q)
          sum += w[(p + 2) * 5 + q + 2] *
                 in[(i + p + margin) * (m + 2 * margin) + j + q + margin];
      out[i * m + j] = sum;
    }
}

void blur(float *out, const float *in, const float *, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          sum += in[(i + p + margin) * (m + 2 * margin) + j + q + margin];
      out[i * m + j] = sum / 9;
    }
}

void count(float *out, const float *in, const float *, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int more = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          more += in[(i + p + margin) * (m + 2 * margin) + j + q + margin] > 5;
      out[i * m + j] = static_cast<float>(more);
    }
}

} // namespace bare

namespace inside {

void convolution(float *out, const float *in, const float *w, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -2; p <= 2; ++p)
        for (int q = -2; q <= 2; ++q)
          if (i + p >= 0 && i + p < n && j + q >= 0 && j + q < m)
            sum += w[(p + 2) * 5 + q + 2] * in[(i + p) * m + j + q];
      out[i * m + j] = sum;
    }
}

void blur(float *out, const float *in, const float *, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          sum += in[std::clamp(i + p, 0, n - 1) * m + std::clamp(j + q, 0, m - 1)];
      out[i * m + j] = sum / 9;
    }
}

void count(float *out, const float *in, const float *, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int more = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          more += i + p >= 0 && i + p < n && j + q >= 0 && j + q < m &&
                  in[(i + p) * m + j + q] > 5;
      out[i * m + j] = static_cast<float>(more);
    }
}

} // namespace inside

namespace guarded {

void convolution(float *out, const float *in, const float *w, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -2; p <= 2; ++p)
        for (int q = -2; q <= 2; ++q)
          if (IS_IN(i + p, n) && IS_IN(j + q, m))
            sum += w[(p + 2) * 5 + q + 2] * in[(i + p) * m + j + q];
      out[i * m + j] = sum;
    }
}

void blur(float *out, const float *in, const float *, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      float sum = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          sum += in[at_border(i + p, n) * m + at_border(j + q, m)];
      out[i * m + j] = sum / 9;
    }
}

void count(float *out, const float *in, const float *, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      int more = 0;
      for (int p = -1; p <= 1; ++p)
        for (int q = -1; q <= 1; ++q)
          more += IS_IN(i + p, n) && IS_IN(j + q, m) &&
                  in[(i + p) * m + j + q] > 5;
      out[i * m + j] = static_cast<float>(more);
    }
}

} // namespace guarded
