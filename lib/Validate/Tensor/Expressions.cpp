//===- Expressions.cpp - Tensor expressions of rewritten text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Statements.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/TensorReader.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace validate {
namespace {

/// The expression that E passes on: without copies, temporaries, std::move and
/// the like.
const clang::Expr *passedOn(const clang::Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *W = dyn_cast<FullExpr>(E))
      E = W->getSubExpr();
    else if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
      E = M->getSubExpr();
    else if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    else if (const auto *D = dyn_cast<CXXDefaultArgExpr>(E))
      E = D->getExpr();
    else if (const auto *C = dyn_cast<CastExpr>(E);
             C && (C->getCastKind() == CK_NoOp ||
                   C->getCastKind() == CK_DerivedToBase ||
                   C->getCastKind() == CK_UncheckedDerivedToBase ||
                   C->getCastKind() == CK_ConstructorConversion))
      E = C->getSubExpr();
    else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
             C && C->getNumArgs() == 1 &&
             C->getConstructor()->isCopyOrMoveConstructor())
      E = C->getArg(0);
    else if (const auto *C = dyn_cast<CallExpr>(E);
             C && C->getNumArgs() == 1 && C->getDirectCallee() &&
             C->getDirectCallee()->isInStdNamespace() &&
             C->getDirectCallee()->getIdentifier() &&
             (C->getDirectCallee()->getName() == "move" ||
              C->getDirectCallee()->getName() == "forward" ||
              C->getDirectCallee()->getName() == "as_const"))
      E = C->getArg(0);
    else
      return E;
  }
}

const TemplateArgumentList *argumentsOf(QualType T) {
  const auto *S = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl());
  return S ? &S->getTemplateArgs() : nullptr;
}

/// The extents that a tensor or a view declares; -1: known at run time.
std::vector<int64_t> declaredExtents(QualType T) {
  std::vector<int64_t> Result;
  if (const TemplateArgumentList *Args = argumentsOf(T))
    for (const TemplateArgument &A : Args->asArray())
      if (A.getKind() == TemplateArgument::Pack)
        for (const TemplateArgument &E : A.pack_elements())
          Result.push_back(bitsOf(E.getAsIntegral()));
  return Result;
}

/// Whether the elements of a tensor stand in the object itself.
bool standsInline(QualType T) {
  const CXXRecordDecl *R =
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  for (const FieldDecl *F : R->fields())
    if (const TemplateArgumentList *Args = argumentsOf(F->getType());
        Args && Args->size() > 1 &&
        Args->get(1).getKind() == TemplateArgument::Integral)
      return Args->get(1).getAsIntegral().getBoolValue();
  return false;
}

} // namespace

const clang::Expr *TensorReader::meant(const clang::Expr *E) const {
  while (true) {
    E = passedOn(E);
    const auto *D = dyn_cast<DeclRefExpr>(E);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    const clang::Expr *Passed = V ? GivenAsWritten.lookup(V) : nullptr;
    if (!Passed)
      return E;
    E = Passed;
  }
}

const Term *TensorReader::unread(const Stmt *S, llvm::StringRef What) {
  return numberTerm(R.fail(S, What));
}

/// The type of the elements of a tensor expression.
Type TensorReader::valueType(QualType T) const {
  const CXXRecordDecl *C =
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  if (!C)
    return typeOf(R, T);
  for (const NamedDecl *D : C->lookup(&Ctx.Idents.get("value_type")))
    if (const auto *Name = dyn_cast<TypedefNameDecl>(D))
      return typeOf(R, Name->getUnderlyingType());
  for (const CXXBaseSpecifier &B : C->bases())
    if (const Type T = valueType(B.getType()); T.K != Type::None)
      return T;
  return {};
}

const NamedDecl *TensorReader::name(const clang::Expr *E) {
  E = passedOn(E);
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    const NamedDecl *Passed = V ? GivenNames.lookup(V) : nullptr;
    return Passed ? Passed : D->getDecl();
  }
  if (const auto *M = dyn_cast<MemberExpr>(E);
      M && isa<CXXThisExpr>(M->getBase()->IgnoreImplicit()))
    return M->getMemberDecl();
  (void)R.fail(E, "an index that is no variable");
  return nullptr;
}

/// Numbers in braces; those that are not there are zeros.
bool TensorReader::list(const clang::Expr *E, size_t Count, Index &Out) {
  E = passedOn(E);
  // {1, 2}, the elements of which are those of an array within an array.
  while (const auto *L = dyn_cast<InitListExpr>(E)) {
    if (L->getNumInits() != 1 ||
        !passedOn(L->getInit(0))->getType()->isArrayType())
      break;
    E = passedOn(L->getInit(0));
  }
  if (const auto *C = dyn_cast<CallExpr>(E);
      C && tensorName(C->getDirectCallee()) == "all_ones") {
    Out.assign(Count, integer(1));
    return true;
  }
  const auto *L = dyn_cast<InitListExpr>(E);
  if (!L) {
    (void)R.fail(E, "indices that are no list of numbers");
    return false;
  }
  for (size_t K = 0; K != Count; ++K)
    Out.push_back(K < L->getNumInits()
                      ? kept(R.convert(rvalue(R, L->getInit(K)), I64))
                      : integer(0));
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors and views
//===----------------------------------------------------------------------===//

/// A tensor or a view, an object at This. A view may be anything but dense.
const Term *TensorReader::storedAt(const Node *This, QualType T,
                                   const clang::Expr *E) {
  const TemplateArgumentList *Args = argumentsOf(T);
  if (!Args || Args->size() < 1)
    return unread(E, "a tensor");
  This = kept(This);
  const QualType Element = Args->get(0).getAsType();
  Term *New = make(Term::Stored, typeOf(R, Element));
  if (New->Ty.K != Type::Int && New->Ty.K != Type::Float)
    return unread(E, "elements of type '" +
                         Element.getUnqualifiedType().getAsString() + "'");
  New->Size = sizeOf(R, Element);
  const bool IsView = tensorClass(T) == "tensor_view";
  const bool Inline = !IsView && standsInline(T);
  const Node *HasShape = nullptr;
  if (!IsView && !Inline)
    HasShape = kept(R.make(Op::HasShape, Bool, {This}));
  for (const int64_t Known : declaredExtents(T)) {
    if (Known >= 0) {
      New->Extents.push_back({integer(Known), nullptr});
      continue;
    }
    Node *Of = R.make(Op::ExtentOf, I64, {This});
    Of->Number = static_cast<int64_t>(New->rank());
    const Node *V = Of;
    if (HasShape)
      V = R.make(Op::Choose, I64, {HasShape, Of, integer(0)});
    New->Extents.push_back(keptExtent(V, Of));
  }
  denseSteps(*New);
  if (Inline) {
    New->Value = kept(R.make(Op::SubObject, Pointer, {This}));
    return New;
  }
  New->Value = R.make(Op::Load, Pointer, {This});
  if (HasShape) {
    New->Owner = This;
    New->Value = R.make(Op::Choose, Pointer,
                        {HasShape, New->Value, R.constant(0, Pointer)});
  }
  New->Value = kept(New->Value);
  if (IsView && New->rank()) {
    const Node *Times = kept(
        R.make(Op::Choose, I64,
               {R.make(Op::IsDense, Bool, {This}), integer(1), integer(2)}));
    for (const Node *&Step : New->Step)
      Step = kept(binary(Op::Mul, Step, Times));
  }
  return New;
}

/// As a view that knows other extents.
const Term *TensorReader::converted(const Term *T, QualType To) {
  const std::vector<int64_t> Known = declaredExtents(To);
  for (size_t K = 0; K != std::min(Known.size(), T->rank()); ++K)
    if (Known[K] >= 0)
      agree(T->Extents[K], {integer(Known[K]), nullptr});
  return T;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

const Term *TensorReader::term(const clang::Expr *Whole) {
  const clang::Expr *E = passedOn(Whole);
  llvm::StringRef Class = tensorClass(E->getType());
  if (Class.empty()) {
    if (const Type T = typeOf(R, E->getType());
        T.K == Type::Int || T.K == Type::Float)
      return numberTerm(rvalue(R, Whole));
    return unread(E, "an operand that is neither a tensor nor a number");
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (const Term *Known = Given.lookup(V))
        return Known;
  const bool InMemory = Class == "tensor" || Class == "tensor_view";
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && Class == "tensor_view" && C->getNumArgs() == 1)
    return converted(term(C->getArg(0)), E->getType());
  if (const auto *C = dyn_cast<CallExpr>(E))
    return callTerm(C);
  if (InMemory && E->isGLValue())
    return storedAt(address(R, E), E->getType(), E);
  return unread(E, InMemory ? "a tensor that the statement makes"
                            : "a tensor expression with a name of its own");
}

const Term *TensorReader::callTerm(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return unread(E, "a call through a pointer");
  if (isTensorPart(F))
    return algebra(E, F);
  if (E->isGLValue() && F->isInStdNamespace())
    return storedAt(address(R, E), E->getType(), E);
  return inlined(E, F);
}

/// x(i, j, ...)
const Term *TensorReader::indexed(const CallExpr *E, Type T) {
  const Term *Of = withoutSums(term(E->getArg(0)));
  Term *New = make(Term::Indexed, T);
  New->Operands = {Of};
  New->Labelled = true;
  for (const clang::Expr *A : llvm::drop_begin(E->arguments())) {
    if (tensorClass(A->getType()) != "idx")
      return numberTerm(rvalue(R, E));
    New->Names.push_back(name(A));
  }
  if (New->Names.size() != Of->rank())
    return unread(E, "indices of another rank");
  return New;
}

/// The dimensions that contract<...> or transpose<...> names; -1: none.
static int dimensionOf(const TemplateArgumentList *Given, unsigned I) {
  return Given && Given->size() > I &&
                 Given->get(I).getKind() == TemplateArgument::Integral
             ? static_cast<int>(bitsOf(Given->get(I).getAsIntegral()))
             : -1;
}

/// The pairs of dimensions that contract<...> sums over.
static llvm::SmallVector<std::pair<int, int>, 2>
contractedBy(const TemplateArgumentList &Given) {
  llvm::SmallVector<std::pair<int, int>, 2> Pairs;
  if (Given.get(0).getKind() == TemplateArgument::Integral)
    Pairs.push_back({dimensionOf(&Given, 0), dimensionOf(&Given, 1)});
  else if (Given.get(0).getKind() == TemplateArgument::Pack)
    for (const TemplateArgument &P : Given.get(0).pack_elements())
      if (const TemplateArgumentList *Of = argumentsOf(P.getAsType()))
        Pairs.push_back({static_cast<int>(bitsOf(Of->get(0).getAsIntegral())),
                         static_cast<int>(bitsOf(Of->get(1).getAsIntegral()))});
  return Pairs;
}

/// A function that makes a tensor of another shape; null: E calls another. A:
/// its first argument, or null.
const Term *TensorReader::shaped(llvm::StringRef Name, const CallExpr *E,
                                 const Term *A, Type T) {
  const TemplateArgumentList *Given =
      E->getDirectCallee()->getTemplateSpecializationArgs();
  Index First, Second, Third;
  if (Name == "outer")
    return outer(A, term(E->getArg(1)), T);
  if (Name == "conv")
    return conv(A, term(E->getArg(1)), T);
  if (Name == "transpose" && dimensionOf(Given, 0) >= 0 &&
      dimensionOf(Given, 1) >= 0)
    return transpose(A, dimensionOf(Given, 0), dimensionOf(Given, 1), T);
  if (Name == "contract" && Given && Given->size() > 0)
    return contract(A, contractedBy(*Given), T);
  if (Name == "select" && A && A->What == Term::Stored &&
      dimensionOf(Given, 0) >= 0)
    return select(A, static_cast<size_t>(dimensionOf(Given, 0)),
                  kept(R.convert(rvalue(R, E->getArg(1)), I64)));
  if (Name == "slice" && list(E->getArg(1), A->rank(), First) &&
      list(E->getArg(2), A->rank(), Second) &&
      list(E->getArg(3), A->rank(), Third))
    return slice(A, First, Second, Third);
  if (Name == "pad" && list(E->getArg(1), A->rank(), First) &&
      list(E->getArg(2), A->rank(), Second))
    return pad(A, First, Second, rvalue(R, E->getArg(3)));
  return nullptr;
}

/// A function of the algebra.
const Term *TensorReader::algebra(const CallExpr *E, const FunctionDecl *F) {
  const Type T = valueType(E->getType());
  if (T.K != Type::Int && T.K != Type::Float)
    return unread(E, "elements that are no numbers");
  const OverloadedOperatorKind K = F->getOverloadedOperator();
  if (K == OO_Call)
    return indexed(E, T);
  llvm::SmallVector<const Term *, 2> Operands;
  if (K != OO_None) {
    for (const clang::Expr *A : E->arguments())
      Operands.push_back(term(A));
    return operation(K, Operands, T, E);
  }
  llvm::StringRef Name = tensorName(F);
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Name == "view" || Name == "read")
      return term(M->getImplicitObjectArgument());
    return unread(E, "'" + Name.str() + "' of a tensor");
  }
  if (Name == "elementwise")
    return elementwise(E);
  const Term *A = E->getNumArgs() == 0 ? nullptr : term(E->getArg(0));
  if (const Term *Known = shaped(Name, E, A, T))
    return Known;
  Operands.push_back(A);
  if (E->getNumArgs() == 2)
    Operands.push_back(term(E->getArg(1)));
  if (A)
    if (const Term *Known = function(Name, Operands, T))
      return Known;
  return unread(E, "'" + Name.str() + "' of tensors");
}

//===----------------------------------------------------------------------===//
// Functions of the program
//===----------------------------------------------------------------------===//

/// A function that returns one expression of its parameters.
const Term *TensorReader::inlined(const CallExpr *E, const FunctionDecl *F) {
  const FunctionDecl *Def = nullptr;
  if (!F->hasBody(Def) || !Def->getBody() || Def->isDependentContext() ||
      Def->isVariadic() || ++Depth > 60)
    return unread(E, "a call of '" + F->getNameAsString() + "'");
  auto Slots = R.Here->Slots;
  const Node *OuterThis = R.Here->This;
  unsigned First = 0;
  const auto *M = dyn_cast<CXXMethodDecl>(Def);
  if (isa<CXXOperatorCallExpr>(E) && M)
    First = 1;
  if (M && M->isInstance() && M->getParent()->isLambda()) {
    for (const LambdaCapture &C : M->getParent()->captures())
      if (!C.capturesVariable() ||
          cast<VarDecl>(C.getCapturedVar())->isInitCapture() ||
          R.Changed->count(cast<VarDecl>(C.getCapturedVar())))
        return unread(E, "what a lambda captures");
  } else if (M && M->isInstance()) {
    const clang::Expr *Self =
        First ? E->getArg(0)
              : cast<CXXMemberCallExpr>(E)->getImplicitObjectArgument();
    R.Here->This = kept(Self->getType()->isPointerType() ? value(R, Self)
                                                         : address(R, Self));
  }
  // Arguments are the caller's; a function may call itself.
  std::vector<std::function<void()>> Bindings;
  for (unsigned I = 0; I != Def->getNumParams(); ++I) {
    if (I + First >= E->getNumArgs())
      return unread(E, "a call without all arguments");
    Bindings.push_back(argument(Def->getParamDecl(I), E->getArg(I + First)));
  }
  for (const auto &Bind : Bindings)
    Bind();
  const Term *Result = body(Def->getBody());
  if (!Result)
    Result = unread(E, "a call of '" + F->getNameAsString() +
                           "', which does more than return one expression");
  R.Here->Slots = std::move(Slots);
  R.Here->This = OuterThis;
  --Depth;
  return Result;
}

/// Reads Argument; the result makes it the value of P.
std::function<void()> TensorReader::argument(const ParmVarDecl *P,
                                             const clang::Expr *Argument) {
  const QualType T = P->getType();
  llvm::StringRef Class = tensorClass(T);
  if (Class == "idx") {
    const NamedDecl *Name = name(Argument);
    return [this, P, Name] { GivenNames[P] = Name; };
  }
  if (!Class.empty()) {
    if (Class == "tensor" && !T->isReferenceType())
      (void)R.fail(Argument, "a tensor that is passed by value");
    const Term *Value = term(Argument);
    return [this, P, Value] { Given[P] = Value; };
  }
  const clang::Expr *As = meant(Argument);
  const QualType Object = T.getNonReferenceType();
  const CXXRecordDecl *C = Object->getAsCXXRecordDecl();
  if ((C && C->isLambda()) || Object->isFunctionType() ||
      Object->isFunctionPointerType())
    return [this, P, As] { GivenAsWritten[P] = As; };
  const Type Scalar = typeOf(R, T);
  const int64_t Slot = R.newSlot();
  Lines.push_back(R.set(Slot, T->isReferenceType() ? address(R, Argument)
                              : Scalar.K != Type::None
                                  ? value(R, Argument)
                                  : temporary(R, Argument)));
  return [this, P, Slot] { R.Here->Slots[P] = Slot; };
}

/// The term that a body returns; null if it does more than that.
const Term *TensorReader::body(const Stmt *S) {
  const auto *C = dyn_cast<CompoundStmt>(S);
  if (!C) {
    if (const auto *Return = dyn_cast<ReturnStmt>(S);
        Return && Return->getRetValue())
      return term(Return->getRetValue());
    return nullptr;
  }
  for (const Stmt *Child : C->body()) {
    if (const auto *D = dyn_cast<DeclStmt>(Child)) {
      for (const Decl *One : D->decls()) {
        const auto *V = dyn_cast<VarDecl>(One);
        if (V && !tensorClass(V->getType()).empty())
          return nullptr;
        if (V)
          Lines.push_back(declare(R, V));
      }
      continue;
    }
    if (isa<NullStmt>(Child))
      continue;
    const auto *If = dyn_cast<IfStmt>(Child);
    if (If && If->isConstexpr() && !If->getInit()) {
      const std::optional<const Stmt *> Kept = If->getNondiscardedCase(Ctx);
      if (!Kept)
        return nullptr;
      if (!*Kept)
        continue;
      return body(*Kept);
    }
    return body(Child);
  }
  return nullptr;
}

} // namespace validate
} // namespace heddle
