//===- Privates.h - Variables that are an iteration's own -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C programs declare counters and temporaries in front of the loops. A variable
// of the function around the nest is private to an iteration where each
// iteration writes it before it reads it, and where nothing behind the nest
// reads what the nest has left in it: kernels and CPU threads then have one
// each. Privatization in this sense: Feautrier, "Array Expansion", and Tu and
// Padua, "Automatic Array Privatization".
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_PRIVATES_H
#define HEDDLE_READ_LOOPS_PRIVATES_H

#include "Read/NestReader.h"

namespace heddle {

/// Before the walk: finds them, and makes them variables of the nest's own.
void findPrivates(NestReader &NR);

/// The variable from outside that the init of a `for` assigns, with the value:
/// `for (i = 0; ...)`. Null: it assigns none.
std::pair<const clang::VarDecl *, const clang::Expr *>
assignedCounter(const clang::ForStmt *For);

/// The loop begins with a value for V that does not depend on V.
bool isCountedBy(const NestReader &NR, const clang::Stmt *Loop,
                 const clang::VarDecl *V);

/// Whether the loop mentions V in a part that it evaluates apart from its body.
bool isInHeader(const NestReader &NR, const clang::Stmt *For,
                const clang::VarDecl *V);

/// Loops that are nested perfectly as far as their text goes, outermost first.
std::vector<const clang::Stmt *> perfectLoops(const clang::Stmt *Outermost);

/// After the walk: where the text declares them, and their names for the
/// launch.
void declarePrivates(NestReader &NR);

/// The private V is to be declared in the body of the nest, before the first
/// statement that mentions it, and not in headers of loops.
bool isDeclaredInBody(const NestReader &NR, const clang::VarDecl *V);

/// Says of V, which the nest writes, why it is not private.
void notePrivate(NestReader &NR, const clang::ValueDecl *V, Diagnostic &D);

} // namespace heddle

#endif
