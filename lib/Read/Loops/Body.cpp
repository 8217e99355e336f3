//===- Body.cpp - Statements of the nest ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Loops/Body.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/AlgorithmLoops.h"
#include "Read/Loops/Branches.h"
#include "Read/Loops/CountDown.h"
#include "Read/Loops/Declarations.h"
#include "Read/Loops/ElementCalls.h"
#include "Read/Loops/Functors.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/LastValues.h"
#include "Read/Loops/LoopHeader.h"
#include "Read/Loops/Pieces.h"
#include "Read/Loops/Privates.h"
#include "Read/Loops/RangeHeader.h"
#include "Read/Loops/Switch.h"
#include "Read/Loops/TurnLoops.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {

static const clang::Expr *boundOf(const clang::ForStmt *For);
static void walkTaken(NestReader &NR, const ExprRef &Taken,
                      const clang::Stmt *Body);
static void walkGeneralFor(NestReader &NR, const clang::ForStmt *S);

//===--- Loops ------------------------------------------------------------===//

/// S under hints such as `#pragma unroll`.
static const Stmt *withoutHints(const Stmt *S) {
  const auto *A = dyn_cast_or_null<AttributedStmt>(S);
  return A && llvm::all_of(A->getAttrs(),
                           [](const Attr *H) { return isa<LoopHintAttr>(H); })
             ? A->getSubStmt()
             : S;
}

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
  Body = withoutHints(Body);
  return isa_and_nonnull<ForStmt, CXXForRangeStmt>(Body) ? Body : nullptr;
}

static bool hasBreak(const NestReader &NR, const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(S))
    return false;
  if (isa<BreakStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (hasBreak(NR, Child))
      return true;
  return false;
}

bool hasReturn(const Stmt *S) {
  return isa<ReturnStmt>(S) || llvm::any_of(S->children(), [](const Stmt *C) {
           return C && hasReturn(C);
         });
}

/// The operand of a `return` whose value nobody takes: it names a place, behind
/// the effects of commas.
static void passPlace(NestReader &NR, const clang::Expr *Value) {
  const clang::Expr *Place = skipMarkers(Value);
  if (!isa<BinaryOperator>(Place)) {
    see(NR, Place);
    return addReplacement(NR, Value->getSourceRange(), "");
  }
  addParentheses(NR, Value, "static_cast<void>(");
  while (const auto *Comma = dyn_cast<BinaryOperator>(Place)) {
    discard(NR, Comma->getLHS());
    Place = skipMarkers(Comma->getRHS());
  }
  lvalue(NR, Place, /*Evaluate=*/true);
}

/// The operand of a `return` by reference. Elements of arrays are read and
/// written where they are named, and not behind a call.
static void givePlace(NestReader &NR, const clang::Expr *Value) {
  const std::optional<Position> P = lvalue(NR, Value, /*Evaluate=*/true);
  if (P && !P->Private)
    refuse(NR, Value, "a reference to a part of an element");
}

/// Behind the loop S of a copy the function may have returned.
static void leaveLoop(NestReader &NR, const Stmt *S) {
  NR.Scope.MayDepth += NR.isInCopy() && hasReturn(S);
}

/// Appends the loops, which become the innermost ones around what follows.
static void addLoops(NestReader &NR, const Stmt *S, const LoopHeaders &H) {
  LoopNest &M = NR.model();
  const auto First = static_cast<unsigned>(M.Loops.size());
  for (unsigned K = 0; K < H.Loops.size(); ++K) {
    Loop L = H.Loops[K];
    L.Parent = NR.Scope.LoopStack.empty()
                   ? -1
                   : static_cast<int>(NR.Scope.LoopStack.back());
    if (NR.isInCopy()) {
      // The nest's text has no such loop; names are those of the nest.
      L.Name = NR.In.Function->getNameAsString() + "::" + L.Name + "#" +
               std::to_string(First + K);
      L.OmpCanonical = false;
    } else {
      setOffsets(NR, L, S);
      L.NameIsUnique = H.Element || H.Pointer || H.Stepped ||
                       NR.Names.NameUse[L.Name].size() == 1;
    }
    NR.Scope.LoopStack.push_back(First + K);
    NR.Scope.Counters[H.Counters[K]] = First + K;
    M.Loops.push_back(std::move(L));
  }
  if (H.Loops.size() == 1 && !H.Taken)
    NR.Scope.LoopOf[S] = First;
  const auto *For = dyn_cast<ForStmt>(S);
  if (For && H.IsForm)
    noteForm(NR, For, H, First);
  else if (For && For->getInc())
    see(NR, For->getInc()); // the header's form says all about it
  else if (!For)
    noteRange(NR, cast<CXXForRangeStmt>(S), H, First);
}

/// Evaluates what the header evaluates, outside of the loop: the bound does not
/// mention the counter.
static void walkHeader(NestReader &NR, const Stmt *S, const LoopHeaders &H) {
  nextStatement(NR);
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(S))
    return walkRange(NR, Range, H.Range);
  const auto *For = cast<ForStmt>(S);
  if (H.IsForm)
    return walkForm(NR, For, H);
  const auto [V, Init] = counterOf(NR, For);
  if (isa<clang::Expr>(For->getInit()))
    see(NR, For->getInit()); // the header's form says all about it
  walkInitializer(NR, Init);
  if (const std::optional<CountDown> Down = countDown(For, V)) {
    see(NR, Down->Step);
    if (Down->Bound)
      read(NR, Down->Bound);
    return;
  }
  read(NR, boundOf(For));
  // Its constants may have names, which a loop in the thread has to know.
  if (const clang::Expr *Amount = stepAmount(For, V))
    read(NR, Amount);
}

/// The leftmost condition: it alone is evaluated whenever the loop ends.
static const clang::Expr *boundOf(const ForStmt *For) {
  const clang::Expr *E = skipMarkers(For->getCond());
  while (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->getOpcode() != BO_LAnd)
      break;
    E = skipMarkers(B->getLHS());
  }
  return E;
}

/// The same of a loop that is mapped. The launch computes its bounds, and the
/// iterations have no place for what the header reads of arrays.
static void walkMappedHeader(NestReader &NR, const Stmt *S,
                             const LoopHeaders &H) {
  const llvm::SaveAndRestore<bool> Keep(NR.Scope.InMappedHeader, true);
  const size_t Known = NR.Nest->Accesses.size();
  walkHeader(NR, S, H);
  if (NR.Nest->Accesses.size() == Known || NR.Failed)
    return;
  const Access &A = NR.Nest->Accesses[Known];
  NR.error(DiagID::HD208, A.Where, H.Loops.front().Name,
           "its header reads '" + A.Text + "'");
}

/// Elements in the header may be parameters.
static std::optional<LoopHeaders> readMapped(NestReader &NR, const Stmt *For,
                                             bool Must) {
  const llvm::SaveAndRestore<bool> Keep(NR.Scope.InMappedHeader, true);
  return readLoops(NR, For, Must);
}

void walkPerfect(NestReader &NR, const Stmt *For) {
  if (isa<clang::Expr>(For))
    return walkAlgorithm(NR, For);
  std::optional<LoopHeaders> Next = readMapped(NR, For, /*Must=*/true);
  if (!Next)
    return; // only the first can fail: the others were tried before
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(For))
    declareSpace(NR, Range, *Next);
  for (const Loop &L : Next->Loops)
    for (const ExprRef &E : {L.Init, L.Bound})
      if (const Expr *Found = findOpaque(*E); Found && !NR.Failed)
        NR.error(DiagID::HD208, Found->Where, L.Name, Found->Why);
  ExprRef Taken;
  while (true) {
    walkMappedHeader(NR, For, *Next);
    // A function that is called to find an end may have loops; such an end is
    // opaque.
    if (NR.Nest->Loops.size() != NR.Nest->PerfectDepth) {
      if (NR.Failed)
        return;
      NR.error(DiagID::HD208, ref(NR, SourceRange(keywordOf(For))),
               Next->Loops.front().Name,
               "its header calls a function with loops");
      return;
    }
    addLoops(NR, For, *Next);
    NR.Nest->PerfectDepth = static_cast<unsigned>(NR.Nest->Loops.size());
    Taken = Next->Taken;
    if (Taken || Next->DeclaresInBody) // stands in front of what is inside
      break;
    const Stmt *Inner = onlyFor(bodyOf(For));
    if (!Inner || hasBreak(NR, bodyOf(Inner)) ||
        NR.Nest->PerfectDepth >= NR.Scope.Privates.MostPerfect)
      break;
    Next = readMapped(NR, Inner, /*Must=*/false);
    if (!Next || llvm::any_of(Next->Loops, [&](const Loop &L) {
          // The kernel declares the mapped counters side by side.
          return L.DataDependent || findOpaque(*L.Init) ||
                 findOpaque(*L.Bound) || scalesCounter(*L.Init) ||
                 scalesCounter(*L.Bound) ||
                 llvm::any_of(NR.Nest->Loops, [&](const Loop &Outer) {
                   return Outer.Name == L.Name;
                 });
        }))
      break;
    For = Inner;
  }
  NR.Scope.Privates.Body = bodyOf(For);
  walkTaken(NR, Taken, bodyOf(For));
  keepLastValues(NR);
  NR.Scope.LoopStack.clear();
}

/// The body, for those iterations of the loops that a range has.
static void walkTaken(NestReader &NR, const ExprRef &Taken, const Stmt *Body) {
  llvm::SaveAndRestore<const Stmt *> Keep(NR.Scope.LoopBody,
                                          Taken ? nullptr : Body);
  if (Taken)
    pushGuard(NR, Taken, /*Negated=*/false);
  walk(NR, Body);
  if (Taken)
    NR.Scope.popGuard();
}

static ExprRef walkFor(NestReader &NR, const Stmt *S) {
  std::optional<LoopHeaders> H;
  if (!NR.isInCopy() || isa<ForStmt>(S))
    H = readLoops(NR, S, /*Must=*/false);
  if (const auto *For = dyn_cast<ForStmt>(S); For && !H)
    if (const VarDecl *V = assignedCounter(For).first;
        V && !isDeclaredInNest(NR, V))
      return nullptr; // HD202 has been said
  if (!H) {
    if (const auto *For = dyn_cast<ForStmt>(S))
      walkGeneralFor(NR, For);
    else if (NR.isInCopy()) // else that has been said
      refuseStatement(NR, S, "a range-based 'for'");
    return nullptr;
  }
  bool Breaks = hasBreak(NR, bodyOf(S)) || (NR.isInCopy() && hasReturn(S));
  bool DataDependent = false;
  if (Breaks && H->Loops.size() > 1) {
    NR.error(DiagID::HD240, ref(NR, SourceRange(keywordOf(S), closingOf(S))),
             "a 'break' leaves all of its dimensions");
    return nullptr;
  }
  const size_t Known = NR.model().Loops.size();
  walkHeader(NR, S, *H);
  // Loops of what the header calls stand before it, and count.
  if (NR.model().Loops.size() != Known)
    H = readLoops(NR, S, /*Must=*/false);
  for (Loop &L : H->Loops) {
    L.DataDependent |= Breaks || findOpaque(*L.Init) || findOpaque(*L.Bound);
    DataDependent |= L.DataDependent;
    L.FillsParent = &L != &H->Loops.front() ||
                    (NR.Scope.LoopBody && onlyFor(NR.Scope.LoopBody) == S);
    if (const auto *For = dyn_cast<ForStmt>(S))
      L.DeclaresCounter = isa_and_nonnull<DeclStmt>(For->getInit());
    L.IsStatement = L.FillsParent ||
                    (NR.Scope.LoopBody && isStatementOf(NR.Scope.LoopBody, S));
  }
  const size_t Around = NR.Scope.LoopStack.size();
  addLoops(NR, S, *H);
  const llvm::scope_exit Leave([&] {
    // A variable from outside of the loop outlives its part as a counter.
    if (NR.Scope.Assigned.erase(H->Counters.front()))
      NR.Scope.Counters.erase(H->Counters.front());
  });
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && isa<clang::Expr>(For->getInit()))
    NR.Scope.Assigned[H->Counters.front()] = For;
  NR.Scope.beginLoop(DataDependent);
  // The part of the condition behind the bound is evaluated only where the
  // bound holds.
  if (const auto *For = dyn_cast<ForStmt>(S);
      For && skipMarkers(For->getCond()) != boundOf(For) &&
      !countDown(For, H->Counters.front()))
    read(NR, For->getCond());
  walkTaken(NR, H->Taken, bodyOf(S));
  NR.Scope.endLoop(DataDependent);
  NR.Scope.LoopStack.resize(Around);
  leaveLoop(NR, S);
  return nullptr;
}

/// A `for` that does not count: its variables are locals that change, and what
/// it does happens any number of times.
static void walkGeneralFor(NestReader &NR, const ForStmt *S) {
  if (S->getInit())
    walk(NR, S->getInit());
  const Turns Counted = S->getConditionVariable()
                            ? Turns::Unknown
                            : countTurns(NR, S, S->getCond(), S->getBody());
  enterTurns(NR, Counted);
  if (const VarDecl *V = S->getConditionVariable())
    walkVariable(NR, V);
  nextStatement(NR);
  if (S->getCond())
    read(NR, S->getCond());
  walk(NR, S->getBody());
  nextStatement(NR);
  if (S->getInc())
    discard(NR, S->getInc());
  leaveTurns(NR, Counted);
  leaveLoop(NR, S);
}

static void walkWhile(NestReader &NR, const Stmt *S, const VarDecl *Variable,
                      const clang::Expr *Cond, const Stmt *Body) {
  const Turns Counted = Variable || isa<DoStmt>(S)
                            ? Turns::Unknown
                            : countTurns(NR, S, Cond, Body);
  enterTurns(NR, Counted);
  if (Variable)
    walkVariable(NR, Variable);
  nextStatement(NR);
  read(NR, Cond);
  walk(NR, Body);
  leaveTurns(NR, Counted);
  leaveLoop(NR, Body);
}

/// A `break` or `continue` in S that is about the loop around S.
static bool endsLoop(const Stmt *S) {
  if (isa<BreakStmt, ContinueStmt>(S))
    return true;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && endsLoop(C); });
}

/// `do { ... } while (0)` runs once, as macros want it. The zero is written
/// with the loop: a macro of its own may be another number.
static bool runsOnce(const NestReader &NR, const DoStmt *S) {
  const clang::Expr *Cond = S->getCond()->IgnoreParenImpCasts();
  const auto *Number = dyn_cast<IntegerLiteral>(Cond);
  const auto *Bool = dyn_cast<CXXBoolLiteralExpr>(Cond);
  return ((Number && Number->getValue() == 0) || (Bool && !Bool->getValue())) &&
         NR.SM.getFileID(Cond->getBeginLoc()) ==
             NR.SM.getFileID(S->getWhileLoc()) &&
         !endsLoop(S->getBody());
}

static ExprRef walkDo(NestReader &NR, const DoStmt *S) {
  if (runsOnce(NR, S)) {
    read(NR, S->getCond());
    return walk(NR, S->getBody());
  }
  walkWhile(NR, S, nullptr, S->getCond(), S->getBody());
  return nullptr;
}

//===--- Conditions -------------------------------------------------------===//

void pushGuard(NestReader &NR, ExprRef Cond, bool Negated) {
  LoopNest &M = NR.model();
  NR.Scope.GuardStack.push_back(static_cast<unsigned>(M.Guards.size()));
  M.Guards.push_back({std::move(Cond), Negated});
}

static const IntType Bool{1, false};

ExprRef logic(ExprKind Kind, std::vector<ExprRef> Operands) {
  auto N = std::make_shared<Expr>();
  N->Kind = Kind;
  N->Type = Bool;
  N->Where = Operands.front()->Where;
  N->Text = Operands.front()->Text;
  N->Operands = std::move(Operands);
  return N;
}

ExprRef always(SourceRef Where, const char *Text) {
  auto True = std::make_shared<Expr>();
  True->Kind = ExprKind::Const;
  True->Type = Bool;
  True->Value = 1;
  True->Where = Where;
  True->Text = Text;
  return True;
}

ExprRef eitherSkip(ExprRef A, ExprRef B) {
  if (!A || !B)
    return A ? A : B;
  return logic(ExprKind::Or, {A, B});
}

static ExprRef walkCompound(NestReader &NR, const CompoundStmt *S) {
  ExprRef Skip, Last;
  unsigned Pushed = 0;
  const bool IsLoopBody = S == NR.Scope.LoopBody && !NR.isInCopy();
  const size_t Place = NR.Nest->Pieces.size();
  std::vector<Piece> Children;
  for (const Stmt *Child : S->body()) {
    // This guards the code that stands behind the child before.
    if (Last)
      pushGuard(NR, Last, /*Negated=*/true);
    Pushed += Last != nullptr;
    Piece &P = Children.emplace_back();
    P.AccessBegin = NR.Nest->Accesses.size();
    P.LoopBegin = NR.Nest->Loops.size();
    Last = walk(NR, Child);
    P.AccessEnd = NR.Nest->Accesses.size();
    P.LoopEnd = NR.Nest->Loops.size();
    Skip = eitherSkip(Skip, Last);
  }
  while (Pushed--)
    NR.Scope.popGuard();
  // Code behind a 'continue' needs the condition in front of it.
  if (IsLoopBody && !Skip && !NR.Failed)
    notePieces(NR, S, std::move(Children), Place);
  return Skip;
}

//===--- Statements -------------------------------------------------------===//

/// A label is said once, by the first statement that jumps to it or has it.
void refuseStatement(NestReader &NR, const Stmt *S, llvm::StringRef What) {
  if (isa<LabelStmt>(S) &&
      llvm::any_of(NR.Diags.Diagnostics,
                   [](const Diagnostic &D) { return D.ID == DiagID::HD211; })) {
    NR.Failed = true;
    return;
  }
  NR.error(DiagID::HD211, ref(NR, S), What);
}

static ExprRef walkAttributed(NestReader &NR, const AttributedStmt *S) {
  for (const Attr *A : S->getAttrs()) {
    if (wordOf(A)) {
      NR.error(DiagID::HD115, ref(NR, A->getRange()))
          .note(NR.Nest->Where, "the mapped nest begins here");
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
      read(NR, cast<CXXAssumeAttr>(A)->getAssumption());
      break;
    default:
      refuseStatement(
          NR, S,
          ("the attribute '" + llvm::StringRef(A->getSpelling()) + "'").str());
      return nullptr;
    }
  }
  return walk(NR, S->getSubStmt());
}

/// A declaration, or an expression whose value nobody uses.
static void walkSimple(NestReader &NR, const Stmt *S) {
  const auto First = static_cast<unsigned>(NR.Nest->Accesses.size());
  nextStatement(NR);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    walkDeclaration(NR, D);
  else if (!readElementCall(NR, cast<clang::Expr>(S)))
    discard(NR, cast<clang::Expr>(S));
  if (!NR.isInCopy())
    NR.Scope.Simple.push_back(
        {S, First, static_cast<unsigned>(NR.Nest->Accesses.size())});
}

ExprRef walk(NestReader &NR, const Stmt *S) {
  // `({ ... });`, of which nobody uses a value.
  const auto *E = dyn_cast<clang::Expr>(S);
  if (const auto *Block = dyn_cast_or_null<StmtExpr>(E ? E->IgnoreParens() : E))
    return walkCompound(NR, Block->getSubStmt());
  switch (S->getStmtClass()) {
  case Stmt::NullStmtClass:
    return nullptr;
  case Stmt::CompoundStmtClass:
    return walkCompound(NR, cast<CompoundStmt>(S));
  case Stmt::DeclStmtClass:
    walkSimple(NR, S);
    return nullptr;
  case Stmt::IfStmtClass:
    return walkIf(NR, cast<IfStmt>(S));
  case Stmt::ForStmtClass:
  case Stmt::CXXForRangeStmtClass:
    return walkFor(NR, S);
  case Stmt::WhileStmtClass: {
    const auto *W = cast<WhileStmt>(S);
    walkWhile(NR, W, W->getConditionVariable(), W->getCond(), W->getBody());
    return nullptr;
  }
  case Stmt::DoStmtClass:
    return walkDo(NR, cast<DoStmt>(S));
  case Stmt::AttributedStmtClass:
    return walkAttributed(NR, cast<AttributedStmt>(S));
  case Stmt::ContinueStmtClass:
    NR.Nest->Continues = true;
    return always(ref(NR, S), "continue");
  case Stmt::BreakStmtClass:
    if (!NR.Scope.InnerLoops && !NR.Scope.EndsOfCases.contains(S))
      NR.error(DiagID::HD212, ref(NR, S));
    return nullptr;
  case Stmt::GotoStmtClass:
  case Stmt::IndirectGotoStmtClass:
    refuseStatement(NR, S, "'goto'");
    return nullptr;
  case Stmt::LabelStmtClass:
    refuseStatement(NR, S, "a label");
    return nullptr;
  case Stmt::ReturnStmtClass:
    if (!NR.isInCopy()) {
      if (NR.Scope.Functor.Body)
        return walkResult(NR, cast<ReturnStmt>(S));
      refuseStatement(NR, S, "'return'");
      return nullptr;
    }
    // A copy returns what the function returns a reference to.
    if (const clang::Expr *Value = cast<ReturnStmt>(S)->getRetValue();
        Value && NR.Callees.GivesNothing)
      passPlace(NR, Value);
    else if (Value && NR.Callees.GivesPlace)
      givePlace(NR, Value);
    else if (Value)
      Value->isGLValue() ? readOperand(NR, Value) : walkInitializer(NR, Value);
    return always(ref(NR, S), "return");
  case Stmt::SwitchStmtClass:
    return walkSwitch(NR, cast<SwitchStmt>(S));
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    refuseStatement(NR, S, "a 'case' that is no part of its 'switch'");
    return nullptr;
  case Stmt::GCCAsmStmtClass:
  case Stmt::MSAsmStmtClass:
    refuseStatement(NR, S, "inline assembly");
    return nullptr;
  case Stmt::CXXTryStmtClass:
    refuseStatement(NR, S, "'try'");
    return nullptr;
  default:
    break;
  }
  if (E)
    walkSimple(NR, S);
  else
    refuseStatement(
        NR, S, ("a '" + llvm::StringRef(S->getStmtClassName()) + "'").str());
  return nullptr;
}

void nextStatement(NestReader &NR) { NR.Scope.Statement += !NR.isInCopy(); }

} // namespace heddle
