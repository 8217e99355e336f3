//===- mdspan.h - The gallery's, where tests look for it ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "../../../samples/gallery/mdspan.h"
