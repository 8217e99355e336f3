//===- TensorTypes.h - Types of tensor expressions --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and classes of the tensor library, as Clang's types have them.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_TENSOR_TENSORTYPES_H
#define HEDDLE_VALIDATE_TENSOR_TENSORTYPES_H

#include "Validate/Read/Reader.h"

namespace heddle {
namespace validate {

/// Whether namespace heddle declares it, its runtime apart.
bool isTensorPart(const clang::Decl *D);
/// The name of such a declaration, else empty.
llvm::StringRef tensorName(const clang::NamedDecl *D);
/// The name of a class of the algebra, else empty.
llvm::StringRef tensorClass(clang::QualType T);

/// The arguments of a class that a template makes; else null.
const clang::TemplateArgumentList *argumentsOf(clang::QualType T);
/// The extents that a tensor or a view declares; -1: known at run time.
std::vector<int64_t> declaredExtents(clang::QualType T);
/// Whether the elements of a tensor stand in the object itself.
bool standsInline(clang::QualType T);
/// The type of the elements of a tensor expression.
Type valueType(const Reader &R, clang::QualType T);

/// The expression that E passes on: without copies, temporaries, std::move and
/// the like.
const clang::Expr *passedOn(const clang::Expr *E);

} // namespace validate
} // namespace heddle

#endif
