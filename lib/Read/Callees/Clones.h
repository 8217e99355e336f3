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

/// Why a copy of Def could not be called like it, with these Arguments; empty if
/// it can.
std::string whyNotCopied(const NestReader &NR, const clang::FunctionDecl *Def,
                         llvm::ArrayRef<const clang::Expr *> Arguments);

/// The argument that a call leaves out, as a literal; the copy has no defaults.
std::optional<std::string> defaultText(const NestReader &NR,
                                       const clang::CXXDefaultArgExpr *A);

/// Reads In.Function, body and signature; what is wrong with it beyond what has
/// been reported, else empty.
std::string readCallee(NestReader &NR, DeviceClone &Copy);

/// Writes In.Function as it is at the kernel, after it has been read.
void writeCopy(const NestReader &NR, DeviceClone &Copy);

/// Its name; that of an equal one where there is one already.
const std::string &addFunction(NestReader &NR, DeviceClone Copy,
                               llvm::StringRef Called);

/// One of the accesses from First on is a write.
bool writesBehind(const LoopNest &M, size_t First);

/// The limit on the copies that are read for calls in calls, in one nest.
constexpr unsigned MaxCopies = 200;

} // namespace heddle

#endif
