//===- Covers.cpp - The nests of a program, in a row ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/Covers.h"
#include "Driver/TranslationUnit.h"
#include "Read/Block/CoverReader.h"
#include "Read/Block/OneNest.h"
#include "Read/Block/StraightParts.h"
#include "Read/Block/Within.h"
#include "Read/BuildNest.h"
#include "Read/Tensor/TensorNest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

ProgramNests::ProgramNests(ASTContext &Ctx, Preprocessor &PP,
                           llvm::ArrayRef<AnnotatedPlace> Places)
    : Ctx(Ctx), PP(PP) {
  for (const AnnotatedPlace &Place : Places)
    if (!Place.isProgram() && !Place.isBlock())
      for (const AnnotatedPlace::Instance &I : Place.Instances)
        Nests[I.Stmt] = &I;
}

/// Adds the nest, or the stages of a tensor statement; false where it is not
/// understood, of which others tell.
bool ProgramNests::add(const AnnotatedPlace::Instance &Nest,
                       llvm::ArrayRef<AnnotatedLoop::SaidExtents> Said,
                       Program &To) const {
  AnnotatedLoop Loop;
  Report Unused;
  if (!readAnnotation(Ctx, Nest, Loop, Unused))
    return false;
  Loop.Said = Said;
  if (Loop.For) {
    const auto Read = buildLoopNest(Ctx, PP, Loop, Unused);
    if (Read)
      To.add(Read);
    return Read != nullptr;
  }
  const Program Stages = buildTensorNests(Ctx, PP, Loop, Unused);
  for (const ProgramStep &S : Stages.Steps)
    To.add(S.Nest);
  return !Stages.Steps.empty();
}

std::vector<ProgramNests::Group>
ProgramNests::groups(const FunctionDecl *F, const Stmt *S,
                     llvm::ArrayRef<AnnotatedLoop::SaidExtents> Said) const {
  const VariableFacts Facts(*F);
  std::vector<Group> Out;
  for (const StraightPart &Part :
       straightParts(Ctx, Facts, S,
                     [&](const AttributedStmt *A) { return Nests.count(A); })) {
    Group &To = Out.emplace_back();
    auto Read = std::make_shared<Program>();
    const bool Good = llvm::all_of(Part.Nests, [&](const AttributedStmt *A) {
      const bool IsRead = add(*Nests.lookup(A), Said, *Read);
      To.Of.resize(Read->Steps.size(), A);
      return IsRead;
    });
    To.Names = Part.Names;
    To.Nests.Always = Part.Always;
    if (Good)
      To.Nests.Nests = std::move(Read);
  }
  return Out;
}

/// The covers as the nests are to know them, by number.
static std::vector<AnnotatedLoop::SaidExtents>
saidBy(llvm::ArrayRef<SaidCover> Covers) {
  std::vector<AnnotatedLoop::SaidExtents> Out;
  for (const SaidCover &C : Covers)
    Out.push_back({static_cast<unsigned>(Out.size()), C.Array, C.Extents});
  return Out;
}

/// The nests of groups alone.
template <class Groups>
static std::vector<NestGroup> nestsOf(const Groups &Of) {
  std::vector<NestGroup> Out;
  for (const auto &G : Of)
    Out.push_back(G.Nests);
  return Out;
}

/// The first variable in E of which Holds; null: there is none.
template <class Test>
static const VarDecl *variableIn(const clang::Expr *E, const Test &Holds) {
  const VarDecl *Found = nullptr;
  (void)holdsWithin(E, [&](const Stmt *S) {
    const auto *D = dyn_cast<DeclRefExpr>(S);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (V && Holds(V))
      Found = V;
    return Found != nullptr;
  });
  return Found;
}

/// Why the names in a claim do not mean the same in the nests; empty: they do.
static std::string
whyOthers(const SaidCover &C, const VariableFacts &Facts, const Stmt *Program,
          llvm::function_ref<bool(const VarDecl *)> IsOther) {
  std::vector<const clang::Expr *> All = C.Extents;
  All.push_back(C.Array);
  for (const clang::Expr *E : All)
    if (const VarDecl *V = variableIn(E, IsOther))
      return "'" + V->getNameAsString() + "' is another variable in the nests";
  const auto Changes = [&](const VarDecl *V) {
    return Facts.writeWithin(V, Program) ||
           llvm::any_of(Facts.escapesToChange(V), [&](const clang::Expr *At) {
             return Facts.isWithin(At, Program);
           });
  };
  for (const clang::Expr *E : C.Extents)
    if (const VarDecl *V = variableIn(E, Changes))
      return "'" + V->getNameAsString() + "' may change in the program";
  return "";
}

std::vector<FoundCover> ProgramNests::check(const AnnotatedPlace &Place,
                                            Report &R) const {
  if (Place.Pattern || Place.Instances.empty())
    return {};
  const AnnotatedPlace::Instance &Of = Place.Instances.front();
  const std::vector<SaidCover> Covers = readCovers(Ctx, Of.Stmt, R);
  std::vector<CoverClaim> Claims;
  for (const SaidCover &C : Covers)
    Claims.push_back(
        {static_cast<unsigned>(Claims.size()), C.Name, C.Ordered, C.Where});
  if (Claims.empty())
    return {};
  const std::vector<Group> Groups =
      groups(Of.Function, Of.Stmt->getSubStmt(), saidBy(Covers));
  const auto IsOther = [&](const VarDecl *V) {
    return llvm::any_of(Groups, [&](const Group &G) {
      const auto Known = G.Names.find(V->getName());
      return Known != G.Names.end() && Known->second != V;
    });
  };
  const VariableFacts Facts(*Of.Function);
  for (const auto &[C, Claim] : llvm::zip(Covers, Claims))
    if (const std::string Why =
            whyOthers(C, Facts, Of.Stmt->getSubStmt(), IsOther);
        !Why.empty())
      R.add(DiagID::HD183, C.Where, Claim.Array, Why);
  if (R.hasErrors())
    return {};
  return checkCovers(Claims, nestsOf(Groups), R);
}

std::vector<Neighbours> ProgramNests::neighbours(
    const FunctionDecl *F, const Stmt *S,
    const llvm::DenseMap<const Stmt *, HostUse> &Mapped) const {
  const std::vector<Group> Groups = groups(F, S, {});
  std::vector<Neighbours> All;
  for (FoundFusion &Found : findFusions(nestsOf(Groups))) {
    const Group &In = Groups[Found.Group];
    Neighbours &N = All.emplace_back();
    N.First = In.Of[Found.Step - 1];
    N.Second = In.Of[Found.Step];
    if (Found.IsAdvised && Mapped.contains(N.First) &&
        Mapped.contains(N.Second)) {
      Report R;
      N.Advice = R.add(DiagID::HD184, Found.Nest, Found.Why)
                     .note(Found.Before, "the nest before it");
      N.Advice->Notes.back().FixIts =
          oneNestEdits(Ctx, N.First, N.Second, Found.Depth);
    }
    N.Found = std::move(Found);
  }
  return All;
}

void ProgramNests::dumpVolumes(const AnnotatedPlace &Place,
                               llvm::raw_ostream &OS) const {
  if (Place.Pattern || Place.Instances.empty())
    return;
  const AnnotatedPlace::Instance &Of = Place.Instances.front();
  const NestReport::Place At =
      reportedPlace(Ctx.getSourceManager(), Place.Where);
  OS << At.File << ':' << At.Line << ": program in '"
     << Of.Function->getQualifiedNameAsString() << "'\n";
  Report Unused;
  heddle::dumpVolumes(nestsOf(groups(Of.Function, Of.Stmt->getSubStmt(),
                                     saidBy(readCovers(Ctx, Of.Stmt, Unused)))),
                      OS);
}

} // namespace heddle
