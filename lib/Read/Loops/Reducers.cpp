//===- Reducers.cpp - Algorithms that combine their elements --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/Reducers.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Wrappers.h"
#include "Read/Loops/AlgorithmRanges.h"
#include "Read/Loops/HeaderForms.h"
#include "Read/Loops/SameExpr.h"
#include "Read/Memory/Iterators.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

//===--- How elements are combined ----------------------------------------===//

/// The operator of a class such as std::plus, an object of which E makes;
/// empty: it makes none, or one that computes in another type than T.
static std::string functionObject(const clang::Expr *E, QualType T) {
  E = skipTemporaries(E);
  const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      E->getType()->getAsCXXRecordDecl());
  if (!R || !R->isInStdNamespace() ||
      !isa<CXXConstructExpr, CXXScalarValueInitExpr, InitListExpr,
           CXXFunctionalCastExpr>(E))
    return {};
  const QualType In = R->getTemplateArgs()[0].getAsType().getCanonicalType();
  if (!In->isVoidType() && In != T)
    return {};
  return llvm::StringSwitch<std::string>(R->getName())
      .Case("plus", "+")
      .Case("multiplies", "*")
      .Case("bit_and", "&")
      .Case("bit_or", "|")
      .Case("bit_xor", "^")
      .Default("");
}

/// The parameter of F, by its number, that E names; below 0: none.
static int parameterOf(const CXXMethodDecl *F, const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(withoutConversions(E));
  for (unsigned I = 0; D && I < F->getNumParams(); ++I)
    if (D->getDecl() == F->getParamDecl(I))
      return static_cast<int>(I);
  return -1;
}

/// The only statement of F returns a value: this one, or null.
static const clang::Expr *onlyValue(const CXXMethodDecl *F) {
  const auto *Body = dyn_cast_or_null<CompoundStmt>(F->getBody());
  const auto *Only = Body && Body->size() == 1
                         ? dyn_cast<ReturnStmt>(Body->body_front())
                         : nullptr;
  return Only && Only->getRetValue() ? withoutConversions(Only->getRetValue())
                                     : nullptr;
}

/// The lambda returns its two parameters of type T, combined.
static std::optional<Combination> inLambda(const LambdaExpr *L, QualType T,
                                           const ASTContext &Ctx) {
  const CXXMethodDecl *F = calledOf(L);
  if (!F || F->getNumParams() != 2 || F->isVariadic() ||
      !Ctx.hasSameUnqualifiedType(F->getReturnType(), T) ||
      llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
        return !Ctx.hasSameUnqualifiedType(P->getType().getNonReferenceType(),
                                           T);
      }))
    return std::nullopt;
  Combination C;
  llvm::SmallVector<const clang::Expr *, 2> Operands;
  const clang::Expr *Value = onlyValue(F);
  if (const auto *B = dyn_cast_or_null<BinaryOperator>(Value)) {
    if (!llvm::is_contained({BO_Add, BO_Mul, BO_And, BO_Or, BO_Xor},
                            B->getOpcode()))
      return std::nullopt;
    Operands = {B->getLHS(), B->getRHS()};
    C.Class = B->getOpcodeStr().str();
  } else if (const auto *Call = dyn_cast_or_null<CallExpr>(Value)) {
    if (!isValueTwin(Call) || Call->getNumArgs() != 2)
      return std::nullopt;
    Operands = {Call->getArg(0), Call->getArg(1)};
    C.Class = C.Function = Call->getDirectCallee()->getName().str();
    if (C.Class != "max" && C.Class != "min")
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  const int First = parameterOf(F, Operands[0]),
            Second = parameterOf(F, Operands[1]);
  C.ValueFirst = First == 1;
  return First >= 0 && Second >= 0 && First != Second ? std::optional(C)
                                                      : std::nullopt;
}

/// The type in which a product of such numbers is computed, as far as it says
/// whether that is an integer, and of how many bits.
static QualType productType(QualType A, QualType B, const ASTContext &Ctx) {
  if (A->isRealFloatingType() || B->isRealFloatingType())
    return !B->isRealFloatingType() || (A->isRealFloatingType() &&
                                        Ctx.getFloatingTypeOrder(A, B) >= 0)
               ? A
               : B;
  const QualType Wider = Ctx.getIntWidth(A) >= Ctx.getIntWidth(B) ? A : B;
  return Ctx.isPromotableIntegerType(Wider) ? Ctx.IntTy : Wider;
}

/// The type of the value of an element; null: it is not known, or no number.
static QualType valueType(const AlgorithmCall &A, const ASTContext &Ctx) {
  QualType All;
  if (A.Functor) {
    const CXXMethodDecl *F = A.called();
    All = F ? F->getReturnType() : QualType();
  } else {
    for (const clang::Expr *E : A.Inputs) {
      const QualType At = skipTemporaries(E)->getType();
      const QualType T =
          At->isPointerType() || isIterator(At) ? pointee(At) : QualType();
      if (T.isNull() || !T->isArithmeticType())
        return {};
      All = All.isNull() ? T : productType(All, T, Ctx);
    }
  }
  if (All.isNull() || !All->isArithmeticType())
    return {};
  return A.isCount() ? Ctx.LongTy : All.getCanonicalType().getUnqualifiedType();
}

std::optional<Combination> combinationOf(const AlgorithmCall &A,
                                         const ASTContext &Ctx) {
  const QualType T = plainType(A.Assign->getLHS()), Of = valueType(A, Ctx);
  const ReducedKind Is = reducedKind(T, Ctx);
  if (Of.isNull() || Is == ReducedKind::None || Is == ReducedKind::Bool)
    return std::nullopt;
  std::optional<Combination> C = Combination{"+", {}};
  if (A.Combine) {
    const LambdaExpr *L = lambdaIn(A.Combine);
    C = L ? inLambda(L, T, Ctx) : Combination{functionObject(A.Combine, T), {}};
    // Parameters of another type would convert the value before.
    if (!C || C->Class.empty() || Of != T)
      return std::nullopt;
  }
  const bool IsBitwise = C->Class == "&" || C->Class == "|" || C->Class == "^";
  if (Is == ReducedKind::Floating)
    return IsBitwise ? std::nullopt : C;
  if (!Of->isIntegerType())
    return std::nullopt;
  C->Bits = std::max(Ctx.getIntWidth(T), Ctx.getIntWidth(Of));
  return C->Bits <= 64 ? C : std::nullopt;
}

//===--- What is taken ----------------------------------------------------===//

/// The variable that A is assigned to; null: it is something else.
static const VarDecl *resultOf(const AlgorithmCall &A) {
  const auto *D = dyn_cast<DeclRefExpr>(skipMarkers(A.Assign->getLHS()));
  return D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
}

/// The first value is that of the variable itself.
static bool isContinued(const AlgorithmCall &A) {
  const auto *D =
      A.Initial
          ? dyn_cast<DeclRefExpr>(A.Initial->IgnoreUnlessSpelledInSource())
          : nullptr;
  return D && D->getDecl() == resultOf(A);
}

/// The parts of A, but for the first value, mention V.
static bool isMentioned(const NestReader &NR, const AlgorithmCall &A,
                        const VarDecl *V) {
  const CXXMethodDecl *F = A.called();
  llvm::SmallVector<const Stmt *, 8> Parts(A.Inputs.begin(), A.Inputs.end());
  Parts.append({A.Last, A.Count, A.Value, A.Functor, A.Combine,
                F ? F->getBody() : nullptr});
  return llvm::any_of(
      Parts, [&](const Stmt *S) { return S && NR.Facts.isMentionedIn(V, S); });
}

/// Why the first value of A cannot stand in front of the loops.
static std::string whyNoFirstValue(const NestReader &NR,
                                   const AlgorithmCall &A) {
  if (!A.Initial || isContinued(A))
    return {};
  if (NR.Spans.Expanded || !isPlainText(NR, A.Initial))
    return "'" + text(NR, A.Initial) +
           "' comes out of a macro, or has comments";
  if (A.Initial->HasSideEffects(NR.Ctx, /*IncludePossibleEffects=*/false))
    return "'" + text(NR, A.Initial) +
           "' changes something; let it be a variable";
  return {};
}

static std::string whyNoResult(const NestReader &NR, const AlgorithmCall &A) {
  const clang::Expr *To = A.Assign->getLHS();
  const std::string Name = "'" + text(NR, To) + "'";
  const VarDecl *V = resultOf(A);
  if (!V || V->getType().isConstQualified() || !isOwn(NR, V))
    return "others may reach " + Name +
           " while it runs; assign to a local variable";
  const QualType Result = A.Call->getType();
  if (A.isCount() ? !To->getType()->isIntegerType()
                  : !NR.Ctx.hasSameUnqualifiedType(Result, To->getType()))
    return "it computes in '" + Result.getAsString(NR.Ctx.getPrintingPolicy()) +
           "', which is not "
           "the type of " +
           Name + "; give the first value that type";
  if (isMentioned(NR, A, V))
    return "its other arguments mention " + Name;
  return {};
}

bool checkReduction(NestReader &NR, const AlgorithmCall &A) {
  const Stmt *Where = A.Call;
  std::string Why;
  if (!A.Assign) {
    Why = "its result is not assigned to a variable";
  } else if (Why = whyNoResult(NR, A); !Why.empty()) {
    Where = A.Assign->getLHS();
  } else if (Why = whyNoFirstValue(NR, A); !Why.empty()) {
    Where = A.Initial;
  } else if (!combinationOf(A, NR.Ctx)) {
    Where = A.Combine ? A.Combine : A.First;
    Why = A.Combine ? "it combines by something else than +, *, &, |, ^, "
                      "std::max or std::min of two values of the result's type"
                    : "its elements are no numbers that '" +
                          text(NR, A.Assign->getLHS()) + "' takes as they are";
  }
  if (!Why.empty())
    refuseCall(NR, Where, Why);
  return Why.empty();
}

//===--- Text -------------------------------------------------------------===//

void setFirstValue(NestReader &NR, const AlgorithmCall &A) {
  if (A.Initial)
    see(NR, A.Initial);
  if (A.Combine)
    see(NR, A.Combine);
  if (const LambdaExpr *L = A.Combine ? lambdaIn(A.Combine) : nullptr)
    see(NR, calledOf(L)->getBody());
  if (isContinued(A))
    return;
  Placement &Place = NR.Nest->Place;
  Place.Before += "{\n  " + text(NR, A.Assign->getLHS()) + " = " +
                  (A.Initial ? text(NR, A.Initial) : "0") + ";\n  ";
  Place.After = " }" + Place.After;
}

StoreText storeText(const NestReader &NR, const AlgorithmCall &A,
                    llvm::StringRef Name, TextOf Which) {
  const std::string To = Name.str();
  if (!A.reduces())
    return {To + " = ", ""};
  // Without overflow in any type of integers, whatever is true.
  if (A.isCount())
    return {To + " += static_cast<bool>(", ") ? 1L : 0L"};
  const Combination C = *combinationOf(A, NR.Ctx);
  if (C.Function.empty())
    return {To + " " + C.Class + "= ", ""};
  const std::string Open =
      To + " = " +
      (Which == TextOf::Kernel ? "::heddle::rt::device::" : "::std::") +
      C.Function + "(";
  return C.ValueFirst ? StoreText{Open, ", " + To + ")"}
                      : StoreText{Open + To + ", ", ")"};
}

} // namespace heddle
