//===- EffectReader.h - Reads one statement of the host --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_READ_BLOCK_EFFECTREADER_H
#define HEDDLE_READ_BLOCK_EFFECTREADER_H

#include "Read/Block/HostCalls.h"
#include "Read/Block/HostEffects.h"
#include "Read/Block/Within.h"

namespace heddle {

/// `a = b` of objects that are copied byte by byte.
bool isPlainAssignment(const clang::CallExpr *C);

/// Finds the effects of one statement, as hostUse() and launchUse() say.
class EffectReader {
public:
  EffectReader(const clang::ASTContext &Ctx, const VariableFacts &Facts,
               EffectOfCall Callee, const clang::Stmt *Whole)
      : Ctx(Ctx), Facts(Facts), Callee(Callee), Whole(Whole) {}

  void visit(const clang::Stmt *S);
  void visitLaunch(const clang::Stmt *S);
  HostUse take() { return std::move(Out); }

private:
  void visitParts(const clang::Stmt *S) {
    for (const clang::Stmt *Part : S->children())
      visit(Part);
  }
  void access(const clang::Expr *E, bool Write);
  void object(const clang::Expr *E, bool Write, bool Elements = false);
  void ownMembers(const clang::CallExpr *C, bool Write);
  void parameter(const clang::Expr *Call, const clang::Expr *Argument,
                 const ParameterUse &Use);
  bool isVariable(const clang::VarDecl *V,
                  const clang::DeclRefExpr *Name) const;
  bool standsFor(const clang::Expr *E, bool Write);
  void memory(const clang::Expr *E, bool Write);
  void visitCall(const clang::CallExpr *C);
  void visitLaunchedCall(const clang::CallExpr *C);
  void visitConstruct(const clang::CXXConstructExpr *C);
  void visitDeclarations(const clang::DeclStmt *S);
  void visitExpr(const clang::Expr *E);
  bool visitBranches(const clang::Expr *E);
  bool isOwn(const clang::VarDecl *V) const;
  bool isPlace(const clang::Expr *E) const;
  bool isElement(const clang::Expr *E);
  bool isSteady(const clang::Expr *E);
  bool staysAsItIs(const clang::Expr *Place);
  bool isSwapped(const clang::Expr *E) const;
  const clang::Expr *arrayOf(const clang::Expr *E);
  void does(HostEffect Effect, const clang::Stmt *Cause,
            const llvm::Twine &Why) {
    if (Effect <= Out.Does)
      return;
    Out.Does = Effect;
    Out.Cause = Cause;
    Out.Why = Why.str();
  }

  /// A call in the statement may change where elements are.
  bool shuffles() {
    if (!Shuffles)
      Shuffles = shufflesBeside(nullptr);
    return *Shuffles;
  }
  /// A call other than this one.
  bool shufflesBeside(const clang::Expr *Known) const {
    return holdsWithin(Whole, [&](const clang::Stmt *S) {
      const auto *C = llvm::dyn_cast<clang::CallExpr>(S);
      return C && C != Known && !isPlainAssignment(C) &&
             (movesThings(C) || !knownCall(Ctx, C));
    });
  }

  const clang::ASTContext &Ctx;
  const VariableFacts &Facts;
  EffectOfCall Callee;
  const clang::Stmt *Whole;
  std::optional<bool> Shuffles;
  /// The elements that a nest's body names are arguments of its launch.
  bool InLaunch = false;
  bool Outermost = true; ///< no loop of the nest is around the part at hand
  /// The part at hand may run, or not, or several times.
  bool Conditional = false;
  HostUse Out;
};

} // namespace heddle

#endif
