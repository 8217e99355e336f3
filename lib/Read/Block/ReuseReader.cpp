//===- ReuseReader.cpp - Reads a block of tensor statements ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Block/ReuseReader.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
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

BlockReader::BlockReader(ASTContext &Ctx, const FunctionDecl *Function,
                         const CompoundStmt *Block)
    : Ctx(Ctx), SM(Ctx.getSourceManager()), Function(Function), Body(Block) {}

SourceRef BlockReader::ref(SourceRange Range) const {
  return {SM.getFileLoc(Range.getBegin()).getRawEncoding(),
          SM.getFileLoc(Range.getEnd()).getRawEncoding()};
}

std::string BlockReader::text(SourceRange Range) const {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(SM.getFileLoc(Range.getBegin()),
                                            SM.getFileLoc(Range.getEnd())),
             SM, Ctx.getLangOpts())
      .str();
}

void BlockReader::begin(SourceRange Where) {
  Now = {};
  Now.Where = ref(Where);
  FailedAt = nullptr;
  FailedWhy.clear();
  LengthOf.clear();
}

//===--- Statements -------------------------------------------------------===//

bool BlockReader::readDead(const CallExpr *E) {
  for (const clang::Expr *A : E->arguments()) {
    std::optional<unsigned> T = leaf(A);
    if (!T)
      return fail(A, "");
    addAccess(BlockAccess::Dead, *T, A);
  }
  return true;
}

/// x = e, x += e, x(i, j) = e, slice(x, ...) = e.
bool BlockReader::readAssignment(const CXXOperatorCallExpr *E) {
  const clang::Expr *Left = plainOperand(E->getArg(0)),
                    *Right = plainOperand(E->getArg(1));
  ReadAt At;
  BlockAccess::KindType Kind = BlockAccess::Full;
  const clang::Expr *Named = Left;
  std::optional<TensorCall> Part = tensorCall(Left);
  if (Part && Part->Form == TensorForm::Named) {
    std::optional<std::vector<const VarDecl *>> Names = indexNames(*Part);
    if (!Names)
      return fail(Left, "");
    Named = Part->Operands.front();
    At.Kind = ReadAt::Names;
    At.Left = std::move(*Names);
    llvm::DenseSet<const VarDecl *> Different(At.Left.begin(), At.Left.end());
    measure(Named, At.Left);
    if (Different.size() != At.Left.size()) {
      Kind = BlockAccess::Partial;
      Now.MayThrow = true;
    }
  } else if (Part && (Part->Form == TensorForm::Slice ||
                      Part->Form == TensorForm::Select)) {
    Named = Part->Operands.front();
    Kind = BlockAccess::Partial;
    Now.MayThrow = true;
    if (!readAll(Part->Arguments))
      return false;
  } else {
    At.Kind = ReadAt::Dimensions;
  }
  std::optional<unsigned> T = leaf(Named);
  if (!T)
    return fail(Left, "");
  std::optional<unsigned> Rank = tensorRank(plainOperand(Named)->getType());
  if (!Rank)
    return fail(Left, "");
  LeftRank = *Rank;
  if (At.Kind == ReadAt::Dimensions)
    At = ownIndex(LeftRank);
  if (!readExpr(Right, At))
    return false;
  if (E->getOperator() != OO_Equal)
    addAccess(BlockAccess::Read, *T, Named, Kind == BlockAccess::Full);
  // A tensor of this type that was moved from is not copied at all.
  std::optional<unsigned> From = leaf(Right);
  if (Kind == BlockAccess::Full && From &&
      isCopy(Right, plainOperand(Named)->getType()) &&
      heddleTemplateName(Right->getType()) == "tensor") {
    const BlockTensor &X = Out.Block.Tensors[*From];
    bool InObject = X.Elements &&
                    *X.Elements * static_cast<int64_t>(X.ElementBytes) <= 65536;
    if (!InObject && !(X.Local && X.Elements))
      Kind = BlockAccess::Partial;
    else if (!InObject)
      Copies.push_back(
          {Out.Block.Statements.size(), Now.Accesses.size(), *From});
  }
  addAccess(Kind, *T, Named);
  return true;
}

/// n = 3, x(1, 2) = n: numbers.
bool BlockReader::readScalarAssignment(const BinaryOperator *E) {
  const clang::Expr *Left = plainOperand(E->getLHS());
  if (!E->getType()->isArithmeticType() || !readExpr(E->getRHS(), ReadAt()))
    return false;
  if (isOwnVariable(Left, Function))
    return true;
  const auto *C = dyn_cast<CXXOperatorCallExpr>(Left);
  if (!C || C->getOperator() != OO_Call || !C->getDirectCallee() ||
      !isOfHeddle(C->getDirectCallee()))
    return fail(Left, "");
  for (unsigned I = 1; I < C->getNumArgs(); ++I)
    if (!readExpr(C->getArg(I), ReadAt()))
      return false;
  std::optional<unsigned> T = leaf(C->getArg(0));
  if (!T)
    return fail(Left, "");
  if (E->isCompoundAssignmentOp())
    addAccess(BlockAccess::Read, *T, C->getArg(0));
  addAccess(BlockAccess::Partial, *T, C->getArg(0));
  return true;
}

bool BlockReader::readEffect(const clang::Expr *E) {
  E = plainOperand(E);
  if (const CXXOperatorCallExpr *A = tensorAssignment(E))
    return readAssignment(A);
  if (isCallTo(E, "dead"))
    return readDead(cast<CallExpr>(E));
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp())
    return readScalarAssignment(B);
  if (const auto *U = dyn_cast<UnaryOperator>(E);
      U && U->isIncrementDecrementOp())
    return isOwnVariable(plainOperand(U->getSubExpr()), Function);
  return fail(
      E, isa<CallExpr>(E) && cast<CallExpr>(E)->getDirectCallee()
             ? "it is passed to '" +
                   cast<CallExpr>(E)->getDirectCallee()->getNameAsString() + "'"
             : "");
}

/// The tensors that noalias names must stay apart.
void BlockReader::readAnnotation(const AttributedStmt *S) {
  for (const Attr *A : S->getAttrs()) {
    std::optional<Word> W = wordOf(A);
    Now.Mapped |= W.has_value();
    if (W == Word::NoAlias)
      for (const clang::Expr *E : cast<AnnotateAttr>(A)->args())
        if (std::optional<unsigned> T = leaf(E))
          Now.Accesses.push_back({BlockAccess::Unknown, *T, ref(E), false});
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

void BlockReader::readStatement(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    Out.Statements.push_back(D);
    OfOneType = haveOneType(D);
    for (const Decl *Each : D->decls())
      readDeclaration(Each);
    return;
  }
  begin(S->getSourceRange());
  const Stmt *Inner = S;
  if (const auto *A = dyn_cast<AttributedStmt>(S)) {
    readAnnotation(A);
    Inner = A->getSubStmt();
    Now.MayThrow |= Now.Mapped; // a launch may fail
  }
  const auto *E = dyn_cast<clang::Expr>(Inner);
  bool Followed =
      isa<NullStmt>(Inner) || (E && readEffect(E) && isAllRead(Inner, nullptr));
  if (!Followed) {
    Now.Opaque = true;
    Now.Accesses.clear();
    mention(S, nullptr,
            isNested(Inner) ? "it is used in a nested statement" : FailedWhy);
  }
  Out.Block.Statements.push_back(std::move(Now));
  ++Number;
}

/// A label may be reached again, or with statements before it left out.
bool BlockReader::jumps() const {
  class Labels : public RecursiveASTVisitor<Labels> {
  public:
    bool VisitLabelStmt(LabelStmt *) { return !(Found = true); }
    bool VisitGotoStmt(GotoStmt *) { return !(Found = true); }
    bool VisitIndirectGotoStmt(IndirectGotoStmt *) { return !(Found = true); }
    bool VisitGCCAsmStmt(GCCAsmStmt *) { return !(Found = true); }
    /// A case of a switch around the block.
    bool VisitSwitchCase(SwitchCase *) { return !(Found |= Switches == 0); }
    bool TraverseSwitchStmt(SwitchStmt *S, DataRecursionQueue * = nullptr) {
      ++Switches;
      bool Go = RecursiveASTVisitor<Labels>::TraverseSwitchStmt(S);
      --Switches;
      return Go;
    }
    bool Found = false;
    unsigned Switches = 0;
  } L;
  L.TraverseStmt(const_cast<CompoundStmt *>(Body));
  return L.Found;
}

ReadBlock BlockReader::read() {
  for (const Stmt *S : Body->body())
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *Each : D->decls())
        if (const auto *N = dyn_cast<NamedDecl>(Each); N && N->getIdentifier())
          OwnNames.insert(N->getName());
  for (const Stmt *S : Body->body())
    readStatement(S);
  for (const Copy &C : Copies)
    if (!Out.Block.Tensors[C.From].Followed)
      Out.Block.Statements[C.Statement].Accesses[C.Access].Kind =
          BlockAccess::Partial;
  if (jumps())
    for (BlockTensor &T : Out.Block.Tensors) {
      T.Lends = T.Receives = T.Followed = false;
      if (T.Local)
        T.Keeps = "the block has labels, jumps or assembly";
    }
  return std::move(Out);
}

} // namespace heddle
