//===- TensorProducts.cpp - Products of tensors, summed -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products are contracted two factors at a time, each sum from zero on, as
// include/heddle/tensor/lower.h and kernel.h do.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorProducts.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorNames.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorOrder.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorStages.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorText.h"
#include "Read/Tensor/TensorWindows.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

//===--- Factors ----------------------------------------------------------===//

/// As size_in_product of goals.h.
std::pair<unsigned, unsigned> sizeInProduct(const TensorTerm &T) {
  bool IsProduct =
      T.Form == TensorForm::Outer || T.Form == TensorForm::Conv ||
      T.Form == TensorForm::Contract || T.Form == TensorForm::Transpose ||
      T.Form == TensorForm::Slice || T.Form == TensorForm::Select ||
      (T.Form == TensorForm::Elementwise && T.Function == "times");
  if (!IsProduct)
    return {1, 0};
  std::pair<unsigned, unsigned> Size{0, 0};
  for (const TensorTerm &Operand : T.Operands) {
    auto [Factors, Sums] = sizeInProduct(Operand);
    Size.first += Factors;
    Size.second += Sums;
  }
  if (T.Form == TensorForm::Contract)
    Size.second += T.Pairs.size();
  if (T.Form == TensorForm::Conv)
    Size.second += T.Rank;
  return Size;
}

static void addPart(TensorReader &TR, const TensorTerm &Parent,
                    const TensorTerm &T, const TensorGoal &Goal,
                    TensorProduct &P) {
  auto [Factors, Sums] = sizeInProduct(Parent);
  if (Factors > 10 || Sums > 16)
    refuseTerm(TR, TR.Assignment->getArg(1), "a product of so many factors");
  else
    flatten(TR, T, Goal, P);
}

/// Adds the factors of T, which is read at Goal.
bool flatten(TensorReader &TR, const TensorTerm &T, const TensorGoal &Goal,
             TensorProduct &P) {
  auto Add = [&] {
    P.Factors.push_back({&T, Goal, {}, labelsOf(Goal)});
    return !TR.NR.Failed;
  };
  if (T.Value != P.Type)
    return Add();
  switch (T.Form) {
  case TensorForm::Transpose:
    return flatten(TR, T.Operands[0], exchanged(Goal, T.Pairs[0]), P);
  case TensorForm::Outer: {
    auto Middle = Goal.begin() + T.Operands[0].Rank;
    addPart(TR, T, T.Operands[0], TensorGoal(Goal.begin(), Middle), P);
    addPart(TR, T, T.Operands[1], TensorGoal(Middle, Goal.end()), P);
    return !TR.NR.Failed;
  }
  case TensorForm::Elementwise:
    if (T.Function != "times")
      return Add();
    for (const TensorTerm &Operand : T.Operands)
      addPart(TR, T, Operand, Operand.Rank == T.Rank ? Goal : TensorGoal(), P);
    return !TR.NR.Failed;
  case TensorForm::Contract: {
    const TensorTerm &Operand = T.Operands[0];
    TensorGoal Inner(Operand.Rank);
    LabelSet Named;
    for (auto [M, N] : T.Pairs)
      Named.insert(M), Named.insert(N);
    unsigned Kept = 0;
    for (unsigned D = 0; D < Operand.Rank; ++D)
      if (!Named.count(D))
        Inner[D] = Goal[Kept++];
    for (auto [M, N] : T.Pairs) {
      unsigned L = newLabel(TR, extentOf(TR, Operand, M), "");
      Inner[M].Terms = Inner[N].Terms = {{L, 1}};
    }
    if (!TR.NR.Failed)
      addPart(TR, T, Operand, Inner, P);
    return !TR.NR.Failed;
  }
  case TensorForm::Conv:
    // Below another convolution it is computed by itself.
    if (llvm::any_of(Goal, [](auto &I) { return I.Terms.size() > 1; }))
      return Add();
    {
      TensorGoal Moved = Goal, Along(T.Rank);
      for (unsigned D = 0; D < T.Rank; ++D) {
        unsigned L = newLabel(TR, extentOf(TR, T.Operands[1], D), "");
        Moved[D].Terms.push_back({L, 1});
        Along[D].Terms = {{L, 1}};
      }
      if (TR.NR.Failed)
        return false;
      addPart(TR, T, T.Operands[0], Moved, P);
      addPart(TR, T, T.Operands[1], Along, P);
      return !TR.NR.Failed;
    }
  case TensorForm::Slice:
  case TensorForm::Select:
    return flatten(TR, T.Operands[0], within(TR, T, Goal), P);
  case TensorForm::Pad:
  case TensorForm::View:
  case TensorForm::Number:
  case TensorForm::Named:
    return Add();
  }
  return false;
}

static Fragment factor(TensorReader &TR, const TensorProduct &P,
                       unsigned Index) {
  const TensorFactor &F = P.Factors[Index];
  Fragment Value = F.Term->Labelled ? named(TR, *F.Term, F.Names)
                                    : value(TR, *F.Term, F.Goal);
  return TR.NR.Failed ? Fragment() : converted(TR, std::move(Value), P.Type);
}

//===--- Products ---------------------------------------------------------===//

/// The value of a sum of one term: it starts at zero, which turns -0 to 0.
static Fragment fromZero(const TensorReader &TR, Fragment F) {
  if (!F.Type->isRealFloatingType())
    return F;
  return infix(
      TR,
      {F.Type == TR.NR.Ctx.FloatTy ? "0.0f" : "0.0", F.Type, Fragment::Atom},
      "+", F, F.Type);
}

/// Integers wrap around.
static Fragment times(TensorReader &TR, const Fragment &A, const Fragment &B,
                      QualType T) {
  if (!T->isSignedIntegerType())
    return fromZero(TR, infix(TR, A, "*", B, T));
  QualType Wrapping = TR.NR.Ctx.getCorrespondingUnsignedType(T);
  return converted(TR,
                   infix(TR, converted(TR, A, Wrapping), "*",
                         converted(TR, B, Wrapping), Wrapping),
                   T);
}

/// The labels of the loops around that are not among Labels: what has these is
/// computed again for each turn of those.
bool isRepeated(const TensorReader &TR, const LabelSet &Labels) {
  return llvm::any_of(openLabels(TR), [&](unsigned L) {
    return !Labels.count(L) && TR.Labels[L].Known != 1;
  });
}

static bool hasSum(const TensorTerm &T) {
  return T.Form == TensorForm::Contract || T.Form == TensorForm::Conv ||
         T.Form == TensorForm::Named ||
         llvm::any_of(T.Operands, [](auto &O) { return hasSum(O); });
}

static bool hasSum(const TensorProduct &P, const Contraction &C) {
  if (C.Factor >= 0)
    return hasSum(*P.Factors[static_cast<unsigned>(C.Factor)].Term);
  return !C.Sums.empty() || llvm::any_of(C.Parts, [&](const Contraction &Part) {
    return hasSum(P, Part);
  });
}

/// The sum of products as the host computes it, once.
static Fragment hostSum(TensorReader &TR, const TensorProduct &P,
                        const Contraction &C) {
  std::vector<unsigned> Factors;
  auto Gather = [&](auto &Self, const Contraction &Part) -> void {
    if (Part.Factor >= 0)
      Factors.push_back(static_cast<unsigned>(Part.Factor));
    for (const Contraction &Each : Part.Parts)
      Self(Self, Each);
  };
  Gather(Gather, C);
  // Among equal orders of contraction the library chooses by the factors'
  // order.
  llvm::sort(Factors);
  std::string Text;
  std::map<unsigned, std::vector<unsigned>> Dimensions;
  unsigned Rank = 0;
  for (unsigned I : Factors) {
    const TensorFactor &F = P.Factors[I];
    if (F.Term->Form != TensorForm::View || F.Term->Value != P.Type)
      return {};
    // All of the tensor, not a slice.
    for (unsigned D = 0; D < F.Goal.size(); ++D) {
      const TensorIndex &I = F.Goal[D];
      if (I.Terms.size() != 1 || I.Terms[0].second != 1 ||
          resolved(TR, I.Offset).known() != 0 ||
          resolved(TR, ownExtent(TR, F.Term->Source, D))
                  .plus(TR.Labels[I.Terms[0].first].Length, -1)
                  .known() != 0)
        return {};
    }
    if (!F.Indexed)
      for (const TensorIndex &Index : F.Goal)
        Dimensions[Index.Terms.front().first].push_back(Rank++);
    std::string Own = hostText(TR, F.Indexed ? *F.Indexed : *F.Term);
    Text = Text.empty() ? Own
           : F.Indexed  ? Text + " * " + Own
                        : "::heddle::outer(" + Text + ", " + Own + ")";
  }
  if (Rank != 0) {
    std::string Pairs;
    for (const auto &[L, At] : Dimensions) {
      if (At.size() != 2)
        return {};
      Pairs += (Pairs.empty() ? "" : ", ") + std::string("::heddle::pair<") +
               std::to_string(At[0]) + ", " + std::to_string(At[1]) + ">";
    }
    Text = "::heddle::contract<" + Pairs + ">(" + Text + ")";
  }
  if (auto It = TR.Numbers.find(Text); It != TR.Numbers.end())
    return It->second;
  Param New;
  New.Name = freshName(TR, "number");
  New.CxxType = typeName(TR, P.Type);
  New.HostText = "static_cast<" + New.CxxType + ">(" + Text + ")";
  New.Where = ref(TR.NR, P.Factors[Factors[0]].Term->Source);
  Fragment F{New.Name, P.Type, Fragment::Atom};
  TR.NR.Nest->Params.push_back(std::move(New));
  return TR.Numbers[Text] = F;
}

static Fragment contracted(TensorReader &TR, const TensorProduct &P,
                           const Contraction &C) {
  if (C.Factor >= 0)
    return factor(TR, P, static_cast<unsigned>(C.Factor));
  if (!C.Sums.empty() && C.Labels.empty() && !TR.Now.Open.empty())
    if (Fragment F = hostSum(TR, P, C); !F.Text.empty() || TR.NR.Failed)
      return F;
  if (C.Sums.empty()) {
    Fragment A = contracted(TR, P, C.Parts[0]);
    if (TR.NR.Failed || C.Parts.size() == 1)
      return TR.NR.Failed ? Fragment() : fromZero(TR, std::move(A));
    Fragment B = contracted(TR, P, C.Parts[1]);
    return TR.NR.Failed ? Fragment() : times(TR, A, B, P.Type);
  }
  if (isRepeated(TR, C.Labels))
    return computedBefore(TR, C.Labels, P.Type,
                          [&] { return contracted(TR, P, C); });
  bool Wraps = P.Type->isSignedIntegerType();
  QualType T = Wraps ? TR.NR.Ctx.getCorrespondingUnsignedType(P.Type) : P.Type;
  std::string Sum = freshName(TR, "sum");
  line(TR, FragmentText::declared(typeName(TR, T), Sum) + " = 0;");
  // A part that all turns of a loop share is summed before the loop.
  std::vector<Fragment> Parts(C.Parts.size());
  auto Compute = [&](bool All) {
    LabelSet Now = openLabels(TR);
    for (auto [Part, Value] : llvm::zip(C.Parts, Parts))
      if (Value.Text.empty() && !TR.NR.Failed &&
          (All || (hasSum(P, Part) &&
                   std::includes(Now.begin(), Now.end(), Part.Labels.begin(),
                                 Part.Labels.end()))))
        Value = contracted(TR, P, Part);
  };
  for (unsigned L : C.Sums) {
    Compute(/*All=*/false);
    openLoop(TR, L);
  }
  Compute(/*All=*/true);
  if (TR.NR.Failed)
    return {};
  Fragment Term = converted(TR, Parts[0], T);
  if (Parts.size() > 1)
    Term = infix(TR, Term, "*", converted(TR, Parts[1], T), T);
  line(TR, Sum + " += " + Term.Text + ";");
  for (size_t I = 0; I < C.Sums.size(); ++I)
    closeLoop(TR);
  return converted(TR, {Sum, T, Fragment::Atom}, P.Type);
}

/// Factors that have exactly the result's labels are multiplied last.
Fragment productOf(TensorReader &TR, TensorProduct P) {
  std::vector<unsigned> First, Last;
  for (unsigned F = 0; F < P.Factors.size(); ++F)
    (P.Factors[F].Labels == P.Result ? Last : First).push_back(F);
  size_t Next = 0;
  if (First.empty())
    for (; Next < std::min<size_t>(2, Last.size()); ++Next)
      First.push_back(Last[Next]);
  // A product with fewer labels than the result is the same for several
  // elements.
  TensorProduct Inner = P;
  Inner.Result.clear();
  for (unsigned F : First)
    for (unsigned L : P.Factors[F].Labels)
      if (P.Result.count(L))
        Inner.Result.insert(L);
  std::optional<Contraction> C = contractionOf(TR, Inner, First);
  if (!C)
    return {};
  Fragment Value = contracted(TR, Inner, *C);
  for (; Next < Last.size() && !TR.NR.Failed; ++Next)
    Value = times(TR, Value, factor(TR, P, Last[Next]), P.Type);
  return Value;
}

} // namespace heddle
