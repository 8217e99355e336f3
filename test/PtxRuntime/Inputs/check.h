// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs of these tests have this in common.
#pragma once

#include <cstdio>
#include <cstdlib>

inline int failures = 0;

/// Says where a condition does not hold; main returns `failures`.
#define CHECK(...)                                                             \
  do {                                                                         \
    if (!(__VA_ARGS__)) {                                                      \
      std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__);                    \
      ++failures;                                                              \
    }                                                                          \
  } while (false)

/// The call gives this error.
#define GIVES(error, ...)                                                      \
  do {                                                                         \
    const cudaError_t given = (__VA_ARGS__);                                   \
    if (given != (error)) {                                                    \
      std::printf("line %d: %s gives %s\n", __LINE__, #__VA_ARGS__,            \
                  cudaGetErrorName(given));                                    \
      ++failures;                                                              \
    }                                                                          \
  } while (false)

#define OK(...) GIVES(cudaSuccess, __VA_ARGS__)
