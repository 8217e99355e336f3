//===- Lvalues.cpp - Uses of variables, members and elements
//---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"

using namespace clang;

namespace heddle {

void NestBuilder::useLvalue(const clang::Expr *E, AccessMode Mode,
                            llvm::StringRef Op) {
  if (isTemplateArgument(E))
    return refuse(E, "a template argument that is a variable");
  E = skipMarkers(E);
  if (isAccessor(E))
    return useElement(E, Mode, Op);
  if (Mode != AccessMode::Read && isa<CallExpr>(E))
    WrittenCall = E;
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return useVariable(cast<DeclRefExpr>(E), Mode, Op);
  case Stmt::MemberExprClass:
    if (const auto *F =
            dyn_cast<FieldDecl>(cast<MemberExpr>(E)->getMemberDecl());
        F && !F->isBitField() && !path(E)) {
      // Of a local or a temporary it is no element.
      const clang::Expr *Object = E;
      while (isa<MemberExpr>(Object) && !cast<MemberExpr>(Object)->isArrow())
        Object = skipMarkers(cast<MemberExpr>(Object)->getBase());
      const auto *D = dyn_cast<DeclRefExpr>(Object);
      if (isa<MemberExpr>(Object) ||
          (Object->isLValue() &&
           !(D && isDeclaredInNest(D->getDecl()) &&
             !D->getDecl()->getType()->isReferenceType() &&
             !References.count(dyn_cast<VarDecl>(D->getDecl())))))
        return useElement(E, Mode, Op);
    }
    return useMember(cast<MemberExpr>(E), Mode);
  case Stmt::ArraySubscriptExprClass:
    return useElement(E, Mode, Op);
  case Stmt::CXXOperatorCallExprClass:
    if (subscriptedContainer(Ctx, E))
      return useElement(E, Mode, Op);
    break;
  case Stmt::ConditionalOperatorClass:
    return readConditional(cast<ConditionalOperator>(E), Mode);
  case Stmt::MaterializeTemporaryExprClass:
    if (Mode == AccessMode::Read)
      return walkInitializer(cast<MaterializeTemporaryExpr>(E)->getSubExpr());
    break;
  case Stmt::CallExprClass:
    if (Mode != AccessMode::Read)
      break;
    return call(cast<CallExpr>(E));
  case Stmt::ImplicitCastExprClass:
    if (cast<CastExpr>(E)->getCastKind() == CK_NoOp)
      return useLvalue(cast<CastExpr>(E)->getSubExpr(), Mode, Op);
    break;
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref)
      return useElement(E, Mode, Op);
    if (!U->isIncrementDecrementOp())
      break;
    readUnary(U);
    return useAgain(U->getSubExpr(), Mode, Op);
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *B = cast<BinaryOperator>(E);
    if (B->isAssignmentOp()) {
      assign(B);
      return useAgain(B->getLHS(), Mode, Op);
    }
    if (B->getOpcode() != BO_Comma)
      break;
    discard(B->getLHS());
    return useLvalue(B->getRHS(), Mode, Op);
  }
  default:
    break;
  }
  refuseKind(E);
}

/// The lvalue that an assignment gives, used once more: `y[i] = x[i] = 0`.
/// Its subscripts are evaluated once, but naming their reads twice adds none.
void NestBuilder::useAgain(const clang::Expr *E, AccessMode Mode,
                           llvm::StringRef Op) {
  useLvalue(E, Mode, Op);
}

void NestBuilder::useVariable(const DeclRefExpr *E, AccessMode Mode,
                              llvm::StringRef Op) {
  see(E);
  const VarDecl *V = variable(E->getDecl());
  if (!V)
    return refuse(E, "'" + text(E) + "'");
  QualType T = V->getType().getNonReferenceType();
  if (Mode != AccessMode::Read && Counters.count(V)) {
    error(DiagID::HD206, ref(E), V->getName());
    return;
  }
  if (auto It = References.find(V); It != References.end())
    return recordAccess(It->second, E, Mode, Op);
  if (!checkScalar(T, E->getSourceRange()))
    return;
  if (isDeclaredInNest(V) || useWrittenScalar(E, Mode))
    return;
  if (Mode != AccessMode::Read)
    return refuseScalarWrite(E, V, V->getName());
  if (isVisibleConstant(V) && E->getFoundDecl() == V)
    return;
  if (std::optional<Path> P = path(E))
    useParam(*P, E);
}

void NestBuilder::useParam(const Path &P, const clang::Expr *E) {
  if (!paramFor(P, E))
    return;
  llvm::StringRef Name = Nest->Params[ParamIndex[P.Key]].Name;
  if (!isSpelled(E->getSourceRange(), Name))
    addHole(E->getSourceRange(), Name.str());
}

void NestBuilder::useMember(const MemberExpr *E, AccessMode Mode) {
  see(E);
  if (!checkScalar(E->getType(), E->getSourceRange()))
    return;
  std::optional<Path> P = path(E);
  if (!P) {
    error(DiagID::HD219, ref(E), text(E));
    return;
  }
  if (useWrittenScalar(E, Mode))
    return;
  if (Mode != AccessMode::Read)
    return refuseScalarWrite(E, P->Last, text(E));
  useParam(*P, E);
}

void NestBuilder::useElement(const clang::Expr *E, AccessMode Mode,
                             llvm::StringRef Op) {
  if (refuseWhole(E) || !checkScalar(E->getType(), E->getSourceRange()))
    return;
  if (std::optional<Position> P = lvalue(E, /*Evaluate=*/true))
    recordAccess(*P, E, Mode, Op);
}

void NestBuilder::recordAccess(const Position &P, const clang::Expr *E,
                               AccessMode Mode, llvm::StringRef Op) {
  if (P.Private)
    return;
  LoopNest &M = model();
  const ArrayInfo &Of = M.Arrays[P.Array];
  if (isInCopy() && Mode != AccessMode::Read)
    return refuse(E, "this write to '" + text(E) + "'");
  if (P.Subs.size() != Of.Extents.size())
    return refuse(E, "a whole row of '" + Of.Name + "'");
  // Reads of an array that is nowhere written may find any element; whether it
  // is such an array is known after the walk.
  if (Mode != AccessMode::Read)
    for (const ExprRef &Sub : P.Subs)
      if (const Expr *Found = findOpaque(*Sub);
          Found && Found->Why == DependsOnArray) {
        // Of an index function it has been said.
        if (llvm::none_of(R.Diagnostics, [&](const Diagnostic &D) {
              return D.ID == DiagID::HD234 &&
                     D.Where.Begin == Found->Where.Begin;
            }))
          error(DiagID::HD217, Found->Where, Of.Name,
                "iterations that write to one element cannot be told from "
                "others");
        return;
      }
  Access A;
  A.Array = P.Array;
  A.Subscripts = P.Subs;
  A.Within = P.Within;
  A.Loops = LoopStack;
  A.Guards = GuardStack;
  A.May = MayDepth != 0;
  A.Statement = Statement;
  A.Compound = Mode == AccessMode::ReadWrite;
  A.Op = Op.str();
  // A function's own steps end with its call.
  const ReductionStep *Step = isInCopy() ? nullptr : Steps->at(E);
  if (Step) {
    A.Compound = true;
    A.Op = Step->Op;
    if (!Of.Records)
      A.Reduces = Step->Class;
    if (Of.Integral && !Of.Scalar) {
      if (Mode != AccessMode::Read)
        addUpdate(P.Array, *Step);
      else
        addSeen(P.Array, E, *Step);
    }
  }
  A.Where = ref(E);
  A.Text = text(E);
  A.BaseBegin = P.BaseBegin;
  A.BaseEnd = P.BaseEnd;
  noteText(A, E);
  if (Mode != AccessMode::Write)
    M.Accesses.push_back(A);
  if (Mode != AccessMode::Read) {
    A.IsWrite = true;
    M.Accesses.push_back(A);
  }
}

} // namespace heddle
