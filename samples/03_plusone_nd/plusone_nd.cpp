//===- plusone_nd.cpp - one to eight dimensions, two strategies -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sample.h"
#include <heddle/heddle.h>

#include <type_traits>

using namespace heddle;

// JingExt: tiles of 32 in one and two dimensions, the innermost two as the
// block from three on, and neighbouring pairs folded above five.

void jing_ext(int (&b)[7], const int (&a)[7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 7; ++i)
    b[i] = a[i] + 1;
}

void jing_ext(int (&b)[2][7], const int (&a)[2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 7; ++j)
      b[i][j] = a[i][j] + 1;
}

void jing_ext(int (&b)[3][2][7], const int (&a)[3][2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 7; ++k)
        b[i][j][k] = a[i][j][k] + 1;
}

void jing_ext(int (&b)[2][3][2][7], const int (&a)[2][3][2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 7; ++l)
          b[i][j][k][l] = a[i][j][k][l] + 1;
}

void jing_ext(int (&b)[4][2][3][2][7], const int (&a)[4][2][3][2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 2; ++l)
          for (int m = 0; m < 7; ++m)
            b[i][j][k][l][m] = a[i][j][k][l][m] + 1;
}

void jing_ext(int (&b)[3][4][2][3][2][7], const int (&a)[3][4][2][3][2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 3; ++l)
          for (int m = 0; m < 2; ++m)
            for (int n = 0; n < 7; ++n)
              b[i][j][k][l][m][n] = a[i][j][k][l][m][n] + 1;
}

void jing_ext(int (&b)[4][3][4][2][3][2][7],
              const int (&a)[4][3][4][2][3][2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        for (int l = 0; l < 2; ++l)
          for (int m = 0; m < 3; ++m)
            for (int n = 0; n < 2; ++n)
              for (int o = 0; o < 7; ++o)
                b[i][j][k][l][m][n][o] = a[i][j][k][l][m][n][o] + 1;
}

void jing_ext(int (&b)[5][4][3][4][2][3][2][7],
              const int (&a)[5][4][3][4][2][3][2][7]) {
  [[heddle::map(JingExt)]]
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 4; ++l)
          for (int m = 0; m < 2; ++m)
            for (int n = 0; n < 3; ++n)
              for (int o = 0; o < 2; ++o)
                for (int p = 0; p < 7; ++p)
                  b[i][j][k][l][m][n][o][p] = a[i][j][k][l][m][n][o][p] + 1;
}

// FoldAll: all dimensions folded into one, cut into blocks of 256.

void fold_all(int (&b)[7], const int (&a)[7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 7; ++i)
    b[i] = a[i] + 1;
}

void fold_all(int (&b)[2][7], const int (&a)[2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 7; ++j)
      b[i][j] = a[i][j] + 1;
}

void fold_all(int (&b)[3][2][7], const int (&a)[3][2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 7; ++k)
        b[i][j][k] = a[i][j][k] + 1;
}

void fold_all(int (&b)[2][3][2][7], const int (&a)[2][3][2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 7; ++l)
          b[i][j][k][l] = a[i][j][k][l] + 1;
}

void fold_all(int (&b)[4][2][3][2][7], const int (&a)[4][2][3][2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 2; ++l)
          for (int m = 0; m < 7; ++m)
            b[i][j][k][l][m] = a[i][j][k][l][m] + 1;
}

void fold_all(int (&b)[3][4][2][3][2][7], const int (&a)[3][4][2][3][2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 3; ++l)
          for (int m = 0; m < 2; ++m)
            for (int n = 0; n < 7; ++n)
              b[i][j][k][l][m][n] = a[i][j][k][l][m][n] + 1;
}

void fold_all(int (&b)[4][3][4][2][3][2][7],
              const int (&a)[4][3][4][2][3][2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k)
        for (int l = 0; l < 2; ++l)
          for (int m = 0; m < 3; ++m)
            for (int n = 0; n < 2; ++n)
              for (int o = 0; o < 7; ++o)
                b[i][j][k][l][m][n][o] = a[i][j][k][l][m][n][o] + 1;
}

void fold_all(int (&b)[5][4][3][4][2][3][2][7],
              const int (&a)[5][4][3][4][2][3][2][7]) {
  [[heddle::map(FoldAll)]]
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 4; ++l)
          for (int m = 0; m < 2; ++m)
            for (int n = 0; n < 3; ++n)
              for (int o = 0; o < 2; ++o)
                for (int p = 0; p < 7; ++p)
                  b[i][j][k][l][m][n][o][p] = a[i][j][k][l][m][n][o][p] + 1;
}

// An array of any rank as its elements, one after the other.
template <class T> int *elements(T &a) {
  if constexpr (std::is_array_v<T>)
    return elements(a[0]);
  else
    return &a;
}

// Runs both strategies over one array type and compares them with the loop
// that every one of the nests above amounts to.
template <class A> bool check() {
  static A a, with_jing_ext, with_fold_all;
  const std::size_t count = sizeof(A) / sizeof(int);
  for (std::size_t e = 0; e < count; ++e)
    elements(a)[e] = static_cast<int>(e * e);
  sample::poison(elements(with_jing_ext), count);
  sample::poison(elements(with_fold_all), count);

  jing_ext(with_jing_ext, a);
  fold_all(with_fold_all, a);

  bool equal = true;
  for (std::size_t e = 0; e < count; ++e)
    equal = equal && elements(with_jing_ext)[e] == elements(a)[e] + 1 &&
            elements(with_fold_all)[e] == elements(a)[e] + 1;
  std::printf("rank %d, %5zu elements, last %d + 1 = %d\n",
              static_cast<int>(std::rank_v<A>), count, elements(a)[count - 1],
              elements(with_jing_ext)[count - 1]);
  return equal;
}

int main() {
  bool equal = true;
  equal = check<int[7]>() && equal;
  equal = check<int[2][7]>() && equal;
  equal = check<int[3][2][7]>() && equal;
  equal = check<int[2][3][2][7]>() && equal;
  equal = check<int[4][2][3][2][7]>() && equal;
  equal = check<int[3][4][2][3][2][7]>() && equal;
  equal = check<int[4][3][4][2][3][2][7]>() && equal;
  equal = check<int[5][4][3][4][2][3][2][7]>() && equal;
  return sample::verdict(equal);
}
