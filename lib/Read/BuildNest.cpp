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

/// The nest after preprocessing may still be its text.
static bool isAboutMacros(const Diagnostic &D) {
  return llvm::is_contained({DiagID::HD114, DiagID::HD117, DiagID::HD151,
                             DiagID::HD152, DiagID::HD155, DiagID::HD156,
                             DiagID::HD159},
                            D.ID);
}

std::shared_ptr<const LoopNest> buildLoopNest(ASTContext &Ctx, Preprocessor &PP,
                                              const AnnotatedLoop &Loop,
                                              Report &R) {
  Report OfSource, OfExpanded;
  NestReader Source(Ctx, PP, Loop, OfSource);
  Source.Nest->Annot = Loop.Annot;
  auto Nest = readText(Source) ? readNest(Source) : nullptr;
  auto IsAboutMacros = llvm::find_if(OfSource.Diagnostics, isAboutMacros);
  if (Nest || IsAboutMacros == OfSource.Diagnostics.end()) {
    llvm::append_range(R.Diagnostics, OfSource.Diagnostics);
    return Nest;
  }
  NestReader Expanded(Ctx, PP, Loop, OfExpanded);
  Expanded.Nest->Annot = Loop.Annot;
  if (readExpandedText(Expanded))
    Nest = readNest(Expanded);
  const std::optional<Note> &Unfit = Expanded.Spans.Expanded->Unfit;
  if (Unfit && !Unfit->Text.empty())
    IsAboutMacros->note(Unfit->Where, Unfit->Text);
  const bool IsOfSource =
      Unfit || llvm::any_of(OfExpanded.Diagnostics, isAboutMacros);
  llvm::append_range(R.Diagnostics, IsOfSource ? OfSource.Diagnostics
                                               : OfExpanded.Diagnostics);
  return Nest;
}

} // namespace heddle
