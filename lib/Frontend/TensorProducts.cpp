//===- TensorProducts.cpp - Products of tensors, summed -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products are contracted two factors at a time, each sum from zero on, as
// include/heddle/tensor/lower.h and kernel.h do.
//===----------------------------------------------------------------------===//
#include "Frontend/TensorBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

//===--- Factors ----------------------------------------------------------===//

/// As size_in_product of goals.h.
std::pair<unsigned, unsigned> sizeInProduct(const TensorTerm &T) {
  bool IsProduct =
      T.Kind == TensorTerm::Outer || T.Kind == TensorTerm::Conv ||
      T.Kind == TensorTerm::Contract || T.Kind == TensorTerm::Transpose ||
      T.Kind == TensorTerm::Slice || T.Kind == TensorTerm::Select ||
      (T.Kind == TensorTerm::Elementwise && T.Function == "times");
  if (!IsProduct)
    return {1, 0};
  std::pair<unsigned, unsigned> Size{0, 0};
  for (const TensorTerm &Operand : T.Operands) {
    auto [Factors, Sums] = sizeInProduct(Operand);
    Size.first += Factors;
    Size.second += Sums;
  }
  if (T.Kind == TensorTerm::Contract)
    Size.second += T.Pairs.size();
  if (T.Kind == TensorTerm::Conv)
    Size.second += T.Rank;
  return Size;
}

void TensorBuilder::addPart(const TensorTerm &Parent, const TensorTerm &T,
                            const TensorGoal &Goal, TensorProduct &P) {
  auto [Factors, Sums] = sizeInProduct(Parent);
  if (Factors > 10 || Sums > 16)
    refuseTerm(Assignment->getArg(1), "a product of so many factors");
  else
    flatten(T, Goal, P);
}

/// Adds the factors of T, which is read at Goal.
bool TensorBuilder::flatten(const TensorTerm &T, const TensorGoal &Goal,
                            TensorProduct &P) {
  auto Add = [&] {
    P.Factors.push_back({&T, Goal, {}, labelsOf(Goal)});
    return !Failed;
  };
  if (T.Value != P.Type)
    return Add();
  switch (T.Kind) {
  case TensorTerm::Transpose:
    return flatten(T.Operands[0], exchanged(Goal, T.Pairs[0]), P);
  case TensorTerm::Outer: {
    auto Middle = Goal.begin() + T.Operands[0].Rank;
    addPart(T, T.Operands[0], TensorGoal(Goal.begin(), Middle), P);
    addPart(T, T.Operands[1], TensorGoal(Middle, Goal.end()), P);
    return !Failed;
  }
  case TensorTerm::Elementwise:
    if (T.Function != "times")
      return Add();
    for (const TensorTerm &Operand : T.Operands)
      addPart(T, Operand, Operand.Rank == T.Rank ? Goal : TensorGoal(), P);
    return !Failed;
  case TensorTerm::Contract: {
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
      unsigned L = newLabel(extentOf(Operand, M), "");
      Inner[M].Terms = Inner[N].Terms = {{L, 1}};
    }
    if (!Failed)
      addPart(T, Operand, Inner, P);
    return !Failed;
  }
  case TensorTerm::Conv:
    // Below another convolution it is computed by itself.
    if (llvm::any_of(Goal, [](auto &I) { return I.Terms.size() > 1; }))
      return Add();
    {
      TensorGoal Moved = Goal, Along(T.Rank);
      for (unsigned D = 0; D < T.Rank; ++D) {
        unsigned L = newLabel(extentOf(T.Operands[1], D), "");
        Moved[D].Terms.push_back({L, 1});
        Along[D].Terms = {{L, 1}};
      }
      if (Failed)
        return false;
      addPart(T, T.Operands[0], Moved, P);
      addPart(T, T.Operands[1], Along, P);
      return !Failed;
    }
  case TensorTerm::Slice:
  case TensorTerm::Select:
    return flatten(T.Operands[0], within(T, Goal), P);
  case TensorTerm::Pad:
  case TensorTerm::View:
  case TensorTerm::Number:
  case TensorTerm::Named:
    return Add();
  }
  return false;
}

TensorBuilder::Fragment TensorBuilder::factor(const TensorProduct &P,
                                              unsigned Index) {
  const TensorFactor &F = P.Factors[Index];
  Fragment Value =
      F.Term->Labelled ? named(*F.Term, F.Names) : value(*F.Term, F.Goal);
  return Failed ? Fragment() : converted(std::move(Value), P.Type);
}

//===--- Products ---------------------------------------------------------===//

/// What a sum of one term is: it starts at zero, which turns -0 to 0.
TensorBuilder::Fragment TensorBuilder::fromZero(Fragment F) const {
  if (!F.Type->isRealFloatingType())
    return F;
  return infix({F.Type == Ctx.FloatTy ? "0.0f" : "0.0", F.Type, Fragment::Atom},
               "+", F, F.Type);
}

/// Integers wrap around.
TensorBuilder::Fragment TensorBuilder::times(const Fragment &A,
                                             const Fragment &B, QualType T) {
  if (!T->isSignedIntegerType())
    return fromZero(infix(A, "*", B, T));
  QualType Wrapping = Ctx.getCorrespondingUnsignedType(T);
  return converted(
      infix(converted(A, Wrapping), "*", converted(B, Wrapping), Wrapping), T);
}

/// The labels of the loops around that are not among Labels: what has these is
/// computed again for each turn of those.
bool TensorBuilder::isRepeated(const LabelSet &Labels) const {
  return llvm::any_of(openLabels(), [&](unsigned L) {
    return !Labels.count(L) && this->Labels[L].Known != 1;
  });
}

static bool hasSum(const TensorTerm &T) {
  return T.Kind == TensorTerm::Contract || T.Kind == TensorTerm::Conv ||
         T.Kind == TensorTerm::Named ||
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
TensorBuilder::Fragment TensorBuilder::hostSum(const TensorProduct &P,
                                               const Contraction &C) {
  std::vector<unsigned> Factors;
  auto Gather = [&](auto &Self, const Contraction &Part) -> void {
    if (Part.Factor >= 0)
      Factors.push_back(static_cast<unsigned>(Part.Factor));
    for (const Contraction &Each : Part.Parts)
      Self(Self, Each);
  };
  Gather(Gather, C);
  // Of equal orders of contraction the library takes one by their order.
  llvm::sort(Factors);
  std::string Text;
  std::map<unsigned, std::vector<unsigned>> Dimensions;
  unsigned Rank = 0;
  for (unsigned I : Factors) {
    const TensorFactor &F = P.Factors[I];
    if (F.Term->Kind != TensorTerm::View || F.Term->Value != P.Type)
      return {};
    // All of the tensor, not a slice.
    for (unsigned D = 0; D < F.Goal.size(); ++D) {
      const TensorIndex &I = F.Goal[D];
      if (I.Terms.size() != 1 || I.Terms[0].second != 1 ||
          resolved(I.Offset).known() != 0 ||
          resolved(ownExtent(F.Term->Source, D))
                  .plus(Labels[I.Terms[0].first].Length, -1)
                  .known() != 0)
        return {};
    }
    if (!F.Indexed)
      for (const TensorIndex &Index : F.Goal)
        Dimensions[Index.Terms.front().first].push_back(Rank++);
    std::string Own = hostText(F.Indexed ? *F.Indexed : *F.Term);
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
  if (auto It = Numbers.find(Text); It != Numbers.end())
    return It->second;
  Param New;
  New.Name = freshName("number");
  New.CxxType = typeName(P.Type);
  New.HostText = "static_cast<" + New.CxxType + ">(" + Text + ")";
  New.Where = ref(P.Factors[Factors[0]].Term->Source);
  Fragment F{New.Name, P.Type, Fragment::Atom};
  Nest->Params.push_back(std::move(New));
  return Numbers[Text] = F;
}

TensorBuilder::Fragment TensorBuilder::contracted(const TensorProduct &P,
                                                  const Contraction &C) {
  if (C.Factor >= 0)
    return factor(P, static_cast<unsigned>(C.Factor));
  if (!C.Sums.empty() && C.Labels.empty() && !Now.Open.empty())
    if (Fragment F = hostSum(P, C); !F.Text.empty() || Failed)
      return F;
  if (C.Sums.empty()) {
    Fragment A = contracted(P, C.Parts[0]);
    if (Failed || C.Parts.size() == 1)
      return Failed ? Fragment() : fromZero(std::move(A));
    Fragment B = contracted(P, C.Parts[1]);
    return Failed ? Fragment() : times(A, B, P.Type);
  }
  if (isRepeated(C.Labels))
    return computedBefore(C.Labels, P.Type, [&] { return contracted(P, C); });
  bool Wraps = P.Type->isSignedIntegerType();
  QualType T = Wraps ? Ctx.getCorrespondingUnsignedType(P.Type) : P.Type;
  std::string Sum = freshName("sum");
  line(typeName(T) + " " + Sum + " = 0;");
  // What all turns of a loop share is summed before it.
  std::vector<Fragment> Parts(C.Parts.size());
  auto Compute = [&](bool All) {
    LabelSet Now = openLabels();
    for (auto [Part, Value] : llvm::zip(C.Parts, Parts))
      if (Value.Text.empty() && !Failed &&
          (All || (hasSum(P, Part) &&
                   std::includes(Now.begin(), Now.end(), Part.Labels.begin(),
                                 Part.Labels.end()))))
        Value = contracted(P, Part);
  };
  for (unsigned L : C.Sums) {
    Compute(/*All=*/false);
    openLoop(L);
  }
  Compute(/*All=*/true);
  if (Failed)
    return {};
  Fragment Term = converted(Parts[0], T);
  if (Parts.size() > 1)
    Term = infix(Term, "*", converted(Parts[1], T), T);
  line(Sum + " += " + Term.Text + ";");
  for (size_t I = 0; I < C.Sums.size(); ++I)
    closeLoop();
  return converted({Sum, T, Fragment::Atom}, P.Type);
}

/// Factors that have exactly the result's labels are multiplied last.
TensorBuilder::Fragment TensorBuilder::productOf(TensorProduct P) {
  std::vector<unsigned> First, Last;
  for (unsigned F = 0; F < P.Factors.size(); ++F)
    (P.Factors[F].Labels == P.Result ? Last : First).push_back(F);
  size_t Next = 0;
  if (First.empty())
    for (; Next < std::min<size_t>(2, Last.size()); ++Next)
      First.push_back(Last[Next]);
  // What has fewer labels than the result is the same for several elements.
  TensorProduct Inner = P;
  Inner.Result.clear();
  for (unsigned F : First)
    for (unsigned L : P.Factors[F].Labels)
      if (P.Result.count(L))
        Inner.Result.insert(L);
  std::optional<Contraction> C = contractionOf(Inner, First);
  if (!C)
    return {};
  Fragment Value = contracted(Inner, *C);
  for (; Next < Last.size() && !Failed; ++Next)
    Value = times(Value, factor(P, Last[Next]), P.Type);
  return Value;
}

} // namespace heddle
