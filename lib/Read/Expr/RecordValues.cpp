//===- RecordValues.cpp - Structures as values ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structure of numbers is a bundle of scalars: `q = p[i]` reads all of them,
// and `p[i] = q` writes all. A local one is the thread's own. Copies and braced
// lists need no function on a device; constructors that users have written do,
// and are refused. Operators are functions of which kernels have a copy.
//===----------------------------------------------------------------------===//
#include "Read/Expr/RecordValues.h"
#include "Read/Callees/Calls.h"
#include "Read/Callees/Constructors.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Loops/Declarations.h"
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

/// The bytes of another structure of the type, and nothing else.
static const clang::Expr *copied(const clang::Expr *E) {
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  return C && C->getNumArgs() == 1 &&
                 C->getConstructor()->isCopyOrMoveConstructor() &&
                 C->getConstructor()->isTrivial()
             ? C->getArg(0)
             : nullptr;
}

/// Passes what changes neither the object nor its type but for qualifiers.
static const clang::Expr *skipToValue(const clang::Expr *E) {
  return skipTemporariesAnd(E, [](const clang::Expr *Inner) {
    const auto *C = dyn_cast<CastExpr>(Inner);
    return C && (C->getCastKind() == CK_NoOp ||
                 C->getCastKind() == CK_ConstructorConversion)
               ? C->getSubExpr()
               : nullptr;
  });
}

const clang::Expr *temporaryRecord(const clang::Expr *E) {
  if (!E->getType()->isRecordType())
    return nullptr;
  const clang::Expr *Value = skipToValue(E);
  return Value->isPRValue() && !copied(Value) ? Value : nullptr;
}

/// E makes a structure and leaves its members as they are.
static bool leavesMembers(const clang::Expr *E) {
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  return Made && Made->getNumArgs() == 0 && Made->getConstructor()->isTrivial();
}

/// E is an object that iterations share, and no element.
static void refusePlace(NestReader &NR, const clang::Expr *E) {
  if (refuseWhole(NR, E))
    return;
  see(NR, E);
  NR.error(DiagID::HD236, ref(NR, E), text(NR, E));
}

bool refuseShared(NestReader &NR, const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E);
  const bool IsOutside =
      D && !isDeclaredInNest(NR, D->getDecl()) &&
      !NR.Memory.References.contains(dyn_cast<VarDecl>(D->getDecl()));
  if ((!IsOutside && !(isa<MemberExpr>(E) && path(NR, E))) ||
      isWholeRecord(NR, E))
    return false;
  refusePlace(NR, E);
  return true;
}

/// Reads or writes the structure at the place that E names, all of it.
static void accessPlace(NestReader &NR, const clang::Expr *E, AccessMode Mode) {
  if (refuseShared(NR, E))
    return;
  if (std::optional<Position> P = lvalue(NR, E, /*Evaluate=*/true))
    accessWhole(NR, *P, E, Mode);
}

void readRecord(NestReader &NR, const clang::Expr *E) {
  const clang::Expr *Whole = E;
  E = skipToValue(E);
  if (const clang::Expr *From = copied(E))
    return readRecord(NR, From);
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return readConditional(NR, C, std::nullopt);
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Comma) {
    discard(NR, B->getLHS());
    return readRecord(NR, B->getRHS());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && !subscriptedContainer(NR.Ctx, E))
    return call(NR, Call);
  if (isa<InitListExpr>(E))
    return walkInitializer(NR, E);
  // `(pair){a, b}`, as GNU C++ takes it from C.
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(E))
    return walkInitializer(NR, Literal->getInitializer());
  if (leavesMembers(E) || setsConstants(NR, E) ||
      isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(E))
    return;
  if (E->isGLValue())
    return accessPlace(NR, E, AccessMode::Read);
  if (const auto *Made = dyn_cast<CXXConstructExpr>(E))
    return constructRecord(NR, Whole, Made);
  refuseKind(NR, E);
}

bool readMemberOfValue(NestReader &NR, const clang::Expr *E,
                       const clang::Expr *Object) {
  if (!isRecord(NR, Object->getType()) ||
      !(temporaryRecord(Object) || isa<ConditionalOperator>(Object)))
    return false;
  while (const auto *M = dyn_cast<MemberExpr>(skipMarkers(E))) {
    const ValueDecl *F = M->getMemberDecl();
    if (F->getAccess() != AS_public && F->getAccess() != AS_none)
      return false;
    E = M->getBase();
  }
  readRecord(NR, Object);
  return true;
}

bool assignRecord(NestReader &NR, const CallExpr *E) {
  const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *M =
      O ? dyn_cast_or_null<CXXMethodDecl>(O->getDirectCallee()) : nullptr;
  if (!M || O->getOperator() != OO_Equal || !M->isTrivial() ||
      !isBundle(NR, O->getArg(0)->getType()))
    return false;
  see(NR, O->getCallee());
  readRecord(NR, O->getArg(1)); // C++17: before the left operand
  const clang::Expr *To = skipMarkers(O->getArg(0));
  if (!To->isLValue() ||
      (isa<CallExpr>(To) && !subscriptedContainer(NR.Ctx, To)))
    return refuseWhole(NR, To);
  accessPlace(NR, To, AccessMode::Write);
  return true;
}

bool declareRecord(NestReader &NR, const VarDecl *V) {
  const QualType T = NR.Ctx.getBaseElementType(V->getType());
  if (!isBundle(NR, T))
    return false;
  if (!V->getType()->isArrayType())
    NR.Memory.References[V].Private = true;
  if (V->hasInit() && !leavesMembers(skipMarkers(V->getInit())) &&
      !constructVariable(NR, V, V->getInit()))
    walkInitializer(NR, V->getInit());
  return true;
}

bool isOperatorOfRecords(const NestReader &NR, const CallExpr *E) {
  const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
  if (!O || O->getNumArgs() > 2 ||
      llvm::is_contained({OO_Call, OO_Subscript, OO_Arrow, OO_Comma, OO_AmpAmp,
                          OO_PipePipe, OO_Amp},
                         O->getOperator()))
    return false;
  const auto *M = dyn_cast_or_null<CXXMethodDecl>(O->getDirectCallee());
  const bool IsCopy =
      M && (M->isCopyAssignmentOperator() || M->isMoveAssignmentOperator());
  // `v++` has an argument that the text does not have.
  const bool IsPostfix =
      O->getNumArgs() == 2 &&
      (O->getOperator() == OO_PlusPlus || O->getOperator() == OO_MinusMinus);
  return !IsCopy && !IsPostfix &&
         llvm::any_of(O->arguments(), [&](const clang::Expr *A) {
           return isRecord(NR, A->getType());
         });
}

void replaceOperator(NestReader &NR, const CXXOperatorCallExpr *E,
                     llvm::StringRef Name, llvm::StringRef Others) {
  const auto Whole = offsets(NR, E->getSourceRange());
  const auto Operator = offsets(NR, SourceRange(E->getOperatorLoc()));
  if (!Whole || !Operator) {
    NR.error(DiagID::HD159, ref(NR, E), text(NR, E), Name);
    return;
  }
  std::vector<Replacement> &All = NR.Texts.Replacements;
  if (E->getNumArgs() == 1) {
    All.push_back({Operator->first, Operator->second, Name.str() + "("});
  } else {
    // In front of what has been put before the first operand.
    All.insert(All.begin(), {Whole->first, Whole->first, Name.str() + "("});
    const auto Left = offsets(NR, E->getArg(0)->getSourceRange());
    const bool IsBlank =
        Left && Left->second <= Operator->first &&
        llvm::StringRef(NR.Nest->Text)
                .slice(Left->second, Operator->first)
                .find_first_not_of(' ') == llvm::StringRef::npos;
    All.push_back(
        {IsBlank ? Left->second : Operator->first, Operator->second, ","});
  }
  All.push_back({Whole->second, Whole->second,
                 (Others.empty() ? "" : ", ") + Others.str() + ")"});
}

} // namespace heddle
