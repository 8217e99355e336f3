//===- Expressions.cpp - Expressions of rewritten text --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Expressions.h"
#include "Validate/Interpret/Field.h"
#include "Validate/Interpret/Value.h"
#include "Validate/Read/Calls.h"
#include "Validate/Read/Iterators.h"
#include "Validate/Read/KnownCalls.h"
#include "Validate/Read/Launches.h"
#include "Validate/Read/Operators.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"

using namespace clang;

namespace heddle {
namespace validate {

const Node *rvalue(Reader &R, const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(R, M->getSubExpr());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return rvalue(R, D->getExpr());
  if (const auto *W = dyn_cast<FullExpr>(E))
    return rvalue(R, W->getSubExpr());
  const Type T = typeOf(R, E->getType());
  if (E->isPRValue() || T.K == Type::None)
    return value(R, E);
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    if (const Node *Twin = valueTwin(R, C))
      return Twin;
    if (isHandled(T))
      return value(R, E);
  }
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_NoOp)
    return rvalue(R, C->getSubExpr());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return R.make(Op::Choose, T,
                  {rvalue(R, C->getCond()), rvalue(R, C->getTrueExpr()),
                   rvalue(R, C->getFalseExpr())});
  return valueAt(R, place(R, E), T);
}

/// The variable that E is, or whose member or element it is, whatever the
/// index.
static const VarDecl *wholeOf(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
             O && O->getOperator() == OO_Subscript)
      E = O->getArg(0);
    else if (const auto *M = dyn_cast<MemberExpr>(E);
             M && isa<FieldDecl>(M->getMemberDecl()))
      E = M->getBase();
    else
      break;
  }
  const ValueDecl *D = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    D = Ref->getDecl();
  else if (const auto *M = dyn_cast<MemberExpr>(E))
    D = M->getMemberDecl();
  return dyn_cast_or_null<VarDecl>(D);
}

/// The number that a read of a constant, or of an element of one, gives; null:
/// it is none.
static const Node *constantRead(Reader &R, const clang::Expr *E, Type T) {
  const VarDecl *V = wholeOf(E);
  clang::Expr::EvalResult Result;
  if (!V || R.Here->Slots.count(V) ||
      !V->mightBeUsableInConstantExpressions(R.Ctx) ||
      !E->EvaluateAsRValue(Result, R.Ctx))
    return nullptr;
  if (Result.Val.isInt())
    return R.constant(wrapped(bitsOf(Result.Val.getInt()), T), T);
  if (Result.Val.isFloat() && T.Bits <= 64)
    return R.constant(field::of(Result.Val.getFloat().convertToDouble()), T);
  return nullptr;
}

static const Node *castOf(Reader &R, const CastExpr *E) {
  const clang::Expr *Sub = E->getSubExpr();
  const Type T = typeOf(R, E->getType());
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    const clang::Expr *Inner = Sub->IgnoreParens();
    if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = S->getReplacement()->IgnoreParens();
    if (const Node *Constant = constantRead(R, Inner, T))
      return Constant;
    if (T.K == Type::None)
      return address(R, Sub);
    const auto *U = dyn_cast<UnaryOperator>(Inner);
    const auto *B = dyn_cast<BinaryOperator>(Inner);
    if ((U && U->getOpcode() != UO_Deref) || (B && !B->isPtrMemOp()))
      return value(R, Inner); // of an assignment: what it has assigned
    if (const auto *C = dyn_cast<CallExpr>(Inner))
      if (const Node *Twin = valueTwin(R, C))
        return Twin;
    if (isa<ConditionalOperator>(Inner))
      return rvalue(R, Inner);
    return valueAt(R, place(R, Sub), T);
  }
  case CK_NoOp:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
    return R.convert(value(R, Sub), T);
  case CK_PointerToBoolean:
    if (isa<StringLiteral>(Sub->IgnoreParenImpCasts()))
      return R.constant(1, T);
    return R.convert(value(R, Sub), T);
  case CK_BitCast:
  case CK_LValueBitCast:
    return value(R, Sub);
  case CK_ArrayToPointerDecay:
    return address(R, Sub);
  case CK_NullToPointer:
    return R.constant(0, T);
  case CK_ToVoid:
    return value(R, Sub);
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_FunctionToPointerDecay:
    return value(R, Sub);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return E->getType()->isPointerType()
               ? R.offset(value(R, Sub), baseOffset(R, E))
               : address(R, E);
  default:
    return R.fail(E, std::string("a cast (") + E->getCastKindName() + ")");
  }
}

static const Node *value1(Reader &R, const clang::Expr *E);

const Node *value(Reader &R, const clang::Expr *E) {
  if (++R.Depth > 400 || R.N.Nodes.size() > 200000) {
    --R.Depth;
    return R.fail(E, "text that is too deep");
  }
  const Node *Result = value1(R, E);
  --R.Depth;
  return Result;
}

/// The expression of which E only says how it came there; null: E is another.
static const clang::Expr *meantBy(const clang::Expr *E) {
  if (const auto *W = dyn_cast<FullExpr>(E))
    return W->getSubExpr();
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return S->getReplacement();
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return D->getExpr();
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(E))
    return D->getExpr();
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
    return B->getSubExpr();
  if (const auto *B = dyn_cast<CXXRewrittenBinaryOperator>(E))
    return B->getSemanticForm();
  return nullptr;
}

/// A number that stands in the text, or that its types give; null: E is
/// something else.
static const Node *literal(Reader &R, const clang::Expr *E, Type T) {
  if (const auto *I = dyn_cast<IntegerLiteral>(E))
    return R.constant(wrapped(bitsOf(llvm::APSInt(I->getValue())), T), T);
  if (const auto *C = dyn_cast<CharacterLiteral>(E))
    return R.constant(wrapped(C->getValue(), T), T);
  if (const auto *B = dyn_cast<CXXBoolLiteralExpr>(E))
    return R.constant(B->getValue(), T);
  if (const auto *F = dyn_cast<FloatingLiteral>(E))
    return R.number(F->getValue(), T);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return R.constant(0, T);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E) &&
      T.K != Type::None)
    return R.constant(0, T);
  if (isa<UnaryExprOrTypeTraitExpr, TypeTraitExpr, SizeOfPackExpr>(E)) {
    clang::Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, R.Ctx))
      return R.constant(bitsOf(Result.Val.getInt()), T);
    return R.fail(E, "a size");
  }
  return nullptr;
}

static const Node *named(Reader &R, const DeclRefExpr *E, Type T) {
  if (const auto *C = dyn_cast<EnumConstantDecl>(E->getDecl()))
    return R.constant(wrapped(bitsOf(C->getInitVal()), T), T);
  if (isHandled(T) || runtimeClass(E->getType()) == "divisor")
    return valueAt(R, place(R, E), T);
  return address(R, E);
}

/// The pointer `this`.
static const Node *thisPointer(Reader &R, const clang::Expr *E) {
  if (R.Here->Closure) // slot 0 holds the lambda
    return R.fail(E, "'this' in a lambda");
  if (R.Here->This)
    return R.Here->This;
  if (R.Here->HasThis)
    return R.slot(0, Pointer);
  auto [At, New] = R.ObjectOfDecl.try_emplace(nullptr, R.N.Objects.size());
  if (New) {
    Object O;
    O.Name = "*this";
    R.N.Objects.push_back(O);
  }
  Node *Result = R.make(Op::Object, Pointer);
  Result->Number = At->second;
  return Result;
}

/// Declarations of numbers, then the value.
static const Node *statementExpr(Reader &R, const StmtExpr *E, Type T) {
  std::vector<const Node *> Before;
  const Node *Value = nullptr;
  for (const Stmt *S : E->getSubStmt()->body()) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D) {
      if (S != E->getSubStmt()->body_back() || !isa<clang::Expr>(S))
        return R.fail(E, "a statement expression");
      Value = rvalue(R, cast<clang::Expr>(S));
      continue;
    }
    for (const Decl *Each : D->decls()) {
      const auto *V = dyn_cast<VarDecl>(Each);
      if (!V || !V->getType()->isArithmeticType() || R.Here->Exposed.count(V))
        return R.fail(E, "a statement expression");
      Before.push_back(declare(R, V));
    }
  }
  if (!Value)
    return R.fail(E, "a statement expression");
  for (const Node *Each : llvm::reverse(Before))
    Value = R.make(Op::Then, T, {Each, Value});
  return Value;
}

static const Node *value1(Reader &R, const clang::Expr *E) {
  E = E->IgnoreParens();
  const Type T = typeOf(R, E->getType());
  if (const auto *C = dyn_cast<CXXRewrittenBinaryOperator>(E))
    if (const Node *Known = iteratorsCompared(R, C))
      return Known;
  if (const clang::Expr *Meant = meantBy(E))
    return value(R, Meant);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return isHandled(T) ? value(R, M->getSubExpr()) : address(R, M);
  if (const Node *Number = literal(R, E, T))
    return Number;
  if (isa<CXXThrowExpr>(E)) // values for which it throws are left out
    return R.make(Op::Undefined, T);
  if (const auto *L = dyn_cast<InitListExpr>(E);
      L && T.K != Type::None && T.K != Type::Handle) {
    if (L->getNumInits() == 0)
      return R.constant(0, T);
    return value(R, L->getInit(0));
  }
  if (T.K == Type::Handle && runtimeClass(E->getType()) == "shape" &&
      isa<InitListExpr, CXXFunctionalCastExpr>(E))
    return shape(R, E);
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return named(R, D, T);
  if (isa<CXXThisExpr>(E))
    return thisPointer(R, E);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castOf(R, C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(R, U);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    // As an lvalue its place, once it is done.
    if ((B->isAssignmentOp() && T.K == Type::None) || B->isPtrMemOp())
      return address(R, E);
    return binary(R, B);
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    if (E->isGLValue() && !isHandled(T))
      return address(R, E);
    return R.make(Op::Choose, T,
                  {value(R, C->getCond()), value(R, C->getTrueExpr()),
                   value(R, C->getFalseExpr())});
  }
  if (const auto *S = dyn_cast<StmtExpr>(E))
    return statementExpr(R, S, T);
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return construct(R, C);
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    return operatorCall(R, C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(R, C);
  if (isa<ArraySubscriptExpr, MemberExpr>(E))
    return address(R, E);
  if (T.K == Type::None && !E->getType()->isVoidType() && E->isPRValue())
    return temporary(R, E);
  return R.fail(E, E->getStmtClassName());
}

} // namespace validate
} // namespace heddle
