//===- BodyExpr.cpp - Every effect and every access of an expression -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Frontend/Complex.h"
#include "Frontend/Containers.h"
#include "Frontend/NestBuilder.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

void NestBuilder::refuse(const clang::Expr *E, llvm::StringRef What) {
  error(DiagID::HD213, ref(E), What);
}

bool isStdAtomic(QualType T) {
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  return Record && Record->isInStdNamespace() && Record->getIdentifier() &&
         Record->getName() == "atomic";
}

//===--- The net under the walk -------------------------------------------===//

void NestBuilder::see(const Stmt *S) {
  if (isa<DeclRefExpr>(S))
    Seen.insert(S);
  for (const Stmt *Child : S->children())
    if (Child)
      see(Child);
}

/// An access that the walk overlooked would be taken for no access at all, so
/// every name in the nest must have passed one of its functions.
void NestBuilder::checkSeen(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclRefExpr>(S); D && !Seen.contains(S))
    refuse(D, "this use of '" + text(D) + "'");
  for (const Stmt *Child : S->children())
    if (Child)
      checkSeen(Child);
}

//===--- Types ------------------------------------------------------------===//

/// Types whose values mean the same on host and device.
bool NestBuilder::checkScalar(QualType T, SourceRange Where) {
  std::string Name =
      T.getUnqualifiedType().getAsString(Ctx.getPrintingPolicy());
  if (T.isVolatileQualified()) {
    error(DiagID::HD214, ref(Where), text(Where));
    return false;
  }
  if (T->isAtomicType() || isStdAtomic(T)) {
    error(DiagID::HD215, ref(Where), Name);
    return false;
  }
  if (intType(T))
    return true;
  QualType C = T.getCanonicalType().getUnqualifiedType();
  if (C == Ctx.FloatTy || C == Ctx.DoubleTy || (TakesComplex && isComplex(C)))
    return true;
  if (C->isAnyPointerType()) {
    error(DiagID::HD216, ref(Where), Name);
    return false;
  }
  error(DiagID::HD219, ref(Where), Name);
  return false;
}

//===--- Values -----------------------------------------------------------===//

void NestBuilder::discard(const clang::Expr *E) {
  E = skipMarkers(E);
  if (const auto *C = dyn_cast<CastExpr>(E); C && C->getCastKind() == CK_ToVoid)
    return discard(C->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(E);
      B && B->getOpcode() == BO_Comma) {
    discard(B->getLHS());
    return discard(B->getRHS());
  }
  if (E->isGLValue() && !E->getType()->isFunctionType() &&
      (!isa<BinaryOperator, UnaryOperator, CallExpr>(E) ||
       subscriptedContainer(Ctx, E) || isAccessor(E))) {
    // `(void)x;` names an array as often as a scalar; neither reads it.
    if (isa<DeclRefExpr>(E) &&
        (E->getType()->isArrayType() || E->getType()->isPointerType()))
      return see(E);
    return useLvalue(E, AccessMode::Read);
  }
  read(E);
}

void NestBuilder::readOperand(const clang::Expr *E) {
  if (isa<CXXDefaultArgExpr>(E))
    return; // stands nowhere in the nest
  if (E->isGLValue())
    return useLvalue(E, AccessMode::Read);
  read(E);
}

void NestBuilder::read(const clang::Expr *E) {
  E = skipMarkers(E);
  QualType T = E->getType();
  if (T->isVoidType()) {
    if (isa<CallExpr>(E))
      return call(cast<CallExpr>(E));
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return readConditional(C, std::nullopt);
    if (const auto *B = dyn_cast<BinaryOperator>(E);
        B && B->getOpcode() == BO_Comma)
      return readBinary(B);
    if (const auto *C = dyn_cast<CastExpr>(E);
        C && C->getCastKind() == CK_ToVoid)
      return discard(C);
    return refuseKind(E);
  }
  switch (E->getStmtClass()) {
  case Stmt::IntegerLiteralClass:
  case Stmt::FloatingLiteralClass:
  case Stmt::CharacterLiteralClass:
  case Stmt::CXXBoolLiteralExprClass:
  case Stmt::CXXScalarValueInitExprClass:
  case Stmt::ImplicitValueInitExprClass:
    checkScalar(T, E->getSourceRange());
    return;
  case Stmt::ImplicitCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
    return readCast(cast<CastExpr>(E));
  case Stmt::UnaryOperatorClass:
    return readUnary(cast<UnaryOperator>(E));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return readBinary(cast<BinaryOperator>(E));
  case Stmt::ConditionalOperatorClass:
    return readConditional(cast<ConditionalOperator>(E), std::nullopt);
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    if (!isComplex(T) || !checkScalar(T, E->getSourceRange()))
      break;
    for (const clang::Expr *A : cast<CXXConstructExpr>(E)->arguments())
      readOperand(A);
    return;
  case Stmt::CXXRewrittenBinaryOperatorClass: { // `z != w` as `!(z == w)`
    const auto *B = cast<CXXRewrittenBinaryOperator>(E);
    if (isComplex(B->getLHS()->getType()) || isComplex(B->getRHS()->getType()))
      return read(B->getSemanticForm());
    break;
  }
  case Stmt::CallExprClass:
    return call(cast<CallExpr>(E));
  case Stmt::UnaryExprOrTypeTraitExprClass:
    return readSizeof(cast<UnaryExprOrTypeTraitExpr>(E));
  case Stmt::SizeOfPackExprClass: // the kernel may not have the pack
    return addHole(E->getSourceRange(),
                   std::to_string(cast<SizeOfPackExpr>(E)->getPackLength()) +
                       "UL");
  case Stmt::InitListExprClass:
    if (cast<InitListExpr>(E)->getNumInits() <= 1 &&
        checkScalar(T, E->getSourceRange()))
      return walkInitializer(E);
    return refuse(E, "a braced list");
  case Stmt::DeclRefExprClass:
    if (const auto *Enumerator =
            dyn_cast<EnumConstantDecl>(cast<DeclRefExpr>(E)->getDecl()))
      return useEnumerator(E, Enumerator);
    break;
  default:
    break;
  }
  refuseKind(E);
}

/// Names constructs that are refused wherever they stand.
void NestBuilder::refuseKind(const clang::Expr *E) {
  switch (E->getStmtClass()) {
  case Stmt::LambdaExprClass:
    return refuse(E, "a lambda");
  case Stmt::CXXNewExprClass:
    return refuse(E, "'new'");
  case Stmt::CXXDeleteExprClass:
    return refuse(E, "'delete'");
  case Stmt::CXXThrowExprClass:
    return refuse(E, "'throw'");
  case Stmt::CXXThisExprClass:
    return refuse(E, "'this' as a value");
  case Stmt::AtomicExprClass: {
    error(DiagID::HD215, ref(E), text(E));
    return;
  }
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass:
  case Stmt::UserDefinedLiteralClass:
    return call(cast<CallExpr>(E));
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    error(
        DiagID::HD219, ref(E),
        E->getType().getUnqualifiedType().getAsString(Ctx.getPrintingPolicy()));
    return;
  case Stmt::StmtExprClass:
    return refuse(E, "a statement expression");
  case Stmt::StringLiteralClass:
    return refuse(E, "a string");
  case Stmt::CXXNullPtrLiteralExprClass:
    return refuse(E, "a pointer value");
  case Stmt::CompoundLiteralExprClass:
    return refuse(E, "a compound literal");
  case Stmt::BinaryConditionalOperatorClass:
    return refuse(E, "'?:' without a middle operand");
  case Stmt::CXXReinterpretCastExprClass:
  case Stmt::CXXConstCastExprClass:
  case Stmt::CXXDynamicCastExprClass:
    return refuse(E, "this cast");
  default:
    return refuse(
        E, ("this construct ('" + llvm::StringRef(E->getStmtClassName()) + "')")
               .str());
  }
}

void NestBuilder::readCast(const CastExpr *E) {
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getCastKind()) {
  case CK_LValueToRValue:
    if (E->getType()->isPointerType())
      return refusePointerValue(E);
    return useLvalue(Sub, AccessMode::Read);
  case CK_NoOp:
    if (Sub->isGLValue())
      return useLvalue(Sub, AccessMode::Read);
    return read(Sub);
  case CK_IntegralCast:
  case CK_BooleanToSignedIntegral:
  case CK_IntegralToFloating:
  case CK_IntegralToBoolean:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_FloatingToBoolean:
    if (checkScalar(E->getType(), E->getSourceRange()))
      read(Sub);
    return;
  case CK_ToVoid:
    return discard(Sub);
  case CK_ArrayToPointerDecay:
  case CK_BitCast:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
  case CK_PointerToBoolean:
  case CK_NullToPointer:
    return refusePointerValue(E);
  case CK_AtomicToNonAtomic:
  case CK_NonAtomicToAtomic:
    error(DiagID::HD215, ref(E), text(E));
    return;
  case CK_ConstructorConversion:
    if (isComplex(E->getType()))
      return read(Sub);
    return refuseKind(skipMarkers(Sub));
  case CK_UserDefinedConversion:
    return refuseKind(skipMarkers(Sub));
  default:
    return refuse(
        E, (llvm::StringRef("the conversion '") + E->getCastKindName() + "'")
               .str());
  }
}

/// A pointer anywhere but under a subscript or in a local pointer's initialiser
/// may carry an element's address away.
void NestBuilder::refusePointerValue(const clang::Expr *E) {
  error(DiagID::HD218, ref(E), text(E));
}

void NestBuilder::readUnary(const UnaryOperator *E) {
  const clang::Expr *Sub = E->getSubExpr();
  switch (E->getOpcode()) {
  case UO_Plus:
  case UO_Minus:
  case UO_Not:
  case UO_LNot:
    if (checkScalar(E->getType(), E->getSourceRange()))
      read(Sub);
    return;
  case UO_Extension:
    return read(Sub);
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec:
    return useLvalue(Sub, AccessMode::ReadWrite,
                     E->isIncrementOp() ? "+" : "-");
  case UO_AddrOf:
    return refusePointerValue(E);
  case UO_Deref:
    return useLvalue(E, AccessMode::Read);
  default:
    return refuse(E, (llvm::StringRef("the operator '") +
                      UnaryOperator::getOpcodeStr(E->getOpcode()) + "'")
                         .str());
  }
}

void NestBuilder::readBinary(const BinaryOperator *E) {
  if (E->isAssignmentOp())
    return assign(E);
  switch (E->getOpcode()) {
  case BO_Comma:
    discard(E->getLHS());
    return readOperand(E->getRHS());
  case BO_LAnd:
  case BO_LOr: {
    read(E->getLHS());
    // `b && e` in `b = b && e`, permitted by 'reduce': a thread's own `b` is no
    // reason not to evaluate the other operand.
    if (!isInCopy() && Steps->at(E->getLHS()->IgnoreParenImpCasts()))
      return read(E->getRHS());
    pushGuard(expr(E->getLHS()), E->getOpcode() == BO_LOr);
    read(E->getRHS());
    popGuard();
    return;
  }
  case BO_PtrMemD:
  case BO_PtrMemI:
    return refuse(E, "a pointer to a member");
  case BO_Cmp:
    return refuse(E, "'<=>'");
  default:
    if (E->getType()->isPointerType())
      return refusePointerValue(E);
    if (!checkScalar(E->getType(), E->getSourceRange()))
      return;
    read(E->getLHS());
    read(E->getRHS());
  }
}

void NestBuilder::readConditional(const AbstractConditionalOperator *E,
                                  std::optional<AccessMode> AsLvalue) {
  auto Branch = [&](const clang::Expr *B) {
    if (AsLvalue)
      return useLvalue(B, *AsLvalue);
    if (B->getType()->isVoidType())
      return discard(B);
    return readOperand(B);
  };
  read(E->getCond());
  ExprRef Cond = expr(E->getCond());
  pushGuard(Cond, false);
  Branch(E->getTrueExpr());
  popGuard();
  pushGuard(Cond, true);
  Branch(E->getFalseExpr());
  popGuard();
}

/// `sizeof` of an array would give the size of a pointer in the kernel.
void NestBuilder::readSizeof(const UnaryExprOrTypeTraitExpr *E) {
  see(E);
  if (E->isArgumentType() && E->getKind() == UETT_SizeOf &&
      !E->getArgumentType()->isVariablyModifiedType())
    return;
  clang::Expr::EvalResult Result;
  if (E->getKind() != UETT_SizeOf ||
      !E->EvaluateAsInt(Result, Ctx, clang::Expr::SE_NoSideEffects))
    return refuse(E, "this use of '" + text(E) + "'");
  llvm::SmallString<16> Digits;
  Result.Val.getInt().toString(Digits);
  addHole(E->getSourceRange(), (Digits + "UL").str());
}

//===--- Assignments ------------------------------------------------------===//

/// C++17: the right operand is evaluated first.
void NestBuilder::assign(const BinaryOperator *E) {
  const clang::Expr *Left = skipMarkers(E->getLHS());
  if (Left->getType()->isPointerType()) {
    error(DiagID::HD226, ref(E), text(Left));
    return;
  }
  read(E->getRHS());
  if (E->isCompoundAssignmentOp()) {
    auto Op = BinaryOperator::getOpForCompoundAssignment(E->getOpcode());
    // The sum may be computed in a type that the device does not have.
    if (checkScalar(cast<CompoundAssignOperator>(E)->getComputationResultType(),
                    E->getSourceRange()))
      useLvalue(Left, AccessMode::ReadWrite, BinaryOperator::getOpcodeStr(Op));
  } else {
    useLvalue(Left, AccessMode::Write);
  }
}

} // namespace heddle
