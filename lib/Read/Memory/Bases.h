//===- Bases.h - The arrays and parameters of the kernel --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_BASES_H
#define HEDDLE_READ_MEMORY_BASES_H

#include "Read/NestReader.h"

namespace heddle {

std::optional<unsigned> arrayFor(NestReader &NR, const Path &P,
                                 const clang::Expr *E);

/// The properties that arrays and written scalars have in common; none after an
/// error.
std::optional<ArrayInfo> describeArray(NestReader &NR, const Path &P,
                                       const clang::Expr *E,
                                       clang::QualType Element,
                                       clang::QualType Written);

unsigned addArray(NestReader &NR, const Path &P, ArrayInfo A);

bool refuseThreadLocal(NestReader &NR, const Path &P, const clang::Expr *E);

std::optional<ExprRef> paramFor(NestReader &NR, const Path &P,
                                const clang::Expr *E);

std::optional<ExprRef> paramFor(NestReader &NR, const Path &P,
                                const clang::Expr *E, clang::QualType T,
                                clang::QualType Written,
                                bool LaunchOnly = false);

/// The type of what P is cannot be named at the kernel.
void refuseSpelling(NestReader &NR, const Path &P, const clang::Expr *E);

void leaveRows(NestReader &NR, const Position &P);

/// P is an element of a table, which leads to what stands behind one more
/// subscript.
bool leadsOn(const NestReader &NR, const Position &P);

ExprRef sizeExpr(NestReader &NR, const clang::Expr *E,
                 const clang::Expr *Object);

/// P.size(), of a container at P; Size is how its class spells that.
Path sizeOf(Path P, llvm::StringRef Size);

} // namespace heddle

#endif
