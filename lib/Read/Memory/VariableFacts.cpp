//===- VariableFacts.cpp - Which locals change, and which escape ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Memory/VariableFacts.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/ThreadRegions.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace heddle {

VariableFacts::VariableFacts(const FunctionDecl &F) : Ctx(&F.getASTContext()) {
  if (const auto *C = dyn_cast<CXXConstructorDecl>(&F))
    for (const CXXCtorInitializer *I : C->inits())
      visit(I->getInit());
  for (const ParmVarDecl *P : F.parameters())
    addName(P);
  visit(F.getBody());
  // Classified afterwards: a mention's parents are complete only then.
  for (const DeclRefExpr *E : Mentions) {
    Fact &Entry = Facts[variableOf(E->getDecl())->getCanonicalDecl()];
    Entry.Mentions.push_back(E);
    Use U = classify(E);
    if (U == Use::Write || U == Use::WriteAndEscape)
      Entry.Writes.push_back(E);
    if (U == Use::Escape || U == Use::WriteAndEscape)
      Entry.Escapes.push_back(E);
  }
}

// Every statement is visited through children(), which reaches the
// initialisers of declarations, the bodies of lambdas and their captures. A
// mention that it does not reach has no effect that a later read could see,
// with one exception: blocks, which are refused where they are met.
void VariableFacts::visit(const Stmt *S) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    for (const Expr *E : changedByClauses(*D))
      if (const VarDecl *V = variableOf(cast<DeclRefExpr>(E)->getDecl()))
        Facts[V->getCanonicalDecl()].Escapes.push_back(E);
  for (const Stmt *Child : partsOf(S)) {
    Parents.try_emplace(Child, S);
    visit(Child);
  }
  if (const auto *E = dyn_cast<DeclRefExpr>(S)) {
    addName(E->getDecl());
    if (variableOf(E->getDecl()))
      Mentions.push_back(E);
  }
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Declared : D->decls())
      if (const auto *N = dyn_cast<NamedDecl>(Declared))
        addName(N);
}

void VariableFacts::addName(const NamedDecl *D) {
  if (const IdentifierInfo *Id = D->getIdentifier())
    Names[Id->getName()].insert(D->getCanonicalDecl());
}

const Stmt *VariableFacts::scopeOf(const VarDecl *V) const {
  const Stmt *Declaration = V->hasInit() ? parent(V->getInit()) : nullptr;
  return Declaration ? parent(Declaration) : nullptr;
}

bool VariableFacts::isUniquelyNamed(const VarDecl *V) const {
  auto It = V->getIdentifier() ? Names.find(V->getName()) : Names.end();
  return It != Names.end() && It->second.size() == 1 &&
         It->second.contains(V->getCanonicalDecl());
}

bool VariableFacts::isNamed(DeclarationName Name) const {
  const IdentifierInfo *Id = Name.getAsIdentifierInfo();
  return Id && Names.contains(Id->getName());
}

const Expr *VariableFacts::escape(const VarDecl *V) const {
  auto It = Facts.find(V->getCanonicalDecl());
  return It == Facts.end() || It->second.Escapes.empty()
             ? nullptr
             : It->second.Escapes.front();
}

/// Init is a lambda's capture of the variable by reference, and the lambda only
/// reads it.
bool VariableFacts::isCapturedToRead(const Expr *Init, const Fact &Of) const {
  const auto *L = dyn_cast_or_null<LambdaExpr>(parent(Init));
  if (!L)
    return false;
  const auto IsInBody = [&](const Expr *E) {
    return isWithin(E, L->getBody());
  };
  for (auto [Capture, Value] : llvm::zip(L->captures(), L->capture_inits()))
    if (Value == Init)
      return Capture.capturesVariable() && !L->isInitCapture(&Capture) &&
             llvm::none_of(Of.Writes, IsInBody) &&
             llvm::none_of(Of.Escapes, IsInBody);
  return false;
}

SmallVector<const Expr *, 2>
VariableFacts::escapesToChange(const VarDecl *V) const {
  SmallVector<const Expr *, 2> All;
  auto It = Facts.find(V->getCanonicalDecl());
  if (It == Facts.end())
    return All;
  for (const Expr *E : It->second.Escapes)
    if (!isCapturedToRead(E, It->second))
      All.push_back(E);
  return All;
}

const Expr *VariableFacts::escapeToChange(const VarDecl *V) const {
  const SmallVector<const Expr *, 2> All = escapesToChange(V);
  return All.empty() ? nullptr : All.front();
}

ArrayRef<const Expr *> VariableFacts::writes(const VarDecl *V) const {
  auto It = Facts.find(V->getCanonicalDecl());
  if (It == Facts.end())
    return {};
  return It->second.Writes;
}

ArrayRef<const Expr *> VariableFacts::mentions(const VarDecl *V) const {
  auto It = Facts.find(V->getCanonicalDecl());
  if (It == Facts.end())
    return {};
  return It->second.Mentions;
}

bool VariableFacts::isMentionedIn(const VarDecl *V, const Stmt *S) const {
  return llvm::any_of(mentions(V),
                      [&](const Expr *E) { return isWithin(E, S); });
}

SmallVector<const VarDecl *, 8> VariableFacts::writtenIn(const Stmt *S) const {
  llvm::SmallSetVector<const VarDecl *, 8> Found;
  for (const DeclRefExpr *E : Mentions)
    if (const VarDecl *V = variableOf(E->getDecl());
        isWithin(E, S) && llvm::is_contained(writes(V), E))
      Found.insert(V);
  return Found.takeVector();
}

bool VariableFacts::isWithin(const Stmt *Inner, const Stmt *Outer) const {
  for (const Stmt *S = Inner; S; S = parent(S))
    if (S == Outer)
      return true;
  return false;
}

const Expr *VariableFacts::writeWithin(const VarDecl *V, const Stmt *S) const {
  for (const Expr *E : writes(V))
    if (isWithin(E, S))
      return E;
  return nullptr;
}

bool standsAlone(const Stmt *P) {
  return isa_and_nonnull<CompoundStmt, IfStmt, ForStmt, CXXForRangeStmt,
                         WhileStmt, DoStmt, LabelStmt, SwitchStmt, SwitchCase,
                         AttributedStmt, CapturedStmt, OMPExecutableDirective>(
      P);
}

bool isValueTwin(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !F->getIdentifier() || isa<CXXMethodDecl>(F))
    return false;
  StringRef Name = F->getName();
  if (Name == "abs")
    return (F->isInStdNamespace() || F->getBuiltinID()) &&
           E->getNumArgs() == 1 && !F->isTemplateInstantiation();
  unsigned Count = Name == "min" || Name == "max" ? 2 : Name == "clamp" ? 3 : 0;
  if (!F->isInStdNamespace() || !Count || E->getNumArgs() != Count ||
      F->getNumParams() != Count)
    return false;
  // All parameters are `const T &` of the result's T: no comparison functions.
  for (const ParmVarDecl *P : F->parameters())
    if (P->getType().getCanonicalType() !=
            F->getReturnType().getCanonicalType() ||
        !P->getType()->isLValueReferenceType())
      return false;
  return true;
}

// Whether the lvalue S ends up anywhere but in a read or nowhere.
bool VariableFacts::escapesAsLvalue(const Stmt *S) const {
  const Stmt *P = parent(S);
  if (!P || !isa<Expr>(P))
    return !standsAlone(P);
  if (isa<ParenExpr, ExprWithCleanups>(P))
    return escapesAsLvalue(P);
  if (const auto *C = dyn_cast<CastExpr>(P)) {
    if (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_ToVoid)
      return false;
    return C->getCastKind() != CK_NoOp || escapesAsLvalue(C);
  }
  if (const auto *C = dyn_cast<CallExpr>(P); C && isValueTwin(C))
    return C->isGLValue() && escapesAsLvalue(C);
  if (isa<ConditionalOperator>(P))
    return escapesAsLvalue(P);
  if (isa<CallExpr>(P) && makesIota(cast<Expr>(P)))
    return false;
  if (const auto *B = dyn_cast<BinaryOperator>(P))
    if (B->getOpcode() == BO_Comma)
      return B->getLHS() == S ? false : escapesAsLvalue(P);
  return true;
}

/// P takes the pointer or the size that the container S holds, and leaves it as
/// it is.
bool VariableFacts::readsPointerOf(const Stmt *P, const Stmt *S) const {
  const auto *E = dyn_cast_or_null<Expr>(P);
  if (!E)
    return false;
  for (const Expr *Object :
       {subscriptedContainer(*Ctx, E), measuredContainer(*Ctx, E),
        pointedContainer(*Ctx, E)})
    if (Object && isWithin(Object, S) &&
        !containerOf(*Ctx, Object->getType(), Object->getType())->Inline)
      return true;
  return false;
}

/// Init is captured by the lambda of an algorithm that is read as a loop: its
/// body is part of the function like any other statement.
bool VariableFacts::isCapturedByLoop(const Stmt *Init) const {
  const Stmt *Call = nullptr, *Around = parent(Init);
  for (; isa_and_nonnull<clang::Expr>(Around); Around = parent(Around))
    Call = Around;
  const auto *Annotated = dyn_cast_or_null<AttributedStmt>(Around);
  const std::optional<AlgorithmCall> A = Annotated && hasAnnotation(Annotated)
                                             ? algorithmCall(Call)
                                             : std::nullopt;
  const LambdaExpr *L = A ? A->lambda() : nullptr;
  return L && llvm::is_contained(L->capture_inits(), Init);
}

VariableFacts::Use VariableFacts::classify(const DeclRefExpr *E) const {
  const Stmt *S = E;
  for (const Stmt *P = parent(S); P; S = P, P = parent(S)) {
    if (isa<ParenExpr>(P))
      continue;
    if (const auto *C = dyn_cast<ImplicitCastExpr>(P);
        C && C->getCastKind() == CK_NoOp && C->isGLValue())
      continue;
    if (isCapturedByLoop(S))
      return Use::Read;
    if (readsPointerOf(P, S) || readsPointerOf(parent(P), S))
      return Use::Read;
    if (const auto *M = dyn_cast<MemberExpr>(P)) {
      if (M->isArrow() || M->getType()->isFunctionType() ||
          M->hasPlaceholderType(BuiltinType::BoundMember))
        return Use::Escape;
      continue;
    }
    if (isa<UnaryExprOrTypeTraitExpr>(P))
      return Use::Read;
    if (const auto *U = dyn_cast<UnaryOperator>(P)) {
      if (!U->isIncrementDecrementOp())
        return Use::Escape;
      return U->isGLValue() && escapesAsLvalue(U) ? Use::WriteAndEscape
                                                  : Use::Write;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(P)) {
      if (B->isAssignmentOp() && B->getLHS() == S)
        return escapesAsLvalue(B) ? Use::WriteAndEscape : Use::Write;
    }
    return escapesAsLvalue(S) ? Use::Escape : Use::Read;
  }
  return Use::Escape;
}

} // namespace heddle
