//===- BuildNest.cpp - The order in which a nest is read -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/BuildNest.h"
#include "IR/NestValues.h"
#include "Read/Annotation/AnnotationArrays.h"
#include "Read/Annotation/Assumptions.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Expr/Values.h"
#include "Read/Loops/AlgorithmLoops.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Choices.h"
#include "Read/Loops/LocalTypes.h"
#include "Read/Loops/PrivateClaims.h"
#include "Read/Loops/Privates.h"
#include "Read/Loops/RangeText.h"
#include "Read/Loops/ReducedElements.h"
#include "Read/Loops/ScalarWrites.h"
#include "Read/Loops/Slices.h"
#include "Read/Loops/Updates.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/Placement.h"
#include "Spelling/Preprocessing.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

void assembleCode(NestReader &NR) {
  const std::optional<Replacement> Lost =
      setCode(*NR.Nest, NR.Texts, std::move(NR.Spans.Values));
  if (Lost && !NR.Failed)
    NR.error(DiagID::HD992, NR.Nest->Where,
             llvm::StringRef(NR.Nest->Text).slice(Lost->Begin, Lost->End),
             Lost->Kernel);
}

/// NR.Nest, which holds for the text that has been read.
static std::shared_ptr<const LoopNest> readNest(NestReader &NR) {
  NR.Nest->Original = NR.Nest->Text;
  collectNames(NR, NR.In.For);
  if (!place(NR))
    return nullptr;
  if (const Stmt *Text = textOf(NR.In.Nest))
    checkTypes(NR, Text);
  if (!isa<clang::Expr>(NR.In.For))
    findPrivates(NR);
  if (!checkPrivateClaims(NR))
    return nullptr;
  NR.Updates.Steps.emplace(NR.In.For, NR.Facts, NR.Ctx, NR.In.ReduceExprs);
  findWrittenScalars(NR, NR.In.For);
  findReducedElements(NR);
  walkPerfect(NR, NR.In.For);
  if (!NR.Nest->PerfectDepth)
    return nullptr;
  if (!NR.Failed)
    checkSeen(NR, NR.In.For);
  readAnnotation(NR);
  readAssumptions(NR);
  checkReducedElements(NR);
  checkObjects(NR);
  checkWholeRecords(NR);
  checkHeldPointers(NR);
  finishReplacements(NR);
  finishUpdates(NR);
  finishChoices(NR);
  finishRowLoads(NR);
  findSlices(NR);
  finishTexts(NR);
  declarePrivates(NR);
  notePrivateUses(NR);
  declareTypes(NR);
  collectValues(NR, NR.In.For);
  writeRangesOut(NR);
  assembleCode(NR);
  if (!NR.Failed)
    checkElements(NR);
  return NR.Failed ? nullptr : NR.Nest;
}

namespace {

/// The outcome of reading one text of the nest.
struct ReadText {
  std::shared_ptr<const LoopNest> Nest; ///< null: Said says why
  Report Said;
  std::optional<Note> Unfit; ///< why the text cannot stand in the output
};

} // namespace

/// Again, where functions that the nest calls can be read after preprocessing
/// alone.
static ReadText readWith(bool (*Read)(NestReader &), ASTContext &Ctx,
                         Preprocessor &PP, const AnnotatedLoop &Loop) {
  llvm::SmallPtrSet<const FunctionDecl *, 4> Expanded;
  std::optional<ReadText> First;
  while (true) {
    ReadText Result;
    NestReader NR(Ctx, PP, Loop, Result.Said);
    NR.Nest->Annot = Loop.Annot;
    NR.Callees.Expanded = Expanded;
    if (Read(NR))
      Result.Nest = readNest(NR);
    if (NR.Spans.Expanded)
      Result.Unfit = NR.Spans.Expanded->Unfit;
    const FunctionDecl *Next = NR.Callees.ToExpand;
    if (Result.Nest || !Next)
      return Result;
    if (!First)
      First = std::move(Result);
    if (!Expanded.insert(Next).second)
      return std::move(*First);
  }
}

std::shared_ptr<const LoopNest> buildLoopNest(ASTContext &Ctx, Preprocessor &PP,
                                              const AnnotatedLoop &Loop,
                                              Report &R) {
  ReadText Source = readWith(readText, Ctx, PP, Loop);
  auto IsAboutMacros = llvm::find_if(Source.Said.Diagnostics, isAboutMacros);
  if (Source.Nest || IsAboutMacros == Source.Said.Diagnostics.end()) {
    llvm::append_range(R.Diagnostics, Source.Said.Diagnostics);
    return Source.Nest;
  }
  ReadText Expanded = readWith(readExpandedText, Ctx, PP, Loop);
  if (Expanded.Unfit && !Expanded.Unfit->Text.empty())
    IsAboutMacros->note(Expanded.Unfit->Where, Expanded.Unfit->Text);
  const bool IsOfSource =
      Expanded.Unfit || llvm::any_of(Expanded.Said.Diagnostics, isAboutMacros);
  llvm::append_range(R.Diagnostics, IsOfSource ? Source.Said.Diagnostics
                                               : Expanded.Said.Diagnostics);
  return Expanded.Nest;
}

std::shared_ptr<const LoopNest> buildExpandedNest(ASTContext &Ctx,
                                                  Preprocessor &PP,
                                                  const AnnotatedLoop &Loop,
                                                  Report &R) {
  ReadText Expanded = readWith(readExpandedText, Ctx, PP, Loop);
  llvm::append_range(R.Diagnostics, Expanded.Said.Diagnostics);
  return Expanded.Nest;
}

} // namespace heddle
