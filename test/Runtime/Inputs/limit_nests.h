//===- limit_nests.h - launches of limits.cpp -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef LIMIT_NESTS_H
#define LIMIT_NESTS_H

// Each iteration writes one element, and all elements lie side by side.
void line(char *a, long n);
void line_folded(char *a, long n);
void line_unsigned(char *a, unsigned n);
void line_by_threes(char *a, long n);
void plane(char *a, int n, int m);
void plane_jing(char *a, int n, int m);
void plane_folded(char *a, long n, long m);
void plane_unsigned(char *a, unsigned n, unsigned m);
void box(char *a, int n, int m, int l);
void box_jing(char *a, int n, int m, int l);
void six(char *a, int n, int m);
/// As many blocks along y as rows.
void rows(char *a, int n, int m);
/// A thread of a block for each column.
void columns(char *a, int n, int m);
/// How often its loop runs, and a[0], which says where.
long count(const char *a, long n);

#endif
