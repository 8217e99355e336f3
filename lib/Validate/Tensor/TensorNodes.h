//===- TensorNodes.h - Nodes of tensor statements ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that tensor statements compute before their elements, and what they
// require of shapes.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_TENSORNODES_H
#define HEDDLE_VALIDATE_TENSOR_TENSORNODES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

const Node *integer(Reader &R, int64_t V);
/// V, computed once before all elements.
const Node *kept(Reader &R, const Node *V);
Term::Extent keptExtent(Reader &R, const Node *V, const Node *Of);
/// Than and By.
Term::Extent longerExtent(Reader &R, const Term::Extent &Than, const Node *By);
/// A sum, a difference or a product, of constants a constant.
const Node *folded(Reader &R, Op What, const Node *A, const Node *B);
/// A comparison.
const Node *relation(Reader &R, Op What, const Node *A, const Node *B);
/// The sum of V for slot Slot from 0 below Count.
const Node *sum(Reader &R, const Node *Count, int64_t Slot, const Node *V,
                Type T);

/// Where Condition does not hold the statement ends in an exception, or needs
/// what only the library does.
void require(Reader &R, const Node *Condition, llvm::StringRef Else);
void agree(Reader &R, Term::Extent A, Term::Extent B);

} // namespace validate
} // namespace heddle

#endif
