//===- TensorNames.cpp - Values in index notation -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As include/heddle/tensor/lower_labelled.h.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorNames.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorExtents.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorProducts.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorStages.h"
#include "Read/Tensor/TensorTerm.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

static Fragment namedProduct(TensorReader &TR, const TensorTerm &T,
                             clang::QualType Type, const NamedLabels &Names);
static Fragment namedSum(TensorReader &TR, const TensorTerm &T,
                         const NamedLabels &Names,
                         const std::vector<const clang::VarDecl *> &Bound);

//===--- Values in index notation -----------------------------------------===//

static void
occurrences(const TensorTerm &T,
            std::vector<std::pair<const VarDecl *, const TensorTerm *>> &Out) {
  if (T.Form == TensorForm::Named)
    for (const VarDecl *Name : T.Names)
      Out.push_back({Name, &T});
  else if (T.Labelled)
    for (const TensorTerm &Operand : T.Operands)
      occurrences(Operand, Out);
}

static bool has(const TensorTerm &T, const VarDecl *Name) {
  std::vector<std::pair<const VarDecl *, const TensorTerm *>> All;
  occurrences(T, All);
  return llvm::any_of(All, [&](const auto &O) { return O.first == Name; });
}

static std::optional<unsigned> labelOf(const NamedLabels &Names,
                                       const VarDecl *Name) {
  for (const auto &[Known, L] : Names)
    if (Known == Name)
      return L;
  return std::nullopt;
}

static LabelSet labelsIn(const TensorTerm &T, const NamedLabels &Names) {
  LabelSet Found;
  for (const auto &[Name, L] : Names)
    if (has(T, Name))
      Found.insert(L);
  return Found;
}

/// A label for a name that T indexes with.
static unsigned labelFor(TensorReader &TR, const VarDecl *Name,
                         const TensorTerm &T) {
  TensorExtent Best;
  auto Consider = [&](auto &Self, const TensorTerm &Of) -> void {
    if (Best.Of)
      return;
    if (Of.Form != TensorForm::Named) {
      for (const TensorTerm &Operand : Of.Operands)
        Self(Self, Operand);
      return;
    }
    for (unsigned D = 0; D < Of.Names.size(); ++D)
      if (Of.Names[D] == Name && !Best.Of)
        Best = extentOf(TR, Of.Operands[0], D);
  };
  Consider(Consider, T);
  return newLabel(TR, Best, Name->getName());
}

static TensorGoal goalBy(const TensorTerm &T, const NamedLabels &Names) {
  TensorGoal Goal(T.Names.size());
  for (unsigned D = 0; D < T.Names.size(); ++D)
    Goal[D].Terms = {{*labelOf(Names, T.Names[D]), 1}};
  return Goal;
}

static std::vector<Fragment>
namedOperands(TensorReader &TR, const TensorTerm &T, const NamedLabels &Names) {
  std::vector<Fragment> Values;
  for (const TensorTerm &Operand : T.Operands)
    Values.push_back(named(TR, Operand, Names));
  return Values;
}

/// As lower_named of lower_labelled.h.
Fragment named(TensorReader &TR, const TensorTerm &T,
               const NamedLabels &Names) {
  if (TR.NR.Failed)
    return {};
  if (!T.Labelled)
    return value(TR, T, {});
  if (T.Form == TensorForm::Named) {
    if (llvm::all_of(T.Names,
                     [&](const VarDecl *N) { return labelOf(Names, N); }))
      return value(TR, T.Operands[0], goalBy(T, Names));
    return namedProduct(TR, T, commonType(TR, T.Value, T.Value), Names);
  }
  if (T.Function == "times")
    return namedProduct(TR, T, T.Value, Names);
  unsigned WithNames = llvm::count_if(
      T.Operands, [](const TensorTerm &Operand) { return Operand.Labelled; });
  std::vector<const VarDecl *> Bound;
  if (WithNames > 1 && T.Function != "plus" && T.Function != "minus") {
    std::vector<std::pair<const VarDecl *, const TensorTerm *>> All;
    occurrences(T, All);
    for (const auto &[Name, Where] : All)
      if (!labelOf(Names, Name) && !llvm::is_contained(Bound, Name) &&
          llvm::count_if(T.Operands, [Name = Name](const TensorTerm &Operand) {
            return has(Operand, Name);
          }) > 1)
        Bound.push_back(Name);
  }
  if (!Bound.empty())
    return namedSum(TR, T, Names, Bound);
  std::vector<Fragment> Values = namedOperands(TR, T, Names);
  return TR.NR.Failed ? Fragment() : function(TR, T, std::move(Values));
}

/// The sum of a function's values over the names Bound.
static Fragment namedSum(TensorReader &TR, const TensorTerm &T,
                         const NamedLabels &Names,
                         const std::vector<const VarDecl *> &Bound) {
  LabelSet Result = labelsIn(T, Names);
  QualType Type = commonType(TR, T.Value, T.Value);
  if (isRepeated(TR, Result))
    return computedBefore(TR, Result, Type,
                          [&] { return namedSum(TR, T, Names, Bound); });
  bool Wraps = Type->isSignedIntegerType();
  QualType In = Wraps ? TR.NR.Ctx.getCorrespondingUnsignedType(Type) : Type;
  std::string Sum = freshName(TR, "sum");
  line(TR, FragmentText::declared(typeName(TR, In), Sum) + " = 0;");
  NamedLabels Inner;
  for (const auto &[Name, L] : Names)
    if (Result.count(L))
      Inner.push_back({Name, L});
  for (const VarDecl *Name : Bound) {
    unsigned L = labelFor(TR, Name, T);
    if (TR.NR.Failed)
      return {};
    Inner.push_back({Name, L});
    openLoop(TR, L);
  }
  std::vector<Fragment> Values = namedOperands(TR, T, Inner);
  if (TR.NR.Failed)
    return {};
  Fragment Value = converted(TR, function(TR, T, std::move(Values)), Type);
  line(TR, Sum + " += " + converted(TR, Value, In).Text + ";");
  for (size_t I = 0; I < Bound.size(); ++I)
    closeLoop(TR);
  return converted(TR, {Sum, In, Fragment::Atom}, Type);
}

static Fragment namedProduct(TensorReader &TR, const TensorTerm &T,
                             QualType Type, const NamedLabels &Names) {
  std::vector<const TensorTerm *> Factors;
  auto Gather = [&](auto &Self, const TensorTerm &Part) -> void {
    bool IsProduct =
        Part.Form == TensorForm::Elementwise && Part.Function == "times";
    if (!IsProduct || Part.Value != T.Value) {
      Factors.push_back(&Part);
      return;
    }
    bool Small = sizeInProduct(T).first <= 10;
    for (const TensorTerm &Operand : Part.Operands)
      if (Small)
        Self(Self, Operand);
      else
        Factors.push_back(&Operand);
  };
  Gather(Gather, T);
  TensorProduct P;
  P.Type = Type;
  P.Result = labelsIn(T, Names);
  NamedLabels Inner;
  for (const auto &[Name, L] : Names)
    if (P.Result.count(L))
      Inner.push_back({Name, L});
  for (const TensorTerm *F : Factors) {
    std::vector<std::pair<const VarDecl *, const TensorTerm *>> All;
    occurrences(*F, All);
    for (const auto &[Name, Where] : All) {
      if (labelOf(Inner, Name))
        continue;
      unsigned With = 0;
      bool ByItself = false;
      for (const TensorTerm *Each : Factors)
        if (has(*Each, Name)) {
          ++With;
          ByItself |= Each->Form == TensorForm::Named;
        }
      if (With > 1 || ByItself)
        Inner.push_back({Name, labelFor(TR, Name, T)});
    }
  }
  for (const TensorTerm *F : Factors) {
    if (TR.NR.Failed)
      return {};
    if (F->Form != TensorForm::Named)
      P.Factors.push_back({F, {}, Inner, labelsIn(*F, Inner)});
    else if (F->Operands[0].Form == TensorForm::View &&
             F->Operands[0].Value == Type)
      P.Factors.push_back({&F->Operands[0],
                           goalBy(*F, Inner),
                           {},
                           labelsOf(goalBy(*F, Inner)),
                           F});
    else
      flatten(TR, F->Operands[0], goalBy(*F, Inner), P);
  }
  return TR.NR.Failed ? Fragment() : productOf(TR, std::move(P));
}

} // namespace heddle
