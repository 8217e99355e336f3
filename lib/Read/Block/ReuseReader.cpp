//===- ReuseReader.cpp - Reads a block of tensor statements ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/ReuseReader.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/BlockReader.h"
#include "Read/Block/ReuseDeclarations.h"
#include "Read/Block/ReuseExpr.h"
#include "Read/Block/ReuseTensors.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// A plain object of the block's function.
static bool isOwnVariable(const clang::Expr *E, const FunctionDecl *Function) {
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  return V && !V->getType()->isReferenceType() && V->hasLocalStorage() &&
         V->getDeclContext() == Function && E->getType()->isArithmeticType() &&
         !E->getType().isVolatileQualified();
}

SourceRef ref(const BlockReader &BR, SourceRange Range) {
  return {BR.SM.getFileLoc(Range.getBegin()).getRawEncoding(),
          BR.SM.getFileLoc(Range.getEnd()).getRawEncoding()};
}

std::string text(const BlockReader &BR, SourceRange Range) {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(BR.SM.getFileLoc(Range.getBegin()),
                                            BR.SM.getFileLoc(Range.getEnd())),
             BR.SM, BR.Ctx.getLangOpts())
      .str();
}

//===--- The statement at hand --------------------------------------------===//

void beginStatement(BlockReader &BR, SourceRange Where) {
  BR.Now = StatementReader();
  BR.Now.Number = static_cast<int>(BR.Out.Block.Steps.size());
  BR.Now.Effects.Where = ref(BR, Where);
}

void endStatement(BlockReader &BR) {
  BR.Out.Block.Steps.push_back(std::move(BR.Now.Effects));
}

void giveUp(BlockReader &BR, const Stmt *S, const Decl *D,
            llvm::StringRef Why) {
  BR.Now.Effects.Opaque = true;
  BR.Now.Effects.Effects.clear();
  mention(BR, S, D, Why);
}

//===--- Statements -------------------------------------------------------===//

static bool readDead(BlockReader &BR, const CallExpr *E) {
  for (const clang::Expr *A : E->arguments()) {
    std::optional<unsigned> T = namedTensor(BR, A);
    if (!T)
      return fail(BR, A, "");
    addAccess(BR, ArrayEffect::Dead, *T, A);
  }
  return true;
}

namespace {

struct LeftSide {
  const clang::Expr *Named = nullptr; ///< what is assigned
  unsigned Tensor = 0;                ///< its number
  ArrayEffect::KindType Kind = ArrayEffect::Full;
  ReadAt Own; ///< its own index, as the right-hand side is read at it
};

} // namespace

/// x, x(i, j) or slice(x, ...).
static bool readLeft(BlockReader &BR, const clang::Expr *E, LeftSide &Left) {
  Left.Named = E;
  Left.Own.Kind = ReadAt::Dimensions;
  if (std::optional<TensorCall> C = tensorCall(E);
      C && C->Form == TensorForm::Named) {
    std::optional<std::vector<const VarDecl *>> Names = indexNames(*C);
    if (!Names)
      return fail(BR, E, "");
    Left.Named = C->Operands.front();
    Left.Own.Kind = ReadAt::Names;
    Left.Own.Left = std::move(*Names);
    measure(BR, Left.Named, Left.Own.Left);
    llvm::DenseSet<const VarDecl *> Different(Left.Own.Left.begin(),
                                              Left.Own.Left.end());
    if (Different.size() != Left.Own.Left.size()) {
      Left.Kind = ArrayEffect::Partial;
      BR.Now.Effects.MayThrow = true;
    }
  } else if (std::optional<TensorCall> Part = viewedPart(E)) {
    Left.Named = Part->Operands.front();
    Left.Own.Kind = ReadAt::Anywhere;
    Left.Kind = ArrayEffect::Partial;
    BR.Now.Effects.MayThrow = true;
    if (!readAll(BR, Part->Arguments))
      return false;
  }
  std::optional<unsigned> Tensor = namedTensor(BR, Left.Named);
  if (!Tensor)
    return fail(BR, E, "");
  Left.Tensor = *Tensor;
  std::optional<unsigned> Rank =
      tensorRank(plainOperand(Left.Named)->getType());
  if (!Rank)
    return fail(BR, E, "");
  BR.Now.LeftRank = *Rank;
  if (Left.Own.Kind == ReadAt::Dimensions)
    Left.Own = ownIndex(*Rank);
  return true;
}

/// A tensor of the type of Left that was moved from is not copied at all: then
/// not all elements are assigned, or not for certain.
static void noteCopy(BlockReader &BR, const clang::Expr *Right,
                     LeftSide &Left) {
  std::optional<unsigned> From = namedTensor(BR, Right);
  if (Left.Kind != ArrayEffect::Full || !From ||
      !isCopy(BR, Right, plainOperand(Left.Named)->getType()) ||
      heddleTemplateName(Right->getType()) != "tensor")
    return;
  const ProgramArray &X = BR.Out.Block.Arrays[*From];
  bool InObject =
      X.Tensor.Elements &&
      *X.Tensor.Elements * static_cast<int64_t>(X.ElementBytes) <= 65536;
  if (!InObject && !(X.Tensor.Local && X.Tensor.Elements))
    Left.Kind = ArrayEffect::Partial;
  else if (!InObject)
    BR.Copies.push_back(
        {BR.Out.Block.Steps.size(), BR.Now.Effects.Effects.size(), *From});
}

/// x = e, x += e, x(i, j) = e, slice(x, ...) = e.
static bool readAssignment(BlockReader &BR, const CXXOperatorCallExpr *E) {
  const clang::Expr *Right = plainOperand(E->getArg(1));
  LeftSide Left;
  if (!readLeft(BR, plainOperand(E->getArg(0)), Left) ||
      !readExpr(BR, Right, Left.Own))
    return false;
  if (E->getOperator() != OO_Equal)
    addAccess(BR, ArrayEffect::Read, Left.Tensor, Left.Named,
              Left.Kind == ArrayEffect::Full);
  noteCopy(BR, Right, Left);
  addAccess(BR, Left.Kind, Left.Tensor, Left.Named);
  return true;
}

/// n = 3, x(1, 2) = n: numbers.
static bool readScalarAssignment(BlockReader &BR, const BinaryOperator *E) {
  const clang::Expr *Left = plainOperand(E->getLHS());
  if (!E->getType()->isArithmeticType() || !readExpr(BR, E->getRHS(), ReadAt()))
    return false;
  if (isOwnVariable(Left, BR.Function))
    return true;
  std::optional<TensorCall> C = tensorCall(Left);
  if (!C || C->Form != TensorForm::Named)
    return fail(BR, Left, "");
  if (!readAll(BR, C->Arguments))
    return false;
  const clang::Expr *Named = C->Operands.front();
  std::optional<unsigned> T = namedTensor(BR, Named);
  if (!T)
    return fail(BR, Left, "");
  if (E->isCompoundAssignmentOp())
    addAccess(BR, ArrayEffect::Read, *T, Named);
  addAccess(BR, ArrayEffect::Partial, *T, Named);
  return true;
}

static bool readEffect(BlockReader &BR, const clang::Expr *E) {
  E = plainOperand(E);
  if (const CXXOperatorCallExpr *A = tensorAssignment(E))
    return readAssignment(BR, A);
  if (isCallTo(E, "dead"))
    return readDead(BR, cast<CallExpr>(E));
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return readScalarAssignment(BR, B);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return isOwnVariable(plainOperand(U->getSubExpr()), BR.Function);
  return fail(
      BR, E,
      isa<CallExpr>(E) && cast<CallExpr>(E)->getDirectCallee()
          ? "it is passed to '" +
                cast<CallExpr>(E)->getDirectCallee()->getNameAsString() + "'"
          : "");
}

/// The tensors that noalias names must stay apart.
static void readAnnotation(BlockReader &BR, const AttributedStmt *S) {
  for (const Attr *A : S->getAttrs()) {
    std::optional<Word> W = wordOf(A);
    BR.Now.Effects.Mapped |= W.has_value();
    if (W == Word::NoAlias)
      for (const clang::Expr *E : cast<AnnotateAttr>(A)->args())
        if (std::optional<unsigned> T = namedTensor(BR, E))
          BR.Now.Effects.Effects.push_back(
              {ArrayEffect::Unknown, *T, ref(BR, E), false});
  }
}

static bool isNested(const Stmt *S) {
  return isa<CompoundStmt, IfStmt, SwitchStmt, ForStmt, CXXForRangeStmt,
             WhileStmt, DoStmt, CXXTryStmt>(S);
}

static bool haveOneType(const DeclStmt *S) {
  const auto *First = dyn_cast<VarDecl>(*S->decl_begin());
  return First && llvm::all_of(S->decls(), [&](const Decl *D) {
           const auto *V = dyn_cast<VarDecl>(D);
           return V && V->getType() == First->getType();
         });
}

static void readStatement(BlockReader &BR, const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    BR.Out.Statements.push_back(D);
    for (const Decl *Each : D->decls())
      readDeclaration(BR, Each, haveOneType(D));
    return;
  }
  beginStatement(BR, S->getSourceRange());
  const Stmt *Inner = S;
  if (const auto *A = dyn_cast<AttributedStmt>(S)) {
    readAnnotation(BR, A);
    Inner = A->getSubStmt();
    BR.Now.Effects.MayThrow |= BR.Now.Effects.Mapped; // a launch may fail
  }
  const auto *E = dyn_cast<clang::Expr>(Inner);
  bool Followed = isa<NullStmt>(Inner) ||
                  (E && readEffect(BR, E) && isAllRead(BR, Inner, nullptr));
  if (!Followed)
    giveUp(BR, S, nullptr,
           isNested(Inner) ? "it is used in a nested statement"
                           : BR.Now.FailedWhy);
  endStatement(BR);
}

/// A label may be reached again, or with statements before it left out.
static bool jumps(const CompoundStmt *Block) {
  class Labels : public DynamicRecursiveASTVisitor {
  public:
    bool VisitLabelStmt(LabelStmt *) override { return !(Found = true); }
    bool VisitGotoStmt(GotoStmt *) override { return !(Found = true); }
    bool VisitIndirectGotoStmt(IndirectGotoStmt *) override {
      return !(Found = true);
    }
    bool VisitGCCAsmStmt(GCCAsmStmt *) override { return !(Found = true); }
    /// A case of a switch around the block.
    bool VisitSwitchCase(SwitchCase *) override {
      return !(Found |= Switches == 0);
    }
    bool TraverseSwitchStmt(SwitchStmt *S) override {
      ++Switches;
      bool Go = DynamicRecursiveASTVisitor::TraverseSwitchStmt(S);
      --Switches;
      return Go;
    }
    bool Found = false;
    unsigned Switches = 0;
  } L;
  L.TraverseStmt(const_cast<CompoundStmt *>(Block));
  return L.Found;
}

ReadBlock readBlock(ASTContext &Ctx, const FunctionDecl *Function,
                    const CompoundStmt *Block) {
  BlockReader BR(Ctx, Function);
  for (const Stmt *S : Block->body())
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (const auto *N = dyn_cast<NamedDecl>(Each); N && N->getIdentifier())
          BR.Names.Own.insert(N->getName());
  for (const Stmt *S : Block->body())
    readStatement(BR, S);
  for (const TensorCopy &C : BR.Copies)
    if (!BR.Out.Block.Arrays[C.From].Tensor.Followed)
      BR.Out.Block.Steps[C.Statement].Effects[C.Access].Kind =
          ArrayEffect::Partial;
  if (jumps(Block))
    for (ProgramArray &T : BR.Out.Block.Arrays) {
      T.Tensor.Lends = T.Tensor.Receives = T.Tensor.Followed = false;
      if (T.Tensor.Local)
        T.Tensor.Keeps = "the block has labels, jumps or assembly";
    }
  return std::move(BR.Out);
}

} // namespace heddle
