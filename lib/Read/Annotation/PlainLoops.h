//===- PlainLoops.h - Loops that could be annotated ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_ANNOTATION_PLAINLOOPS_H
#define HEDDLE_READ_ANNOTATION_PLAINLOOPS_H

#include "Read/Annotation/Collect.h"
#include "Read/Annotation/LoopPragmas.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle {

/// A `for` of either kind without annotation, neither in nor around a statement
/// that has one.
struct PlainLoop {
  /// As if the loop had [[heddle::map]], and [[heddle::reduce]] with the names
  /// of Pragma that the loop uses. Such annotations are at no place of the
  /// source; each is said to be at the word `for`.
  AnnotatedPlace Place;
  LoopPragma Pragma;
  /// Arrays that the loop stores to, of which each of the threads that share it
  /// has its own.
  std::vector<std::string> OwnArrays;
  /// The same place, with [[heddle::private]] for these, and [[heddle::reduce]]
  /// also with what pragmas have threads update in any order. No instances:
  /// there is neither.
  AnnotatedPlace Claimed;
  /// Into the list: the next loop around this one that is in it.
  std::optional<size_t> Outer;
};

/// All such loops of functions in the order of the source, in templates with
/// all instances; those of system headers are left out. The statements that are
/// made belong to the context.
std::vector<PlainLoop> plainLoops(clang::ASTContext &Context,
                                  const LoopPragmas &Pragmas);

} // namespace heddle

#endif
