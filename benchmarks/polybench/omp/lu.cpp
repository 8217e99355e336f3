//===- lu.cpp - by hand, with OpenMP --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

namespace by_hand {

void lu(matrix<double> a) { decompose(a.data_handle(), a.extent(0)); }

} // namespace by_hand

#include "polybench/lu.cpp"
