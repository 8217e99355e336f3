//===- ValueText.h - A tree of values as C++ -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_VALUETEXT_H
#define HEDDLE_EMIT_VALUETEXT_H

#include "IR/LoopNest.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

/// A name behind its type, as a declaration has them.
std::string declared(const std::string &Type, const std::string &Name);

/// V as C++: the bytes of N.Text wherever the tree stands for some, its own
/// spelling, with the parentheses that it needs, elsewhere. Copies: names of
/// the copies that a launch makes, for values that name one.
std::string valueText(const Value &V, const LoopNest &N, TextOf Which,
                      llvm::ArrayRef<std::string> Copies = {});

} // namespace heddle

#endif
