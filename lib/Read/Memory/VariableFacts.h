//===- VariableFacts.h - Which locals change, and which escape -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_MEMORY_VARIABLEFACTS_H
#define HEDDLE_READ_MEMORY_VARIABLEFACTS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace clang {
class ASTContext;
class Decl;
class DeclarationName;
class DeclRefExpr;
class Expr;
class FunctionDecl;
class CallExpr;
class NamedDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace heddle {

/// A call of std::min(a, b), std::max(a, b), std::clamp(v, l, h) or
/// std::abs(x): what it does with its arguments is to read them, and the result
/// is one of their values.
bool isValueTwin(const clang::CallExpr *E);

/// An expression that stands directly in P has no use but its effects.
bool standsAlone(const clang::Stmt *P);

/// For every variable that a function's body mentions: where it is assigned,
/// and whether anything but reading and assigning its value happens to it.
/// Conservative: every mention that is not known to be a read or an assignment
/// is an escape (address taken, bound to a reference, captured by one, ...).
class VariableFacts {
public:
  explicit VariableFacts(const clang::FunctionDecl &F);

  /// Null if the variable never escapes, else one place where it does.
  const clang::Expr *escape(const clang::VarDecl *V) const;
  /// The same as escape() for what may change V: a lambda that holds it by reference, and
  /// does nothing but read it, does not. Its reads happen whenever it is
  /// called.
  const clang::Expr *escapeToChange(const clang::VarDecl *V) const;
  /// All of these places, in source order.
  llvm::SmallVector<const clang::Expr *, 2>
  escapesToChange(const clang::VarDecl *V) const;
  /// The assignments, increments and decrements, in source order; the
  /// initialisation is none of them.
  llvm::ArrayRef<const clang::Expr *> writes(const clang::VarDecl *V) const;
  /// All names of it, in source order.
  llvm::ArrayRef<const clang::Expr *> mentions(const clang::VarDecl *V) const;
  bool isMentionedIn(const clang::VarDecl *V, const clang::Stmt *S) const;
  /// Variables with a write inside S, in source order, once each.
  llvm::SmallVector<const clang::VarDecl *, 8>
  writtenIn(const clang::Stmt *S) const;
  /// One of the writes that stands inside S, or null.
  const clang::Expr *writeWithin(const clang::VarDecl *V,
                                 const clang::Stmt *S) const;
  /// The statement directly around S, or null.
  const clang::Stmt *parent(const clang::Stmt *S) const {
    return Parents.lookup(S);
  }
  /// The statement directly around the declaration of V, which has an initial
  /// value; else null.
  const clang::Stmt *scopeOf(const clang::VarDecl *V) const;
  /// No other variable of the function has V's name, so that the name means V
  /// wherever V lives.
  bool isUniquelyNamed(const clang::VarDecl *V) const;
  /// The function mentions or declares something of this name.
  bool isNamed(clang::DeclarationName Name) const;
  bool isWithin(const clang::Stmt *Inner, const clang::Stmt *Outer) const;

private:
  enum class Use { Read, Write, WriteAndEscape, Escape };
  struct Fact {
    llvm::SmallVector<const clang::Expr *, 2> Writes, Escapes, Mentions;
  };

  void visit(const clang::Stmt *S);
  void addName(const clang::NamedDecl *D);
  Use classify(const clang::DeclRefExpr *E) const;
  bool escapesAsLvalue(const clang::Stmt *S) const;
  bool isCapturedByLoop(const clang::Stmt *Init) const;
  bool isCapturedToRead(const clang::Expr *Init, const Fact &Of) const;
  bool readsPointerOf(const clang::Stmt *P, const clang::Stmt *S) const;

  const clang::ASTContext *Ctx;
  llvm::DenseMap<const clang::VarDecl *, Fact> Facts;
  llvm::DenseMap<const clang::Stmt *, const clang::Stmt *> Parents;
  llvm::SmallVector<const clang::DeclRefExpr *, 32> Mentions;
  llvm::StringMap<llvm::SmallPtrSet<const clang::Decl *, 1>> Names;
};

} // namespace heddle

#endif
