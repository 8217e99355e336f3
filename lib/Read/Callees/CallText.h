//===- CallText.h - Calls as kernels write them -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_CALLEES_CALLTEXT_H
#define HEDDLE_READ_CALLEES_CALLTEXT_H

#include "Read/NestReader.h"

namespace heddle {

/// Has the kernel call Name, with Arguments behind those of E and its defaults.
void replaceCall(NestReader &NR, const clang::CallExpr *E,
                 const std::string &Name, std::vector<std::string> Arguments);

} // namespace heddle

#endif
