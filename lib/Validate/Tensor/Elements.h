//===- Elements.h - Elements of tensor expressions --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An element of a term is an expression over the indices. Sums and windows have
// loops of their own.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_ELEMENTS_H
#define HEDDLE_VALIDATE_TENSOR_ELEMENTS_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// T: stored.
const Node *pointerAt(Reader &R, const Term *T, const Indices &I);
const Node *elementAt(Reader &R, const Term *T, const Indices &I);
/// Body for all indices, the last one fastest.
const Node *loops(Reader &R, llvm::ArrayRef<int64_t> Slots,
                  llvm::ArrayRef<Term::Extent> Over, const Node *Body,
                  bool AsCounters);

} // namespace validate
} // namespace heddle

#endif
