//===- ThreadRegions.cpp - Variables in OpenMP's directives ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Memory/ThreadRegions.h"
#include "Read/Loops/Privates.h"
#include "Read/NestReader.h"
#include "Spelling/Definitions.h"
#include "Spelling/Preprocessing.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// All that the clause does with the variables that it names is to read them,
/// to give threads copies, or to combine what statements have written there.
static bool writesOnlyWhatStatementsWrite(OpenMPClauseKind Kind) {
  using namespace llvm::omp;
  return llvm::is_contained(
      {OMPC_private,   OMPC_firstprivate,  OMPC_lastprivate,  OMPC_shared,
       OMPC_reduction, OMPC_default,       OMPC_if,           OMPC_num_threads,
       OMPC_schedule,  OMPC_collapse,      OMPC_nowait,       OMPC_ordered,
       OMPC_proc_bind, OMPC_num_teams,     OMPC_thread_limit, OMPC_device,
       OMPC_map,       OMPC_dist_schedule, OMPC_simdlen,      OMPC_safelen,
       OMPC_aligned,   OMPC_final,         OMPC_untied,       OMPC_priority,
       OMPC_grainsize, OMPC_num_tasks,     OMPC_nogroup,      OMPC_nontemporal,
       OMPC_order,     OMPC_bind,          OMPC_hint},
      Kind);
}

static void collectNames(const Stmt *S,
                         llvm::SmallVector<const clang::Expr *, 4> &Names) {
  if (const auto *E = dyn_cast_or_null<DeclRefExpr>(S))
    Names.push_back(E);
  if (S)
    for (const Stmt *Child : S->children())
      collectNames(Child, Names);
}

llvm::SmallVector<const clang::Expr *, 4>
changedByClauses(const OMPExecutableDirective &D) {
  llvm::SmallVector<const clang::Expr *, 4> Names;
  for (const OMPClause *C : D.clauses())
    if (!writesOnlyWhatStatementsWrite(C->getClauseKind()))
      for (const Stmt *S : C->children())
        collectNames(S, Names);
  return Names;
}

static bool names(const clang::Expr *E, const VarDecl *V) {
  const auto *Name = dyn_cast_or_null<DeclRefExpr>(E->IgnoreParenImpCasts());
  return Name && Name->getDecl()->getCanonicalDecl() == V->getCanonicalDecl();
}

/// The directive has `private(V)`, or V is the counter of its loops, which
/// stays as it was unless lanes of a vector count in it.
static bool hasOwn(const OMPExecutableDirective &D, const VarDecl *V) {
  const auto NamesV = [V](const clang::Expr *E) { return E && names(E, V); };
  for (const auto *C : D.getClausesOfKind<OMPPrivateClause>())
    if (llvm::any_of(C->varlist(), NamesV))
      return true;
  const auto *Loops = dyn_cast<OMPLoopDirective>(&D);
  return Loops && isOpenMPWorksharingDirective(D.getDirectiveKind()) &&
         !isOpenMPSimdDirective(D.getDirectiveKind()) &&
         !Loops->hasClausesOfKind<OMPLastprivateClause>() &&
         llvm::any_of(Loops->counters(), NamesV);
}

//===--- In the text ----------------------------------------------------===//

void ThreadRegions::read(llvm::ArrayRef<FileToken> Tokens) {
  const FileID File = NR.SM.getFileID(NR.In.Function->getBody()->getBeginLoc());
  IsFollowed = NR.Ctx.getLangOpts().OpenMP != 0 || !hasHiddenPragmas(Tokens);
  std::optional<Text> Open;
  for (size_t I = 0, Next; I < Tokens.size(); I = Next) {
    Next = Tokens[I].StartsDirective ? endOfDirective(Tokens, I) : I + 1;
    const llvm::ArrayRef<FileToken> Here = Tokens.slice(I, Next - I);
    if (!Tokens[I].StartsDirective) {
      if (Open)
        Texts[locationAt(NR.SM, File, Here.front().At)] = std::move(*Open);
      Open.reset();
      continue;
    }
    // Which statement follows may depend on flags.
    if (Open && Here.size() > 1 && isOfConditionals(Here[1].Text) &&
        Here[1].Text != "endif")
      IsFollowed = false;
    if (Here.size() > 3 && Here[1].Text == "pragma" && Here[2].Text == "omp" &&
        !leavesLoopsAlone(
            NR.SM.getBufferData(File).slice(Here[2].At, Here.back().end())))
      add(Here, Open);
  }
}

void ThreadRegions::add(llvm::ArrayRef<FileToken> Directive,
                        std::optional<Text> &To) {
  const auto Has = [&](llvm::StringRef Word) {
    return llvm::any_of(Directive,
                        [&](const FileToken &T) { return T.Text == Word; });
  };
  if (!To)
    To.emplace();
  for (size_t I : namesInClauses(Directive, {"private"}))
    To->Own.push_back(Directive[I].Text);
  To->HasOwnCounters |= Has("for") && !Has("simd") && !Has("lastprivate");
  To->IsCollapsed |= Has("collapse");
}

/// Tokens of macros and `_Pragma` may be directives where flags make them so.
bool ThreadRegions::hasHiddenPragmas(llvm::ArrayRef<FileToken> Tokens) const {
  return llvm::any_of(Tokens, [&](const FileToken &T) {
    if (T.Kind != tok::raw_identifier)
      return false;
    if (T.Text == "_Pragma" || T.Text == "__pragma" || T.Text == "omp")
      return !T.InDirective;
    return makesPragma(NR.PP, T.Text, NR.In.For->getBeginLoc());
  });
}

ThreadRegions::ThreadRegions(const NestReader &NR) : NR(NR) {
  if (const auto Tokens = functionTokens(NR))
    read(*Tokens);
}

const ThreadRegions::Text *ThreadRegions::textBefore(const Stmt *S) const {
  const auto It = Texts.find(NR.SM.getFileLoc(S->getBeginLoc()));
  return It == Texts.end() ? nullptr : &It->second;
}

//===--- In both --------------------------------------------------------===//

bool ThreadRegions::hasOwn(const Stmt *S, const VarDecl *V) const {
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S))
    return heddle::hasOwn(*D, V);
  const Text *T = textBefore(S);
  if (!T)
    return false;
  if (llvm::is_contained(T->Own, V->getName()))
    return true;
  std::vector<const Stmt *> Loops;
  if (T->HasOwnCounters && isa<ForStmt>(S))
    Loops = perfectLoops(S);
  if (!T->IsCollapsed && Loops.size() > 1)
    Loops.resize(1);
  return llvm::any_of(Loops, [V](const Stmt *Loop) {
    const auto *For = dyn_cast<ForStmt>(Loop);
    return For && assignedCounter(For).first == V;
  });
}

/// S is a directive that the nest does not stand in nor has, or follows one in
/// the text.
bool ThreadRegions::isRegion(const Stmt *S) const {
  return (isa<OMPExecutableDirective>(S) || textBefore(S)) &&
         !NR.Facts.isWithin(NR.In.For, S) && !NR.Facts.isWithin(S, NR.In.For);
}

const Stmt *ThreadRegions::around(const Stmt *E) const {
  for (const Stmt *S = E; S; S = NR.Facts.parent(S))
    if (isRegion(S))
      return S;
  return nullptr;
}

bool ThreadRegions::isNested(const Stmt *Region) const {
  for (const Stmt *S = NR.Facts.parent(Region); S; S = NR.Facts.parent(S)) {
    const auto *D = dyn_cast<OMPExecutableDirective>(S);
    const bool IsOwn = D && D->hasAssociatedStmt() && D->getRawStmt() == Region;
    if (isRegion(S) && !IsOwn)
      return true;
  }
  return false;
}

bool ThreadRegions::isOwnCopy(const clang::Expr *E, const VarDecl *V) const {
  for (const Stmt *S = E; S; S = NR.Facts.parent(S))
    if (isRegion(S) && hasOwn(S, V))
      return true;
  return false;
}

} // namespace heddle
