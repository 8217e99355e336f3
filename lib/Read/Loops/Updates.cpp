//===- Updates.cpp - Steps of reductions on elements, as calls ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a[f] += e` becomes `::heddle::rt::update<...>(a[f] , e)` in kernels where
// several threads reduce to one element, and `if (e < a[f])` before it reads
// `::heddle::rt::seen(a[f])`. Whether they do is known only later.
//===----------------------------------------------------------------------===//
#include "Read/Loops/Updates.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

/// In heddle/runtime/combine.h and update.h; empty for what integers lack.
static std::string operatorName(const ReductionStep &Step) {
  if (Step.Class == "+")
    return Step.Op == "-" ? "difference" : "sum";
  if (llvm::StringRef(Step.Class).starts_with("set<"))
    return Step.Class;
  return llvm::StringSwitch<std::string>(Step.Class)
      .Case("*", "product")
      .Case("&", "bit_and")
      .Case("|", "bit_or")
      .Case("^", "bit_xor")
      .Cases({"max", "min"}, Step.Class)
      .Default("");
}

/// The text of the source besides target and value is dropped.
void addUpdate(NestReader &NR, unsigned Array, const ReductionStep &Step) {
  std::string Name = operatorName(Step);
  std::string Open = "::heddle::rt::update<::heddle::rt::by::" + Name + ">(";
  auto Add = [&](unsigned Begin, unsigned End, std::string Text) {
    NR.Texts.Updates.push_back({Array, {Begin, End, std::move(Text)}});
  };
  if (const auto *U = dyn_cast_or_null<UnaryOperator>(Step.Whole)) {
    auto Op = offsets(NR, U->getOperatorLoc());
    auto Target = offsets(NR, U->getSubExpr()->getSourceRange());
    if (Op && Target && U->isPrefix()) {
      Add(Op->first, Op->second, Open);
      return Add(Target->second, Target->second, ", 1)");
    }
    if (Op && Target) {
      Add(Target->first, Target->first, Open);
      return Add(Op->first, Op->second, ", 1)");
    }
  } else if (const auto *B = dyn_cast_or_null<BinaryOperator>(Step.Whole);
             B && Step.Value && !Name.empty()) {
    auto Target = offsets(NR, B->getLHS()->getSourceRange());
    auto Op = offsets(NR, B->getOperatorLoc());
    auto Right = offsets(NR, B->getRHS()->getSourceRange());
    auto Value = offsets(NR, Step.Value->getSourceRange());
    if (Target && Op && Right && Value) {
      Add(Target->first, Target->first, Open);
      bool OnlyBlank = llvm::StringRef(NR.Nest->Text)
                           .slice(Target->second, Op->first)
                           .trim(" ")
                           .empty();
      Add(OnlyBlank ? Target->second : Op->first, Op->second, ",");
      if (Right->first < Value->first)
        Add(Right->first, Value->first, "");
      return Add(Value->second, Right->second, ")");
    }
  }
  NR.Updates.NotUpdatable.insert(Array);
}

/// `if (e < x) x = e` compares with what other threads update meanwhile. Reads
/// of the step itself go with it.
void addSeen(NestReader &NR, unsigned Array, const clang::Expr *E,
             const ReductionStep &Step) {
  auto Own = offsets(NR, E->getSourceRange());
  auto Whole = offsets(NR, Step.Whole ? Step.Whole->getSourceRange()
                                      : E->getSourceRange());
  if (!Own || !Whole) {
    NR.Updates.NotUpdatable.insert(Array);
    return;
  }
  if (Own->first >= Whole->first && Own->second <= Whole->second)
    return;
  NR.Texts.Updates.push_back(
      {Array, {Own->first, Own->first, "::heddle::rt::seen("}});
  NR.Texts.Updates.push_back({Array, {Own->second, Own->second, ")"}});
}

void finishUpdates(NestReader &NR) {
  std::vector<UpdateReplacement> &Replacements = NR.Texts.Updates;
  llvm::erase_if(Replacements, [&](const UpdateReplacement &H) {
    return NR.Updates.NotUpdatable.contains(H.Array);
  });
  llvm::stable_sort(Replacements,
                    [](const UpdateReplacement &A, const UpdateReplacement &B) {
                      return A.Text.Begin < B.Text.Begin;
                    });
}

} // namespace heddle
