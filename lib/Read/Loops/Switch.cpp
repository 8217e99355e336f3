//===- Switch.cpp - switch as conditions ----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/Switch.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Declarations.h"
#include "Spelling/NestText.h"

using namespace clang;

namespace heddle {

namespace {

/// Statements behind labels, up to the next ones.
struct CaseGroup {
  std::vector<const CaseStmt *> Cases;
  bool IsDefault = false;
  std::vector<const Stmt *> Statements;
  bool Ends = false; ///< what follows is not run behind them
  ExprRef Matches;   ///< one of Cases does; null: there are none
};

class SwitchReader {
public:
  SwitchReader(NestReader &NR, const SwitchStmt *S) : NR(NR), S(S) {}

  ExprRef read();

private:
  bool findGroups();
  bool checkStatements(const CaseGroup &G);
  bool checkBreaks(const Stmt *Inside, const Stmt *Last);
  void match(CaseGroup &G, const ExprRef &Value);
  unsigned pushGuards(size_t Group);
  ExprRef readGroup(size_t Group, const ExprRef &Skipped);
  void refuse(const Stmt *At, llvm::StringRef What) {
    NR.error(DiagID::HD211, ref(NR, At), What);
  }

  NestReader &NR;
  const SwitchStmt *S;
  std::vector<CaseGroup> Groups;
};

} // namespace

/// The last statement of S, in blocks; itself, where it is no block.
static const Stmt *lastOf(const Stmt *S) {
  while (const auto *C = dyn_cast_or_null<CompoundStmt>(S))
    S = C->body_empty() ? nullptr : C->body_back();
  return S;
}

/// Every `break` that leaves the switch is the last statement of its group.
bool SwitchReader::checkBreaks(const Stmt *Inside, const Stmt *Last) {
  if (!Inside ||
      isa<ForStmt, WhileStmt, DoStmt, SwitchStmt, CXXForRangeStmt>(Inside))
    return true;
  if (isa<BreakStmt>(Inside) && Inside != Last) {
    refuse(Inside, "a 'break' that is not the last statement of a 'case'");
    return false;
  }
  if (isa<SwitchCase>(Inside)) {
    refuse(Inside, "a 'case' inside of a block");
    return false;
  }
  for (const Stmt *Child : Inside->children())
    if (!checkBreaks(Child, Last))
      return false;
  return true;
}

bool SwitchReader::checkStatements(const CaseGroup &G) {
  const Stmt *Last =
      G.Statements.empty() ? nullptr : lastOf(G.Statements.back());
  for (const Stmt *Each : G.Statements) {
    if (isa<DeclStmt>(Each)) {
      refuse(Each, "a declaration that several cases of a 'switch' share");
      return false;
    }
    if (!checkBreaks(Each, Last))
      return false;
  }
  return true;
}

bool SwitchReader::findGroups() {
  const auto *Body = dyn_cast<CompoundStmt>(S->getBody());
  if (!Body) {
    refuse(S, "a 'switch' without a block");
    return false;
  }
  for (const Stmt *Child : Body->body()) {
    bool IsNew = false;
    while (const auto *Label = dyn_cast<SwitchCase>(Child)) {
      // Labels of one statement, or behind labels without any, are one group.
      if (!IsNew && (Groups.empty() || !Groups.back().Statements.empty()))
        Groups.emplace_back();
      IsNew = true;
      if (const auto *Case = dyn_cast<CaseStmt>(Label)) {
        if (Case->getRHS()) {
          refuse(Case, "a range of cases");
          return false;
        }
        Groups.back().Cases.push_back(Case);
      } else {
        Groups.back().IsDefault = true;
      }
      Child = Label->getSubStmt();
    }
    if (Groups.empty()) {
      refuse(Child, "a statement in front of the cases of a 'switch'");
      return false;
    }
    Groups.back().Statements.push_back(Child);
  }
  for (CaseGroup &G : Groups) {
    if (!checkStatements(G))
      return false;
    const Stmt *Last = lastOf(G.Statements.back());
    G.Ends = isa_and_nonnull<BreakStmt, ContinueStmt, ReturnStmt>(Last);
    if (isa_and_nonnull<BreakStmt>(Last))
      NR.Scope.EndsOfCases.insert(Last);
  }
  return true;
}

void SwitchReader::match(CaseGroup &G, const ExprRef &Value) {
  for (const CaseStmt *C : G.Cases) {
    see(NR, C->getLHS());
    ExprRef Label = expr(NR, C->getLHS());
    ExprRef Is =
        Value->Type == Label->Type
            ? node(NR, ExprKind::Eq, IntType{1, false}, {Value, Label},
                   S->getCond())
            : opaque(NR, S->getCond(), "its type is not that of a case");
    G.Matches = eitherSkip(G.Matches, Is);
  }
}

/// Under which conditions the statements of a group run. Returns how many.
unsigned SwitchReader::pushGuards(size_t Group) {
  const CaseGroup &G = Groups[Group];
  if (Group > 0 && !Groups[Group - 1].Ends) {
    // The groups before go on with this one. A group with `default` is left to
    // data: its condition is that of all others together.
    ExprRef Any;
    bool IsDefault = false;
    for (size_t I = Group + 1; I-- > 0;) {
      Any = eitherSkip(Any, Groups[I].Matches);
      IsDefault |= Groups[I].IsDefault;
      if (I > 0 && Groups[I - 1].Ends)
        break;
    }
    pushGuard(NR,
              IsDefault || !Any ? opaque(NR, S->getCond(),
                                         "cases of a 'switch' go on with "
                                         "others")
                                : Any,
              /*Negated=*/false);
    return 1;
  }
  if (!G.IsDefault) {
    pushGuard(NR, G.Matches, /*Negated=*/false);
    return 1;
  }
  unsigned Count = 0;
  for (const CaseGroup &Other : Groups)
    if (&Other != &G && Other.Matches) {
      pushGuard(NR, Other.Matches, /*Negated=*/true);
      ++Count;
    }
  return Count;
}

/// The condition under which a `continue` or a `return` was met. Skipped: that
/// of the groups that go on with this one, or null.
ExprRef SwitchReader::readGroup(size_t Group, const ExprRef &Skipped) {
  unsigned Pushed = pushGuards(Group);
  std::vector<ExprRef> Conditions;
  for (unsigned I = 0; I < Pushed; ++I) {
    const Guard &Of = NR.model().Guards[NR.Scope.GuardStack.rbegin()[I]];
    Conditions.push_back(Of.Negated ? logic(ExprKind::Not, {Of.Cond})
                                    : Of.Cond);
  }
  if (Skipped) {
    pushGuard(NR, Skipped, /*Negated=*/true);
    ++Pushed;
  }
  ExprRef Skip, Last;
  for (const Stmt *Each : Groups[Group].Statements) {
    if (Last) {
      pushGuard(NR, Last, /*Negated=*/true);
      ++Pushed;
    }
    Last = walk(NR, Each);
    Skip = eitherSkip(Skip, Last);
  }
  while (Pushed--)
    NR.Scope.popGuard();
  for (const ExprRef &C : Conditions)
    if (Skip)
      Skip = logic(ExprKind::And, {C, Skip});
  return Skip;
}

ExprRef SwitchReader::read() {
  if (S->getInit())
    walk(NR, S->getInit());
  if (const VarDecl *V = S->getConditionVariable())
    walkVariable(NR, V);
  nextStatement(NR);
  heddle::read(NR, S->getCond());
  if (!findGroups())
    return nullptr;
  const ExprRef Value = expr(NR, S->getCond());
  for (CaseGroup &G : Groups)
    match(G, Value);
  ExprRef Skip, Before;
  for (size_t I = 0; I < Groups.size(); ++I) {
    if (I > 0 && Groups[I - 1].Ends)
      Before = nullptr;
    const ExprRef Own = readGroup(I, Before);
    Before = eitherSkip(Before, Own);
    Skip = eitherSkip(Skip, Own);
  }
  return Skip;
}

ExprRef walkSwitch(NestReader &NR, const SwitchStmt *S) {
  return SwitchReader(NR, S).read();
}

} // namespace heddle
