//===- Terms.h - Tensor expressions, put together ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function makes a term of other terms, with its extents and with what it
// requires of them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_TERMS_H
#define HEDDLE_VALIDATE_TENSOR_TERMS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

Term *makeTerm(Reader &R, Term::Kind K, Type T);
const Term *numberTerm(Reader &R, const Node *V);
/// A term that stands for what is not understood.
const Term *unread(Reader &R, const clang::Stmt *S, llvm::StringRef What);

/// New's operands at each index; numbers go with any shape.
const Term *applied(Reader &R, Term *New);
const Term *outer(Reader &R, const Term *A, const Term *B, Type T);
const Term *transpose(Reader &R, const Term *A, int One, int Other, Type T);
const Term *contract(Reader &R, const Term *A,
                     llvm::ArrayRef<std::pair<int, int>> Pairs, Type T);
const Term *slice(Reader &R, const Term *A, llvm::ArrayRef<const Node *> Lower,
                  llvm::ArrayRef<const Node *> Upper,
                  llvm::ArrayRef<const Node *> Step);
/// A: stored.
const Term *select(Reader &R, const Term *A, size_t K, const Node *At);
const Term *pad(Reader &R, const Term *A, llvm::ArrayRef<const Node *> Before,
                llvm::ArrayRef<const Node *> After, const Node *Value);
const Term *conv(Reader &R, const Term *A, const Term *B, Type T);

/// The same with all sums that are operands of others in memory: else they
/// would be computed for each of its elements.
const Term *withoutSums(Reader &R, const Term *A);
/// The same in memory, or in a slot.
const Term *evaluated(Reader &R, const Term *A);
/// Strides of a dense tensor: last dimension fastest.
void denseSteps(Reader &R, Term &T);

} // namespace validate
} // namespace heddle

#endif
