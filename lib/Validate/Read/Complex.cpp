//===- Complex.cpp - Complex numbers of rewritten text --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop as written has std::complex, kernels heddle::rt::complex. Here both
// are numbers of their own kind (Tree.h), and what is computed with them is a
// function of its operands of which only the name is known: the two agree where
// they do the same with the same. That each function of one class gives what
// its namesake in the other does is the matter of the runtime's own tests.
//===----------------------------------------------------------------------===//

#include "Validate/Read/Complex.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {
namespace validate {

Type complexType(QualType T) {
  const auto *Record = T.isNull()
                           ? nullptr
                           : dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                                 T.getNonReferenceType()
                                     .getCanonicalType()
                                     ->getAsCXXRecordDecl());
  if (!Record || !Record->getIdentifier() || Record->getName() != "complex" ||
      (!Record->isInStdNamespace() && runtimeName(Record).empty()) ||
      Record->getTemplateArgs().size() != 1)
    return {};
  const QualType Part = Record->getTemplateArgs()[0].getAsType();
  if (Part->isSpecificBuiltinType(BuiltinType::Float))
    return {Type::Float, 64, false};
  if (Part->isSpecificBuiltinType(BuiltinType::Double))
    return {Type::Float, 128, false};
  return {};
}

static bool isComplex(Type T) { return T.K == Type::Float && !T.Signed; }

static Type partOf(Type Complex) {
  return {Type::Float, static_cast<unsigned char>(Complex.Bits / 2), true};
}

bool isComplexCall(const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return false;
  if (const auto *M = dyn_cast<CXXMethodDecl>(F))
    return isComplex(
        complexType(F->getASTContext().getCanonicalTagType(M->getParent())));
  const bool IsNamed =
      isa<CXXOperatorCallExpr>(E) ||
      (F->getIdentifier() && llvm::StringSwitch<bool>(F->getName())
                                 .Cases({"real", "imag", "norm", "conj", "abs",
                                         "arg", "exp", "polar"},
                                        true)
                                 .Default(false));
  return IsNamed && (F->isInStdNamespace() || isRuntime(F)) &&
         ((E->isPRValue() && isComplex(complexType(E->getType()))) ||
          llvm::any_of(E->arguments(), [](const clang::Expr *A) {
            return isComplex(complexType(A->getType()));
          }));
}

/// V as a number of type To, as its constructors make it.
static const Node *complexFrom(Reader &R, const Node *V, Type To) {
  if (V->Ty == To)
    return V;
  if (isComplex(V->Ty))
    return R.opaque(
        To.Bits > V->Ty.Bits ? "complex, wider" : "complex, narrower", To, {V});
  const Type Part = partOf(To);
  return R.opaque("complex", To, {R.convert(V, Part), R.constant(0, Part)});
}

const Node *constructComplex(Reader &R, const CXXConstructExpr *E) {
  const Type To = complexType(E->getType());
  const Type Part = partOf(To);
  llvm::SmallVector<const Node *, 2> Given;
  for (const clang::Expr *A : E->arguments())
    Given.push_back(rvalue(R, A));
  if (Given.size() == 1)
    return complexFrom(R, Given[0], To);
  if (Given.size() > 2)
    return R.fail(E, "a complex number");
  const Node *Parts[] = {R.constant(0, Part), R.constant(0, Part)};
  for (size_t I = 0; I != Given.size(); ++I) {
    if (isComplex(Given[I]->Ty))
      return R.fail(E, "a complex number");
    Parts[I] = R.convert(Given[I], Part);
  }
  return R.opaque("complex", To, Parts);
}

const Node *complexCall(Reader &R, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  const Type T = typeOf(R, E->getType());
  const auto Named = [&](const std::string &Name, Type Of,
                         llvm::ArrayRef<const Node *> Given) {
    std::string Full = "complex " + Name;
    for (const Node *A : Given)
      Full += isComplex(A->Ty) ? " c" : " r";
    return R.opaque(Full, Of, Given);
  };
  const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    const clang::Expr *Self = M->getImplicitObjectArgument();
    if (!F->getIdentifier() || E->getNumArgs() != 0 ||
        Self->getType()->isPointerType())
      return R.fail(E, "a function of complex numbers");
    return Named(F->getName().str(), T, {rvalue(R, Self)});
  }
  if (O && O->isAssignmentOp()) {
    const Type Left = typeOf(R, O->getArg(0)->getType());
    const Node *Right = rvalue(R, O->getArg(1));
    const Place To = place(R, O->getArg(0));
    if (O->getOperator() == OO_Equal)
      return assign(R, To, complexFrom(R, Right, Left), Left);
    std::string Sign = getOperatorSpelling(O->getOperator());
    Sign.pop_back();
    return assign(R, To, Named(Sign, Left, {valueAt(R, To, Left), Right}),
                  Left);
  }
  llvm::SmallVector<const Node *, 2> Given;
  for (const clang::Expr *A : E->arguments())
    Given.push_back(rvalue(R, A));
  // C++20 writes one order of the operands for both.
  if (O &&
      (O->getOperator() == OO_EqualEqual ||
       O->getOperator() == OO_ExclaimEqual) &&
      Given.size() == 2 && !isComplex(Given[0]->Ty))
    std::swap(Given[0], Given[1]);
  if (O && O->getOperator() == OO_ExclaimEqual)
    return R.make(Op::Not, T, {Named("==", T, Given)});
  if (O)
    return Named(getOperatorSpelling(O->getOperator()), T, Given);
  return Named(F->getName().str(), T, Given);
}

} // namespace validate
} // namespace heddle
