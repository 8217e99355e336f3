//===- Places.cpp - Where what rewritten text names is --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Places.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Iterators.h"
#include "Validate/Read/KnownCalls.h"
#include "Validate/Read/Objects.h"
#include "Validate/Read/StandardMembers.h"
#include "Validate/Read/Types.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace heddle {
namespace validate {

/// An expression of pointers that has no effects.
static bool isPlain(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (isa<IntegerLiteral, DeclRefExpr, CXXThisExpr>(E))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return isPlain(C->getSubExpr());
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isPlain(M->getBase());
  if (const auto *W = dyn_cast<FullExpr>(E))
    return isPlain(W->getSubExpr());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_AddrOf || U->getOpcode() == UO_Deref ||
            U->getOpcode() == UO_Minus) &&
           isPlain(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->isMultiplicativeOp() || B->isPtrMemOp()) &&
           isPlain(B->getLHS()) && isPlain(B->getRHS());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return isPlain(A->getBase()) && isPlain(A->getIdx());
  return false;
}

static Place inMemory(const Node *Pointer) { return {false, 0, Pointer}; }

static bool isStdArray(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->isInStdNamespace() && Record->getIdentifier() &&
         Record->getName() == "array";
}

/// Notes how many elements Base has, as far as its type or its caller says so.
static void boundSubscript(Reader &R, Node &Subscript,
                           const clang::Expr *Base) {
  if (const auto *Array = R.Ctx.getAsConstantArrayType(Base->getType()))
    Subscript.Extent = Array->getSize().getZExtValue();
  if (const auto *Named = dyn_cast<DeclRefExpr>(Base))
    Subscript.Bound = R.BoundOf.lookup(dyn_cast<VarDecl>(Named->getDecl()));
}

/// Sums, products, remainders and low bits of integer variables.
static bool isPlainSum(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Minus && isPlainSum(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul ||
            ((B->getOpcode() == BO_Rem || B->getOpcode() == BO_And) &&
             isa<IntegerLiteral>(B->getRHS()->IgnoreParenImpCasts()))) &&
           isPlainSum(B->getLHS()) && isPlainSum(B->getRHS());
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return (D && D->getType()->isIntegerType()) || isa<IntegerLiteral>(E);
}

/// The same, also of members of objects, and of functions of objects.
static bool isPlainSumOfMembers(const clang::Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->getOpcode() == BO_Mul) &&
           isPlainSumOfMembers(B->getLHS()) && isPlainSumOfMembers(B->getRHS());
  if (const auto *C = dyn_cast<CXXMemberCallExpr>(E))
    return C->getNumArgs() == 0 && C->getMethodDecl() &&
           C->getMethodDecl()->isConst() && E->getType()->isIntegerType() &&
           isPlain(C->getImplicitObjectArgument());
  return isPlainSum(E) ||
         (isa<MemberExpr>(E) && E->getType()->isIntegerType() && isPlain(E));
}

/// A pointer or an integer that keeps the value that it is made with: what that
/// is.
static void readKept(Reader &R, const VarDecl *V, unsigned Object) {
  if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->getInit() ||
      R.Changed->count(V) ||
      !(V->getType()->isPointerType() ? isPlain(V->getInit())
        : V->getType()->isIntegerType()
            ? isPlainSum(V->getInit()) ||
                  (R.Fresh->count(V) && isPlainSumOfMembers(V->getInit()))
            : false))
    return;
  Scope *Outer = R.Here;
  R.Here = &R.Block;
  const std::string Why = R.N.Why;
  const Node *Init = value(R, V->getInit());
  if (R.N.Why == Why)
    R.N.Objects[Object].Init = Init;
  R.N.Why = Why;
  R.Here = Outer;
}

/// The object of a variable that stands outside of what is read.
static const Node *objectOf(Reader &R, const VarDecl *V) {
  const VarDecl *Given = V;
  V = V->getCanonicalDecl();
  if (const Node *Alias = R.AliasOfDecl.lookup(V))
    return Alias;
  if (V->getType()->isReferenceType() && V->hasLocalStorage() &&
      !isa<ParmVarDecl>(V) && V->getInit() && isPlain(V->getInit())) {
    Scope *Outer = R.Here;
    R.Here = &R.Block;
    const std::string Why = R.N.Why;
    const Node *Alias = address(R, V->getInit());
    const bool Good = R.N.Why == Why;
    R.N.Why = Why;
    R.Here = Outer;
    if (Good)
      return R.AliasOfDecl[V] = Alias;
  }
  auto [At, New] = R.ObjectOfDecl.try_emplace(V, R.N.Objects.size());
  if (New) {
    const QualType T = V->getType().getNonReferenceType();
    Object O;
    O.Name = V->getName().str();
    O.What =
        T->isArrayType() || isStdArray(T) ? Object::Data : Object::Variable;
    if (O.What == Object::Data && !T->isIncompleteType() &&
        !T->isVariablyModifiedType())
      O.Bytes = R.Ctx.getTypeSizeInChars(T).getQuantity();
    R.N.Objects.push_back(O);
    readKept(R, Given, static_cast<unsigned>(R.N.Objects.size()) - 1);
  }
  Node *Result = R.make(Op::Object, Pointer);
  Result->Number = R.ObjectOfDecl.lookup(V);
  return Result;
}

/// S mentions V only for its value.
static bool onlyReads(const Stmt *S, const VarDecl *V, bool Loaded) {
  if (!S)
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    return Loaded || D->getDecl() != V;
  const auto *C = dyn_cast<ImplicitCastExpr>(S);
  const bool Loads = (C && C->getCastKind() == CK_LValueToRValue) ||
                     (Loaded && isa<ParenExpr>(S));
  for (const Stmt *Child : S->children())
    if (!onlyReads(Child, V, Loads))
      return false;
  return true;
}

/// The lambda whose body is read has V, and V still holds the same value.
static bool hasCaptured(const Reader &R, const VarDecl *V) {
  if (!R.Here->Closure || R.Block.Slots.count(V) || V->isInitCapture())
    return false;
  for (const LambdaCapture &C : R.Here->Closure->captures()) {
    if (!C.capturesVariable() || C.getCapturedVar() != V)
      continue;
    const auto *F = dyn_cast<FunctionDecl>(V->getDeclContext());
    const CXXRecordDecl *Inner = V->getType()->getAsCXXRecordDecl();
    // If V is a lambda, its own captures count.
    return C.getCaptureKind() == LCK_ByRef || (Inner && Inner->isLambda()) ||
           (F && !isa<CXXConstructorDecl>(F) &&
            !V->getType()->isReferenceType() &&
            onlyReads(F->getBody(), V, false));
  }
  return false;
}

Place variablePlace(Reader &R, const VarDecl *V, const clang::Expr *E) {
  const Type T = typeOf(R, V->getType());
  auto At = R.Here->Slots.find(V);
  if (At == R.Here->Slots.end()) {
    if (!R.Here->IsBlock && V->hasLocalStorage() && !hasCaptured(R, V)) {
      R.fail(E, "a variable of another function");
      return inMemory(R.make(Op::Undefined, Pointer));
    }
    return inMemory(objectOf(R, V));
  }
  const bool InMemory = V->getType()->isReferenceType() || T.K == Type::None ||
                        R.Here->Exposed.count(V);
  if (!InMemory || isHandled(T) || runtimeClass(V->getType()) == "divisor")
    return {true, At->second, nullptr};
  return inMemory(R.slot(At->second, Pointer));
}

int64_t baseOffset(const Reader &R, const CastExpr *E) {
  int64_t Bytes = 0;
  QualType T = E->getSubExpr()->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  for (const CXXBaseSpecifier *B : E->path()) {
    const CXXRecordDecl *Base = B->getType()->getAsCXXRecordDecl();
    Bytes += R.Ctx.getASTRecordLayout(T->getAsCXXRecordDecl())
                 .getBaseClassOffset(Base)
                 .getQuantity();
    T = B->getType();
  }
  return Bytes;
}

/// A cast to an lvalue, or of a class to another; none: another cast.
static std::optional<Place> castPlace(Reader &R, const CastExpr *E) {
  switch (E->getCastKind()) {
  case CK_NoOp:
  case CK_LValueBitCast:
    return place(R, E->getSubExpr());
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return inMemory(R.offset(address(R, E->getSubExpr()), baseOffset(R, E)));
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return inMemory(temporary(R, E->getSubExpr()));
  default:
    return std::nullopt;
  }
}

/// *p, ++i and --i; none: another operator.
static std::optional<Place> unaryPlace(Reader &R, const UnaryOperator *E) {
  if (E->getOpcode() == UO_Deref)
    return inMemory(value(R, E->getSubExpr()));
  if (!E->isPrefix() || !E->isIncrementDecrementOp())
    return std::nullopt;
  const Node *Step = value(R, E);
  Place P = place(R, E->getSubExpr());
  if (P.InSlot) {
    R.fail(E, "a step of a variable that is used as an object");
    return P;
  }
  return inMemory(R.make(Op::Then, Pointer, {Step, P.Pointer}));
}

/// The part F of the object that Base points to.
static const Node *fieldOf(Reader &R, const Node *Base, const FieldDecl *F) {
  const ASTRecordLayout &L = R.Ctx.getASTRecordLayout(F->getParent());
  const Node *P = R.offset(
      Base, static_cast<int64_t>(L.getFieldOffset(F->getFieldIndex()) / 8));
  if (F->getType()->isReferenceType())
    return R.make(Op::Load, Pointer, {P});
  if (!F->getType()->isArrayType() && !isStdArray(F->getType()))
    return P;
  Node *Array = R.make(Op::SubObject, Pointer, {P});
  // Some end their structures with arrays of length 1 that are longer.
  const auto *Of = R.Ctx.getAsConstantArrayType(F->getType());
  if (Of ? Of->getSize().ugt(1) : isStdArray(F->getType()))
    Array->Extent = R.Ctx.getTypeSizeInChars(F->getType()).getQuantity();
  return Array;
}

/// `object.*p` or `pointer->*p`, where p is a constant that points to a field
/// of the object's class itself.
static const Node *memberByPointer(Reader &R, const BinaryOperator *E) {
  clang::Expr::EvalResult Result;
  const FieldDecl *F = nullptr;
  if (E->getRHS()->EvaluateAsRValue(Result, R.Ctx) &&
      Result.Val.isMemberPointer() && Result.Val.getMemberPointerPath().empty())
    F = dyn_cast_or_null<FieldDecl>(Result.Val.getMemberPointerDecl());
  if (!F)
    return R.fail(E, "a pointer to a member that is no constant");
  return fieldOf(R,
                 E->getOpcode() == BO_PtrMemI ? value(R, E->getLHS())
                                              : address(R, E->getLHS()),
                 F);
}

/// Commas, assignments and members by pointer; none: another operator.
static std::optional<Place> binaryPlace(Reader &R, const BinaryOperator *E) {
  if (E->getOpcode() == BO_Comma)
    return inMemory(R.make(Op::Then, Pointer,
                           {value(R, E->getLHS()), address(R, E->getRHS())}));
  if (E->isPtrMemOp())
    return inMemory(memberByPointer(R, E));
  if (!E->isAssignmentOp())
    return std::nullopt;
  const Node *Done = value(R, E);
  Place P = place(R, E->getLHS());
  if (!P.InSlot)
    P.Pointer = R.make(Op::Then, Pointer, {Done, P.Pointer});
  else
    R.fail(E, "an assignment that is used as an object");
  return P;
}

/// Index times the lengths, known at run time, of the arrays in Row. Row
/// becomes what they are arrays of in the end.
static const Node *elementsOf(Reader &R, const Node *Index, QualType &Row) {
  while (Row->isVariablyModifiedType() && Row->isArrayType()) {
    const ArrayType *A = R.Ctx.getAsArrayType(Row);
    const auto *V = dyn_cast<VariableArrayType>(A);
    const Node *Length =
        V ? value(R, V->getSizeExpr())
          : R.constant(
                bitsOf(llvm::APSInt(cast<ConstantArrayType>(A)->getSize())),
                I64);
    Index =
        R.make(Op::Mul, I64, {R.convert(Index, I64), R.convert(Length, I64)});
    Row = A->getElementType();
  }
  return Index;
}

static const Node *elementAt(Reader &R, const ArraySubscriptExpr *E) {
  const Node *Base = value(R, E->getBase());
  QualType Row = E->getType();
  const Node *Index = elementsOf(R, value(R, E->getIdx()), Row);
  Node *New = R.pointerAdd(Base, Index, sizeOf(R, Row));
  boundSubscript(R, *New, E->getBase()->IgnoreParenImpCasts());
  return New;
}

static const Node *member(Reader &R, const MemberExpr *E) {
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!F) {
    if (const auto *V = dyn_cast<VarDecl>(E->getMemberDecl()))
      return objectOf(R, V);
    return R.fail(E, "a member that is no field");
  }
  if (isHiddenInStandard(F))
    return R.fail(E, "what a container of the standard library hides");
  const Node *Base =
      E->isArrow() ? value(R, E->getBase()) : address(R, E->getBase());
  return fieldOf(R, Base, F);
}

Place place(Reader &R, const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      return variablePlace(R, V, E);
    return inMemory(R.fail(E, "a name that is no variable"));
  }
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return place(R, S->getReplacement());
  if (const auto *W = dyn_cast<FullExpr>(E))
    return place(R, W->getSubExpr());
  std::optional<Place> Known;
  if (const auto *C = dyn_cast<CastExpr>(E))
    Known = castPlace(R, C);
  else if (const auto *U = dyn_cast<UnaryOperator>(E))
    Known = unaryPlace(R, U);
  else if (const auto *B = dyn_cast<BinaryOperator>(E))
    Known = binaryPlace(R, B);
  if (Known)
    return *Known;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return inMemory(elementAt(R, A));
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return inMemory(member(R, M));
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return inMemory(temporary(R, T->getSubExpr()));
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return inMemory(
        R.make(Op::Choose, Pointer,
               {value(R, C->getCond()), address(R, C->getTrueExpr()),
                address(R, C->getFalseExpr())}));
  if (const auto *C = dyn_cast<CallExpr>(E); C && E->isGLValue()) {
    if (const Node *Twin = valueTwin(R, C))
      return inMemory(temporary(R, Twin));
    if (changesIterator(C))
      return inMemory(R.fail(E, "the place of an iterator that is changed"));
    return inMemory(value(R, E));
  }
  if (isa<CXXThisExpr>(E))
    return inMemory(value(R, E));
  if (E->isPRValue() && typeOf(R, E->getType()).K == Type::None)
    return inMemory(temporary(R, E));
  return inMemory(R.fail(E, E->getStmtClassName()));
}

const Node *address(Reader &R, const clang::Expr *E) {
  Place P = place(R, E);
  if (P.InSlot)
    return R.fail(E, "the address of a local");
  return P.Pointer;
}

const Node *temporary(Reader &R, const clang::Expr *E) {
  const int64_t Slot = R.newSlot();
  Node *New = R.make(Op::NewObject, Pointer);
  New->Number = Slot;
  const Node *Init = initialize(R, R.slot(Slot, Pointer), E, E->getType());
  return R.make(
      Op::Then, Pointer,
      {R.make(Op::Then, Pointer, {New, Init}), R.slot(Slot, Pointer)});
}

const Node *temporary(Reader &R, const Node *V) {
  const int64_t Slot = R.newSlot();
  Node *New = R.make(Op::NewObject, Pointer);
  New->Number = Slot;
  const Node *Init = R.make(Op::Store, V->Ty, {R.slot(Slot, Pointer), V});
  return R.make(
      Op::Then, Pointer,
      {R.make(Op::Then, Pointer, {New, Init}), R.slot(Slot, Pointer)});
}

const Node *valueAt(Reader &R, const Place &P, Type T) {
  return P.InSlot ? R.slot(P.Slot, T) : R.make(Op::Load, T, {P.Pointer});
}

const Node *assign(Reader &R, const Place &P, const Node *V, Type T) {
  if (P.InSlot)
    return R.set(P.Slot, V);
  return R.make(Op::Store, T, {P.Pointer, V});
}

} // namespace validate
} // namespace heddle
