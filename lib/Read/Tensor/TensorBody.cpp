//===- TensorBody.cpp - The loops that compute a tensor statement ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows include/heddle/tensor/lower.h and lower_labelled.h step by step, but
// that what they put into temporaries is computed where it is read: once, or
// again where that takes no sum.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorBody.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Memory/Paths.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorFunctions.h"
#include "Read/Tensor/TensorNames.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorProducts.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorStages.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

static Fragment chosen(TensorReader &TR, const TensorTerm &T,
                       std::vector<Fragment> Operands);

//===--- Lines ------------------------------------------------------------===//

void line(TensorReader &TR, const FragmentText &Text) {
  TR.Now.Lines.push_back(std::string(2 * (TR.Now.Open.size() + 1), ' ') + Text);
}

void openLoop(TensorReader &TR, unsigned L) {
  const TensorLabel &Of = TR.Labels[L];
  Loop New;
  New.Name = Of.Counter;
  New.Type = TR.CounterType;
  New.CxxType = TR.CounterType.Bits == 32 ? "int" : "long long";
  New.Init = number(TR, 0);
  New.Bound = Of.Extent;
  New.Parent =
      TR.Now.Open.empty() ? -1 : static_cast<int>(TR.Now.Open.back().Loop);
  New.Where = New.NameWhere = New.InitWhere = New.CondWhere = New.StepWhere =
      ref(TR.NR, TR.Assignment->getArg(0));
  New.NameIsUnique = New.IsStatement = New.DeclaresCounter = true;
  New.BodyLine = TR.NR.Nest->Place.Nest.Line;
  unsigned Number = TR.Now.Loops.size();
  if (TR.Now.LoopOf.size() <= L)
    TR.Now.LoopOf.resize(L + 1, -1);
  TR.Now.LoopOf[L] = static_cast<int>(Number);
  New.CounterSide = counter(TR, L, TR.Assignment->getArg(0));
  line(TR, "for (" + New.CxxType + " " + Of.Counter + " = 0; " + Of.Counter +
               " < " + Of.Kernel + "; ++" + Of.Counter + ")");
  TR.Now.Open.push_back({Number, L});
  TR.Now.LinesOf.push_back(
      {TR.Now.Lines.size() - 1, TR.Now.Lines.size(), 0, false});
  TR.Now.Loops.push_back(std::move(New));
}

void closeLoop(TensorReader &TR) {
  unsigned Number = TR.Now.Open.back().Loop;
  TensorStage::LoopLines &L = TR.Now.LinesOf[Number];
  L.End = TR.Now.Lines.size();
  bool IsOneStatement = L.End == L.Begin + 1;
  if (Number + 1 < TR.Now.LinesOf.size()) {
    const TensorStage::LoopLines &Next = TR.Now.LinesOf[Number + 1];
    IsOneStatement |= Next.Header == L.Begin && Next.End + Next.Braces == L.End;
  }
  TR.Now.Open.pop_back();
  if (IsOneStatement)
    return;
  L.Braces = true;
  TR.Now.Lines[L.Header] += " {";
  line(TR, "}");
}

LabelSet openLabels(const TensorReader &TR) {
  LabelSet All;
  for (const TensorStage::OpenLoop &L : TR.Now.Open)
    All.insert(L.Label);
  return All;
}

//===--- Expressions ------------------------------------------------------===//

FragmentText at(const TensorReader &TR, const Fragment &F,
                Fragment::Level Least) {
  return F.Binds < Least ? "(" + F.Text + ")" : F.Text;
}

Fragment infix(const TensorReader &TR, const Fragment &A, const char *Op,
               const Fragment &B, QualType T) {
  bool IsSum = *Op == '+' || *Op == '-';
  Fragment::Level Own = IsSum ? Fragment::Sum : Fragment::Product;
  Fragment F{at(TR, A, Own) + " " + Op + " " +
                 at(TR, B, IsSum ? Fragment::Product : Fragment::Atom),
             T, Own};
  return F;
}

Fragment converted(TensorReader &TR, Fragment F, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (F.Type == T)
    return F;
  return {"static_cast<" + typeName(TR, T) + ">(" + F.Text + ")", T,
          Fragment::Atom};
}

//===--- Accesses ---------------------------------------------------------===//

ExprRef exprOf(TensorReader &TR, const TensorIndex &I, const clang::Expr *E) {
  ExprRef Sum;
  auto Join = [&](ExprKind Kind, ExprRef Next) {
    auto Both = std::make_shared<Expr>();
    Both->Kind = Kind;
    Both->Type = TR.CounterType;
    Both->Operands = {std::move(Sum), std::move(Next)};
    Both->Where = ref(TR.NR, E);
    Both->Text = textOf(TR, I, /*InKernel=*/false);
    Sum = Both;
  };
  for (const auto &[L, Step] : I.Terms) {
    ExprRef Term = counter(TR, L, E);
    if (Step != 1) {
      std::swap(Sum, Term);
      Join(ExprKind::Mul, number(TR, Step));
      std::swap(Sum, Term);
    }
    if (Sum)
      Join(ExprKind::Add, std::move(Term));
    else
      Sum = std::move(Term);
  }
  LinearForm Offset = resolved(TR, I.Offset);
  if (!Sum)
    return exprOf(TR, Offset, E);
  if (Offset.known() && Offset.Constant < 0)
    Join(ExprKind::Sub, number(TR, -Offset.Constant));
  else if (Offset.known() != 0)
    Join(ExprKind::Add, exprOf(TR, Offset, E));
  return Sum;
}

/// In the kernel, or for messages.
std::string textOf(TensorReader &TR, const TensorIndex &I, bool InKernel) {
  std::string Sum;
  for (const auto &[L, Step] : I.Terms)
    Sum += (Sum.empty() ? "" : " + ") +
           (Step == 1 ? "" : std::to_string(Step) + " * ") +
           TR.Labels[L].Counter;
  LinearForm Offset = resolved(TR, I.Offset);
  if (!Sum.empty() && Offset.known() == 0)
    return Sum;
  std::string Rest = InKernel ? kernelText(TR, Offset) : said(TR, Offset);
  if (Sum.empty())
    return Rest;
  return Rest[0] == '-' ? Sum + " - " + Rest.substr(1) : Sum + " + " + Rest;
}

/// The element of the tensor that E names.
static Fragment access(TensorReader &TR, const clang::Expr *E,
                       const TensorGoal &Goal, bool Write) {
  std::optional<unsigned> Array = tensorFor(TR, E);
  if (!Array)
    return {};
  QualType Type = heddleTemplate(E->getType())
                      ->getTemplateArgs()[0]
                      .getAsType()
                      .getCanonicalType()
                      .getUnqualifiedType();
  return element(TR, *Array, E, Type, Goal, Write);
}

/// E: the tensor, or null for a temporary.
Fragment element(TensorReader &TR, unsigned Array, const clang::Expr *E,
                 QualType Type, const TensorGoal &Goal, bool Write) {
  const clang::Expr *At = E ? E : TR.Assignment->getArg(1);
  Access A;
  A.Array = Array;
  A.IsWrite = Write;
  A.Where = ref(TR.NR, At);
  for (const TensorStage::OpenLoop &L : TR.Now.Open)
    A.Loops.push_back(L.Loop);
  A.Guards = TR.NR.Scope.GuardStack;
  std::string Linear, Indices;
  for (unsigned D = 0; D < Goal.size(); ++D) {
    A.Subscripts.push_back(exprOf(TR, Goal[D], At));
    A.Within |= uint64_t(1) << D;
    Indices += (D ? ", " : "") + textOf(TR, Goal[D], /*InKernel=*/false);
    std::string Text = textOf(TR, Goal[D], /*InKernel=*/true);
    if (D == 0) {
      Linear = needsWideIndex(TR, Array)
                   ? "static_cast<long long>(" + Text + ")"
                   : Text;
      continue;
    }
    auto Atom = [](const std::string &S) {
      bool IsCast = llvm::StringRef(S).starts_with("static_cast") &&
                    S.find(" + ") == S.npos;
      return S.find(' ') == S.npos || IsCast ? S : "(" + S + ")";
    };
    LinearForm Width = E ? ownExtent(TR, E, D) : TR.TemporaryLengths[Array][D];
    Linear = Atom(Linear) + " * " + Atom(kernelText(TR, Width)) + " + " + Text;
  }
  A.Text = TR.NR.Nest->Arrays[Array].Name + "(" + Indices + ")";
  Fragment F;
  F.Text =
      FragmentText::elementOf(static_cast<unsigned>(TR.Now.Accesses.size()),
                              "[" + (Goal.empty() ? "0" : Linear) + "]");
  F.Type = Type;
  TR.Now.Accesses.push_back(std::move(A));
  return F;
}

/// A literal as it is, else a parameter that the host computes.
Fragment numberValue(TensorReader &TR, const TensorTerm &T) {
  if (T.IsLiteral)
    return {T.Text, T.Value, Fragment::Atom};
  std::string Key = typeName(TR, T.Value) + " " + T.Text;
  if (auto It = TR.Numbers.find(Key); It != TR.Numbers.end())
    return It->second;
  const clang::Expr *E = skipMarkers(T.Source)->IgnoreUnlessSpelledInSource();
  if (!checkScalar(TR.NR, T.Value, E->getSourceRange()))
    return {};
  std::optional<Path> P = path(TR.NR, E);
  if (P && !TR.NR.Ctx.hasSameUnqualifiedType(E->getType(), T.Value))
    P.reset();
  Param New;
  New.Name = P ? kernelName(TR.NR, *P) : freshName(TR, "number");
  New.CxxType = typeName(TR, T.Value);
  New.HostText =
      P ? P->Host : "static_cast<" + New.CxxType + ">(" + T.Text + ")";
  New.Where = ref(TR.NR, E);
  Fragment F{New.Name, T.Value, Fragment::Atom};
  TR.NR.Nest->Params.push_back(std::move(New));
  return TR.Numbers[Key] = F;
}

Fragment function(TensorReader &TR, const TensorTerm &T,
                  std::vector<Fragment> Operands) {
  if (T.Function.empty())
    return called(TR, T, std::move(Operands));
  static const std::pair<const char *, const char *> Signs[] = {
      {"plus", "+"}, {"minus", "-"}, {"times", "*"}, {"divides", "/"}};
  for (auto [Name, Sign] : Signs)
    if (T.Function == Name)
      return infix(TR, Operands[0], Sign, Operands[1], T.Value);
  if (T.Function == "negate")
    return {"-" + at(TR, Operands[0], Fragment::Atom), T.Value,
            Fragment::Product};
  if (T.Function == "max_function" || T.Function == "min_function")
    return chosen(TR, T, std::move(Operands));
  llvm::StringRef Name = T.Function;
  bool SameTypes = llvm::all_of(
      Operands, [&](const Fragment &F) { return F.Type == T.Value; });
  if (!Name.consume_back("_function") || !SameTypes ||
      (!T.Value->isRealFloatingType() && Name != "abs")) {
    refuseTerm(
        TR, TR.Assignment->getArg(1),
        ("the function '" + Name + "' of these types is not mapped").str());
    return {};
  }
  FragmentText Text = "::std::" + Name.str() + "(" + Operands[0].Text;
  for (const Fragment &F : llvm::drop_begin(Operands))
    Text += ", " + F.Text;
  return {Text + ")", T.Value, Fragment::Atom};
}

/// max and min, whose operands are computed once.
static Fragment chosen(TensorReader &TR, const TensorTerm &T,
                       std::vector<Fragment> Operands) {
  for (Fragment &F : Operands) {
    std::string Name = freshName(TR, &F == &Operands[0] ? "first" : "second");
    line(TR, FragmentText::declared("const " + typeName(TR, T.Value), Name) +
                 " = " + converted(TR, F, T.Value).Text + ";");
    F = {Name, T.Value, Fragment::Atom};
  }
  const FragmentText &A = Operands[0].Text, &B = Operands[1].Text;
  bool IsMax = T.Function == "max_function";
  return {(IsMax ? A + " < " + B : B + " < " + A) + " ? " + B + " : " + A,
          T.Value, Fragment::Lowest};
}

//===--- Values in tensor notation ----------------------------------------===//

TensorGoal exchanged(TensorGoal Goal, std::pair<unsigned, unsigned> P) {
  std::swap(Goal[P.first], Goal[P.second]);
  return Goal;
}

LabelSet labelsOf(const TensorGoal &Goal) {
  LabelSet All;
  for (const TensorIndex &I : Goal)
    for (const auto &[L, Step] : I.Terms)
      All.insert(L);
  return All;
}

Fragment value(TensorReader &TR, const TensorTerm &T, const TensorGoal &Goal) {
  switch (T.Form) {
  case TensorForm::View:
    return access(TR, T.Source, Goal, /*Write=*/false);
  case TensorForm::Number:
    return numberValue(TR, T);
  case TensorForm::Transpose:
    return value(TR, T.Operands[0], exchanged(Goal, T.Pairs[0]));
  case TensorForm::Elementwise: {
    std::vector<Fragment> Operands;
    for (const TensorTerm &Operand : T.Operands)
      Operands.push_back(
          value(TR, Operand, Operand.Rank == T.Rank ? Goal : TensorGoal()));
    return TR.NR.Failed ? Fragment() : function(TR, T, std::move(Operands));
  }
  case TensorForm::Slice:
  case TensorForm::Select:
    return value(TR, T.Operands[0], within(TR, T, Goal));
  case TensorForm::Pad:
    return padded(TR, T, Goal);
  case TensorForm::Outer:
  case TensorForm::Contract:
  case TensorForm::Conv: {
    // Below a convolution the library computes it by itself.
    if (llvm::any_of(Goal, [](auto &I) { return I.Terms.size() > 1; }))
      return computedWhole(TR, T, Goal);
    TensorProduct P;
    P.Type = T.Value;
    P.Result = labelsOf(Goal);
    return flatten(TR, T, Goal, P) ? productOf(TR, std::move(P)) : Fragment();
  }
  case TensorForm::Named:
    break;
  }
  refuseTerm(TR, TR.Assignment, "indices where there are none");
  return {};
}

//===--- The whole --------------------------------------------------------===//

void writeBody(TensorReader &TR, const TensorTerm &Right) {
  const TensorTerm &Target =
      TR.Left.Form == TensorForm::Named ? TR.Left.Operands.front() : TR.Left;
  TensorGoal Own(Target.Rank);
  NamedLabels Names;
  for (unsigned D = 0; D < Target.Rank; ++D) {
    Own[D].Terms = {{D, 1}};
    if (TR.Left.Form == TensorForm::Named)
      Names.push_back({TR.Left.Names[D], D});
  }
  TR.Now.PerfectDepth = Target.Rank;
  for (unsigned D = 0; D < Target.Rank; ++D)
    openLoop(TR, D);
  Fragment Value = Right.Labelled
                       ? named(TR, Right, Names)
                       : value(TR, Right, Right.Rank == 0 ? TensorGoal() : Own);
  if (TR.NR.Failed)
    return;
  auto [Stored, At] = storage(TR, Target, Own);
  Fragment Element = access(TR, Stored->Source, At, /*Write=*/true);
  line(TR, Element.Text + " = " +
               converted(TR, std::move(Value), Element.Type).Text + ";");
  for (unsigned D = 0; D < Target.Rank; ++D)
    closeLoop(TR);
}

} // namespace heddle
