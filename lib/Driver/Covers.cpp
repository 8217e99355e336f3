//===- Covers.cpp - The nests of a program, in a row ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/Covers.h"
#include "Read/Block/CoverReader.h"
#include "Read/Block/OneNest.h"
#include "Read/Block/StraightParts.h"
#include "Read/BuildNest.h"
#include "Read/Tensor/TensorNest.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
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
    if (Good)
      To.Nests = std::move(Read);
  }
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

std::vector<FoundCover> ProgramNests::check(const AnnotatedPlace &Place,
                                            Report &R) const {
  if (Place.Pattern || Place.Instances.empty())
    return {};
  const AnnotatedPlace::Instance &Of = Place.Instances.front();
  const std::vector<SaidCover> Covers = readCovers(Ctx, Of.Stmt, R);
  std::vector<AnnotatedLoop::SaidExtents> Said;
  std::vector<CoverClaim> Claims;
  for (const SaidCover &C : Covers) {
    const unsigned Number = static_cast<unsigned>(Claims.size());
    Said.push_back({Number, C.Array, C.Extents});
    Claims.push_back(
        {Number,
         Lexer::getSourceText(
             CharSourceRange::getTokenRange(C.Array->getSourceRange()),
             Ctx.getSourceManager(), Ctx.getLangOpts())
             .str(),
         C.Ordered, C.Where});
  }
  if (Claims.empty())
    return {};
  return checkCovers(
      Claims, nestsOf(groups(Of.Function, Of.Stmt->getSubStmt(), Said)), R);
}

std::vector<FoundFusion> ProgramNests::adviseFusion(const FunctionDecl *F,
                                                    const Stmt *S,
                                                    Report &R) const {
  const std::vector<Group> Groups = groups(F, S, {});
  std::vector<FoundFusion> All = findFusions(nestsOf(Groups));
  for (const FoundFusion &Found : All) {
    if (!Found.IsAdvised)
      continue;
    const Group &In = Groups[Found.Group];
    Diagnostic &D = R.add(DiagID::HD184, Found.Nest, Found.Why);
    D.note(Found.Before, "the nest before it");
    D.Notes.back().FixIts = oneNestEdits(Ctx, In.Of[Found.Step - 1],
                                         In.Of[Found.Step], Found.Depth);
  }
  return All;
}

void ProgramNests::dumpVolumes(const AnnotatedPlace &Place,
                               llvm::raw_ostream &OS) const {
  if (Place.Pattern || Place.Instances.empty())
    return;
  const AnnotatedPlace::Instance &Of = Place.Instances.front();
  Report Unused;
  std::vector<AnnotatedLoop::SaidExtents> Said;
  for (const SaidCover &C : readCovers(Ctx, Of.Stmt, Unused))
    Said.push_back({static_cast<unsigned>(Said.size()), C.Array, C.Extents});
  heddle::dumpVolumes(nestsOf(groups(Of.Function, Of.Stmt->getSubStmt(), Said)),
                      OS);
}

} // namespace heddle
