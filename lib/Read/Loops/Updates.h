//===- Updates.h - Steps of reductions on elements, as calls ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_UPDATES_H
#define HEDDLE_READ_LOOPS_UPDATES_H

#include "Read/NestReader.h"

namespace heddle {

void addUpdate(NestReader &NR, unsigned Array, const ReductionStep &Step);

void addSeen(NestReader &NR, unsigned Array, const clang::Expr *E,
             const ReductionStep &Step);

void finishUpdates(NestReader &NR);

} // namespace heddle

#endif
