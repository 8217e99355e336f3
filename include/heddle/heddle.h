//===- heddle.h - All that an annotated program needs -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   #include <heddle/heddle.h>
//   using namespace heddle;
//
//   HEDDLE(bounds(n), map(GridBlock(1, SplitLast(32, ShiftLB(Gen)))))
//   for (int i = 0; i < n; ++i)
//     y[i] = a * x[i];
//
// Annotations never change what a program computes: a compiler that does not
// know them leaves them out.
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_HEDDLE_H
#define HEDDLE_HEDDLE_H

#include "heddle/cover.h"
#include "heddle/index_space.h"
#include "heddle/mapping.h"
#include "heddle/runtime.h"
#include "heddle/strategy.h"
#include "heddle/thread_space.h"

/// HEDDLE(bounds(...), map(...), ...), before a `for`: the annotations of that
/// loop nest for compilers that know them, nothing for others.
#ifdef __has_cpp_attribute
#if __has_cpp_attribute(heddle::map)
#define HEDDLE(...) [[using heddle: __VA_ARGS__]]
#endif
#endif
#ifndef HEDDLE
#define HEDDLE(...)
#endif

/// HEDDLE_ASSUME(condition); promises the compiler, and the verification of the
/// nests after it in the same block, that the condition holds there; the
/// program is undefined where it does not. The condition must have no effects.
#if defined(__clang__)
#define HEDDLE_ASSUME(...) __builtin_assume(__VA_ARGS__)
#elif defined(_MSC_VER)
#define HEDDLE_ASSUME(...) __assume(__VA_ARGS__)
#elif defined(__GNUC__)
#define HEDDLE_ASSUME(...)                                                     \
  do {                                                                         \
    if (!(__VA_ARGS__))                                                        \
      __builtin_unreachable();                                                 \
  } while (false)
#else
#define HEDDLE_ASSUME(...) static_cast<void>(0)
#endif

#endif // HEDDLE_HEDDLE_H
