//===- Lvalues.cpp - Uses of variables, members and elements --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Expr/Lvalues.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/Calls.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Loops/Declarations.h"
#include "Read/Loops/ScalarWrites.h"
#include "Read/Loops/Updates.h"
#include "Read/Memory/AccessText.h"
#include "Read/Memory/Bases.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/HeldElements.h"
#include "Read/Memory/Iterators.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace clang;

namespace heddle {

static void useAgain(NestReader &NR, const clang::Expr *E, AccessMode Mode,
                     llvm::StringRef Op);
static void useAssigned(NestReader &NR, const BinaryOperator *B,
                        AccessMode Mode, llvm::StringRef Op);
static void useParam(NestReader &NR, const Path &P, const clang::Expr *E);
static void useVariable(NestReader &NR, const clang::DeclRefExpr *E,
                        AccessMode Mode, llvm::StringRef Op);
static void useMember(NestReader &NR, const clang::MemberExpr *E,
                      AccessMode Mode);

void useLvalue(NestReader &NR, const clang::Expr *E, AccessMode Mode,
               llvm::StringRef Op) {
  if (isTemplateArgument(E))
    return refuse(NR, E, "a template argument that is a variable");
  E = skipMarkers(E);
  if (isAccessor(NR, E) || givesPart(NR, E))
    return useElement(NR, E, Mode, Op);
  if (Mode != AccessMode::Read && isa<CallExpr>(E))
    NR.Callees.WrittenCall = E;
  switch (E->getStmtClass()) {
  case Stmt::DeclRefExprClass:
    return useVariable(NR, cast<DeclRefExpr>(E), Mode, Op);
  case Stmt::MemberExprClass:
    if (const auto *F =
            dyn_cast<FieldDecl>(cast<MemberExpr>(E)->getMemberDecl());
        F && !F->isBitField() && !path(NR, E)) {
      // A member of a local or a temporary is no element.
      const clang::Expr *Object = E;
      while (isa<MemberExpr>(Object) && !cast<MemberExpr>(Object)->isArrow())
        Object = skipMarkers(cast<MemberExpr>(Object)->getBase());
      if (Mode == AccessMode::Read && readMemberOfValue(NR, E, Object))
        return;
      const auto *D = dyn_cast<DeclRefExpr>(Object);
      if (isa<MemberExpr>(Object) ||
          (Object->isLValue() &&
           !(D && isDeclaredInNest(NR, D->getDecl()) &&
             !D->getDecl()->getType()->isReferenceType() &&
             !NR.Memory.References.count(dyn_cast<VarDecl>(D->getDecl())))))
        return useElement(NR, E, Mode, Op);
    }
    return useMember(NR, cast<MemberExpr>(E), Mode);
  case Stmt::ArraySubscriptExprClass:
    return useElement(NR, E, Mode, Op);
  case Stmt::CXXOperatorCallExprClass:
    if (subscriptedContainer(NR.Ctx, E) || iteratorUse(NR, E))
      return useElement(NR, E, Mode, Op);
    break;
  case Stmt::ConditionalOperatorClass:
    return readConditional(NR, cast<ConditionalOperator>(E), Mode);
  case Stmt::MaterializeTemporaryExprClass:
    if (Mode == AccessMode::Read)
      return walkInitializer(NR,
                             cast<MaterializeTemporaryExpr>(E)->getSubExpr());
    break;
  case Stmt::CallExprClass:
    if (Mode != AccessMode::Read)
      break;
    return call(NR, cast<CallExpr>(E));
  case Stmt::ImplicitCastExprClass:
    if (cast<CastExpr>(E)->getCastKind() == CK_NoOp)
      return useLvalue(NR, cast<CastExpr>(E)->getSubExpr(), Mode, Op);
    break;
  case Stmt::UnaryOperatorClass: {
    const auto *U = cast<UnaryOperator>(E);
    if (U->getOpcode() == UO_Deref)
      return useElement(NR, E, Mode, Op);
    if (!U->isIncrementDecrementOp())
      break;
    readUnary(NR, U);
    return useAgain(NR, U->getSubExpr(), Mode, Op);
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *B = cast<BinaryOperator>(E);
    if (B->isAssignmentOp())
      return useAssigned(NR, B, Mode, Op);
    if (B->getOpcode() != BO_Comma)
      break;
    discard(NR, B->getLHS());
    return useLvalue(NR, B->getRHS(), Mode, Op);
  }
  default:
    break;
  }
  refuseKind(NR, E);
}

/// The lvalue that an assignment gives, used once more: `y[i] = x[i] = 0`.
/// Its subscripts are evaluated once, but naming their reads twice adds none.
static void useAgain(NestReader &NR, const clang::Expr *E, AccessMode Mode,
                     llvm::StringRef Op) {
  useLvalue(NR, E, Mode, Op);
}

static void useAssigned(NestReader &NR, const BinaryOperator *B,
                        AccessMode Mode, llvm::StringRef Op) {
  const size_t Noted = NR.Spans.Values.size();
  assign(NR, B);
  const size_t Again = NR.Spans.Values.size();
  useAgain(NR, B->getLHS(), Mode, Op);
  joinElements(NR, Noted, Again);
}

static void useVariable(NestReader &NR, const DeclRefExpr *E, AccessMode Mode,
                        llvm::StringRef Op) {
  see(NR, E);
  const VarDecl *V = variable(NR, E->getDecl());
  if (!V)
    return refuse(NR, E, "'" + text(NR, E) + "'");
  QualType T = V->getType().getNonReferenceType();
  if (Mode != AccessMode::Read && NR.Scope.Counters.count(V)) {
    NR.error(DiagID::HD206, ref(NR, E), V->getName());
    return;
  }
  if (auto It = NR.Memory.References.find(V); It != NR.Memory.References.end())
    return recordAccess(NR, It->second, E, Mode, Op);
  if (!checkScalar(NR, T, E->getSourceRange()))
    return;
  if (isDeclaredInNest(NR, V) || useWrittenScalar(NR, E, Mode))
    return;
  if (Mode != AccessMode::Read)
    return refuseScalarWrite(NR, E, V, V->getName());
  if (isVisibleConstant(NR, V) && E->getFoundDecl() == V)
    return;
  if (std::optional<Path> P = path(NR, E))
    useParam(NR, *P, E);
}

static void useParam(NestReader &NR, const Path &P, const clang::Expr *E) {
  if (!paramFor(NR, P, E))
    return;
  llvm::StringRef Name = NR.Nest->Params[NR.Memory.ParamIndex[P.Key]].Name;
  if (!isSpelled(NR, E->getSourceRange(), Name))
    addReplacement(NR, E->getSourceRange(), Name.str());
}

static void useMember(NestReader &NR, const MemberExpr *E, AccessMode Mode) {
  see(NR, E);
  if (!checkScalar(NR, E->getType(), E->getSourceRange()))
    return;
  std::optional<Path> P = path(NR, E);
  if (!P) {
    NR.error(DiagID::HD219, ref(NR, E), text(NR, E));
    return;
  }
  if (useWrittenScalar(NR, E, Mode))
    return;
  if (Mode != AccessMode::Read)
    return refuseScalarWrite(NR, E, P->Last, text(NR, E));
  useParam(NR, *P, E);
}

/// An element that is a constant needs no array: kernels have the number.
static bool foldElement(NestReader &NR, const clang::Expr *E) {
  const std::optional<std::string> Number = numberText(NR, E);
  if (!Number || expr(NR, E)->Kind != ExprKind::Const)
    return false;
  see(NR, E);
  addReplacement(NR, E->getSourceRange(), *Number);
  return true;
}

void useElement(NestReader &NR, const clang::Expr *E, AccessMode Mode,
                llvm::StringRef Op) {
  if (refuseWhole(NR, E) || !checkScalar(NR, E->getType(), E->getSourceRange()))
    return;
  if (NR.Scope.InMappedHeader && Mode == AccessMode::Read &&
      (foldElement(NR, E) || useHeldElement(NR, E)))
    return;
  if (useReducedElement(NR, E, Mode))
    return;
  if (std::optional<Position> P = lvalue(NR, E, /*Evaluate=*/true))
    recordAccess(NR, *P, E, Mode, Op);
}

Access accessHere(const NestReader &NR, const Position &P) {
  Access A;
  A.Array = P.Array;
  A.Subscripts = P.Subs;
  A.Within = P.Within;
  A.Loops = NR.Scope.LoopStack;
  A.Guards = NR.Scope.GuardStack;
  A.May = NR.Scope.MayDepth != 0;
  A.Statement = NR.Scope.Statement;
  return A;
}

void recordRowLoad(NestReader &NR, const Position &P, const clang::Expr *E) {
  Access Load = accessHere(NR, P);
  Load.Where = ref(NR, E);
  Load.Text = text(NR, E);
  NR.model().RowLoads.push_back(std::move(Load));
}

void finishRowLoads(NestReader &NR) {
  LoopNest &N = *NR.Nest;
  llvm::erase_if(N.RowLoads, [&](const Access &Load) {
    return llvm::any_of(N.Accesses, [&](const Access &A) {
      return A.Array == Load.Array && A.Loops == Load.Loops &&
             A.Guards == Load.Guards && A.May == Load.May &&
             std::equal(Load.Subscripts.begin(), Load.Subscripts.end(),
                        A.Subscripts.begin());
    });
  });
  if (!N.RowLoads.empty())
    N.Pieces.clear();
}

unsigned recordUnnamed(NestReader &NR, const Position &P, bool IsWrite,
                       const Stmt *Where, std::string Text) {
  LoopNest &M = NR.model();
  Access A = accessHere(NR, P);
  A.IsWrite = IsWrite;
  A.Where = ref(NR, Where);
  A.Text = std::move(Text);
  M.Accesses.push_back(std::move(A));
  NR.home()->Texts.Bases.resize(M.Accesses.size());
  return static_cast<unsigned>(M.Accesses.size()) - 1;
}

void recordAccess(NestReader &NR, const Position &P, const clang::Expr *E,
                  AccessMode Mode, llvm::StringRef Op) {
  if (P.Private)
    return;
  LoopNest &M = NR.model();
  const ArrayInfo &Of = M.Arrays[P.Array];
  if (P.Subs.size() != Of.Extents.size())
    return refuse(NR, E, "a whole row of '" + Of.Name + "'");
  Access A = accessHere(NR, P);
  A.Compound = Mode == AccessMode::ReadWrite;
  A.Op = Op.str();
  // A function's own steps end with its call.
  const ReductionStep *Step = NR.isInCopy() ? nullptr : NR.Updates.Steps->at(E);
  if (Step) {
    A.Compound = true;
    A.Op = Step->Op;
    if (!Of.Records)
      A.Reduces = Step->Class;
    if (Of.Integral && !Of.Scalar) {
      if (Mode != AccessMode::Read)
        addUpdate(NR, P.Array, *Step);
      else
        addSeen(NR, P.Array, E, *Step);
    }
  }
  A.Where = ref(NR, E);
  A.Text = text(NR, E);
  AccessBase Base{P.BaseBegin, P.BaseEnd};
  noteText(NR, Base, P.Array, E);
  const unsigned First = static_cast<unsigned>(M.Accesses.size());
  if (Step && Step->IsUsed) {
    Access Use = A;
    Use.Compound = false;
    Use.Op = Use.Reduces = "";
    M.Accesses.push_back(std::move(Use));
  }
  if (Mode != AccessMode::Write)
    M.Accesses.push_back(A);
  if (Mode != AccessMode::Read) {
    A.IsWrite = true;
    M.Accesses.push_back(A);
  }
  NR.home()->Texts.Bases.resize(M.Accesses.size(), Base);
  std::vector<unsigned> Added(M.Accesses.size() - First);
  std::iota(Added.begin(), Added.end(), First);
  noteElement(NR, Added, E);
}

} // namespace heddle
