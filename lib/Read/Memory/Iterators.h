//===- Iterators.h - Iterators of containers as pointers --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The iterators of std::vector, std::span and std::string, which kernels have
// as pointers to the elements.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_ITERATORS_H
#define HEDDLE_READ_MEMORY_ITERATORS_H

#include "Read/NestReader.h"

namespace heddle {

/// T is the class of such iterators, of the library in use.
bool isIterator(clang::QualType T);

/// The type of the object to which such an iterator, or a pointer, of type T
/// leads.
clang::QualType pointee(clang::QualType T);

/// The same of the type of V.
clang::QualType pointee(const clang::VarDecl *V);

/// The container or array at an end of which `x.begin()` or `std::end(x)` is;
/// null: E is something else. IsEnd: at which end.
const clang::Expr *containerAt(const clang::Expr *E, bool &IsEnd);

/// Where `x.begin()`, `std::end(x)` or `x.begin() + n` leads; nothing is
/// evaluated, and what is not understood is no error.
std::optional<Position> iteratorPlace(NestReader &NR, const clang::Expr *E);

/// How many elements a container has, as the source says it, of all of which
/// First and Last are the ends; none: they are other iterators.
std::optional<std::string> sizeBetween(const NestReader &NR,
                                       const clang::Expr *First,
                                       const clang::Expr *Last);

/// E names an iterator of which only the element is used: `*i`, `i->x`, `i[n]`.
bool isIteratorElement(const NestReader &NR, const clang::Expr *E);

/// `i - v.begin()`, of two iterators; null: E is something else.
const clang::CXXOperatorCallExpr *iteratorDifference(const clang::Expr *E);

/// Its value in 64 bits; null: they do not lead into one array, or nobody knows
/// where. Iterators that a header of the nest moves are known.
ExprRef differenceExpr(NestReader &NR, const clang::CXXOperatorCallExpr *E);

/// Evaluates such a difference; false: E is something else, or not known.
bool readDifference(NestReader &NR, const clang::CallExpr *E);

/// E names an iterator as one side of such a difference.
bool isInDifference(const NestReader &NR, const clang::Expr *E);

/// The call by which `*i`, `i->` or `i[n]` uses an iterator that stands for a
/// pointer in the nest; null: E is something else.
const clang::CXXOperatorCallExpr *iteratorUse(const NestReader &NR,
                                              const clang::Expr *E);

/// The element, or that before `->`, of such a call.
std::optional<Position> iteratorElement(NestReader &NR,
                                        const clang::CXXOperatorCallExpr *Call,
                                        bool Evaluate);

} // namespace heddle

#endif
