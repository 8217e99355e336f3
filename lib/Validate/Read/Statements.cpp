//===- Statements.cpp - Statements of rewritten text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Statements.h"
#include "Validate/Read/Bodies.h"
#include "Validate/Read/Claims.h"
#include "Validate/Read/ElementCalls.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Inspect.h"
#include "Validate/Read/LastValues.h"
#include "Validate/Read/Objects.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Runtime.h"
#include "Validate/Read/Segments.h"
#include "Validate/Read/Types.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace heddle {
namespace validate {

static const Node *statement1(Reader &R, const Stmt *S);

const Node *statement(Reader &R, const Stmt *S) {
  if (++R.Depth > 400) {
    --R.Depth;
    return R.fail(S, "text that is too deep");
  }
  const Node *Result = statement1(R, S);
  --R.Depth;
  return Result;
}

const Node *declare(Reader &R, const VarDecl *V) {
  if (V->isStaticLocal() || V->isInvalidDecl())
    return R.make(Op::Nop);
  const Type T = typeOf(R, V->getType());
  llvm::StringRef Class = runtimeClass(V->getType());
  const int64_t Slot = R.newSlot();
  const clang::Expr *Init = V->getInit();
  if (Class == "site" || Class == "loops" || Class == "trial") {
    R.Here->Slots[V] = Slot;
    return R.make(Op::Nop);
  }
  if (const Node *Claim = claimVariable(R, V, Class))
    return Claim;
  if (Class == "inspector") {
    R.Here->Slots[V] = Slot;
    return R.make(Op::Nop);
  }
  if (Class == "hull")
    return hullVariable(R, V, Slot);
  if (Class == "host_copy")
    return hostCopy(R, V, Slot);
  if (Class == "listed_updates")
    return listedUpdates(R, V, Slot);
  const bool Valued = isHandled(T) || Class == "divisor";
  if (V->getType()->isReferenceType() && !Valued) {
    const Node *At = Init ? address(R, Init) : R.fail(nullptr, "a reference");
    R.Here->Slots[V] = Slot;
    return R.set(Slot, At);
  }
  if (T.K != Type::None && (Valued || !R.Here->Exposed.count(V))) {
    // In C++ a variable is in scope in its own initialiser; nobody reads it.
    const Node *Value = Init ? rvalue(R, Init) : R.constant(0, T);
    R.Here->Slots[V] = Slot;
    if (T.isInt())
      R.Here->Locals.push_back({V->getNameAsString(), unsigned(Slot)});
    const Node *Line = R.set(Slot, Value);
    if (keepsVariable(Init))
      R.N.BeforeLoops.push_back(Line);
    return Line;
  }
  R.Here->Slots[V] = Slot;
  Node *New = R.make(Op::NewObject, Pointer);
  New->Number = Slot;
  if (!Init)
    return New;
  return R.list(
      {New, initialize(R, R.slot(Slot, Pointer), Init, V->getType())});
}

/// Which values of rt::path a condition speaks of.
struct PathsMentioned {
  bool Parallel = false, Collapsed = false, Blocked = false, Sequential = false,
       Checked = false;

  bool any() const {
    return Parallel || Collapsed || Blocked || Sequential || Checked;
  }
};

static void pathsIn(const Stmt *E, PathsMentioned &Paths) {
  if (!E)
    return;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *C = dyn_cast<EnumConstantDecl>(D->getDecl()))
      if (const auto *P = dyn_cast<NamedDecl>(C->getDeclContext());
          runtimeName(P) == "path") {
        Paths.Parallel |= C->getName() == "parallel";
        Paths.Collapsed |= C->getName() == "collapsed";
        Paths.Blocked |= C->getName() == "blocked";
        Paths.Sequential |= C->getName() == "sequential";
        Paths.Checked |= C->getName() == "checked";
      }
  for (const Stmt *Child : E->children())
    pathsIn(Child, Paths);
}

static const Node *ifStatement(Reader &R, const IfStmt *S) {
  std::vector<const Node *> Lines;
  if (S->getInit())
    Lines.push_back(statement(R, S->getInit()));
  if (S->isConsteval())
    return R.fail(S, "an if consteval");
  if (const VarDecl *V = S->getConditionVariable())
    Lines.push_back(declare(R, V));
  if (S->isConstexpr()) {
    const std::optional<const Stmt *> Kept = S->getNondiscardedCase(R.Ctx);
    if (!Kept)
      return R.fail(S, "a condition");
    if (*Kept)
      Lines.push_back(statement(R, *Kept));
    return R.list(Lines);
  }
  if (const LambdaExpr *Pass = inspectedLoops(S->getCond())) {
    // Names are those of the loop as written.
    const size_t Counters = R.N.Counters.size();
    for (const LambdaCapture &Each : Pass->captures())
      if (const auto *Copy = Pass->isInitCapture(&Each)
                                 ? dyn_cast<VarDecl>(Each.getCapturedVar())
                                 : nullptr)
        Lines.push_back(declare(R, Copy));
    Lines.push_back(R.make(Op::HullPass, {}, {statement(R, Pass->getBody())}));
    R.N.Counters.resize(Counters);
    const Node *Served = S->getElse() ? statement(R, S->getElse())
                                      : R.fail(S, "a pass that serves nothing");
    Lines.push_back(R.make(
        Op::If, {},
        {R.make(Op::HullShared, Bool), statement(R, S->getThen()), Served}));
    return R.list(Lines);
  }
  Node *New = R.make(Op::If);
  New->Kids.push_back(rvalue(R, S->getCond()));
  PathsMentioned Paths;
  if (R.Here->IsBlock)
    pathsIn(S->getCond(), Paths);
  const size_t Counters = R.N.Counters.size();
  const Node *Then = statement(R, S->getThen());
  // Names are those of the loop as written.
  if (asksForSegments(S->getCond()) ||
      (Paths.any() && (R.Blocks > 1 || !Paths.Sequential)))
    R.N.Counters.resize(Counters);
  if (Paths.any() && R.Blocks > 1)
    R.N.LoopsOfParts.push_back(Then);
  else if (Paths.Sequential) {
    R.N.Written = Then;
    findLastValues(R, S->getThen());
  } else if (Paths.Parallel)
    R.N.Parallel = Then;
  else if (Paths.Collapsed)
    R.N.Collapsed = Then;
  else if (Paths.Blocked)
    R.N.Blocked = Then;
  else if (Paths.Checked)
    R.N.Checked = Then;
  New->Kids.push_back(Then);
  New->Kids.push_back(S->getElse() ? statement(R, S->getElse()) : nullptr);
  Lines.push_back(New);
  return R.list(Lines);
}

static const Node *forStatement(Reader &R, const ForStmt *S) {
  std::vector<const Node *> Lines;
  if (S->getInit())
    Lines.push_back(statement(R, S->getInit()));
  Node *New = R.make(Op::Loop);
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit());
      D && R.Here->IsBlock && D->isSingleDecl())
    if (const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
        V && !R.Here->Exposed.count(V) && typeOf(R, V->getType()).isInt() &&
        !V->getType()->isReferenceType()) {
      New->Extent = R.Here->Slots[V];
      R.N.Counters.push_back(
          {V->getNameAsString(), static_cast<unsigned>(New->Extent)});
    }
  if (S->getConditionVariable())
    return R.fail(S, "a variable in a condition");
  New->Kids.push_back(S->getCond() ? rvalue(R, S->getCond()) : nullptr);
  New->Kids.push_back(statement(R, S->getBody()));
  New->Kids.push_back(S->getInc() ? value(R, S->getInc()) : nullptr);
  Lines.push_back(New);
  return R.list(Lines);
}

static bool continues(const Stmt *S) {
  if (!S || isa<ForStmt, WhileStmt, DoStmt>(S))
    return false;
  if (isa<ContinueStmt>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (continues(Child))
      return true;
  return false;
}

/// A flag says whether a case has been entered; leaving is leaving a loop.
/// A `continue`; the loop that stands for a switch is left instead.
static const Node *continued(Reader &R) {
  if (R.Continues < 0)
    return R.make(Op::Continue);
  return R.list({R.set(R.Continues, R.constant(1, Bool)), R.make(Op::Break)});
}

static const Node *switchStatement(Reader &R, const SwitchStmt *S) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body)
    return R.fail(S, "a switch");
  std::vector<const Node *> Lines;
  if (S->getInit())
    Lines.push_back(statement(R, S->getInit()));
  if (const VarDecl *Variable = S->getConditionVariable())
    Lines.push_back(declare(R, Variable));
  const bool Continues = continues(Body);
  const int64_t Around = R.Continues, Flag = Continues ? R.newSlot() : -1;
  const llvm::SaveAndRestore<int64_t> Keep(R.Continues, Flag);
  const Type T = typeOf(R, S->getCond()->getType());
  const int64_t V = R.newSlot(), On = R.newSlot(), Any = R.newSlot();
  Lines.push_back(R.set(V, value(R, S->getCond())));
  Lines.push_back(R.set(On, R.constant(0, Bool)));
  if (Continues)
    Lines.push_back(R.set(Flag, R.constant(0, Bool)));
  const Node *Found = R.constant(0, Bool);
  const auto Matches = [&](const CaseStmt *C) -> const Node * {
    clang::Expr::EvalResult Result;
    if (C->getRHS() || !C->getLHS()->EvaluateAsInt(Result, R.Ctx))
      return R.fail(C, "a case");
    Node *New =
        R.make(Op::Eq, Bool,
               {R.slot(V, T), R.constant(bitsOf(Result.Val.getInt()), T)});
    New->From = T;
    return New;
  };
  for (const SwitchCase *C = S->getSwitchCaseList(); C;
       C = C->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(C))
      Found = R.make(Op::Either, Bool, {Found, Matches(Case)});
  Lines.push_back(R.set(Any, Found));
  std::vector<const Node *> Inside;
  for (const Stmt *Child : Body->body()) {
    while (const auto *C = dyn_cast<SwitchCase>(Child)) {
      const auto *Case = dyn_cast<CaseStmt>(C);
      const Node *Enters =
          Case ? Matches(Case) : R.make(Op::Not, Bool, {R.slot(Any, Bool)});
      Inside.push_back(
          R.set(On, R.make(Op::Either, Bool, {R.slot(On, Bool), Enters})));
      Child = C->getSubStmt();
    }
    Inside.push_back(
        R.make(Op::If, {}, {R.slot(On, Bool), statement(R, Child), nullptr}));
  }
  Node *Loop =
      R.make(Op::Loop, {}, {R.constant(0, Bool), R.list(Inside), nullptr});
  Loop->Number = 1;
  Lines.push_back(Loop);
  R.Continues = Around;
  if (Continues)
    Lines.push_back(
        R.make(Op::If, {}, {R.slot(Flag, Bool), continued(R), nullptr}));
  return R.list(Lines);
}

/// `[&] { lines }();`, as a constexpr function has them; else null.
static const Stmt *linesOfBlock(const clang::Expr *E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E->IgnoreImplicit());
  const auto *Lines =
      Call && Call->getNumArgs() == 1
          ? dyn_cast<LambdaExpr>(Call->getArg(0)->IgnoreImplicit())
          : nullptr;
  return Lines && Lines->getCaptureDefault() == LCD_ByRef &&
                 Lines->getCallOperator()->getReturnType()->isVoidType()
             ? Lines->getBody()
             : nullptr;
}

static const Node *statement1(Reader &R, const Stmt *S) {
  const llvm::SaveAndRestore<int64_t> Keep(
      R.Continues, isa<ForStmt, WhileStmt, DoStmt>(S) ? -1 : R.Continues);
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    const bool Launches = R.Here->IsBlock && siteOf(C);
    R.Blocks += Launches;
    R.N.InParts |= R.Blocks > 1;
    std::vector<const Node *> Lines;
    for (const Stmt *Child : C->body())
      Lines.push_back(statement(R, Child));
    R.Blocks -= Launches;
    return R.list(Lines);
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    std::vector<const Node *> Lines;
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        Lines.push_back(declare(R, V));
    return Lines.size() == 1 ? Lines[0] : R.list(Lines);
  }
  if (const auto *I = dyn_cast<IfStmt>(S))
    return ifStatement(R, I);
  if (const auto *F = dyn_cast<ForStmt>(S))
    return forStatement(R, F);
  if (const auto *W = dyn_cast<WhileStmt>(S)) {
    if (W->getConditionVariable())
      return R.fail(S, "a variable in a condition");
    return R.make(
        Op::Loop, {},
        {rvalue(R, W->getCond()), statement(R, W->getBody()), nullptr});
  }
  if (const auto *D = dyn_cast<DoStmt>(S)) {
    Node *New =
        R.make(Op::Loop, {},
               {rvalue(R, D->getCond()), statement(R, D->getBody()), nullptr});
    New->Number = 1;
    return New;
  }
  if (isa<BreakStmt>(S))
    return R.make(Op::Break);
  if (isa<ContinueStmt>(S))
    return continued(R);
  if (const auto *Return = dyn_cast<ReturnStmt>(S)) {
    const clang::Expr *E = Return->getRetValue();
    if (!E || E->getType()->isVoidType())
      return E ? R.list({value(R, E), R.make(Op::Return)}) : R.make(Op::Return);
    if (R.ReturnPlace && E->isPRValue())
      return R.list(
          {initialize(R, R.ReturnPlace, E, E->getType()), R.make(Op::Return)});
    return R.make(Op::Return, {}, {value(R, E)});
  }
  if (isa<NullStmt>(S))
    return R.make(Op::Nop);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return statement(R, A->getSubStmt());
  if (const auto *W = dyn_cast<SwitchStmt>(S))
    return switchStatement(R, W);
  if (const auto *O = dyn_cast<OMPExecutableDirective>(S))
    return O->isStandaloneDirective() ? R.fail(S, "an OpenMP directive")
                                      : statement(R, O->getRawStmt());
  if (const auto *E = dyn_cast<clang::Expr>(S)) {
    if (const Stmt *Lines = linesOfBlock(E))
      return statement(R, Lines);
    if (const auto *Block = dyn_cast<StmtExpr>(E->IgnoreParens()))
      return statement(R, Block->getSubStmt());
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit());
    if (const Node *Known = Call ? elementCall(R, Call) : nullptr)
      return Known;
    if (const Node *Body = Call ? bodyCall(R, Call) : nullptr)
      return Body;
    if (const auto *Cast = dyn_cast<CastExpr>(E);
        Cast && Cast->getCastKind() == CK_ToVoid &&
        isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
      return R.make(Op::Nop);
    if (E->isGLValue() && isa<DeclRefExpr>(E->IgnoreParens()))
      return R.make(Op::Nop);
    return value(R, E);
  }
  return R.fail(S, S->getStmtClassName());
}

} // namespace validate
} // namespace heddle
