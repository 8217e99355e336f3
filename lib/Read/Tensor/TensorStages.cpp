//===- TensorStages.cpp - Parts of a statement that come first ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum that several elements need in the same way, like B v in A (B v), is
// computed by a nest of its own, before what reads it. Its indices are its own:
// those labels that it has, in ascending order.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorStages.h"
#include "IR/NestValues.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/ASTLambda.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

//===--- The text ---------------------------------------------------------===//

void TensorStage::assemble(LoopNest &Into, TextTables &Tables,
                           std::vector<Value> &Values) const {
  Tables.Bases.resize(Into.Accesses.size());
  std::string &Text = Into.Text;
  std::vector<unsigned> Begins;
  for (const FragmentText &Line : Lines) {
    Begins.push_back(Text.size());
    for (const FragmentText::Part &P : Line.parts()) {
      Text += P.Text;
      if (!P.Declares.empty()) {
        const auto End = static_cast<unsigned>(Text.size());
        Value V;
        V.Kind = ValueKind::Name;
        V.Where = {End - static_cast<unsigned>(P.Text.size()), End};
        V.Name = P.Text;
        V.Means = NameMeaning::Declared;
        V.Type = P.Declares;
        Values.push_back(std::move(V));
      }
      if (P.Ends) {
        Value V;
        V.Kind = ValueKind::Element;
        V.Where = {Tables.Bases[*P.Ends].Begin,
                   static_cast<unsigned>(Text.size())};
        V.Accesses = {*P.Ends};
        Values.push_back(std::move(V));
      }
      if (!P.Access)
        continue;
      AccessBase &Base = Tables.Bases[*P.Access];
      Base.Begin = Text.size();
      Text += Into.Arrays[Into.Accesses[*P.Access].Array].KernelName;
      Base.End = Text.size();
    }
    Text += '\n';
  }
  Begins.push_back(Text.size());
  for (auto [L, At] : llvm::zip(Into.Loops, LinesOf)) {
    L.TextBegin = Begins[At.Header];
    L.HeaderEnd = Begins[At.Header + 1] - (At.Braces ? 3 : 1);
    L.BodyBegin = Begins[At.Begin];
    L.BodyEnd = Begins[At.End];
    L.TextEnd = Begins[At.End + At.Braces];
  }
}

/// The mapping, and what is said of the left-hand side, are the last stage's.
std::shared_ptr<const LoopNest> finished(const TensorReader &TR,
                                         const TensorStage &S, unsigned Stage) {
  auto Out = std::make_shared<LoopNest>(*TR.NR.Nest);
  const auto Of = static_cast<unsigned>(TR.Before.size());
  if (Of > 1)
    Out->Step = {StepRole::Stage, Stage, Of,
                 Stage == Of ? "" : "_stage" + std::to_string(Stage)};
  Out->PerfectDepth = S.PerfectDepth;
  Out->Loops = S.Loops;
  Out->Guards = S.Guards;
  Out->Accesses = S.Accesses;
  TextTables Tables = TR.NR.Texts;
  std::vector<Value> Values;
  S.assemble(*Out, Tables, Values);
  const std::optional<Replacement> Lost =
      setCode(*Out, Tables, std::move(Values));
  assert(!Lost && "a stage's own text has no replacements");
  (void)Lost;
  for (unsigned A = 0; A < Out->Arrays.size(); ++A)
    if (Out->Arrays[A].Temporary &&
        llvm::none_of(Out->Accesses, [&](const Access &X) {
          return X.Array == A && X.IsWrite;
        }))
      Out->Arrays[A].DeclPrefix = "const " + Out->Arrays[A].DeclPrefix;
  if (Out->isLastStage())
    return Out;
  Annotation &A = Out->Annot;
  A.HasMap = false;
  A.clearMap();
  A.Strategy = Auto;
  A.clearArrays();
  A.clearTile();
  return Out;
}

//===--- Temporaries ------------------------------------------------------===//

/// A label for what has none: a number is a temporary of one element.
static unsigned singleLabel(TensorReader &TR) {
  if (!TR.Single) {
    TensorLabel L;
    L.Counter = freshName(TR, "only");
    L.Host = L.Kernel = "1";
    L.Extent = number(TR, 1);
    L.Length = 1;
    L.Known = 1;
    TR.Labels.push_back(std::move(L));
    TR.Single = TR.Labels.size() - 1;
  }
  return *TR.Single;
}

static unsigned addTemporary(TensorReader &TR, const std::vector<unsigned> &Of,
                             QualType Type) {
  ArrayInfo A;
  A.Name = A.KernelName = freshName(TR, "temporary");
  A.ElementType = typeName(TR, Type);
  A.ElementBytes =
      static_cast<unsigned>(TR.NR.Ctx.getTypeSizeInChars(Type).getQuantity());
  A.Integral = Type->isIntegerType();
  A.Number = true;
  for (unsigned L : Of)
    A.Extents.push_back(TR.Labels[L].Extent);
  A.Origin = Provenance::Object;
  A.ObjectKey = "temporary " + A.Name;
  A.DeclPrefix = A.ElementType + " *";
  A.Unreachable = A.Temporary = true;
  A.Where = ref(TR.NR, TR.Assignment->getArg(1));
  TR.NR.Nest->Arrays.push_back(std::move(A));
  unsigned Array = TR.NR.Nest->Arrays.size() - 1;
  for (unsigned L : Of)
    TR.TemporaryLengths[Array].push_back(TR.Labels[L].Length);
  return Array;
}

/// Value computes a part of the expression that has the labels Own: in a stage
/// before the one at hand, which makes the array.
static unsigned compute(TensorReader &TR, const std::vector<unsigned> &Own,
                        QualType Type, llvm::function_ref<Fragment()> Value) {
  const FunctionDecl *F = TR.NR.In.Function;
  if (F->isConstexpr() && !isLambdaCallOperator(F) &&
      !TR.NR.Ctx.getLangOpts().CPlusPlus23) {
    TR.NR.error(DiagID::HD165, ref(TR.NR, TR.Assignment->getArg(1)),
                text(TR.NR, TR.Assignment->getArg(1)), F->getName());
    return 0;
  }
  TensorGoal Goal;
  for (unsigned L : Own)
    Goal.push_back({0, {{L, 1}}});
  TensorStage Later = std::exchange(TR.Now, {});
  std::vector<unsigned> LaterGuards = std::exchange(TR.NR.Scope.GuardStack, {});
  TR.Now.PerfectDepth = Own.size();
  for (unsigned L : Own)
    openLoop(TR, L);
  Fragment Result = Value();
  unsigned Array = 0;
  if (!TR.NR.Failed) {
    Array = addTemporary(TR, Own, Type);
    Fragment To = element(TR, Array, nullptr, Type, Goal, /*Write=*/true);
    line(TR,
         To.Text + " = " + converted(TR, std::move(Result), Type).Text + ";");
    for (size_t I = 0; I < Own.size(); ++I)
      closeLoop(TR);
    TR.Before.push_back(std::move(TR.Now));
  }
  TR.Now = std::move(Later);
  TR.NR.Scope.GuardStack = std::move(LaterGuards);
  return Array;
}

/// The result of Value, which is computed once for each of the labels Of.
Fragment computedBefore(TensorReader &TR, const LabelSet &Of, QualType Type,
                        llvm::function_ref<Fragment()> Value) {
  std::vector<unsigned> Own(Of.begin(), Of.end());
  if (Own.empty())
    Own.push_back(singleLabel(TR));
  unsigned Array = compute(TR, Own, Type, Value);
  if (TR.NR.Failed)
    return {};
  TensorGoal Goal;
  for (unsigned L : Own)
    Goal.push_back({0, {{L, 1}}});
  if (Of.empty())
    Goal = {{}};
  return element(TR, Array, nullptr, Type, Goal, /*Write=*/false);
}

/// All elements of T, of which those at Goal are read here.
Fragment computedWhole(TensorReader &TR, const TensorTerm &T,
                       const TensorGoal &Goal) {
  std::vector<unsigned> Own;
  TensorGoal Each;
  for (unsigned D = 0; D < T.Rank; ++D) {
    Own.push_back(newLabel(TR, extentOf(TR, T, D), ""));
    Each.push_back({0, {{Own.back(), 1}}});
  }
  if (TR.NR.Failed)
    return {};
  unsigned Array =
      compute(TR, Own, T.Value, [&] { return value(TR, T, Each); });
  return TR.NR.Failed
             ? Fragment()
             : element(TR, Array, nullptr, T.Value, Goal, /*Write=*/false);
}

} // namespace heddle
