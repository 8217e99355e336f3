//===- ExprBuilder.cpp - Clang's integer expressions to Expr -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// It reports nothing and records no access. What has no exact reading is
// an opaque leaf that says why.
//===----------------------------------------------------------------------===//
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

const clang::Expr *skipMarkers(const clang::Expr *E) {
  while (true) {
    const clang::Expr *Old = E;
    E = E->IgnoreParens();
    if (const auto *F = dyn_cast<FullExpr>(E))
      E = F->getSubExpr();
    else if (const auto *S = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
      E = S->getReplacement();
    if (E == Old)
      return E;
  }
}

bool isTemplateArgument(const clang::Expr *E) {
  E = E->IgnoreParens();
  while (const auto *F = dyn_cast<FullExpr>(E))
    E = F->getSubExpr()->IgnoreParens();
  return isa<SubstNonTypeTemplateParmExpr>(E);
}

bool sameExpr(const Expr &A, const Expr &B) {
  if (A.Kind != B.Kind || !(A.Type == B.Type) || A.Value != B.Value ||
      A.Index != B.Index || A.Kind == ExprKind::Opaque ||
      A.Operands.size() != B.Operands.size())
    return false;
  for (auto [X, Y] : llvm::zip(A.Operands, B.Operands))
    if (!sameExpr(*X, *Y))
      return false;
  return true;
}

std::optional<IntType> NestBuilder::intType(QualType T) const {
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
  unsigned Bits = Ctx.getIntWidth(T);
  if (Bits > 64)
    return std::nullopt;
  return IntType{Bits, T->isSignedIntegerType()};
}

ExprRef NestBuilder::node(ExprKind Kind, IntType Type,
                          std::vector<ExprRef> Operands,
                          const clang::Expr *E) const {
  auto N = std::make_shared<Expr>();
  N->Kind = Kind;
  N->Type = Type;
  N->Operands = std::move(Operands);
  if (E) {
    N->Where = ref(E);
    N->Text = text(E);
  }
  return N;
}

ExprRef NestBuilder::constant(int64_t Value, IntType Type,
                              const clang::Expr *E) const {
  auto N = std::make_shared<Expr>();
  N->Kind = ExprKind::Const;
  N->Type = Type;
  N->Value = Value;
  if (E) {
    N->Where = ref(E);
    N->Text = text(E);
  } else {
    N->Text = std::to_string(Value);
  }
  return N;
}

ExprRef NestBuilder::opaque(const clang::Expr *E, llvm::StringRef Why) const {
  auto N = std::make_shared<Expr>();
  N->Type = intType(E->getType()).value_or(IntType{});
  N->Where = ref(E);
  N->Text = text(E);
  N->Why = Why.str();
  return N;
}

ExprRef NestBuilder::convert(ExprRef E, IntType To) const {
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
bool NestBuilder::mentionsNestOrTemplate(const Stmt *S) const {
  if (isa<SubstNonTypeTemplateParmExpr, SizeOfPackExpr, LambdaExpr>(S))
    return true;
  const auto *D = dyn_cast<DeclRefExpr>(S);
  if (D && isDeclaredInNest(D->getDecl()))
    return true;
  if (isInstantiation() &&
      (D ? !D->getDecl()->getDeclContext()->isFileContext()
         : !isa<IntegerLiteral, CharacterLiteral, CXXBoolLiteralExpr, ParenExpr,
                ImplicitCastExpr, UnaryOperator, BinaryOperator, FullExpr>(S)))
    return true;
  return llvm::any_of(S->children(), [&](const Stmt *C) {
    return C && mentionsNestOrTemplate(C);
  });
}

/// Keeps the spelling of a constant that the rewritten text holds as a number.
/// What stands in a macro's body, in part, has no spelling of its own.
void NestBuilder::noteFolded(const clang::Expr *E) {
  E = E->IgnoreImpCasts();
  clang::Expr::EvalResult Result;
  if (isLiteral(E, SM) || mentionsNestOrTemplate(E) ||
      !E->getType()->isIntegralOrUnscopedEnumerationType() ||
      !E->isCXX11ConstantExpr(Ctx) || !E->EvaluateAsInt(Result, Ctx) ||
      !Result.Val.getInt().isRepresentableByInt64())
    return;
  CharSourceRange Chars = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(E->getSourceRange()), SM,
      Ctx.getLangOpts());
  if (Chars.isInvalid() ||
      !SM.isWrittenInSameFile(Chars.getBegin(),
                              SM.getExpansionLoc(In.Nest->getBeginLoc())))
    return;
  std::string Text = Lexer::getSourceText(Chars, SM, Ctx.getLangOpts()).str();
  if (Text.empty() || Text.find_first_of("\n\r#") != Text.npos ||
      Text.find("//") != Text.npos)
    return;
  if (llvm::none_of(Nest->Folded, [&](const LoopNest::FoldedConstant &F) {
        return F.Text == Text;
      }))
    Nest->Folded.push_back(
        {std::move(Text), Result.Val.getInt().getExtValue()});
}

ExprRef NestBuilder::expr(const clang::Expr *E) {
  const clang::Expr *Written = E;
  E = skipMarkers(E);
  std::optional<IntType> Type = intType(E->getType());
  if (!Type)
    return opaque(E, E->getType()->isRealFloatingType()
                         ? "it is computed in floating point"
                         : "it is no integer of at most 64 bits");
  if (E->isValueDependent() || E->getType().isVolatileQualified())
    return opaque(E, "its value is not known here");
  clang::Expr::EvalResult Result;
  if (E->EvaluateAsInt(Result, Ctx, clang::Expr::SE_NoSideEffects)) {
    const llvm::APSInt &V = Result.Val.getInt();
    if (!V.isRepresentableByInt64())
      return opaque(E, "the constant is outside of 64-bit signed integers");
    if (!Calling && !isInCopy())
      noteFolded(Written);
    if ((!Calling && !isInCopy()) ||
        atHome<bool>([&](NestBuilder &H) { return H.nameConstant(Written); }))
      return constant(V.getExtValue(), *Type, E);
  }
  if (const auto *C = dyn_cast<CastExpr>(E))
    return castExpr(C);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return binaryExpr(B);
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    switch (U->getOpcode()) {
    case UO_Plus:
      return expr(U->getSubExpr());
    case UO_Minus:
      return node(ExprKind::Neg, *Type, {expr(U->getSubExpr())}, E);
    case UO_LNot:
      if (ExprRef Sub = expr(U->getSubExpr()); Sub->Type.Bits == 1)
        return node(ExprKind::Not, *Type, {Sub}, E);
      break;
    default:
      break;
    }
    return opaque(E, "the operator has no affine reading");
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    ExprRef A = expr(C->getTrueExpr()), B = expr(C->getFalseExpr());
    if (!(A->Type == B->Type))
      return opaque(E, "its branches differ in type");
    return selectExpr(E, expr(C->getCond()), A, B);
  }
  if (const auto *C = dyn_cast<CallExpr>(E))
    return callExpr(C);
  if (const auto *L = dyn_cast<InitListExpr>(E))
    if (L->getNumInits() == 1)
      return expr(L->getInit(0));
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return expr(M->getSubExpr());
  if (E->isGLValue())
    return variableExpr(E);
  return opaque(E, "the construct has no affine reading");
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

/// The value of a local of the nest that only its initialiser sets. Counters
/// and parameters keep their values while it lives.
ExprRef NestBuilder::localValue(const VarDecl *V, const clang::Expr *Use) {
  auto [It, New] = LocalValues.try_emplace(V, nullptr);
  if (!New) // null while its own initialiser is being read
    return It->second ? It->second
                      : opaque(Use, "its initialiser mentions itself");
  ExprRef Value = expr(V->getInit());
  if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
    Value = opaque(Use, "the expression is too large");
  LocalValues[V] = Value;
  return Value;
}

/// The value that the lvalue E holds.
ExprRef NestBuilder::variableExpr(const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    if (C->getCastKind() == CK_NoOp)
      return variableExpr(C->getSubExpr());
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E))
    return expr(M->getSubExpr());
  if (const auto *C = dyn_cast<CallExpr>(E); C && !subscriptedContainer(Ctx, E))
    return callExpr(C);
  if (const auto *C = dyn_cast<ConditionalOperator>(E)) {
    ExprRef A = variableExpr(C->getTrueExpr());
    ExprRef B = variableExpr(C->getFalseExpr());
    if (A->Type == B->Type)
      return selectExpr(E, expr(C->getCond()), A, B);
    return opaque(E, "its branches differ in type");
  }
  if (isa<ArraySubscriptExpr>(E) || subscriptedContainer(Ctx, E))
    return opaque(E, DependsOnArray);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    if (U->getOpcode() == UO_Deref)
      return opaque(E, DependsOnArray);
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const VarDecl *V = variable(D->getDecl());
    if (!V)
      return opaque(E, "it is no variable");
    if (Calling)
      if (auto It = Calling->Parameters.find(V);
          It != Calling->Parameters.end())
        return It->second;
    if (auto It = Counters.find(V); It != Counters.end()) {
      auto N = std::make_shared<Expr>();
      N->Kind = ExprKind::Counter;
      N->Index = It->second;
      N->Type = model().Loops[It->second].Type;
      N->Where = ref(E);
      N->Text = text(E);
      return N;
    }
    if (isInCopy() && V->getDeclContext() == In.Function && isa<ParmVarDecl>(V))
      return parameterValue(V, E);
    if (isDeclaredInNest(V)) {
      if (V->getType()->isReferenceType()) {
        if (References.count(V))
          return opaque(E, References[V].Private ? "it depends on a local array"
                                                 : DependsOnArray);
        return opaque(E, "it is a reference");
      }
      if (Facts.escape(V))
        return opaque(E, "its address is taken");
      if (!Facts.writes(V).empty() || !V->hasInit())
        return opaque(E, "it changes in the nest");
      return localValue(V, E);
    }
  }
  if (isInCopy())
    return atHome<ExprRef>([&](NestBuilder &H) { return H.variableExpr(E); });
  std::optional<Path> P = path(E);
  if (!P && Calling)
    return opaque(E, Calling->Closure && isa<DeclRefExpr>(E)
                         ? "it may have changed since the lambda was made"
                         : "it cannot be named where the call stands");
  if (!P && isa<MemberExpr>(E)) // of an element
    return opaque(E, DependsOnArray);
  if (!P)
    return opaque(E, "it is not understood");
  if (WrittenScalars.contains(P->Key) ||
      (P->Root && Facts.writeWithin(P->Root, In.Nest)))
    return opaque(E, "it changes in the nest");
  if (std::optional<ExprRef> Value = paramFor(*P, E))
    return *Value;
  return opaque(E, "it is not understood");
}

ExprRef NestBuilder::castExpr(const CastExpr *E) {
  IntType Type = *intType(E->getType());
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    return variableExpr(Sub);
  case CK_NoOp:
    return Sub->isGLValue() ? variableExpr(Sub) : expr(Sub);
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral: {
    ExprRef Operand = expr(Sub);
    return Operand->Type == Type ? Operand
                                 : node(ExprKind::Cast, Type, {Operand}, E);
  }
  case CK_IntegralToBoolean: {
    ExprRef Operand = expr(Sub);
    if (Operand->Type.Bits == 1)
      return Operand;
    return node(ExprKind::Ne, Type,
                {Operand, constant(0, Operand->Type, nullptr)}, E);
  }
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    return opaque(E, "it is computed in floating point");
  default:
    return opaque(E, "the conversion has no affine reading");
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

ExprRef NestBuilder::binaryExpr(const BinaryOperator *E) {
  IntType Type = *intType(E->getType());
  if (E->getOpcode() == BO_Comma)
    return E->getRHS()->isGLValue() ? variableExpr(E->getRHS())
                                    : expr(E->getRHS());
  std::optional<ExprKind> Kind = kindOf(E->getOpcode());
  if (!Kind)
    return opaque(E, E->isAssignmentOp()
                         ? "it is an assignment"
                         : "the operator has no affine reading");
  QualType LeftType = E->getLHS()->getType();
  if (!intType(LeftType) || !intType(E->getRHS()->getType()))
    return opaque(E, LeftType->isPointerType()
                         ? "it compares or subtracts pointers"
                         : "it is computed in floating point");
  ExprRef A = expr(E->getLHS()), B = expr(E->getRHS());
  // C++ has brought both operands to one type; anything else is not understood.
  bool Same = A->Type == B->Type;
  bool IsLogic = *Kind == ExprKind::And || *Kind == ExprKind::Or;
  if (!Same || (IsLogic && A->Type.Bits != 1) ||
      (!E->isComparisonOp() && !IsLogic && !(A->Type == Type)))
    return opaque(E, "its operands differ in type");
  return node(*Kind, E->isComparisonOp() || IsLogic ? IntType{1, false} : Type,
              {A, B}, E);
}

/// C ? A : B, as a minimum or maximum where it is one.
ExprRef NestBuilder::selectExpr(const clang::Expr *E, ExprRef C, ExprRef A,
                                ExprRef B) {
  if (C->Kind >= ExprKind::Lt && C->Kind <= ExprKind::Ge) {
    bool Less = C->Kind == ExprKind::Lt || C->Kind == ExprKind::Le;
    const Expr &X = *C->Operands[0], &Y = *C->Operands[1];
    if (sameExpr(X, *A) && sameExpr(Y, *B))
      return node(Less ? ExprKind::Min : ExprKind::Max, A->Type, {A, B}, E);
    if (sameExpr(X, *B) && sameExpr(Y, *A))
      return node(Less ? ExprKind::Max : ExprKind::Min, A->Type, {A, B}, E);
  }
  return node(ExprKind::Select, A->Type, {C, A, B}, E);
}

ExprRef NestBuilder::callExpr(const CallExpr *E) {
  if (const clang::Expr *Object = measuredContainer(Ctx, E)) {
    if (const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(Object));
        D && givenContainer(D->getDecl()))
      return convert(sizeOfContainer(Object), *intType(E->getType()));
    return atHome<ExprRef>(
        [&](NestBuilder &H) { return H.sizeExpr(E, Object); });
  }
  const FunctionDecl *F = E->getDirectCallee();
  std::optional<IntType> Type = intType(E->getType());
  if (F && Type && isValueTwin(E)) {
    std::vector<ExprRef> Args;
    for (const clang::Expr *A : E->arguments())
      Args.push_back(A->isGLValue() ? variableExpr(A) : expr(A));
    bool Same =
        llvm::all_of(Args, [&](const ExprRef &A) { return A->Type == *Type; });
    llvm::StringRef Name = F->getName();
    if (Same && (Name == "min" || Name == "max"))
      return node(Name == "min" ? ExprKind::Min : ExprKind::Max, *Type, Args,
                  E);
    // Bounds that are out of order are undefined.
    if (Same && Name == "clamp")
      return node(ExprKind::Min, *Type,
                  {node(ExprKind::Max, *Type, {Args[0], Args[1]}, E), Args[2]},
                  E);
    // As is the absolute value of the least number.
    if (Same && Name == "abs" && Type->Signed && Type->Bits >= 32)
      return node(ExprKind::Max, *Type,
                  {Args[0], node(ExprKind::Neg, *Type, {Args[0]}, E)}, E);
  }
  return writtenOut(E);
}

} // namespace heddle
