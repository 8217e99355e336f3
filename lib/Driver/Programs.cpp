//===- Programs.cpp - [[heddle::program]] on a block or a loop ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/Programs.h"
#include "Driver/FusionOffers.h"
#include "Driver/TranslationUnit.h"
#include "Read/Annotation/Attributes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// Why nothing is done about the statement; empty if something may be.
std::string reasonToLeave(const AnnotatedPlace &Place) {
  if (Place.Pattern || Place.Instances.empty())
    return "it is in a template, and may mean something else in each "
           "instantiation";
  const AnnotatedPlace::Instance &I = Place.Instances.front();
  if (I.Function->isConstexpr())
    return "its function is 'constexpr'";
  if (isa<CoroutineBodyStmt>(I.Function->getBody()))
    return "its function is a coroutine";
  if (I.Stmt->getBeginLoc().isMacroID() &&
      I.Stmt->getSubStmt()->getBeginLoc().isMacroID())
    return "it comes out of a macro";
  return "";
}

class Maker {
public:
  Maker(ASTContext &Ctx, const ProgramNests &Nests,
        llvm::ArrayRef<const AnnotatedPlace *> Places, ProgramContext Known,
        llvm::function_ref<bool(const AttributedStmt *)> MayFuse)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Nests(Nests), Places(Places),
        Known(std::move(Known)), MayFuse(MayFuse) {
    Out.Programs.resize(Places.size());
  }
  MadePrograms run();

private:
  SourceRef ref(SourceRange Range) const {
    return {SM.getFileLoc(Range.getBegin()).getRawEncoding(),
            SM.getFileLoc(Range.getEnd()).getRawEncoding()};
  }
  NestReport::Place placeOf(SourceRef Where) const {
    return reportedPlace(SM, SourceLocation::getFromRawEncoding(Where.Begin));
  }
  ProgramReport::Cover described(const FoundCover &C) const;
  void adviseFusion(MadeProgram &P, const FunctionDecl *F, const Stmt *S,
                    bool IsOwnText);
  void begin(size_t I);
  std::vector<ReadProgram> readAll();
  void keep(size_t I, SourceRef Where, llvm::StringRef Why);
  void make(size_t I, const ReadProgram &Read);
  void describe(MadeProgram &P, const HostStep &Step);
  void add(const ProgramEdits &Edits);

  ASTContext &Ctx;
  const SourceManager &SM;
  const ProgramNests &Nests;
  llvm::ArrayRef<const AnnotatedPlace *> Places;
  ProgramContext Known;
  llvm::function_ref<bool(const AttributedStmt *)> MayFuse;
  llvm::SmallVector<size_t> Read; ///< the places that are looked into
  MadePrograms Out;
};

void Maker::keep(size_t I, SourceRef Where, llvm::StringRef Why) {
  MadeProgram &P = Out.Programs[I];
  P.Description.Verdict = "kept";
  Diagnostic &D = P.Said.add(DiagID::HD177, Where, Why);
  const SourceRef Program = ref(Places[I]->Where);
  if (Where.Begin != Program.Begin)
    D.note(Program, "the program is annotated here");
}

ProgramReport::Cover Maker::described(const FoundCover &C) const {
  ProgramReport::Cover Out{C.Array, C.Ordered, C.IsIndependent, {}};
  for (const FoundCover::Writer &W : C.Writers)
    Out.Writers.push_back({placeOf(W.Where), W.IsDefault, W.Elements});
  return Out;
}

/// Says what can be said of it before it is read.
void Maker::begin(size_t I) {
  const AnnotatedPlace &Place = *Places[I];
  MadeProgram &P = Out.Programs[I];
  P.Description.Where = reportedPlace(SM, Place.Where);
  if (!Place.Instances.empty())
    P.Description.Function =
        Place.Instances.front().Function->getQualifiedNameAsString();
  const SourceRef Where = ref(Place.Where);
  for (const Attr *A : Place.statement()->getAttrs()) {
    const std::optional<Word> W = wordOf(A);
    if (W == Word::Program && cast<AnnotateAttr>(A)->args_size() != 0)
      P.Said.add(DiagID::HD106, Where, "program", "none");
    else if (W && W != Word::Program && W != Word::Cover)
      P.Said.add(DiagID::HD176, ref(A->getLocation()), spelling(*W));
  }
  if (Place.Outer.isValid())
    P.Said.add(DiagID::HD115, Where)
        .note(ref(Place.Outer), "the enclosing nest is annotated here");
  if (!P.Said.hasErrors())
    for (const FoundCover &C : Nests.check(Place, P.Said))
      P.Description.Covers.push_back(described(C));
  if (P.Said.hasErrors())
    P.Description.Verdict = "refused";
  else if (const std::string Why = reasonToLeave(Place); !Why.empty())
    keep(I, Where, Why);
  else
    Read.push_back(I);
}

/// Reads until the functions that are followed can have their texts.
std::vector<ReadProgram> Maker::readAll() {
  std::vector<ProgramPlace> Given;
  for (size_t I : Read)
    Given.push_back({Places[I]->Instances.front().Function,
                     Places[I]->Instances.front().Stmt});
  for (;;) {
    std::vector<ReadProgram> All = readPrograms(Ctx, Given, Known);
    ProgramEdits Edits;
    bool Good = true;
    for (const ReadProgram &P : All)
      for (const ReadProgram::Function &F : P.Followed) {
        ProgramText Text(Ctx);
        Text.addSteps(F.Steps);
        if (Text.failedAt()) {
          Known.Opaque.insert(F.Decl);
          Good = false;
        }
        for (const auto &[File, Texts] : Text.edits())
          for (const auto &[Offset, T] : Texts)
            Edits[File][Offset] += T;
      }
    if (!Good)
      continue;
    add(Edits);
    return All;
  }
}

void Maker::add(const ProgramEdits &Edits) {
  for (const auto &[File, Texts] : Edits)
    for (const auto &[Offset, Text] : Texts)
      Out.Edits[File][Offset] += Text;
}

void Maker::describe(MadeProgram &P, const HostStep &Step) {
  ProgramReport::Step &S = P.Description.Steps.emplace_back();
  S.Where = reportedPlace(SM, Step.At->getBeginLoc());
  S.Why = Step.Use.Why;
  for (const HostObject &O : Step.Use.Objects)
    S.Objects.push_back(objectText(Ctx, O.Place));
  if (Step.Kind == HostStep::ArrayEnds) {
    S.What = "ends";
    S.Objects.push_back(Step.Var->getNameAsString());
    return;
  }
  if (Step.Kind == HostStep::Range) {
    S.What = "uses";
    S.Why = "a loop reads the elements of a range";
    return;
  }
  // Default arguments stand elsewhere.
  const Stmt *Cause = Step.Use.Cause;
  if (!Cause || SM.isInSystemHeader(Cause->getBeginLoc()))
    Cause = Step.At;
  const SourceRef Where = ref(Cause->getSourceRange());
  if (S.Why.empty() && Step.Use.isAnything() && Step.Use.Launches)
    S.Why = "it launches something, and touches '" +
            llvm::join(S.Objects, "', '") + "' besides";
  if (S.Why.empty() && Step.Kind == HostStep::Object)
    S.Why = "an object has a destructor that may do anything";
  const bool Uses =
      Step.Kind == HostStep::Uses ||
      (Step.Kind == HostStep::Launch && Step.Use.Does == HostEffect::Reads);
  if (!Uses) {
    S.What = "anything";
    P.Said.add(DiagID::HD179, Where, S.Why);
  } else if (Step.Use.Does == HostEffect::Reads) {
    S.What = "reads";
    P.Said.add(DiagID::HD178, Where, S.Why);
  } else {
    S.What = "uses";
  }
}

/// Says which nests in S, a statement of F, could be one. IsOwnText: S runs in
/// this program alone.
void Maker::adviseFusion(MadeProgram &P, const FunctionDecl *F, const Stmt *S,
                         bool IsOwnText) {
  for (const Neighbours &N : Nests.neighbours(F, S, Known.Mapped)) {
    const FoundFusion &Found = N.Found;
    P.Description.Fusions.push_back({placeOf(Found.Nest), placeOf(Found.Before),
                                     Found.IsPossible, Found.Why});
    std::optional<FusionOffer> Offer;
    if (IsOwnText && MayFuse(N.First) && MayFuse(N.Second))
      Offer = fusionOffer(Ctx, N);
    if (Offer) {
      Offer->Neighbours = P.Description.Fusions.size() - 1;
      P.Fusions.push_back(std::move(*Offer));
    } else if (N.Advice) {
      P.Said.Diagnostics.push_back(*N.Advice);
    }
  }
}

void Maker::make(size_t I, const ReadProgram &Program) {
  const AnnotatedPlace &Place = *Places[I];
  if (Program.FailedAt)
    return keep(I, ref(Program.FailedAt->getSourceRange()), Program.Failed);
  MadeProgram &P = Out.Programs[I];
  if (Program.Inner) {
    if (Program.InFunction) {
      ProgramText Text(Ctx);
      Text.addProgram(Place.Instances.front().Stmt, Place.Where);
      if (Text.failedAt())
        return keep(I, ref(Text.failedAt()->getSourceRange()),
                    Text.whyFailed());
      add(Text.edits());
    }
    P.Description.Verdict = "resident";
    return; // the one around it says everything
  }
  if (Program.Launches == 0)
    return keep(I, ref(Place.Where), "nothing in it is launched");
  ProgramText Text(Ctx);
  Text.addSteps(Program.Steps);
  Text.addProgram(Place.Instances.front().Stmt, Place.Where);
  if (Text.failedAt())
    return keep(I, ref(Text.failedAt()->getSourceRange()), Text.whyFailed());
  add(Text.edits());
  P.Description.Verdict = "resident";
  const AnnotatedPlace::Instance &Of = Place.Instances.front();
  adviseFusion(P, Of.Function, Of.Stmt->getSubStmt(), /*IsOwnText=*/true);
  for (const ReadProgram::Function &F : Program.Followed)
    adviseFusion(P, F.Decl, F.Decl->getBody(), /*IsOwnText=*/false);
  P.Description.Launches = Program.Launches;
  for (const HostStep &Step : Program.Steps)
    describe(P, Step);
  for (const FunctionDecl *F : Program.Called)
    P.Description.Followed.push_back(F->getQualifiedNameAsString());
  for (const ReadProgram::Function &F : Program.Followed)
    for (const HostStep &Step : F.Steps)
      describe(P, Step);
}

MadePrograms Maker::run() {
  for (size_t I = 0; I != Places.size(); ++I)
    begin(I);
  const std::vector<ReadProgram> All = readAll();
  for (size_t I = 0; I != Read.size(); ++I)
    make(Read[I], All[I]);
  return std::move(Out);
}

} // namespace

HostUse needed(const HostNeed &Need) {
  HostUse Use;
  Use.Why = Need.Why;
  if (!Need.Why.empty())
    Use.Does = Need.Reads ? HostEffect::Reads : HostEffect::Anything;
  return Use;
}

MadePrograms
makePrograms(ASTContext &Context, const ProgramNests &Nests,
             llvm::ArrayRef<const AnnotatedPlace *> Places,
             ProgramContext Known,
             llvm::function_ref<bool(const AttributedStmt *)> MayFuse) {
  return Maker(Context, Nests, Places, std::move(Known), MayFuse).run();
}

} // namespace heddle
