//===- Choices.cpp - Variables that iterations choose together ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `a = e` becomes `(a_won = true, a = e)` in kernels, where a is a thread's
// own: whether the thread has anything to offer shows in no value of a.
//===----------------------------------------------------------------------===//
#include "Read/Loops/Choices.h"
#include "IR/AnnotationEdit.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Loops/ChoiceForms.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

static std::string quoted(llvm::StringRef Text) {
  return ("'" + Text + "'").str();
}

static void addWon(NestReader &NR, unsigned Array, llvm::StringRef Won,
                   const clang::Expr *Assignment) {
  const auto At = offsets(NR, Assignment->getSourceRange());
  const std::string Open = ("(" + Won + " = true, ").str();
  if (!At) {
    NR.error(DiagID::HD159, ref(NR, Assignment), text(NR, Assignment), Open);
    return;
  }
  NR.Texts.Updates.push_back({Array, {At->first, At->first, Open}});
  NR.Texts.Updates.push_back({Array, {At->second, At->second, ")"}});
}

void addChosen(NestReader &NR, unsigned Array, const Path &P,
               const clang::Expr *E, const ReductionStep &Step) {
  const ChoiceSteps &Of = *NR.Updates.Steps->choiceOf(E);
  JointChoice &C = NR.Updates.Chosen[static_cast<unsigned>(Step.Choice)];
  if (Step.Whole != Of.Steps.front()) {
    C.With.push_back(Array);
    return;
  }
  Path Won = P;
  Won.Key += "?won";
  Won.Name += "_won";
  C.Key = Array;
  C.Won = kernelName(NR, Won);
  addWon(NR, Array, C.Won, Step.Whole);
}

void checkChoice(NestReader &NR, const IfStmt *If, size_t First) {
  const std::optional<ChoiceForm> Form = choiceForm(If, NR.Ctx);
  const ReductionStep *Step =
      Form && !NR.isInCopy() ? NR.Updates.Steps->at(Form->Own) : nullptr;
  if (!Step)
    return;
  const LoopNest &M = NR.model();
  for (size_t I = First; I < M.Accesses.size(); ++I)
    if (M.Accesses[I].IsWrite && M.Accesses[I].Reduces != Step->Class)
      return refuse(NR, Form->Comparison,
                    "this comparison, on which stores to " +
                        quoted(M.Arrays[M.Accesses[I].Array].Name) +
                        " depend besides the reduction,");
}

static bool sharesVariables(const JointChoice &A, const JointChoice &B) {
  const auto Has = [](const JointChoice &C, unsigned Array) {
    return C.Key == Array || llvm::is_contained(C.With, Array);
  };
  return Has(B, A.Key) ||
         llvm::any_of(A.With, [&](unsigned Array) { return Has(B, Array); });
}

static bool isSame(const JointChoice &A, const JointChoice &B) {
  return A.Key == B.Key && A.With.size() == B.With.size() &&
         llvm::all_of(A.With, [&](unsigned Array) {
           return llvm::is_contained(B.With, Array);
         });
}

/// One that no step of its key has been read of is in a branch that is never
/// taken.
void finishChoices(NestReader &NR) {
  std::vector<JointChoice> &Choices = NR.Nest->Choices;
  for (const auto &[Number, C] : NR.Updates.Chosen) {
    if (C.Won.empty())
      continue;
    const auto Other =
        llvm::find_if(Choices, [&, &C = C](const JointChoice &X) {
          return sharesVariables(X, C);
        });
    if (Other == Choices.end())
      Choices.push_back(C);
    else if (!isSame(*Other, C))
      NR.error(
          DiagID::HD408,
          ref(NR, NR.Updates.Steps->choices()[Number].Comparison),
          NR.Nest->Arrays[C.Key].Name,
          "it is chosen together with other variables elsewhere in the nest; "
          "let each choice have variables of its own");
  }
}

/// Declared outside of the nest.
static bool livesLonger(const NestReader &NR, const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  return !D || !NR.Names.NestDecls.contains(D->getDecl());
}

static std::string listed(const NestReader &NR, const ChoiceSteps &Of,
                          bool Quoted, llvm::StringRef Last) {
  std::string List;
  for (const auto [I, B] : llvm::enumerate(Of.Steps)) {
    const std::string Name = text(NR, B->getLHS());
    if (I)
      List += I + 1 == Of.Steps.size() ? Last.str() : ", ";
    List += Quoted ? quoted(Name) : Name;
  }
  return List;
}

bool refuseChoice(NestReader &NR, const clang::Expr *E) {
  const ChoiceSteps *Of = NR.Updates.Steps->choiceOf(E);
  if (!Of || Of->IsPermitted ||
      !llvm::all_of(Of->Steps, [&](const BinaryOperator *B) {
        return livesLonger(NR, B->getLHS());
      }))
    return false;
  const std::string Names = listed(NR, *Of, /*Quoted=*/false, ", ");
  const std::string Kind = llvm::StringRef(Of->Class)
                               .substr(llvm::StringRef(Of->Class).find("arg-"))
                               .str();
  Diagnostic &D = NR.error(DiagID::HD422, ref(NR, Of->Comparison), Kind,
                           listed(NR, *Of, /*Quoted=*/true, " and "), Names);
  const SourceRef Where = NR.Nest->Annot.Where;
  if (D.FixIts.empty() && NR.In.ReduceExprs.empty() && Where.isValid())
    D.FixIts.push_back(insertedWord(Where, "reduce(" + Names + ")"));
  return true;
}

} // namespace heddle
