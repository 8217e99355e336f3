//===- claims.h - what only the user of a loop knows ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// REAL_CLAIM(extent(x, n), independent(y)) stands in front of loops that can be
// taken with such a fact alone. It is nothing unless REAL_CLAIMS is defined.
//
//   extent(x, n)    x points to n elements
//   independent(x)  no two iterations touch one element of x, but to read it
//   rows(a, n, m)   a points to n pointers to m elements each, apart
//   private_(t)     each iteration sets t before it reads it
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_REAL_CLAIMS_H
#define HEDDLE_TEST_REAL_CLAIMS_H

#ifdef REAL_CLAIMS
#define REAL_CLAIM(...) [[using heddle : __VA_ARGS__]]
#else
#define REAL_CLAIM(...)
#endif

#endif // HEDDLE_TEST_REAL_CLAIMS_H
