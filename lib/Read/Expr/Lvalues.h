//===- Lvalues.h - Uses of variables, members and elements ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_EXPR_LVALUES_H
#define HEDDLE_READ_EXPR_LVALUES_H

#include "Read/NestReader.h"

namespace heddle {

void useLvalue(NestReader &NR, const clang::Expr *E, AccessMode Mode,
               llvm::StringRef Op = {});

void useElement(NestReader &NR, const clang::Expr *E, AccessMode Mode,
                llvm::StringRef Op);

/// A read of P in the loops and under the conditions that are read now, without
/// its text.
Access accessHere(const NestReader &NR, const Position &P);

/// P, which E names, is an element of a table that is followed to what it leads
/// to, or that a reference is bound to.
void recordRowLoad(NestReader &NR, const Position &P, const clang::Expr *E);

/// Forgets the loads of pointers to rows that an access of an element implies.
/// A nest that has others is one piece.
void finishRowLoads(NestReader &NR);

/// A read or a write of P, which the text of the nest names nowhere, but texts
/// that are put into it do: there, it reads Text. Where: what it is said of.
/// Returns its number.
unsigned recordUnnamed(NestReader &NR, const Position &P, bool IsWrite,
                       const clang::Stmt *Where, std::string Text);

void recordAccess(NestReader &NR, const Position &P, const clang::Expr *E,
                  AccessMode Mode, llvm::StringRef Op);

} // namespace heddle

#endif
