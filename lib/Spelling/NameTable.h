//===- NameTable.h - What the names in a nest mean --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SPELLING_NAMETABLE_H
#define HEDDLE_SPELLING_NAMETABLE_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <utility>

namespace heddle {

/// The names of the nest's text, and those that its kernel has in their place.
struct NameTable {
  /// Each name with the declarations that it means.
  llvm::StringMap<llvm::SmallPtrSet<const clang::Decl *, 2>> NameUse;
  llvm::StringSet<> KernelNames;
  llvm::StringMap<std::string> NameOfPath; ///< by Path::Key
  /// Structures of the function around it that the body declares again, each
  /// behind those that it has.
  std::vector<const clang::CXXRecordDecl *> MovedTypes;
  /// Variables that the nest itself declares.
  llvm::DenseSet<const clang::ValueDecl *> NestDecls;

  /// The text names D.
  void note(const clang::NamedDecl *D) {
    if (const clang::IdentifierInfo *Id = D->getIdentifier())
      NameUse[Id->getName()].insert(D->getCanonicalDecl());
  }
};

/// Where the kernel stands.
struct KernelPlace {
  /// The namespace around it.
  const clang::DeclContext *Context = nullptr;
  /// Its template parameters, by depth and index.
  llvm::DenseMap<std::pair<unsigned, unsigned>, std::string> TemplateParams;

  bool hasTemplateParam(llvm::StringRef Name) const {
    return llvm::any_of(TemplateParams,
                        [&](const auto &P) { return P.second == Name; });
  }
};

/// The declarations of the pattern that the nest's function was instantiated
/// from, by their places.
struct PatternTable {
  bool IsRead = false; ///< filled on first use
  llvm::DenseMap<clang::SourceLocation, const clang::ValueDecl *> Values;
  llvm::DenseMap<clang::SourceLocation, const clang::IfStmt *> Ifs;
};

} // namespace heddle

#endif
