//===- Statements.cpp - Tensor statements, and what launches ask ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Expressions.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/TensorReader.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace validate {
namespace {

/// The operator of a compound assignment, OO_None of a plain one; null: K does
/// not assign.
std::optional<OverloadedOperatorKind> assignedBy(OverloadedOperatorKind K) {
  switch (K) {
  case OO_Equal:
    return OO_None;
  case OO_PlusEqual:
    return OO_Plus;
  case OO_MinusEqual:
    return OO_Minus;
  case OO_StarEqual:
    return OO_Star;
  case OO_SlashEqual:
    return OO_Slash;
  default:
    return std::nullopt;
  }
}

} // namespace

bool isTensorPart(const Decl *D) {
  const DeclContext *C = D ? D->getDeclContext() : nullptr;
  llvm::StringRef Outermost, Second;
  for (; C && !C->isTranslationUnit(); C = C->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(C)) {
      Second = Outermost;
      Outermost = Space->getName();
    }
  return Outermost == "heddle" && Second != "rt";
}

llvm::StringRef tensorName(const NamedDecl *D) {
  return D && D->getIdentifier() && isTensorPart(D) ? D->getName()
                                                    : llvm::StringRef();
}

llvm::StringRef tensorClass(QualType T) {
  const CXXRecordDecl *R =
      T.isNull()
          ? nullptr
          : T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return tensorName(R);
}

/// Last, behind all that has to be computed before.
const Node *TensorReader::withLines(const Node *Last) {
  std::vector<const Node *> All;
  std::swap(All, Lines);
  All.insert(All.end(), Required.begin(), Required.end());
  Required.clear();
  if (All.empty())
    return Last;
  return R.make(Op::Then, Last->Ty, {R.make(Op::Seq, {}, All), Last});
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

const Node *TensorReader::call(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !isTensorPart(F))
    return E && isa<CXXOperatorCallExpr>(E)
               ? compareStrides(cast<CXXOperatorCallExpr>(E))
               : nullptr;
  const Type T = typeOf(R, E->getType());
  // In which order factors are multiplied changes roundings alone.
  if (tensorName(F) == "multiplies_so")
    return R.constant(1, T);
  if (tensorName(F) == "dead")
    return R.constant(0, {});
  std::vector<const Node *> Outer, OuterRequired;
  std::swap(Outer, Lines);
  std::swap(OuterRequired, Required);
  const Node *Result = nullptr;
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && assignedBy(O->getOperator()))
    Result = assignment(O);
  else if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    Result = member(M, cast<CXXMethodDecl>(F));
  if (Result)
    Result = withLines(Result);
  std::swap(Outer, Lines);
  std::swap(OuterRequired, Required);
  return Result;
}

const Node *TensorReader::member(const CXXMemberCallExpr *E,
                                 const CXXMethodDecl *M) {
  const clang::Expr *Self = E->getImplicitObjectArgument();
  const Type T = typeOf(R, E->getType());
  if (isa<CXXConversionDecl>(M)) {
    if (T.K != Type::Int && T.K != Type::Float)
      return nullptr;
    const Term *Value = term(Self);
    if (Value->Labelled)
      agreeOnNames({Value});
    return R.convert(evaluated(Value)->Value, T);
  }
  llvm::StringRef Class = tensorClass(Self->getType());
  const llvm::StringRef Name = tensorName(M);
  if ((Class != "tensor" && Class != "tensor_view") ||
      (Name != "data" && Name != "extent" && Name != "size" &&
       Name != "stride"))
    return nullptr;
  const Term *Of = term(Self);
  if (Of->What != Term::Stored)
    return R.fail(E, "'" + Name.str() + "()' of a tensor expression");
  if (Name == "data")
    return Of->Value;
  if (Name == "size") {
    const Node *Size = integer(1);
    for (const Term::Extent &X : Of->Extents)
      Size = binary(Op::Mul, Size, X.Value);
    return Size;
  }
  clang::Expr::EvalResult K;
  if (E->getNumArgs() != 1 || !E->getArg(0)->EvaluateAsInt(K, Ctx) ||
      K.Val.getInt().getZExtValue() >= Of->rank())
    return R.fail(E, "an extent");
  const uint64_t D = K.Val.getInt().getZExtValue();
  return Name == "extent" ? Of->Extents[D].Value : Of->Step[D];
}

/// x.strides == row_major(x.extents)
const Node *TensorReader::compareStrides(const CXXOperatorCallExpr *E) {
  if (E->getOperator() != OO_EqualEqual || E->getNumArgs() != 2)
    return nullptr;
  const auto MemberOf = [](const clang::Expr *E, llvm::StringRef Name) {
    const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
    return M && M->getMemberDecl()->getDeclName().isIdentifier() &&
                   M->getMemberDecl()->getName() == Name && !M->isArrow()
               ? M->getBase()
               : nullptr;
  };
  const clang::Expr *Right = E->getArg(1)->IgnoreImplicit();
  const auto *Dense = dyn_cast<CallExpr>(Right);
  const clang::Expr *View = MemberOf(E->getArg(0), "strides");
  const clang::Expr *Other =
      View && Dense && Dense->getNumArgs() == 1 &&
              tensorName(Dense->getDirectCallee()) == "row_major"
          ? MemberOf(Dense->getArg(0), "extents")
          : nullptr;
  if (!Other)
    return nullptr;
  std::vector<const Node *> Outer, OuterRequired;
  std::swap(Outer, Lines);
  std::swap(OuterRequired, Required);
  const Term *A = term(View), *B = term(Other);
  Term Row = *B;
  denseSteps(Row);
  const Node *Equal = R.constant(1, Bool);
  for (size_t K = 0; K != std::min(A->Step.size(), Row.Step.size()); ++K)
    Equal =
        R.make(Op::Both, Bool, {Equal, less(Op::Eq, A->Step[K], Row.Step[K])});
  Equal = withLines(Equal);
  std::swap(Outer, Lines);
  std::swap(OuterRequired, Required);
  return Equal;
}

/// x(i, j) where i and j are numbers: the pointer to the element.
const Node *TensorReader::element(const CXXOperatorCallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || E->getOperator() != OO_Call || !isTensorPart(F) ||
      !E->isGLValue() || tensorClass(E->getType()) == "tensor" ||
      tensorClass(E->getType()) == "tensor_view")
    return nullptr;
  llvm::StringRef Class = tensorClass(E->getArg(0)->getType());
  if (Class != "tensor" && Class != "tensor_view")
    return nullptr;
  std::vector<const Node *> Outer, OuterRequired;
  std::swap(Outer, Lines);
  std::swap(OuterRequired, Required);
  const Term *Of = term(E->getArg(0));
  Index I;
  for (const clang::Expr *A : llvm::drop_begin(E->arguments()))
    I.push_back(R.convert(rvalue(R, A), I64));
  const Node *Result = Of->What == Term::Stored && I.size() == Of->rank()
                           ? withLines(pointerAt(Of, I))
                           : R.fail(E, "an element of a tensor expression");
  std::swap(Outer, Lines);
  std::swap(OuterRequired, Required);
  return Result;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// x = e, x += e, c(i, j) = e, ...
const Node *TensorReader::assignment(const CXXOperatorCallExpr *E) {
  const OverloadedOperatorKind By = *assignedBy(E->getOperator());
  const Term *X = term(E->getArg(0));
  const Term *Value = term(E->getArg(1));
  const Term *Target = X->What == Term::Indexed ? X->Operands[0] : X;
  if (Target->What != Term::Stored)
    return R.fail(E, "the left-hand side of a tensor statement");
  N.IsTensor |= R.Here->IsBlock;
  if (By != OO_None)
    Value = operation(By, {X, Value}, arithmeticType(X->Ty, Value->Ty), E);
  if (Target->Owner)
    require(R.make(Op::HasShape, Bool, {Target->Owner}),
            "the left-hand side has no shape yet");
  return X->What == Term::Indexed ? storeNamed(X, Value)
                                  : storeAll(X, Value, E);
}

const Node *TensorReader::storeAll(const Term *X, const Term *Value,
                                   const clang::Expr *E) {
  Index I;
  llvm::SmallVector<int64_t, 6> Slots;
  for (size_t K = 0; K != X->rank(); ++K) {
    Slots.push_back(R.newSlot());
    I.push_back(R.slot(Slots.back(), I64));
  }
  if (Value->Labelled ? X->rank() != 0 : Value->rank() != X->rank())
    return R.fail(E, "an assignment of another rank");
  if (Value->Labelled)
    agreeOnNames({Value});
  for (size_t K = 0; K != Value->rank(); ++K)
    agree(X->Extents[K], Value->Extents[K]);
  count(Slots, {});
  return evaluateAndStore(X, Slots,
                          Value->Labelled ? named(Value, {}) : at(Value, I));
}

const Node *TensorReader::storeNamed(const Term *X, const Term *Value) {
  llvm::SmallVector<int64_t, 6> Slots;
  Bound Names;
  for (const clang::NamedDecl *Name : X->Names) {
    for (const auto &Before : Names)
      if (Before.first == Name)
        require(R.constant(0, Bool), "one index stands twice on the left");
    Slots.push_back(R.newSlot());
    Names.push_back({Name, R.slot(Slots.back(), I64)});
  }
  agreeOnNames({X, Value});
  count(Slots, X->Names);
  return evaluateAndStore(X->Operands[0], Slots,
                          Value->Labelled ? named(Value, Names)
                                          : at(Value, {}));
}

/// The counters of the elements, by the names that kernels have for them.
void TensorReader::count(llvm::ArrayRef<int64_t> Slots,
                         llvm::ArrayRef<const clang::NamedDecl *> Names) {
  if (!R.Here->IsBlock || !N.Counters.empty())
    return;
  for (size_t K = 0; K != Slots.size(); ++K)
    N.Counters.push_back({K < Names.size()
                              ? Names[K]->getNameAsString()
                              : std::string(1, static_cast<char>('i' + K)),
                          static_cast<unsigned>(Slots[K])});
}

/// First all of it, then it is stored: x may occur in Value.
const Node *TensorReader::evaluateAndStore(const Term *X,
                                           llvm::ArrayRef<int64_t> Slots,
                                           const Node *Value) {
  Value = R.convert(Value, X->Ty);
  Index I;
  for (const int64_t Slot : Slots)
    I.push_back(R.slot(Slot, I64));
  Term Result = *X;
  Node *Object = R.make(Op::NewObject, Pointer);
  Object->Number = R.newSlot();
  Lines.push_back(Object);
  Result.Value = R.slot(Object->Number, Pointer);
  denseSteps(Result);
  const Node *Evaluate =
      loops(Slots, X->Extents,
            R.make(Op::Store, X->Ty, {pointerAt(&Result, I), Value}), true);
  const Node *Store =
      loops(Slots, X->Extents,
            R.make(Op::Store, X->Ty,
                   {pointerAt(X, I),
                    R.make(Op::Load, X->Ty, {pointerAt(&Result, I)})}),
            true);
  return R.make(Op::Then, {}, {Evaluate, Store});
}

/// Body for all indices, the last one fastest.
const Node *TensorReader::loops(llvm::ArrayRef<int64_t> Slots,
                                llvm::ArrayRef<Term::Extent> Over,
                                const Node *Body, bool AsCounters) {
  for (size_t K = Slots.size(); K-- > 0;) {
    const Node *Counter = R.slot(Slots[K], I64);
    const Node *Next =
        R.set(Slots[K], R.make(Op::Add, I64, {Counter, integer(1)}));
    Node *Loop = R.make(Op::Loop, {},
                        {less(Op::Lt, Counter, Over[K].Value), Body, Next});
    Loop->Extent = AsCounters ? Slots[K] : -1;
    Body = R.make(Op::Seq, {}, {R.set(Slots[K], integer(0)), Loop});
  }
  return Body;
}

} // namespace validate
} // namespace heddle
