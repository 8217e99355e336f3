//===- Scan.cpp - The loops of one parse that could be annotated ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Driver/Scan.h"
#include "Driver/TranslationUnit.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/PlainLoops.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTLambda.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/PrettyPrinter.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using namespace heddle;

namespace {

class Scanner {
public:
  Scanner(ASTContext &Context, Preprocessor &PP, ScanOf What)
      : Context(Context), PP(PP), SM(Context.getSourceManager()), What(What) {
    Options.Show = [](const heddle::Diagnostic &) {};
    // Thousands of loops are to be answered for in minutes.
    Options.Pipeline.GiveUpSoon = true;
  }

  std::vector<ScannedLoop> run(const LoopPragmas &Pragmas);

private:
  void scanAnnotated();
  void scanPlain(const std::vector<PlainLoop> &All);
  void claimByPragmas(const std::vector<PlainLoop> &All,
                      const std::vector<size_t> &Round, UnitResult &Done);
  UnitResult process(const std::vector<AnnotatedPlace> &Places) const;
  bool isCandidate(const PlainLoop &L) const {
    return What == ScanOf::All || L.Pragma.IsParallel;
  }
  ScannedLoop describe(const AnnotatedPlace &Place, PlaceFate Fate) const;
  NestReport::Place placeOf(SourceLocation At) const;

  ASTContext &Context;
  Preprocessor &PP;
  const SourceManager &SM;
  const ScanOf What;
  UnitOptions Options;
  llvm::DenseSet<size_t> Claimed; ///< plain loops
  std::vector<std::pair<SourceLocation, ScannedLoop>> Found;
};

/// The function that has a name of its own; lambdas have none.
std::string functionName(const FunctionDecl *F) {
  while (F && isLambdaCallOperator(F)) {
    const DeclContext *Around =
        cast<CXXMethodDecl>(F)->getParent()->getDeclContext();
    while (Around && !isa<FunctionDecl>(Around))
      Around = Around->getParent();
    F = cast_or_null<FunctionDecl>(Around);
  }
  if (!F)
    return "";
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return (Pattern ? Pattern : F)->getQualifiedNameAsString();
}

/// Heddle's own headers are no part of a project.
bool isOfHeddle(const FunctionDecl *F) {
  const DeclContext *Outermost = F;
  for (const DeclContext *DC = F; !DC->isTranslationUnit();
       DC = DC->getParent())
    Outermost = DC;
  const auto *Named = dyn_cast<NamespaceDecl>(Outermost);
  return Named && Named->getName() == "heddle";
}

/// The place in the file itself, whatever `#line` says.
NestReport::Place Scanner::placeOf(SourceLocation At) const {
  auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
  const OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  const llvm::StringRef Path =
      Entry ? Entry->getFileEntry().tryGetRealPathName() : llvm::StringRef();
  return {Path.empty() ? SM.getBufferName(At).str() : Path.str(),
          SM.getLineNumber(File, Offset), SM.getColumnNumber(File, Offset)};
}

const FunctionDecl *functionOf(const AnnotatedPlace &Place) {
  return Place.Instances.empty() ? Place.PatternFunction
                                 : Place.Instances.front().Function;
}

std::vector<std::string> reducedNames(const ASTContext &Context,
                                      const AttributedStmt *S) {
  PrintingPolicy Policy = Context.getPrintingPolicy();
  Policy.SuppressImplicitBase = true;
  std::vector<std::string> Names;
  for (const Attr *A : S->getAttrs())
    if (wordOf(A) == Word::Reduce)
      for (const clang::Expr *E : cast<AnnotateAttr>(A)->args()) {
        llvm::raw_string_ostream OS(Names.emplace_back());
        E->IgnoreImpCasts()->printPretty(OS, nullptr, Policy);
      }
  return Names;
}

ScannedLoop Scanner::describe(const AnnotatedPlace &Place,
                              PlaceFate Fate) const {
  ScannedLoop L;
  L.Where = placeOf(Place.Where);
  L.Function = functionName(functionOf(Place));
  L.Verdict = Fate.Verdict == PlaceFate::Mapped    ? ScannedLoop::Fate::Mapped
              : Fate.Verdict == PlaceFate::Refused ? ScannedLoop::Fate::Refused
              : Place.Instances.empty() ? ScannedLoop::Fate::NotInstantiated
                                        : ScannedLoop::Fate::NotChecked;
  if (!Place.Instances.empty())
    L.Reduce = reducedNames(Context, Place.Instances.front().Stmt);
  L.Messages = std::move(Fate.Messages);
  return L;
}

/// All that are annotated, but for blocks and statements.
void Scanner::scanAnnotated() {
  std::vector<AnnotatedPlace> Places = collect(Context);
  llvm::erase_if(Places, [](const AnnotatedPlace &Place) {
    const AttributedStmt *S =
        Place.Pattern ? Place.Pattern : Place.Instances.front().Stmt;
    return !isa<ForStmt, CXXForRangeStmt>(S->getSubStmt());
  });
  UnitResult Done = processPlaces(Context, PP, Places, Options);
  for (auto [Place, Fate] : llvm::zip(Places, Done.Fates)) {
    ScannedLoop L = describe(Place, std::move(Fate));
    L.Annotated = true;
    Found.push_back({Place.Where, std::move(L)});
  }
}

/// An annotation in C is an error, and so is what would be one.
UnitResult Scanner::process(const std::vector<AnnotatedPlace> &Places) const {
  if (Context.getLangOpts().CPlusPlus)
    return processPlaces(Context, PP, Places, Options);
  UnitResult Done;
  for (const AnnotatedPlace &Place : Places) {
    Report R;
    R.add(DiagID::HD116, {}, spelling(Word::Map));
    const heddle::Diagnostic &D = R.Diagnostics.front();
    Done.Fates.emplace_back().Messages.push_back(
        {getDiagInfo(D.ID).Name.str(), D.Level, D.Text, placeOf(Place.Where)});
  }
  return Done;
}

/// Refused loops are tried with the word of their pragmas that the arrays of
/// the threads are apart, and what these update may be updated in any order.
/// Claimed: the loops that are taken so.
void Scanner::claimByPragmas(const std::vector<PlainLoop> &All,
                             const std::vector<size_t> &Round,
                             UnitResult &Done) {
  std::vector<size_t> Tried; // into Round
  std::vector<AnnotatedPlace> Places;
  for (auto [At, I] : llvm::enumerate(Round))
    if (Done.Fates[At].Verdict == PlaceFate::Refused &&
        !All[I].Claimed.Instances.empty()) {
      Tried.push_back(At);
      Places.push_back(All[I].Claimed);
    }
  if (Places.empty())
    return;
  UnitResult Again = process(Places);
  for (auto [At, Fate] : llvm::zip(Tried, Again.Fates)) {
    if (Fate.Verdict != PlaceFate::Mapped)
      continue;
    Done.Fates[At] = std::move(Fate);
    Claimed.insert(Round[At]);
  }
}

/// Round by round: in each the loops of which all those around are refused.
void Scanner::scanPlain(const std::vector<PlainLoop> &All) {
  // For a loop that is no candidate, what holds for the loops around it.
  std::vector<std::optional<unsigned>> RefusedAround(All.size());
  std::vector<bool> IsOver(All.size());
  std::vector<size_t> Round;
  do {
    Round.clear();
    std::vector<AnnotatedPlace> Places;
    for (auto [I, L] : llvm::enumerate(All)) {
      // Loops come before those in them.
      const auto Depth = L.Outer ? RefusedAround[*L.Outer] : 0u;
      if (IsOver[I] || !Depth || isOfHeddle(functionOf(L.Place)))
        continue;
      IsOver[I] = true;
      if (!isCandidate(L)) {
        RefusedAround[I] = Depth;
        continue;
      }
      Round.push_back(I);
      Places.push_back(L.Place);
    }
    UnitResult Done = process(Places);
    claimByPragmas(All, Round, Done);
    for (auto [I, Fate] : llvm::zip(Round, Done.Fates)) {
      const auto Depth = All[I].Outer ? *RefusedAround[*All[I].Outer] : 0u;
      if (Fate.Verdict == PlaceFate::Refused)
        RefusedAround[I] = Depth + 1;
      const bool IsClaimed = Claimed.count(I) != 0;
      ScannedLoop L =
          describe(IsClaimed ? All[I].Claimed : All[I].Place, std::move(Fate));
      L.Depth = Depth;
      if (IsClaimed)
        L.Private = All[I].OwnArrays;
      Found.push_back({All[I].Place.Where, std::move(L)});
    }
  } while (!Round.empty());
}

std::vector<ScannedLoop> Scanner::run(const LoopPragmas &Pragmas) {
  if (Context.getDiagnostics().hasErrorOccurred())
    return {};
  scanAnnotated();
  scanPlain(plainLoops(Context, Pragmas));
  llvm::stable_sort(Found, [&](const auto &A, const auto &B) {
    return SM.isBeforeInTranslationUnit(A.first, B.first);
  });
  std::vector<ScannedLoop> Result;
  for (auto &[At, L] : Found)
    Result.push_back(std::move(L));
  return Result;
}

} // namespace

std::vector<ScannedLoop> heddle::scanUnit(ASTContext &Context, Preprocessor &PP,
                                          const LoopPragmas &Pragmas,
                                          ScanOf What) {
  return Scanner(Context, PP, What).run(Pragmas);
}
