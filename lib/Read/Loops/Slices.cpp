//===- Slices.cpp - What running variables take of an iteration -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/Slices.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Paths.h"
#include "Spelling/NestText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace heddle {

namespace {

using Simple = ScopeTable::SimpleStatement;
using Variables = llvm::SmallPtrSet<const VarDecl *, 16>;

/// A step on a variable that the nest writes.
struct VariableStep {
  const ReductionStep *Is;
  const clang::Expr *Mention; ///< of the variable
  Path Name;
};

std::vector<VariableStep> stepsIn(NestReader &NR, const Stmt *S) {
  std::vector<VariableStep> Found;
  if (const auto *E = dyn_cast<clang::Expr>(S);
      E && isa<DeclRefExpr, MemberExpr>(E))
    if (const ReductionStep *Step = NR.Updates.Steps->at(E))
      if (std::optional<Path> P = path(NR, E);
          P && NR.Updates.WrittenScalars.contains(P->Key))
        Found.push_back({Step, E, *P});
  for (const Stmt *Part : partsOf(S))
    llvm::append_range(Found, stepsIn(NR, Part));
  return Found;
}

class Slicer {
public:
  explicit Slicer(NestReader &NR) : NR(NR), All(NR.Scope.Simple) {}

  void run();

private:
  bool isRunning(unsigned Array) const;
  bool hasUnknownEffects(const Simple &S, const Stmt *Part) const;
  bool isKnownTarget(const Simple &S, const clang::Expr *E) const;
  bool canDrop(const Simple &S) const;
  bool serves(const Simple &S, const Variables &Used) const;
  void mentions(const Stmt *S, Variables &Into) const;
  void mentionsOutside(const Stmt *S, Variables &Into) const;
  void chooseNeeded();
  std::optional<StatementSlice> sliceOf(const Simple &S) const;
  void drop(const Simple &S);

  NestReader &NR;
  const std::vector<Simple> All;
  std::vector<bool> Needed; ///< parallel to All
};

} // namespace

/// The nest uses what steps have made of it.
bool Slicer::isRunning(unsigned Array) const {
  bool IsUsed = false, HasSteps = false;
  for (const Access &A : NR.Nest->Accesses)
    if (A.Array == Array) {
      IsUsed |= !A.IsWrite && A.Reduces.empty();
      HasSteps |= A.IsWrite && !A.Reduces.empty();
    }
  return NR.Nest->Arrays[Array].Scalar && IsUsed && HasSteps;
}

/// An assignment or step inside of S, but for steps of variables that are used.
bool Slicer::hasUnknownEffects(const Simple &S, const Stmt *Part) const {
  const clang::Expr *To = Part == S.Is ? nullptr : assignedBy(Part);
  if (To && !isKnownTarget(S, To))
    return true;
  return llvm::any_of(partsOf(Part), [&](const Stmt *Each) {
    return hasUnknownEffects(S, Each);
  });
}

/// A declaration of variables, or an assignment: all effects are known.
bool Slicer::canDrop(const Simple &S) const {
  if (llvm::any_of(stepsIn(NR, S.Is),
                   [](const VariableStep &V) { return !V.Is->IsUsed; }) ||
      hasUnknownEffects(S, S.Is))
    return false;
  if (const auto *D = dyn_cast<DeclStmt>(S.Is))
    return llvm::all_of(D->decls(),
                        [](const Decl *One) { return isa<VarDecl>(One); }) &&
           sliceOf(S);
  const clang::Expr *E = skipMarkers(cast<clang::Expr>(S.Is));
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const clang::Expr *To = Call && Call->isAssignmentOp() ? Call->getArg(0)
                          : Call                         ? nullptr
                                                         : assignedBy(E);
  return To && isKnownTarget(S, To) && sliceOf(S);
}

/// E is the place of a variable, or an access has been found of it.
bool Slicer::isKnownTarget(const Simple &S, const clang::Expr *E) const {
  E = skipMarkers(E);
  if (isa<DeclRefExpr>(E))
    return true;
  const SourceRef Here = ref(NR, E);
  for (unsigned I = S.AccessBegin; I < S.AccessEnd; ++I)
    if (const Access &A = NR.Nest->Accesses[I];
        A.IsWrite && A.Where.Begin == Here.Begin && A.Where.End == Here.End)
      return true;
  return false;
}

/// The variable that S names, or that holds what it names; null: S is no name.
static const VarDecl *namedBy(const Stmt *S) {
  const auto *D = dyn_cast<DeclRefExpr>(S);
  if (!D)
    return nullptr;
  if (const VarDecl *V = variableOf(D->getDecl()))
    return V;
  const auto *Part = dyn_cast<BindingDecl>(D->getDecl());
  return Part ? dyn_cast<VarDecl>(Part->getDecomposedDecl()) : nullptr;
}

/// Finds the variables that S declares, too.
void Slicer::mentions(const Stmt *S, Variables &Into) const {
  if (const VarDecl *V = namedBy(S))
    Into.insert(V);
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One))
        Into.insert(V);
  for (const Stmt *Part : partsOf(S))
    mentions(Part, Into);
}

/// The same, but for the simple statements.
void Slicer::mentionsOutside(const Stmt *S, Variables &Into) const {
  if (llvm::any_of(All, [&](const Simple &One) { return One.Is == S; }))
    return;
  if (const VarDecl *V = namedBy(S))
    Into.insert(V);
  for (const Stmt *Part : partsOf(S))
    mentionsOutside(Part, Into);
}

/// Other names of what an initial value names: who changes them, changes it.
static bool declaresAlias(const Stmt *S) {
  const auto *D = dyn_cast<DeclStmt>(S);
  return D && llvm::any_of(D->decls(), [](const Decl *One) {
           const auto *V = dyn_cast<VarDecl>(One);
           return V && !V->getType()->isArithmeticType();
         });
}

/// It declares one of the variables, or may change it.
bool Slicer::serves(const Simple &S, const Variables &Used) const {
  if (const auto *D = dyn_cast<DeclStmt>(S.Is))
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && Used.contains(V))
        return true;
  Variables Here;
  mentions(S.Is, Here);
  return llvm::any_of(Here, [&](const VarDecl *V) {
    const bool IsOwn = isDeclaredInNest(NR, V) ||
                       llvm::is_contained(NR.Scope.Privates.Variables, V);
    return IsOwn && Used.contains(V) && !NR.Scope.Counters.contains(V) &&
           (!V->getType()->isArithmeticType() || declaresAlias(S.Is) ||
            NR.Facts.writeWithin(V, S.Is) || NR.Facts.escape(V));
  });
}

void Slicer::chooseNeeded() {
  Variables Used;
  mentionsOutside(NR.In.For, Used);
  for (const Simple &S : All) {
    Needed.push_back(!canDrop(S));
    if (Needed.back())
      mentions(S.Is, Used);
  }
  for (bool Changes = true; Changes;) {
    Changes = false;
    for (auto [S, Is] : llvm::zip(All, Needed)) {
      if (Is || !serves(S, Used))
        continue;
      Is = Changes = true;
      mentions(S.Is, Used);
    }
  }
}

/// The steps in the subscripts of S are left, up to its semicolon. Nothing
/// where the text cannot be replaced.
std::optional<StatementSlice> Slicer::sliceOf(const Simple &S) const {
  const auto At = offsets(NR, S.Is->getSourceRange());
  if (!At)
    return std::nullopt;
  StatementSlice Slice{At->first, At->second, ""};
  const llvm::StringRef Text = NR.Nest->Text;
  if (isa<DeclStmt>(S.Is)) {
    if (!Text.take_front(At->second).ends_with(";"))
      return std::nullopt;
  } else {
    const llvm::StringRef Behind = Text.substr(At->second).ltrim();
    if (!Behind.starts_with(";"))
      return std::nullopt;
    Slice.End = static_cast<unsigned>(Behind.begin() - Text.begin()) + 1;
  }
  if (llvm::any_of(NR.Spans.Cuts, [&](const TextCut &C) {
        return C.Begin <= Slice.End && Slice.Begin <= C.End;
      }))
    return std::nullopt;
  for (const VariableStep &V : stepsIn(NR, S.Is)) {
    const std::optional<unsigned> Array = NR.Memory.array(V.Name.Key);
    if (!Array)
      return std::nullopt;
    const std::string Step = V.Is->Op == "-" ? "--" : "++";
    Slice.Left += (Slice.Left.empty() ? "" : ", ") + Step +
                  NR.Nest->Arrays[*Array].KernelName;
  }
  if (Slice.Left.empty())
    Slice.Left = "(void)0";
  Slice.Left +=
      ";" + std::string(Text.slice(Slice.Begin, Slice.End).count('\n'), '\n');
  return Slice;
}

/// Only the steps are left of the accesses in S.
void Slicer::drop(const Simple &S) {
  NR.Texts.Slices.push_back(*sliceOf(S));
  for (unsigned I = S.AccessBegin; I < S.AccessEnd; ++I) {
    Access &A = NR.Nest->Accesses[I];
    A.Dropped = A.Reduces.empty() || !NR.Nest->Arrays[A.Array].Scalar;
  }
}

//===--- Arrays that are compacted ----------------------------------------===//

namespace {

/// Looks for stores at the value of one variable.
class CompactionFinder {
public:
  CompactionFinder(NestReader &NR, unsigned Variable)
      : NR(NR), Variable(Variable) {}

  void run();

private:
  /// Where a store stands.
  enum class Side : unsigned char { None, Before, Behind };

  const Simple *simpleAt(unsigned Access) const;
  bool isOnEachTurn(unsigned Access) const;
  bool findStep();
  Side sideOf(unsigned Store) const;
  Side sideOfNeighbour(const Stmt *Store) const;
  void add(unsigned Array, bool IsBehind);

  NestReader &NR;
  unsigned Variable;
  const Simple *StepAt = nullptr;
  const ReductionStep *Step = nullptr;
  std::optional<Path> Name;
};

} // namespace

const Simple *CompactionFinder::simpleAt(unsigned Access) const {
  const auto It = llvm::find_if(NR.Scope.Simple, [&](const Simple &S) {
    return S.AccessBegin <= Access && Access < S.AccessEnd;
  });
  return It == NR.Scope.Simple.end() ? nullptr : &*It;
}

/// At most once in an iteration of the perfect loops, and wherever its
/// statement is reached.
bool CompactionFinder::isOnEachTurn(unsigned Access) const {
  const auto &A = NR.Nest->Accesses[Access];
  return A.Loops.size() == NR.Nest->PerfectDepth && !A.May;
}

static bool addsOne(const ReductionStep &Step, const ASTContext &Ctx) {
  if (Step.Class != "+" || Step.Op != "+")
    return false;
  if (isa<UnaryOperator>(Step.Whole))
    return true;
  clang::Expr::EvalResult Result;
  return Step.Value && !Step.Value->isValueDependent() &&
         Step.Value->EvaluateAsInt(Result, Ctx) && Result.Val.getInt() == 1;
}

/// The only step on the variable, by one.
bool CompactionFinder::findStep() {
  for (unsigned I = 0; I < NR.Nest->Accesses.size(); ++I) {
    const Access &A = NR.Nest->Accesses[I];
    if (A.Array != Variable || !A.IsWrite)
      continue;
    const Simple *At = simpleAt(I);
    if (StepAt || !At || !isOnEachTurn(I))
      return false;
    StepAt = At;
  }
  if (!StepAt)
    return false;
  for (const VariableStep &V : stepsIn(NR, StepAt->Is))
    if (NR.Memory.array(V.Name.Key) == Variable) {
      Step = V.Is;
      Name = V.Name;
    }
  return Step && addsOne(*Step, NR.Ctx);
}

/// The store's statement and that of the step follow one another, with nothing
/// between them that could leave the iteration.
CompactionFinder::Side
CompactionFinder::sideOfNeighbour(const Stmt *Store) const {
  const auto *Around =
      dyn_cast_or_null<CompoundStmt>(NR.Facts.parent(StepAt->Is));
  if (!Around || NR.Facts.parent(Store) != Around)
    return Side::None;
  const auto Place = [&](const Stmt *S) {
    return std::find(Around->body_begin(), Around->body_end(), S);
  };
  const auto A = Place(Store), B = Place(StepAt->Is);
  for (auto I = std::min(A, B); I != std::max(A, B); ++I)
    if (llvm::none_of(NR.Scope.Simple,
                      [&](const Simple &S) { return S.Is == *I; }))
      return Side::None;
  return A < B ? Side::Before : Side::Behind;
}

/// Says so of a store whose whole subscript is the variable, or its step.
CompactionFinder::Side CompactionFinder::sideOf(unsigned Store) const {
  const Access &A = NR.Nest->Accesses[Store];
  const Simple *At = simpleAt(Store);
  const auto *E = At ? dyn_cast<clang::Expr>(At->Is) : nullptr;
  if (!E || !isOnEachTurn(Store) ||
      A.Guards != NR.Nest->Accesses[StepAt->AccessBegin].Guards)
    return Side::None;
  E = skipMarkers(E);
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Assign = dyn_cast<BinaryOperator>(E);
  const clang::Expr *To =
      Assign && Assign->getOpcode() == BO_Assign ? Assign->getLHS()
      : Call && Call->getOperator() == OO_Equal  ? Call->getArg(0)
                                                 : nullptr;
  if (!To)
    return Side::None;
  To = skipMarkers(To);
  const auto *Element = dyn_cast<ArraySubscriptExpr>(To);
  const auto *Of = dyn_cast<CXXOperatorCallExpr>(To);
  const clang::Expr *Subscript =
      Element ? Element->getIdx()
      : Of && Of->getOperator() == OO_Subscript && Of->getNumArgs() == 2
          ? Of->getArg(1)
          : nullptr;
  if (!Subscript)
    return Side::None;
  Subscript = Subscript->IgnoreParenImpCasts();
  if (const auto *U = dyn_cast<UnaryOperator>(Subscript))
    return U != Step->Whole ? Side::None
           : U->isPostfix() ? Side::Before
                            : Side::Behind;
  const std::optional<Path> P = isa<DeclRefExpr, MemberExpr>(Subscript)
                                    ? path(NR, Subscript)
                                    : std::nullopt;
  return P && P->Key == Name->Key ? sideOfNeighbour(At->Is) : Side::None;
}

/// A conversion of the subscript would be one to another element.
static bool isWhole(const Access &A, const ArrayInfo &Of) {
  return A.Subscripts.size() == (Of.Records ? 2 : 1) &&
         A.Subscripts.front()->Kind == ExprKind::Opaque &&
         (!Of.Records || A.Subscripts[1]->Kind == ExprKind::Const);
}

void CompactionFinder::add(unsigned Array, bool IsBehind) {
  Path P = *Name;
  P.Key += " start";
  P.Name += "_start";
  Param New;
  New.Name = kernelName(NR, P);
  New.CxxType = "long long";
  New.Integral = true;
  New.Type = IntType{64, true};
  New.HostText = NR.Nest->Arrays[Variable].HostText;
  New.LaunchOnly = true;
  New.Where = NR.Nest->Arrays[Variable].Where;
  const auto Known = llvm::find_if(
      NR.Nest->Params, [&](const Param &Q) { return Q.Name == New.Name; });
  const auto Start = static_cast<unsigned>(Known - NR.Nest->Params.begin());
  if (Known == NR.Nest->Params.end())
    NR.Nest->Params.push_back(std::move(New));
  NR.Nest->Compacted.push_back({Array, Variable, Start, IsBehind});
}

void CompactionFinder::run() {
  const ArrayInfo &V = NR.Nest->Arrays[Variable];
  // A smaller type might wrap around.
  if (!V.Integral || V.ElementBytes < 4 || !findStep())
    return;
  for (unsigned Array = 0; Array < NR.Nest->Arrays.size(); ++Array) {
    std::optional<Side> Found;
    for (unsigned I = 0; I < NR.Nest->Accesses.size(); ++I) {
      const Access &A = NR.Nest->Accesses[I];
      if (A.Array != Array)
        continue;
      Side Here = A.IsWrite && A.Dropped && isWhole(A, NR.Nest->Arrays[Array])
                      ? sideOf(I)
                      : Side::None;
      Found = Found && *Found != Here ? Side::None : Here;
      if (*Found == Side::None)
        break;
    }
    if (Found && *Found != Side::None && !NR.Nest->Arrays[Array].Scalar)
      add(Array, *Found == Side::Behind);
  }
}

void Slicer::run() {
  std::vector<unsigned> Running;
  for (unsigned Array = 0; Array < NR.Nest->Arrays.size(); ++Array)
    if (isRunning(Array))
      Running.push_back(Array);
  if (Running.empty())
    return;
  chooseNeeded();
  for (auto [S, Is] : llvm::zip(All, Needed))
    if (!Is)
      drop(S);
  for (unsigned Array : Running)
    CompactionFinder(NR, Array).run();
}

void findSlices(NestReader &NR) {
  if (!NR.Failed)
    Slicer(NR).run();
}

} // namespace heddle
