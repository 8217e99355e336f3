//===- StraightParts.cpp - Nests that run one after another ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/StraightParts.h"
#include "Read/Block/HostEffects.h"
#include "Read/Block/Within.h"
#include "clang/AST/ExprCXX.h"
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
  return !T->isReferenceType() && (T->isScalarType() || T->isEnumeralType());
}

/// All that S names.
void addNamed(const Stmt *S, Decls &To) {
  if (const ValueDecl *D = named(S))
    To.insert(D);
  for (const Stmt *Part : S->children())
    if (Part)
      addNamed(Part, To);
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
    if (isNumberOrPointer(D->getType()) || D->getType()->isReferenceType()
            ? !IsRead
            : Objects && !IsMember && !IsRead)
      To.insert(D);
  }
  for (const Stmt *Part : S->children())
    if (Part)
      addChanged(Part, Objects, To, isa<ParenExpr>(S) ? Around : S);
}

bool meet(const Decls &A, const Decls &B) {
  return llvm::any_of(A, [&](const ValueDecl *D) { return B.contains(D); });
}

class Walker {
public:
  Walker(const ASTContext &Ctx, const VariableFacts &Facts,
         llvm::function_ref<bool(const AttributedStmt *)> IsNest)
      : Ctx(Ctx), Facts(Facts), IsNest(IsNest) {}

  void walk(const Stmt *S);
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
  void nest(const AttributedStmt *S);
  bool goesPast(const Stmt *S) const;

  const ASTContext &Ctx;
  const VariableFacts &Facts;
  llvm::function_ref<bool(const AttributedStmt *)> IsNest;
  StraightPart Now;
  Decls Changed; ///< from the first of its nests on
  std::vector<StraightPart> Out;
};

void Walker::nest(const AttributedStmt *S) {
  Decls Names;
  addNamed(S->getSubStmt(), Names);
  if (meet(Names, Changed))
    end();
  Now.Nests.push_back(S);
  addChanged(S->getSubStmt(), /*Objects=*/false, Changed);
}

/// S comes to its end, and does nothing to memory that a nest may touch.
bool Walker::goesPast(const Stmt *S) const {
  if (isa<NullStmt>(S))
    return true;
  return isa<clang::Expr, DeclStmt>(S) &&
         !holdsWithin(S, [](const Stmt *P) { return isa<CXXThrowExpr>(P); }) &&
         hostUse(
             Ctx, Facts,
             [](const FunctionDecl *) -> std::optional<CallEffect> {
               return std::nullopt;
             },
             S)
             .isNothing();
}

void Walker::walk(const Stmt *S) {
  if (!S)
    return;
  if (const auto *A = dyn_cast<AttributedStmt>(S); A && IsNest(A))
    return nest(A);
  if (goesPast(S))
    return addChanged(S, /*Objects=*/true, Changed);
  end();
  for (const Stmt *Part : S->children()) {
    walk(Part);
    // Only statements of a block run one after another, for certain.
    if (!isa<CompoundStmt>(S))
      end();
  }
  end();
}

} // namespace

std::vector<StraightPart>
straightParts(const ASTContext &Ctx, const VariableFacts &Facts, const Stmt *S,
              llvm::function_ref<bool(const AttributedStmt *)> IsNest) {
  Walker W(Ctx, Facts, IsNest);
  W.walk(S);
  return W.take();
}

} // namespace heddle
