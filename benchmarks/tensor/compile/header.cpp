// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the header alone costs.

#include <heddle/tensor.h>
