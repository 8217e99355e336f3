//===- DeviceCopies.h - Functions that kernels have a copy of ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_DEVICECOPIES_H
#define HEDDLE_READ_CALLEES_DEVICECOPIES_H

#include "Read/NestReader.h"

namespace heddle {

void callCopy(NestReader &NR, const clang::CallExpr *E,
              const clang::FunctionDecl *F);

bool standsBehind(const NestReader &NR, const clang::FunctionDecl *Def);

} // namespace heddle

#endif
