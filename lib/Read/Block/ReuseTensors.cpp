//===- ReuseTensors.cpp - The tensors that a block declares and names -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Block/ReuseReader.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// Every mention of a tensor or view by its name, in types and lambdas too.
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const auto *V = dyn_cast<VarDecl>(E->getDecl());
    if (V && isTensorType(V->getType()))
      All.push_back(E);
    return true;
  }
  /// A reference to tensors that a structured binding or a lambda keeps.
  bool VisitLambdaExpr(LambdaExpr *L) {
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

//===--- Tensors ----------------------------------------------------------===//

void BlockReader::describeType(QualType T, BlockTensor &To) const {
  T = T.getNonReferenceType().getCanonicalType();
  To.Type = T.getUnqualifiedType().getAsString();
  To.IsView = heddleTemplateName(T) == "tensor_view";
  QualType Element =
      heddleTemplate(T)->getTemplateArgs()[0].getAsType().getCanonicalType();
  To.Element = Element.getUnqualifiedType().getAsString();
  if (Element->isArithmeticType())
    To.ElementBytes =
        static_cast<unsigned>(Ctx.getTypeSizeInChars(Element).getQuantity());
  int64_t Product = 1;
  for (int64_t Extent : declaredExtents(T))
    if (Extent < 0 || llvm::MulOverflow(Product, Extent, Product))
      return;
  if (int64_t Bytes; To.ElementBytes && !llvm::MulOverflow<int64_t>(
                                            Product, To.ElementBytes, Bytes))
    To.Elements = Product;
}

unsigned BlockReader::tensorOf(const VarDecl *V, const DeclRefExpr *Named) {
  V = V->getCanonicalDecl();
  auto [It, New] = TensorOf.try_emplace(V, Out.Block.Tensors.size());
  if (!New)
    return It->second;
  BlockTensor T;
  bool InFile =
      Named->getBeginLoc().isFileID() && Named->getEndLoc().isFileID();
  T.Name = InFile ? text(Named->getSourceRange()) : V->getNameAsString();
  describeType(V->getType(), T);
  bool IsView = heddleTemplateName(V->getType()) == "tensor_view";
  if (IsView || Named->refersToEnclosingVariableOrCapture())
    T.In = BlockTensor::Any;
  else if (!V->getType()->isReferenceType())
    T.In = V->hasLocalStorage() ? BlockTensor::Automatic : BlockTensor::Static;
  else if (isa<ParmVarDecl>(V) && V->getDeclContext() == Function)
    T.In = BlockTensor::Parameter;
  if (T.In == BlockTensor::Automatic && V->getDeclContext() != Function)
    T.In = BlockTensor::Any;
  T.Comparable = InFile && !OwnNames.contains(V->getName());
  QualType Type = Named->getType();
  T.Lends = T.Comparable && !IsView && !Type.isConstQualified() &&
            !Type.isVolatileQualified() && T.ElementBytes != 0;
  if (const clang::Expr *Init = V->getInit(); Init && !T.Elements && T.Lends)
    if (const auto *C = dyn_cast<CXXConstructExpr>(plainOperand(Init));
        C && !V->getType()->isReferenceType() && !isa<ParmVarDecl>(V))
      for (const clang::Expr *A : C->arguments())
        if (A->getType()->isIntegralOrEnumerationType())
          T.Extents.push_back(text(A->getSourceRange()));
  Out.Block.Tensors.push_back(std::move(T));
  Out.Declared.push_back(nullptr);
  return It->second;
}

void BlockReader::addAccess(BlockAccess::KindType Kind, unsigned Tensor,
                            const clang::Expr *Where, bool InPlace) {
  const BlockTensor &T = Out.Block.Tensors[Tensor];
  if (Kind != BlockAccess::Dead) {
    Now.MayThrow |= !T.Elements;
    // Its operators are the program's.
    Now.Opaque |= T.ElementBytes == 0;
  }
  Now.Accesses.push_back({Kind, Tensor, ref(Where), InPlace});
}

void BlockReader::keep(unsigned Tensor, std::string Why, SourceRef Where) {
  BlockTensor &T = Out.Block.Tensors[Tensor];
  T.Receives = false;
  if (T.Keeps.empty()) {
    T.Keeps = std::move(Why);
    T.KeepsWhere = Where;
  }
}

void BlockReader::keepDeclared(unsigned Tensor, llvm::StringRef Why) {
  keep(Tensor, Why.str(), Out.Block.Tensors[Tensor].Where);
}

/// Something happens in S or D that is not followed.
void BlockReader::mention(const Stmt *S, const Decl *D, llvm::StringRef Why) {
  Mentions M = mentionsIn(S, D);
  auto Take = [&](unsigned Tensor, SourceRef Where) {
    Now.Accesses.push_back({BlockAccess::Unknown, Tensor, Where, false});
    BlockTensor &T = Out.Block.Tensors[Tensor];
    if (!T.Local)
      return;
    T.Followed = T.Lends = false;
    keep(Tensor,
         Why.empty() ? "it is used here in a way that is not followed"
                     : Why.str(),
         Where);
  };
  for (const DeclRefExpr *E : M.All) {
    size_t Known = Out.Block.Tensors.size();
    unsigned Tensor = tensorOf(cast<VarDecl>(E->getDecl()), E);
    BlockTensor &T = Out.Block.Tensors[Tensor];
    // The name of a variable outside of functions may mean nothing here.
    if (Tensor == Known && T.In == BlockTensor::Static)
      T.Comparable = T.Lends = false;
    Take(Tensor, ref(E));
  }
  for (const VarDecl *V : M.Captured)
    if (auto It = TensorOf.find(V->getCanonicalDecl()); It != TensorOf.end())
      Take(It->second, Now.Where);
}

/// All tensors that are named were read as such: none is hidden in a type, or
/// in a part that was passed over.
bool BlockReader::isAllRead(const Stmt *S, const Decl *D) {
  Mentions M = mentionsIn(S, D);
  return M.Captured.empty() && llvm::all_of(M.All, [&](const DeclRefExpr *E) {
           return Seen.contains(E) ||
                  fail(E, "it is used here in a way that is not followed");
         });
}

//===--- Declarations -----------------------------------------------------===//

/// From is a tensor of exactly this type: it is copied, nothing is computed.
bool BlockReader::isCopy(const clang::Expr *From, QualType To) const {
  QualType T = plainOperand(From)->getType();
  return Ctx.hasSameUnqualifiedType(T.getNonReferenceType(),
                                    To.getNonReferenceType());
}

/// Notes the tensor that V declares, and why its memory is to stay its own.
/// Returns its number.
unsigned BlockReader::declareTensor(const VarDecl *V) {
  unsigned Tensor = Out.Block.Tensors.size();
  BlockTensor T;
  T.Name = V->getNameAsString();
  T.Where = ref(SourceRange(V->getLocation()));
  T.Declared = Number;
  T.Local = T.Followed = true;
  T.In = BlockTensor::Automatic;
  describeType(V->getType(), T);
  bool InFile = V->getLocation().isFileID() && V->getBeginLoc().isFileID() &&
                V->getEndLoc().isFileID();
  T.Lends = !V->getType().isConstQualified() && T.ElementBytes != 0;
  T.Receives = T.Lends;
  T.Comparable = true;
  TensorOf[V->getCanonicalDecl()] = Tensor;
  Out.Block.Tensors.push_back(std::move(T));
  Out.Declared.push_back(V);
  auto Keep = [&](llvm::StringRef Why) { keepDeclared(Tensor, Why); };
  if (!InFile)
    Keep("a macro declares it");
  if (V->getType().isConstQualified())
    Keep("it is constant");
  if (V->hasAttrs())
    Keep("its declaration has attributes");
  if (V->getTypeSourceInfo()->getType()->getContainedAutoType())
    Keep("its type is 'auto'");
  if (!OfOneType || !isPlain(V))
    Keep("its declaration has more than its type, its name and its value");
  return Tensor;
}

/// The arguments of the constructor C that V is declared with.
BlockReader::Construction
BlockReader::readConstruction(const VarDecl *V, const CXXConstructExpr *C,
                              unsigned Tensor) {
  auto Keep = [&](llvm::StringRef Why) { keepDeclared(Tensor, Why); };
  bool IsKnown = Out.Block.Tensors[Tensor].Elements.has_value();
  std::vector<std::string> Extents;
  bool IsList = C->isListInitialization() || C->isStdInitListInitialization();
  if (IsList)
    Keep("it is initialized by a list");
  if (C->getNumArgs() == 0) {
    if (V->getEndLoc() != V->getLocation())
      Keep("it is declared with a value that it has anyway");
    if (!IsKnown)
      Keep("it has no shape yet where it is declared");
    return Construction::Shape;
  }
  const clang::Expr *First = plainOperand(C->getArg(0));
  if (First->getType()->isIntegralOrEnumerationType() && !IsList) {
    if (IsKnown) {
      fail(First, "");
      return Construction::Failed;
    }
    for (const clang::Expr *A : C->arguments()) {
      if (!readExpr(A, ReadAt()))
        return Construction::Failed;
      if (A->getBeginLoc().isMacroID() || A->getEndLoc().isMacroID())
        Keep("a macro has its extents");
      Extents.push_back(text(A->getSourceRange()));
    }
    Out.Block.Tensors[Tensor].Extents = std::move(Extents);
    Now.MayThrow = true;
    return Construction::Shape;
  }
  if (const auto *L = dyn_cast<CXXStdInitializerListExpr>(First))
    First = plainOperand(L->getSubExpr());
  if (!IsKnown)
    Keep("it takes its shape from its value");
  if (!isa<InitListExpr>(First) && isCopy(First, V->getType()))
    Keep("it is a copy");
  LeftRank = tensorRank(V->getType()).value_or(0);
  if (!readExpr(First, ownIndex(LeftRank)))
    return Construction::Failed;
  return Construction::Value;
}

/// tensor<double, 3, 4> t; with or without a value.
bool BlockReader::readTensor(const VarDecl *V) {
  const unsigned Tensor = declareTensor(V);
  const clang::Expr *Init = V->getInit();
  if (!Init)
    return false;
  Init = plainOperand(Init);
  const auto *C = dyn_cast<CXXConstructExpr>(Init);
  if (C && C->getNumArgs() == 1 && C->isElidable())
    C = dyn_cast<CXXConstructExpr>(plainOperand(C->getArg(0)));
  if (!C) {
    // The value of a function, here evaluate().
    keepDeclared(Tensor, "a function makes it");
    if (!readExpr(Init, ReadAt()))
      return false;
  } else if (Construction Read = readConstruction(V, C, Tensor);
             Read != Construction::Value) {
    return Read == Construction::Shape;
  }
  addAccess(BlockAccess::Full, Tensor, Init);
  return true;
}

/// auto w = slice(u, ...): whatever u's memory, w may be it.
bool BlockReader::readView(const VarDecl *V) {
  const clang::Expr *Init = V->getInit();
  if (!Init || V->getType()->isReferenceType())
    return false;
  Init = plainOperand(Init);
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init);
      C && C->getNumArgs() == 1)
    Init = plainOperand(C->getArg(0));
  const clang::Expr *Of = Init;
  if (std::optional<TensorCall> C = tensorCall(Init);
      C && (C->Form == TensorForm::Slice || C->Form == TensorForm::Select)) {
    Of = C->Operands.front();
    if (!readAll(C->Arguments))
      return false;
    Now.MayThrow = true;
  } else if (isCallTo(Init, "view") && isa<CXXMemberCallExpr>(Init)) {
    Of = cast<CXXMemberCallExpr>(Init)->getImplicitObjectArgument();
  }
  std::optional<unsigned> From = leaf(Of);
  if (!From || !isAllRead(nullptr, V))
    return false;
  Now.Accesses.push_back({BlockAccess::Unknown, *From, ref(Of), false});
  if (Out.Block.Tensors[*From].Local) {
    Out.Block.Tensors[*From].Followed = Out.Block.Tensors[*From].Lends = false;
    keep(*From, "'" + V->getNameAsString() + "' is a view of it", ref(Of));
  }
  BlockTensor T;
  T.Name = V->getNameAsString();
  T.Where = ref(SourceRange(V->getLocation()));
  T.Declared = Number;
  T.Comparable = V->getLocation().isFileID();
  describeType(V->getType(), T);
  TensorOf[V->getCanonicalDecl()] = Out.Block.Tensors.size();
  Out.Block.Tensors.push_back(std::move(T));
  Out.Declared.push_back(nullptr);
  return true;
}

bool BlockReader::readVariable(const VarDecl *V) {
  QualType T = V->getType();
  if (!V->hasLocalStorage() || T.isVolatileQualified())
    return false;
  llvm::StringRef Name = heddleTemplateName(T);
  if (Name == "tensor" && !T->isReferenceType())
    return readTensor(V);
  if (Name == "tensor_view")
    return readView(V);
  if (isIndexType(T))
    return true;
  const clang::Expr *Init = V->getInit();
  if (!T->isArithmeticType())
    return Init && fail(Init, isa<LambdaExpr>(plainOperand(Init))
                                  ? "a lambda captures it"
                                  : "");
  return !Init || readExpr(Init, ReadAt());
}

bool BlockReader::isPlain(const VarDecl *V) const {
  Token Next;
  SourceLocation Behind =
      Lexer::getLocForEndOfToken(V->getLocation(), 0, SM, Ctx.getLangOpts());
  return Behind.isValid() &&
         !Lexer::getRawToken(Behind, Next, SM, Ctx.getLangOpts(), true) &&
         Next.isOneOf(tok::semi, tok::comma, tok::equal, tok::l_paren,
                      tok::l_brace);
}

void BlockReader::readDeclaration(const Decl *D) {
  begin(D->getSourceRange());
  const auto *V = dyn_cast<VarDecl>(D);
  bool Followed =
      V ? readVariable(V)
        : isa<TypedefNameDecl, StaticAssertDecl, UsingDirectiveDecl, UsingDecl>(
              D);
  if (!Followed || !isAllRead(nullptr, D)) {
    Now.Opaque = true;
    Now.Accesses.clear();
    mention(nullptr, D, FailedWhy);
    auto Own = V ? TensorOf.find(V->getCanonicalDecl()) : TensorOf.end();
    if (Own != TensorOf.end()) {
      BlockTensor &T = Out.Block.Tensors[Own->second];
      T.Followed = T.Lends = false;
      keep(Own->second, "what it begins with is not followed", Now.Where);
    }
  }
  Out.Block.Statements.push_back(std::move(Now));
  ++Number;
}

} // namespace heddle
