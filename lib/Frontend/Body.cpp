//===- Body.cpp - Statements of the nest ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/NestBuilder.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

bool isHeddleAttribute(const Attr *A) {
  const auto *Annotate = dyn_cast<AnnotateAttr>(A);
  return Annotate && Annotate->getAnnotation().starts_with("heddle");
}

//===--- Loops ------------------------------------------------------------===//

const Stmt *onlyFor(const Stmt *Body) {
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
  return isa_and_nonnull<ForStmt, CXXForRangeStmt>(Body) ? Body : nullptr;
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

/// A `return` in S, which leaves all loops of the function that is copied.
static bool hasReturn(const Stmt *S) {
  return isa<ReturnStmt>(S) || llvm::any_of(S->children(), [](const Stmt *C) {
           return C && hasReturn(C);
         });
}

/// Behind the loop S of a copy the function may have returned.
void NestBuilder::leaveLoop(const Stmt *S) {
  MayDepth += isInCopy() && hasReturn(S);
}

void NestBuilder::addLoops(const Stmt *S, const Header &H) {
  LoopNest &M = model();
  const auto First = static_cast<unsigned>(M.Loops.size());
  for (unsigned K = 0; K < H.Loops.size(); ++K) {
    Loop L = H.Loops[K];
    L.Parent = LoopStack.empty() ? -1 : static_cast<int>(LoopStack.back());
    if (isInCopy()) {
      // The nest's text has no such loop; names are those of the nest.
      L.Name = In.Function->getNameAsString() + "::" + L.Name + "#" +
               std::to_string(First + K);
      L.OmpCanonical = false;
    } else {
      setOffsets(L, S);
      L.NameIsUnique = NameUse[L.Name].size() == 1;
    }
    LoopStack.push_back(First + K);
    Counters[H.Counters[K]] = First + K;
    M.Loops.push_back(std::move(L));
  }
  if (const auto *For = dyn_cast<ForStmt>(S))
    see(For->getInc()); // the header's form says all about it
  else
    noteRange(cast<CXXForRangeStmt>(S), H, First);
}

/// Evaluates what the header evaluates, outside of the loop: the bound does not
/// mention the counter.
void NestBuilder::walkHeader(const Stmt *S, const Header &H) {
  nextStatement();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return walkRange(Range, H.Range);
  const auto *For = cast<ForStmt>(S);
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

void NestBuilder::walkPerfect(const Stmt *For) {
  std::optional<Header> Next = readLoops(For, /*Must=*/true);
  if (!Next)
    return; // only the first can fail: the others were tried before
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(For))
    declareSpace(Range, *Next);
  for (const Loop &L : Next->Loops)
    for (const ExprRef &E : {L.Init, L.Bound})
      if (const Expr *Found = findOpaque(*E); Found && !Failed)
        error(DiagID::HD208, Found->Where, L.Name, Found->Why);
  ExprRef Taken;
  while (true) {
    walkHeader(For, *Next);
    // What is called to find an end may have loops; such an end is opaque.
    if (Nest->Loops.size() != Nest->PerfectDepth) {
      if (Failed)
        return;
      error(DiagID::HD208, ref(SourceRange(keywordOf(For))),
            Next->Loops.front().Name, "its header calls a function with loops");
      return;
    }
    addLoops(For, *Next);
    Nest->PerfectDepth = static_cast<unsigned>(Nest->Loops.size());
    Taken = Next->Taken;
    if (Taken)
      break;
    const Stmt *Inner = onlyFor(bodyOf(For));
    if (!Inner || hasBreak(bodyOf(Inner)))
      break;
    Next = readLoops(Inner, /*Must=*/false);
    if (!Next || llvm::any_of(Next->Loops, [&](const Loop &L) {
          // The kernel declares the mapped counters side by side.
          return L.DataDependent || findOpaque(*L.Init) ||
                 findOpaque(*L.Bound) ||
                 llvm::any_of(Nest->Loops, [&](const Loop &Outer) {
                   return Outer.Name == L.Name;
                 });
        }))
      break;
    For = Inner;
  }
  walkTaken(Taken, bodyOf(For));
  LoopStack.clear();
}

/// The body, for those iterations of the loops that a range has.
void NestBuilder::walkTaken(const ExprRef &Taken, const Stmt *Body) {
  llvm::SaveAndRestore<const Stmt *> Keep(LoopBody, Taken ? nullptr : Body);
  if (Taken)
    pushGuard(Taken, /*Negated=*/false);
  walk(Body);
  if (Taken)
    popGuard();
}

ExprRef NestBuilder::walkFor(const Stmt *S) {
  std::optional<Header> H;
  if (!isInCopy() || isa<ForStmt>(S))
    H = readLoops(S, /*Must=*/false);
  if (!H) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      walkGeneralFor(For);
    else if (std::string Why;
             isInCopy() ||
             (!indexRange(cast<CXXForRangeStmt>(S), Why) && Why.empty()))
      refuseStatement(S, "a range-based 'for'"); // else that has been said
    return nullptr;
  }
  bool Breaks = hasBreak(bodyOf(S)) || (isInCopy() && hasReturn(S));
  bool DataDependent = false;
  if (Breaks && H->Loops.size() > 1) {
    error(DiagID::HD240, ref(SourceRange(keywordOf(S), closingOf(S))),
          "a 'break' leaves all of its dimensions");
    return nullptr;
  }
  const size_t Known = model().Loops.size();
  walkHeader(S, *H);
  // Loops of what the header calls stand before it, and count.
  if (model().Loops.size() != Known)
    H = readLoops(S, /*Must=*/false);
  for (Loop &L : H->Loops) {
    L.DataDependent |= Breaks || findOpaque(*L.Init) || findOpaque(*L.Bound);
    DataDependent |= L.DataDependent;
    L.FillsParent =
        &L != &H->Loops.front() || (LoopBody && onlyFor(LoopBody) == S);
  }
  const size_t Around = LoopStack.size();
  addLoops(S, *H);
  ++InnerLoops;
  MayDepth += DataDependent;
  // What stands behind the bound is evaluated only where the bound holds.
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && skipMarkers(For->getCond()) != boundOf(For))
    read(For->getCond());
  walkTaken(H->Taken, bodyOf(S));
  MayDepth -= DataDependent;
  --InnerLoops;
  LoopStack.resize(Around);
  leaveLoop(S);
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
  nextStatement();
  if (S->getCond())
    read(S->getCond());
  walk(S->getBody());
  nextStatement();
  if (S->getInc())
    read(S->getInc());
  --MayDepth;
  --InnerLoops;
  leaveLoop(S);
}

void NestBuilder::walkWhile(const VarDecl *Variable, const clang::Expr *Cond,
                            const Stmt *Body) {
  ++InnerLoops;
  ++MayDepth;
  if (Variable)
    walkVariable(Variable);
  nextStatement();
  read(Cond);
  walk(Body);
  --MayDepth;
  --InnerLoops;
  leaveLoop(Body);
}

//===--- Conditions -------------------------------------------------------===//

void NestBuilder::pushGuard(ExprRef Cond, bool Negated) {
  LoopNest &M = model();
  GuardStack.push_back(static_cast<unsigned>(M.Guards.size()));
  M.Guards.push_back({std::move(Cond), Negated});
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

/// What stands behind a statement is skipped whenever it is reached.
ExprRef always(SourceRef Where, const char *Text) {
  auto True = std::make_shared<Expr>();
  True->Kind = ExprKind::Const;
  True->Type = Bool;
  True->Value = 1;
  True->Where = Where;
  True->Text = Text;
  return True;
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
  nextStatement();
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
  ExprRef Skip, Last;
  unsigned Pushed = 0;
  const bool IsLoopBody = S == LoopBody && !isInCopy();
  const size_t Place = Nest->Pieces.size();
  std::vector<Piece> Children;
  for (const Stmt *Child : S->body()) {
    // Of what stands behind the child before.
    if (Last)
      pushGuard(Last, /*Negated=*/true);
    Pushed += Last != nullptr;
    Piece &P = Children.emplace_back();
    P.AccessBegin = Nest->Accesses.size();
    P.LoopBegin = Nest->Loops.size();
    Last = walk(Child);
    P.AccessEnd = Nest->Accesses.size();
    P.LoopEnd = Nest->Loops.size();
    Skip = eitherSkip(Skip, Last);
  }
  while (Pushed--)
    popGuard();
  // What stands behind a 'continue' needs the condition in front of it.
  if (IsLoopBody && !Skip && !Failed)
    notePieces(S, std::move(Children), Place);
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
    nextStatement();
    walkDeclaration(cast<DeclStmt>(S));
    return nullptr;
  case Stmt::IfStmtClass:
    return walkIf(cast<IfStmt>(S));
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
    return walkFor(S);
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
  case Stmt::ContinueStmtClass:
    Nest->Continues = true;
    return always(ref(S), "continue");
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
    if (!isInCopy()) {
      refuseStatement(S, "'return'");
      return nullptr;
    }
    // A copy returns what the function returns a reference to.
    if (const clang::Expr *Value = cast<ReturnStmt>(S)->getRetValue())
      Value->isGLValue() ? readOperand(Value) : walkInitializer(Value);
    return always(ref(S), "return");
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
  default:
    break;
  }
  const auto *E = dyn_cast<clang::Expr>(S);
  if (!E) {
    refuseStatement(
        S, ("a '" + llvm::StringRef(S->getStmtClassName()) + "'").str());
    return nullptr;
  }
  nextStatement();
  discard(E);
  return nullptr;
}

} // namespace heddle
