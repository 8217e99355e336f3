//===- Containers.h - Classes whose elements a nest subscripts -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The facts that Heddle knows of std::vector, array, string, span,
// unique_ptr<T[]> and shared_ptr<T[]>, and, with Mdspan.h, of std::mdspan: where the elements
// stand, how many there are, and which member functions only say so. Types are
// recognised, not spellings: aliases and references are looked through. A new
// container is a row in Containers.cpp.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_MEMORY_CONTAINERS_H
#define HEDDLE_READ_MEMORY_CONTAINERS_H

#include "clang/AST/Type.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace clang {
class ASTContext;
class CallExpr;
class Expr;
} // namespace clang

namespace heddle {

/// Elements x[0] ... x[n - 1], each of which its index names in this object
/// alone, or those of several dimensions.
struct Container {
  /// With the const that an element of a const object has.
  clang::QualType Element;
  /// The same as the template around it writes it, or Element.
  clang::QualType Written;
  /// The number of elements, where the type has it.
  std::optional<uint64_t> Extent;
  /// The elements are part of the object itself, like those of T[n]. Otherwise
  /// the object has a pointer to the first one.
  bool Inline = false;
  /// Two objects never have an element in common.
  bool Owns = false;
  /// An element has one index a dimension, and mdspanOf says where it stands
  /// behind the pointer.
  bool ByDimensions = false;
  /// Behind an object: a pointer to the first element, e.g. ".data()".
  llvm::StringRef Data;
  /// Behind an object: the number of elements, empty where it has none to say.
  llvm::StringRef Size;
};

/// Written: the type as the template around it has it, or T. References are
/// looked through. None for other types, std::vector<bool>, and vectors with an
/// allocator of their own.
std::optional<Container> containerOf(const clang::ASTContext &Ctx,
                                     clang::QualType T,
                                     clang::QualType Written);

/// The container that E subscripts by its operator[], or operator() where that
/// takes one index a dimension, an lvalue; null where E does not.
const clang::Expr *subscriptedContainer(const clang::ASTContext &Ctx,
                                        const clang::Expr *E);

/// The container whose number of elements E is, by size(), std::size() or
/// std::ssize(), or that in one dimension, by extent(d); null where E is none.
const clang::Expr *measuredContainer(const clang::ASTContext &Ctx,
                                     const clang::Expr *E);

/// The container to whose first element E is a pointer, by data(), get(),
/// data_handle() or std::data(); null where E is none.
const clang::Expr *pointedContainer(const clang::ASTContext &Ctx,
                                    const clang::Expr *E);

/// Completes "is no container that kernels take:" for a class of the standard
/// library that holds elements elsewhere than Container says; empty for others.
std::string whyNoContainer(const clang::ASTContext &Ctx, clang::QualType T);

/// Completes "cannot be called in a mapped nest:" for member functions of a
/// container that do more than the above; empty for others.
std::string whyNotCalled(const clang::ASTContext &Ctx,
                         const clang::CallExpr *E);

} // namespace heddle

#endif
