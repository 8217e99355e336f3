//===- ReuseExpr.cpp - What an expression reads of tensors ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Block/ReuseReader.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

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
    addAccess(BlockAccess::Read, *T, E, isOwnIndex(At, LeftRank));
    return true;
  }
  if (isIndexType(E->getType()) ||
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

/// Notes the effects of C, its operands and arguments aside.
void BlockReader::noteOperation(const TensorCall &C) {
  switch (C.Form) {
  case TensorForm::Elementwise:
    if (C.Function) {
      const auto *L = dyn_cast<LambdaExpr>(plainOperand(C.Function));
      Now.Opaque |= !L || !PureLambda(L, SM).Pure;
    }
    break;
  case TensorForm::Named:
    if (std::optional<std::vector<const VarDecl *>> Names = indexNames(C))
      measure(C.Operands.front(), *Names);
    break;
  case TensorForm::Conv:
  case TensorForm::Slice:
  case TensorForm::Select:
  case TensorForm::Pad:
    Now.MayThrow = true;
    break;
  default:
    break;
  }
}

bool BlockReader::readOperation(const TensorCall &C, const ReadAt &At) {
  noteOperation(C);
  // a(1, 2) is one element: the numbers come first.
  bool IsNamed = C.Form == TensorForm::Named;
  if (IsNamed && !indexNames(C) && !readAll(C.Arguments))
    return false;
  for (size_t I = 0; I != C.Operands.size(); ++I)
    if (!readExpr(C.Operands[I], operandAt(C, I, At)))
      return false;
  return IsNamed || readAll(C.Arguments);
}

/// A member function of a tensor, a view or an expression.
bool BlockReader::readMember(const CXXMemberCallExpr *E, llvm::StringRef Name) {
  const clang::Expr *Object = E->getImplicitObjectArgument();
  // A number out of an expression.
  if (isa<CXXConversionDecl>(E->getDirectCallee()) && isArithmetic(E))
    return readExpr(Object, ReadAt());
  // The result depends on the shape alone.
  if ((Name == "extent" || Name == "size" || Name == "stride") && leaf(Object))
    return readAll({E->getArgs(), E->getNumArgs()});
  return fail(E, "'" + Name.str() + "' refers to its memory");
}

bool BlockReader::readCall(const CallExpr *E, const ReadAt &At) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return fail(E, "a function is called");
  std::string Name = Callee->getNameAsString();
  if (isOfHeddle(Callee)) {
    if (std::optional<TensorCall> C = tensorCall(E))
      return readOperation(*C, At);
    if (isa<CXXOperatorCallExpr>(E))
      return fail(E, "it is assigned inside of an expression");
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      return readMember(Member, Name);
    return Name == "evaluate" ? readExpr(E->getArg(0), ReadAt())
                              : fail(E, "'" + Name + "' refers to it");
  }
  if (isMathFunction(Callee, SM))
    return readAll({E->getArgs(), E->getNumArgs()});
  return fail(E, "it is passed to '" + Name + "'");
}

} // namespace heddle
