//===- TensorBody.cpp - The loops that compute a tensor statement ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows include/heddle/tensor/lower.h and lower_labelled.h step by step, but
// that what they put into temporaries is computed where it is read: once, or
// again where that takes no sum.
//===----------------------------------------------------------------------===//
#include "Frontend/TensorBuilder.h"
#include "Frontend/TensorTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

//===--- Lines ------------------------------------------------------------===//

void TensorBuilder::line(const std::string &Text) {
  Now.Lines.push_back(std::string(2 * (Now.Open.size() + 1), ' ') + Text);
}

void TensorBuilder::openLoop(unsigned L) {
  const Label &Of = Labels[L];
  Loop New;
  New.Name = Of.Counter;
  New.Type = CounterType;
  New.CxxType = CounterType.Bits == 32 ? "int" : "long long";
  New.Init = number(0);
  New.Bound = Of.Extent;
  New.Parent = Now.Open.empty() ? -1 : static_cast<int>(Now.Open.back().Loop);
  New.Where = New.NameWhere = New.InitWhere = New.CondWhere = New.StepWhere =
      ref(Assignment->getArg(0));
  New.NameIsUnique = true;
  New.BodyLine = Nest->Place.Nest.Line;
  unsigned Number = Now.Loops.size();
  if (Now.LoopOf.size() <= L)
    Now.LoopOf.resize(L + 1, -1);
  Now.LoopOf[L] = static_cast<int>(Number);
  New.CounterSide = counter(L, Assignment->getArg(0));
  line("for (" + New.CxxType + " " + Of.Counter + " = 0; " + Of.Counter +
       " < " + Of.Kernel + "; ++" + Of.Counter + ")");
  Now.Open.push_back({Number, L});
  Now.LinesOf.push_back({Now.Lines.size() - 1, Now.Lines.size(), 0, false});
  Now.Loops.push_back(std::move(New));
}

void TensorBuilder::closeLoop() {
  unsigned Number = Now.Open.back().Loop;
  TensorStage::LoopLines &L = Now.LinesOf[Number];
  L.End = Now.Lines.size();
  bool IsOneStatement = L.End == L.Begin + 1;
  if (Number + 1 < Now.LinesOf.size()) {
    const TensorStage::LoopLines &Next = Now.LinesOf[Number + 1];
    IsOneStatement |= Next.Header == L.Begin && Next.End + Next.Braces == L.End;
  }
  Now.Open.pop_back();
  if (IsOneStatement)
    return;
  L.Braces = true;
  Now.Lines[L.Header] += " {";
  line("}");
}

LabelSet TensorBuilder::openLabels() const {
  LabelSet All;
  for (const TensorStage::OpenLoop &L : Now.Open)
    All.insert(L.Label);
  return All;
}

//===--- Expressions ------------------------------------------------------===//

std::string TensorBuilder::at(const Fragment &F, Fragment::Level Least) const {
  return F.Binds < Least ? "(" + F.Text + ")" : F.Text;
}

TensorBuilder::Fragment TensorBuilder::infix(const Fragment &A, const char *Op,
                                             const Fragment &B,
                                             QualType T) const {
  bool IsSum = *Op == '+' || *Op == '-';
  Fragment::Level Own = IsSum ? Fragment::Sum : Fragment::Product;
  Fragment F{at(A, Own) + " " + Op + " " +
                 at(B, IsSum ? Fragment::Product : Fragment::Atom),
             T, Own};
  return F;
}

TensorBuilder::Fragment TensorBuilder::converted(Fragment F, QualType T) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (F.Type == T)
    return F;
  return {"static_cast<" + typeName(T) + ">(" + F.Text + ")", T,
          Fragment::Atom};
}

//===--- Accesses ---------------------------------------------------------===//

ExprRef TensorBuilder::exprOf(const TensorIndex &I, const clang::Expr *E) {
  ExprRef Sum;
  auto Join = [&](ExprKind Kind, ExprRef Next) {
    auto Both = std::make_shared<Expr>();
    Both->Kind = Kind;
    Both->Type = CounterType;
    Both->Operands = {std::move(Sum), std::move(Next)};
    Both->Where = ref(E);
    Both->Text = textOf(I, /*InKernel=*/false);
    Sum = Both;
  };
  for (const auto &[L, Step] : I.Terms) {
    ExprRef Term = counter(L, E);
    if (Step != 1) {
      std::swap(Sum, Term);
      Join(ExprKind::Mul, number(Step));
      std::swap(Sum, Term);
    }
    if (Sum)
      Join(ExprKind::Add, std::move(Term));
    else
      Sum = std::move(Term);
  }
  LinearForm Offset = resolved(I.Offset);
  if (!Sum)
    return exprOf(Offset, E);
  if (Offset.known() && Offset.Constant < 0)
    Join(ExprKind::Sub, number(-Offset.Constant));
  else if (Offset.known() != 0)
    Join(ExprKind::Add, exprOf(Offset, E));
  return Sum;
}

/// In the kernel, or for messages.
std::string TensorBuilder::textOf(const TensorIndex &I, bool InKernel) {
  std::string Sum;
  for (const auto &[L, Step] : I.Terms)
    Sum += (Sum.empty() ? "" : " + ") +
           (Step == 1 ? "" : std::to_string(Step) + " * ") + Labels[L].Counter;
  LinearForm Offset = resolved(I.Offset);
  if (!Sum.empty() && Offset.known() == 0)
    return Sum;
  std::string Rest = InKernel ? kernelText(Offset) : said(Offset);
  if (Sum.empty())
    return Rest;
  return Rest[0] == '-' ? Sum + " - " + Rest.substr(1) : Sum + " + " + Rest;
}

/// The element of the tensor that E names.
TensorBuilder::Fragment TensorBuilder::access(const clang::Expr *E,
                                              const TensorGoal &Goal,
                                              bool Write) {
  std::optional<unsigned> Array = tensorFor(E);
  if (!Array)
    return {};
  QualType Type = heddleTemplate(E->getType())
                      ->getTemplateArgs()[0]
                      .getAsType()
                      .getCanonicalType()
                      .getUnqualifiedType();
  return element(*Array, E, Type, Goal, Write);
}

/// E: the tensor, or null for a temporary.
TensorBuilder::Fragment
TensorBuilder::element(unsigned Array, const clang::Expr *E, QualType Type,
                       const TensorGoal &Goal, bool Write) {
  const clang::Expr *At = E ? E : Assignment->getArg(1);
  Access A;
  A.Array = Array;
  A.IsWrite = Write;
  A.Where = ref(At);
  for (const TensorStage::OpenLoop &L : Now.Open)
    A.Loops.push_back(L.Loop);
  A.Guards = GuardStack;
  std::string Linear, Indices;
  for (unsigned D = 0; D < Goal.size(); ++D) {
    A.Subscripts.push_back(exprOf(Goal[D], At));
    A.Within |= uint64_t(1) << D;
    Indices += (D ? ", " : "") + textOf(Goal[D], /*InKernel=*/false);
    std::string Text = textOf(Goal[D], /*InKernel=*/true);
    if (D == 0) {
      Linear =
          needsWideIndex(Array) ? "static_cast<long long>(" + Text + ")" : Text;
      continue;
    }
    auto Atom = [](const std::string &S) {
      bool IsCast = llvm::StringRef(S).starts_with("static_cast") &&
                    S.find(" + ") == S.npos;
      return S.find(' ') == S.npos || IsCast ? S : "(" + S + ")";
    };
    LinearForm Width = E ? ownExtent(E, D) : TemporaryLengths[Array][D];
    Linear = Atom(Linear) + " * " + Atom(kernelText(Width)) + " + " + Text;
  }
  A.Text = Nest->Arrays[Array].Name + "(" + Indices + ")";
  Fragment F;
  F.Text = accessMark(Now.Accesses.size()) + "[" +
           (Goal.empty() ? "0" : Linear) + "]";
  F.Type = Type;
  Now.Accesses.push_back(std::move(A));
  return F;
}

/// A literal as it is, else a parameter that the host computes.
TensorBuilder::Fragment TensorBuilder::numberValue(const TensorTerm &T) {
  if (T.IsLiteral)
    return {T.Text, T.Value, Fragment::Atom};
  std::string Key = typeName(T.Value) + " " + T.Text;
  if (auto It = Numbers.find(Key); It != Numbers.end())
    return It->second;
  const clang::Expr *E = skipMarkers(T.Source)->IgnoreUnlessSpelledInSource();
  if (!checkScalar(T.Value, E->getSourceRange()))
    return {};
  std::optional<Path> P = path(E);
  if (P && !Ctx.hasSameUnqualifiedType(E->getType(), T.Value))
    P.reset();
  Param New;
  New.Name = P ? kernelName(*P) : freshName("number");
  New.CxxType = typeName(T.Value);
  New.HostText =
      P ? P->Host : "static_cast<" + New.CxxType + ">(" + T.Text + ")";
  New.Where = ref(E);
  Fragment F{New.Name, T.Value, Fragment::Atom};
  Nest->Params.push_back(std::move(New));
  return Numbers[Key] = F;
}

TensorBuilder::Fragment
TensorBuilder::function(const TensorTerm &T, std::vector<Fragment> Operands) {
  if (T.Function.empty())
    return called(T, std::move(Operands));
  static const std::pair<const char *, const char *> Signs[] = {
      {"plus", "+"}, {"minus", "-"}, {"times", "*"}, {"divides", "/"}};
  for (auto [Name, Sign] : Signs)
    if (T.Function == Name)
      return infix(Operands[0], Sign, Operands[1], T.Value);
  if (T.Function == "negate")
    return {"-" + at(Operands[0], Fragment::Atom), T.Value, Fragment::Product};
  if (T.Function == "max_function" || T.Function == "min_function")
    return chosen(T, std::move(Operands));
  llvm::StringRef Name = T.Function;
  bool SameTypes = llvm::all_of(
      Operands, [&](const Fragment &F) { return F.Type == T.Value; });
  if (!Name.consume_back("_function") || !SameTypes ||
      (!T.Value->isRealFloatingType() && Name != "abs")) {
    refuseTerm(
        Assignment->getArg(1),
        ("the function '" + Name + "' of these types is not mapped").str());
    return {};
  }
  std::string Text = "::std::" + Name.str() + "(" + Operands[0].Text;
  for (const Fragment &F : llvm::drop_begin(Operands))
    Text += ", " + F.Text;
  return {Text + ")", T.Value, Fragment::Atom};
}

/// max and min, whose operands are computed once.
TensorBuilder::Fragment TensorBuilder::chosen(const TensorTerm &T,
                                              std::vector<Fragment> Operands) {
  for (Fragment &F : Operands) {
    std::string Name = freshName(&F == &Operands[0] ? "first" : "second");
    line("const " + typeName(T.Value) + " " + Name + " = " +
         converted(F, T.Value).Text + ";");
    F = {Name, T.Value, Fragment::Atom};
  }
  const std::string &A = Operands[0].Text, &B = Operands[1].Text;
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

TensorBuilder::Fragment TensorBuilder::value(const TensorTerm &T,
                                             const TensorGoal &Goal) {
  switch (T.Kind) {
  case TensorTerm::View:
    return access(T.Source, Goal, /*Write=*/false);
  case TensorTerm::Number:
    return numberValue(T);
  case TensorTerm::Transpose:
    return value(T.Operands[0], exchanged(Goal, T.Pairs[0]));
  case TensorTerm::Elementwise: {
    std::vector<Fragment> Operands;
    for (const TensorTerm &Operand : T.Operands)
      Operands.push_back(
          value(Operand, Operand.Rank == T.Rank ? Goal : TensorGoal()));
    return Failed ? Fragment() : function(T, std::move(Operands));
  }
  case TensorTerm::Slice:
  case TensorTerm::Select:
    return value(T.Operands[0], within(T, Goal));
  case TensorTerm::Pad:
    return padded(T, Goal);
  case TensorTerm::Outer:
  case TensorTerm::Contract:
  case TensorTerm::Conv: {
    // Below a convolution the library computes it by itself.
    if (llvm::any_of(Goal, [](auto &I) { return I.Terms.size() > 1; }))
      return computedWhole(T, Goal);
    TensorProduct P;
    P.Type = T.Value;
    P.Result = labelsOf(Goal);
    return flatten(T, Goal, P) ? productOf(std::move(P)) : Fragment();
  }
  case TensorTerm::Named:
    break;
  }
  refuseTerm(Assignment, "indices where there are none");
  return {};
}

//===--- The whole --------------------------------------------------------===//

void TensorBuilder::writeBody(const TensorTerm &Right) {
  const TensorTerm &Target =
      Left.Kind == TensorTerm::Named ? Left.Operands.front() : Left;
  TensorGoal Own(Target.Rank);
  NamedLabels Names;
  for (unsigned D = 0; D < Target.Rank; ++D) {
    Own[D].Terms = {{D, 1}};
    if (Left.Kind == TensorTerm::Named)
      Names.push_back({Left.Names[D], D});
  }
  Now.PerfectDepth = Target.Rank;
  for (unsigned D = 0; D < Target.Rank; ++D)
    openLoop(D);
  Fragment Value = Right.Labelled
                       ? named(Right, Names)
                       : value(Right, Right.Rank == 0 ? TensorGoal() : Own);
  if (Failed)
    return;
  auto [Stored, At] = storage(Target, Own);
  Fragment Element = access(Stored->Source, At, /*Write=*/true);
  line(Element.Text + " = " + converted(std::move(Value), Element.Type).Text +
       ";");
  for (unsigned D = 0; D < Target.Rank; ++D)
    closeLoop();
}

} // namespace heddle
