//===- ReuseExpr.cpp - What an expression reads of tensors ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/ReuseExpr.h"
#include "Read/Block/PureFunctions.h"
#include "Read/Block/ReuseTensors.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

static bool readCall(BlockReader &BR, const CallExpr *E, const ReadAt &At);

static bool isArithmetic(const clang::Expr *E) {
  return E->getType()->isArithmeticType() ||
         E->getType()->isUnscopedEnumerationType();
}

bool fail(BlockReader &BR, const clang::Expr *E, std::string Why) {
  if (!BR.Now.FailedAt) {
    BR.Now.FailedAt = E;
    BR.Now.FailedWhy = std::move(Why);
  }
  return false;
}

bool readAll(BlockReader &BR, llvm::ArrayRef<const clang::Expr *> All) {
  return llvm::all_of(
      All, [&](const clang::Expr *E) { return readExpr(BR, E, ReadAt()); });
}

/// A variable: a tensor, or a number.
static bool readVariableName(BlockReader &BR, const DeclRefExpr *E,
                             const ReadAt &At) {
  if (isTensorType(E->getType())) {
    std::optional<unsigned> T = namedTensor(BR, E);
    if (!T)
      return fail(BR, E, "it has another name here");
    addAccess(BR, ArrayEffect::Read, *T, E, isOwnIndex(At, BR.Now.LeftRank));
    return true;
  }
  if (isIndexType(E->getType()) ||
      isa<EnumConstantDecl, NonTypeTemplateParmDecl>(E->getDecl()))
    return true;
  const auto *V = dyn_cast<VarDecl>(E->getDecl());
  if (!V || !isArithmetic(E))
    return fail(BR, E, "'" + text(BR, E->getSourceRange()) + "' may hold it");
  // It may be an element of a tensor.
  if (V->getType()->isReferenceType() || E->getType().isVolatileQualified())
    BR.Now.Effects.Opaque = true;
  return true;
}

bool readExpr(BlockReader &BR, const clang::Expr *E, const ReadAt &At) {
  E = plainOperand(E);
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, CharacterLiteral,
          CXXDefaultArgExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return readVariableName(BR, D, At);
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (std::optional<unsigned> T = namedTensor(BR, M)) {
      addAccess(BR, ArrayEffect::Read, *T, M);
      return true;
    }
    const clang::Expr *Base = plainOperand(M->getBase());
    if (!isArithmetic(M) || !isa<DeclRefExpr, CXXThisExpr>(Base))
      return fail(BR, E, "");
    BR.Now.Effects.Opaque |=
        M->isArrow() || M->getType().isVolatileQualified() ||
        M->getMemberDecl()->getType()->isReferenceType() ||
        (isa<DeclRefExpr>(Base) &&
         cast<DeclRefExpr>(Base)->getDecl()->getType()->isReferenceType());
    return !isTensorType(Base->getType()) || fail(BR, E, "");
  }
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    bool Pure = U->getOpcode() == UO_Plus || U->getOpcode() == UO_Minus ||
                U->getOpcode() == UO_Not || U->getOpcode() == UO_LNot;
    if (U->getOpcode() == UO_AddrOf)
      return fail(BR, E, "its address is taken");
    return (Pure && isArithmetic(U) &&
            readExpr(BR, U->getSubExpr(), ReadAt())) ||
           fail(BR, E, "");
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (!B->isAssignmentOp() && !B->isPtrMemOp() && isArithmetic(B) &&
            readAll(BR, {B->getLHS(), B->getRHS()})) ||
           fail(BR, E, "");
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return (isArithmetic(C) &&
            readAll(BR, {C->getCond(), C->getTrueExpr(), C->getFalseExpr()})) ||
           fail(BR, E, "");
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return llvm::all_of(L->inits(), [&](const clang::Expr *Each) {
      return readExpr(BR, Each, ReadAt());
    });
  if (const auto *C = dyn_cast<CallExpr>(E))
    return readCall(BR, C, At);
  // A constant that depends on types alone.
  clang::Expr::EvalResult Value;
  if (isArithmetic(E) && !E->HasSideEffects(BR.Ctx) &&
      E->EvaluateAsConstantExpr(Value, BR.Ctx))
    return true;
  return fail(BR, E, isa<LambdaExpr>(E) ? "a lambda captures it" : "");
}

void measure(BlockReader &BR, const clang::Expr *Of,
             llvm::ArrayRef<const VarDecl *> Names) {
  QualType T = plainOperand(Of)->getType();
  std::vector<int64_t> Extents;
  if (isTensorType(T))
    Extents = declaredExtents(T);
  BR.Now.Effects.MayThrow |= Extents.size() != Names.size();
  for (const auto &[Name, Extent] : llvm::zip(Names, Extents)) {
    auto [It, New] = BR.Now.LengthOf.try_emplace(Name, Extent);
    BR.Now.Effects.MayThrow |= Extent < 0 || It->second != Extent;
  }
  BR.Now.Effects.MayThrow |= BR.Now.LengthOf.size() > 16;
}

/// Notes the effects of C, its operands and arguments aside.
static void noteOperation(BlockReader &BR, const TensorCall &C) {
  switch (C.Form) {
  case TensorForm::Elementwise:
    if (C.Function) {
      const auto *L = dyn_cast<LambdaExpr>(plainOperand(C.Function));
      BR.Now.Effects.Opaque |= !L || !isPureLambda(L, BR.SM);
    }
    break;
  case TensorForm::Named:
    if (std::optional<std::vector<const VarDecl *>> Names = indexNames(C))
      measure(BR, C.Operands.front(), *Names);
    break;
  case TensorForm::Conv:
  case TensorForm::Slice:
  case TensorForm::Select:
  case TensorForm::Pad:
    BR.Now.Effects.MayThrow = true;
    break;
  default:
    break;
  }
}

static bool readOperation(BlockReader &BR, const TensorCall &C,
                          const ReadAt &At) {
  noteOperation(BR, C);
  // a(1, 2) is one element: the numbers come first.
  bool IsNamed = C.Form == TensorForm::Named;
  if (IsNamed && !indexNames(C) && !readAll(BR, C.Arguments))
    return false;
  for (size_t I = 0; I != C.Operands.size(); ++I)
    if (!readExpr(BR, C.Operands[I], operandAt(C, I, At)))
      return false;
  return IsNamed || readAll(BR, C.Arguments);
}

/// A member function of a tensor, a view or an expression.
static bool readMember(BlockReader &BR, const CXXMemberCallExpr *E,
                       llvm::StringRef Name) {
  const clang::Expr *Object = E->getImplicitObjectArgument();
  // A number out of an expression.
  if (isa<CXXConversionDecl>(E->getDirectCallee()) && isArithmetic(E))
    return readExpr(BR, Object, ReadAt());
  // The result depends on the shape alone.
  if ((Name == "extent" || Name == "size" || Name == "stride") &&
      namedTensor(BR, Object))
    return readAll(BR, {E->getArgs(), E->getNumArgs()});
  return fail(BR, E, "'" + Name.str() + "' refers to its memory");
}

static bool readCall(BlockReader &BR, const CallExpr *E, const ReadAt &At) {
  const FunctionDecl *Callee = E->getDirectCallee();
  if (!Callee)
    return fail(BR, E, "a function is called");
  std::string Name = Callee->getNameAsString();
  if (isOfHeddle(Callee)) {
    if (std::optional<TensorCall> C = tensorCall(E))
      return readOperation(BR, *C, At);
    if (isa<CXXOperatorCallExpr>(E))
      return fail(BR, E, "it is assigned inside of an expression");
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      return readMember(BR, Member, Name);
    return Name == "evaluate" ? readExpr(BR, E->getArg(0), ReadAt())
                              : fail(BR, E, "'" + Name + "' refers to it");
  }
  if (isMathFunction(Callee, BR.SM))
    return readAll(BR, {E->getArgs(), E->getNumArgs()});
  return fail(BR, E, "it is passed to '" + Name + "'");
}

} // namespace heddle
