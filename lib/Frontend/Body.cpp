//===- Body.cpp - Statements of the nest ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/NestBuilder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace heddle {

bool isHeddleAttribute(const Attr *A) {
  const auto *Annotate = dyn_cast<AnnotateAttr>(A);
  return Annotate && Annotate->getAnnotation().starts_with("heddle");
}

//===--- Loops ------------------------------------------------------------===//

/// The `for` that is the whole body, or null.
static const ForStmt *onlyFor(const Stmt *Body) {
  while (const auto *C = dyn_cast_or_null<CompoundStmt>(Body)) {
    const Stmt *Only = nullptr;
    for (const Stmt *Child : C->body()) {
      if (isa<NullStmt>(Child))
        continue;
      if (Only)
        return nullptr;
      Only = Child;
    }
    Body = Only;
  }
  return dyn_cast_or_null<ForStmt>(Body);
}

bool NestBuilder::hasBreak(const Stmt *S) const {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(S))
    return false;
  if (isa<BreakStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (hasBreak(Child))
      return true;
  return false;
}

/// Appends the loop and makes its counter known. Pushes nothing.
unsigned NestBuilder::addLoop(const ForStmt *For, Loop L, int Parent) {
  unsigned Index = Nest->Loops.size();
  L.Parent = Parent;
  setOffsets(L, For);
  L.NameIsUnique = NameUse[L.Name].size() == 1;
  see(For->getInc()); // the header's form says all about it
  Nest->Loops.push_back(std::move(L));
  const auto *S = cast<DeclStmt>(For->getInit());
  Counters[cast<VarDecl>(S->getSingleDecl())] = Index;
  return Index;
}

/// Evaluates what the header evaluates, outside of the loop: the bound does not
/// mention the counter.
void NestBuilder::walkHeader(const ForStmt *For) {
  ++Statement;
  const auto *V =
      cast<VarDecl>(cast<DeclStmt>(For->getInit())->getSingleDecl());
  walkInitializer(V->getInit());
  read(boundOf(For));
  // Its constants may have names, which a loop in the thread has to know.
  if (const clang::Expr *Amount = stepAmount(For, V))
    read(Amount);
}

/// The leftmost condition: it alone is evaluated whenever the loop ends.
const clang::Expr *NestBuilder::boundOf(const ForStmt *For) {
  const clang::Expr *E = skipMarkers(For->getCond());
  while (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() != BO_LAnd)
      break;
    E = skipMarkers(B->getLHS());
  }
  return E;
}

void NestBuilder::walkPerfect(const ForStmt *For) {
  int Parent = -1;
  while (true) {
    bool First = Parent < 0;
    std::optional<Loop> L = readHeader(For, First);
    if (!L)
      return; // only the first can fail: the others were tried before
    for (const ExprRef &E : {L->Init, L->Bound})
      if (const Expr *Found = findOpaque(*E); Found && First && !Failed)
        error(DiagID::HD208, Found->Where, L->Name, Found->Why);
    walkHeader(For);
    unsigned Index = addLoop(For, std::move(*L), Parent);
    Nest->PerfectDepth = Index + 1;
    LoopStack.push_back(Index);
    Parent = static_cast<int>(Index);
    const ForStmt *Inner = onlyFor(For->getBody());
    std::optional<Loop> Next;
    if (Inner && !hasBreak(Inner->getBody()))
      Next = readHeader(Inner, /*Must=*/false);
    // The kernel declares the mapped counters side by side.
    bool Repeats = Next && llvm::any_of(Nest->Loops, [&](const Loop &L) {
                     return L.Name == Next->Name;
                   });
    if (!Next || Repeats || Next->DataDependent || findOpaque(*Next->Init) ||
        findOpaque(*Next->Bound))
      break;
    For = Inner;
  }
  walk(For->getBody());
  LoopStack.clear();
}

ExprRef NestBuilder::walkFor(const ForStmt *S) {
  std::optional<Loop> L;
  if (!isInCopy())
    L = readHeader(S, /*Must=*/false);
  if (!L) {
    walkGeneralFor(S);
    return nullptr;
  }
  bool Breaks = hasBreak(S->getBody());
  L->DataDependent |= Breaks || findOpaque(*L->Init) || findOpaque(*L->Bound);
  bool DataDependent = L->DataDependent;
  walkHeader(S);
  unsigned Index =
      addLoop(S, std::move(*L), static_cast<int>(LoopStack.back()));
  LoopStack.push_back(Index);
  ++InnerLoops;
  MayDepth += DataDependent;
  // What stands behind the bound is evaluated only where the bound holds.
  if (skipMarkers(S->getCond()) != boundOf(S))
    read(S->getCond());
  walk(S->getBody());
  MayDepth -= DataDependent;
  --InnerLoops;
  LoopStack.pop_back();
  return nullptr;
}

/// A `for` that does not count: its variables are locals that change, and what
/// it does happens any number of times.
void NestBuilder::walkGeneralFor(const ForStmt *S) {
  if (S->getInit())
    walk(S->getInit());
  ++InnerLoops;
  ++MayDepth;
  if (const VarDecl *V = S->getConditionVariable())
    walkVariable(V);
  ++Statement;
  if (S->getCond())
    read(S->getCond());
  walk(S->getBody());
  ++Statement;
  if (S->getInc())
    read(S->getInc());
  --MayDepth;
  --InnerLoops;
}

void NestBuilder::walkWhile(const VarDecl *Variable, const clang::Expr *Cond,
                            const Stmt *Body) {
  ++InnerLoops;
  ++MayDepth;
  if (Variable)
    walkVariable(Variable);
  ++Statement;
  read(Cond);
  walk(Body);
  --MayDepth;
  --InnerLoops;
}

//===--- Conditions -------------------------------------------------------===//

void NestBuilder::pushGuard(ExprRef Cond, bool Negated) {
  GuardStack.push_back(Nest->Guards.size());
  Nest->Guards.push_back({std::move(Cond), Negated});
}

namespace {

const IntType Bool{1, false};

ExprRef logic(ExprKind Kind, std::vector<ExprRef> Operands) {
  auto N = std::make_shared<Expr>();
  N->Kind = Kind;
  N->Type = Bool;
  N->Where = Operands.front()->Where;
  N->Text = Operands.front()->Text;
  N->Operands = std::move(Operands);
  return N;
}

/// A or B, where null means never.
ExprRef eitherSkip(ExprRef A, ExprRef B) {
  if (!A || !B)
    return A ? A : B;
  return logic(ExprKind::Or, {A, B});
}

} // namespace

/// The condition of `if constexpr` is never evaluated in the nest.
void NestBuilder::decideConstexprIf(const IfStmt *S) {
  see(S->getCond());
  clang::Expr::EvalResult Result;
  if (!S->getCond()->EvaluateAsInt(Result, Ctx))
    return refuseStatement(S, "this 'if constexpr'");
  bool Taken = !Result.Val.getInt().isZero();
  // A local constant is a parameter of the kernel, and no constant there.
  if (mentionsLocal(S->getCond()))
    addHole(S->getCond()->getSourceRange(), Taken ? "true" : "false");
  // In a template the branch that is not taken is not instantiated, and may
  // name what the kernel does not have.
  const IfStmt *Pattern = isInstantiation() ? patternIf(S) : nullptr;
  const Stmt *Discarded = !Pattern ? nullptr
                          : Taken  ? Pattern->getElse()
                                   : Pattern->getThen();
  SourceLocation End = Discarded ? lastToken(Discarded) : SourceLocation();
  if (End.isValid())
    addHole(SourceRange(Discarded->getBeginLoc(), End), "{}");
}

ExprRef NestBuilder::walkIf(const IfStmt *S) {
  if (S->isConsteval()) {
    refuseStatement(S, "'if consteval'");
    return nullptr;
  }
  if (S->getInit())
    walk(S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    walkVariable(V);
  ++Statement;
  if (S->isConstexpr())
    decideConstexprIf(S);
  else
    read(S->getCond());
  ExprRef Cond = expr(S->getCond());
  if (!(Cond->Type == Bool))
    Cond = opaque(S->getCond(), "it is no truth value");
  ExprRef Skip;
  if (S->getThen()) {
    pushGuard(Cond, false);
    if (ExprRef Inner = walk(S->getThen()))
      Skip = logic(ExprKind::And, {Cond, Inner});
    popGuard();
  }
  if (S->getElse()) {
    pushGuard(Cond, true);
    if (ExprRef Inner = walk(S->getElse()))
      Skip = eitherSkip(
          Skip, logic(ExprKind::And, {logic(ExprKind::Not, {Cond}), Inner}));
    popGuard();
  }
  return Skip;
}

ExprRef NestBuilder::walkCompound(const CompoundStmt *S) {
  ExprRef Skip;
  unsigned Pushed = 0;
  for (const Stmt *Child : S->body()) {
    ExprRef Inner = walk(Child);
    if (!Inner)
      continue;
    Skip = eitherSkip(Skip, Inner);
    pushGuard(Inner, /*Negated=*/true);
    ++Pushed;
  }
  while (Pushed--)
    popGuard();
  return Skip;
}

//===--- Statements -------------------------------------------------------===//

void NestBuilder::refuseStatement(const Stmt *S, llvm::StringRef What) {
  error(DiagID::HD211, ref(S), What);
}

ExprRef NestBuilder::walkAttributed(const AttributedStmt *S) {
  for (const Attr *A : S->getAttrs()) {
    if (isHeddleAttribute(A)) {
      error(DiagID::HD115, ref(A->getRange()))
          .note(Nest->Where, "the mapped nest begins here");
      return nullptr;
    }
    switch (A->getKind()) {
    case attr::LoopHint:
    case attr::Likely:
    case attr::Unlikely:
    case attr::FallThrough:
      break;
    case attr::CXXAssume:
      // Other compilers may evaluate it.
      read(cast<CXXAssumeAttr>(A)->getAssumption());
      break;
    default:
      refuseStatement(
          S,
          ("the attribute '" + llvm::StringRef(A->getSpelling()) + "'").str());
      return nullptr;
    }
  }
  return walk(S->getSubStmt());
}

ExprRef NestBuilder::walk(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::NullStmtClass:
    return nullptr;
  case Stmt::CompoundStmtClass:
    return walkCompound(cast<CompoundStmt>(S));
  case Stmt::DeclStmtClass:
    ++Statement;
    walkDeclaration(cast<DeclStmt>(S));
    return nullptr;
  case Stmt::IfStmtClass:
    return walkIf(cast<IfStmt>(S));
  case Stmt::ForStmtClass:
    return walkFor(cast<ForStmt>(S));
  case Stmt::WhileStmtClass: {
    const auto *W = cast<WhileStmt>(S);
    walkWhile(W->getConditionVariable(), W->getCond(), W->getBody());
    return nullptr;
  }
  case Stmt::DoStmtClass:
    walkWhile(nullptr, cast<DoStmt>(S)->getCond(), cast<DoStmt>(S)->getBody());
    return nullptr;
  case Stmt::AttributedStmtClass:
    return walkAttributed(cast<AttributedStmt>(S));
  case Stmt::ContinueStmtClass: {
    Nest->Continues = true;
    auto True = std::make_shared<Expr>();
    True->Kind = ExprKind::Const;
    True->Type = Bool;
    True->Value = 1;
    True->Where = ref(S);
    True->Text = "continue";
    return True;
  }
  case Stmt::BreakStmtClass:
    if (!InnerLoops)
      error(DiagID::HD212, ref(S));
    return nullptr;
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    refuseStatement(S, "'goto'");
    return nullptr;
  case Stmt::LabelStmtClass:
    refuseStatement(S, "a label");
    return nullptr;
  case Stmt::ReturnStmtClass:
    if (const clang::Expr *Value = cast<ReturnStmt>(S)->getRetValue();
        Value && isInCopy())
      walkInitializer(Value);
    else
      refuseStatement(S, "'return'");
    return nullptr;
  case Stmt::SwitchStmtClass:
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    refuseStatement(S, "'switch'");
    return nullptr;
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    refuseStatement(S, "inline assembly");
    return nullptr;
  case Stmt::CXXTryStmtClass:
    refuseStatement(S, "'try'");
    return nullptr;
  case Stmt::CXXForRangeStmtClass:
    refuseStatement(S, "a range-based 'for'");
    return nullptr;
  default:
    break;
  }
  const auto *E = dyn_cast<clang::Expr>(S);
  if (!E) {
    refuseStatement(
        S, ("a '" + llvm::StringRef(S->getStmtClassName()) + "'").str());
    return nullptr;
  }
  ++Statement;
  discard(E);
  return nullptr;
}

} // namespace heddle
