//===- TensorTypes.h - The types of <heddle/tensor.h> ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// They are known by their declarations in the namespace heddle, not by their
// spelling. The type of an expression says all of its structure.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_TENSOR_TENSORTYPES_H
#define HEDDLE_READ_TENSOR_TENSORTYPES_H

#include "clang/AST/TemplateBase.h"
#include "clang/AST/Type.h"
#include <optional>
#include <vector>

namespace clang {
class ClassTemplateSpecializationDecl;
class CXXOperatorCallExpr;
class Expr;
class Stmt;
} // namespace clang

namespace heddle {

/// A class template of heddle or of heddle::tensor_detail; null if T is another
/// type. References and qualifiers are passed.
const clang::ClassTemplateSpecializationDecl *heddleTemplate(clang::QualType T);
/// Its name; empty for another type.
llvm::StringRef heddleTemplateName(clang::QualType T);

/// Its arguments, those of packs one by one.
llvm::SmallVector<clang::TemplateArgument, 4>
argumentsOf(const clang::ClassTemplateSpecializationDecl *D);
/// A type that the class names, e.g. "value_type"; null if it has none.
clang::QualType memberType(const clang::ClassTemplateSpecializationDecl *D,
                           llvm::StringRef Name);
/// The known extents of a tensor or view type; dyn is -1.
std::vector<int64_t> declaredExtents(clang::QualType T);

/// The rank that a class of heddle says it has.
std::optional<unsigned> rankOf(const clang::ClassTemplateSpecializationDecl *D);

/// The same of a type that may be none of heddle's: a number has rank 0.
std::optional<unsigned> tensorRank(clang::QualType T);

/// heddle::idx, the name of an index.
bool isIndexType(clang::QualType T);

/// A tensor or a view of one.
bool isTensorType(clang::QualType T);

/// D is declared in the namespace heddle or in one within it.
bool isOfHeddle(const clang::Decl *D);

/// E calls a function of this name in the namespace heddle.
bool isCallTo(const clang::Expr *E, llvm::StringRef Name);

/// S as the assignment of a tensor, of a view or of either with indices; null
/// if it is something else.
const clang::CXXOperatorCallExpr *tensorAssignment(const clang::Stmt *S);
/// S is such an assignment or, in a template, may become one.
bool mayAssignTensor(const clang::Stmt *S);

} // namespace heddle

#endif
