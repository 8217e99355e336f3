//===- Closures.cpp - Lambdas that functions are given --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `twice(step, x[i])`, where `step` holds a lambda: the type of a lambda has no
// name, and its call operator is the host's. The copy of `twice` has no such
// parameter; it calls a copy of the lambda, and takes what that has captured.
//===----------------------------------------------------------------------===//
#include "Read/Callees/Closures.h"
#include "Read/Expr/BodyExpr.h"
#include "Read/Expr/Wrappers.h"
#include "Spelling/NestText.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace heddle {

bool isClosure(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  return R && R->isLambda();
}

const VarDecl *closureVariable(const NestReader &NR, const VarDecl *V) {
  const VarDecl *Given = NR.Callees.Closures.lookup(V);
  return Given ? Given : V;
}

bool bindClosure(NestReader &NR, const clang::Expr *A, const ParmVarDecl *P,
                 NestReader &Callee) {
  const clang::Expr *Given =
      skipTemporariesAnd(A, [](const clang::Expr *E) -> const clang::Expr * {
        const auto *Copy = dyn_cast<CXXConstructExpr>(E);
        if (Copy && Copy->getNumArgs() == 1 &&
            Copy->getConstructor()->isCopyOrMoveConstructor())
          return Copy->getArg(0);
        const auto *C = dyn_cast<ImplicitCastExpr>(E);
        return C && C->getCastKind() == CK_NoOp ? C->getSubExpr() : nullptr;
      });
  const auto *D = dyn_cast<DeclRefExpr>(Given);
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  if (!V) {
    refuse(NR, A,
           "a lambda that is given to a function and that no variable "
           "holds");
    return false;
  }
  see(NR, A);
  NR.Callees.Dropped.insert(A);
  Callee.Callees.Closures[P] = closureVariable(NR, V);
  return true;
}

size_t dropArguments(NestReader &NR,
                     llvm::ArrayRef<const clang::Expr *> Arguments) {
  Arguments = Arguments.take_while(
      [](const clang::Expr *A) { return !isa<CXXDefaultArgExpr>(A); });
  const size_t Count = llvm::count_if(Arguments, [&](const clang::Expr *A) {
    return !NR.Callees.Dropped.contains(A);
  });
  if (Count == Arguments.size())
    return Count;
  std::vector<std::pair<unsigned, unsigned>> Places;
  for (const clang::Expr *A : Arguments) {
    const auto At = offsets(NR, A->getSourceRange());
    if (!At) {
      NR.error(DiagID::HD159, ref(NR, A), text(NR, A), "no such argument");
      return Count;
    }
    Places.push_back(*At);
  }
  size_t Left = Count; // arguments that stay, from I on
  for (size_t I = 0; I < Arguments.size(); ++I) {
    if (!NR.Callees.Dropped.contains(Arguments[I])) {
      --Left;
      continue;
    }
    if (Left != 0) {
      NR.Texts.Replacements.push_back(
          {Places[I].first, Places[I + 1].first, ""});
      continue;
    }
    NR.Texts.Replacements.push_back(
        {Count ? Places[I - 1].second : Places[0].first, Places.back().second,
         ""});
    break;
  }
  return Count;
}

} // namespace heddle
