//===- ReuseExpr.cpp - What an expression reads of tensors ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Block/ReuseReader.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

const clang::Expr *plainOperand(const clang::Expr *E) {
  return skipTemporariesAnd(E, [](const clang::Expr *C) -> const clang::Expr * {
    if (isa<ImplicitCastExpr>(C) ||
        (isa<ExplicitCastExpr>(C) && C->getType()->isArithmeticType()))
      return cast<CastExpr>(C)->getSubExpr();
    return nullptr;
  });
}

std::optional<unsigned> tensorRank(QualType T) {
  if (T->isArithmeticType())
    return 0;
  const ClassTemplateSpecializationDecl *D = heddleTemplate(T);
  return D ? rankOf(D) : std::nullopt;
}

bool isCallTo(const clang::Expr *E, llvm::StringRef Name) {
  const auto *C = dyn_cast<CallExpr>(E);
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName() == Name && isOfHeddle(F);
}

namespace {

bool isMathFunction(const FunctionDecl *F, const SourceManager &SM) {
  static const llvm::StringRef Names[] = {
      "abs",   "fabs", "sqrt",  "cbrt",  "exp",   "exp2", "log",  "log2",
      "log10", "sin",  "cos",   "tan",   "asin",  "acos", "atan", "atan2",
      "sinh",  "cosh", "tanh",  "erf",   "floor", "ceil", "pow",  "hypot",
      "fmin",  "fmax", "round", "trunc", "fma",   "min",  "max"};
  if (!F || !F->getIdentifier() || isa<CXXMethodDecl>(F) ||
      !llvm::is_contained(Names, F->getName()) ||
      !(F->getBuiltinID() || SM.isInSystemHeader(F->getLocation())))
    return false;
  return llvm::all_of(F->parameters(), [](const ParmVarDecl *P) {
    return P->getType().getNonReferenceType()->isArithmeticType();
  });
}

/// A lambda that does nothing but compute its value from its arguments.
class PureLambda : public RecursiveASTVisitor<PureLambda> {
public:
  PureLambda(const LambdaExpr *L, const SourceManager &SM)
      : Lambda(L->getCallOperator()), SM(SM) {
    Pure = L->capture_size() == 0 && !L->isGenericLambda();
    if (Pure)
      TraverseStmt(L->getBody());
  }
  bool Pure;

  bool VisitStmt(Stmt *S) {
    if (const auto *C = dyn_cast<CallExpr>(S))
      return Pure = Pure && !isa<CXXOperatorCallExpr>(C) &&
                    isMathFunction(C->getDirectCallee(), SM);
    if (const auto *D = dyn_cast<DeclRefExpr>(S)) {
      const auto *V = dyn_cast<VarDecl>(D->getDecl());
      return Pure = Pure && (!V || (V->getDeclContext() == Lambda &&
                                    V->hasLocalStorage() &&
                                    V->getType()->isArithmeticType()));
    }
    if (const auto *D = dyn_cast<DeclStmt>(S)) {
      for (const Decl *One : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(One);
            !V || !V->hasLocalStorage() || !V->getType()->isArithmeticType())
          Pure = false;
      return Pure;
    }
    return Pure = Pure && isa<CompoundStmt, ReturnStmt, IfStmt, BinaryOperator,
                              ConditionalOperator, ParenExpr, ImplicitCastExpr,
                              ExplicitCastExpr, IntegerLiteral, FloatingLiteral,
                              CXXBoolLiteralExpr, MaterializeTemporaryExpr,
                              ExprWithCleanups>(S);
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    return Pure = Pure && !U->isIncrementDecrementOp() &&
                  U->getOpcode() != UO_Deref && U->getOpcode() != UO_AddrOf;
  }

private:
  const CXXMethodDecl *Lambda;
  const SourceManager &SM;
};

bool isIndex(const clang::Expr *E) {
  const CXXRecordDecl *D = E->getType()->getAsCXXRecordDecl();
  return D && D->getIdentifier() && D->getName() == "idx" && isOfHeddle(D);
}

bool isArithmetic(const clang::Expr *E) {
  return E->getType()->isArithmeticType() ||
         E->getType()->isUnscopedEnumerationType();
}

} // namespace

bool BlockReader::fail(const clang::Expr *E, std::string Why) {
  if (!FailedAt) {
    FailedAt = E;
    FailedWhy = std::move(Why);
  }
  return false;
}

bool BlockReader::readAll(llvm::ArrayRef<const clang::Expr *> All) {
  return llvm::all_of(
      All, [&](const clang::Expr *E) { return readExpr(E, ReadAt()); });
}

/// The variables that index E, which calls a tensor with names; none if it is
/// called with numbers or with what is no variable.
std::optional<std::vector<const VarDecl *>>
BlockReader::names(const CXXOperatorCallExpr *E) const {
  std::vector<const VarDecl *> Names;
  for (unsigned I = 1; I < E->getNumArgs(); ++I) {
    const clang::Expr *Name = plainOperand(E->getArg(I));
    const auto *D = dyn_cast<DeclRefExpr>(Name);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (!V || V->getType()->isReferenceType() || !isIndex(Name))
      return std::nullopt;
    Names.push_back(V->getCanonicalDecl());
  }
  return Names;
}

/// The tensor or view that E names; nothing if it names none.
std::optional<unsigned> BlockReader::leaf(const clang::Expr *E) {
  E = plainOperand(E);
  if (!isTensorType(E->getType()) || !E->isLValue())
    return std::nullopt;
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    if (!V)
      return std::nullopt;
    Seen.insert(D);
    return tensorOf(V, D);
  }
  // Members of objects that have names: o.c, this->c.
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
  auto [It, New] = MemberOf.try_emplace(Key, Out.Block.Tensors.size());
  if (New) {
    BlockTensor T;
    T.Name = text(E->getSourceRange());
    describeType(E->getType(), T);
    llvm::StringRef Word = llvm::StringRef(T.Name).take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_'; });
    T.Comparable = !T.Name.empty() && !OwnNames.contains(Word) &&
                   !OwnNames.contains(First) && E->getBeginLoc().isFileID() &&
                   E->getEndLoc().isFileID();
    Out.Block.Tensors.push_back(std::move(T));
    Out.Declared.push_back(nullptr);
  }
  return It->second;
}

/// A variable: a tensor, or a number.
bool BlockReader::readVariableName(const DeclRefExpr *E, const ReadAt &At) {
  if (isTensorType(E->getType())) {
    std::optional<unsigned> T = leaf(E);
    if (!T)
      return fail(E, "it has another name here");
    bool Same = At.Kind == ReadAt::Dimensions && At.Each.size() == LeftRank;
    for (size_t K = 0; Same && K < LeftRank; ++K)
      Same = At.Each[K] == static_cast<int>(K);
    addAccess(BlockAccess::Read, *T, E, Same);
    return true;
  }
  if (isIndex(E) ||
      isa<EnumConstantDecl, NonTypeTemplateParmDecl>(E->getDecl()))
    return true;
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || !isArithmetic(E))
    return fail(E, "'" + text(E->getSourceRange()) + "' may hold it");
  // It may be an element of a tensor.
  if (V->getType()->isReferenceType() || E->getType().isVolatileQualified())
    Now.Opaque = true;
  return true;
}

bool BlockReader::readExpr(const clang::Expr *E, const ReadAt &At) {
  E = plainOperand(E);
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          CXXDefaultArgExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return readVariableName(D, At);
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (std::optional<unsigned> T = leaf(M)) {
      addAccess(BlockAccess::Read, *T, M);
      return true;
    }
    const clang::Expr *Base = plainOperand(M->getBase());
    if (!isArithmetic(M) || !isa<DeclRefExpr, CXXThisExpr>(Base))
      return fail(E, "");
    Now.Opaque |=
        M->isArrow() || M->getType().isVolatileQualified() ||
        M->getMemberDecl()->getType()->isReferenceType() ||
        (isa<DeclRefExpr>(Base) &&
         cast<DeclRefExpr>(Base)->getDecl()->getType()->isReferenceType());
    return !isTensorType(Base->getType()) || fail(E, "");
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    bool Pure = U->getOpcode() == UO_Plus || U->getOpcode() == UO_Minus ||
                U->getOpcode() == UO_Not || U->getOpcode() == UO_LNot;
    if (U->getOpcode() == UO_AddrOf)
      return fail(E, "its address is taken");
    return (Pure && isArithmetic(U) && readExpr(U->getSubExpr(), ReadAt())) ||
           fail(E, "");
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (!B->isAssignmentOp() && !B->isPtrMemOp() && isArithmetic(B) &&
            readAll({B->getLHS(), B->getRHS()})) ||
           fail(E, "");
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return (isArithmetic(C) &&
            readAll({C->getCond(), C->getTrueExpr(), C->getFalseExpr()})) ||
           fail(E, "");
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return llvm::all_of(L->inits(), [&](const clang::Expr *Each) {
      return readExpr(Each, ReadAt());
    });
  if (const auto *C = dyn_cast<CallExpr>(E))
    return readCall(C, At);
  // A constant that depends on types alone.
  clang::Expr::EvalResult Value;
  if (isArithmetic(E) && !E->HasSideEffects(Ctx) &&
      E->EvaluateAsConstantExpr(Value, Ctx))
    return true;
  return fail(E, isa<LambdaExpr>(E) ? "a lambda captures it" : "");
}

/// The operand of an operation that computes element by element.
bool BlockReader::readOperand(const clang::Expr *E, const clang::Expr *Whole,
                              const ReadAt &At) {
  if (At.Kind != ReadAt::Dimensions)
    return readExpr(E, At);
  std::optional<unsigned> Rank = tensorRank(plainOperand(E)->getType()),
                          Of = tensorRank(Whole->getType());
  if (Rank && Of && *Rank == *Of)
    return readExpr(E, At);
  ReadAt Scalar;
  if (Rank && *Rank == 0)
    Scalar.Kind = ReadAt::Dimensions;
  return readExpr(E, Scalar);
}

/// Index notation compares extents when it runs, which cannot fail where all of
/// them are known and equal.
void BlockReader::measure(const clang::Expr *Of,
                          llvm::ArrayRef<const VarDecl *> Names) {
  QualType T = plainOperand(Of)->getType();
  std::vector<int64_t> Extents;
  if (isTensorType(T))
    Extents = declaredExtents(T);
  Now.MayThrow |= Extents.size() != Names.size();
  for (const auto &[Name, Extent] : llvm::zip(Names, Extents)) {
    auto [It, New] = LengthOf.try_emplace(Name, Extent);
    Now.MayThrow |= Extent < 0 || It->second != Extent;
  }
  Now.MayThrow |= LengthOf.size() > 16;
}

/// a(1, 2), or (a + b)(i, j).
bool BlockReader::readIndexed(const CXXOperatorCallExpr *E, const ReadAt &At) {
  std::optional<std::vector<const VarDecl *>> Names = names(E);
  if (!Names) {
    for (unsigned I = 1; I < E->getNumArgs(); ++I)
      if (!readExpr(E->getArg(I), ReadAt()))
        return false;
    return readExpr(E->getArg(0), ReadAt());
  }
  measure(E->getArg(0), *Names);
  ReadAt Inner;
  if (At.Kind == ReadAt::Names) {
    Inner.Kind = ReadAt::Dimensions;
    for (const VarDecl *Name : *Names) {
      auto It = llvm::find(LeftNames, Name);
      Inner.Each.push_back(It == LeftNames.end()
                               ? -1
                               : static_cast<int>(It - LeftNames.begin()));
    }
  }
  return readExpr(E->getArg(0), Inner);
}

bool BlockReader::readOperator(const CXXOperatorCallExpr *E, const ReadAt &At) {
  switch (E->getOperator()) {
  case OO_Call:
    return readIndexed(E, At);
  case OO_Plus:
  case OO_Minus:
  case OO_Star:
  case OO_Slash:
    return llvm::all_of(E->arguments(), [&](const clang::Expr *A) {
      return readOperand(A, E, At);
    });
  default:
    return fail(E, "it is assigned inside of an expression");
  }
}

static const llvm::StringRef ElementFunctions[] = {
    "abs",  "exp",  "log", "sqrt",  "sin",  "cos", "tan", "sinh",
    "cosh", "tanh", "erf", "floor", "ceil", "pow", "max", "min"};

bool BlockReader::readLibraryCall(const CallExpr *E, llvm::StringRef Name,
                                  const ReadAt &At) {
  llvm::ArrayRef<const clang::Expr *> Args(E->getArgs(), E->getNumArgs());
  const TemplateArgumentList *Given =
      E->getDirectCallee()->getTemplateSpecializationArgs();
  bool HasGoal = At.Kind == ReadAt::Dimensions;
  if (Name == "elementwise") {
    const auto *L = dyn_cast<LambdaExpr>(plainOperand(Args.front()));
    Now.Opaque |= !L || !PureLambda(L, SM).Pure;
    Args = Args.drop_front();
  }
  if (Name == "elementwise" || llvm::is_contained(ElementFunctions, Name))
    return llvm::all_of(
        Args, [&](const clang::Expr *A) { return readOperand(A, E, At); });
  if (Name == "outer") {
    std::optional<unsigned> First =
        tensorRank(plainOperand(Args[0])->getType());
    ReadAt Left, Right;
    if (HasGoal && First && *First <= At.Each.size()) {
      Left.Kind = Right.Kind = ReadAt::Dimensions;
      Left.Each.assign(At.Each.begin(), At.Each.begin() + *First);
      Right.Each.assign(At.Each.begin() + *First, At.Each.end());
    }
    return readExpr(Args[0], Left) && readExpr(Args[1], Right);
  }
  if (Name == "transpose" && Given && Given->size() >= 2) {
    ReadAt Inner = At;
    size_t M = Given->get(0).getAsIntegral().getZExtValue(),
           N = Given->get(1).getAsIntegral().getZExtValue();
    if (HasGoal && std::max(M, N) < Inner.Each.size())
      std::swap(Inner.Each[M], Inner.Each[N]);
    else
      Inner = ReadAt();
    return readExpr(Args[0], Inner);
  }
  if (Name == "contract" && Given) {
    llvm::SmallVector<unsigned> Summed;
    auto Add = [&](const TemplateArgument &A) {
      if (A.getKind() == TemplateArgument::Integral)
        Summed.push_back(
            static_cast<unsigned>(A.getAsIntegral().getZExtValue()));
    };
    for (const TemplateArgument &A : Given->asArray()) {
      Add(A);
      if (A.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &P : A.pack_elements())
          if (const auto *Pair = heddleTemplate(P.getAsType()))
            for (const TemplateArgument &Each :
                 Pair->getTemplateArgs().asArray())
              Add(Each);
    }
    ReadAt Inner;
    if (HasGoal) {
      Inner.Kind = ReadAt::Dimensions;
      Inner.Each.assign(At.Each.size() + Summed.size(), -1);
      size_t Next = 0;
      for (size_t K = 0; K != Inner.Each.size(); ++K)
        if (!llvm::is_contained(Summed, K) && Next < At.Each.size())
          Inner.Each[K] = At.Each[Next++];
    }
    return readExpr(Args[0], Inner);
  }
  if (Name == "slice" || Name == "select" || Name == "pad" || Name == "conv") {
    Now.MayThrow = true;
    return readAll(Args);
  }
  return Name == "evaluate" ? readExpr(Args[0], ReadAt())
                            : fail(E, "'" + Name.str() + "' refers to it");
}

bool BlockReader::readCall(const CallExpr *E, const ReadAt &At) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return fail(E, "a function is called");
  std::string Name = Callee->getNameAsString();
  if (isOfHeddle(Callee)) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return readOperator(Operator, At);
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
      const clang::Expr *Object = Member->getImplicitObjectArgument();
      // A number out of an expression.
      if (isa<CXXConversionDecl>(Callee) && isArithmetic(E))
        return readExpr(Object, ReadAt());
      // The result depends on the shape alone.
      if ((Name == "extent" || Name == "size" || Name == "stride") &&
          leaf(Object))
        return readAll({Member->getArgs(), Member->getNumArgs()});
      return fail(E, "'" + Name + "' refers to its memory");
    }
    return readLibraryCall(E, Name, At);
  }
  if (isMathFunction(Callee, SM))
    return readAll({E->getArgs(), E->getNumArgs()});
  return fail(E, "it is passed to '" + Name + "'");
}

} // namespace heddle
