//===- TensorWindows.cpp - Slices and padding of tensors ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice of a tensor is the tensor's array, read at other subscripts. Where
// the library checks indices the launch does, see TensorExtents.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorWindows.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorCalls.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorScalars.h"
#include "Read/Tensor/TensorStages.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

static std::optional<TensorTerm> viewConverted(TensorReader &TR,
                                               const clang::Expr *From,
                                               clang::QualType To,
                                               const TensorFrame *F);
static bool readPadding(TensorReader &TR, const clang::Expr *E,
                        clang::QualType Value, const TensorFrame *F,
                        TensorTerm &Out);

/// Numbers beyond are refused, so that no sum of some overflows.
static constexpr int64_t MostIndex = int64_t(1) << 40;

//===--- Tensors and views ------------------------------------------------===//

/// A tensor or a view: a name, or what is read of one. None after an error.
std::optional<TensorTerm> storedTerm(TensorReader &TR, const clang::Expr *E,
                                     const TensorFrame *F) {
  follow(TR, E, F);
  TensorTerm Out;
  const ClassTemplateSpecializationDecl *D = heddleTemplate(E->getType());
  Out.Value = D->getTemplateArgs()[0]
                  .getAsType()
                  .getCanonicalType()
                  .getUnqualifiedType();
  Out.Rank = declaredExtents(E->getType()).size();
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && !isOfHeddle(Callee) &&
        (E->isLValue() || D->getName() != "tensor")) {
      const TensorFrame *Inner = nullptr;
      const clang::Expr *Returned = enter(TR, Call, F, Inner);
      if (!Returned || !isTensorType(Returned->getType())) {
        if (Returned)
          refuseTerm(TR, E, "it returns no expression", F);
        return std::nullopt;
      }
      std::optional<TensorTerm> View =
          viewConverted(TR, Returned, E->getType(), Inner);
      return View && leave(TR, Inner) ? std::move(View) : std::nullopt;
    }
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(E);
        M && Callee && Callee->getNameAsString() == "view" &&
        isTensorType(M->getImplicitObjectArgument()->getType()))
      return storedTerm(TR, M->getImplicitObjectArgument(), F);
    if (std::optional<TensorCall> C = viewedPart(E);
        C && D->getName() != "tensor") {
      std::optional<TensorTerm> Of = storedTerm(TR, C->Operands.front(), F);
      if (!Of)
        return std::nullopt;
      Out.Operands.push_back(std::move(*Of));
      return readWindow(TR, *C, F, Out) ? std::optional(std::move(Out))
                                        : std::nullopt;
    }
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && D->getName() == "tensor_view" && C->getNumArgs() == 1 &&
      isTensorType(C->getArg(0)->getType()))
    return viewConverted(TR, C->getArg(0), E->getType(), F);
  if (const auto *C = dyn_cast<CastExpr>(E);
      C && D->getName() == "tensor_view" &&
      (C->getCastKind() == CK_ConstructorConversion ||
       C->getCastKind() == CK_UserDefinedConversion))
    return storedTerm(TR, C->getSubExpr(), F);
  if (!E->isLValue()) {
    refuseTerm(TR, E,
               D->getName() == "tensor"
                   ? "a tensor that has no name; make it a variable"
                   : "a view that has no name; make it a variable before the "
                     "statement",
               F);
    return std::nullopt;
  }
  const clang::Expr *Named = atStatement(TR, E, F);
  if (Named && !path(TR.NR, Named)) {
    refuseTerm(TR, E,
               "it has no name; make a variable of it before the statement", F);
    return std::nullopt;
  }
  Out.Form = TensorForm::View;
  Out.Source = Named;
  return Named ? std::optional(std::move(Out)) : std::nullopt;
}

/// From as a view of type To, which may know more of its extents.
static std::optional<TensorTerm> viewConverted(TensorReader &TR,
                                               const clang::Expr *From,
                                               QualType To,
                                               const TensorFrame *F) {
  std::optional<TensorTerm> View = storedTerm(TR, From, F);
  std::vector<int64_t> Known = declaredExtents(To);
  for (unsigned D = 0; View && D < Known.size(); ++D)
    if (Known[D] >= 0)
      requireSame(TR, extentOf(TR, *View, D).Length, Known[D]);
  return View;
}

//===--- Indices ----------------------------------------------------------===//

/// An integer as sums of what the host knows; none after an error.
static std::optional<LinearForm>
readIndex(TensorReader &TR, const clang::Expr *E, const TensorFrame *F) {
  E = skipMarkers(E);
  while (const auto *C = dyn_cast<ImplicitCastExpr>(E)) {
    QualType From = C->getSubExpr()->getType();
    bool KeepsValue =
        C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_NoOp ||
        (C->getCastKind() == CK_IntegralCast &&
         (From->isSignedIntegerType() ||
          TR.NR.Ctx.getIntWidth(From) < TR.NR.Ctx.getIntWidth(E->getType())) &&
         TR.NR.Ctx.getIntWidth(From) <= TR.NR.Ctx.getIntWidth(E->getType()));
    if (!KeepsValue)
      break;
    E = skipMarkers(C->getSubExpr());
  }
  if (E->isGLValue()) {
    const TensorFrame *Before = F;
    const clang::Expr *Named = E;
    follow(TR, E, F);
    if (E != Named || F != Before)
      return readIndex(TR, E, F);
  }
  clang::Expr::EvalResult Constant;
  if (E->getType()->isIntegerType() && !E->isValueDependent() &&
      E->EvaluateAsInt(Constant, TR.NR.Ctx, clang::Expr::SE_NoSideEffects)) {
    const llvm::APSInt &Value = Constant.Val.getInt();
    if (!Value.isRepresentableByInt64() ||
        std::abs(Value.getExtValue()) > MostIndex) {
      refuseTerm(TR, E, "an index of such a size", F);
      return std::nullopt;
    }
    if (!F)
      noteFolded(TR.NR, E);
    return Value.getExtValue();
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    if (std::optional<LinearForm> Length = readExtent(TR, Call, F))
      return Length;
  if (!onlyReads(TR, E)) {
    refuseTerm(TR, E, "it does more than read", F);
    return std::nullopt;
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->isAdditiveOp() && B->getType()->isSignedIntegerType()) {
    std::optional<LinearForm> Left = readIndex(TR, B->getLHS(), F);
    std::optional<LinearForm> Right =
        Left ? readIndex(TR, B->getRHS(), F) : std::nullopt;
    if (!Right)
      return std::nullopt;
    return Left->plus(*Right, B->getOpcode() == BO_Add ? 1 : -1);
  }
  std::string Host, Name, Said = text(TR.NR, E);
  if (std::optional<Path> P = F ? std::nullopt : path(TR.NR, E)) {
    Host = Said = P->Host;
    Name = kernelName(TR.NR, *P);
  } else if (std::optional<Fragment> Value = scalar(TR, E, F)) {
    Host = Value->Text.plain();
    Name = freshName(TR, "first");
  } else {
    return std::nullopt;
  }
  if (!TR.NR.Ctx.hasSameUnqualifiedType(E->getType(),
                                        TR.NR.Ctx.getPointerDiffType()))
    Host = "static_cast<::std::ptrdiff_t>(" + Host + ")";
  if (F || !E->getType()->isSignedIntegerType())
    Said = Host;
  const clang::Expr *Of = E;
  for (; F; F = F->Caller)
    Of = F->Call;
  return hostValue(TR, Host, Said, Name, Of);
}

/// x.extent(k) of a tensor.
std::optional<LinearForm>
readExtent(TensorReader &TR, const CXXMemberCallExpr *E, const TensorFrame *F) {
  const CXXMethodDecl *Callee = E->getMethodDecl();
  const clang::Expr *Of = E->getImplicitObjectArgument();
  clang::Expr::EvalResult Dimension;
  if (!Callee || !isOfHeddle(Callee) || !isTensorType(Of->getType()) ||
      Callee->getNameAsString() != "extent" || E->getNumArgs() != 1 ||
      !E->getArg(0)->EvaluateAsInt(Dimension, TR.NR.Ctx))
    return std::nullopt;
  std::optional<TensorTerm> View = storedTerm(TR, Of, F);
  const llvm::APSInt &D = Dimension.Val.getInt();
  if (!View || D.isNegative() || D.getExtValue() >= View->Rank)
    return std::nullopt;
  return extentOf(TR, *View, static_cast<unsigned>(D.getExtValue())).Length;
}

/// The elements of a std::array, as it is passed.
static std::optional<std::vector<LinearForm>>
readIndices(TensorReader &TR, const clang::Expr *E, unsigned Rank,
            const TensorFrame *F) {
  follow(TR, E, F);
  const auto *List = dyn_cast<InitListExpr>(E);
  while (List && List->getNumInits() == 1 &&
         isa<InitListExpr>(List->getInit(0)))
    List = cast<InitListExpr>(List->getInit(0));
  if (!List) {
    refuseTerm(TR, E, "indices are written in braces", F);
    return std::nullopt;
  }
  std::vector<LinearForm> All(Rank);
  for (unsigned I = 0; I < List->getNumInits() && I < Rank; ++I) {
    if (isa<ImplicitValueInitExpr>(List->getInit(I)))
      continue;
    std::optional<LinearForm> One = readIndex(TR, List->getInit(I), F);
    if (!One)
      return std::nullopt;
    All[I] = *One;
  }
  return All;
}

/// The arguments of C, which is a slice, a selection or padding; its operand is
/// read already.
bool readWindow(TensorReader &TR, const TensorCall &C, const TensorFrame *F,
                TensorTerm &Out) {
  static_cast<TensorOperation &>(Out) = C;
  if (C.Form == TensorForm::Select) {
    std::optional<LinearForm> Index = readIndex(TR, C.Arguments[0], F);
    if (Index)
      Out.Lower = {*Index};
    return Index.has_value();
  }
  unsigned Rank = Out.Rank;
  auto Lower = readIndices(TR, C.Arguments[0], Rank, F);
  auto Upper = Lower ? readIndices(TR, C.Arguments[1], Rank, F) : std::nullopt;
  if (!Upper)
    return false;
  Out.Lower = std::move(*Lower), Out.Upper = std::move(*Upper);
  const clang::Expr *Last = C.Arguments[2];
  if (Out.Form == TensorForm::Pad)
    return readPadding(
        TR, Last, memberType(heddleTemplate(C.Call->getType()), "value_type"),
        F, Out);
  Out.Step.assign(Rank, 1);
  if (isa<CXXDefaultArgExpr>(Last))
    return true;
  auto Steps = readIndices(TR, Last, Rank, F);
  for (unsigned D = 0; Steps && D < Rank; ++D) {
    std::optional<int64_t> Step = (*Steps)[D].known();
    if (!Step || *Step < 1)
      return refuseTerm(TR, Last, "a step is a number above zero", F);
    Out.Step[D] = *Step;
  }
  return Steps.has_value();
}

/// The value of padding.
static bool readPadding(TensorReader &TR, const clang::Expr *E, QualType Type,
                        const TensorFrame *F, TensorTerm &Out) {
  if (isa<CXXDefaultArgExpr>(E)) {
    TensorTerm Zero;
    Zero.Form = TensorForm::Number;
    Zero.Value = Type;
    Zero.Text = !Type->isRealFloatingType() ? "0"
                : Type == TR.NR.Ctx.FloatTy ? "0.0f"
                                            : "0.0";
    Zero.Source = TR.Assignment;
    Zero.IsLiteral = true;
    Out.Operands.push_back(std::move(Zero));
    return true;
  }
  follow(TR, E, F);
  std::optional<TensorTerm> Value = numberTerm(TR, E, F);
  if (Value)
    Out.Operands.push_back(std::move(*Value));
  return Value.has_value();
}

//===--- Shapes -----------------------------------------------------------===//

TensorExtent windowExtent(TensorReader &TR, const TensorTerm &T,
                          unsigned Dimension) {
  unsigned Inner = Dimension;
  if (T.Form == TensorForm::Select && Dimension >= T.Pairs[0].first)
    ++Inner;
  TensorExtent Whole = extentOf(TR, T.Operands[0], Inner);
  if (T.Form == TensorForm::Pad)
    Whole.Length =
        T.Lower[Dimension].plus(Whole.Length).plus(T.Upper[Dimension]);
  if (T.Form != TensorForm::Slice)
    return Whole;
  LinearForm Length = T.Upper[Dimension].plus(T.Lower[Dimension], -1);
  int64_t Step = T.Step[Dimension];
  if (Step == 1) {
    Whole.Length = Length;
  } else if (std::optional<int64_t> Known = resolved(TR, Length).known()) {
    Whole.Length = (*Known + Step - 1) / Step;
  } else {
    auto Divided = [&](const std::string &All) {
      return "((" + All + ") / " + std::to_string(Step) + ")";
    };
    Length = Length.plus(Step - 1);
    Whole.Length = hostValue(TR, Divided(hostText(TR, Length)),
                             Divided(said(TR, Length)), "length", Whole.Of);
  }
  return Whole;
}

/// Ends the statement in the kernel's place unless A <= B.
void requireAtMost(TensorReader &TR, const LinearForm &A, const LinearForm &B,
                   const char *Reason) {
  LinearForm Rest = resolved(TR, B).plus(resolved(TR, A), -1);
  std::optional<int64_t> Known = Rest.known();
  bool IsCertain = Rest.Constant >= 0;
  for (const auto &[Value, Factor] : Rest.Factors)
    IsCertain &= Factor > 0 && TR.HostValues[Value].IsExtent;
  if (IsCertain)
    return;
  if (Known) {
    refuseTerm(TR, TR.Assignment->getArg(1),
               "its shapes do not fit: '" + said(TR, A) + "' is more than '" +
                   said(TR, B) + "'");
    return;
  }
  addCondition(TR, hostText(TR, A) + " <= " + hostText(TR, B), Reason);
  TR.AtMost.push_back({A, B});
}

void requireWindow(TensorReader &TR, const TensorTerm &T) {
  const TensorTerm &Of = T.Operands[0];
  if (T.Form == TensorForm::Select) {
    const char *Why = "the selected index is there";
    requireAtMost(TR, 0, T.Lower[0], Why);
    requireAtMost(TR, T.Lower[0].plus(1),
                  extentOf(TR, Of, T.Pairs[0].first).Length, Why);
    return;
  }
  bool IsPad = T.Form == TensorForm::Pad;
  const char *Why =
      IsPad ? "what is padded gets longer" : "the slice is within its tensor";
  for (unsigned D = 0; D < T.Rank; ++D) {
    requireAtMost(TR, 0, T.Lower[D], Why);
    requireAtMost(TR, IsPad ? 0 : T.Lower[D], T.Upper[D], Why);
    if (!IsPad)
      requireAtMost(TR, T.Upper[D], extentOf(TR, Of, D).Length, Why);
  }
}

/// The facts that conditions say of the kernel's parameters, for the phases
/// that follow.
void assumeConditions(TensorReader &TR) {
  auto IsThere = [&](const LinearForm &F) {
    return llvm::all_of(F.Factors, [&](const auto &Each) {
      return TR.HostValues[Each.first].Param.has_value();
    });
  };
  for (const auto &[A, B] : TR.AtMost) {
    if (!IsThere(resolved(TR, A)) || !IsThere(resolved(TR, B)))
      continue;
    auto N = std::make_shared<Expr>();
    N->Kind = ExprKind::Le;
    N->Type = IntType{1, false};
    N->Operands = {exprOf(TR, A, TR.Assignment), exprOf(TR, B, TR.Assignment)};
    N->Where = ref(TR.NR, TR.Assignment);
    N->Text = said(TR, A) + " <= " + said(TR, B);
    TR.NR.Nest->Assumptions.push_back(N);
  }
}

//===--- Values -----------------------------------------------------------===//

/// Where the operand of a window is read.
TensorGoal within(const TensorReader &TR, const TensorTerm &T,
                  const TensorGoal &Goal) {
  TensorGoal Inner = Goal;
  if (T.Form == TensorForm::Select) {
    TensorIndex At;
    At.Offset = T.Lower[0];
    Inner.insert(Inner.begin() + T.Pairs[0].first, std::move(At));
    return Inner;
  }
  for (unsigned D = 0; D < Inner.size(); ++D) {
    TensorIndex &I = Inner[D];
    if (T.Form == TensorForm::Pad) {
      I.Offset = I.Offset.plus(T.Lower[D], -1);
      continue;
    }
    I.Offset = T.Lower[D].plus(I.Offset, T.Step[D]);
    for (auto &[L, Step] : I.Terms)
      Step *= T.Step[D];
  }
  return Inner;
}

/// The tensor that a slice of slices reads, and where.
std::pair<const TensorTerm *, TensorGoal>
storage(const TensorReader &TR, const TensorTerm &T, TensorGoal Goal) {
  const TensorTerm *Of = &T;
  while (Of->Form == TensorForm::Slice || Of->Form == TensorForm::Select) {
    Goal = within(TR, *Of, Goal);
    Of = &Of->Operands[0];
  }
  return {Of, std::move(Goal)};
}

static bool holdsProduct(const TensorTerm &T) {
  return T.Form == TensorForm::Outer || T.Form == TensorForm::Contract ||
         T.Form == TensorForm::Conv || llvm::any_of(T.Operands, holdsProduct);
}

/// The operand where it is, else the value of padding.
Fragment padded(TensorReader &TR, const TensorTerm &T, const TensorGoal &Goal) {
  const clang::Expr *At = TR.Assignment->getArg(1);
  std::vector<std::string> Tests;
  ExprRef Inside;
  auto Test = [&](ExprKind Kind, const TensorIndex &I, const LinearForm &F) {
    auto N = std::make_shared<Expr>();
    N->Kind = Kind;
    N->Type = IntType{1, false};
    N->Operands = {exprOf(TR, I, At), exprOf(TR, F, At)};
    N->Where = ref(TR.NR, At);
    N->Text = textOf(TR, I, false) + (Kind == ExprKind::Ge ? " >= " : " < ") +
              said(TR, F);
    Tests.push_back(textOf(TR, I, true) +
                    (Kind == ExprKind::Ge ? " >= " : " < ") +
                    kernelText(TR, F));
    if (!Inside) {
      Inside = N;
      return;
    }
    auto Both = std::make_shared<Expr>();
    Both->Kind = ExprKind::And;
    Both->Type = N->Type;
    Both->Operands = {Inside, N};
    Both->Where = N->Where;
    Both->Text = Inside->Text + " && " + N->Text;
    Inside = Both;
  };
  for (unsigned D = 0; D < T.Rank; ++D) {
    if (resolved(TR, T.Lower[D]).known() != 0)
      Test(ExprKind::Ge, Goal[D], T.Lower[D]);
    if (resolved(TR, T.Upper[D]).known() != 0)
      Test(ExprKind::Lt, Goal[D],
           T.Lower[D].plus(extentOf(TR, T.Operands[0], D).Length));
  }
  Fragment Outside = converted(TR, numberValue(TR, T.Operands[1]), T.Value);
  std::vector<FragmentText> &Lines = TR.Now.Lines;
  size_t Begin = Lines.size();
  if (Inside) {
    TR.NR.Scope.GuardStack.push_back(TR.Now.Guards.size());
    TR.Now.Guards.push_back({Inside, /*Negated=*/false});
  }
  // As the library does: the order of a product depends on extents.
  TensorGoal Inner = within(TR, T, Goal);
  Fragment Value = holdsProduct(T.Operands[0])
                       ? computedWhole(TR, T.Operands[0], Inner)
                       : value(TR, T.Operands[0], Inner);
  if (TR.NR.Failed || !Inside)
    return TR.NR.Failed ? Fragment() : Value;
  TR.NR.Scope.popGuard();
  std::string Condition = llvm::join(Tests, " && ");
  if (Lines.size() == Begin)
    return {Condition + " ? " + Value.Text + " : " + Outside.Text, T.Value,
            Fragment::Lowest};
  // Everything that the value needs is computed inside only.
  std::string Name = freshName(TR, "padded");
  std::vector<FragmentText> Within(Lines.begin() + Begin, Lines.end());
  Lines.resize(Begin);
  line(TR, FragmentText::declared(typeName(TR, T.Value), Name) + " = " +
               Outside.Text + ";");
  line(TR, "if (" + Condition + ") {");
  for (auto [L, At] : llvm::zip(TR.Now.Loops, TR.Now.LinesOf))
    if (At.Header >= Begin) {
      const size_t Added = Lines.size() - Begin;
      L.IsStatement = false;
      At.Header += Added;
      At.Begin += Added;
      At.End += Added;
    }
  for (const FragmentText &Line : Within)
    Lines.push_back("  " + Line);
  line(TR, "  " + Name + " = " + Value.Text + ";");
  line(TR, "}");
  return {Name, T.Value, Fragment::Atom};
}

} // namespace heddle
