// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stands before every text of the fuzzers, precompiled.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <heddle/heddle.h>
#include <heddle/runtime.h>
#include <heddle/tensor.h>
#include <vector>
