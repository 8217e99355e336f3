//===- fault_nests.h - launches that faults.cpp makes fail ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FAULT_NESTS_H
#define FAULT_NESTS_H

void fill(double *y, int n, double a);
void axpy(double *y, const double *x, int n, double a);
/// The first n elements take their neighbours' values, from a copy.
void shift(double *y, int n);
void split(double *low, double *high, const double *x, int n);
double sum(const double *x, int n, double start);
/// Two variables, and an array that the same loop writes.
void sum_and_scale(double *y, int n, double &s, unsigned &negative);
/// count[i % 7] += x[i]: elements that threads share.
void residues(unsigned *count, const unsigned *x, int n);
/// y[i] += the sum of row i.
void row_sums(double *y, const double *a, int n, int m);

/// Four launches whose arrays stay on the device: y += 0.5 x, y[3] += 1 on the
/// host, z += 2 y, and the sum of z is added to s.
void several(double *y, double *z, const double *x, int n, double &s);

#endif
