//===- Objects.cpp - How objects get their first values -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Reader.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace heddle {
namespace validate {

const Node *Reader::zero(const Node *Pointer, QualType T) {
  Layout L;
  if (!layoutOf(T, 0, L))
    return fail(nullptr, "an object that is not made of scalars");
  std::vector<const Node *> Parts;
  for (const auto &[Offset, S] : L)
    Parts.push_back(
        make(Op::Store, S, {offset(Pointer, Offset), constant(0, S)}));
  return chain(Parts);
}

/// A std::span of a container: a pointer, and how many elements there are. Null
/// where E is none.
const Node *Reader::spanOf(const Node *Pointer, const CXXConstructExpr *E,
                           QualType T) {
  const auto Class = [](QualType Of, llvm::StringRef Name) {
    const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Of->getAsCXXRecordDecl());
    return Record && Record->isInStdNamespace() && Record->getIdentifier() &&
                   Record->getName() == Name
               ? Record
               : nullptr;
  };
  const auto *Span = Class(T, "span");
  if (!Span || !Span->getTemplateArgs()[1].getAsIntegral().isAllOnes() ||
      E->getNumArgs() == 0)
    return nullptr;
  const clang::Expr *From = E->getArg(0)->IgnoreImplicit();
  const auto *Array = Class(From->getType(), "array");
  if (!From->isLValue() || (!Array && !Class(From->getType(), "vector")))
    return nullptr;
  const Type Word{Type::Pointer, 64, false}, Size{Type::Int, 64, false};
  const Node *Data = address(From), *Count = nullptr;
  if (Array) {
    Count = constant(bitsOf(Array->getTemplateArgs()[1].getAsIntegral()), Size);
  } else {
    Count = make(Op::Load, Size, {offset(Data, 8)});
    Data = make(Op::Load, Word, {Data});
  }
  return chain({make(Op::Store, Word, {Pointer, Data}),
                make(Op::Store, Size, {offset(Pointer, 8), Count})});
}

/// The expression that gives the object that Init gives; null: Init is another.
static const clang::Expr *givenBy(const clang::Expr *Init) {
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Init))
    return M->getSubExpr();
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Init))
    return B->getSubExpr();
  if (const auto *C = dyn_cast<CastExpr>(Init);
      C && (C->getCastKind() == CK_NoOp ||
            C->getCastKind() == CK_ConstructorConversion ||
            C->getCastKind() == CK_UserDefinedConversion))
    return C->getSubExpr();
  return nullptr;
}

/// The object of these scalars at From is copied to Pointer.
const Node *Reader::copied(const Node *Pointer, const Node *From,
                           const Layout &Scalars) {
  Node *New = make(Op::CopyBytes, {Type::Pointer, 64, false}, {Pointer, From});
  New->Number = static_cast<int64_t>(N.Layouts.size());
  N.Layouts.push_back(Scalars);
  return New;
}

const Node *Reader::initializeArray(const Node *Pointer, const InitListExpr *L,
                                    const ConstantArrayType *T) {
  std::vector<const Node *> Parts;
  const int64_t Count = T->getSize().getZExtValue();
  const int64_t Size = sizeOf(T->getElementType());
  for (int64_t I = 0; I != Count; ++I) {
    const clang::Expr *Element =
        I < L->getNumInits() ? L->getInit(I) : L->getArrayFiller();
    const Node *At = offset(Pointer, I * Size);
    Parts.push_back(Element ? initialize(At, Element, T->getElementType())
                            : zero(At, T->getElementType()));
  }
  return chain(Parts);
}

/// A field of an object at Pointer.
const Node *Reader::initializeField(const Node *Pointer, const FieldDecl *F,
                                    const clang::Expr *Init) {
  const ASTRecordLayout &Where = Ctx.getASTRecordLayout(F->getParent());
  const Node *At = offset(
      Pointer,
      static_cast<int64_t>(Where.getFieldOffset(F->getFieldIndex()) / 8));
  if (F->getType()->isReferenceType())
    return make(Op::Store, {Type::Pointer, 64, false}, {At, address(Init)});
  return initialize(At, Init, F->getType());
}

/// The bases of an object at Pointer, then its fields.
const Node *Reader::initializeRecord(const Node *Pointer, const InitListExpr *L,
                                     const CXXRecordDecl *Record) {
  if (!Record || Record->isUnion())
    return fail(L, "an initializer");
  std::vector<const Node *> Parts;
  const ASTRecordLayout &Where = Ctx.getASTRecordLayout(Record);
  unsigned I = 0;
  for (const CXXBaseSpecifier &B : Record->bases()) {
    const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
    Parts.push_back(
        initialize(offset(Pointer, Where.getBaseClassOffset(D).getQuantity()),
                   L->getInit(I++), B.getType()));
  }
  for (const FieldDecl *F : Record->fields()) {
    if (I >= L->getNumInits())
      return fail(L, "an initializer");
    Parts.push_back(initializeField(Pointer, F, L->getInit(I++)));
  }
  return chain(Parts);
}

const Node *Reader::initializeByConstructor(const Node *Pointer,
                                            const CXXConstructExpr *E,
                                            QualType T) {
  if (const Node *View = spanOf(Pointer, E, T))
    return View;
  const CXXConstructorDecl *D = E->getConstructor();
  if (D->isCopyOrMoveConstructor() && D->isTrivial()) {
    Layout L;
    if (!layoutOf(T, 0, L))
      return fail(E, "a copy of an object");
    return copied(Pointer, address(E->getArg(0)), L);
  }
  std::vector<const Node *> Parts;
  if (E->requiresZeroInitialization())
    Parts.push_back(zero(Pointer, T));
  if (!D->isTrivial()) {
    if (T->isArrayType())
      return fail(E, "an array of objects");
    Parts.push_back(
        userCall(E, D, Pointer, {E->getArgs(), E->getNumArgs()}, nullptr));
  }
  return chain(Parts);
}

/// Init, of type T, is written to Pointer; as an expression.
const Node *Reader::initialize(const Node *Pointer, const clang::Expr *Init,
                               QualType T) {
  Init = Init->IgnoreParens();
  const Type S = typeOf(T);
  if (const auto *W = dyn_cast<FullExpr>(Init))
    return initialize(Pointer, W->getSubExpr(), T);
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init))
    return initialize(Pointer, D->getExpr(), T);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(Init))
    return initialize(Pointer, D->getExpr(), T);
  if (S.K != Type::None)
    return make(Op::Store, S, {Pointer, rvalue(Init)});
  if (const clang::Expr *Given = givenBy(Init))
    return initialize(Pointer, Given, T);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Init))
    return zero(Pointer, T);
  if (const auto *L = dyn_cast<InitListExpr>(Init)) {
    if (L->isTransparent())
      return initialize(Pointer, L->getInit(0), T);
    if (const auto *A = Ctx.getAsConstantArrayType(T))
      return initializeArray(Pointer, L, A);
    return initializeRecord(Pointer, L, T->getAsCXXRecordDecl());
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init))
    return initializeByConstructor(Pointer, C, T);
  if (const auto *C = dyn_cast<ConditionalOperator>(Init))
    return make(Op::Choose, {},
                {value(C->getCond()), initialize(Pointer, C->getTrueExpr(), T),
                 initialize(Pointer, C->getFalseExpr(), T)});
  if (Init->isGLValue() || isa<CallExpr>(Init)) {
    Layout L;
    if (!layoutOf(T, 0, L))
      return fail(Init, "a copy of an object");
    return copied(Pointer, value(Init), L);
  }
  return fail(Init, Init->getStmtClassName());
}

/// The members and bases that C initializes before its body.
void Reader::initializeMembers(const CXXConstructorDecl *C,
                               std::vector<const Node *> &Lines) {
  const Node *This = slot(0, {Type::Pointer, 64, false});
  for (const CXXCtorInitializer *I : C->inits())
    if (I->isMemberInitializer()) {
      Lines.push_back(initializeField(This, I->getMember(), I->getInit()));
    } else if (I->isBaseInitializer()) {
      const ASTRecordLayout &L = Ctx.getASTRecordLayout(C->getParent());
      const CXXRecordDecl *B = I->getBaseClass()->getAsCXXRecordDecl();
      Lines.push_back(
          initialize(offset(This, L.getBaseClassOffset(B).getQuantity()),
                     I->getInit(), QualType(I->getBaseClass(), 0)));
    } else {
      fail(I->getInit(), "an initializer");
    }
}

/// Effects, one after the other, as an expression.
const Node *Reader::chain(llvm::ArrayRef<const Node *> Parts) {
  const Node *All = Parts.empty() ? constant(0, {}) : Parts[0];
  for (const Node *P : Parts.drop_front(Parts.empty() ? 0 : 1))
    All = make(Op::Then, {}, {All, P});
  return All;
}

} // namespace validate
} // namespace heddle
