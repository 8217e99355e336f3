//===- BodyExpr.cpp - Every effect and every access of an expression -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Expr/BodyExpr.h"
#include "Read/Callees/Accessors.h"
#include "Read/Callees/Calls.h"
#include "Read/Expr/Complex.h"
#include "Read/Expr/Half.h"
#include "Read/Expr/IntegerExpr.h"
#include "Read/Expr/Lvalues.h"
#include "Read/Expr/RecordValues.h"
#include "Read/Expr/Shortcuts.h"
#include "Read/Loops/Algorithms.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/Declarations.h"
#include "Read/Memory/Containers.h"
#include "Read/Memory/Distances.h"
#include "Read/Memory/LocalArrays.h"
#include "Read/Memory/NullTests.h"
#include "Read/Memory/PointerValues.h"
#include "Read/Memory/Pointers.h"
#include "Read/Memory/Records.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Spelling/TypeSpelling.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

static void readCast(NestReader &NR, const clang::CastExpr *E);
static void readBinary(NestReader &NR, const clang::BinaryOperator *E);
static void readStatementExpr(NestReader &NR, const clang::StmtExpr *E);
static void readSizeof(NestReader &NR,
                       const clang::UnaryExprOrTypeTraitExpr *E);
static void refusePointerValue(NestReader &NR, const clang::Expr *E);

void refuse(NestReader &NR, const clang::Expr *E, llvm::StringRef What) {
  NR.error(DiagID::HD213, ref(NR, E), What);
}

bool isStdAtomic(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->isInStdNamespace() && Record->getIdentifier() &&
         Record->getName() == "atomic";
}

//===--- The net under the walk -------------------------------------------===//

void see(NestReader &NR, const Stmt *S) {
  if (isa<DeclRefExpr>(S))
    NR.Scope.Seen.insert(S);
  for (const Stmt *Child : S->children())
    if (Child)
      see(NR, Child);
}

/// An access that the walk overlooked would be taken for no access at all, so
/// every name in the nest must have passed one of its functions.
void checkSeen(NestReader &NR, const Stmt *S) {
  if (const auto *D = dyn_cast<DeclRefExpr>(S); D && !NR.Scope.Seen.contains(S))
    refuse(NR, D, "this use of '" + text(NR, D) + "'");
  for (const Stmt *Part : partsOf(S))
    checkSeen(NR, Part);
}

//===--- Types ------------------------------------------------------------===//

/// Types whose values mean the same on host and device.
bool checkScalar(NestReader &NR, QualType T, SourceRange Where) {
  std::string Name =
      T.getUnqualifiedType().getAsString(NR.Ctx.getPrintingPolicy());
  if (T.isVolatileQualified()) {
    NR.error(DiagID::HD214, ref(NR, Where), text(NR, Where));
    return false;
  }
  if (T->isAtomicType() || isStdAtomic(T)) {
    NR.error(DiagID::HD215, ref(NR, Where), Name);
    return false;
  }
  if (intType(NR, T))
    return true;
  QualType C = T.getCanonicalType().getUnqualifiedType();
  if (C == NR.Ctx.FloatTy || C == NR.Ctx.DoubleTy ||
      (NR.TakesComplex && isComplex(C)))
    return true;
  if (C->isAnyPointerType()) {
    NR.error(DiagID::HD216, ref(NR, Where), Name);
    return false;
  }
  NR.error(DiagID::HD219, ref(NR, Where), Name);
  return false;
}

//===--- Values -----------------------------------------------------------===//

void discard(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_ToVoid)
    return discard(NR, C->getSubExpr());
  // `({ ...; x = e; })` has the value of x, which nobody asks for.
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E);
      C && C->getCastKind() == CK_LValueToRValue &&
      isa<BinaryOperator, UnaryOperator>(C->getSubExpr()) &&
      C->getSubExpr()->HasSideEffects(NR.Ctx))
    return discard(NR, C->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Comma) {
    discard(NR, B->getLHS());
    return discard(NR, B->getRHS());
  }
  if (E->isGLValue() && !E->getType()->isFunctionType() &&
      (!isa<BinaryOperator, UnaryOperator, CallExpr>(E) ||
       subscriptedContainer(NR.Ctx, E) || isAccessor(NR, E))) {
    // `(void)x;` names an array as often as a scalar; neither reads it.
    if (isa<DeclRefExpr>(E) &&
        (E->getType()->isArrayType() || E->getType()->isPointerType()))
      return see(NR, E);
    return useLvalue(NR, E, AccessMode::Read);
  }
  read(NR, E);
}

void readOperand(NestReader &NR, const clang::Expr *E) {
  if (isa<CXXDefaultArgExpr>(E))
    return; // stands nowhere in the nest
  if (isBundle(NR, E->getType()))
    return readRecord(NR, E);
  if (E->isGLValue())
    return useLvalue(NR, E, AccessMode::Read);
  read(NR, E);
}

void read(NestReader &NR, const clang::Expr *E) {
  E = skipMarkers(E);
  QualType T = E->getType();
  if (T->isVoidType()) {
    if (isa<CallExpr>(E))
      return call(NR, cast<CallExpr>(E));
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return readConditional(NR, C, std::nullopt);
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Comma)
      return readBinary(NR, B);
    if (const auto *C = dyn_cast<CastExpr>(E);
        C && C->getCastKind() == CK_ToVoid)
      return discard(NR, C);
    return refuseKind(NR, E);
  }
  if (isBundle(NR, T))
    return readRecord(NR, E);
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
    checkScalar(NR, T, E->getSourceRange());
    return;
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
    return readCast(NR, cast<CastExpr>(E));
  case Stmt::UnaryOperatorClass:
    return readUnary(NR, cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return readBinary(NR, cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass:
    return readConditional(NR, cast<ConditionalOperator>(E), std::nullopt);
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    if (!isComplex(T) || !checkScalar(NR, T, E->getSourceRange()))
      break;
    for (const clang::Expr *A : cast<CXXConstructExpr>(E)->arguments())
      readOperand(NR, A);
    return;
  case Stmt::CXXRewrittenBinaryOperatorClass: { // `z != w` as `!(z == w)`
    const auto *B = cast<CXXRewrittenBinaryOperator>(E);
    if (isComplex(B->getLHS()->getType()) || isComplex(B->getRHS()->getType()))
      return read(NR, B->getSemanticForm());
    break;
  }
  case Stmt::CallExprClass:
    return call(NR, cast<CallExpr>(E));
  case Stmt::StmtExprClass:
    return readStatementExpr(NR, cast<StmtExpr>(E));
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return readSizeof(NR, cast<UnaryExprOrTypeTraitExpr>(E));
  case Stmt::SizeOfPackExprClass: // the kernel may not have the pack
    return addReplacement(
        NR, E->getSourceRange(),
        std::to_string(cast<SizeOfPackExpr>(E)->getPackLength()) + "UL");
  case Stmt::InitListExprClass:
    if (cast<InitListExpr>(E)->getNumInits() <= 1 &&
        checkScalar(NR, T, E->getSourceRange()))
      return walkInitializer(NR, E);
    return refuse(NR, E, "a braced list");
  case Stmt::DeclRefExprClass:
    if (const auto *Enumerator =
            dyn_cast<EnumConstantDecl>(cast<DeclRefExpr>(E)->getDecl()))
      return useEnumerator(NR, E, Enumerator);
    break;
  default:
    break;
  }
  refuseKind(NR, E);
}

/// Names constructs that are refused wherever they stand.
void refuseKind(NestReader &NR, const clang::Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::LambdaExprClass:
    return refuse(NR, E, "a lambda");
  case Stmt::CXXNewExprClass:
    return refuse(NR, E, "'new'");
  case Stmt::CXXDeleteExprClass:
    return refuse(NR, E, "'delete'");
  case Stmt::CXXThrowExprClass:
    return refuse(NR, E, "'throw'");
  case Stmt::CXXThisExprClass:
    return refuse(NR, E, "'this' as a value");
  case Stmt::AtomicExprClass: {
    NR.error(DiagID::HD215, ref(NR, E), text(NR, E));
    return;
  }
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(NR, cast<CallExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    NR.error(DiagID::HD219, ref(NR, E),
             E->getType().getUnqualifiedType().getAsString(
                 NR.Ctx.getPrintingPolicy()));
    return;
  case Stmt::StringLiteralClass:
    return refuse(NR, E, "a string");
  case Stmt::CXXNullPtrLiteralExprClass:
    return refuse(NR, E, "a pointer value");
  case Stmt::CompoundLiteralExprClass:
    return refuse(NR, E, "a compound literal");
  case Stmt::BinaryConditionalOperatorClass:
    return refuse(NR, E, "'?:' without a middle operand");
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
    return refuse(NR, E, "this cast");
  default:
    return refuse(
        NR, E,
        ("this construct ('" + llvm::StringRef(E->getStmtClassName()) + "')")
            .str());
  }
}

static void readCast(NestReader &NR, const CastExpr *E) {
  if (readFromHalf(NR, E))
    return;
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    if (E->getType()->isPointerType())
      return refusePointerValue(NR, E);
    return useLvalue(NR, Sub, AccessMode::Read);
  case CK_NoOp:
    if (Sub->isGLValue())
      return useLvalue(NR, Sub, AccessMode::Read);
    return read(NR, Sub);
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
  case CK_IntegralToFloating:
  case CK_IntegralToBoolean:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    if (checkScalar(NR, E->getType(), E->getSourceRange()))
      read(NR, Sub);
    return;
  case CK_ToVoid:
    return discard(NR, Sub);
  case CK_ArrayToPointerDecay:
  case CK_BitCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
  case CK_NullToPointer:
    return refusePointerValue(NR, E);
  case CK_PointerToBoolean:
    // `assert(i < n && "why")`
    if (isa<StringLiteral>(Sub->IgnoreParenImpCasts()))
      return see(NR, Sub);
    if (readNullTest(NR, E))
      return;
    return refusePointerValue(NR, E);
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    NR.error(DiagID::HD215, ref(NR, E), text(NR, E));
    return;
  case CK_ConstructorConversion:
    if (isComplex(E->getType()))
      return read(NR, Sub);
    return refuseKind(NR, skipMarkers(Sub));
  case CK_UserDefinedConversion:
    return refuseKind(NR, skipMarkers(Sub));
  default:
    return refuse(
        NR, E,
        (llvm::StringRef("the conversion '") + E->getCastKindName() + "'")
            .str());
  }
}

/// A pointer anywhere but under a subscript or in a local pointer's initialiser
/// may carry an element's address away.
static void refusePointerValue(NestReader &NR, const clang::Expr *E) {
  NR.error(DiagID::HD218, ref(NR, E), text(NR, E));
}

void readUnary(NestReader &NR, const UnaryOperator *E) {
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    if (checkScalar(NR, E->getType(), E->getSourceRange()))
      read(NR, Sub);
    return;
  case UO_Extension:
    return read(NR, Sub);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    if (E->getType()->isPointerType()) {
      (void)pointer(NR, E, /*Evaluate=*/true);
      return;
    }
    return useLvalue(NR, Sub, AccessMode::ReadWrite,
                     E->isIncrementOp() ? "+" : "-");
  case UO_AddrOf:
    return refusePointerValue(NR, E);
  case UO_Deref:
    return useLvalue(NR, E, AccessMode::Read);
  default:
    return refuse(NR, E,
                  (llvm::StringRef("the operator '") +
                   UnaryOperator::getOpcodeStr(E->getOpcode()) + "'")
                      .str());
  }
}

/// Two pointers into one array have the same order and distance wherever it
/// stands.
static void comparePointers(NestReader &NR, const BinaryOperator *E) {
  if (readNullTest(NR, E) || readHeldDistance(NR, E) ||
      readTableDistance(NR, E))
    return;
  const std::optional<Position> A = pointer(NR, E->getLHS(), true);
  const std::optional<Position> B = A ? pointer(NR, E->getRHS(), true) : A;
  if (A && B &&
      (A->Private || B->Private || A->Array != B->Array ||
       !isInOneRow(NR, *A, *B)))
    refusePointerValue(NR, E);
}

static void readBinary(NestReader &NR, const BinaryOperator *E) {
  if (E->isAssignmentOp())
    return assign(NR, E);
  if (E->isComparisonOp() || E->isLogicalOp())
    noteTruth(NR, E);
  switch (E->getOpcode()) {
  case BO_Comma:
    discard(NR, E->getLHS());
    return readOperand(NR, E->getRHS());
  case BO_LAnd:
  case BO_LOr: {
    read(NR, E->getLHS());
    // `b && e` in `b = b && e`, permitted by 'reduce': a thread's own `b` is no
    // reason not to evaluate the other operand.
    if (!NR.isInCopy() &&
        NR.Updates.Steps->at(E->getLHS()->IgnoreParenImpCasts()))
      return read(NR, E->getRHS());
    pushGuard(NR, expr(NR, E->getLHS()), E->getOpcode() == BO_LOr);
    read(NR, E->getRHS());
    NR.Scope.popGuard();
    return;
  }
  case BO_PtrMemD:
  case BO_PtrMemI:
    return refuse(NR, E, "a pointer to a member");
  case BO_Cmp:
    return refuse(NR, E, "'<=>'");
  default:
    if (E->getType()->isPointerType())
      return refusePointerValue(NR, E);
    if ((E->isComparisonOp() || E->getOpcode() == BO_Sub) &&
        E->getLHS()->getType()->isPointerType())
      return comparePointers(NR, E);
    if (!checkScalar(NR, E->getType(), E->getSourceRange()))
      return;
    read(NR, E->getLHS());
    read(NR, E->getRHS());
  }
}

void readConditional(NestReader &NR, const AbstractConditionalOperator *E,
                     std::optional<AccessMode> AsLvalue) {
  auto Branch = [&](const clang::Expr *B) {
    if (AsLvalue)
      return useLvalue(NR, B, *AsLvalue);
    if (B->getType()->isVoidType())
      return discard(NR, B);
    return readOperand(NR, B);
  };
  read(NR, E->getCond());
  ExprRef Cond = expr(NR, E->getCond());
  pushGuard(NR, Cond, false);
  Branch(E->getTrueExpr());
  NR.Scope.popGuard();
  pushGuard(NR, Cond, true);
  Branch(E->getFalseExpr());
  NR.Scope.popGuard();
}

/// `({ T t = e; t < 0 ? 0 : t; })` of GNU C. Its value stands behind
/// declarations; other statements belong in front of the expression.
static void readStatementExpr(NestReader &NR, const StmtExpr *E) {
  const llvm::ArrayRef<const Stmt *> Lines(E->getSubStmt()->body_begin(),
                                           E->getSubStmt()->body_end());
  const auto *Value =
      Lines.empty() ? nullptr : dyn_cast<clang::Expr>(Lines.back());
  if (!Value || Value->getType()->isVoidType() ||
      !llvm::all_of(Lines.drop_back(), [](const Stmt *S) {
        const auto *D = dyn_cast<DeclStmt>(S);
        return D && llvm::all_of(D->decls(), [](const Decl *Each) {
                 const auto *V = dyn_cast<VarDecl>(Each);
                 return V && V->getType()->isArithmeticType();
               });
      }))
    return refuse(NR, E,
                  "a statement expression of more than declarations of numbers "
                  "and a value");
  for (const Stmt *S : Lines.drop_back())
    walkDeclaration(NR, cast<DeclStmt>(S));
  read(NR, Value);
}

/// `sizeof` of an array would give the size of a pointer in the kernel.
static void readSizeof(NestReader &NR, const UnaryExprOrTypeTraitExpr *E) {
  see(NR, E);
  if (E->isArgumentType() && E->getKind() == UETT_SizeOf &&
      !E->getArgumentType()->isVariablyModifiedType())
    return;
  clang::Expr::EvalResult Result;
  if (E->getKind() != UETT_SizeOf ||
      !E->EvaluateAsInt(Result, NR.Ctx, clang::Expr::SE_NoSideEffects))
    return refuse(NR, E, "this use of '" + text(NR, E) + "'");
  llvm::SmallString<16> Digits;
  Result.Val.getInt().toString(Digits);
  addReplacement(NR, E->getSourceRange(), (Digits + "UL").str());
}

//===--- Assignments ------------------------------------------------------===//

/// C++17: the right operand is evaluated first.
void assign(NestReader &NR, const BinaryOperator *E) {
  const clang::Expr *Left = skipMarkers(E->getLHS());
  if (Left->getType()->isPointerType()) {
    const auto *D = dyn_cast<DeclRefExpr>(Left);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    if (V && E->isCompoundAssignmentOp() && walks(NR, V)) {
      (void)pointerVariable(NR, D, /*Evaluate=*/true);
      return readSubscript(NR, E->getRHS());
    }
    NR.error(DiagID::HD226, ref(NR, E), text(NR, Left));
    return;
  }
  if (assignHalf(NR, E))
    return;
  read(NR, E->getRHS());
  if (E->isCompoundAssignmentOp()) {
    auto Op = BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
    // The sum may be computed in a type that the device does not have.
    if (checkScalar(NR,
                    cast<CompoundAssignOperator>(E)->getComputationResultType(),
                    E->getSourceRange()))
      useLvalue(NR, Left, AccessMode::ReadWrite,
                BinaryOperator::getOpcodeStr(Op));
  } else {
    useLvalue(NR, Left, AccessMode::Write);
  }
}

} // namespace heddle
