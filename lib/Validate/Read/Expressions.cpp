//===- Expressions.cpp - Expressions of rewritten text --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Field.h"
#include "Validate/Interpret/Value.h"
#include "Validate/Read/PhaseReader.h"
#include "Validate/Tensor/TensorReader.h"

using namespace clang;

namespace heddle {
namespace validate {

Reader::Reader(ASTContext &Context, Nest &Out)
    : Ctx(Context), N(Out), Phases(std::make_unique<PhaseReader>(*this)),
      Tensors(std::make_unique<TensorReader>(*this)) {
  N.Objects.emplace_back();
}

Reader::~Reader() = default;

Node *Reader::make(Op What, Type T) {
  Node &New = N.Nodes.emplace_back();
  New.What = What;
  New.Ty = T;
  return &New;
}

Node *Reader::make(Op What, Type T, llvm::ArrayRef<const Node *> Kids) {
  Node *New = make(What, T);
  New->Kids.append(Kids.begin(), Kids.end());
  return New;
}

/// A number of the source, as it is before it is rounded.
const Node *Reader::number(llvm::APFloat V, Type T) {
  bool Loses;
  V.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven,
            &Loses);
  return constant(field::of(V.convertToDouble()), T);
}

const Node *Reader::constant(int64_t V, Type T) {
  Node *New = make(Op::Const, T);
  New->Number = V;
  return New;
}

const Node *Reader::slot(int64_t I, Type T) {
  Node *New = make(Op::Slot, T);
  New->Number = I;
  return New;
}

const Node *Reader::set(int64_t I, const Node *V) {
  Node *New = make(Op::SetSlot, V->Ty, {V});
  New->Number = I;
  return New;
}

/// The rest is read on, for nothing.
const Node *Reader::fail(const Stmt *S, llvm::StringRef What) {
  if (N.Why.empty()) {
    N.Why = What.str();
    if (S && S->getBeginLoc().isValid()) {
      PresumedLoc At = Ctx.getSourceManager().getPresumedLoc(S->getBeginLoc());
      if (At.isValid())
        N.Why += " in line " + std::to_string(At.getLine());
    }
  }
  return make(Op::Undefined);
}

const Node *Reader::offset(const Node *P, int64_t Bytes) {
  if (Bytes == 0)
    return P;
  Node *New =
      make(Op::PtrAdd, P->Ty, {P, constant(Bytes, {Type::Int, 64, true})});
  New->Number = 1;
  return New;
}

const Node *Reader::temporary(const Node *V) {
  const Type Pointer{Type::Pointer, 64, false};
  const int64_t Slot = newSlot();
  Node *New = make(Op::NewObject, Pointer);
  New->Number = Slot;
  const Node *Init = make(Op::Store, V->Ty, {slot(Slot, Pointer), V});
  return make(Op::Then, Pointer,
              {make(Op::Then, Pointer, {New, Init}), slot(Slot, Pointer)});
}

/// The value of E, an lvalue or not.
const Node *Reader::rvalue(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return value(M->getSubExpr());
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
    return rvalue(D->getExpr());
  if (const auto *W = dyn_cast<FullExpr>(E))
    return rvalue(W->getSubExpr());
  const Type T = typeOf(E->getType());
  if (E->isPRValue() || T.K == Type::None)
    return value(E);
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    if (const Node *Twin = valueTwin(C))
      return Twin;
    if (isHandled(T))
      return value(E);
  }
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_NoOp)
    return rvalue(C->getSubExpr());
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return make(Op::Choose, T,
                {rvalue(C->getCond()), rvalue(C->getTrueExpr()),
                 rvalue(C->getFalseExpr())});
  return read(place(E), T);
}

const Node *Reader::read(const Place &P, Type T) {
  return P.InSlot ? slot(P.Slot, T) : make(Op::Load, T, {P.Pointer});
}

const Node *Reader::assign(const Place &P, const Node *V, Type T) {
  if (P.InSlot)
    return set(P.Slot, V);
  return make(Op::Store, T, {P.Pointer, V});
}

const Node *Reader::convert(const Node *V, Type To) {
  if (V->Ty == To)
    return V;
  Node *New = make(Op::Cast, To, {V});
  New->From = V->Ty;
  return New;
}

const Node *Reader::arithmetic(BinaryOperatorKind K, const Node *L,
                               const Node *R, Type T, const clang::Expr *E) {
  switch (K) {
  case BO_Add:
    return make(Op::Add, T, {L, R});
  case BO_Sub:
    return make(Op::Sub, T, {L, R});
  case BO_Mul:
    return make(Op::Mul, T, {L, R});
  case BO_Div:
    return make(Op::Div, T, {L, R});
  case BO_Rem:
    return make(Op::Rem, T, {L, R});
  case BO_Shl:
    return make(Op::Shl, T, {L, R});
  case BO_Shr:
    return make(Op::Shr, T, {L, R});
  case BO_And:
    return make(Op::And, T, {L, R});
  case BO_Or:
    return make(Op::Or, T, {L, R});
  case BO_Xor:
    return make(Op::Xor, T, {L, R});
  default:
    return fail(E, "an operator");
  }
}

/// Old, one further in a direction.
const Node *Reader::stepped(const Node *Old, int64_t Way, QualType Of) {
  const Type S = Old->Ty;
  if (S.K == Type::Pointer) {
    Node *Add =
        make(Op::PtrAdd, S, {Old, constant(Way, {Type::Int, 64, true})});
    Add->Number = sizeOf(Of->getPointeeType());
    return Add;
  }
  if (S.isInt() && S.Bits < 32) {
    const Type Wide{Type::Int, 32, true};
    return convert(
        make(Op::Add, Wide, {convert(Old, Wide), constant(Way, Wide)}), S);
  }
  if (S.isInt() || S.K == Type::Float)
    return make(
        Op::Add, S,
        {Old, S.isInt() ? constant(Way, S) : constant(field::of(Way), S)});
  return nullptr;
}

/// ++ or --.
const Node *Reader::step(const UnaryOperator *E) {
  const clang::Expr *Sub = E->getSubExpr();
  const Type S = typeOf(Sub->getType());
  const Place P = place(Sub);
  const Node *Old = read(P, S);
  const Node *New = stepped(Old, E->isIncrementOp() ? 1 : -1, Sub->getType());
  if (!New)
    return fail(E, "a step");
  if (E->isPrefix())
    return assign(P, New, S);
  const int64_t Kept = newSlot();
  return make(
      Op::Then, S,
      {make(Op::Then, S, {set(Kept, Old), assign(P, New, S)}), slot(Kept, S)});
}

const Node *Reader::unary(const UnaryOperator *E) {
  const Type T = typeOf(E->getType());
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Extension:
    return value(Sub);
  case UO_Minus:
    return make(Op::Neg, T, {value(Sub)});
  case UO_Not:
    return make(Op::Flip, T, {value(Sub)});
  case UO_LNot:
    return make(Op::Not, T, {value(Sub)});
  case UO_AddrOf:
    if (Sub->getType()->isFunctionType())
      return fail(E, "the address of a function");
    return address(Sub);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return step(E);
  case UO_Deref:
    return address(E);
  default:
    return fail(E, "an operator");
  }
}

const Node *Reader::binary(const BinaryOperator *E) {
  const clang::Expr *L = E->getLHS(), *R = E->getRHS();
  const Type T = typeOf(E->getType());
  const BinaryOperatorKind K = E->getOpcode();
  switch (K) {
  case BO_Comma: {
    const Node *First = value(L);
    return make(Op::Then, T, {First, value(R)});
  }
  case BO_Assign: {
    const Place P = place(L);
    return assign(P, value(R), typeOf(L->getType()));
  }
  case BO_LAnd:
    return make(Op::Both, T, {value(L), value(R)});
  case BO_LOr:
    return make(Op::Either, T, {value(L), value(R)});
  case BO_LT:
  case BO_GT:
  case BO_LE:
  case BO_GE:
  case BO_EQ:
  case BO_NE: {
    const Node *A = value(L), *B = value(R);
    if (K == BO_GT || K == BO_GE)
      std::swap(A, B);
    Node *New = make(K == BO_LT || K == BO_GT   ? Op::Lt
                     : K == BO_LE || K == BO_GE ? Op::Le
                     : K == BO_EQ               ? Op::Eq
                                                : Op::Ne,
                     T, {A, B});
    New->From = typeOf(L->getType());
    return New;
  }
  default:
    break;
  }
  if (E->isCompoundAssignmentOp())
    return compound(cast<CompoundAssignOperator>(E));
  const bool LP = L->getType()->isPointerType();
  const bool RP = R->getType()->isPointerType();
  if (LP && RP && K == BO_Sub) {
    Node *New = make(Op::PtrDiff, T, {value(L), value(R)});
    New->Number = sizeOf(L->getType()->getPointeeType());
    return New;
  }
  if ((LP || RP) && (K == BO_Add || K == BO_Sub)) {
    const clang::Expr *P = LP ? L : R, *I = LP ? R : L;
    Node *New = make(Op::PtrAdd, T, {value(P), value(I)});
    New->Number =
        sizeOf(P->getType()->getPointeeType()) * (K == BO_Sub ? -1 : 1);
    return New;
  }
  const Node *A = value(L);
  return arithmetic(K, A, value(R), T, E);
}

const Node *Reader::compound(const CompoundAssignOperator *E) {
  const Type T = typeOf(E->getLHS()->getType());
  const Place P = place(E->getLHS());
  if (T.K == Type::Pointer) {
    Node *Add = make(Op::PtrAdd, T, {read(P, T), value(E->getRHS())});
    Add->Number = sizeOf(E->getLHS()->getType()->getPointeeType()) *
                  (E->getOpcode() == BO_SubAssign ? -1 : 1);
    return assign(P, Add, T);
  }
  const Type C = typeOf(E->getComputationResultType());
  const Type CL = typeOf(E->getComputationLHSType());
  const BinaryOperatorKind K =
      BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
  const Node *Old = convert(read(P, T), CL);
  const Node *New = arithmetic(K, Old, value(E->getRHS()), C, E);
  return assign(P, convert(New, T), T);
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
const Node *Reader::constantRead(const clang::Expr *E, Type T) {
  const VarDecl *V = wholeOf(E);
  clang::Expr::EvalResult Result;
  if (!V || Here->Slots.count(V) ||
      !V->mightBeUsableInConstantExpressions(Ctx) ||
      !E->EvaluateAsRValue(Result, Ctx))
    return nullptr;
  if (Result.Val.isInt())
    return constant(wrapped(bitsOf(Result.Val.getInt()), T), T);
  if (Result.Val.isFloat() && T.Bits <= 64)
    return constant(field::of(Result.Val.getFloat().convertToDouble()), T);
  return nullptr;
}

const Node *Reader::castOf(const CastExpr *E) {
  const clang::Expr *Sub = E->getSubExpr();
  const Type T = typeOf(E->getType());
  switch (E->getCastKind()) {
  case CK_LValueToRValue: {
    const clang::Expr *Inner = Sub->IgnoreParens();
    if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(Inner))
      Inner = S->getReplacement()->IgnoreParens();
    if (const Node *Constant = constantRead(Inner, T))
      return Constant;
    if (T.K == Type::None)
      return address(Sub);
    if (isa<BinaryOperator, UnaryOperator>(Inner) &&
        !(isa<UnaryOperator>(Inner) &&
          cast<UnaryOperator>(Inner)->getOpcode() == UO_Deref))
      return value(Inner); // of an assignment: what it has assigned
    if (const auto *C = dyn_cast<CallExpr>(Inner))
      if (const Node *Twin = valueTwin(C))
        return Twin;
    if (isa<ConditionalOperator>(Inner))
      return rvalue(Inner);
    return read(place(Sub), T);
  }
  case CK_NoOp:
  case CK_IntegralCast:
  case CK_IntegralToBoolean:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
  case CK_FloatingCast:
  case CK_BooleanToSignedIntegral:
  case CK_PointerToBoolean:
    return convert(value(Sub), T);
  case CK_BitCast:
  case CK_LValueBitCast:
    return value(Sub);
  case CK_ArrayToPointerDecay:
    return address(Sub);
  case CK_NullToPointer:
    return constant(0, T);
  case CK_ToVoid:
    return value(Sub);
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_FunctionToPointerDecay:
    return value(Sub);
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return E->getType()->isPointerType() ? offset(value(Sub), baseOffset(E))
                                         : address(E);
  default:
    return fail(E, std::string("a cast (") + E->getCastKindName() + ")");
  }
}

const Node *Reader::value(const clang::Expr *E) {
  if (++Depth > 400 || N.Nodes.size() > 200000) {
    --Depth;
    return fail(E, "text that is too deep");
  }
  const Node *Result = value1(E);
  --Depth;
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
const Node *Reader::literal(const clang::Expr *E, Type T) {
  if (const auto *I = dyn_cast<IntegerLiteral>(E))
    return constant(wrapped(bitsOf(llvm::APSInt(I->getValue())), T), T);
  if (const auto *C = dyn_cast<CharacterLiteral>(E))
    return constant(wrapped(C->getValue(), T), T);
  if (const auto *B = dyn_cast<CXXBoolLiteralExpr>(E))
    return constant(B->getValue(), T);
  if (const auto *F = dyn_cast<FloatingLiteral>(E))
    return number(F->getValue(), T);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E))
    return constant(0, T);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(E) &&
      T.K != Type::None)
    return constant(0, T);
  if (isa<UnaryExprOrTypeTraitExpr, TypeTraitExpr, SizeOfPackExpr>(E)) {
    clang::Expr::EvalResult Result;
    if (E->EvaluateAsInt(Result, Ctx))
      return constant(bitsOf(Result.Val.getInt()), T);
    return fail(E, "a size");
  }
  return nullptr;
}

const Node *Reader::named(const DeclRefExpr *E, Type T) {
  if (const auto *C = dyn_cast<EnumConstantDecl>(E->getDecl()))
    return constant(wrapped(bitsOf(C->getInitVal()), T), T);
  if (isHandled(T) || runtimeClass(E->getType()) == "divisor")
    return read(place(E), T);
  return address(E);
}

/// The pointer `this`.
const Node *Reader::thisPointer(const clang::Expr *E) {
  const Type Pointer{Type::Pointer, 64, false};
  if (Here->Closure) // slot 0 holds the lambda
    return fail(E, "'this' in a lambda");
  if (Here->This)
    return Here->This;
  if (Here->HasThis)
    return slot(0, Pointer);
  auto [At, New] = ObjectOfDecl.try_emplace(nullptr, N.Objects.size());
  if (New) {
    Object O;
    O.Name = "*this";
    N.Objects.push_back(O);
  }
  Node *Result = make(Op::Object, Pointer);
  Result->Number = At->second;
  return Result;
}

/// The value of E; of a record or of an lvalue its address.
const Node *Reader::value1(const clang::Expr *E) {
  E = E->IgnoreParens();
  const Type T = typeOf(E->getType());
  if (const clang::Expr *Meant = meantBy(E))
    return value(Meant);
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return isHandled(T) ? value(M->getSubExpr()) : address(M);
  if (const Node *Number = literal(E, T))
    return Number;
  if (isa<CXXThrowExpr>(E)) // values for which it throws are left out
    return make(Op::Undefined, T);
  if (const auto *L = dyn_cast<InitListExpr>(E);
      L && T.K != Type::None && T.K != Type::Handle) {
    if (L->getNumInits() == 0)
      return constant(0, T);
    return value(L->getInit(0));
  }
  if (T.K == Type::Handle && runtimeClass(E->getType()) == "shape" &&
      isa<InitListExpr, CXXFunctionalCastExpr>(E))
    return shape(E);
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    return named(D, T);
  if (isa<CXXThisExpr>(E))
    return thisPointer(E);
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castOf(C);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return unary(U);
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    // As an lvalue its place, once it is done.
    if (B->isAssignmentOp() && T.K == Type::None)
      return address(E);
    return binary(B);
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    if (E->isGLValue() && !isHandled(T))
      return address(E);
    return make(Op::Choose, T,
                {value(C->getCond()), value(C->getTrueExpr()),
                 value(C->getFalseExpr())});
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    return construct(C);
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E))
    return operatorCall(C);
  if (const auto *C = dyn_cast<CallExpr>(E))
    return call(C);
  if (isa<ArraySubscriptExpr, MemberExpr>(E))
    return address(E);
  if (T.K == Type::None && !E->getType()->isVoidType() && E->isPRValue())
    return temporary(E);
  return fail(E, E->getStmtClassName());
}

} // namespace validate
} // namespace heddle
