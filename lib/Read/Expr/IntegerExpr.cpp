//===- IntegerExpr.cpp - Clang's integer expressions to Expr -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It reports nothing and records no access. An expression that has no exact
// reading is an opaque leaf that says why.
//===----------------------------------------------------------------------===//
#include "Read/Expr/IntegerExpr.h"
#include "Read/Annotation/Assumptions.h"
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/IndexFunctions.h"
#include "Read/Expr/BitsExpr.h"
#include "Read/Loops/MovedLocals.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/HeldElements.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/NullTests.h"
#include "Read/Memory/Paths.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

static ExprRef castExpr(NestReader &NR, const clang::CastExpr *E);
static ExprRef binaryExpr(NestReader &NR, const clang::BinaryOperator *E);
static ExprRef selectExpr(NestReader &NR, const clang::Expr *E, ExprRef C,
                          ExprRef A, ExprRef B);
static ExprRef callExpr(NestReader &NR, const clang::CallExpr *E);

bool isTemplateArgument(const clang::Expr *E) {
  E = E->IgnoreParens();
  while (const auto *F = dyn_cast<FullExpr>(E))
    E = F->getSubExpr()->IgnoreParens();
  return isa<SubstNonTypeTemplateParmExpr>(E);
}

/// Equal meaning, places and texts aside.
static bool sameExpr(const Expr &A, const Expr &B) {
  if (A.Kind != B.Kind || !(A.Type == B.Type) || A.Value != B.Value ||
      A.Index != B.Index || A.Kind == ExprKind::Opaque ||
      A.Operands.size() != B.Operands.size())
    return false;
  for (auto [X, Y] : llvm::zip(A.Operands, B.Operands))
    if (!sameExpr(*X, *Y))
      return false;
  return true;
}

std::optional<IntType> intType(const NestReader &NR, QualType T) {
  T = T.getCanonicalType();
  if (const auto *Enum = T->getAsEnumDecl()) {
    T = Enum->getIntegerType();
    if (T.isNull())
      return std::nullopt;
  }
  if (!T->isIntegerType() || T->isBitIntType() || T->isDependentType())
    return std::nullopt;
  if (T->isBooleanType())
    return IntType{1, false};
  unsigned Bits = NR.Ctx.getIntWidth(T);
  if (Bits > 64)
    return std::nullopt;
  const bool IsSigned = T->isSignedIntegerType();
  return IntType{Bits, IsSigned,
                 IsSigned && NR.Ctx.getLangOpts().isSignedOverflowDefined()};
}

ExprRef node(const NestReader &NR, ExprKind Kind, IntType Type,
             std::vector<ExprRef> Operands, const clang::Expr *E) {
  auto N = std::make_shared<Expr>();
  N->Kind = Kind;
  N->Type = Type;
  N->Operands = std::move(Operands);
  if (E) {
    N->Where = ref(NR, E);
    N->Text = text(NR, E);
  }
  return N;
}

ExprRef constant(const NestReader &NR, int64_t Value, IntType Type,
                 const clang::Expr *E) {
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Const;
  N->Type = Type;
  N->Value = Value;
  if (E) {
    N->Where = ref(NR, E);
    N->Text = text(NR, E);
  } else {
    N->Text = std::to_string(Value);
  }
  return N;
}

ExprRef counterExpr(unsigned Index, IntType Type, SourceRef Where,
                    llvm::StringRef Text) {
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Counter;
  N->Index = Index;
  N->Type = Type;
  N->Where = Where;
  N->Text = Text.str();
  return N;
}

bool isZero(const Expr &E) { return E.Kind == ExprKind::Const && E.Value == 0; }

ExprRef opaque(IntType Type, SourceRef Where, llvm::StringRef Text,
               llvm::StringRef Why) {
  auto N = std::make_shared<Expr>();
  N->Type = Type;
  N->Where = Where;
  N->Text = Text.str();
  N->Why = Why.str();
  return N;
}

ExprRef opaque(const NestReader &NR, const clang::Expr *E,
               llvm::StringRef Why) {
  return opaque(intType(NR, E->getType()).value_or(IntType{}), ref(NR, E),
                text(NR, E), Why);
}

ExprRef convert(const NestReader &NR, ExprRef E, IntType To) {
  if (E->Type == To)
    return E;
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Cast;
  N->Type = To;
  N->Where = E->Where;
  N->Text = E->Text;
  N->Operands = {std::move(E)};
  return N;
}

bool isLiteral(const Stmt *S, const SourceManager &SM) {
  if (isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr>(S)) {
    SourceLocation At = S->getBeginLoc();
    while (SM.isMacroArgExpansion(At))
      At = SM.getImmediateSpellingLoc(At);
    return At.isFileID();
  }
  if (!isa<ParenExpr, CastExpr, UnaryOperator, BinaryOperator, FullExpr>(S))
    return false;
  return llvm::all_of(S->children(),
                      [&](const Stmt *C) { return isLiteral(C, SM); });
}

/// Names of the nest's own variables mean nothing outside of it. In a template
/// the arguments are compared at the launch as they are, and what depends on
/// them need be no constant before.
static bool mentionsNestOrTemplate(const NestReader &NR, const Stmt *S) {
  if (isa<SubstNonTypeTemplateParmExpr, SizeOfPackExpr, LambdaExpr>(S))
    return true;
  const auto *D = dyn_cast<DeclRefExpr>(S);
  if (D && isDeclaredInNest(NR, D->getDecl()))
    return true;
  if (isInstantiation(NR) &&
      (D ? !D->getDecl()->getDeclContext()->isFileContext()
         : !isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr, ParenExpr,
                ImplicitCastExpr, UnaryOperator, BinaryOperator, FullExpr>(S)))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) {
    return C && mentionsNestOrTemplate(NR, C);
  });
}

/// Keeps the spelling of a constant that the rewritten text holds as a number.
/// A constant that stands in a macro's body, in part, has no spelling of its
/// own.
void noteFolded(NestReader &NR, const clang::Expr *E) {
  E = E->IgnoreImpCasts();
  // Braces around a value are no expression, which a comparison needs.
  while (const auto *L = dyn_cast<InitListExpr>(E)) {
    if (L->getNumInits() != 1)
      return;
    E = L->getInit(0)->IgnoreImpCasts();
  }
  clang::Expr::EvalResult Result;
  if (isLiteral(E, NR.SM) || mentionsNestOrTemplate(NR, E) ||
      !E->getType()->isIntegralOrUnscopedEnumerationType() ||
      !E->isCXX11ConstantExpr(NR.Ctx) || !E->EvaluateAsInt(Result, NR.Ctx) ||
      !Result.Val.getInt().isRepresentableByInt64())
    return;
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), NR.SM,
      NR.Ctx.getLangOpts());
  if (Chars.isInvalid() ||
      !NR.SM.isWrittenInSameFile(
          Chars.getBegin(), NR.SM.getExpansionLoc(NR.In.Nest->getBeginLoc())))
    return;
  // Macros of the nest alone are unknown where the text is compared.
  std::string Text =
      NR.Spans.Expanded
          ? text(NR, E)
          : Lexer::getSourceText(Chars, NR.SM, NR.Ctx.getLangOpts()).str();
  if (Text.empty() || Text.find_first_of("\n\r#") != Text.npos ||
      Text.find("//") != Text.npos)
    return;
  if (llvm::none_of(NR.Nest->Folded, [&](const LoopNest::FoldedConstant &F) {
        return F.Text == Text;
      }))
    NR.Nest->Folded.push_back(
        {std::move(Text), Result.Val.getInt().getExtValue()});
}

ExprRef expr(NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Written = E;
  E = skipMarkers(E);
  std::optional<IntType> Type = intType(NR, E->getType());
  if (!Type)
    return opaque(NR, E,
                  E->getType()->isRealFloatingType()
                      ? "it is computed in floating point"
                      : "it is no integer of at most 64 bits");
  if (E->isValueDependent() || E->getType().isVolatileQualified())
    return opaque(NR, E, "its value is not known here");
  clang::Expr::EvalResult Result;
  if (E->EvaluateAsInt(Result, NR.Ctx, clang::Expr::SE_NoSideEffects)) {
    const llvm::APSInt &V = Result.Val.getInt();
    if (!V.isRepresentableByInt64())
      return opaque(NR, E, "the constant is outside of 64-bit signed integers");
    if (!NR.Callees.Calling && !NR.isInCopy())
      noteFolded(NR, Written);
    if ((!NR.Callees.Calling && !NR.isInCopy()) ||
        atHome<bool>(NR,
                     [&](NestReader &H) { return nameConstant(H, Written); }))
      return constant(NR, V.getExtValue(), *Type, E);
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castExpr(NR, C);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binaryExpr(NR, B);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    switch (U->getOpcode()) {
    case UO_Plus:
      return expr(NR, U->getSubExpr());
    case UO_PostInc:
    case UO_PostDec:
      return steppedExpr(NR, U);
    case UO_Minus:
      return node(NR, ExprKind::Neg, *Type, {expr(NR, U->getSubExpr())}, E);
    case UO_LNot:
      if (ExprRef Sub = expr(NR, U->getSubExpr()); Sub->Type.Bits == 1)
        return node(NR, ExprKind::Not, *Type, {Sub}, E);
      break;
    default:
      break;
    }
    return opaque(NR, E, "the operator has no affine reading");
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    ExprRef A = expr(NR, C->getTrueExpr()), B = expr(NR, C->getFalseExpr());
    if (!(A->Type == B->Type))
      return opaque(NR, E, "its branches differ in type");
    return selectExpr(NR, E, expr(NR, C->getCond()), A, B);
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return callExpr(NR, C);
  if (const auto *S = dyn_cast<StmtExpr>(E);
      S && !S->getSubStmt()->body_empty())
    if (const auto *Last = dyn_cast<clang::Expr>(S->getSubStmt()->body_back()))
      return expr(NR, Last);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    if (L->getNumInits() == 1)
      return expr(NR, L->getInit(0));
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return expr(NR, M->getSubExpr());
  if (E->isGLValue())
    return variableExpr(NR, E);
  return opaque(NR, E, "the construct has no affine reading");
}

unsigned treeSize(const Expr &E, unsigned Limit) {
  unsigned Size = 1;
  for (const ExprRef &Operand : E.Operands) {
    if (Size >= Limit)
      break;
    Size += treeSize(*Operand, Limit - Size);
  }
  return Size;
}

/// The statement that holds S and stands directly in Block, or null.
static const Stmt *childOf(const NestReader &NR, const Stmt *Block,
                           const Stmt *S) {
  while (S && NR.Facts.parent(S) != Block)
    S = NR.Facts.parent(S);
  return S;
}

/// V's only value in the nest where Use reads it: that of its initialiser, or
/// of the one assignment, if this is a statement of a block in which a later
/// one holds Use. Null: V may have others.
static const clang::Expr *onlyValue(const NestReader &NR, const VarDecl *V,
                                    const clang::Expr *Use) {
  const clang::Expr *Write = nullptr;
  for (const clang::Expr *W : NR.Facts.writes(V))
    if (NR.Facts.isWithin(W, NR.In.Nest)) {
      if (Write)
        return nullptr;
      Write = W;
    }
  if (!Write)
    return V->hasInit() && NR.Facts.isWithin(V->getInit(), NR.In.Nest)
               ? V->getInit()
               : nullptr;
  const auto *Set = dyn_cast_or_null<BinaryOperator>(NR.Facts.parent(Write));
  if (!Set || Set->getOpcode() != BO_Assign || Set->getLHS() != Write ||
      NR.Facts.isMentionedIn(V, Set->getRHS()))
    return nullptr;
  const Stmt *S = Set;
  while (isa_and_nonnull<ParenExpr, ExprWithCleanups>(NR.Facts.parent(S)))
    S = NR.Facts.parent(S);
  const auto *Block = dyn_cast_or_null<CompoundStmt>(NR.Facts.parent(S));
  const Stmt *Holder = Block ? childOf(NR, Block, Use) : nullptr;
  // A switch may begin behind the assignment.
  if (!Holder || Holder == S ||
      isa_and_nonnull<SwitchStmt>(NR.Facts.parent(Block)))
    return nullptr;
  const auto *First = llvm::find_if(
      Block->body(), [&](const Stmt *C) { return C == S || C == Holder; });
  return *First == S ? Set->getRHS() : nullptr;
}

/// The counters of loops that do not hold E had other values there.
ExprRef valueThen(NestReader &NR, const clang::Expr *E) {
  const auto Now = NR.Scope.Counters;
  for (const auto &[Counter, Loop] : NR.Scope.Assigned)
    if (!NR.Facts.isWithin(E, Loop))
      NR.Scope.Counters.erase(Counter);
  ExprRef Value = expr(NR, E);
  NR.Scope.Counters = Now;
  return Value;
}

/// The value of a variable that each iteration has for itself, which is Set
/// there. Counters and parameters keep their values while it lives.
static ExprRef localValue(NestReader &NR, const VarDecl *V,
                          const clang::Expr *Set, const clang::Expr *Use) {
  auto [It, New] = NR.Scope.LocalValues.try_emplace(V, nullptr);
  if (!New) // null while its own initialiser is being read
    return It->second ? It->second
                      : opaque(NR, Use, "its initialiser mentions itself");
  ExprRef Value = valueThen(NR, Set);
  if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
    Value = opaque(NR, Use, "the expression is too large");
  NR.Scope.LocalValues[V] = Value;
  return Value;
}

/// The value that the lvalue E holds.
ExprRef variableExpr(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    if (C->getCastKind() == CK_NoOp)
      return variableExpr(NR, C->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return expr(NR, M->getSubExpr());
  if (const auto *C = dyn_cast<CallExpr>(E);
      C && !subscriptedContainer(NR.Ctx, E))
    return callExpr(NR, C);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    ExprRef A = variableExpr(NR, C->getTrueExpr());
    ExprRef B = variableExpr(NR, C->getFalseExpr());
    if (A->Type == B->Type)
      return selectExpr(NR, E, expr(NR, C->getCond()), A, B);
    return opaque(NR, E, "its branches differ in type");
  }
  if (ExprRef Held = heldElement(NR, E))
    return Held;
  if (isa<ArraySubscriptExpr>(E) || subscriptedContainer(NR.Ctx, E))
    return opaque(NR, E, DependsOnArray);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_Deref || U->isIncrementDecrementOp())
      return U->getOpcode() == UO_Deref ? opaque(NR, E, DependsOnArray)
                                        : steppedExpr(NR, U);
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const VarDecl *V = variable(NR, D->getDecl());
    if (!V)
      return opaque(NR, E, "it is no variable");
    if (NR.Callees.Calling)
      if (auto It = NR.Callees.Calling->Parameters.find(V);
          It != NR.Callees.Calling->Parameters.end())
        return It->second;
    if (auto It = NR.Scope.Counters.find(V); It != NR.Scope.Counters.end())
      return counterExpr(It->second, NR.model().Loops[It->second].Type,
                         ref(NR, E), text(NR, E));
    if (NR.isInCopy() && V->getDeclContext() == NR.In.Function &&
        isa<ParmVarDecl>(V))
      return parameterValue(NR, V, E);
    if (isDeclaredInNest(NR, V)) {
      if (V->getType()->isReferenceType()) {
        if (NR.Memory.References.count(V))
          return opaque(NR, E,
                        NR.Memory.References[V].Private
                            ? "it depends on a local array"
                            : DependsOnArray);
        return opaque(NR, E, "it is a reference");
      }
      if (NR.Facts.escape(V))
        return opaque(NR, E, "its address is taken");
      if (ExprRef Value = NR.Scope.MovingValues.lookup(V))
        return Value;
      if (const clang::Expr *Set = onlyValue(NR, V, E))
        return localValue(NR, V, Set, E);
      return movedExpr(NR, V, E);
    }
  }
  if (NR.isInCopy())
    return atHome<ExprRef>(NR,
                           [&](NestReader &H) { return variableExpr(H, E); });
  std::optional<Path> P = path(NR, E);
  if (!P && NR.Callees.Calling)
    return opaque(NR, E,
                  NR.Callees.Calling->Closure && isa<DeclRefExpr>(E)
                      ? "it may have changed since the lambda was made"
                      : "it cannot be named where the call stands");
  if (!P && isa<MemberExpr>(E)) // of an element
    return opaque(NR, E, DependsOnArray);
  if (!P)
    return opaque(NR, E, "it is not understood");
  if (NR.Updates.WrittenScalars.contains(P->Key) ||
      (P->Root && NR.Facts.writeWithin(P->Root, NR.In.Nest)))
    return opaque(NR, E, "it changes in the nest");
  // The text names the variable, whatever it holds.
  const std::optional<ExprRef> Value = paramFor(NR, *P, E);
  if (!Value)
    return opaque(NR, E, "it is not understood");
  const ExprRef Product = initialProduct(NR, E);
  return Product ? Product : *Value;
}

static ExprRef castExpr(NestReader &NR, const CastExpr *E) {
  IntType Type = *intType(NR, E->getType());
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return variableExpr(NR, Sub);
  case CK_NoOp:
    return Sub->isGLValue() ? variableExpr(NR, Sub) : expr(NR, Sub);
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral: {
    ExprRef Operand = expr(NR, Sub);
    return Operand->Type == Type ? Operand
                                 : node(NR, ExprKind::Cast, Type, {Operand}, E);
  }
  case CK_IntegralToBoolean: {
    ExprRef Operand = expr(NR, Sub);
    if (Operand->Type.Bits == 1)
      return Operand;
    return node(NR, ExprKind::Ne, Type,
                {Operand, constant(NR, 0, Operand->Type, nullptr)}, E);
  }
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    return opaque(NR, E, "it is computed in floating point");
  case CK_PointerToBoolean:
    if (ExprRef Test = nullTest(NR, E))
      return Test;
    [[fallthrough]];
  default:
    return opaque(NR, E, "the conversion has no affine reading");
  }
}

namespace {

std::optional<ExprKind> kindOf(BinaryOperatorKind Op) {
  switch (Op) {
  case BO_Add:
    return ExprKind::Add;
  case BO_Sub:
    return ExprKind::Sub;
  case BO_Mul:
    return ExprKind::Mul;
  case BO_Div:
    return ExprKind::Div;
  case BO_Rem:
    return ExprKind::Rem;
  case BO_LT:
    return ExprKind::Lt;
  case BO_LE:
    return ExprKind::Le;
  case BO_GT:
    return ExprKind::Gt;
  case BO_GE:
    return ExprKind::Ge;
  case BO_EQ:
    return ExprKind::Eq;
  case BO_NE:
    return ExprKind::Ne;
  case BO_LAnd:
    return ExprKind::And;
  case BO_LOr:
    return ExprKind::Or;
  default:
    return std::nullopt;
  }
}

} // namespace

static ExprRef binaryExpr(NestReader &NR, const BinaryOperator *E) {
  IntType Type = *intType(NR, E->getType());
  if (E->isShiftOp() || E->getOpcode() == BO_And || E->getOpcode() == BO_Or)
    if (ExprRef Bits = bitsExpr(NR, E))
      return Bits;
  if (E->getOpcode() == BO_Comma)
    return E->getRHS()->isGLValue() ? variableExpr(NR, E->getRHS())
                                    : expr(NR, E->getRHS());
  std::optional<ExprKind> Kind = kindOf(E->getOpcode());
  if (!Kind)
    return opaque(NR, E,
                  E->isAssignmentOp() ? "it is an assignment"
                                      : "the operator has no affine reading");
  QualType LeftType = E->getLHS()->getType();
  if (E->getOpcode() == BO_Sub && LeftType->isPointerType())
    if (ExprRef Elements = pointerDifference(NR, E))
      return Elements;
  if (E->isEqualityOp() && LeftType->isPointerType())
    if (ExprRef Test = nullTest(NR, E))
      return Test;
  if (!intType(NR, LeftType) || !intType(NR, E->getRHS()->getType()))
    return opaque(NR, E,
                  LeftType->isPointerType()
                      ? "it compares or subtracts pointers"
                      : "it is computed in floating point");
  ExprRef A = expr(NR, E->getLHS()), B = expr(NR, E->getRHS());
  // C++ has brought both operands to one type; anything else is not understood.
  bool Same = A->Type == B->Type;
  bool IsLogic = *Kind == ExprKind::And || *Kind == ExprKind::Or;
  if (!Same || (IsLogic && A->Type.Bits != 1) ||
      (!E->isComparisonOp() && !IsLogic && !(A->Type == Type)))
    return opaque(NR, E, "its operands differ in type");
  return node(NR, *Kind,
              E->isComparisonOp() || IsLogic ? IntType{1, false} : Type, {A, B},
              E);
}

/// C ? A : B, as a minimum or maximum where it is one.
static ExprRef selectExpr(NestReader &NR, const clang::Expr *E, ExprRef C,
                          ExprRef A, ExprRef B) {
  if (C->Kind >= ExprKind::Lt && C->Kind <= ExprKind::Ge) {
    bool Less = C->Kind == ExprKind::Lt || C->Kind == ExprKind::Le;
    const Expr &X = *C->Operands[0], &Y = *C->Operands[1];
    if (sameExpr(X, *A) && sameExpr(Y, *B))
      return node(NR, Less ? ExprKind::Min : ExprKind::Max, A->Type, {A, B}, E);
    if (sameExpr(X, *B) && sameExpr(Y, *A))
      return node(NR, Less ? ExprKind::Max : ExprKind::Min, A->Type, {A, B}, E);
  }
  return node(NR, ExprKind::Select, A->Type, {C, A, B}, E);
}

static ExprRef callExpr(NestReader &NR, const CallExpr *E) {
  if (const clang::Expr *Object = measuredContainer(NR.Ctx, E)) {
    if (const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Object));
        D && givenContainer(NR, D->getDecl()))
      return convert(NR, sizeOfContainer(NR, Object),
                     *intType(NR, E->getType()));
    return atHome<ExprRef>(
        NR, [&](NestReader &H) { return sizeExpr(H, E, Object); });
  }
  if (const CXXOperatorCallExpr *Difference = iteratorDifference(E))
    if (ExprRef Value = differenceExpr(NR, Difference))
      return Value;
  const FunctionDecl *F = E->getDirectCallee();
  std::optional<IntType> Type = intType(NR, E->getType());
  if (F && Type && isValueTwin(E)) {
    std::vector<ExprRef> Args;
    for (const clang::Expr *A : E->arguments())
      Args.push_back(A->isGLValue() ? variableExpr(NR, A) : expr(NR, A));
    bool Same =
        llvm::all_of(Args, [&](const ExprRef &A) { return A->Type == *Type; });
    llvm::StringRef Name = F->getName();
    if (Same && (Name == "min" || Name == "max"))
      return node(NR, Name == "min" ? ExprKind::Min : ExprKind::Max, *Type,
                  Args, E);
    // Bounds that are out of order are undefined.
    if (Same && Name == "clamp")
      return node(
          NR, ExprKind::Min, *Type,
          {node(NR, ExprKind::Max, *Type, {Args[0], Args[1]}, E), Args[2]}, E);
    // As is the absolute value of the least number.
    if (Same && Name == "abs" && Type->Signed && Type->Bits >= 32)
      return node(NR, ExprKind::Max, *Type,
                  {Args[0], node(NR, ExprKind::Neg, *Type, {Args[0]}, E)}, E);
  }
  return writtenOut(NR, E);
}

} // namespace heddle
