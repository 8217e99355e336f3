//===- MovedLocals.cpp - Locals that grow from turn to turn ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The value follows from where the variable is named, not from when it is asked
// for: what stands before that place within the block, and for each loop around
// it how many turns have gone by, times what one turn adds. A turn that adds
// what is not certain, or not the same each time, gives no value.
//
// A sum in a signed type that the program computes is exact, but a product of
// turns and a step need not fit that type: signed values are computed in 64
// bits. Other values wrap around as the variable does.
//===----------------------------------------------------------------------===//
#include "Read/Loops/MovedLocals.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/LoopHeader.h"
#include "Read/Loops/VariableSteps.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace heddle {
namespace {

const IntType Int64{64, true};

/// Effects of statements on the variable: they add Value to it, or set it to
/// Value. Null: they add nothing.
struct Effect {
  ExprRef Value;
  bool Sets = false;
  bool Known = true;
};

const Effect Unknown{nullptr, false, false};

class MovedReader {
public:
  MovedReader(NestReader &NR, const VarDecl *V)
      : NR(NR), V(V), IsPointer(V->getType()->isPointerType()),
        Type(IsPointer ? Int64
                       : intType(NR, V->getType()).value_or(IntType{1, false})),
        Sum(Type.mayWrap() ? Type : Int64) {}

  bool isFit() const { return Type.Bits >= 32; }
  ExprRef at(const clang::Expr *E);

private:
  Effect before(const Stmt *S);
  Effect beforeInBlock(const CompoundStmt *Block, const Stmt *S);
  Effect beforeInDeclarations(const DeclStmt *D, const Stmt *S);
  Effect beforeInIf(const IfStmt *If, const Stmt *S);
  Effect beforeInLoop(const Stmt *Loop, const Stmt *S);

  Effect effectOf(const Stmt *S);
  Effect effectOfExpr(const Stmt *S);
  Effect effectOfAssignment(const BinaryOperator *B, const Stmt *Within);
  Effect effectOfWrite(const clang::Expr *Write, const Stmt *Within);
  Effect effectOfLoop(const Stmt *Loop);
  Effect turnOf(const Stmt *Loop);
  Effect then(const Effect &First, const Effect &Second);

  ExprRef inSum(const ExprRef &E) const;
  Effect added(const clang::Expr *Amount, bool Negative);
  Effect setTo(const clang::Expr *Value);
  Effect times(const Stmt *Loop, const Effect &Turn, ExprRef Count);
  ExprRef turns(const Stmt *Loop);
  ExprRef trips(const Stmt *Loop);
  bool declares(const Stmt *S) const;
  bool touches(const Stmt *S) const;
  bool changesElsewhere(const Stmt *Loop) const;

  NestReader &NR;
  const VarDecl *V;
  const bool IsPointer;
  const IntType Type, Sum;
  /// Where the value is asked for.
  const clang::Expr *Use = nullptr;
};

} // namespace

//===--- The syntax -------------------------------------------------------===//

static const Stmt *skipParens(const VariableFacts &Facts, const Stmt *S) {
  while (isa_and_nonnull<ParenExpr>(S))
    S = Facts.parent(S);
  return S;
}

/// A `continue` in S that is about the loop around S.
static bool hasContinue(const Stmt *S) {
  if (isa<ContinueStmt>(S))
    return true;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(S))
    return false;
  return llvm::any_of(S->children(),
                      [](const Stmt *C) { return C && hasContinue(C); });
}

/// A jump out of the loop around S, of which S is a part.
static bool leaves(const Stmt *S, bool InInner = false) {
  if (isa<ReturnStmt>(S) || (isa<BreakStmt>(S) && !InInner))
    return true;
  InInner |= isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt>(S);
  return llvm::any_of(S->children(),
                      [&](const Stmt *C) { return C && leaves(C, InInner); });
}

/// Whenever the expression or declaration P is evaluated, so is its part S.
static bool evaluates(const Stmt *P, const Stmt *S, const ASTContext &Ctx) {
  if (const auto *B = dyn_cast<BinaryOperator>(P))
    return !B->isLogicalOp() || S == B->getLHS();
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(P))
    return S == C->getCond();
  if (const auto *C = dyn_cast<CallExpr>(P)) // some built in look at nothing
    return !C->getBuiltinCallee() ||
           Ctx.BuiltinInfo.isPredefinedLibFunction(C->getBuiltinCallee());
  return isa<ParenExpr, CastExpr, UnaryOperator, ArraySubscriptExpr, MemberExpr,
             FullExpr, MaterializeTemporaryExpr, CXXConstructExpr, InitListExpr,
             DeclStmt>(P);
}

/// The body; the other parts are null where there are none.
static const Stmt *partsOf(const Stmt *Loop, const Stmt *&Init,
                           const Stmt *&Cond, const Stmt *&Step) {
  Init = Cond = Step = nullptr;
  if (const auto *For = dyn_cast<ForStmt>(Loop)) {
    Init = For->getInit();
    Cond = For->getCond();
    Step = For->getInc();
    return For->getBody();
  }
  if (const auto *While = dyn_cast<WhileStmt>(Loop)) {
    Cond = While->getCond();
    return While->getBody();
  }
  return cast<CXXForRangeStmt>(Loop)->getBody();
}

bool MovedReader::declares(const Stmt *S) const {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::is_contained(D->decls(), V);
}

bool MovedReader::touches(const Stmt *S) const {
  return declares(S) || NR.Facts.writeWithin(V, S);
}

/// A part of the loop changes the variable that is neither of these: the
/// declaration of a condition, what a range is made of.
bool MovedReader::changesElsewhere(const Stmt *Loop) const {
  const Stmt *Parts[4];
  Parts[3] = partsOf(Loop, Parts[0], Parts[1], Parts[2]);
  return llvm::any_of(NR.Facts.writes(V), [&](const clang::Expr *W) {
    return NR.Facts.isWithin(W, Loop) &&
           llvm::none_of(Parts, [&](const Stmt *Part) {
             return Part && NR.Facts.isWithin(W, Part);
           });
  });
}

//===--- What statements add ----------------------------------------------===//

Effect MovedReader::then(const Effect &First, const Effect &Second) {
  if (!Second.Known || Second.Sets || !First.Known)
    return Second.Known && Second.Sets ? Second
           : Second.Known              ? First
                                       : Unknown;
  if (!First.Value || !Second.Value)
    return {First.Value ? First.Value : Second.Value, First.Sets};
  return {isZero(*First.Value)
              ? Second.Value
              : node(NR, ExprKind::Add, Sum, {First.Value, Second.Value}, Use),
          First.Sets};
}

/// E in the type in which values are summed up.
ExprRef MovedReader::inSum(const ExprRef &E) const {
  return E->Kind == ExprKind::Const && Sum.Signed
             ? constant(NR, E->Value, Sum, nullptr)
             : convert(NR, E, Sum);
}

Effect MovedReader::added(const clang::Expr *Amount, bool Negative) {
  ExprRef By = valueThen(NR, Amount);
  if (findOpaque(*By) || (!IsPointer && !(By->Type == Type)))
    return Unknown;
  By = inSum(By);
  if (!Negative)
    return {By};
  return {By->Kind == ExprKind::Const && Sum.Signed && By->Value != INT64_MIN
              ? constant(NR, -By->Value, Sum, nullptr)
              : node(NR, ExprKind::Neg, Sum, {By}, Amount)};
}

Effect MovedReader::setTo(const clang::Expr *Value) {
  if (IsPointer)
    return {constant(NR, 0, Sum, nullptr), true};
  const ExprRef Now = valueThen(NR, Value);
  if (findOpaque(*Now))
    return Unknown;
  return {inSum(convert(NR, Now, Type)), true};
}

/// `V = e`, `V = V + e` or `V = V - e` as all of Within.
Effect MovedReader::effectOfAssignment(const BinaryOperator *B,
                                       const Stmt *Within) {
  const auto *Whole = dyn_cast<clang::Expr>(Within);
  if (IsPointer || !Whole || skipMarkers(Whole) != B)
    return Unknown;
  const clang::Expr *Value = B->getRHS();
  if (!NR.Facts.isMentionedIn(V, Value))
    return setTo(Value);
  const auto *Total = dyn_cast<BinaryOperator>(Value->IgnoreParens());
  if (!Total || !Total->isAdditiveOp() || NR.Facts.writeWithin(V, Total))
    return Unknown;
  const clang::Expr *Left = Total->getLHS(), *Right = Total->getRHS();
  if (Total->getOpcode() == BO_Add && isReadOf(Right, V))
    std::swap(Left, Right);
  return isReadOf(Left, V) && !NR.Facts.isMentionedIn(V, Right)
             ? added(Right, Total->getOpcode() == BO_Sub)
             : Unknown;
}

/// Write names the variable where it is changed.
Effect MovedReader::effectOfWrite(const clang::Expr *Write,
                                  const Stmt *Within) {
  const Stmt *Op = skipParens(NR.Facts, NR.Facts.parent(Write));
  if (const auto *U = dyn_cast<UnaryOperator>(Op))
    return {constant(NR, U->isIncrementOp() ? 1 : -1, Sum, nullptr)};
  const auto *B = dyn_cast<BinaryOperator>(Op);
  if (B && B->getOpcode() == BO_Assign)
    return effectOfAssignment(B, Within);
  const auto *C = dyn_cast_or_null<CompoundAssignOperator>(B);
  if (!C || (C->getOpcode() != BO_AddAssign && C->getOpcode() != BO_SubAssign))
    return Unknown;
  // A sum in another type is converted back.
  const std::optional<IntType> Computed =
      IsPointer ? Int64 : intType(NR, C->getComputationResultType());
  if (!Computed || !(*Computed == Type))
    return Unknown;
  return added(C->getRHS(), C->getOpcode() == BO_SubAssign);
}

Effect MovedReader::effectOfExpr(const Stmt *S) {
  Effect All;
  for (const clang::Expr *Write : NR.Facts.writes(V)) {
    if (!NR.Facts.isWithin(Write, S))
      continue;
    for (const Stmt *Part = Write; Part != S; Part = NR.Facts.parent(Part))
      if (!evaluates(NR.Facts.parent(Part), Part, NR.Ctx))
        return Unknown;
    All = then(All, effectOfWrite(Write, S));
  }
  return All;
}

Effect MovedReader::effectOf(const Stmt *S) {
  if (!S || !touches(S))
    return {};
  if (declares(S))
    return V->hasInit() && !NR.Facts.writeWithin(V, S) ? setTo(V->getInit())
                                                       : Unknown;
  if (isa<clang::Expr, DeclStmt>(S))
    return effectOfExpr(S);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return effectOf(A->getSubStmt());
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    Effect All;
    for (const Stmt *Child : Block->body())
      All = then(All, effectOf(Child));
    return All;
  }
  return isa<ForStmt, WhileStmt, CXXForRangeStmt>(S) ? effectOfLoop(S)
                                                     : Unknown;
}

//===--- Loops ------------------------------------------------------------===//

/// One turn, which is the same each time.
Effect MovedReader::turnOf(const Stmt *Loop) {
  const Stmt *Init, *Cond, *Step;
  const Stmt *Body = partsOf(Loop, Init, Cond, Step);
  if (changesElsewhere(Loop) ||
      (NR.Facts.writeWithin(V, Body) && hasContinue(Body)))
    return Unknown;
  const Effect Turn =
      then(then(effectOf(Cond), effectOf(Body)), effectOf(Step));
  return Turn.Sets ? Unknown : Turn;
}

/// E does not change while the loop runs: of the counters it has those around.
static bool isSameInLoop(const Expr &E, unsigned Loop, const LoopNest &M) {
  if (E.Kind == ExprKind::Counter) {
    int Around = M.Loops[Loop].Parent;
    while (Around >= 0 && static_cast<unsigned>(Around) != E.Index)
      Around = M.Loops[static_cast<unsigned>(Around)].Parent;
    return Around >= 0;
  }
  return llvm::all_of(
      E.Operands, [&](const ExprRef &O) { return isSameInLoop(*O, Loop, M); });
}

/// Turn, so many times; Count is null if that is not known.
Effect MovedReader::times(const Stmt *Loop, const Effect &Turn, ExprRef Count) {
  if (!Turn.Known || !Turn.Value)
    return Turn;
  if (!Count ||
      !isSameInLoop(*Turn.Value, NR.Scope.LoopOf.lookup(Loop), NR.model()))
    return Unknown;
  if (isZero(*Count))
    return {};
  if (Turn.Value->Kind == ExprKind::Const && Turn.Value->Value == 1)
    return {Count};
  return {node(NR, ExprKind::Mul, Sum, {Turn.Value, Count}, Use)};
}

/// How many turns have gone by, of a loop that the use is in.
ExprRef MovedReader::turns(const Stmt *Loop) {
  const auto Known = NR.Scope.LoopOf.find(Loop);
  if (Known == NR.Scope.LoopOf.end())
    return nullptr;
  const heddle::Loop &L = NR.model().Loops[Known->second];
  if (!L.Init || findOpaque(*L.Init))
    return nullptr;
  const ExprRef Now =
      inSum(counterExpr(Known->second, L.Type, L.NameWhere, L.Name));
  const ExprRef First = inSum(L.Init);
  const bool Up = L.Step > 0;
  ExprRef Passed = Up && isZero(*First)
                       ? Now
                       : node(NR, ExprKind::Sub, Sum,
                              {Up ? Now : First, Up ? First : Now}, Use);
  if (std::abs(L.Step) == 1)
    return Passed;
  return node(NR, ExprKind::Div, Sum,
              {Passed, constant(NR, std::abs(L.Step), Sum, nullptr)}, Use);
}

/// How many turns a loop has that has ended, or whose end the use cannot see.
ExprRef MovedReader::trips(const Stmt *Loop) {
  const auto Known = NR.Scope.LoopOf.find(Loop);
  const bool IsInside = NR.Facts.isWithin(Use, Loop);
  if (Known == NR.Scope.LoopOf.end() || (!Sum.Signed && !IsInside))
    return nullptr;
  const heddle::Loop &L = NR.model().Loops[Known->second];
  // A loop that is being read has no header in the model yet.
  if (!L.CounterSide || !L.Init || !L.Bound)
    return nullptr;
  if (L.DataDependent || L.StepsInCondition || std::abs(L.Step) != 1 ||
      L.CounterSide->Kind != ExprKind::Counter || findOpaque(*L.Init) ||
      findOpaque(*L.Bound))
    return nullptr;
  const ExprRef First = inSum(L.Init), End = inSum(L.Bound);
  const bool Up = L.Step > 0;
  ExprRef Count = Up && isZero(*First)
                      ? End
                      : node(NR, ExprKind::Sub, Sum,
                             {Up ? End : First, Up ? First : End}, Use);
  if (L.Rel == Relation::Le || L.Rel == Relation::Ge)
    Count = node(NR, ExprKind::Add, Sum, {Count, constant(NR, 1, Sum, nullptr)},
                 Use);
  // In one of its turns there are turns, as many as in any other where nothing
  // in the header changes.
  if (IsInside)
    return Count;
  return node(NR, ExprKind::Max, Sum, {Count, constant(NR, 0, Sum, nullptr)},
              Use);
}

Effect MovedReader::effectOfLoop(const Stmt *Loop) {
  const Stmt *Init, *Cond, *Step;
  const Stmt *Body = partsOf(Loop, Init, Cond, Step);
  if ((Cond && touches(Cond)) || leaves(Body))
    return Unknown;
  return then(effectOf(Init), times(Loop, turnOf(Loop), trips(Loop)));
}

//===--- What has happened before -----------------------------------------===//

Effect MovedReader::beforeInBlock(const CompoundStmt *Block, const Stmt *S) {
  Effect All;
  bool Behind = true;
  for (const Stmt *Child : llvm::reverse(Block->body())) {
    Behind &= Child != S;
    if (Behind || Child == S)
      continue;
    All = then(effectOf(Child), All);
    if (All.Sets || !All.Known)
      return All;
  }
  return then(before(Block), All);
}

Effect MovedReader::beforeInDeclarations(const DeclStmt *D, const Stmt *S) {
  Effect All;
  for (const Decl *Each : D->decls()) {
    const auto *Local = dyn_cast<VarDecl>(Each);
    if (!Local || !Local->hasInit())
      continue;
    if (Local->getInit() == S)
      break;
    All = Local == V ? setTo(V->getInit())
                     : then(All, effectOf(Local->getInit()));
  }
  return All.Sets ? All : then(before(D), All);
}

Effect MovedReader::beforeInIf(const IfStmt *If, const Stmt *S) {
  if (If->getConditionVariable())
    return Unknown;
  Effect All = S == If->getInit() ? Effect() : effectOf(If->getInit());
  if (S == If->getThen() || S == If->getElse())
    All = then(All, effectOf(If->getCond()));
  return All.Sets ? All : then(before(If), All);
}

Effect MovedReader::beforeInLoop(const Stmt *Loop, const Stmt *S) {
  const Stmt *Init, *Cond, *Step;
  const Stmt *Body = partsOf(Loop, Init, Cond, Step);
  if (S == Init)
    return before(Loop);
  if (S != Body && S != Cond && S != Step)
    return Unknown;
  const Effect OfInit = effectOf(Init);
  const Effect Start = OfInit.Sets ? OfInit : then(before(Loop), OfInit);
  Effect Here = then(Start, times(Loop, turnOf(Loop), turns(Loop)));
  if (S != Cond)
    Here = then(Here, effectOf(Cond));
  return S == Step ? then(Here, effectOf(Body)) : Here;
}

Effect MovedReader::before(const Stmt *S) {
  const Stmt *P = NR.Facts.parent(S);
  for (; P && !touches(P); P = NR.Facts.parent(P))
    S = P;
  if (!P || !NR.Facts.isWithin(P, NR.In.Nest))
    return Unknown;
  if (const auto *Block = dyn_cast<CompoundStmt>(P))
    return beforeInBlock(Block, S);
  if (const auto *D = dyn_cast<DeclStmt>(P))
    return beforeInDeclarations(D, S);
  if (const auto *If = dyn_cast<IfStmt>(P))
    return beforeInIf(If, S);
  if (isa<AttributedStmt>(P))
    return before(P);
  return isa<ForStmt, WhileStmt, CXXForRangeStmt>(P) ? beforeInLoop(P, S)
                                                     : Unknown;
}

ExprRef MovedReader::at(const clang::Expr *E) {
  Use = E;
  const Stmt *Whole = E;
  while (const auto *P =
             dyn_cast_or_null<clang::Expr>(NR.Facts.parent(Whole))) {
    if (isa<LambdaExpr, StmtExpr>(P))
      return nullptr;
    Whole = P;
  }
  Effect Here = before(Whole);
  if (NR.Facts.writeWithin(V, Whole)) {
    // Its only name there is that of the step.
    if (llvm::count_if(NR.Facts.mentions(V), [&](const clang::Expr *M) {
          return NR.Facts.isWithin(M, Whole);
        }) != 1)
      return nullptr;
    const auto *U =
        dyn_cast<UnaryOperator>(skipParens(NR.Facts, NR.Facts.parent(E)));
    if (!U || !U->isPostfix())
      Here = then(Here, effectOf(Whole));
  }
  if (!Here.Known || !Here.Sets ||
      treeSize(*Here.Value, MaxTreeSize) >= MaxTreeSize)
    return nullptr;
  return Here.Value;
}

//===--- Entry points -----------------------------------------------------===//

static ExprRef movedIn(NestReader &NR, const VarDecl *V, const clang::Expr *E) {
  if (NR.isInCopy() || NR.Callees.Calling || NR.Facts.escape(V) ||
      V->getType().isVolatileQualified() ||
      !NR.Scope.Asked.insert(V).second) // it would take itself to say
    return nullptr;
  const llvm::scope_exit Done([&] { NR.Scope.Asked.erase(V); });
  MovedReader Reader(NR, V);
  return Reader.isFit() ? Reader.at(E) : nullptr;
}

ExprRef movedExpr(NestReader &NR, const VarDecl *V, const clang::Expr *E) {
  const std::optional<IntType> Type = intType(NR, V->getType());
  const ExprRef Value = Type ? movedIn(NR, V, E) : nullptr;
  if (!Value)
    return opaque(NR, E, "it changes in the nest");
  // The program has computed it in this type.
  return Value->Type == *Type
             ? Value
             : node(NR, ExprKind::Add, *Type,
                    {Value, constant(NR, 0, Value->Type, nullptr)}, E);
}

ExprRef steppedExpr(NestReader &NR, const UnaryOperator *E) {
  const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(E->getSubExpr()));
  const VarDecl *V = D ? variable(NR, D->getDecl()) : nullptr;
  return V && isDeclaredInNest(NR, V) && !NR.Scope.Counters.count(V)
             ? movedExpr(NR, V, D)
             : opaque(NR, E, "the operator has no affine reading");
}

ExprRef movedBy(NestReader &NR, const VarDecl *V, const clang::Expr *E) {
  return movedIn(NR, V, E);
}

bool namesMoved(const NestReader &NR, const Stmt *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const VarDecl *V = D ? variable(NR, D->getDecl()) : nullptr;
  if (V && isDeclaredInNest(NR, V)) {
    unsigned Assignments = 0;
    for (const clang::Expr *Write : NR.Facts.writes(V)) {
      const auto *B = dyn_cast_or_null<BinaryOperator>(NR.Facts.parent(Write));
      if (!NR.Facts.isWithin(Write, NR.In.Nest))
        continue;
      if (!B || B->getOpcode() != BO_Assign || ++Assignments > 1)
        return true;
    }
  }
  return llvm::any_of(E->children(), [&](const Stmt *Child) {
    return Child && namesMoved(NR, Child);
  });
}

} // namespace heddle
