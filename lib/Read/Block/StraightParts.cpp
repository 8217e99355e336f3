//===- StraightParts.cpp - Nests that run one after another ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A nest that takes a number by another way than a variable's name, through a
// reference or a function of the user's, may take any that has changed.
//===----------------------------------------------------------------------===//
#include "Read/Block/StraightParts.h"
#include "Read/Block/HostEffects.h"
#include "Read/Block/Within.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace heddle {

namespace {

using Decls = llvm::SmallPtrSet<const ValueDecl *, 16>;

/// The variable or member that E names, if it does.
const ValueDecl *named(const Stmt *E) {
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return dyn_cast<VarDecl>(D->getDecl());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return dyn_cast<FieldDecl>(M->getMemberDecl());
  return nullptr;
}

bool isNumberOrPointer(QualType T) {
  T = T.getNonReferenceType();
  return T->isScalarType() || T->isEnumeralType();
}

/// D stands for some other variable, which may be any.
bool isReference(const ValueDecl *D) {
  return D->getType()->isReferenceType() && isNumberOrPointer(D->getType());
}

void addDeclared(const Stmt *S, Decls &To) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        To.insert(V);
  for (const Stmt *Part : S->children())
    if (Part)
      addDeclared(Part, To);
}

/// Variables and members.
struct Named {
  Decls All;
  /// Numbers are taken by another way, too.
  bool Indirect = false;
};

/// F is the user's: it may read whatever it likes.
bool isOfUser(const ASTContext &Ctx, const FunctionDecl *F) {
  if (!F)
    return true;
  if (F->isInStdNamespace() || F->getBuiltinID() != 0 ||
      Ctx.getSourceManager().isInSystemHeader(F->getLocation()))
    return false;
  for (const DeclContext *C = F->getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C);
        N && N->getName() == "heddle" && N->getParent()->isTranslationUnit())
      return false;
  return true;
}

void addNamed(const ASTContext &Ctx, const Stmt *S, Named &To) {
  if (const ValueDecl *D = named(S)) {
    To.All.insert(D);
    To.Indirect |= isReference(D);
  }
  if (const auto *C = dyn_cast<CallExpr>(S))
    To.Indirect |= isOfUser(Ctx, C->getDirectCallee());
  if (const auto *C = dyn_cast<CXXConstructExpr>(S))
    To.Indirect |=
        isOfUser(Ctx, C->getConstructor()) && !C->getConstructor()->isTrivial();
  for (const Stmt *Part : S->children())
    if (Part)
      addNamed(Ctx, Part, To);
}

/// D may have changed; so have all members of a union.
void addChanged(const ValueDecl *D, Decls &To) {
  To.insert(D);
  if (const auto *F = dyn_cast<FieldDecl>(D); F && F->getParent()->isUnion())
    for (const FieldDecl *Other : F->getParent()->fields())
      To.insert(Other);
}

/// The numbers and pointers of which S does more than to read the value.
/// Objects: also all objects of classes, of which S does more than to read a
/// member.
void addChanged(const Stmt *S, bool Objects, Decls &To,
                const Stmt *Around = nullptr) {
  if (const ValueDecl *D = named(S)) {
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Around);
    const bool IsRead = Cast && (Cast->getCastKind() == CK_LValueToRValue ||
                                 Cast->getCastKind() == CK_ArrayToPointerDecay);
    const bool IsMember = Around && isa<MemberExpr>(Around);
    if (isNumberOrPointer(D->getType()) ? !IsRead
                                        : Objects && !IsMember && !IsRead)
      addChanged(D, To);
  }
  for (const Stmt *Part : S->children())
    if (Part)
      addChanged(Part, Objects, To, isa<ParenExpr>(S) ? Around : S);
}

bool meet(const Decls &A, const Decls &B) {
  return llvm::any_of(A, [&](const ValueDecl *D) { return B.contains(D); });
}

/// S may not come to its end, or be entered in its middle.
bool mayLeave(const Stmt *S) {
  return holdsWithin(S, [](const Stmt *Part) {
    return isa<ReturnStmt, BreakStmt, ContinueStmt, GotoStmt, IndirectGotoStmt,
               CoreturnStmt, CXXThrowExpr, LabelStmt, SwitchCase>(Part);
  });
}

class Walker {
public:
  Walker(const ASTContext &Ctx, const VariableFacts &Facts,
         llvm::function_ref<bool(const AttributedStmt *)> IsNest)
      : Ctx(Ctx), Facts(Facts), IsNest(IsNest) {}

  void walk(const Stmt *S, bool Always);
  std::vector<StraightPart> take() {
    end();
    return std::move(Out);
  }

private:
  void end() {
    if (!Now.Nests.empty())
      Out.push_back(std::move(Now));
    Now = {};
    Changed.clear();
  }
  void nest(const AttributedStmt *S, bool Always);
  bool goesPast(const Stmt *S) const;
  void pass(const Stmt *S);
  bool takesChanged(const Named &Of) const {
    return meet(Of.All, Changed) || (Of.Indirect && !Changed.empty()) ||
           (!Of.All.empty() && llvm::any_of(Changed, isReference));
  }

  const ASTContext &Ctx;
  const VariableFacts &Facts;
  llvm::function_ref<bool(const AttributedStmt *)> IsNest;
  StraightPart Now;
  Decls Changed; ///< from the first of its nests on
  std::vector<StraightPart> Out;
};

void Walker::nest(const AttributedStmt *S, bool Always) {
  Named Of;
  Decls Own, Changes;
  addDeclared(S, Own);
  addNamed(Ctx, S->getSubStmt(), Of);
  addChanged(S->getSubStmt(), /*Objects=*/false, Changes);
  for (const ValueDecl *D : Own) {
    Of.All.erase(D);
    Changes.erase(D);
  }
  const auto IsOther = [&](const ValueDecl *D) {
    const auto *V = dyn_cast<VarDecl>(D);
    const auto Known = V ? Now.Names.find(V->getName()) : Now.Names.end();
    return Known != Now.Names.end() && Known->second != V;
  };
  if (takesChanged(Of) || llvm::any_of(Of.All, IsOther))
    end();
  if (Now.Nests.empty())
    Now.Always = Always;
  Now.Nests.push_back(S);
  for (const ValueDecl *D : Of.All)
    if (const auto *V = dyn_cast<VarDecl>(D))
      Now.Names.try_emplace(V->getName(), V);
  Changed.insert(Changes.begin(), Changes.end());
}

/// S comes to its end, and does nothing to memory that a nest may touch.
bool Walker::goesPast(const Stmt *S) const {
  if (isa<NullStmt>(S))
    return true;
  return isa<clang::Expr, DeclStmt>(S) && !mayLeave(S) &&
         !holdsWithin(S,
                      [&](const Stmt *P) {
                        const auto *A = dyn_cast<AttributedStmt>(P);
                        return A && IsNest(A);
                      }) &&
         hostUse(
             Ctx, Facts,
             [](const FunctionDecl *) -> std::optional<CallEffect> {
               return std::nullopt;
             },
             S)
             .isNothing();
}

/// A variable that is made of others which have changed has not been the same
/// from the first nest on.
void Walker::pass(const Stmt *S) {
  addChanged(S, /*Objects=*/true, Changed);
  const auto *D = dyn_cast<DeclStmt>(S);
  Named Of;
  addNamed(Ctx, S, Of);
  if (D && takesChanged(Of))
    addDeclared(S, Changed);
}

/// Always: S runs whenever the program, or the turn of its loop, does.
void Walker::walk(const Stmt *S, bool Always) {
  if (!S)
    return;
  if (const auto *A = dyn_cast<AttributedStmt>(S); A && IsNest(A))
    return nest(A, Always);
  if (goesPast(S))
    return pass(S);
  end();
  const bool IsBlock = isa<CompoundStmt>(S);
  for (const Stmt *Part : S->children()) {
    walk(Part, Always && IsBlock);
    const auto *A = dyn_cast_or_null<AttributedStmt>(Part);
    Always = Always && Part && ((A && IsNest(A)) || !mayLeave(Part));
    // Only statements of a block run one after another, for certain.
    if (!IsBlock)
      end();
  }
  end();
}

/// The part of a loop that runs in each turn; S, if it is none.
const Stmt *turnOf(const Stmt *S) {
  if (const auto *F = dyn_cast<ForStmt>(S))
    return F->getBody();
  if (const auto *W = dyn_cast<WhileStmt>(S))
    return W->getBody();
  if (const auto *D = dyn_cast<DoStmt>(S))
    return D->getBody();
  return S;
}

} // namespace

std::vector<StraightPart>
straightParts(const ASTContext &Ctx, const VariableFacts &Facts, const Stmt *S,
              llvm::function_ref<bool(const AttributedStmt *)> IsNest) {
  Walker W(Ctx, Facts, IsNest);
  W.walk(turnOf(S), /*Always=*/true);
  return W.take();
}

} // namespace heddle
