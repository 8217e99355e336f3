//===- Expressions.cpp - Tensor expressions of rewritten text -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Tensor/Expressions.h"
#include "Validate/Read/Expressions.h"
#include "Validate/Read/Places.h"
#include "Validate/Read/Types.h"
#include "Validate/Tensor/Functions.h"
#include "Validate/Tensor/Inlined.h"
#include "Validate/Tensor/Stored.h"
#include "Validate/Tensor/TensorNodes.h"
#include "Validate/Tensor/TensorTypes.h"
#include "Validate/Tensor/Terms.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace validate {

const clang::Expr *meant(const Reader &R, const clang::Expr *E) {
  while (true) {
    E = passedOn(E);
    const auto *D = dyn_cast<DeclRefExpr>(E);
    const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
    const clang::Expr *Passed = V ? R.Tensor.GivenAsWritten.lookup(V) : nullptr;
    if (!Passed)
      return E;
    E = Passed;
  }
}

const NamedDecl *indexName(Reader &R, const clang::Expr *E) {
  E = passedOn(E);
  if (const auto *D = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(D->getDecl());
    const NamedDecl *Passed = V ? R.Tensor.GivenNames.lookup(V) : nullptr;
    return Passed ? Passed : D->getDecl();
  }
  if (const auto *M = dyn_cast<MemberExpr>(E);
      M && isa<CXXThisExpr>(M->getBase()->IgnoreImplicit()))
    return M->getMemberDecl();
  (void)R.fail(E, "an index that is no variable");
  return nullptr;
}

/// Numbers in braces; those that are not there are zeros.
static bool readNumbers(Reader &R, const clang::Expr *E, size_t Count,
                        Indices &Out) {
  E = passedOn(E);
  // {1, 2}, the elements of which are those of an array within an array.
  while (const auto *L = dyn_cast<InitListExpr>(E)) {
    if (L->getNumInits() != 1 ||
        !passedOn(L->getInit(0))->getType()->isArrayType())
      break;
    E = passedOn(L->getInit(0));
  }
  if (const auto *C = dyn_cast<CallExpr>(E);
      C && tensorName(C->getDirectCallee()) == "all_ones") {
    Out.assign(Count, integer(R, 1));
    return true;
  }
  const auto *L = dyn_cast<InitListExpr>(E);
  if (!L) {
    (void)R.fail(E, "indices that are no list of numbers");
    return false;
  }
  for (size_t K = 0; K != Count; ++K) {
    clang::Expr::EvalResult Is;
    const clang::Expr *One = K < L->getNumInits() ? L->getInit(K) : nullptr;
    if (!One)
      Out.push_back(integer(R, 0));
    else if (One->EvaluateAsInt(Is, R.Ctx))
      Out.push_back(integer(R, Is.Val.getInt().getExtValue()));
    else
      Out.push_back(kept(R, R.convert(rvalue(R, One), I64)));
  }
  return true;
}

/// x(i, j, ...)
static const Term *indexed(Reader &R, const CallExpr *E, Type T) {
  const Term *Of = withoutSums(R, term(R, E->getArg(0)));
  Term *New = makeTerm(R, Term::Indexed, T);
  New->Operands = {Of};
  New->Labelled = true;
  for (const clang::Expr *A : llvm::drop_begin(E->arguments())) {
    if (tensorClass(A->getType()) != "idx")
      return numberTerm(R, rvalue(R, E));
    New->Names.push_back(indexName(R, A));
  }
  if (New->Names.size() != Of->rank())
    return unread(R, E, "indices of another rank");
  return New;
}

/// The dimensions that contract<...> or transpose<...> names; -1: none.
static int dimensionOf(const TemplateArgumentList *Given, unsigned I) {
  return Given && Given->size() > I &&
                 Given->get(I).getKind() == TemplateArgument::Integral
             ? static_cast<int>(bitsOf(Given->get(I).getAsIntegral()))
             : -1;
}

/// The pairs of dimensions that contract<...> sums over.
static llvm::SmallVector<std::pair<int, int>, 2>
contractedBy(const TemplateArgumentList &Given) {
  llvm::SmallVector<std::pair<int, int>, 2> Pairs;
  if (Given.get(0).getKind() == TemplateArgument::Integral)
    Pairs.push_back({dimensionOf(&Given, 0), dimensionOf(&Given, 1)});
  else if (Given.get(0).getKind() == TemplateArgument::Pack)
    for (const TemplateArgument &P : Given.get(0).pack_elements())
      if (const TemplateArgumentList *Of = argumentsOf(P.getAsType()))
        Pairs.push_back({static_cast<int>(bitsOf(Of->get(0).getAsIntegral())),
                         static_cast<int>(bitsOf(Of->get(1).getAsIntegral()))});
  return Pairs;
}

/// A function that makes a tensor of another shape; null: E calls another. A:
/// its first argument, or null.
static const Term *shaped(Reader &R, llvm::StringRef Name, const CallExpr *E,
                          const Term *A, Type T) {
  const TemplateArgumentList *Args =
      E->getDirectCallee()->getTemplateSpecializationArgs();
  Indices First, Second, Third;
  if (Name == "outer")
    return outer(R, A, term(R, E->getArg(1)), T);
  if (Name == "conv")
    return conv(R, A, term(R, E->getArg(1)), T);
  if (Name == "transpose" && dimensionOf(Args, 0) >= 0 &&
      dimensionOf(Args, 1) >= 0)
    return transpose(R, A, dimensionOf(Args, 0), dimensionOf(Args, 1), T);
  if (Name == "contract" && Args && Args->size() > 0)
    return contract(R, A, contractedBy(*Args), T);
  if (Name == "select" && A && A->What == Term::Stored &&
      dimensionOf(Args, 0) >= 0)
    return select(R, A, static_cast<size_t>(dimensionOf(Args, 0)),
                  kept(R, R.convert(rvalue(R, E->getArg(1)), I64)));
  if (Name == "slice" && readNumbers(R, E->getArg(1), A->rank(), First) &&
      readNumbers(R, E->getArg(2), A->rank(), Second) &&
      readNumbers(R, E->getArg(3), A->rank(), Third))
    return slice(R, A, First, Second, Third);
  if (Name == "pad" && readNumbers(R, E->getArg(1), A->rank(), First) &&
      readNumbers(R, E->getArg(2), A->rank(), Second))
    return pad(R, A, First, Second, rvalue(R, E->getArg(3)));
  return nullptr;
}

/// A function of the algebra.
static const Term *algebra(Reader &R, const CallExpr *E,
                           const FunctionDecl *F) {
  const Type T = valueType(R, E->getType());
  if (T.K != Type::Int && T.K != Type::Float)
    return unread(R, E, "elements that are no numbers");
  const OverloadedOperatorKind K = F->getOverloadedOperator();
  if (K == OO_Call)
    return indexed(R, E, T);
  llvm::SmallVector<const Term *, 2> Operands;
  if (K != OO_None) {
    for (const clang::Expr *A : E->arguments())
      Operands.push_back(term(R, A));
    return operation(R, K, Operands, T, E);
  }
  llvm::StringRef Name = tensorName(F);
  if (const auto *M = dyn_cast<CXXMemberCallExpr>(E)) {
    if (Name == "view" || Name == "read")
      return term(R, M->getImplicitObjectArgument());
    return unread(R, E, "'" + Name.str() + "' of a tensor");
  }
  if (Name == "elementwise")
    return elementwise(R, E);
  const Term *A = E->getNumArgs() == 0 ? nullptr : term(R, E->getArg(0));
  if (const Term *Known = shaped(R, Name, E, A, T))
    return Known;
  Operands.push_back(A);
  if (E->getNumArgs() == 2)
    Operands.push_back(term(R, E->getArg(1)));
  if (A)
    if (const Term *Known = elementFunction(R, Name, Operands, T))
      return Known;
  return unread(R, E, "'" + Name.str() + "' of tensors");
}

static const Term *callTerm(Reader &R, const CallExpr *E) {
  const FunctionDecl *F = E->getDirectCallee();
  if (!F)
    return unread(R, E, "a call through a pointer");
  if (isTensorPart(F))
    return algebra(R, E, F);
  if (E->isGLValue() && F->isInStdNamespace())
    return storedAt(R, address(R, E), E->getType(), E);
  return inlined(R, E, F);
}

const Term *term(Reader &R, const clang::Expr *Whole) {
  const clang::Expr *E = passedOn(Whole);
  llvm::StringRef Class = tensorClass(E->getType());
  if (Class.empty()) {
    if (const Type T = typeOf(R, E->getType());
        T.K == Type::Int || T.K == Type::Float)
      return numberTerm(R, rvalue(R, Whole));
    return unread(R, E, "an operand that is neither a tensor nor a number");
  }
  if (const auto *D = dyn_cast<DeclRefExpr>(E))
    if (const auto *V = dyn_cast<VarDecl>(D->getDecl()))
      if (const Term *Known = R.Tensor.Given.lookup(V))
        return Known;
  const bool InMemory = Class == "tensor" || Class == "tensor_view";
  if (const auto *C = dyn_cast<CXXConstructExpr>(E);
      C && Class == "tensor_view" && C->getNumArgs() == 1)
    return withExtents(R, term(R, C->getArg(0)), E->getType());
  if (const auto *C = dyn_cast<CallExpr>(E))
    return callTerm(R, C);
  if (InMemory && E->isGLValue())
    return storedAt(R, address(R, E), E->getType(), E);
  return unread(R, E,
                InMemory ? "a tensor that the statement makes"
                         : "a tensor expression with a name of its own");
}

} // namespace validate
} // namespace heddle
