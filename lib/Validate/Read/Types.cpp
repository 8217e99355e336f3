//===- Types.cpp - Types, and variables that need memory ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Types.h"
#include "Validate/Read/Complex.h"
#include "Validate/Read/Iterators.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace heddle {
namespace validate {

/// A class of the runtime that is read as a class of the program's.
static bool isOrdinaryClass(const Decl *D) {
  const auto *Record = dyn_cast<CXXRecordDecl>(D);
  return Record && Record->getIdentifier() &&
         (Record->getName() == "fixed_array" || Record->getName() == "unmade");
}

bool isRuntime(const Decl *D) {
  bool InRt = false;
  const DeclContext *C = D->getDeclContext();
  if (isOrdinaryClass(D) || isOrdinaryClass(cast<Decl>(C)))
    return false;
  for (; C && !C->isTranslationUnit(); C = C->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(C);
    if (!Space)
      continue;
    if (Space->getName() == "rt")
      InRt = true;
    else if (Space->getName() == "heddle" && InRt)
      return true;
  }
  return false;
}

llvm::StringRef runtimeName(const NamedDecl *D) {
  return D && D->getIdentifier() && isRuntime(D) ? D->getName()
                                                 : llvm::StringRef();
}

llvm::StringRef runtimeClass(QualType T) {
  const CXXRecordDecl *Record =
      T.isNull()
          ? nullptr
          : T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return Record ? runtimeName(Record) : llvm::StringRef();
}

const VarDecl *siteOf(const CompoundStmt *S) {
  for (const Stmt *Child : S->body())
    if (const auto *D = dyn_cast<DeclStmt>(Child); D && D->isSingleDecl())
      if (const auto *V = dyn_cast<VarDecl>(D->getSingleDecl());
          V && runtimeClass(V->getType()) == "site" && V->getInit())
        return V;
  return nullptr;
}

Type typeOf(const Reader &R, QualType T) {
  T = T.getNonReferenceType().getCanonicalType();
  if (T->isBooleanType())
    return Bool;
  if (T->isIntegralOrEnumerationType() && !T->isDependentType()) {
    const uint64_t Bits = R.Ctx.getTypeSize(T);
    if (Bits <= 64)
      return {Type::Int, static_cast<unsigned char>(Bits),
              T->isSignedIntegerOrEnumerationType()};
  }
  if (T->isRealFloatingType())
    return {Type::Float, static_cast<unsigned char>(R.Ctx.getTypeSize(T)),
            true};
  if (T->isPointerType() || T->isNullPtrType() || T->isFunctionType())
    return Pointer;
  if (const Type Complex = complexType(T); Complex.K != Type::None)
    return Complex;
  if (!iteratedBy(T).isNull())
    return Pointer;
  llvm::StringRef Class = runtimeClass(T);
  if (Class == "checked")
    return {Type::Checked, 64, true};
  if (Class == "float16")
    return {Type::Float, 16, true};
  if (Class == "tri")
    return {Type::Tri, 1, false};
  if (Class == "divisor") // its number
    if (const auto *S =
            dyn_cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl()))
      return typeOf(R, S->getTemplateArgs()[0].getAsType());
  if (!Class.empty())
    return {Type::Handle, 64, true};
  return {};
}

int64_t sizeOf(const Reader &R, QualType T) {
  return T->isIncompleteType() || T->isFunctionType()
             ? 1
             : R.Ctx.getTypeSizeInChars(T).getQuantity();
}

int64_t scalarSize(const Reader &R, QualType T) {
  return sizeOf(R, R.Ctx.getBaseElementType(T));
}

bool layoutOf(const Reader &R, QualType T, int64_t At, Layout &Out) {
  T = T.getCanonicalType();
  if (Out.size() > 4096)
    return false;
  if (const auto *A = R.Ctx.getAsConstantArrayType(T)) {
    const int64_t Size = sizeOf(R, A->getElementType());
    for (uint64_t I = 0; I != A->getSize().getZExtValue(); ++I)
      if (!layoutOf(R, A->getElementType(), At + static_cast<int64_t>(I) * Size,
                    Out))
        return false;
    return true;
  }
  const Type Scalar = typeOf(R, T);
  if (Scalar.K == Type::Int || Scalar.K == Type::Float ||
      Scalar.K == Type::Pointer) {
    Out.push_back({At, Scalar});
    return true;
  }
  const CXXRecordDecl *Record = T->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition() || Record->isUnion() ||
      Record->getNumVBases())
    return false;
  Record = Record->getDefinition();
  const ASTRecordLayout &L = R.Ctx.getASTRecordLayout(Record);
  for (const CXXBaseSpecifier &B : Record->bases()) {
    const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
    if (!layoutOf(R, B.getType(), At + L.getBaseClassOffset(D).getQuantity(),
                  Out))
      return false;
  }
  for (const FieldDecl *F : Record->fields()) {
    if (F->isBitField() || F->getType()->isReferenceType())
      return false;
    if (!layoutOf(
            R, F->getType(),
            At + static_cast<int64_t>(L.getFieldOffset(F->getFieldIndex()) / 8),
            Out))
      return false;
  }
  return true;
}

static bool hasIterator(const CallExpr *C) {
  return llvm::any_of(C->arguments(), [](const clang::Expr *A) {
    return !iteratedBy(A->getType()).isNull();
  });
}

/// References that C takes are only read, as valueTwin(), update() and seen()
/// do.
static bool takesValues(const CallExpr *C) {
  if (isComplexCall(C) || (isa<CXXOperatorCallExpr>(C) && hasIterator(C)))
    return true;
  const FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier())
    return false;
  llvm::StringRef Name = F->getName();
  if (runtimeName(F) == "update" || runtimeName(F) == "seen")
    return true;
  return (F->isInStdNamespace() || !runtimeName(F).empty()) &&
         (Name == "min" || Name == "max" || Name == "clamp" || Name == "abs");
}

void expose(const Stmt *S, bool Direct, Scope &In) {
  if (!S)
    return;
  if (const auto *D = dyn_cast<DeclRefExpr>(S)) {
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (!Direct)
        In.Exposed.insert(V);
    return;
  }
  if (const auto *P = dyn_cast<ParenExpr>(S))
    return expose(P->getSubExpr(), Direct, In);
  if (const auto *C = dyn_cast<CastExpr>(S))
    return expose(C->getSubExpr(),
                  C->getCastKind() == CK_LValueToRValue ||
                      C->getCastKind() == CK_ToVoid ||
                      (Direct && C->getCastKind() == CK_NoOp),
                  In);
  // Which of two variables `(c ? a : b) = e` changes is known by its address.
  const auto IsOne = [](const clang::Expr *E) {
    return !isa<ConditionalOperator>(E->IgnoreParens());
  };
  if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp()) {
    expose(B->getLHS(), IsOne(B->getLHS()), In);
    return expose(B->getRHS(), false, In);
  }
  if (const auto *U = dyn_cast<UnaryOperator>(S);
      U && U->isIncrementDecrementOp())
    return expose(U->getSubExpr(), IsOne(U->getSubExpr()), In);
  if (isa<LambdaExpr>(S))
    return;
  if (const auto *C = dyn_cast<ConditionalOperator>(S)) {
    expose(C->getCond(), false, In);
    for (const clang::Expr *Chosen : {C->getTrueExpr(), C->getFalseExpr()}) {
      expose(Chosen, Direct, In);
      // `c ? a : (b = e)` may stand for b.
      const auto *B = dyn_cast<BinaryOperator>(Chosen->IgnoreParens());
      if (B && B->isAssignmentOp() && !Direct)
        expose(B->getLHS(), false, In);
    }
    return;
  }
  if (const auto *C = dyn_cast<CallExpr>(S); C && takesValues(C)) {
    for (const clang::Expr *A : C->arguments())
      expose(A, true, In);
    if (const auto *M = dyn_cast<CXXMemberCallExpr>(C))
      expose(M->getImplicitObjectArgument(), true, In);
    return;
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(S);
      C && complexType(C->getType()).K != Type::None) {
    for (const clang::Expr *A : C->arguments())
      expose(A, true, In);
    return;
  }
  if (isa<MaterializeTemporaryExpr, FullExpr>(S)) {
    for (const Stmt *Child : S->children())
      expose(Child, Direct, In);
    return;
  }
  for (const Stmt *Child : S->children())
    expose(Child, false, In);
}

} // namespace validate
} // namespace heddle
