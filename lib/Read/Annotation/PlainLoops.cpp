//===- PlainLoops.cpp - Loops that could be annotated ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/PlainLoops.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/InstanceVisitor.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace clang;
using namespace heddle;

static bool isWithin(const SourceManager &SM, const Stmt *Loop,
                     SourceLocation At) {
  return !SM.isBeforeInTranslationUnit(At, Loop->getBeginLoc()) &&
         !SM.isBeforeInTranslationUnit(Loop->getEndLoc(), At);
}

namespace {

// Not the one of the other namespace.
using Expr = clang::Expr;

/// Finds an expression of the loop that names a variable, or a member of
/// `this`, from outside.
class OuterNames : public DynamicRecursiveASTVisitor {
public:
  OuterNames(const SourceManager &SM, const Stmt *Loop, llvm::StringRef Name)
      : SM(SM), Loop(Loop), Name(Name) {}

  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    return see(E, E->getDecl());
  }
  bool VisitMemberExpr(MemberExpr *E) override {
    return !isa<CXXThisExpr>(E->getBase()->IgnoreImpCasts()) ||
           see(E, E->getMemberDecl());
  }

  Expr *Found = nullptr;

private:
  bool see(Expr *E, const ValueDecl *D) {
    if (D->getDeclName().isIdentifier() && D->getName() == Name &&
        !isWithin(SM, Loop, D->getLocation()) && !isa<FunctionDecl>(D))
      Found = E;
    return !Found;
  }

  const SourceManager &SM;
  const Stmt *Loop;
  llvm::StringRef Name;
};

/// Finds the local arrays of the function to which a loop stores elements.
class StoredArrays : public DynamicRecursiveASTVisitor {
public:
  bool VisitBinaryOperator(BinaryOperator *B) override {
    if (B->isAssignmentOp())
      see(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    if (U->isIncrementDecrementOp())
      see(U->getSubExpr());
    return true;
  }

  /// By variable, a name of it in the loop.
  llvm::MapVector<const VarDecl *, Expr *> Found;

private:
  void see(Expr *Target) {
    Target = Target->IgnoreParenImpCasts();
    while (const auto *S = dyn_cast<ArraySubscriptExpr>(Target))
      Target =
          const_cast<ArraySubscriptExpr *>(S)->getBase()->IgnoreParenImpCasts();
    const auto *D = dyn_cast<DeclRefExpr>(Target);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (V && V->hasLocalStorage() && V->getType()->isConstantArrayType())
      Found.insert({V, Target});
  }
};

/// Finds what statements behind `#pragma omp atomic` update, and nothing else
/// in the loop names: a name of each.
class AtomicUpdates : public DynamicRecursiveASTVisitor {
public:
  AtomicUpdates(const LoopPragmas &Pragmas, const SourceManager &SM,
                const Stmt *Loop)
      : Pragmas(Pragmas), SM(SM), Loop(Loop) {}

  bool TraverseStmt(Stmt *S) override {
    const bool Begins = S && isa<Expr>(S) && !InAtomic &&
                        Pragmas.isAtomicUpdate(S->getBeginLoc());
    InAtomic |= Begins;
    const bool Go = DynamicRecursiveASTVisitor::TraverseStmt(S);
    InAtomic &= !Begins;
    return Go;
  }
  bool VisitBinaryOperator(BinaryOperator *B) override {
    return !B->isAssignmentOp() || see(B->getLHS());
  }
  bool VisitUnaryOperator(UnaryOperator *U) override {
    return !U->isIncrementDecrementOp() || see(U->getSubExpr());
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override { return count(E); }
  bool VisitMemberExpr(MemberExpr *E) override { return count(E); }

  std::vector<Expr *> found() const {
    std::vector<Expr *> All;
    for (const auto &[Text, Name] : Updated)
      if (!Elsewhere.contains(Text))
        All.push_back(Name);
    return All;
  }

private:
  static std::string textOf(const Expr *E) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    E->printPretty(OS, nullptr, PrintingPolicy(LangOptions()));
    return Text;
  }
  bool count(Expr *E) {
    if (!InAtomic)
      Elsewhere.insert(textOf(E));
    return true;
  }
  bool see(Expr *Target) {
    if (!InAtomic)
      return true;
    Target = Target->IgnoreParenImpCasts();
    while (true)
      if (auto *S = dyn_cast<ArraySubscriptExpr>(Target))
        Target = S->getBase()->IgnoreParenImpCasts();
      else if (auto *U = dyn_cast<UnaryOperator>(Target);
               U && U->getOpcode() == UO_Deref)
        Target = U->getSubExpr()->IgnoreParenImpCasts();
      else
        break;
    const ValueDecl *D = nullptr;
    if (const auto *R = dyn_cast<DeclRefExpr>(Target))
      D = R->getDecl();
    else if (const auto *M = dyn_cast<MemberExpr>(Target))
      D = M->getMemberDecl();
    if (D && !isWithin(SM, Loop, D->getLocation()))
      Updated.insert({textOf(Target), Target});
    return true;
  }

  const LoopPragmas &Pragmas;
  const SourceManager &SM;
  const Stmt *Loop;
  bool InAtomic = false;
  std::map<std::string, Expr *> Updated; ///< by their texts
  llvm::StringSet<> Elsewhere;
};

class PlainLoopCollector : public InstanceVisitor {
public:
  PlainLoopCollector(ASTContext &Context, const LoopPragmas &Pragmas)
      : Context(Context), SM(Context.getSourceManager()), Pragmas(Pragmas) {}

  bool TraverseAttributedStmt(AttributedStmt *S) override {
    const bool IsNest = hasAnnotation(S) && !isa<CompoundStmt>(S->getSubStmt());
    if (!IsNest)
      return InstanceVisitor::TraverseAttributedStmt(S);
    for (unsigned Key : Around)
      Found[Key].HoldsAnnotation = true;
    return true;
  }
  bool TraverseCompoundStmt(CompoundStmt *S) override {
    const bool IsRegion = Pragmas.isRegion(S->getLBracLoc());
    if (IsRegion)
      Regions.push_back(S);
    const bool Go = InstanceVisitor::TraverseCompoundStmt(S);
    if (IsRegion)
      Regions.pop_back();
    return Go;
  }
  bool TraverseForStmt(ForStmt *S) override {
    open(S);
    const bool Go = InstanceVisitor::TraverseForStmt(S);
    close();
    return Go;
  }
  bool TraverseCXXForRangeStmt(CXXForRangeStmt *S) override {
    open(S);
    const bool Go = InstanceVisitor::TraverseCXXForRangeStmt(S);
    close();
    return Go;
  }

  std::vector<PlainLoop> take();

private:
  struct Candidate {
    PlainLoop Loop;
    std::optional<unsigned> Outer; ///< a key of Found
    bool HoldsAnnotation = false;
  };

  void open(Stmt *S);
  void close() { Around.pop_back(); }
  const AttributedStmt *annotated(Stmt *S, const LoopPragma &Pragma,
                                  bool IsDependent,
                                  llvm::ArrayRef<Expr *> Updated = {},
                                  llvm::MutableArrayRef<Expr *> Private = {});
  std::vector<Expr *> ownArrays(Stmt *Loop, const LoopPragma &Pragma) const;
  void addClaimed(Candidate &C, Stmt *S, const FunctionDecl *Function);
  std::optional<unsigned> keptAround(const Candidate &C);

  ASTContext &Context;
  const SourceManager &SM;
  const LoopPragmas &Pragmas;
  llvm::SmallVector<unsigned> Around; ///< keys of Found, outermost first
  /// Blocks that several threads run, outermost first.
  llvm::SmallVector<const CompoundStmt *> Regions;
  /// By the place of the word `for`, which all instances share.
  llvm::MapVector<unsigned, Candidate> Found;
};

/// A dependent loop is not verified, so that its names do not matter.
const AttributedStmt *
PlainLoopCollector::annotated(Stmt *S, const LoopPragma &Pragma,
                              bool IsDependent, llvm::ArrayRef<Expr *> Updated,
                              llvm::MutableArrayRef<Expr *> Private) {
  const SourceLocation At = S->getBeginLoc();
  auto Make = [&](Word W, llvm::MutableArrayRef<Expr *> Arguments) {
    return AnnotateAttr::CreateImplicit(
        Context, ("heddle::" + spelling(W)).str(), Arguments.data(),
        static_cast<unsigned>(Arguments.size()), SourceRange(At));
  };
  llvm::SmallVector<const Attr *, 2> Attributes{Make(Word::Map, {})};
  llvm::SmallVector<Expr *> Reduced;
  for (const std::string &Name : Pragma.Reduced) {
    OuterNames Names(SM, S, Name);
    if (!IsDependent)
      Names.TraverseStmt(S);
    if (Names.Found)
      Reduced.push_back(Names.Found);
  }
  llvm::append_range(Reduced, Updated);
  if (!Reduced.empty())
    Attributes.push_back(Make(Word::Reduce, Reduced));
  if (!Private.empty())
    Attributes.push_back(Make(Word::Private, Private));
  return AttributedStmt::Create(Context, At, Attributes, S);
}

/// Names of arrays that each thread has for itself where it comes to Loop:
/// declared in the block that several threads run, or in a function that they
/// call there.
std::vector<Expr *>
PlainLoopCollector::ownArrays(Stmt *Loop, const LoopPragma &Pragma) const {
  if (!Pragma.IsShared)
    return {};
  StoredArrays Stored;
  Stored.TraverseStmt(Loop);
  std::vector<Expr *> Own;
  for (const auto &[V, Name] : Stored.Found) {
    const SourceLocation At = V->getLocation();
    const bool IsBefore = SM.isBeforeInTranslationUnit(At, Loop->getBeginLoc());
    const bool IsOwn =
        Regions.empty() ||
        SM.isBeforeInTranslationUnit(Regions.back()->getLBracLoc(), At);
    if (IsBefore && IsOwn)
      Own.push_back(Name);
  }
  return Own;
}

void PlainLoopCollector::open(Stmt *S) {
  const unsigned Key = S->getBeginLoc().getRawEncoding();
  const auto Outer =
      Around.empty() ? std::nullopt : std::optional<unsigned>(Around.back());
  Around.push_back(Key);
  if (Functions.empty())
    return; // no statement stands outside functions
  auto [It, IsNew] = Found.try_emplace(Key);
  Candidate &C = It->second;
  AnnotatedPlace &Place = C.Loop.Place;
  if (IsNew) {
    Place.Where = S->getBeginLoc();
    C.Loop.Pragma = Pragmas.before(Place.Where);
    C.Outer = Outer;
  }
  const FunctionDecl *Function = Functions.back();
  const bool IsDependent = Function->isDependentContext();
  const AttributedStmt *Made = annotated(S, C.Loop.Pragma, IsDependent);
  if (IsDependent) {
    Place.Pattern = Made;
    Place.PatternFunction = Function;
  } else {
    Place.Instances.push_back({Function, Made, C.Loop.Pragma.Begin});
    addClaimed(C, S, Function);
  }
}

/// One more instance of the loop with the arrays of its threads, and those that
/// they update.
void PlainLoopCollector::addClaimed(Candidate &C, Stmt *S,
                                    const FunctionDecl *Function) {
  std::vector<Expr *> Own = ownArrays(S, C.Loop.Pragma);
  AtomicUpdates Updates(Pragmas, SM, S);
  if (C.Loop.Pragma.IsParallel)
    Updates.TraverseStmt(S);
  std::vector<Expr *> Updated = Updates.found();
  llvm::erase_if(Updated, [&](const Expr *E) {
    const auto *D = dyn_cast<DeclRefExpr>(E);
    return D && D->getDecl()->getIdentifier() &&
           llvm::is_contained(C.Loop.Pragma.Reduced, D->getDecl()->getName());
  });
  if (Own.empty() && Updated.empty())
    return;
  const AttributedStmt *Made = annotated(S, C.Loop.Pragma, false, Updated, Own);
  C.Loop.Claimed.Where = C.Loop.Place.Where;
  C.Loop.Claimed.Instances.push_back({Function, Made, C.Loop.Pragma.Begin});
  C.Loop.OwnArrays.clear();
  for (const Expr *E : Own)
    C.Loop.OwnArrays.push_back(
        cast<DeclRefExpr>(E)->getDecl()->getName().str());
}

/// The key of the next loop around C that is a candidate.
std::optional<unsigned> PlainLoopCollector::keptAround(const Candidate &C) {
  std::optional<unsigned> Key = C.Outer;
  while (Key && Found[*Key].HoldsAnnotation)
    Key = Found[*Key].Outer;
  return Key;
}

std::vector<PlainLoop> PlainLoopCollector::take() {
  std::vector<unsigned> Keys;
  for (const auto &[Key, C] : Found)
    if (!C.HoldsAnnotation)
      Keys.push_back(Key);
  llvm::stable_sort(Keys, [&](unsigned A, unsigned B) {
    return SM.isBeforeInTranslationUnit(SourceLocation::getFromRawEncoding(A),
                                        SourceLocation::getFromRawEncoding(B));
  });
  llvm::DenseMap<unsigned, size_t> IndexOf;
  for (auto [I, Key] : llvm::enumerate(Keys))
    IndexOf[Key] = I;
  std::vector<PlainLoop> Result;
  for (unsigned Key : Keys) {
    Candidate &C = Found[Key];
    if (const auto Outer = keptAround(C))
      C.Loop.Outer = IndexOf.lookup(*Outer);
    Result.push_back(std::move(C.Loop));
  }
  return Result;
}

} // namespace

std::vector<PlainLoop> heddle::plainLoops(ASTContext &Context,
                                          const LoopPragmas &Pragmas) {
  PlainLoopCollector C(Context, Pragmas);
  visitAll(Context, C);
  return C.take();
}
