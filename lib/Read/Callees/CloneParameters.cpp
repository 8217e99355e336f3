//===- CloneParameters.cpp - Places that a call gives to a copy -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A parameter that is an array, a structure or a reference which is written
// through stands for the place that the call gives; an integer for its value.
//===----------------------------------------------------------------------===//
#include "Read/Callees/CloneArguments.h"
#include "Read/Callees/Closures.h"
#include "Read/Callees/Objects.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Loops/ElementCalls.h"
#include "Read/Loops/ScalarWrites.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

static std::optional<Container> containerIn(const ParmVarDecl *P) {
  QualType T = P->getType().getNonReferenceType();
  std::optional<Container> C = containerOf(P->getASTContext(), T, T);
  return C && !C->ByDimensions ? C : std::nullopt;
}

bool takesArray(const ParmVarDecl *P) {
  QualType T = P->getType();
  return T->isPointerType() || T.getNonReferenceType()->isArrayType() ||
         containerIn(P);
}

/// The container that the argument A, for a parameter that is one, is, or of
/// which it makes a span; null where it is something else.
static const clang::Expr *containerGiven(const ASTContext &Ctx,
                                         const clang::Expr *A,
                                         const ParmVarDecl *P) {
  const bool IsView = !containerIn(P)->Owns && !containerIn(P)->Extent;
  if (P->getType()->isReferenceType() && !IsView &&
      isa<MaterializeTemporaryExpr>(skipMarkers(A)))
    return nullptr; // a copy that the call makes
  A = skipTemporariesAnd(A, [](const clang::Expr *E) -> const clang::Expr * {
    if (const auto *Make = dyn_cast<CXXConstructExpr>(E);
        Make && Make->getNumArgs() && Make->getConstructor() &&
        llvm::all_of(llvm::drop_begin(Make->arguments()),
                     [](const clang::Expr *Other) {
                       return isa<CXXDefaultArgExpr>(Other);
                     }))
      return Make->getArg(0);
    if (const auto *C = dyn_cast<CastExpr>(E);
        C && (C->getCastKind() == CK_NoOp ||
              C->getCastKind() == CK_ConstructorConversion))
      return C->getSubExpr();
    return nullptr;
  });
  QualType To = P->getType().getNonReferenceType();
  std::optional<Container> From = containerOf(Ctx, A->getType(), A->getType());
  return A->isLValue() && From && !From->ByDimensions &&
                 (Ctx.hasSameUnqualifiedType(A->getType(), To) || IsView)
             ? A
             : nullptr;
}

/// The parameter P takes a structure of numbers.
bool takesRecord(const NestReader &NR, const ParmVarDecl *P) {
  return isRecord(NR, P->getType().getNonReferenceType()) && !takesArray(P);
}

/// None of the functions that nests may call and that are not the program's
/// stores anything, but those over elements.
static bool isOfLibrary(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  return F && !isa<CXXMethodDecl>(F) && !isElementCall(E) &&
         (F->getBuiltinID() || F->isInStdNamespace());
}

bool mayStore(const FunctionDecl *F) {
  llvm::SmallVector<const Stmt *, 32> Open = {F->getBody()};
  while (!Open.empty()) {
    const Stmt *S = Open.pop_back_val();
    if (const auto *Call = dyn_cast<CallExpr>(S); Call && !isOfLibrary(Call))
      return true;
    if (const auto *Made = dyn_cast<CXXConstructExpr>(S);
        Made && !Made->getConstructor()->isTrivial())
      return true;
    if (const clang::Expr *Target = assignedBy(S)) {
      const auto *D = dyn_cast<DeclRefExpr>(Target->IgnoreParens());
      const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
      if (!V || !V->hasLocalStorage() || V->getType()->isReferenceType() ||
          V->getDeclContext() != F)
        return true;
    }
    for (const Stmt *Child : S->children())
      if (Child)
        Open.push_back(Child);
  }
  return false;
}

bool takesStoredCopy(const ParmVarDecl *P) {
  const std::optional<Container> C = containerIn(P);
  return C && (C->Owns || C->Extent) && !P->getType()->isReferenceType() &&
         mayStore(cast<FunctionDecl>(P->getDeclContext()));
}

bool mayChangeVariables(const Stmt *E) {
  const auto IsWritten = [](QualType T) {
    return T->isRValueReferenceType() ||
           ((T->isPointerType() || T->isReferenceType()) &&
            !T->getPointeeType().isConstQualified());
  };
  if (assignedBy(E))
    return true;
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *F = Call->getDirectCallee();
    const auto *M = dyn_cast_or_null<CXXMethodDecl>(F);
    const bool IsLibrary =
        F && (F->getBuiltinID() || F->isInStdNamespace() ||
              F->getASTContext().getSourceManager().isInSystemHeader(
                  F->getLocation()));
    if (!IsLibrary && (!F || (M && !M->isStatic() && !M->isConst()) ||
                       llvm::any_of(F->parameters(), [&](const ParmVarDecl *P) {
                         return IsWritten(P->getType());
                       })))
      return true;
  }
  return llvm::any_of(E->children(), [](const Stmt *Child) {
    return Child && mayChangeVariables(Child);
  });
}

/// P is a reference whose uses read or write what the argument A names, when
/// they are reached: one that the function may write through, or one to an
/// element that it may change otherwise.
static bool takesPlace(NestReader &NR, const ParmVarDecl *P,
                       const clang::Expr *A) {
  if (!P->getType()->isLValueReferenceType() || takesArray(P))
    return false;
  if (!P->getType()->getPointeeType().isConstQualified())
    return true;
  while (const auto *C = dyn_cast<ImplicitCastExpr>(A = skipMarkers(A))) {
    if (C->getCastKind() != CK_NoOp)
      return false;
    A = C->getSubExpr();
  }
  if (isa<MaterializeTemporaryExpr>(A) || (isa<MemberExpr>(A) && path(NR, A)))
    return false;
  const auto *D = dyn_cast<DeclRefExpr>(A);
  const bool IsElement =
      D ? NR.Memory.References.contains(dyn_cast<VarDecl>(D->getDecl()))
        : A->isLValue();
  return IsElement && mayStore(cast<FunctionDecl>(P->getDeclContext()));
}

/// The argument A is a number that outlives the iteration, and P a reference
/// through which the function may write it.
static bool refuseVariable(NestReader &NR, const clang::Expr *A,
                           const ParmVarDecl *P) {
  A = skipMarkers(A);
  if (!P->getType()->isReferenceType() || !A->getType()->isScalarType() ||
      A->getType()->isPointerType())
    return false;
  if (isa<MemberExpr>(A)) {
    const std::optional<Path> Outside = path(NR, A);
    if (Outside)
      refuseScalarWrite(NR, A, Outside->Last, text(NR, A));
    return Outside.has_value();
  }
  const auto *D = dyn_cast<DeclRefExpr>(A);
  const auto *V = D ? variable(NR, D->getDecl()) : nullptr;
  if (!V || NR.Memory.References.contains(V) || isDeclaredInNest(NR, V))
    return false;
  refuseScalarWrite(NR, A, V, V->getName());
  return true;
}

/// The place that the argument A gives to P, after evaluating it; none after an
/// error. Reports in Callee what it does to P, a pointer.
static std::optional<Position> placeGiven(NestReader &NR, const clang::Expr *A,
                                          const ParmVarDecl *P,
                                          NestReader &Callee) {
  std::optional<Position> At;
  QualType To = P->getType().getNonReferenceType();
  if (std::optional<Container> C = containerIn(P)) {
    const clang::Expr *Object = containerGiven(NR.Ctx, A, P);
    if (!Object) {
      NR.error(DiagID::HD225, ref(NR, A), text(NR, A));
      return std::nullopt;
    }
    Callee.Callees.ContainerArguments[P] = Object;
    At = container(NR, Object, /*Evaluate=*/true);
    if (At && At->Private)
      passFixedArray(NR, Object);
    A = Object;
    To = C->Element;
  } else if (To->isPointerType()) {
    At = pointer(NR, A, /*Evaluate=*/true);
    To = To->getPointeeType();
    const VariableFacts &In = Callee.Facts;
    const clang::Expr *Change =
        In.writes(P).empty() ? In.escape(P) : In.writes(P).front();
    if (Change)
      Callee.error(DiagID::HD226, ref(NR, Change), P->getName());
  } else {
    // A structure by value is a copy of one, the function's own.
    const auto *Copy = dyn_cast<CXXConstructExpr>(skipMarkers(A));
    if (Copy && Copy->getNumArgs() == 1 &&
        Copy->getConstructor()->isCopyOrMoveConstructor())
      A = Copy->getArg(0);
    if (refuseVariable(NR, A, P))
      return std::nullopt;
    if (temporaryRecord(A) && isRecord(NR, A->getType())) {
      readRecord(NR, A);
      return Position{/*Private=*/true};
    }
    if (isRecord(NR, A->getType()) &&
        refuseShared(NR, A->IgnoreParenImpCasts()))
      return std::nullopt;
    At = lvalue(NR, A, /*Evaluate=*/true);
    if (At && !P->getType()->isReferenceType()) {
      accessWhole(NR, *At, A, AccessMode::Read);
      At.emplace().Private = true;
    }
  }
  if (!At)
    return std::nullopt;
  // A copy of the array is const.
  if (!NR.isInCopy() && NR.Ctx.getBaseElementType(To).isConstQualified())
    noteArgument(NR, *At, A);
  return At;
}

/// Evaluates the Arguments of a call, and says what the parameters of Def, of
/// which Callee reads the body, stand for. False after an error.
bool bindParameters(NestReader &NR,
                    llvm::ArrayRef<const clang::Expr *> Arguments,
                    const FunctionDecl *Def, NestReader &Callee) {
  for (const ParmVarDecl *P : Def->parameters()) {
    const unsigned I = P->getFunctionScopeIndex();
    if (I >= Arguments.size())
      continue;
    const clang::Expr *A = Arguments[I];
    if (isObject(Callee, P))
      continue;
    if (isClosure(P->getType())) {
      if (!bindClosure(NR, A, P, Callee))
        return false;
      continue;
    }
    if (takesArray(P) || takesRecord(NR, P) || takesPlace(NR, P, A)) {
      std::optional<Position> At = placeGiven(NR, A, P, Callee);
      if (!At)
        return false;
      const bool IsPlace = !P->getType()->isPointerType() && !containerIn(P);
      (IsPlace ? Callee.Memory.References : Callee.Memory.PointerLocals)[P] =
          *At;
      continue;
    }
    readOperand(NR, A);
    if (!intType(NR, P->getType().getNonReferenceType()))
      continue;
    const auto *Default = dyn_cast<CXXDefaultArgExpr>(A);
    ExprRef Value =
        A->isGLValue() && !Default ? variableExpr(NR, A) : expr(NR, A);
    if (treeSize(*Value, MaxTreeSize) >= MaxTreeSize)
      Value = opaque(NR, A, "the expression is too large");
    // Other flags may give the default another value.
    if (Default && !isLiteral(Default->getExpr(), NR.SM))
      Value = opaque(NR, A, "it is left to its default");
    Callee.Callees.ParameterValues[P] = Value;
  }
  return true;
}

/// The value that V, a parameter of the function that is being copied, has been
/// given.
ExprRef parameterValue(NestReader &NR, const VarDecl *V,
                       const clang::Expr *Use) {
  if (auto At = NR.Memory.References.find(V); At != NR.Memory.References.end())
    return opaque(NR, Use,
                  At->second.Private ? "it is a local of the caller"
                                     : DependsOnArray);
  auto It = NR.Callees.ParameterValues.find(V);
  if (It == NR.Callees.ParameterValues.end())
    return opaque(NR, Use, "it is no integer");
  if (NR.Facts.escape(V))
    return opaque(NR, Use, "its address is taken");
  if (!NR.Facts.writes(V).empty())
    return opaque(NR, Use, "it changes in the function");
  return It->second;
}

} // namespace heddle
