//===- Privates.cpp - Variables that the launch leaves alone --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Behind the launch the variable has another value than behind the loops as
// they were. No statement that may run there may read it before it is set, and
// no pointer or reference may lead to it.
//===----------------------------------------------------------------------===//
#include "Validate/Read/Privates.h"
#include "Validate/Read/PrivateArrays.h"
#include "Validate/Read/Types.h"
#include "clang/AST/Attr.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace heddle {
namespace validate {

static const CallExpr *markIn(const Stmt *Block) {
  for (const Stmt *Child : Block->children())
    if (const auto *E = dyn_cast_or_null<clang::Expr>(Child))
      if (const auto *C = dyn_cast<CallExpr>(E->IgnoreImplicit()))
        if (runtimeName(C->getDirectCallee()) == "privates")
          return C;
  return nullptr;
}

/// V where E is `&V`.
static const VarDecl *marked(const clang::Expr *E) {
  const auto *U = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  if (!U || U->getOpcode() != UO_AddrOf)
    return nullptr;
  const auto *D = dyn_cast<DeclRefExpr>(U->getSubExpr()->IgnoreParens());
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

static bool names(const clang::Expr *E, const VarDecl *V) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return D && D->getDecl() == V;
}

static bool holds(const Stmt *S, const Stmt *Wanted) {
  return S == Wanted || llvm::any_of(runParts(S), [&](const Stmt *Part) {
           return holds(Part, Wanted);
         });
}

/// A clause other than lists of what threads share, copy or combine has V.
static bool isAskedByClause(const OMPExecutableDirective &D, const VarDecl *V) {
  using namespace llvm::omp;
  return llvm::any_of(D.clauses(), [V](const OMPClause *C) {
    return !llvm::is_contained({OMPC_private, OMPC_firstprivate,
                                OMPC_lastprivate, OMPC_shared, OMPC_reduction},
                               C->getClauseKind()) &&
           llvm::any_of(C->children(), [V](const Stmt *S) {
             const auto *E = dyn_cast_or_null<clang::Expr>(S);
             return E && names(E->IgnoreParenImpCasts(), V);
           });
  });
}

/// Whether no pointer and no reference leads to V behind S. Launches take its
/// address for themselves.
static bool isPlain(const Stmt *S, const VarDecl *V) {
  if (const auto *C = dyn_cast<CallExpr>(S);
      C && !runtimeName(C->getDirectCallee()).empty() &&
      llvm::any_of(C->arguments(),
                   [&](const clang::Expr *A) { return marked(A) == V; }))
    return true;
  if (const auto *C = dyn_cast<CastExpr>(S);
      C && names(C->getSubExpr(), V) &&
      (C->getCastKind() == CK_LValueToRValue || C->getCastKind() == CK_ToVoid))
    return true;
  const auto *B = dyn_cast<BinaryOperator>(S);
  if (B && B->isAssignmentOp() && names(B->getLHS(), V))
    return isPlain(B->getRHS(), V);
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp() && names(U->getSubExpr(), V))
    return true;
  if (const auto *D = dyn_cast<DeclRefExpr>(S))
    return D->getDecl() != V;
  if (const auto *L = dyn_cast<LambdaExpr>(S))
    for (const LambdaCapture &C : L->captures())
      if (C.capturesVariable() && C.getCapturedVar() == V)
        return false;
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S);
      D && isAskedByClause(*D, V))
    return false;
  return llvm::all_of(runParts(S),
                      [V](const Stmt *Part) { return isPlain(Part, V); });
}

namespace {

enum class Met { Nothing, Read, Set };

/// Why a function has the names of variables.
struct NameUses {
  /// Names that assignments store to, that launches only mark, and that mean
  /// the copies of threads.
  llvm::DenseSet<const Stmt *> Unread;
  /// Statements that threads of OpenMP run, by the outermost directive: an
  /// assignment there may be to a copy, or be left out.
  llvm::DenseMap<const Stmt *, const Stmt *> Region;
};

} // namespace

/// A path behind the launch: where it is, and the directive in which V has been
/// set on the way, or null.
using Path = std::pair<const CFGBlock *, const Stmt *>;

/// The first use of V among the elements from First on. All that is no
/// assignment is a read.
static Met firstUse(Path &P, unsigned First, const VarDecl *V,
                    const NameUses &Uses) {
  for (unsigned I = First; I < P.first->size(); ++I) {
    const auto Element = (*P.first)[I].getAs<CFGStmt>();
    if (!Element)
      continue;
    const Stmt *S = Element->getStmt();
    const Stmt *Here = Uses.Region.lookup(S);
    if (P.second && Here == P.second)
      continue;
    P.second = nullptr;
    if (const auto *D = dyn_cast<DeclRefExpr>(S);
        D && D->getDecl() == V && !Uses.Unread.contains(D))
      return Met::Read;
    const auto *A = dyn_cast<BinaryOperator>(S);
    const bool Sets = A && A->getOpcode() == BO_Assign && names(A->getLHS(), V);
    if (Sets && Here)
      P.second = Here;
    else if (Sets)
      return Met::Set;
    if (const auto *D = dyn_cast<DeclStmt>(S);
        D && llvm::is_contained(D->decls(), V))
      return Met::Set;
  }
  return Met::Nothing;
}

/// The variables of which each thread of the directive has one of its own,
/// without the value that it has outside, and leaves that alone.
static void addOwn(const OMPExecutableDirective &D,
                   llvm::DenseSet<const Decl *> &Own) {
  auto Add = [&](const clang::Expr *E) {
    if (const auto *N =
            dyn_cast_or_null<DeclRefExpr>(E ? E->IgnoreParenImpCasts() : E))
      Own.insert(N->getDecl());
  };
  for (const auto *C : D.getClausesOfKind<OMPPrivateClause>())
    llvm::for_each(C->varlist(), Add);
  const auto *Loops = dyn_cast<OMPLoopDirective>(&D);
  if (Loops && isOpenMPWorksharingDirective(D.getDirectiveKind()) &&
      !isOpenMPSimdDirective(D.getDirectiveKind()) &&
      !D.hasClausesOfKind<OMPLastprivateClause>())
    llvm::for_each(Loops->counters(), Add);
}

namespace {

class UseCollector {
public:
  /// Mark null: all flags but those for OpenMP.
  UseCollector(const Stmt *Mark, NameUses &Uses) : Mark(Mark), Uses(Uses) {}

  void collect(const Stmt *S) {
    const auto *D = dyn_cast<OMPExecutableDirective>(S);
    if (!D || !Mark || holds(D, Mark))
      return collectHere(S);
    const llvm::DenseSet<const Decl *> OwnAround = Own;
    const Stmt *Around = Region;
    Region = Region ? Region : S;
    addOwn(*D, Own);
    collectHere(S);
    Region = Around;
    Own = OwnAround;
  }

private:
  void collectHere(const Stmt *S) {
    if (const auto *A = dyn_cast<BinaryOperator>(S);
        A && A->getOpcode() == BO_Assign)
      Uses.Unread.insert(A->getLHS()->IgnoreParens());
    if (Region)
      Uses.Region[S] = Region;
    if (const auto *N = dyn_cast<DeclRefExpr>(S);
        N && Own.contains(N->getDecl()))
      Uses.Unread.insert(N);
    if (const auto *C = dyn_cast<CallExpr>(S);
        C && runtimeName(C->getDirectCallee()) == "privates")
      for (const clang::Expr *A : C->arguments())
        if (const auto *U = dyn_cast<UnaryOperator>(A->IgnoreParenImpCasts()))
          Uses.Unread.insert(U->getSubExpr()->IgnoreParens());
    for (const Stmt *Part : runParts(S))
      collect(Part);
  }

  const Stmt *Mark;
  NameUses &Uses;
  llvm::DenseSet<const Decl *> Own;
  const Stmt *Region = nullptr;
};

} // namespace

static bool isReadBehind(const CFG &Graph, const CallExpr *Mark,
                         const VarDecl *V, const NameUses &Uses) {
  llvm::SmallSetVector<Path, 32> Reached;
  auto Follow = [&](Path P, unsigned First) {
    const Met Use = firstUse(P, First, V, Uses);
    if (Use == Met::Nothing)
      for (const CFGBlock::AdjacentBlock &Next : P.first->succs())
        if (const CFGBlock *To = Next.getPossiblyUnreachableBlock()
                                     ? Next.getPossiblyUnreachableBlock()
                                     : Next.getReachableBlock();
            To)
          Reached.insert({To, P.second});
    return Use == Met::Read;
  };
  bool Found = false, IsKnown = false;
  for (const CFGBlock *B : Graph)
    for (unsigned I = 0; I != B->size(); ++I)
      if (const auto E = (*B)[I].getAs<CFGStmt>(); E && E->getStmt() == Mark) {
        IsKnown = true;
        Found |= Follow({B, nullptr}, I + 1);
      }
  for (unsigned I = 0; I != Reached.size() && !Found; ++I)
    Found = Follow(Reached[I], 0);
  return Found || !IsKnown;
}

/// Whether S holds a `try`: the graph does not have all ways into handlers.
static bool hasTry(const Stmt *S) {
  return isa<CXXTryStmt>(S) || llvm::any_of(runParts(S), hasTry);
}

/// Empty, or what is wrong with the mark of V.
static std::string wrongMark(const FunctionDecl &F, const VarDecl *V) {
  if (!V || !V->hasLocalStorage() || V->getDeclContext() != &F ||
      V->hasAttr<CleanupAttr>())
    return "what is said to be private is no variable of the function";
  if (!(V->getType()->isArrayType() ? isUsedByElement(F.getBody(), V)
                                    : isPlain(F.getBody(), V)))
    return "the private '" + V->getNameAsString() +
           "' is reached by a pointer or a reference";
  return "";
}

void checkPrivates(ASTContext &Ctx, const FunctionDecl &F, const Stmt *Block,
                   std::string &Wrong, std::string &Why) {
  const CallExpr *Mark = markIn(Block);
  if (!Mark)
    return;
  CFG::BuildOptions Options;
  Options.AddEHEdges = true;
  Options.PruneTriviallyFalseEdges = false;
  Options.setAllAlwaysAdd();
  const std::unique_ptr<CFG> Graph =
      CFG::buildCFG(&F, F.getBody(), &Ctx, Options);
  if (!Graph || hasTry(F.getBody())) {
    Wrong = "the function of private variables is not followed";
    return;
  }
  NameUses ByThreads, ByOne;
  UseCollector(Mark, ByThreads).collect(F.getBody());
  UseCollector(nullptr, ByOne).collect(F.getBody());
  for (const clang::Expr *A : Mark->arguments()) {
    const VarDecl *V = marked(A);
    Wrong = wrongMark(F, V);
    if (!Wrong.empty())
      return;
    const ReadBehind Is = V->getType()->isArrayType()
                              ? elementReadBehind(Ctx, *Graph, Mark, V)
                              : (isReadBehind(*Graph, Mark, V, ByThreads) ||
                                         isReadBehind(*Graph, Mark, V, ByOne)
                                     ? ReadBehind::Yes
                                     : ReadBehind::No);
    if (Is == ReadBehind::Perhaps)
      Why = "what is read behind the launch of the private '" +
            V->getNameAsString() + "'";
    if (Is != ReadBehind::Yes)
      continue;
    Wrong = "the value of the private '" + V->getNameAsString() +
            "' is read behind the launch, which does not set it";
    return;
  }
}

} // namespace validate
} // namespace heddle
