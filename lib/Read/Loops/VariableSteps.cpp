//===- VariableSteps.cpp - Loops whose step is a variable -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/VariableSteps.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Declarations.h"
#include "Read/Loops/LoopHeader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"

using namespace clang;

namespace heddle {

static const IntType Int64{64, true};

/// The only variable of the header, and `i += e` or `i -= e`.
static const CompoundAssignOperator *stepOfOnly(const ForStmt *For,
                                                const VarDecl *&V) {
  const llvm::SmallVector<const VarDecl *, 2> All = declaredBy(For);
  if (All.size() != 1 || !All[0]->getType()->isIntegerType())
    return nullptr;
  V = All[0];
  const auto *B = dyn_cast_or_null<CompoundAssignOperator>(incrementOf(For, V));
  return B && (B->getOpcode() == BO_AddAssign || B->getOpcode() == BO_SubAssign)
             ? B
             : nullptr;
}

bool hasVariableStep(const ForStmt *For) {
  const VarDecl *V = nullptr;
  const CompoundAssignOperator *B = stepOfOnly(For, V);
  clang::Expr::EvalResult Result;
  return B && !B->getRHS()->isValueDependent() &&
         !B->getRHS()->EvaluateAsInt(Result, V->getASTContext());
}

bool isReadOf(const clang::Expr *E, const VarDecl *V) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E);
      C && C->getCastKind() == CK_LValueToRValue)
    E = C->getSubExpr()->IgnoreParens();
  const auto *D = dyn_cast<DeclRefExpr>(E);
  return D && D->getDecl() == V;
}

static std::optional<SteppedForm> steppedForm(const NestReader &NR,
                                              const ForStmt *For) {
  SteppedForm Form;
  const CompoundAssignOperator *B = stepOfOnly(For, Form.V);
  const auto *C = dyn_cast_or_null<BinaryOperator>(
      For->getCond() ? skipMarkers(For->getCond()) : nullptr);
  // Where signed counters go round, nobody counts the turns of their loops.
  if (NR.Ctx.getLangOpts().isSignedOverflowDefined() || !B || !C ||
      !C->isRelationalOp() || For->getConditionVariable() ||
      !isOrdinary(NR, Form.V) || !isWrittenOnlyBy(NR, Form.V, B))
    return std::nullopt;
  Form.First = Form.V->getInit();
  Form.Amount = B->getRHS();
  Form.Moved = B->getLHS();
  Form.Down = B->getOpcode() == BO_SubAssign;
  const bool Left = isReadOf(C->getLHS(), Form.V);
  if (Left == isReadOf(C->getRHS(), Form.V))
    return std::nullopt;
  Form.End = Left ? C->getRHS() : C->getLHS();
  const BinaryOperatorKind Op =
      Left ? C->getOpcode()
           : BinaryOperator::reverseComparisonOp(C->getOpcode());
  Form.Reaches = Op == BO_LE || Op == BO_GE;
  const bool GoesUp = Op == BO_LT || Op == BO_LE;
  // All of it is computed in the type of the variable.
  const auto IsOfItsType = [&](QualType T) {
    return NR.Ctx.hasSameUnqualifiedType(T, Form.V->getType());
  };
  if (GoesUp == Form.Down || !IsOfItsType(Form.End->getType()) ||
      !IsOfItsType(B->getComputationResultType()) ||
      !IsOfItsType(Form.Amount->getType()))
    return std::nullopt;
  for (const clang::Expr *E : {Form.First, Form.End, Form.Amount})
    if (!isPlainText(NR, E) || mentionsHeader(E, For))
      return std::nullopt;
  return Form;
}

/// E has one value from before the nest on, until its end.
static bool isFixed(NestReader &NR, const clang::Expr *E) {
  const ExprRef Value = expr(NR, E);
  return !findOpaque(*Value) && !hasCounter(*Value) &&
         isStable(*Value, *NR.Nest);
}

/// How often the loop runs: a parameter, which the launch computes.
static ExprRef tripsParam(NestReader &NR, const SteppedForm &Form,
                          const std::string &Type) {
  Path P;
  P.Key = "trips of " + std::to_string(Form.V->getLocation().getRawEncoding());
  P.Name = Form.V->getName().str() + "_turns";
  P.Last = Form.V;
  auto [Known, IsNew] =
      NR.Memory.ParamIndex.try_emplace(P.Key, NR.Nest->Params.size());
  if (IsNew) {
    Param New;
    New.Name = kernelName(NR, P);
    New.CxxType = "long long";
    New.Integral = true;
    New.Type = Int64;
    New.HostText = std::string("::heddle::rt::trips_") +
                   (Form.Down ? "down" : "up") + (Form.Reaches ? "_to<" : "<") +
                   Type + ">(" + text(NR, Form.First) + ", " +
                   text(NR, Form.End) + ", " + text(NR, Form.Amount) + ")";
    New.Where = ref(NR, Form.Amount);
    NR.Nest->Shown.push_back(
        {New.HostText, "the turns of '" + Form.V->getName().str() + "'"});
    NR.Nest->Params.push_back(std::move(New));
    NR.Callees.ParamUses.push_back({Form.Amount, {}});
  }
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Param;
  N->Type = Int64;
  N->Index = Known->second;
  N->Where = ref(NR, Form.Amount);
  N->Text = NR.Nest->Params[Known->second].Name;
  return N;
}

std::optional<LoopHeaders> readSteps(NestReader &NR, const ForStmt *For,
                                     bool Must) {
  if (!Must)
    return std::nullopt; // loops in a thread may do as they like
  const VarDecl *V = declaredBy(For).front();
  const std::optional<SteppedForm> Form = steppedForm(NR, For);
  const std::optional<IntType> Type = intType(NR, V->getType());
  const std::optional<std::string> Spelled =
      spell(NR, V->getType(), writtenType(NR, V));
  const auto Refuse = [&](const clang::Expr *At, llvm::StringRef Why) {
    NR.error(DiagID::HD205, ref(NR, For->getInc()), V->getName())
        .note(ref(NR, At), Why.str());
    return std::nullopt;
  };
  if (!Form || !Type || Type->Bits < 32 || !Spelled)
    return Refuse(
        For->getInc(),
        "a step that is no constant stands in 'for (T i = a; i < b; i "
        "+= s)', or its like with <=, or with >, >= and -=, where a, "
        "b and s are spelled in the header and have the type T");
  for (const clang::Expr *E : {Form->First, Form->End, Form->Amount})
    if (!isFixed(NR, E))
      return Refuse(E, "'" + text(NR, E) +
                           "' is not known to be the same while the nest runs");
  LoopHeaders H = countedLoop(NR, For, V, "_turn", "long long");
  Loop &L = H.Loops.front();
  L.Bound = tripsParam(NR, *Form, *Spelled);
  L.OmpCanonical = true;
  H.Stepped = *Form;
  return H;
}

void walkSteps(NestReader &NR, const ForStmt *For, const SteppedForm &Form) {
  walkInitializer(NR, Form.First);
  see(NR, For->getCond());
  read(NR, Form.End);
  read(NR, Form.Amount);
}

static bool startsElsewhere(NestReader &NR, const SteppedForm &Form) {
  return Form.Down || !isZero(*expr(NR, Form.First));
}

/// The variable's value in the turn that the counter of L names, in Type.
static ExprRef valueOf(NestReader &NR, const SteppedForm &Form, const Loop &L,
                       IntType Type) {
  const ExprRef Moved = node(NR, ExprKind::Mul, Type,
                             {convert(NR, expr(NR, Form.Amount), Type),
                              convert(NR, L.CounterSide, Type)},
                             Form.Moved);
  if (!startsElsewhere(NR, Form))
    return Moved;
  return node(NR, Form.Down ? ExprKind::Sub : ExprKind::Add, Type,
              {convert(NR, expr(NR, Form.First), Type), Moved}, Form.Moved);
}

MovedTexts enterSteps(NestReader &NR, const SteppedForm &Form, const Loop &L) {
  const IntType Type = *intType(NR, Form.V->getType());
  // It lies between the first value and the end: no sum is too large for the
  // type, though a product may be, which the text computes in 64 bits.
  const ExprRef Wide = valueOf(NR, Form, L, Int64);
  NR.Scope.Counters.erase(Form.V);
  NR.Scope.MovingValues[Form.V] =
      Type.Signed ? valueOf(NR, Form, L, Type) : convert(NR, Wide, Type);
  std::string Moved =
      "static_cast<long long>(" + text(NR, Form.Amount) + ") * " + L.Name;
  if (startsElsewhere(NR, Form))
    Moved = operand(NR, Form.First) + (Form.Down ? " - " : " + ") + Moved;
  const std::string Name =
      spell(NR, Form.V->getType(), writtenType(NR, Form.V)).value_or("");
  const std::string Head =
      Name + " " + Form.V->getName().str() + " = static_cast<" + Name + ">(";
  return {NR.Nest->Params[L.Bound->Index].HostText,
          {{Form.V, Head + Moved + "); ",
            Head + cxxText(*Wide, *NR.Nest) + "); "}}};
}

} // namespace heddle
