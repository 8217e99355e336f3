//===- ReuseTensors.cpp - The tensors that a block names ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/ReuseTensors.h"
#include "Read/Block/ReuseExpr.h"
#include "Read/Tensor/TensorForms.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// Every mention of a tensor or view by its name, in types and lambdas too.
class Mentions : public DynamicRecursiveASTVisitor {
public:
  Mentions() { ShouldVisitImplicitCode = true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && isTensorType(V->getType()))
      All.push_back(E);
    return true;
  }
  /// A reference to tensors that a structured binding or a lambda keeps.
  bool VisitLambdaExpr(LambdaExpr *L) override {
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable())
        if (const auto *V = dyn_cast<VarDecl>(C.getCapturedVar());
            V && isTensorType(V->getType()))
          Captured.push_back(V);
    return true;
  }

  std::vector<const DeclRefExpr *> All;
  std::vector<const VarDecl *> Captured;
};

Mentions mentionsIn(const Stmt *S, const Decl *D) {
  Mentions M;
  if (S)
    M.TraverseStmt(const_cast<Stmt *>(S));
  if (D)
    M.TraverseDecl(const_cast<Decl *>(D));
  return M;
}

} // namespace

unsigned addTensor(BlockReader &BR, ProgramArray T, const VarDecl *Declared) {
  BR.Out.Block.Arrays.push_back(std::move(T));
  BR.Out.Declared.push_back(Declared);
  return BR.Out.Block.Arrays.size() - 1;
}

void describeType(const BlockReader &BR, QualType T, ProgramArray &To) {
  T = T.getNonReferenceType().getCanonicalType();
  To.Tensor.Type = T.getUnqualifiedType().getAsString();
  To.Tensor.IsView = heddleTemplateName(T) == "tensor_view";
  QualType Element =
      heddleTemplate(T)->getTemplateArgs()[0].getAsType().getCanonicalType();
  To.ElementType = Element.getUnqualifiedType().getAsString();
  if (Element->isArithmeticType())
    To.ElementBytes =
        static_cast<unsigned>(BR.Ctx.getTypeSizeInChars(Element).getQuantity());
  int64_t Product = 1;
  for (int64_t Extent : declaredExtents(T))
    if (Extent < 0 || llvm::MulOverflow(Product, Extent, Product))
      return;
  if (int64_t Bytes; To.ElementBytes && !llvm::MulOverflow<int64_t>(
                                            Product, To.ElementBytes, Bytes))
    To.Tensor.Elements = Product;
}

//===--- Names ------------------------------------------------------------===//

/// The tensor or view V, by its name as Named has it.
static unsigned tensorOf(BlockReader &BR, const VarDecl *V,
                         const DeclRefExpr *Named) {
  V = V->getCanonicalDecl();
  auto [It, New] =
      BR.Names.Variables.try_emplace(V, BR.Out.Block.Arrays.size());
  if (!New)
    return It->second;
  ProgramArray T;
  bool InFile =
      Named->getBeginLoc().isFileID() && Named->getEndLoc().isFileID();
  T.Name = InFile ? text(BR, Named->getSourceRange()) : V->getNameAsString();
  describeType(BR, V->getType(), T);
  bool IsView = heddleTemplateName(V->getType()) == "tensor_view";
  if (IsView || Named->refersToEnclosingVariableOrCapture())
    T.Tensor.In = TensorFacts::Any;
  else if (!V->getType()->isReferenceType())
    T.Tensor.In =
        V->hasLocalStorage() ? TensorFacts::Automatic : TensorFacts::Static;
  else if (isa<ParmVarDecl>(V) && V->getDeclContext() == BR.Function)
    T.Tensor.In = TensorFacts::Parameter;
  if (T.Tensor.In == TensorFacts::Automatic &&
      V->getDeclContext() != BR.Function)
    T.Tensor.In = TensorFacts::Any;
  T.Tensor.Comparable = InFile && !BR.Names.Own.contains(V->getName());
  QualType Type = Named->getType();
  T.Tensor.Lends = T.Tensor.Comparable && !IsView && !Type.isConstQualified() &&
                   !Type.isVolatileQualified() && T.ElementBytes != 0;
  if (const clang::Expr *Init = V->getInit();
      Init && !T.Tensor.Elements && T.Tensor.Lends)
    if (const auto *C = dyn_cast<CXXConstructExpr>(plainOperand(Init));
        C && !V->getType()->isReferenceType() && !isa<ParmVarDecl>(V))
      for (const clang::Expr *A : C->arguments())
        if (A->getType()->isIntegralOrEnumerationType())
          T.Tensor.Extents.push_back(text(BR, A->getSourceRange()));
  return addTensor(BR, std::move(T));
}

/// The same, of a member of an object that has a name: o.c, this->c.
static std::optional<unsigned> namedMember(BlockReader &BR,
                                           const clang::Expr *E) {
  std::string Key;
  const clang::Expr *Base = E;
  while (const auto *M = dyn_cast<MemberExpr>(Base)) {
    const auto *Field = dyn_cast<FieldDecl>(M->getMemberDecl());
    if (!Field || Field->getType()->isReferenceType())
      return std::nullopt;
    Key += "." + Field->getNameAsString();
    Base = plainOperand(M->getBase());
    if (M->isArrow() && !isa<CXXThisExpr>(Base))
      return std::nullopt;
  }
  llvm::StringRef First;
  if (const auto *D = dyn_cast<DeclRefExpr>(Base); D && !Key.empty()) {
    Key += llvm::utohexstr(reinterpret_cast<uintptr_t>(D->getDecl()));
    First = D->getDecl()->getName();
  } else if (!isa<CXXThisExpr>(Base)) {
    return std::nullopt;
  }
  auto [It, New] =
      BR.Names.Members.try_emplace(Key, BR.Out.Block.Arrays.size());
  if (New) {
    ProgramArray T;
    T.Name = text(BR, E->getSourceRange());
    describeType(BR, E->getType(), T);
    llvm::StringRef Word = llvm::StringRef(T.Name).take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    T.Tensor.Comparable = !T.Name.empty() && !BR.Names.Own.contains(Word) &&
                          !BR.Names.Own.contains(First) &&
                          E->getBeginLoc().isFileID() &&
                          E->getEndLoc().isFileID();
    addTensor(BR, std::move(T));
  }
  return It->second;
}

std::optional<unsigned> namedTensor(BlockReader &BR, const clang::Expr *E) {
  E = plainOperand(E);
  if (!isTensorType(E->getType()) || !E->isLValue())
    return std::nullopt;
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V)
      return std::nullopt;
    BR.Names.Seen.insert(D);
    return tensorOf(BR, V, D);
  }
  return namedMember(BR, E);
}

//===--- Accesses ---------------------------------------------------------===//

void addAccess(BlockReader &BR, ArrayEffect::KindType Kind, unsigned Tensor,
               const clang::Expr *Where, bool InPlace) {
  const ProgramArray &T = BR.Out.Block.Arrays[Tensor];
  if (Kind != ArrayEffect::Dead) {
    BR.Now.Effects.MayThrow |= !T.Tensor.Elements;
    // Its operators are the program's.
    BR.Now.Effects.Opaque |= T.ElementBytes == 0;
  }
  BR.Now.Effects.Effects.push_back({Kind, Tensor, ref(BR, Where), InPlace});
}

void keep(BlockReader &BR, unsigned Tensor, std::string Why, SourceRef Where) {
  ProgramArray &T = BR.Out.Block.Arrays[Tensor];
  T.Tensor.Receives = false;
  if (T.Tensor.Keeps.empty()) {
    T.Tensor.Keeps = std::move(Why);
    T.Tensor.KeepsWhere = Where;
  }
}

void keepDeclared(BlockReader &BR, unsigned Tensor, llvm::StringRef Why) {
  keep(BR, Tensor, Why.str(), BR.Out.Block.Arrays[Tensor].Where);
}

void mention(BlockReader &BR, const Stmt *S, const Decl *D,
             llvm::StringRef Why) {
  Mentions M = mentionsIn(S, D);
  auto Take = [&](unsigned Tensor, SourceRef Where) {
    BR.Now.Effects.Effects.push_back(
        {ArrayEffect::Unknown, Tensor, Where, false});
    ProgramArray &T = BR.Out.Block.Arrays[Tensor];
    if (!T.Tensor.Local)
      return;
    T.Tensor.Followed = T.Tensor.Lends = false;
    keep(BR, Tensor,
         Why.empty() ? "it is used here in a way that is not followed"
                     : Why.str(),
         Where);
  };
  for (const DeclRefExpr *E : M.All) {
    size_t Known = BR.Out.Block.Arrays.size();
    unsigned Tensor = tensorOf(BR, cast<VarDecl>(E->getDecl()), E);
    ProgramArray &T = BR.Out.Block.Arrays[Tensor];
    // The name of a variable outside of functions may mean nothing here.
    if (Tensor == Known && T.Tensor.In == TensorFacts::Static)
      T.Tensor.Comparable = T.Tensor.Lends = false;
    Take(Tensor, ref(BR, E));
  }
  for (const VarDecl *V : M.Captured)
    if (auto It = BR.Names.Variables.find(V->getCanonicalDecl());
        It != BR.Names.Variables.end())
      Take(It->second, BR.Now.Effects.Where);
}

bool isAllRead(BlockReader &BR, const Stmt *S, const Decl *D) {
  Mentions M = mentionsIn(S, D);
  return M.Captured.empty() && llvm::all_of(M.All, [&](const DeclRefExpr *E) {
           return BR.Names.Seen.contains(E) ||
                  fail(BR, E, "it is used here in a way that is not followed");
         });
}

} // namespace heddle
