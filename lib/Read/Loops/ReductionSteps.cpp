//===- ReductionSteps.cpp - Statements that only combine ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Loops/ReductionSteps.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/ChoiceForms.h"
#include "Read/Loops/Reducers.h"
#include "Read/Loops/SameExpr.h"
#include "Read/NestReader.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace heddle {

namespace {

/// The class of an operator; empty for those that reduce nothing.
llvm::StringRef classOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
  case BO_Sub:
    return "+";
  case BO_Mul:
    return "*";
  case BO_And:
  case BO_LAnd:
    return "&";
  case BO_Or:
  case BO_LOr:
    return "|";
  case BO_Xor:
    return "^";
  default:
    return "";
  }
}

bool isLess(const BinaryOperator *B) {
  return B->getOpcode() == BO_LT || B->getOpcode() == BO_LE;
}

const char *const Truncates =
    "an integer loses the fraction in every step, so that the steps have one "
    "order; let it be of a floating-point type";
const char *const StopsEvaluating =
    "once it is decided the loop no longer evaluates the other operand, which "
    "parallel iterations would do; write the other operand first, or permit it "
    "with 'reduce'";

} // namespace

struct ReductionSteps::Step {
  const clang::Expr *Target = nullptr; ///< the lvalue written
  QualType Type;                       ///< its canonical type
  ReducedKind Is = ReducedKind::None;
  ReductionStep Found;
  std::string Why;
};

//===--- Comparing --------------------------------------------------------===//

bool ReductionSteps::same(const clang::Expr *A, const clang::Expr *B) const {
  return isSameExpr(A, B, Ctx);
}

bool ReductionSteps::isOfType(const clang::Expr *E, const Step &S) const {
  return plainType(withoutConversions(E)) == S.Type;
}

bool ReductionSteps::isPermitted(const Step &S) const {
  return llvm::any_of(Permitted, [&](const clang::Expr *Named) {
    return same(Named, S.Target);
  });
}

/// An expression whose value nobody uses.
bool ReductionSteps::standsAlone(const clang::Expr *E) const {
  const Stmt *P = Facts.parent(E);
  while (isa_and_nonnull<ParenExpr, FullExpr>(P))
    P = Facts.parent(P);
  return heddle::standsAlone(P);
}

/// The subscript of what an assignment stores to, which stands alone.
bool ReductionSteps::isSubscript(const clang::Expr *E) const {
  const Stmt *Child = E;
  const auto Up = [&] {
    const Stmt *P = Facts.parent(Child);
    for (; isa_and_nonnull<ParenExpr, ImplicitCastExpr>(P); P = Facts.parent(P))
      Child = P;
    return P;
  };
  const Stmt *Element = Up();
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(Element);
  if (const auto *A = dyn_cast_or_null<ArraySubscriptExpr>(Element);
      A ? A->getIdx() != Child
        : !Call || Call->getOperator() != OO_Subscript ||
              Call->getNumArgs() != 2 || Call->getArg(1) != Child)
    return false;
  Child = Element;
  const Stmt *Store = Up();
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Store))
    return B->getOpcode() == BO_Assign && B->getLHS() == Child &&
           standsAlone(B);
  const auto *Assign = dyn_cast_or_null<CXXOperatorCallExpr>(Store);
  return Assign && Assign->getOperator() == OO_Equal &&
         Assign->getArg(0) == Child && standsAlone(Assign);
}

//===--- Types ------------------------------------------------------------===//

/// Whether S stays a step where its value meets Other by Op, computed in the
/// type Computed.
bool ReductionSteps::takes(BinaryOperatorKind Op, const clang::Expr *Other,
                           QualType Computed, Step &S) const {
  bool Bitwise = Op == BO_And || Op == BO_Or || Op == BO_Xor;
  bool Logical = Op == BO_LAnd || Op == BO_LOr;
  switch (S.Is) {
  case ReducedKind::Floating:
    return Computed->isRealFloatingType() && !Bitwise && !Logical;
  case ReducedKind::Integer:
    // Modulo a power of two, wider types change nothing.
    if (Computed->isRealFloatingType())
      S.Why = Truncates;
    if (!Computed->isIntegerType() || Logical)
      return false;
    S.Found.Bits = std::max<unsigned>(S.Found.Bits, Ctx.getIntWidth(Computed));
    return S.Found.Bits <= 64;
  case ReducedKind::Bool:
    // As a number `other` could have more bits than one.
    return Logical ||
           (Bitwise && (withoutConversions(Other)->getType()->isBooleanType() ||
                        (Op == BO_Or && Computed->isIntegerType())));
  case ReducedKind::None:
    break;
  }
  return false;
}

//===--- Forms ------------------------------------------------------------===//

/// `s + e`, `e + s - f`: the mention of the target in a chain of operators of
/// one class, or null.
const clang::Expr *ReductionSteps::inChain(const clang::Expr *E,
                                           Step &S) const {
  E = withoutConversions(E);
  if (same(E, S.Target))
    return E;
  const auto *B = dyn_cast<BinaryOperator>(E);
  llvm::StringRef Class = B ? classOf(B->getOpcode()) : "";
  if (Class.empty() || (!S.Found.Class.empty() && S.Found.Class != Class))
    return nullptr;
  Step Left = S, Right = S;
  Left.Found.Class = Right.Found.Class = Class.str();
  Left.Found.Op = Right.Found.Op = B->getOpcodeStr().str();
  const clang::Expr *L = inChain(B->getLHS(), Left), *R = nullptr;
  if (B->getOpcode() != BO_Sub)
    R = inChain(B->getRHS(), Right);
  if (!L == !R) {
    S.Why = Left.Why.empty() ? Right.Why : Left.Why;
    return nullptr;
  }
  S = L ? Left : Right;
  // `b && e1 && e2` is `(b && e1) && e2`, of which e1 guards e2.
  if (L && B->isLogicalOp() &&
      !(L == withoutConversions(B->getLHS()) && isPermitted(S))) {
    S.Why = StopsEvaluating;
    return nullptr;
  }
  if (!takes(B->getOpcode(), L ? B->getRHS() : B->getLHS(),
             B->getType().getCanonicalType(), S))
    return nullptr;
  return L ? L : R;
}

/// `std::max(s, e)`, `fmin(e, s)`.
const clang::Expr *ReductionSteps::inCall(const clang::Expr *E, Step &S) const {
  const auto *C = dyn_cast<CallExpr>(withoutConversions(E));
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  if (!F || !F->getIdentifier() || C->getNumArgs() != 2)
    return nullptr;
  bool First = same(C->getArg(0), S.Target);
  if (First == same(C->getArg(1), S.Target))
    return nullptr;
  llvm::StringRef Name = F->getName();
  if (isValueTwin(C)) {
    if (plainType(C) != S.Type)
      return nullptr;
  } else {
    if (Name == "fmaxf" || Name == "fminf")
      Name = Name.drop_back();
    bool Known = (Name == "fmax" || Name == "fmin") &&
                 (F->isInStdNamespace() || F->getBuiltinID());
    if (!Known || S.Is != ReducedKind::Floating ||
        !(plainType(C) == S.Type || isOfType(C->getArg(First), S)))
      return nullptr;
  }
  S.Found.Class = S.Found.Op = Name.str();
  S.Found.Value = C->getArg(First);
  return withoutConversions(C->getArg(!First));
}

/// `s < e ? e : s`.
const clang::Expr *ReductionSteps::inSelection(const clang::Expr *E,
                                               Step &S) const {
  const auto *C = dyn_cast<ConditionalOperator>(withoutConversions(E));
  const auto *B =
      C ? dyn_cast<BinaryOperator>(withoutConversions(C->getCond())) : nullptr;
  if (!B || !B->isRelationalOp())
    return nullptr;
  bool Left = same(B->getLHS(), S.Target),
       Then = same(C->getTrueExpr(), S.Target);
  if (Left == same(B->getRHS(), S.Target) ||
      Then == same(C->getFalseExpr(), S.Target))
    return nullptr;
  const clang::Expr *Compared = Left ? B->getRHS() : B->getLHS();
  const clang::Expr *Chosen = Then ? C->getFalseExpr() : C->getTrueExpr();
  if (!same(Compared, Chosen) || !isOfType(Compared, S))
    return nullptr;
  S.Found.Class = S.Found.Op = isLess(B) == (Left == Then) ? "min" : "max";
  S.Found.Value = Compared;
  return withoutConversions(Left ? B->getLHS() : B->getRHS());
}

/// `if (s < e) s = e;` around the assignment B.
const clang::Expr *ReductionSteps::inCondition(const BinaryOperator *B,
                                               Step &S) const {
  const Stmt *P = Facts.parent(B);
  while (isa_and_nonnull<ParenExpr, FullExpr, CompoundStmt>(P))
    P = Facts.parent(P);
  const auto *If = dyn_cast_or_null<IfStmt>(P);
  std::optional<ChoiceForm> Form = If ? choiceForm(If, Ctx) : std::nullopt;
  if (!Form || Form->Steps.size() != 1 || Form->Steps.front() != B)
    return nullptr;
  if (Form->GuardsOthers && !isPermitted(S)) {
    S.Why = StopsEvaluating;
    return nullptr;
  }
  S.Found.Class = S.Found.Op = Form->reductionClass();
  S.Found.Value = B->getRHS();
  return Form->Own;
}

/// `if (s < e) { s = e; t = f; }`, of all of which 'reduce' has to speak.
void ReductionSteps::readChoice(const IfStmt *If) {
  std::optional<ChoiceForm> Form = choiceForm(If, Ctx);
  if (!Form || Form->Steps.size() == 1)
    return;
  ChoiceSteps Found;
  Found.Class = Form->reductionClass();
  Found.Comparison = Form->Comparison;
  Found.IsPermitted = true;
  for (const BinaryOperator *B : Form->Steps) {
    Step S;
    S.Target = skipMarkers(B->getLHS());
    S.Is = reducedKind(plainType(S.Target), Ctx);
    if (!isa<DeclRefExpr, MemberExpr>(S.Target) || S.Is == ReducedKind::None ||
        (Found.Steps.empty() && S.Is == ReducedKind::Bool))
      return;
    Found.IsPermitted &= isPermitted(S);
    Found.Steps.push_back(B);
  }
  Step S;
  S.Found.Class = S.Found.Op = Found.Class;
  S.Found.Choice = static_cast<int>(Choices.size());
  for (const BinaryOperator *B : Found.Steps) {
    ChosenBy[skipMarkers(B->getLHS())] = Choices.size();
    S.Found.Whole = B;
    if (Found.IsPermitted)
      add(S, {skipMarkers(B->getLHS())});
  }
  S.Found.Whole = Found.Steps.front();
  if (Found.IsPermitted)
    add(S, {Form->Own});
  Choices.push_back(std::move(Found));
}

//===--- Statements -------------------------------------------------------===//

void ReductionSteps::add(const Step &S,
                         std::initializer_list<const clang::Expr *> All) {
  for (const clang::Expr *E : All)
    Mentions[E] = S.Found;
}

void ReductionSteps::readIncrement(const UnaryOperator *U) {
  Step S;
  S.Target = skipMarkers(U->getSubExpr());
  S.Type = plainType(S.Target);
  S.Is = reducedKind(S.Type, Ctx);
  if (S.Is != ReducedKind::Integer && S.Is != ReducedKind::Floating)
    return;
  S.Found = {"+", U->isIncrementOp() ? "+" : "-",
             S.Is == ReducedKind::Integer ? Ctx.getIntWidth(S.Type) : 0, U};
  S.Found.IsUsed = !standsAlone(U);
  if (S.Found.IsUsed && !isa<DeclRefExpr, MemberExpr>(S.Target))
    return;
  add(S, {S.Target});
}

void ReductionSteps::readCompound(const CompoundAssignOperator *B) {
  Step S;
  S.Target = skipMarkers(B->getLHS());
  S.Type = plainType(S.Target);
  S.Is = reducedKind(S.Type, Ctx);
  auto Op = BinaryOperator::getOpForCompoundAssignment(B->getOpcode());
  S.Found.Class = classOf(Op).str();
  S.Found.Op = BinaryOperator::getOpcodeStr(Op).str();
  S.Found.Whole = B;
  S.Found.Value = B->getRHS();
  if (S.Found.Class.empty())
    return;
  if (takes(Op, B->getRHS(), B->getComputationResultType().getCanonicalType(),
            S))
    add(S, {S.Target});
  else if (!S.Why.empty())
    Reasons[S.Target] = S.Why;
}

namespace {

/// Whether subscripts name counters of loops, and elements in their turn.
struct Subscripts {
  const llvm::SmallPtrSetImpl<const Decl *> &Counters;
  bool Count = false, Look = false, Change = false;

  void read(const Stmt *S, bool IsInside = false) {
    const auto *Ref = dyn_cast<DeclRefExpr>(S);
    const auto *U = dyn_cast<UnaryOperator>(S);
    const auto *B = dyn_cast<BinaryOperator>(S);
    Count |= Ref && Counters.contains(Ref->getDecl());
    Change |= (U && U->isIncrementDecrementOp()) || (B && B->isAssignmentOp());
    const auto Element = [&](const Stmt *Of, const Stmt *Index) {
      Look |= IsInside;
      if (Of)
        read(Of, IsInside);
      read(Index, true);
    };
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(S))
      return Element(A->getBase(), A->getIdx());
    if (const auto *C = dyn_cast<CXXOperatorCallExpr>(S);
        C && C->getOperator() == OO_Subscript && C->getNumArgs() == 2)
      return Element(C->getArg(0), C->getArg(1));
    if (U && U->getOpcode() == UO_Deref)
      return Element(nullptr, U->getSubExpr());
    for (const Stmt *Child : S->children())
      if (Child)
        read(Child, IsInside);
  }
};

} // namespace

/// Many iterations may store to what E names: it is no element whose subscripts
/// are made of counters alone.
bool ReductionSteps::mayBeShared(const clang::Expr *E) const {
  Subscripts Found{Counters};
  Found.read(E);
  return (!Found.Count || Found.Look) && !Found.Change;
}

/// `s = 1`, where all that write it write one number.
bool ReductionSteps::readConstant(const BinaryOperator *B, Step &S) {
  constexpr int64_t Most = int64_t(1) << 40;
  const clang::Expr *Right = withoutConversions(B->getRHS());
  // The number stands in the text, where no macro can change it.
  const auto *Minus = dyn_cast<UnaryOperator>(Right);
  const clang::Expr *Number = Minus && Minus->getOpcode() == UO_Minus
                                  ? withoutConversions(Minus->getSubExpr())
                                  : Right;
  clang::Expr::EvalResult Value;
  if (!isa<CXXBoolLiteralExpr, IntegerLiteral>(Number) ||
      (isa<IntegerLiteral>(Number) &&
       (Right->getBeginLoc().isMacroID() || Right->getEndLoc().isMacroID())) ||
      !B->getRHS()->EvaluateAsInt(Value, Ctx))
    return false;
  const auto Fits = Value.Val.getInt().tryExtValue();
  if (!Fits || *Fits > Most || *Fits < -Most)
    return false;
  if (S.Is == ReducedKind::Bool) {
    S.Found.Class = S.Found.Op = *Fits ? "|" : "&";
  } else if (S.Is == ReducedKind::Integer) {
    S.Found.Class = "set<" + std::to_string(*Fits) + ">";
    S.Found.Op = "= " + std::to_string(*Fits);
  } else {
    return false;
  }
  if (!mayBeShared(S.Target))
    return false;
  if (!isa<DeclRefExpr>(S.Target)) {
    S.Found.Whole = B;
    S.Found.Value = B->getRHS();
  }
  add(S, {S.Target});
  return true;
}

void ReductionSteps::readAssignment(const BinaryOperator *B) {
  Step Empty;
  Empty.Target = skipMarkers(B->getLHS());
  Empty.Type = plainType(Empty.Target);
  Empty.Is = reducedKind(Empty.Type, Ctx);
  // A chosen truth value depends on the key: it is no value that only ever
  // becomes true.
  if (Empty.Is == ReducedKind::None || ChosenBy.contains(Empty.Target))
    return;
  const clang::Expr *Right = withoutConversions(B->getRHS());
  // `s = std::accumulate(...)` stands for steps.
  if (const auto A = algorithmCall(B)) {
    Step S = Empty;
    if (const std::optional<Combination> C = combinationOf(*A, Ctx)) {
      S.Found = {C->Class, C->Class, C->Bits, B};
      add(S, {S.Target});
    }
    return;
  }
  if (readConstant(B, Empty))
    return;
  Step S = Empty;
  const clang::Expr *Own = inChain(Right, S);
  if (Own == Right) // `s = s`
    Own = nullptr;
  if (const auto *Chain = dyn_cast<BinaryOperator>(Right); Own && Chain) {
    if (same(Chain->getLHS(), S.Target))
      S.Found.Value = Chain->getRHS();
    else if (same(Chain->getRHS(), S.Target))
      S.Found.Value = Chain->getLHS();
  }
  std::string Why = S.Why;
  if (!Own)
    Own = inCall(Right, S = Empty);
  if (!Own)
    Own = inSelection(Right, S = Empty);
  if (!Own) {
    Own = inCondition(B, S = Empty);
    Why = Why.empty() ? S.Why : Why;
  }
  if (!Own) {
    if (!Why.empty())
      Reasons[Empty.Target] = Why;
    return;
  }
  S.Found.Whole = B;
  add(S, {S.Target, Own});
  // A selection and a condition mention it twice.
  if (const auto *C = dyn_cast<ConditionalOperator>(Right))
    for (const clang::Expr *Branch : {C->getTrueExpr(), C->getFalseExpr()})
      if (same(Branch, S.Target))
        add(S, {withoutConversions(Branch)});
}

void ReductionSteps::visit(const Stmt *S) {
  if (const auto *U = dyn_cast<UnaryOperator>(S)) {
    if (U->isIncrementDecrementOp() && (standsAlone(U) || isSubscript(U)))
      readIncrement(U);
  } else if (const auto *C = dyn_cast<CompoundAssignOperator>(S)) {
    if (standsAlone(C))
      readCompound(C);
  } else if (const auto *B = dyn_cast<BinaryOperator>(S)) {
    if (B->getOpcode() == BO_Assign && standsAlone(B))
      readAssignment(B);
  } else if (const auto *If = dyn_cast<IfStmt>(S)) {
    readChoice(If);
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    if (const auto *Init = dyn_cast_or_null<DeclStmt>(For->getInit()))
      Counters.insert(Init->decl_begin(), Init->decl_end());
  }
  for (const Stmt *Part : partsOf(S))
    visit(Part);
}

ReductionSteps::ReductionSteps(const Stmt *Nest, const VariableFacts &Facts,
                               const ASTContext &Ctx,
                               std::vector<const clang::Expr *> Permitted)
    : Facts(Facts), Ctx(Ctx), Permitted(std::move(Permitted)) {
  visit(Nest);
}

const ReductionStep *ReductionSteps::at(const clang::Expr *E) const {
  auto It = Mentions.find(skipMarkers(E));
  return It == Mentions.end() ? nullptr : &It->second;
}

const ChoiceSteps *ReductionSteps::choiceOf(const clang::Expr *E) const {
  auto It = ChosenBy.find(skipMarkers(E));
  return It == ChosenBy.end() ? nullptr : &Choices[It->second];
}

llvm::StringRef ReductionSteps::whyNot(const clang::Expr *E) const {
  auto It = Reasons.find(skipMarkers(E));
  return It == Reasons.end() ? llvm::StringRef() : llvm::StringRef(It->second);
}

} // namespace heddle
