//===- Assumptions.h - What is known before the nest ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_ASSUMPTIONS_H
#define HEDDLE_READ_ANNOTATION_ASSUMPTIONS_H

#include "Read/NestReader.h"

namespace heddle {

void readAssumptions(NestReader &NR);

} // namespace heddle

#endif
