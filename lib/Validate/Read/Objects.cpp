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
    const auto *R = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Of->getAsCXXRecordDecl());
    return R && R->isInStdNamespace() && R->getIdentifier() &&
                   R->getName() == Name
               ? R
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
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(Init))
    return initialize(Pointer, M->getSubExpr(), T);
  if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(Init))
    return initialize(Pointer, B->getSubExpr(), T);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(Init))
    return zero(Pointer, T);
  if (const auto *C = dyn_cast<CastExpr>(Init);
      C && (C->getCastKind() == CK_NoOp ||
            C->getCastKind() == CK_ConstructorConversion ||
            C->getCastKind() == CK_UserDefinedConversion))
    return initialize(Pointer, C->getSubExpr(), T);
  if (const auto *L = dyn_cast<InitListExpr>(Init)) {
    if (L->isTransparent())
      return initialize(Pointer, L->getInit(0), T);
    std::vector<const Node *> Parts;
    if (const auto *A = Ctx.getAsConstantArrayType(T)) {
      const int64_t Count = A->getSize().getZExtValue();
      const int64_t Size = sizeOf(A->getElementType());
      for (int64_t I = 0; I != Count; ++I) {
        const clang::Expr *Element =
            I < L->getNumInits() ? L->getInit(I) : L->getArrayFiller();
        const Node *At = offset(Pointer, I * Size);
        Parts.push_back(Element ? initialize(At, Element, A->getElementType())
                                : zero(At, A->getElementType()));
      }
      return chain(Parts);
    }
    const CXXRecordDecl *R = T->getAsCXXRecordDecl();
    if (!R || R->isUnion())
      return fail(Init, "an initializer");
    const ASTRecordLayout &Where = Ctx.getASTRecordLayout(R);
    unsigned I = 0;
    for (const CXXBaseSpecifier &B : R->bases()) {
      const CXXRecordDecl *D = B.getType()->getAsCXXRecordDecl();
      Parts.push_back(
          initialize(offset(Pointer, Where.getBaseClassOffset(D).getQuantity()),
                     L->getInit(I++), B.getType()));
    }
    for (const FieldDecl *F : R->fields()) {
      if (I >= L->getNumInits())
        return fail(Init, "an initializer");
      const Node *At = offset(
          Pointer,
          static_cast<int64_t>(Where.getFieldOffset(F->getFieldIndex()) / 8));
      const clang::Expr *Value = L->getInit(I++);
      if (F->getType()->isReferenceType())
        Parts.push_back(
            make(Op::Store, {Type::Pointer, 64, false}, {At, address(Value)}));
      else
        Parts.push_back(initialize(At, Value, F->getType()));
    }
    return chain(Parts);
  }
  if (const auto *C = dyn_cast<CXXConstructExpr>(Init)) {
    if (const Node *View = spanOf(Pointer, C, T))
      return View;
    const CXXConstructorDecl *D = C->getConstructor();
    if (D->isCopyOrMoveConstructor() && D->isTrivial()) {
      Layout L;
      if (!layoutOf(T, 0, L))
        return fail(Init, "a copy of an object");
      Node *New = make(Op::CopyBytes, {Type::Pointer, 64, false},
                       {Pointer, address(C->getArg(0))});
      New->Number = static_cast<int64_t>(N.Layouts.size());
      N.Layouts.push_back(L);
      return New;
    }
    std::vector<const Node *> Parts;
    if (C->requiresZeroInitialization())
      Parts.push_back(zero(Pointer, T));
    if (!D->isTrivial()) {
      if (T->isArrayType())
        return fail(Init, "an array of objects");
      Parts.push_back(
          userCall(C, D, Pointer, {C->getArgs(), C->getNumArgs()}, nullptr));
    }
    return chain(Parts);
  }
  if (const auto *C = dyn_cast<ConditionalOperator>(Init))
    return make(Op::Choose, {},
                {value(C->getCond()), initialize(Pointer, C->getTrueExpr(), T),
                 initialize(Pointer, C->getFalseExpr(), T)});
  if (Init->isGLValue() || isa<CallExpr>(Init)) {
    Layout L;
    if (!layoutOf(T, 0, L))
      return fail(Init, "a copy of an object");
    Node *New =
        make(Op::CopyBytes, {Type::Pointer, 64, false}, {Pointer, value(Init)});
    New->Number = static_cast<int64_t>(N.Layouts.size());
    N.Layouts.push_back(L);
    return New;
  }
  return fail(Init, Init->getStmtClassName());
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
