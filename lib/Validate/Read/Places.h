//===- Places.h - Where what rewritten text names is ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An lvalue is a slot of the text around, or an address. Variables from outside
// of what is read are objects of the nest.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_READ_PLACES_H
#define HEDDLE_VALIDATE_READ_PLACES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// Where an lvalue is: in a slot, or in memory.
struct Place {
  bool InSlot = false;
  int64_t Slot = 0;
  const Node *Pointer = nullptr;
};

Place place(Reader &R, const clang::Expr *E);
/// The place of a variable, which E names.
Place variablePlace(Reader &R, const clang::VarDecl *V, const clang::Expr *E);
const Node *valueAt(Reader &R, const Place &P, Type T);
const Node *assign(Reader &R, const Place &P, const Node *V, Type T);
const Node *address(Reader &R, const clang::Expr *E);

/// A new local object that holds E, or V.
const Node *temporary(Reader &R, const clang::Expr *E);
const Node *temporary(Reader &R, const Node *V);

/// Bytes from an object, or from what a pointer points to, to its base.
int64_t baseOffset(const Reader &R, const clang::CastExpr *E);

} // namespace validate
} // namespace heddle

#endif
