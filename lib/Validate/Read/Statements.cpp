//===- Statements.cpp - Statements of rewritten text ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Bodies.h"
#include "Validate/Read/Reader.h"
#include "clang/AST/StmtOpenMP.h"

using namespace clang;

namespace heddle {
namespace validate {

const VarDecl *siteOf(const CompoundStmt *S) {
  for (const Stmt *Child : S->body())
    if (const auto *D = dyn_cast<DeclStmt>(Child); D && D->isSingleDecl())
      if (const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
          V && runtimeClass(V->getType()) == "site" && V->getInit())
        return V;
  return nullptr;
}

const Node *Reader::list(llvm::ArrayRef<const Node *> Statements) {
  if (Statements.size() == 1)
    return Statements[0];
  return make(Op::Seq, {}, Statements);
}

const Node *Reader::statement(const Stmt *S) {
  if (++Depth > 400) {
    --Depth;
    return fail(S, "text that is too deep");
  }
  const Node *Result = statement1(S);
  --Depth;
  return Result;
}

const Node *Reader::declare(const VarDecl *V) {
  const Type Pointer{Type::Pointer, 64, false};
  if (V->isStaticLocal() || V->isInvalidDecl())
    return make(Op::Nop);
  const Type T = typeOf(V->getType());
  llvm::StringRef Class = runtimeClass(V->getType());
  const int64_t Slot = newSlot();
  const clang::Expr *Init = V->getInit();
  if (Class == "site") {
    Here->Slots[V] = Slot;
    return make(Op::Nop);
  }
  const bool Valued = T.K == Type::Checked || T.K == Type::Tri ||
                      T.K == Type::Handle || Class == "divisor";
  if (V->getType()->isReferenceType() && !Valued) {
    const Node *At = Init ? address(Init) : fail(nullptr, "a reference");
    Here->Slots[V] = Slot;
    return set(Slot, At);
  }
  if (T.K != Type::None && (Valued || !Here->Exposed.count(V))) {
    // In C++ a variable is in scope in its own initialiser; nobody reads it.
    const Node *Value = Init ? rvalue(Init) : constant(0, T);
    Here->Slots[V] = Slot;
    if (T.isInt())
      Here->Locals.push_back({V->getNameAsString(), unsigned(Slot)});
    return set(Slot, Value);
  }
  Here->Slots[V] = Slot;
  Node *New = make(Op::NewObject, Pointer);
  New->Number = Slot;
  if (!Init)
    return New;
  return list({New, initialize(slot(Slot, Pointer), Init, V->getType())});
}

/// Which values of rt::path E speaks of.
static void pathsIn(const Stmt *E, bool &Parallel, bool &Sequential) {
  if (!E)
    return;
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *C = dyn_cast<EnumConstantDecl>(D->getDecl()))
      if (const auto *P = dyn_cast<NamedDecl>(C->getDeclContext());
          runtimeName(P) == "path") {
        Parallel |= C->getName() == "parallel";
        Sequential |= C->getName() == "sequential";
      }
  for (const Stmt *Child : E->children())
    pathsIn(Child, Parallel, Sequential);
}

const Node *Reader::ifStatement(const IfStmt *S) {
  std::vector<const Node *> Lines;
  if (S->getInit())
    Lines.push_back(statement(S->getInit()));
  if (S->isConsteval())
    return fail(S, "an if consteval");
  if (const VarDecl *V = S->getConditionVariable())
    Lines.push_back(declare(V));
  if (S->isConstexpr()) {
    const std::optional<const Stmt *> Kept = S->getNondiscardedCase(Ctx);
    if (!Kept)
      return fail(S, "a condition");
    if (*Kept)
      Lines.push_back(statement(*Kept));
    return list(Lines);
  }
  Node *New = make(Op::If);
  New->Kids.push_back(rvalue(S->getCond()));
  bool Parallel = false, Sequential = false;
  if (Here->IsBlock)
    pathsIn(S->getCond(), Parallel, Sequential);
  const size_t Counters = N.Counters.size();
  const Node *Then = statement(S->getThen());
  if (Blocks > 1 && (Sequential || Parallel)) {
    N.Counters.resize(Counters);
    N.LoopsOfParts.push_back(Then);
  } else if (Sequential) {
    N.Written = Then;
  } else if (Parallel) {
    N.Parallel = Then;
    N.Counters.resize(Counters); // names are those of the loop as written
  }
  New->Kids.push_back(Then);
  New->Kids.push_back(S->getElse() ? statement(S->getElse()) : nullptr);
  Lines.push_back(New);
  return list(Lines);
}

const Node *Reader::forStatement(const ForStmt *S) {
  std::vector<const Node *> Lines;
  if (S->getInit())
    Lines.push_back(statement(S->getInit()));
  Node *New = make(Op::Loop);
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit());
      D && Here->IsBlock && D->isSingleDecl())
    if (const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
        V && !Here->Exposed.count(V) && typeOf(V->getType()).isInt() &&
        !V->getType()->isReferenceType()) {
      New->Extent = Here->Slots[V];
      N.Counters.push_back(
          {V->getNameAsString(), static_cast<unsigned>(New->Extent)});
    }
  if (S->getConditionVariable())
    return fail(S, "a variable in a condition");
  New->Kids.push_back(S->getCond() ? rvalue(S->getCond()) : nullptr);
  New->Kids.push_back(statement(S->getBody()));
  New->Kids.push_back(S->getInc() ? value(S->getInc()) : nullptr);
  Lines.push_back(New);
  return list(Lines);
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
const Node *Reader::switchStatement(const SwitchStmt *S) {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body || S->getInit() || S->getConditionVariable() || continues(Body))
    return fail(S, "a switch");
  const Type Bool{Type::Int, 1, false};
  const Type T = typeOf(S->getCond()->getType());
  const int64_t V = newSlot(), On = newSlot(), Any = newSlot();
  std::vector<const Node *> Lines{set(V, value(S->getCond())),
                                  set(On, constant(0, Bool))};
  const Node *Found = constant(0, Bool);
  const auto Matches = [&](const CaseStmt *C) -> const Node * {
    clang::Expr::EvalResult R;
    if (C->getRHS() || !C->getLHS()->EvaluateAsInt(R, Ctx))
      return fail(C, "a case");
    Node *New =
        make(Op::Eq, Bool, {slot(V, T), constant(bitsOf(R.Val.getInt()), T)});
    New->From = T;
    return New;
  };
  for (const SwitchCase *C = S->getSwitchCaseList(); C;
       C = C->getNextSwitchCase())
    if (const auto *Case = dyn_cast<CaseStmt>(C))
      Found = make(Op::Either, Bool, {Found, Matches(Case)});
  Lines.push_back(set(Any, Found));
  std::vector<const Node *> Inside;
  for (const Stmt *Child : Body->body()) {
    while (const auto *C = dyn_cast<SwitchCase>(Child)) {
      const auto *Case = dyn_cast<CaseStmt>(C);
      const Node *Here =
          Case ? Matches(Case) : make(Op::Not, Bool, {slot(Any, Bool)});
      Inside.push_back(set(On, make(Op::Either, Bool, {slot(On, Bool), Here})));
      Child = C->getSubStmt();
    }
    Inside.push_back(
        make(Op::If, {}, {slot(On, Bool), statement(Child), nullptr}));
  }
  Node *Loop = make(Op::Loop, {}, {constant(0, Bool), list(Inside), nullptr});
  Loop->Number = 1;
  Lines.push_back(Loop);
  return list(Lines);
}

const Node *Reader::statement1(const Stmt *S) {
  if (const auto *C = dyn_cast<CompoundStmt>(S)) {
    const bool Launches = Here->IsBlock && siteOf(C);
    Blocks += Launches;
    N.InParts |= Blocks > 1;
    std::vector<const Node *> Lines;
    for (const Stmt *Child : C->body())
      Lines.push_back(statement(Child));
    Blocks -= Launches;
    return list(Lines);
  }
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    std::vector<const Node *> Lines;
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        Lines.push_back(declare(V));
    return Lines.size() == 1 ? Lines[0] : list(Lines);
  }
  if (const auto *I = dyn_cast<IfStmt>(S))
    return ifStatement(I);
  if (const auto *F = dyn_cast<ForStmt>(S))
    return forStatement(F);
  if (const auto *W = dyn_cast<WhileStmt>(S)) {
    if (W->getConditionVariable())
      return fail(S, "a variable in a condition");
    return make(Op::Loop, {},
                {rvalue(W->getCond()), statement(W->getBody()), nullptr});
  }
  if (const auto *D = dyn_cast<DoStmt>(S)) {
    Node *New = make(Op::Loop, {},
                     {rvalue(D->getCond()), statement(D->getBody()), nullptr});
    New->Number = 1;
    return New;
  }
  if (isa<BreakStmt>(S))
    return make(Op::Break);
  if (isa<ContinueStmt>(S))
    return make(Op::Continue);
  if (const auto *R = dyn_cast<ReturnStmt>(S)) {
    const clang::Expr *E = R->getRetValue();
    if (!E || E->getType()->isVoidType())
      return E ? list({value(E), make(Op::Return)}) : make(Op::Return);
    if (ReturnPlace && E->isPRValue())
      return list({initialize(ReturnPlace, E, E->getType()), make(Op::Return)});
    return make(Op::Return, {}, {value(E)});
  }
  if (isa<NullStmt>(S))
    return make(Op::Nop);
  if (const auto *A = dyn_cast<AttributedStmt>(S))
    return statement(A->getSubStmt());
  if (const auto *W = dyn_cast<SwitchStmt>(S))
    return switchStatement(W);
  if (const auto *O = dyn_cast<OMPExecutableDirective>(S))
    return O->isStandaloneDirective() ? fail(S, "an OpenMP directive")
                                      : statement(O->getRawStmt());
  if (const auto *E = dyn_cast<clang::Expr>(S)) {
    const auto *Call = dyn_cast<CallExpr>(E->IgnoreImplicit());
    if (const Node *Body = Call ? BodyCall(*this, Call).read() : nullptr)
      return Body;
    if (const auto *Cast = dyn_cast<CastExpr>(E);
        Cast && Cast->getCastKind() == CK_ToVoid &&
        isa<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
      return make(Op::Nop);
    if (E->isGLValue() && isa<DeclRefExpr>(E->IgnoreParens()))
      return make(Op::Nop);
    return value(E);
  }
  return fail(S, S->getStmtClassName());
}

/// The counters that a kernel recovers before its body, by their names.
void Reader::findMapped(LaunchSite &Site) const {
  const Function &F = N.Functions[Site.Kernel];
  if (F.Body->What != Op::Seq || F.isInPhases())
    return;
  for (const Counter &C : N.Counters) {
    const auto Recovers = [&](const Node *Line) {
      return Line->What == Op::SetSlot &&
             llvm::any_of(F.Locals, [&](const Counter &L) {
               return L.Name == C.Name && L.Slot == Line->Number;
             });
    };
    auto Found = llvm::find_if(F.Body->Kids, Recovers);
    if (Found == F.Body->Kids.end())
      return;
    Site.Mapped.push_back(static_cast<unsigned>((*Found)->Number));
  }
}

void Reader::read(const Stmt *B, llvm::ArrayRef<const clang::Expr *> Assumed,
                  const llvm::DenseSet<const VarDecl *> &ChangedThere) {
  Changed = &ChangedThere;
  Block.IsBlock = true;
  Here = &Block;
  expose(B, false, Block);
  N.Block = statement(B);
  if (N.Why.empty() && !N.Written)
    fail(B, "no loop as written");
  const std::string Why = N.Why;
  for (const clang::Expr *A : Assumed) {
    N.Why.clear();
    const Node *C = rvalue(A);
    if (N.Why.empty())
      N.Assumptions.push_back(C);
  }
  N.Why = Why;
  N.Slots = Block.Count;
  if (N.Why.empty())
    for (LaunchSite &Site : N.Launches)
      findMapped(Site);
}

} // namespace validate
} // namespace heddle
