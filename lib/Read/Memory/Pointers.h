//===- Pointers.h - Subscripts and pointers to positions --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_POINTERS_H
#define HEDDLE_READ_MEMORY_POINTERS_H

#include "Read/NestReader.h"

namespace heddle {

/// Evaluate: also read() the index expressions. Reports what it refuses.
std::optional<Position> pointer(NestReader &NR, const clang::Expr *E,
                                bool Evaluate);

/// Says ID of E, whose message takes the text of E; empty.
std::optional<Position> refused(NestReader &NR, const clang::Expr *E,
                                DiagID ID);

std::optional<Position> lvalue(NestReader &NR, const clang::Expr *E,
                               bool Evaluate);

std::optional<Position>
pointerVariable(NestReader &NR, const clang::DeclRefExpr *E, bool Evaluate);

/// V is a pointer that the nest declares and moves by `++`, `--`, `+=` and `-=`
/// alone: it stays in what its initialiser points into.
bool walks(const NestReader &NR, const clang::VarDecl *V);

/// The result of Read, and its reports, which are not said of the nest.
std::pair<std::optional<Position>, Report>
attempt(NestReader &NR, llvm::function_ref<std::optional<Position>()> Read);

/// The arrays and parameters of a nest before something outside of it is read,
/// which may turn out to be of no use.
class LookAhead {
public:
  explicit LookAhead(NestReader &NR);
  /// Forgets those that have been added since. Once.
  void takeBack();

private:
  NestReader &NR;
  size_t Arrays, Params;
  ArrayTable Before;
};

std::optional<Position> base(NestReader &NR, const clang::Expr *E,
                             bool Evaluate);

std::optional<Position> container(NestReader &NR, const clang::Expr *Object,
                                  bool Evaluate);

const clang::Expr *indexOf(const NestReader &NR, const clang::Expr *E);

void readSubscript(NestReader &NR, const clang::Expr *E);

std::string pointerText(const NestReader &NR, const Position &P);

} // namespace heddle

#endif
