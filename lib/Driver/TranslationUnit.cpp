//===- TranslationUnit.cpp - All annotated loops of one parse -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/TranslationUnit.h"
#include "Affine/Inspection.h"
#include "Diagnostics/Printer.h"
#include "Diagnostics/Repeated.h"
#include "Driver/Blanked.h"
#include "Driver/Programs.h"
#include "Driver/Reuse.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/Collect.h"
#include "Read/BuildNest.h"
#include "Read/Tensor/TensorNest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Decl.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <utility>

using namespace clang;
using namespace heddle;

namespace {

class UnitProcessor {
public:
  UnitProcessor(ASTContext &Context, Preprocessor &PP,
                const UnitOptions &Options)
      : Context(Context), PP(PP), SM(Context.getSourceManager()),
        Options(Options) {}

  UnitResult run();
  UnitResult run(llvm::ArrayRef<AnnotatedPlace> Places);

private:
  void begin();
  UnitResult end();
  void processAll(llvm::ArrayRef<AnnotatedPlace> Places);
  void processPlace(const AnnotatedPlace &Place);
  void processPrograms(llvm::ArrayRef<AnnotatedPlace> Places);
  void count(const AnnotatedPlace &Place, PlaceFate &Known);
  SeparateNests separateNests(const AnnotatedPlace::Instance &I) const;
  void demandAll(const std::vector<AnnotatedPlace> &Places);
  void processBlock(const AnnotatedPlace &Place);
  bool turnedAway(const AnnotatedPlace &Place);
  std::optional<NestEdit> processInstances(const AnnotatedPlace &Place);
  Program expanded(const AnnotatedLoop &Loop, const Program &Read) const;
  std::optional<NestEdit> processInstance(const AnnotatedPlace::Instance &I,
                                          Report &R);
  void fail(const AnnotatedPlace &Place, Report &R);
  void keepAsWritten(const AnnotatedPlace &Place, bool Weak);
  bool addFileEdit(const NestEdit &Edit, SourceLocation Where);
  FileEdits &fileOf(FileID ID);
  unsigned nextOrdinal(const AnnotatedPlace &Place);
  void show(const Report &R);
  void describe(const AnnotatedPlace &Place, const FunctionDecl *Function,
                llvm::StringRef Verdict, const Report &R);
  NestReport::Place placeOf(SourceRef Where) const;
  std::vector<NestReport::Message> messages(const Report &R) const;
  SourceRef ref(SourceLocation Loc) const {
    SourceLocation File = SM.getFileLoc(Loc);
    return {File.getRawEncoding(), File.getRawEncoding()};
  }

  ASTContext &Context;
  Preprocessor &PP;
  SourceManager &SM;
  const UnitOptions &Options;
  UnitResult Result;
  llvm::DenseMap<const FunctionDecl *, unsigned> LoopsOf;
  unsigned Ordinal = 0;   ///< of the loop at hand
  NestReport Description; ///< of the nest at hand
  bool Failed = false;
  /// The fate of the annotation at hand so far.
  struct {
    bool Refused = false, Mapped = false, Kept = false;
    std::vector<NestReport::Message> Messages;
    HostNeed OnHost;
    bool HasTile = false;
  } Fate;
  /// Instantiations often say the same about the same place.
  llvm::StringSet<> Said;
};

std::string nameOf(const FunctionDecl *F) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  F->getNameForDiagnostic(OS, F->getASTContext().getPrintingPolicy(),
                          /*Qualified=*/true);
  return Name;
}

/// The loop may stay as it is written where OnFailure says so.
bool isAboutTheNest(DiagKind Kind) {
  return Kind == DiagKind::Nest || Kind == DiagKind::Elements ||
         Kind == DiagKind::Conflict;
}

void UnitProcessor::show(const Report &R) {
  llvm::append_range(Fate.Messages, messages(R));
  for (const heddle::Diagnostic &D : R.Diagnostics) {
    Result.Internal |= getDiagInfo(D.ID).Kind == DiagKind::Internal;
    Failed |= D.Level == Severity::Error;
    Fate.Refused |= D.Level == Severity::Error;
    SourceLocation At =
        SM.getFileLoc(SourceLocation::getFromRawEncoding(D.Where.Begin));
    std::string Key = (llvm::Twine(At.getRawEncoding()) + ":" + D.Text).str();
    if (!Said.insert(Key).second || !Options.Warnings.shows(D))
      continue;
    if (Options.Show)
      Options.Show(D);
    else
      print(D, Context.getDiagnostics(), SM, Context.getLangOpts());
  }
}

/// Under --on-failure the errors of a nest become warnings or remarks that say
/// what happens instead. Wrong annotations stay errors.
void UnitProcessor::fail(const AnnotatedPlace &Place, Report &R) {
  // A nest of several ones must not run as it is written.
  bool Keep = Options.Failure != OnFailure::Error &&
              (Place.Instances.empty() ||
               separateNests(Place.Instances.front()).empty());
  for (const heddle::Diagnostic &D : R.Diagnostics)
    if (D.Level == Severity::Error && !isAboutTheNest(getDiagInfo(D.ID).Kind))
      Keep = false;
  for (heddle::Diagnostic &D : R.Diagnostics) {
    if (!Keep || D.Level != Severity::Error)
      continue;
    D.Level = Options.Failure == OnFailure::Warn ? Severity::Warning
                                                 : Severity::Remark;
    // With a pragma before it, that is for the pragma to say.
    D.note(ref(Place.Where),
           D.ID == DiagID::HD150
               ? "this loop is kept as it is written"
               : "this loop is kept as it is written and runs sequentially");
  }
  show(R);
  if (Keep)
    keepAsWritten(Place, /*Weak=*/false);
}

NestReport::Place UnitProcessor::placeOf(SourceRef Where) const {
  return reportedPlace(SM, SourceLocation::getFromRawEncoding(Where.Begin));
}

std::vector<NestReport::Message>
UnitProcessor::messages(const Report &R) const {
  std::vector<NestReport::Message> All;
  for (const heddle::Diagnostic &D : R.Diagnostics) {
    NestReport::Message &M = All.emplace_back(NestReport::Message{
        getDiagInfo(D.ID).Name.str(), D.Level, D.Text, placeOf(D.Where)});
    for (const heddle::Note &N : D.Notes)
      M.Notes.push_back({N.Text, placeOf(N.Where)});
  }
  return All;
}

/// Adds what the pipeline has left in Description to the result, with what has
/// been said. Verdict: empty where that tells.
void UnitProcessor::describe(const AnnotatedPlace &Place,
                             const FunctionDecl *Function,
                             llvm::StringRef Verdict, const Report &R) {
  NestReport N = std::exchange(Description, {});
  if (!Options.Pipeline.Describe)
    return;
  N.Verdict = Verdict.str();
  if (Verdict.empty())
    N.Verdict = R.hasErrors() ? "refused" : "kept";
  if (N.Verdict != "mapped") {
    N.Kernel.clear();
    N.Before.clear();
  }
  N.Where = placeOf(ref(Place.Where));
  if (Function)
    N.Function = nameOf(Function);
  N.Messages = messages(R);
  Result.Nests.push_back(std::move(N));
}

/// The function around the lambda whose body F is, or null.
static const FunctionDecl *aroundLambda(const FunctionDecl *F) {
  if (!isLambdaCallOperator(F))
    return nullptr;
  return dyn_cast_or_null<FunctionDecl>(
      cast<CXXMethodDecl>(F)->getParent()->getParentFunctionOrMethod());
}

/// Counts the annotated loops of one function of the source. Lambdas have no
/// name of their own, so their loops count as the enclosing function's.
unsigned UnitProcessor::nextOrdinal(const AnnotatedPlace &Place) {
  const FunctionDecl *F = Place.Instances.front().Function;
  while (const FunctionDecl *Outer = aroundLambda(F))
    F = Outer;
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  return LoopsOf[F->getCanonicalDecl()]++;
}

/// The nest after preprocessing, where that has a text for an access that Read
/// has none for, so that a pass over the loops can look at it; else no step.
Program UnitProcessor::expanded(const AnnotatedLoop &Loop,
                                const Program &Read) const {
  Program Result;
  if (!Loop.For || Read.Steps.empty())
    return Result;
  const auto Not = whyNotInspected(*Read.Steps.front().Nest);
  if (!Not || !Not->InText)
    return Result;
  Report Unused;
  if (auto Nest = buildExpandedNest(Context, PP, Loop, Unused))
    if (!whyNotInspected(*Nest))
      Result.add(std::move(Nest));
  return Result;
}

/// The nests of the source that the nest has been made of.
SeparateNests
UnitProcessor::separateNests(const AnnotatedPlace::Instance &I) const {
  const SourceLocation At = SM.getExpansionLoc(I.Stmt->getBeginLoc());
  if (!Options.Fused || SM.getFileID(At) != SM.getMainFileID())
    return {};
  return Options.Fused->separateAt(SM.getFileOffset(At));
}

std::optional<NestEdit>
UnitProcessor::processInstance(const AnnotatedPlace::Instance &I, Report &R) {
  AnnotatedLoop Loop;
  if (!readAnnotation(Context, I, Loop, R))
    return std::nullopt;
  Loop.Ordinal = Ordinal;
  Program Read;
  if (!Loop.For)
    Read = buildTensorNests(Context, PP, Loop, R);
  else if (auto Nest = buildLoopNest(Context, PP, Loop, R)) {
    if (SeparateNests Separate = separateNests(I); !Separate.empty()) {
      auto Made = std::make_shared<LoopNest>(*Nest);
      Made->Separate = std::move(Separate);
      Nest = std::move(Made);
    }
    Read.add(std::move(Nest));
  }
  if (Read.Steps.empty())
    return std::nullopt;
  const size_t Said = R.Diagnostics.size();
  PipelineResult Done = runPipeline(Read, Options.Pipeline, R);
  if (!Done.Verified)
    if (const Program Other = expanded(Loop, Read); !Other.Steps.empty()) {
      Report OfOther;
      PipelineOptions Later = Options.Pipeline;
      if (Later.Dump && *Later.Dump <= Phase::Affine)
        Later.Dump.reset(); // it has been shown
      PipelineResult Again = runPipeline(Other, Later, OfOther);
      if (Again.Verified) {
        Done = std::move(Again);
        R.Diagnostics.erase(R.Diagnostics.begin() + Said, R.Diagnostics.end());
        llvm::append_range(R.Diagnostics, OfOther.Diagnostics);
      }
    }
  Description = std::move(Done.Description);
  if (!Done.Verified ||
      (!Read.Steps.front().Nest->Separate.empty() && !Done.IsOneLaunch))
    return std::nullopt;
  Fate.OnHost = Done.OnHost;
  Fate.HasTile = Done.HasTile;
  NestEdit Edit;
  Edit.Source.Replace = Loop.AnnotationRange;
  if (Done.Source)
    Edit.Source = *Done.Source;
  Edit.InTemplate = !Edit.Source.Parameters.empty();
  return Edit;
}

/// The function that was instantiated: F, or the one around the lambda whose
/// body F is.
static const FunctionDecl *instantiated(const FunctionDecl *F) {
  while (F && F->getPointOfInstantiation().isInvalid())
    F = aroundLambda(F);
  return F;
}

/// In a template every instantiation is verified. The text has a branch for
/// each; one that fails and is kept runs the loop as written.
std::optional<NestEdit>
UnitProcessor::processInstances(const AnnotatedPlace &Place) {
  std::map<unsigned, NestEdit> Edits;
  const FunctionDecl *Other = nullptr;
  for (const AnnotatedPlace::Instance &I : Place.Instances) {
    Report R;
    std::optional<NestEdit> Edit = processInstance(I, R);
    dropRepeatedErrors(R);
    if (const FunctionDecl *F = instantiated(I.Function))
      for (heddle::Diagnostic &D : R.Diagnostics)
        D.note(ref(F->getPointOfInstantiation()),
               "in the instantiation '" + nameOf(F) + "'");
    if (!Edit) {
      fail(Place, R);
      describe(Place, I.Function, "", R);
      if (Options.Failure == OnFailure::Error)
        return std::nullopt;
      continue;
    }
    show(R);
    describe(Place, I.Function, "mapped", R);
    if (!addEdit(Edits, *Edit)) {
      Report Differs;
      Differs.add(DiagID::HD903, ref(Place.Where), nameOf(Other),
                  nameOf(I.Function));
      fail(Place, Differs);
      return std::nullopt;
    }
    Other = I.Function;
  }
  if (Edits.empty())
    return std::nullopt;
  return Edits.begin()->second;
}

/// Blanks the annotation out; the line numbers and the loop's column stay.
void UnitProcessor::keepAsWritten(const AnnotatedPlace &Place, bool Weak) {
  const AttributedStmt *S =
      Place.Pattern ? Place.Pattern : Place.Instances.front().Stmt;
  Fate.Kept = true;
  // Not inside a macro, HEDDLE aside: that is an error in any case (HD114). The
  // loop may be the expansion of one, or of another file.
  SourceLocation Begin = SM.getExpansionLoc(S->getBeginLoc());
  SourceLocation For = SM.getExpansionLoc(S->getSubStmt()->getBeginLoc());
  FileID File = SM.getFileID(Begin);
  if (Begin == For) {
    // Only inside a macro, where nothing is rewritten.
    Result.Left.push_back(placeKey(SM, Place.Where));
    return;
  }
  NestEdit Edit;
  Edit.Weak = Weak;
  Edit.InTemplate = Place.Pattern != nullptr;
  FileRange &Range = Edit.Source.Replace;
  Range.Begin = SM.getFileOffset(Begin);
  Range.End = SM.getFileID(For) == File ? SM.getFileOffset(For) : 0;
  Edit.Source.Insert.Begin = Edit.Source.Insert.End = Range.Begin;
  Edit.Kept = blanked(SM, File, Range.Begin, Range.End, Context.getLangOpts());
  addFileEdit(Edit, Begin);
}

FileEdits &UnitProcessor::fileOf(FileID ID) {
  OptionalFileEntryRef Entry = SM.getFileEntryRefForID(ID);
  FileEdits &File =
      Result.Edits
          .Files[Entry ? Entry->getFileEntry().tryGetRealPathName().str() : ""];
  if (File.Code.empty()) {
    File.Name = Entry ? Entry->getName().str() : "<stdin>";
    File.Code = SM.getBufferData(ID).str();
    File.IsMain = ID == SM.getMainFileID();
  }
  return File;
}

/// False after an error, and where the text is not to be written.
bool UnitProcessor::addFileEdit(const NestEdit &Edit, SourceLocation Where) {
  FileID ID = SM.getFileID(SM.getExpansionLoc(Where));
  if (Options.OneFile && ID != SM.getMainFileID()) {
    OptionalFileEntryRef Entry = SM.getFileEntryRefForID(ID);
    Report R;
    if (!Edit.Weak)
      R.add(DiagID::HD630, ref(Where), Entry ? Entry->getName() : "",
            Options.OneFileHint);
    show(R);
    return false;
  }
  FileEdits &File = fileOf(ID);
  if (addEdit(File.Nests, Edit))
    return true;
  Report R;
  R.add(DiagID::HD631, ref(Where), File.Name);
  show(R);
  return false;
}

/// Says why an annotation never reaches the pipeline; false where it may.
bool UnitProcessor::turnedAway(const AnnotatedPlace &Place) {
  Report R;
  if (Place.Outer.isValid())
    R.add(DiagID::HD115, ref(Place.Where))
        .note(ref(Place.Outer), "the enclosing nest is annotated here");
  else if (SM.isLoadedSourceLocation(Place.Where))
    R.add(DiagID::HD635, ref(Place.Where));
  else if (const Stmt *S = Place.statement()->getSubStmt();
           !isa<ForStmt>(S) && hasWord(Place.statement(), Word::Cover))
    R.add(DiagID::HD180, ref(Place.Where), heddle::describe(S));
  else if (Place.Instances.empty())
    R.add(DiagID::HD633, ref(Place.Where));
  if (R.Diagnostics.empty())
    return false;
  show(R);
  Fate.Kept = true; // where there was no error
  bool Uninstantiated = R.Diagnostics.front().ID == DiagID::HD633;
  if (Uninstantiated)
    keepAsWritten(Place, /*Weak=*/true);
  describe(Place, nullptr, Uninstantiated ? "not instantiated" : "", R);
  return true;
}

/// A block whose tensors may stand in each other's memory.
void UnitProcessor::processBlock(const AnnotatedPlace &Place) {
  Report R;
  ReuseReport Description;
  ReuseEdits Edits = reuseTensors(Context, Place, R, Description);
  show(R);
  if (Options.Pipeline.Describe) {
    Description.Where = placeOf(ref(Place.Where));
    if (!Place.Instances.empty())
      Description.Function = nameOf(Place.Instances.front().Function);
    Description.Messages = messages(R);
    Result.Blocks.push_back(std::move(Description));
  }
  if (R.hasErrors())
    return;
  keepAsWritten(Place, /*Weak=*/Edits.empty());
  for (const auto &[Begin, Text] : Edits) {
    NestEdit Edit;
    Edit.Kept = Text.Text;
    Edit.Source.Replace.Begin = Edit.Source.Insert.Begin = Begin;
    Edit.Source.Insert.End = Begin;
    Edit.Source.Replace.End = Text.End;
    Fate.Mapped |= addFileEdit(Edit, Place.Where);
  }
}

void UnitProcessor::processPlace(const AnnotatedPlace &Place) {
  if (++Result.Loops == 1)
    Result.FirstLoop = ref(Place.Where);
  if (Place.isBlock() && hasWord(Place.statement(), Word::Reuse) &&
      !SM.isLoadedSourceLocation(Place.Where))
    return processBlock(Place);
  if (turnedAway(Place))
    return;
  Ordinal = nextOrdinal(Place);
  if (std::optional<NestEdit> Edit = processInstances(Place))
    Fate.Mapped = addFileEdit(*Edit, Place.Where);
}

void UnitProcessor::count(const AnnotatedPlace &Place, PlaceFate &Known) {
  if (!Fate.Refused && !Fate.Mapped && !Fate.Kept) {
    Report R;
    R.add(DiagID::HD907, ref(Place.Where), "nothing became of it");
    show(R);
    Fate.Refused = true;
  }
  Known.Messages = std::move(Fate.Messages);
  Known.OnHost = std::move(Fate.OnHost);
  Known.HasTile = Fate.HasTile;
  if (Fate.Refused) {
    ++Result.Refused;
  } else if (Fate.Mapped) {
    ++Result.Mapped;
    Known.Verdict = PlaceFate::Mapped;
  } else {
    ++Result.Kept;
    Known.Verdict = PlaceFate::Kept;
  }
}

/// Every annotation that was read stands at one of the places.
void UnitProcessor::demandAll(const std::vector<AnnotatedPlace> &Places) {
  llvm::DenseSet<unsigned> Found;
  auto Note = [&](const AttributedStmt *S) {
    for (const Attr *A : S ? S->getAttrs() : llvm::ArrayRef<const Attr *>())
      Found.insert(A->getLocation().getRawEncoding());
  };
  for (const AnnotatedPlace &Place : Places) {
    Note(Place.Pattern);
    for (const AnnotatedPlace::Instance &I : Place.Instances)
      Note(I.Stmt);
  }
  Report R;
  for (SourceLocation Where : readAnnotations(PP))
    if (!Found.count(Where.getRawEncoding()))
      R.add(DiagID::HD907, ref(Where), "its statement was not found again");
  show(R);
}

void UnitProcessor::begin() {
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main)
    return;
  Result.Edits.MainName = Main->getName().str();
  Result.Edits.MainPath = Main->getFileEntry().tryGetRealPathName().str();
  FileEdits &File = Result.Edits.Files[Result.Edits.MainPath];
  File.Name = Result.Edits.MainName;
  File.Code = SM.getBufferData(SM.getMainFileID()).str();
  File.IsMain = true;
}

UnitResult UnitProcessor::end() {
  Result.Good = !Failed && !Context.getDiagnostics().hasErrorOccurred();
  return std::move(Result);
}

void UnitProcessor::processAll(llvm::ArrayRef<AnnotatedPlace> Places) {
  Result.Fates.resize(Places.size());
  for (auto [Place, Known] : llvm::zip(Places, Result.Fates)) {
    if (Place.isProgram())
      continue; // these need to know what became of the others
    Fate = {};
    processPlace(Place);
    count(Place, Known);
  }
  processPrograms(Places);
}

void UnitProcessor::processPrograms(llvm::ArrayRef<AnnotatedPlace> Places) {
  ProgramContext Known;
  Known.OneFile = Options.OneFile;
  llvm::SmallVector<size_t> Programs;
  llvm::DenseSet<const Stmt *> Tiled; // one nest may have no room for two
  for (size_t I = 0; I != Places.size(); ++I)
    if (Places[I].isProgram())
      Programs.push_back(I);
    else if (Result.Fates[I].Verdict == PlaceFate::Mapped &&
             !Places[I].isBlock())
      for (const AnnotatedPlace::Instance &Instance : Places[I].Instances) {
        Known.Mapped[Instance.Stmt] = needed(Result.Fates[I].OnHost);
        if (Result.Fates[I].HasTile)
          Tiled.insert(Instance.Stmt);
      }
  if (Programs.empty())
    return;
  const ProgramNests Nests(Context, PP, Places);
  std::vector<const AnnotatedPlace *> Given;
  for (size_t I : Programs) {
    Given.push_back(&Places[I]);
    if (Options.Volumes)
      Nests.dumpVolumes(Places[I], *Options.Volumes);
  }
  const auto MayFuse = [&](const AttributedStmt *S) {
    return Options.Fuse && !Tiled.contains(S);
  };
  MadePrograms Made = makePrograms(Context, Nests, Given, Known, MayFuse);
  for (auto [I, Program] : llvm::zip(Programs, Made.Programs)) {
    if (++Result.Loops == 1)
      Result.FirstLoop = ref(Places[I].Where);
    Fate = {};
    show(Program.Said);
    keepAsWritten(Places[I], /*Weak=*/!Program.isResident());
    Fate.Mapped = Program.isResident();
    for (FusionOffer &O : Program.Fusions) {
      O.Program = Result.Programs.size();
      Result.Fusions.push_back(std::move(O));
    }
    if (Options.Pipeline.Describe) {
      Program.Description.Messages = messages(Program.Said);
      Result.Programs.push_back(std::move(Program.Description));
    }
    count(Places[I], Result.Fates[I]);
  }
  for (const auto &[File, Texts] : Made.Edits)
    for (const auto &[Offset, Text] : Texts)
      fileOf(File).Insertions[Offset] += Text;
}

UnitResult UnitProcessor::run() {
  begin();
  // After an error of Clang the tree has holes.
  if (!Context.getDiagnostics().hasErrorOccurred()) {
    std::vector<AnnotatedPlace> Places = collect(Context);
    demandAll(Places);
    processAll(Places);
  }
  return end();
}

UnitResult UnitProcessor::run(llvm::ArrayRef<AnnotatedPlace> Places) {
  begin();
  if (!Context.getDiagnostics().hasErrorOccurred())
    processAll(Places);
  return end();
}

} // namespace

UnitResult heddle::processUnit(ASTContext &Context, Preprocessor &PP,
                               const UnitOptions &Options) {
  return UnitProcessor(Context, PP, Options).run();
}

UnitResult heddle::processPlaces(ASTContext &Context, Preprocessor &PP,
                                 llvm::ArrayRef<AnnotatedPlace> Places,
                                 const UnitOptions &Options) {
  return UnitProcessor(Context, PP, Options).run(Places);
}
