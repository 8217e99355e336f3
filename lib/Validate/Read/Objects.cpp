//===- Objects.cpp - How objects get their first values -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Read/Objects.h"
#include "Validate/Read/Calls.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace heddle {
namespace validate {

static const Node *zero(Reader &R, const Node *Pointer, QualType T) {
  Layout L;
  if (!layoutOf(R, T, 0, L))
    return R.fail(nullptr, "an object that is not made of scalars");
  std::vector<const Node *> Parts;
  for (const auto &[Offset, S] : L)
    Parts.push_back(
        R.make(Op::Store, S, {R.offset(Pointer, Offset), R.constant(0, S)}));
  return R.chain(Parts);
}

/// A std::span of a container: a pointer, and how many elements there are. Null
/// where E is none.
static const Node *spanOf(Reader &R, const Node *Pointer,
                          const CXXConstructExpr *E, QualType T) {
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
  const Node *Data = address(R, From), *Count = nullptr;
  if (Array) {
    Count =
        R.constant(bitsOf(Array->getTemplateArgs()[1].getAsIntegral()), Size);
  } else {
    Count = R.make(Op::Load, Size, {R.offset(Data, 8)});
    Data = R.make(Op::Load, Word, {Data});
  }
  return R.chain({R.make(Op::Store, Word, {Pointer, Data}),
                  R.make(Op::Store, Size, {R.offset(Pointer, 8), Count})});
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
static const Node *copied(Reader &R, const Node *Pointer, const Node *From,
                          const Layout &Scalars) {
  Node *New =
      R.make(Op::CopyBytes, {Type::Pointer, 64, false}, {Pointer, From});
  New->Number = static_cast<int64_t>(R.N.Layouts.size());
  R.N.Layouts.push_back(Scalars);
  return New;
}

static const Node *initializeArray(Reader &R, const Node *Pointer,
                                   const InitListExpr *L,
                                   const ConstantArrayType *T) {
  std::vector<const Node *> Parts;
  const int64_t Count = T->getSize().getZExtValue();
  const int64_t Size = sizeOf(R, T->getElementType());
  for (int64_t I = 0; I != Count; ++I) {
    const clang::Expr *Element =
        I < L->getNumInits() ? L->getInit(I) : L->getArrayFiller();
    const Node *At = R.offset(Pointer, I * Size);
    Parts.push_back(Element ? initialize(R, At, Element, T->getElementType())
                            : zero(R, At, T->getElementType()));
  }
  return R.chain(Parts);
}

/// A field of an object at Pointer.
static const Node *initializeField(Reader &R, const Node *Pointer,
                                   const FieldDecl *F,
                                   const clang::Expr *Init) {
  const ASTRecordLayout &Where = R.Ctx.getASTRecordLayout(F->getParent());
  const Node *At = R.offset(
      Pointer,
      static_cast<int64_t>(Where.getFieldOffset(F->getFieldIndex()) / 8));
  if (F->getType()->isReferenceType())
    return R.make(Op::Store, {Type::Pointer, 64, false},
                  {At, address(R, Init)});
  return initialize(R, At, Init, F->getType());
}

/// The bases of an object at Pointer, then its fields.
static const Node *initializeRecord(Reader &R, const Node *Pointer,
                                    const InitListExpr *L,
                                    const CXXRecordDecl *Record) {
  if (!Record || Record->isUnion())
    return R.fail(L, "an initializer");
  std::vector<const Node *> Parts;
  const ASTRecordLayout &Where = R.Ctx.getASTRecordLayout(Record);
  unsigned I = 0;
  for (const CXXBaseSpecifier &B : Record->bases()) {
    const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
    Parts.push_back(initialize(
        R, R.offset(Pointer, Where.getBaseClassOffset(D).getQuantity()),
        L->getInit(I++), B.getType()));
  }
  for (const FieldDecl *F : Record->fields()) {
    if (I >= L->getNumInits())
      return R.fail(L, "an initializer");
    Parts.push_back(initializeField(R, Pointer, F, L->getInit(I++)));
  }
  return R.chain(Parts);
}

static const Node *initializeByConstructor(Reader &R, const Node *Pointer,
                                           const CXXConstructExpr *E,
                                           QualType T) {
  if (const Node *View = spanOf(R, Pointer, E, T))
    return View;
  const CXXConstructorDecl *D = E->getConstructor();
  if (D->isCopyOrMoveConstructor() && D->isTrivial()) {
    // The body of a lambda names what it has captured, wherever the lambda is.
    if (D->getParent()->isLambda())
      return R.chain({});
    Layout L;
    if (!layoutOf(R, T, 0, L))
      return R.fail(E, "a copy of an object");
    return copied(R, Pointer, address(R, E->getArg(0)), L);
  }
  std::vector<const Node *> Parts;
  if (E->requiresZeroInitialization())
    Parts.push_back(zero(R, Pointer, T));
  if (!D->isTrivial()) {
    if (T->isArrayType())
      return R.fail(E, "an array of objects");
    Parts.push_back(
        userCall(R, E, D, Pointer, {E->getArgs(), E->getNumArgs()}, nullptr));
  }
  return R.chain(Parts);
}

const Node *initialize(Reader &R, const Node *Pointer, const clang::Expr *Init,
                       QualType T) {
  Init = Init->IgnoreParens();
  const Type S = typeOf(R, T);
  if (const auto *W = dyn_cast<FullExpr>(Init))
    return initialize(R, Pointer, W->getSubExpr(), T);
  // Its body names what it captures.
  if (const auto *L = dyn_cast<LambdaExpr>(Init);
      L && llvm::all_of(L->captures(), [](const LambdaCapture &C) {
        return C.capturesVariable() && C.getCaptureKind() == LCK_ByRef;
      }))
    return R.chain({});
  if (const auto *D = dyn_cast<CXXDefaultInitExpr>(Init))
    return initialize(R, Pointer, D->getExpr(), T);
  if (const auto *D = dyn_cast<CXXDefaultArgExpr>(Init))
    return initialize(R, Pointer, D->getExpr(), T);
  if (S.K != Type::None)
    return R.make(Op::Store, S, {Pointer, rvalue(R, Init)});
  if (const clang::Expr *Given = givenBy(Init))
    return initialize(R, Pointer, Given, T);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Init))
    return zero(R, Pointer, T);
  if (const auto *Literal = dyn_cast<CompoundLiteralExpr>(Init))
    return initialize(R, Pointer, Literal->getInitializer(), T);
  if (const auto *L = dyn_cast<InitListExpr>(Init)) {
    if (L->isTransparent())
      return initialize(R, Pointer, L->getInit(0), T);
    if (const auto *A = R.Ctx.getAsConstantArrayType(T))
      return initializeArray(R, Pointer, L, A);
    return initializeRecord(R, Pointer, L, T->getAsCXXRecordDecl());
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init))
    return initializeByConstructor(R, Pointer, C, T);
  if (const auto *C = dyn_cast<ConditionalOperator>(Init))
    return R.make(Op::Choose, {},
                  {value(R, C->getCond()),
                   initialize(R, Pointer, C->getTrueExpr(), T),
                   initialize(R, Pointer, C->getFalseExpr(), T)});
  if (Init->isGLValue() || isa<CallExpr>(Init)) {
    Layout L;
    if (!layoutOf(R, T, 0, L))
      return R.fail(Init, "a copy of an object");
    return copied(R, Pointer, value(R, Init), L);
  }
  return R.fail(Init, Init->getStmtClassName());
}

void initializeMembers(Reader &R, const CXXConstructorDecl *C,
                       std::vector<const Node *> &Lines) {
  const Node *This = R.slot(0, {Type::Pointer, 64, false});
  for (const CXXCtorInitializer *I : C->inits())
    if (I->isMemberInitializer()) {
      Lines.push_back(initializeField(R, This, I->getMember(), I->getInit()));
    } else if (I->isBaseInitializer()) {
      const ASTRecordLayout &L = R.Ctx.getASTRecordLayout(C->getParent());
      const CXXRecordDecl *B = I->getBaseClass()->getAsCXXRecordDecl();
      Lines.push_back(
          initialize(R, R.offset(This, L.getBaseClassOffset(B).getQuantity()),
                     I->getInit(), QualType(I->getBaseClass(), 0)));
    } else {
      R.fail(I->getInit(), "an initializer");
    }
}

} // namespace validate
} // namespace heddle
