//===- Records.h - Elements that are structures -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_RECORDS_H
#define HEDDLE_READ_MEMORY_RECORDS_H

#include "Read/NestReader.h"

namespace heddle {

/// The number of scalars in a value of type T; none where kernels do not take
/// such a structure, and Why then.
std::optional<uint64_t> scalarsIn(const NestReader &NR, clang::QualType T,
                                  std::string &Why);

/// T is a structure of numbers that kernels take, and no complex number.
bool isRecord(const NestReader &NR, clang::QualType T);

/// P is a place within a structure that is an element.
bool isInRecord(const NestReader &NR, const Position &P);

std::optional<Position> field(NestReader &NR, const clang::MemberExpr *E,
                              bool Evaluate);

/// E names a structure of numbers from outside, which is no element: the only
/// one of an array then, which the nest may read.
bool isWholeRecord(NestReader &NR, const clang::Expr *E);

/// Reports stores to such a structure, and to what may be a part of it.
void checkWholeRecords(NestReader &NR);

bool refuseWhole(NestReader &NR, const clang::Expr *E);

/// Reads or writes all scalars of the structure E, which is at P.
void accessWhole(NestReader &NR, const Position &P, const clang::Expr *E,
                 AccessMode Mode);

} // namespace heddle

#endif
