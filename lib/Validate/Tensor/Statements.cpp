//===- Statements.cpp - Tensor statements, and what launches ask ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Statements.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/Elements.h"
#include "Validate/Tensor/Expressions.h"
#include "Validate/Tensor/Functions.h"
#include "Validate/Tensor/IndexNames.h"
#include "Validate/Tensor/TensorNodes.h"
#include "Validate/Tensor/TensorTypes.h"
#include "Validate/Tensor/Terms.h"
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

/// The lines before and behind the elements of one statement or condition.
class OwnLines {
public:
  explicit OwnLines(Reader &R) : R(R) { exchange(); }
  ~OwnLines() { exchange(); }

private:
  void exchange() {
    std::swap(Lines, R.Tensor.Lines);
    std::swap(Required, R.Tensor.Required);
  }

  Reader &R;
  std::vector<const Node *> Lines, Required; ///< of others
};

} // namespace

/// Last, behind all that has to be computed before.
static const Node *withLines(Reader &R, const Node *Last) {
  std::vector<const Node *> All;
  std::swap(All, R.Tensor.Lines);
  All.insert(All.end(), R.Tensor.Required.begin(), R.Tensor.Required.end());
  R.Tensor.Required.clear();
  if (All.empty())
    return Last;
  return R.make(Op::Then, Last->Ty, {R.make(Op::Seq, {}, All), Last});
}

/// The counters of the elements, by the names that kernels have for them.
static void noteCounters(Reader &R, llvm::ArrayRef<int64_t> Slots,
                         llvm::ArrayRef<const clang::NamedDecl *> Names) {
  if (!R.Here->IsBlock || !R.N.Counters.empty())
    return;
  for (size_t K = 0; K != Slots.size(); ++K)
    R.N.Counters.push_back({K < Names.size()
                                ? Names[K]->getNameAsString()
                                : std::string(1, static_cast<char>('i' + K)),
                            static_cast<unsigned>(Slots[K])});
}

/// First all of it, then it is stored: x may occur in Value.
static const Node *evaluateAndStore(Reader &R, const Term *X,
                                    llvm::ArrayRef<int64_t> Slots,
                                    const Node *Value) {
  Value = R.convert(Value, X->Ty);
  Indices I;
  for (const int64_t Slot : Slots)
    I.push_back(R.slot(Slot, I64));
  Term Result = *X;
  Node *Object = R.make(Op::NewObject, Pointer);
  Object->Number = R.newSlot();
  R.Tensor.Lines.push_back(Object);
  Result.Value = R.slot(Object->Number, Pointer);
  denseSteps(R, Result);
  const Node *Evaluate =
      loops(R, Slots, X->Extents,
            R.make(Op::Store, X->Ty, {pointerAt(R, &Result, I), Value}), true);
  const Node *Store =
      loops(R, Slots, X->Extents,
            R.make(Op::Store, X->Ty,
                   {pointerAt(R, X, I),
                    R.make(Op::Load, X->Ty, {pointerAt(R, &Result, I)})}),
            true);
  return R.make(Op::Then, {}, {Evaluate, Store});
}

static const Node *storeNamed(Reader &R, const Term *X, const Term *Value) {
  llvm::SmallVector<int64_t, 6> Slots;
  NamedValues Names;
  for (const clang::NamedDecl *Name : X->Names) {
    for (const auto &Before : Names)
      if (Before.first == Name)
        require(R, R.constant(0, Bool), "one index stands twice on the left");
    Slots.push_back(R.newSlot());
    Names.push_back({Name, R.slot(Slots.back(), I64)});
  }
  agreeOnNames(R, {X, Value});
  noteCounters(R, Slots, X->Names);
  return evaluateAndStore(R, X->Operands[0], Slots,
                          Value->Labelled ? valueNamed(R, Value, Names)
                                          : elementAt(R, Value, {}));
}

static const Node *storeAll(Reader &R, const Term *X, const Term *Value,
                            const clang::Expr *E) {
  Indices I;
  llvm::SmallVector<int64_t, 6> Slots;
  for (size_t K = 0; K != X->rank(); ++K) {
    Slots.push_back(R.newSlot());
    I.push_back(R.slot(Slots.back(), I64));
  }
  if (Value->Labelled ? X->rank() != 0 : Value->rank() != X->rank())
    return R.fail(E, "an assignment of another rank");
  if (Value->Labelled)
    agreeOnNames(R, {Value});
  for (size_t K = 0; K != Value->rank(); ++K)
    agree(R, X->Extents[K], Value->Extents[K]);
  noteCounters(R, Slots, {});
  return evaluateAndStore(R, X, Slots,
                          Value->Labelled ? valueNamed(R, Value, {})
                                          : elementAt(R, Value, I));
}

/// x = e, x += e, c(i, j) = e, ...
static const Node *assignment(Reader &R, const CXXOperatorCallExpr *E) {
  const OverloadedOperatorKind By = *assignedBy(E->getOperator());
  const Term *X = term(R, E->getArg(0));
  const Term *Value = term(R, E->getArg(1));
  const Term *Target = X->What == Term::Indexed ? X->Operands[0] : X;
  if (Target->What != Term::Stored)
    return R.fail(E, "the left-hand side of a tensor statement");
  R.N.IsTensor |= R.Here->IsBlock;
  if (By != OO_None)
    Value = operation(R, By, {X, Value}, arithmeticType(X->Ty, Value->Ty), E);
  if (Target->Owner)
    require(R, R.make(Op::HasShape, Bool, {Target->Owner}),
            "the left-hand side has no shape yet");
  return X->What == Term::Indexed ? storeNamed(R, X, Value)
                                  : storeAll(R, X, Value, E);
}

static const Node *tensorMember(Reader &R, const CXXMemberCallExpr *E,
                                const CXXMethodDecl *M) {
  const clang::Expr *Self = E->getImplicitObjectArgument();
  const Type T = typeOf(R, E->getType());
  if (isa<CXXConversionDecl>(M)) {
    if (T.K != Type::Int && T.K != Type::Float)
      return nullptr;
    const Term *Value = term(R, Self);
    if (Value->Labelled)
      agreeOnNames(R, {Value});
    return R.convert(evaluated(R, Value)->Value, T);
  }
  llvm::StringRef Class = tensorClass(Self->getType());
  const llvm::StringRef Name = tensorName(M);
  if ((Class != "tensor" && Class != "tensor_view") ||
      (Name != "data" && Name != "extent" && Name != "size" &&
       Name != "stride"))
    return nullptr;
  const Term *Of = term(R, Self);
  if (Of->What != Term::Stored)
    return R.fail(E, "'" + Name.str() + "()' of a tensor expression");
  if (Name == "data")
    return Of->Value;
  if (Name == "size") {
    const Node *Size = integer(R, 1);
    for (const Term::Extent &X : Of->Extents)
      Size = folded(R, Op::Mul, Size, X.Value);
    return Size;
  }
  clang::Expr::EvalResult K;
  if (E->getNumArgs() != 1 || !E->getArg(0)->EvaluateAsInt(K, R.Ctx) ||
      K.Val.getInt().getZExtValue() >= Of->rank())
    return R.fail(E, "an extent");
  const uint64_t D = K.Val.getInt().getZExtValue();
  return Name == "extent" ? Of->Extents[D].Value : Of->Step[D];
}

/// x.strides == row_major(x.extents)
static const Node *compareStrides(Reader &R, const CXXOperatorCallExpr *E) {
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
  const OwnLines Own(R);
  const Term *A = term(R, View), *B = term(R, Other);
  Term Row = *B;
  denseSteps(R, Row);
  const Node *Equal = R.constant(1, Bool);
  for (size_t K = 0; K != std::min(A->Step.size(), Row.Step.size()); ++K)
    Equal = R.make(Op::Both, Bool,
                   {Equal, relation(R, Op::Eq, A->Step[K], Row.Step[K])});
  Equal = withLines(R, Equal);
  return Equal;
}

const Node *tensorCall(Reader &R, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || !isTensorPart(F))
    return E && isa<CXXOperatorCallExpr>(E)
               ? compareStrides(R, cast<CXXOperatorCallExpr>(E))
               : nullptr;
  const Type T = typeOf(R, E->getType());
  // In which order factors are multiplied changes roundings alone.
  if (tensorName(F) == "multiplies_so")
    return R.constant(1, T);
  if (tensorName(F) == "dead")
    return R.constant(0, {});
  const OwnLines Own(R);
  const Node *Result = nullptr;
  if (const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
      O && assignedBy(O->getOperator()))
    Result = assignment(R, O);
  else if (const auto *M = dyn_cast<CXXMemberCallExpr>(E))
    Result = tensorMember(R, M, cast<CXXMethodDecl>(F));
  if (Result)
    Result = withLines(R, Result);
  return Result;
}

const Node *tensorElement(Reader &R, const CXXOperatorCallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F || E->getOperator() != OO_Call || !isTensorPart(F) ||
      !E->isGLValue() || tensorClass(E->getType()) == "tensor" ||
      tensorClass(E->getType()) == "tensor_view")
    return nullptr;
  llvm::StringRef Class = tensorClass(E->getArg(0)->getType());
  if (Class != "tensor" && Class != "tensor_view")
    return nullptr;
  const OwnLines Own(R);
  const Term *Of = term(R, E->getArg(0));
  Indices I;
  for (const clang::Expr *A : llvm::drop_begin(E->arguments()))
    I.push_back(R.convert(rvalue(R, A), I64));
  const Node *Result = Of->What == Term::Stored && I.size() == Of->rank()
                           ? withLines(R, pointerAt(R, Of, I))
                           : R.fail(E, "an element of a tensor expression");
  return Result;
}

} // namespace validate
} // namespace heddle
