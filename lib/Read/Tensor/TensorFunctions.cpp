//===- TensorFunctions.cpp - The program's functions of elements ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A lambda, functor or function that elementwise() applies is written out in
// the kernel: its parameters are locals there, and what it captures by copy is
// a number that the host knows.
//===----------------------------------------------------------------------===//
#include "Read/Tensor/TensorFunctions.h"
#include "Read/Tensor/TensorBody.h"
#include "Read/Tensor/TensorCalls.h"
#include "Read/Tensor/TensorOperands.h"
#include "Read/Tensor/TensorReader.h"
#include "Read/Tensor/TensorScalars.h"
#include "Read/Tensor/TensorTerm.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

/// The operators () of a class, those of templates as they are instantiated.
static std::vector<const CXXMethodDecl *> callOperators(const CXXRecordDecl *D,
                                                        ASTContext &Ctx) {
  std::vector<const CXXMethodDecl *> All;
  DeclarationName Name = Ctx.DeclarationNames.getCXXOperatorName(OO_Call);
  for (const NamedDecl *Found : D->lookup(Name)) {
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Found))
      All.push_back(Method);
    if (const auto *T = dyn_cast<FunctionTemplateDecl>(Found))
      for (const FunctionDecl *F : T->specializations())
        if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
          All.push_back(Method);
  }
  return All;
}

/// The function that T's elements are passed to, null after an error.
static const FunctionDecl *calleeOf(TensorReader &TR, const TensorTerm &T,
                                    const std::vector<Fragment> &Operands) {
  const clang::Expr *Passed = T.Call->getArg(0);
  const auto *Named = dyn_cast<DeclRefExpr>(Passed->IgnoreParenImpCasts());
  if (const auto *F =
          Named ? dyn_cast<FunctionDecl>(Named->getDecl()) : nullptr)
    return F;
  const CXXRecordDecl *Class = Passed->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition()) {
    refuseTerm(TR, Passed, "which function it is, is known at run time",
               T.CallIn);
    return nullptr;
  }
  // The instantiation for these types.
  std::vector<const CXXMethodDecl *> All = callOperators(Class, TR.NR.Ctx);
  auto TakesAll = [&](const CXXMethodDecl *Method) {
    return Method->getNumParams() == Operands.size() &&
           llvm::all_of(llvm::zip(Method->parameters(), Operands),
                        [&](const auto &Each) {
                          const auto &[P, Operand] = Each;
                          return TR.NR.Ctx.hasSameUnqualifiedType(
                              P->getType().getNonReferenceType(), Operand.Type);
                        });
  };
  if (auto It = llvm::find_if(All, TakesAll); It != All.end())
    return *It;
  if (All.size() == 1)
    return All.front();
  refuseTerm(TR, Passed, "which of its functions is called is not certain",
             T.CallIn);
  return nullptr;
}

/// The captures of a lambda are known where the statement stands if the lambda
/// stands there, too.
static bool bindCaptures(TensorReader &TR, TensorFrame &New,
                         const clang::Expr *Function, const TensorFrame *F) {
  const CXXRecordDecl *Class = Function->getType()->getAsCXXRecordDecl();
  if (!Class || !Class->isLambda() || Class->capture_size() == 0)
    return true;
  const auto *Lambda = dyn_cast<LambdaExpr>(Function);
  if (!Lambda)
    return refuseTerm(TR, Function,
                      "a lambda that captures and stands elsewhere; write it "
                      "in the statement",
                      F);
  auto Init = Lambda->capture_init_begin();
  for (const LambdaCapture &C : Lambda->captures()) {
    const clang::Expr *Value = *Init++;
    if (!C.capturesVariable() || C.getCaptureKind() != LCK_ByCopy ||
        !C.getCapturedVar()
             ->getType()
             .getNonReferenceType()
             ->isArithmeticType())
      return refuseTerm(TR, Function,
                        "it captures more than numbers by copy; write '[=]' or "
                        "name them",
                        F);
    New.Values[cast<VarDecl>(C.getCapturedVar())] = {Value, F, {}};
  }
  return true;
}

/// The program's function of the operands.
Fragment called(TensorReader &TR, const TensorTerm &T,
                std::vector<Fragment> Operands) {
  const FunctionDecl *Callee = calleeOf(TR, T, Operands);
  if (!Callee)
    return {};
  const clang::Expr *Passed = T.Call->getArg(0);
  const TensorFrame *In = T.CallIn;
  follow(TR, Passed, In);
  // It is passed by value.
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(Passed);
      Copy && Copy->getConstructor()->isCopyOrMoveConstructor() &&
      Copy->getConstructor()->isTrivial()) {
    Passed = Copy->getArg(0);
    follow(TR, Passed, In);
  }
  const FunctionDecl *Defined = nullptr;
  const Stmt *Body = Callee->getBody(Defined);
  const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
  if (!Body || (Method && Method->isVirtual()) ||
      Defined->getNumParams() != Operands.size() ||
      !T.Value->isArithmeticType()) {
    refuseTerm(TR, Passed,
               !Body ? "it is defined where it is not seen"
                     : "it is no function of these elements",
               In);
    return {};
  }
  TensorFrame &New = TR.Frames.emplace_back();
  New.Caller = In;
  New.Call = T.Call;
  New.Callee = Defined;
  New.Object = Passed;
  New.InKernel = true;
  if (!bindCaptures(TR, New, Passed, In))
    return {};
  for (auto [P, Operand] : llvm::zip(Defined->parameters(), Operands)) {
    QualType Type = P->getType().getNonReferenceType().getCanonicalType();
    Type = Type.getUnqualifiedType();
    if (!Type->isArithmeticType() ||
        (P->getType()->isLValueReferenceType() &&
         !P->getType()->getPointeeType().isConstQualified())) {
      refuseTerm(TR, Passed, "it takes what is no number", In);
      return {};
    }
    std::string Name =
        freshName(TR, P->getIdentifier() ? P->getName() : "argument");
    line(TR, FragmentText::declared("const " + typeName(TR, Type), Name) +
                 " = " + converted(TR, Operand, Type).Text + ";");
    New.Values[P] = {nullptr, nullptr, Name};
  }
  const clang::Expr *Returned = readFunction(TR, New, Body);
  std::optional<Fragment> Value =
      Returned ? scalar(TR, Returned, &New) : std::nullopt;
  if (!Value)
    return {};
  Fragment Result = converted(TR, *Value, Defined->getReturnType());
  return converted(TR, std::move(Result), T.Value);
}

} // namespace heddle
