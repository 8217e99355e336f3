//===- Places.cpp - Where what rewritten text names is --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Reader.h"
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
    return (B->isAdditiveOp() || B->isMultiplicativeOp()) &&
           isPlain(B->getLHS()) && isPlain(B->getRHS());
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return isPlain(A->getBase()) && isPlain(A->getIdx());
  return false;
}

static bool isStdArray(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->isInStdNamespace() && Record->getIdentifier() &&
         Record->getName() == "array";
}

/// Notes how many elements Base has, as far as its type or its caller says so.
void Reader::boundSubscript(Node &Subscript, const clang::Expr *Base) {
  if (const auto *Array = Ctx.getAsConstantArrayType(Base->getType()))
    Subscript.Extent = Array->getSize().getZExtValue();
  if (const auto *Named = dyn_cast<DeclRefExpr>(Base))
    Subscript.Bound = BoundOf.lookup(dyn_cast<VarDecl>(Named->getDecl()));
}

/// A pointer that keeps the value that it is made with: what that is.
void Reader::readPointer(const VarDecl *V, unsigned Object) {
  if (!V->getType()->isPointerType() || !V->hasLocalStorage() ||
      isa<ParmVarDecl>(V) || !V->getInit() || Changed->count(V) ||
      !isPlain(V->getInit()))
    return;
  Scope *Outer = Here;
  Here = &Block;
  const std::string Why = N.Why;
  const Node *Init = value(V->getInit());
  if (N.Why == Why)
    N.Objects[Object].Init = Init;
  N.Why = Why;
  Here = Outer;
}

/// The object of a variable that stands outside of what is read.
const Node *Reader::objectOf(const VarDecl *V) {
  const VarDecl *Given = V;
  V = V->getCanonicalDecl();
  if (const Node *Alias = AliasOfDecl.lookup(V))
    return Alias;
  if (V->getType()->isReferenceType() && V->hasLocalStorage() &&
      !isa<ParmVarDecl>(V) && V->getInit() && isPlain(V->getInit())) {
    Scope *Outer = Here;
    Here = &Block;
    const std::string Why = N.Why;
    const Node *Alias = address(V->getInit());
    const bool Good = N.Why == Why;
    N.Why = Why;
    Here = Outer;
    if (Good)
      return AliasOfDecl[V] = Alias;
  }
  auto [At, New] = ObjectOfDecl.try_emplace(V, N.Objects.size());
  if (New) {
    const QualType T = V->getType().getNonReferenceType();
    Object O;
    O.Name = V->getName().str();
    O.What =
        T->isArrayType() || isStdArray(T) ? Object::Data : Object::Variable;
    N.Objects.push_back(O);
    readPointer(Given, static_cast<unsigned>(N.Objects.size()) - 1);
  }
  Node *Result = make(Op::Object, {Type::Pointer, 64, false});
  Result->Number = ObjectOfDecl.lookup(V);
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
bool Reader::hasCaptured(const VarDecl *V) const {
  if (!Here->Closure || Block.Slots.count(V) || V->isInitCapture())
    return false;
  for (const LambdaCapture &C : Here->Closure->captures()) {
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

Reader::Place Reader::variable(const VarDecl *V, const clang::Expr *E) {
  const Type Pointer{Type::Pointer, 64, false};
  const Type T = typeOf(V->getType());
  auto At = Here->Slots.find(V);
  if (At == Here->Slots.end()) {
    if (!Here->IsBlock && V->hasLocalStorage() && !hasCaptured(V)) {
      fail(E, "a variable of another function");
      return inMemory(make(Op::Undefined, Pointer));
    }
    return inMemory(objectOf(V));
  }
  const bool InMemory = V->getType()->isReferenceType() || T.K == Type::None ||
                        Here->Exposed.count(V);
  if (!InMemory || isHandled(T) || runtimeClass(V->getType()) == "divisor")
    return {true, At->second, nullptr};
  return inMemory(slot(At->second, Pointer));
}

/// Bytes from an object, or from what a pointer points to, to its base.
int64_t Reader::baseOffset(const CastExpr *E) const {
  int64_t Bytes = 0;
  QualType T = E->getSubExpr()->getType();
  if (T->isPointerType())
    T = T->getPointeeType();
  for (const CXXBaseSpecifier *B : E->path()) {
    const CXXRecordDecl *Base = B->getType()->getAsCXXRecordDecl();
    Bytes += Ctx.getASTRecordLayout(T->getAsCXXRecordDecl())
                 .getBaseClassOffset(Base)
                 .getQuantity();
    T = B->getType();
  }
  return Bytes;
}

/// A cast to an lvalue, or of a class to another; none: another cast.
std::optional<Reader::Place> Reader::castPlace(const CastExpr *E) {
  switch (E->getCastKind()) {
  case CK_NoOp:
  case CK_LValueBitCast:
    return place(E->getSubExpr());
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
    return inMemory(offset(address(E->getSubExpr()), baseOffset(E)));
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return inMemory(temporary(E->getSubExpr()));
  default:
    return std::nullopt;
  }
}

/// *p, ++i and --i; none: another operator.
std::optional<Reader::Place> Reader::unaryPlace(const UnaryOperator *E) {
  if (E->getOpcode() == UO_Deref)
    return inMemory(value(E->getSubExpr()));
  if (!E->isPrefix() || !E->isIncrementDecrementOp())
    return std::nullopt;
  const Node *Step = value(E);
  Place P = place(E->getSubExpr());
  if (P.InSlot) {
    fail(E, "a step of a variable that is used as an object");
    return P;
  }
  return inMemory(
      make(Op::Then, {Type::Pointer, 64, false}, {Step, P.Pointer}));
}

/// Commas and assignments; none: another operator.
std::optional<Reader::Place> Reader::binaryPlace(const BinaryOperator *E) {
  const Type Pointer{Type::Pointer, 64, false};
  if (E->getOpcode() == BO_Comma)
    return inMemory(
        make(Op::Then, Pointer, {value(E->getLHS()), address(E->getRHS())}));
  if (!E->isAssignmentOp())
    return std::nullopt;
  const Node *Done = value(E);
  Place P = place(E->getLHS());
  if (!P.InSlot)
    P.Pointer = make(Op::Then, Pointer, {Done, P.Pointer});
  else
    fail(E, "an assignment that is used as an object");
  return P;
}

const Node *Reader::elementAt(const ArraySubscriptExpr *E) {
  const Node *Base = value(E->getBase());
  Node *New =
      make(Op::PtrAdd, {Type::Pointer, 64, false}, {Base, value(E->getIdx())});
  New->Number = sizeOf(E->getType());
  boundSubscript(*New, E->getBase()->IgnoreParenImpCasts());
  return New;
}

const Node *Reader::member(const MemberExpr *E) {
  const Type Pointer{Type::Pointer, 64, false};
  const auto *F = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!F) {
    if (const auto *V = dyn_cast<VarDecl>(E->getMemberDecl()))
      return objectOf(V);
    return fail(E, "a member that is no field");
  }
  const Node *Base = E->isArrow() ? value(E->getBase()) : address(E->getBase());
  const ASTRecordLayout &L = Ctx.getASTRecordLayout(F->getParent());
  const Node *P = offset(
      Base, static_cast<int64_t>(L.getFieldOffset(F->getFieldIndex()) / 8));
  if (F->getType()->isReferenceType())
    return make(Op::Load, Pointer, {P});
  if (F->getType()->isArrayType() || isStdArray(F->getType()))
    return make(Op::SubObject, Pointer, {P});
  return P;
}

Reader::Place Reader::place(const clang::Expr *E) {
  E = E->IgnoreParens();
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      return variable(V, E);
    return inMemory(fail(E, "a name that is no variable"));
  }
  if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return place(S->getReplacement());
  if (const auto *W = dyn_cast<FullExpr>(E))
    return place(W->getSubExpr());
  std::optional<Place> Known;
  if (const auto *C = dyn_cast<CastExpr>(E))
    Known = castPlace(C);
  else if (const auto *U = dyn_cast<UnaryOperator>(E))
    Known = unaryPlace(U);
  else if (const auto *B = dyn_cast<BinaryOperator>(E))
    Known = binaryPlace(B);
  if (Known)
    return *Known;
  if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    return inMemory(elementAt(A));
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return inMemory(member(M));
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
    return inMemory(temporary(T->getSubExpr()));
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return inMemory(make(Op::Choose, {Type::Pointer, 64, false},
                         {value(C->getCond()), address(C->getTrueExpr()),
                          address(C->getFalseExpr())}));
  if (const auto *C = dyn_cast<CallExpr>(E); C && E->isGLValue()) {
    if (const Node *Twin = valueTwin(C))
      return inMemory(temporary(Twin));
    return inMemory(value(E));
  }
  if (isa<CXXThisExpr>(E))
    return inMemory(value(E));
  if (E->isPRValue() && typeOf(E->getType()).K == Type::None)
    return inMemory(temporary(E));
  return inMemory(fail(E, E->getStmtClassName()));
}

const Node *Reader::address(const clang::Expr *E) {
  Place P = place(E);
  if (P.InSlot)
    return fail(E, "the address of a local");
  return P.Pointer;
}

/// A new local object that holds E.
const Node *Reader::temporary(const clang::Expr *E) {
  const Type Pointer{Type::Pointer, 64, false};
  const int64_t Slot = newSlot();
  Node *New = make(Op::NewObject, Pointer);
  New->Number = Slot;
  const Node *Init = initialize(slot(Slot, Pointer), E, E->getType());
  return make(Op::Then, Pointer,
              {make(Op::Then, Pointer, {New, Init}), slot(Slot, Pointer)});
}

} // namespace validate
} // namespace heddle
