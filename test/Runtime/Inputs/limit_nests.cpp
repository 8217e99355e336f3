//===- limit_nests.cpp - launches of limits.cpp ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "limit_nests.h"

#include <heddle/heddle.h>

using namespace heddle;

void line(char *a, long n) {
  [[heddle::map(Jing)]]
  for (long i = 0; i < n; ++i)
    a[i] = 1;
}

void line_folded(char *a, long n) {
  [[heddle::map(FoldAll)]]
  for (long i = 0; i < n; ++i)
    a[i] = 1;
}

void line_unsigned(char *a, unsigned n) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    a[i] = 1;
}

void line_by_threes(char *a, long n) {
  [[heddle::map]]
  for (long i = 0; i < 3 * n; i += 3)
    a[i / 3] = 1;
}

void plane(char *a, int n, int m) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[static_cast<long>(i) * m + j] = 1;
}

void plane_jing(char *a, int n, int m) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[static_cast<long>(i) * m + j] = 1;
}

void plane_folded(char *a, long n, long m) {
  [[heddle::map(FoldAll)]]
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < m; ++j)
      a[i * m + j] = 1;
}

void plane_unsigned(char *a, unsigned n, unsigned m) {
  [[heddle::map]]
  for (unsigned i = 0; i < n; ++i)
    for (unsigned j = 0; j < m; ++j)
      a[static_cast<unsigned long>(i) * m + j] = 1;
}

void box(char *a, int n, int m, int l) {
  [[heddle::map]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        a[(static_cast<long>(i) * m + j) * l + k] = 1;
}

void box_jing(char *a, int n, int m, int l) {
  [[heddle::map(Jing)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < l; ++k)
        a[(static_cast<long>(i) * m + j) * l + k] = 1;
}

void six(char *a, int n, int m) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < m; ++l)
          for (int p = 0; p < 2; ++p)
            for (int q = 0; q < 3; ++q)
              a[((((static_cast<long>(i) * m + j) * n + k) * m + l) * 2 + p) *
                    3 +
                q] = 1;
}

void rows(char *a, int n, int m) {
  [[heddle::map(GridBlock(1, SplitLast(64, ShiftLB(Gen))))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[static_cast<long>(i) * m + j] = 1;
}

void columns(char *a, int n, int m) {
  [[heddle::map(GridBlock(1, ShiftLB(Gen)))]]
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j)
      a[static_cast<long>(i) * m + j] = 1;
}

long count(const char *a, long n) {
  long s = 0;
  [[heddle::map, heddle::reduce(s)]]
  for (long i = 0; i < n; ++i)
    s += 1 + a[0];
  return s;
}
