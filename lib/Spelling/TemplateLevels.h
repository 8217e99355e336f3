//===- TemplateLevels.h - Templates around a function --------- -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_SPELLING_TEMPLATELEVELS_H
#define HEDDLE_SPELLING_TEMPLATELEVELS_H

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallVector.h"

namespace heddle {

/// One template around the nest.
struct TemplateLevel {
  const clang::TemplateParameterList *List; ///< as named where the nest stands
  llvm::ArrayRef<clang::TemplateArgument> Args;
  /// A function template's pattern and instantiation, or null.
  const clang::FunctionDecl *Pattern = nullptr, *Instance = nullptr;
  const clang::ClassTemplateSpecializationDecl *Class = nullptr;
};

/// Innermost first: the templates that the source of F stands in, with the
/// arguments of this instantiation. False where the two do not match.
bool readLevels(const clang::FunctionDecl *F,
                llvm::SmallVectorImpl<TemplateLevel> &Levels);

/// No argument is a local, unnamed, private or protected type, which nvcc does
/// not take for kernel templates.
bool areNameable(llvm::ArrayRef<clang::TemplateArgument> Args);

} // namespace heddle

#endif
