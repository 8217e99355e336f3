//===- Clones.h - Functions that kernels have a copy of ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CLONES_H
#define HEDDLE_READ_CALLEES_CLONES_H

#include "Read/NestReader.h"

namespace heddle {

void callClone(NestReader &NR, const clang::CallExpr *E,
              const clang::FunctionDecl *F);

bool standsBehind(const NestReader &NR, const clang::FunctionDecl *Def);

} // namespace heddle

#endif
