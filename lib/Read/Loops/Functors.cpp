//===- Functors.cpp - Lambdas that algorithms are given -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/Functors.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Loops/AlgorithmRanges.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Declarations.h"
#include "Read/Loops/Reducers.h"
#include "Read/Memory/Containers.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

//===--- Captures ---------------------------------------------------------===//

/// The body only asks for the value of V, which is const there and is not where
/// the loop stands.
static bool isOnlyRead(const NestReader &NR, const VarDecl *V,
                       const Stmt *Body) {
  return llvm::all_of(NR.Facts.mentions(V), [&](const clang::Expr *E) {
    if (!NR.Facts.isWithin(E, Body))
      return true;
    const Stmt *P = NR.Facts.parent(E);
    while (isa_and_nonnull<ParenExpr>(P))
      P = NR.Facts.parent(P);
    const auto *C = dyn_cast_or_null<CastExpr>(P);
    return C && C->getCastKind() == CK_LValueToRValue;
  });
}

/// Why the copy that a lambda has of V may be something else than V.
static std::string whyNoCopy(const NestReader &NR, const VarDecl *V,
                             const Stmt *Body) {
  const std::string Name = "'" + V->getName().str() + "'";
  const QualType T = V->getType();
  const std::optional<Container> C = containerOf(NR.Ctx, T, T);
  const bool IsSpan = C && !C->Owns && !C->Inline && !C->Size.empty();
  if (!T->isReferenceType() && !T->isScalarType() && !IsSpan)
    return "the lambda has a copy of " + Name + "; capture it by reference";
  if (!isOwn(NR, V))
    return "the lambda has a copy of " + Name +
           ", which others may change meanwhile; keep it in a constant before";
  if (!IsSpan && !isOnlyRead(NR, V, Body))
    return "the lambda does more with its copy of " + Name +
           " than to read it; capture it by reference";
  return {};
}

static std::string whyNoCapture(const NestReader &NR, const LambdaCapture &C,
                                const Stmt *Body) {
  if (C.capturesThis())
    return C.getCaptureKind() == LCK_StarThis
               ? "the lambda has a copy of '*this'; capture 'this'"
               : "";
  const auto *V =
      C.capturesVariable() ? dyn_cast<VarDecl>(C.getCapturedVar()) : nullptr;
  if (!V || !V->getIdentifier() || V->isInitCapture())
    return "the lambda declares a variable among its captures; declare it "
           "before";
  if (C.getCaptureKind() == LCK_ByRef)
    return {};
  return whyNoCopy(NR, V, Body);
}

//===--- The lambda -------------------------------------------------------===//

std::string whyNoBody(NestReader &NR, const AlgorithmCall &A,
                      const Stmt *&Where) {
  Where = A.Functor;
  const LambdaExpr *L = A.lambda();
  if (!L)
    return "it is given something else than a lambda; write the call in one, "
           "where it stands";
  const CXXMethodDecl *Called = A.called();
  if (!Called)
    return "its lambda has several instances; give the parameters their types";
  if (Called->getNumParams() != A.Inputs.size() || Called->isVariadic() ||
      llvm::any_of(L->getCallOperator()->parameters(),
                   [](const ParmVarDecl *P) { return P->isParameterPack(); }))
    return "its lambda has other parameters than the elements";
  if (!Called->isConst() && L->capture_size() != 0)
    return "its lambda is mutable, and may change what it has captured";
  for (auto [C, Init] : llvm::zip(L->captures(), L->capture_inits()))
    if (std::string Why = whyNoCapture(NR, C, Called->getBody());
        !Why.empty()) {
      Where = C.isExplicit() && C.capturesVariable() ? Init : A.Functor;
      return Why;
    }
  if ((A.Output || A.reduces()) && !Called->getReturnType()->isArithmeticType())
    return "its lambda returns no number";
  return {};
}

//===--- Parameters -------------------------------------------------------===//

/// How a parameter of type T is declared as a local; empty: it cannot be.
static std::string declaredAs(NestReader &NR, const ParmVarDecl *P,
                              QualType Element) {
  const QualType T = P->getType().getNonReferenceType();
  const bool IsConst = T.isConstQualified();
  const bool IsSame = NR.Ctx.hasSameUnqualifiedType(T, Element);
  const std::string Head = IsConst ? "const " : "";
  if (T.isVolatileQualified() || !P->attrs().empty())
    return {};
  if (P->getType()->isReferenceType() && IsSame)
    return Head + "auto &";
  if (!T->isArithmeticType() && !(T->isEnumeralType() && IsSame))
    return {};
  if (IsSame)
    return Head + "auto ";
  // A reference to another type is one to a temporary.
  const std::optional<std::string> Spelled =
      spell(NR, T.getUnqualifiedType(),
            writtenType(NR, P).getNonReferenceType().getUnqualifiedType());
  return Spelled ? Head + *Spelled + " " : "";
}

/// The parameter P in an iteration, and its declaration at byte Begin.
static void enterParameter(NestReader &NR, const ParmVarDecl *P,
                           const Elements &Of, unsigned Begin) {
  const std::string Declared = declaredAs(NR, P, Of.Type);
  if (Declared.empty()) {
    NR.error(DiagID::HD243, ref(NR, P->getSourceRange()),
             "its parameter '" + P->getName().str() +
                 "' is neither a number nor a reference to an element");
    return;
  }
  const std::string Head = Declared + P->getName().str() + " = ";
  TextDeclaration D{Begin, Begin, Head + Of.Text + "; ",
                    Head + Of.Kernel + "; "};
  if (llvm::StringRef(Declared).ends_with("&")) {
    NR.Memory.References[P] = Of.At;
  } else {
    D.Accesses = {
        recordUnnamed(NR, Of.At, /*IsWrite=*/false, NR.In.For, Of.Text)};
    if (const std::optional<IntType> Int = intType(NR, P->getType()))
      NR.Scope.MovingValues[P] =
          opaque(*Int, ref(NR, SourceRange(P->getLocation())), P->getName(),
                 DependsOnArray);
  }
  NR.Texts.Declarations.push_back(std::move(D));
}

void declareParameters(NestReader &NR, const CXXMethodDecl *F,
                       llvm::ArrayRef<Elements> Inputs, unsigned Begin) {
  for (auto [P, Of] : llvm::zip(F->parameters(), Inputs)) {
    NR.Names.NestDecls.insert(P);
    if (P->getIdentifier() && NR.Facts.isMentionedIn(P, F->getBody()))
      enterParameter(NR, P, Of, Begin);
  }
}

//===--- Results ----------------------------------------------------------===//

/// `continue` in the place of S would continue another loop.
static bool isInLoop(const NestReader &NR, const ReturnStmt *S) {
  for (const Stmt *P = S; P && P != NR.Scope.Functor.Body;
       P = NR.Facts.parent(P))
    if (isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt>(P))
      return true;
  return false;
}

/// Nothing of the body stands behind S.
static bool isLast(const NestReader &NR, const ReturnStmt *S) {
  const auto *Body = cast<CompoundStmt>(NR.Scope.Functor.Body);
  return Body->body_back() == S;
}

/// The text in front of the value, whose parenthesis closes behind it: the
/// type that it is converted to before it is returned, or what keeps a comma
/// together; empty: nothing.
static std::string openValue(NestReader &NR, const clang::Expr *Value) {
  const QualType Result = NR.Scope.Functor.Result.getUnqualifiedType();
  if (NR.Ctx.hasSameUnqualifiedType(
          skipMarkers(Value)->IgnoreImpCasts()->getType(), Result))
    return isa<BinaryOperator>(Value) &&
                   cast<BinaryOperator>(Value)->isCommaOp()
               ? "("
               : "";
  const auto Type = spellOrRefuse(NR, Result, Result, Value->getSourceRange());
  return "static_cast<" + Type.value_or("") + ">(";
}

ExprRef walkResult(NestReader &NR, const ReturnStmt *S) {
  const FunctorTable &F = NR.Scope.Functor;
  const clang::Expr *Value = S->getRetValue();
  const auto Word = offsets(NR, SourceRange(S->getReturnLoc()));
  const auto Range = Value ? offsets(NR, Value->getSourceRange()) : Word;
  const SourceLocation Last = lastToken(NR, S);
  const std::optional<unsigned> End =
      Last.isValid() ? endOf(NR, Last) : std::nullopt;
  if (!Word || !Range || !End || isInLoop(NR, S) ||
      (Value && isa<InitListExpr>(skipMarkers(Value)))) {
    refuseStatement(
        NR, S, isInLoop(NR, S) ? "a 'return' out of a loop" : "this 'return'");
    return nullptr;
  }
  const bool Ends = isLast(NR, S);
  NR.Nest->Continues |= !Ends;
  const std::string Open = Ends ? "" : "{ ", Close = Ends ? "" : " continue; }";
  if (!Value) {
    NR.Spans.Cuts.push_back(
        {Word->first, Word->second, Ends ? "" : "continue", ""});
  } else {
    const std::optional<AlgorithmCall> A = algorithmCall(NR.In.Nest);
    const StoreText InFunction = storeText(NR, *A, F.Text, TextOf::Function),
                    InKernel = storeText(NR, *A, F.Kernel, TextOf::Kernel);
    const std::string Cast = F.To ? openValue(NR, Value) : "static_cast<void>(";
    const auto Store = [&](const StoreText &Around) {
      return Open + (F.To ? Around.Before : "") + Cast;
    };
    NR.Spans.Cuts.push_back({Word->first, Word->second, Store(InFunction),
                             F.To ? Store(InKernel) : ""});
    const std::string After =
        (Cast.empty() ? "" : ")") + (F.To ? InFunction.After : "");
    if (!After.empty())
      NR.Spans.Cuts.push_back({Range->second, Range->second, After, ""});
    if (!Ends)
      NR.Spans.Cuts.push_back({*End, *End, Close, ""});
    if (!F.To)
      discard(NR, Value);
    else if (Value->isGLValue())
      readOperand(NR, Value);
    else
      walkInitializer(NR, Value);
  }
  return always(ref(NR, S), "return");
}

} // namespace heddle
