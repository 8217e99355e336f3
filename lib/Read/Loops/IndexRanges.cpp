//===- IndexRanges.cpp - Range-based loops over indices ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/Algorithms.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace heddle {

const VarDecl *variableOf(const ValueDecl *D) {
  if (const auto *B = dyn_cast_or_null<BindingDecl>(D))
    return B->getHoldingVar();
  return dyn_cast_or_null<VarDecl>(D);
}

SourceLocation keywordOf(const Stmt *Loop) {
  if (const auto *F = dyn_cast<ForStmt>(Loop))
    return F->getForLoc();
  if (const auto *R = dyn_cast<CXXForRangeStmt>(Loop))
    return R->getForLoc();
  if (algorithmCall(Loop))
    return Loop->getBeginLoc();
  return {};
}

SourceLocation closingOf(const Stmt *Loop) {
  if (const auto *F = dyn_cast<ForStmt>(Loop))
    return F->getRParenLoc();
  if (const auto *R = dyn_cast<CXXForRangeStmt>(Loop))
    return R->getRParenLoc();
  if (const std::optional<AlgorithmCall> A = algorithmCall(Loop))
    return A->Call->getRParenLoc();
  return {};
}

const Stmt *bodyOf(const Stmt *Loop) {
  if (const auto *F = dyn_cast<ForStmt>(Loop))
    return F->getBody();
  if (const auto *R = dyn_cast<CXXForRangeStmt>(Loop))
    return R->getBody();
  return nullptr;
}

namespace {

/// Without what C++ puts around it unsaid.
const clang::Expr *written(const clang::Expr *E) {
  return E->IgnoreUnlessSpelledInSource();
}

bool isIn(const Decl *D, llvm::StringRef Outer, llvm::StringRef Inner = "") {
  const auto *Space =
      dyn_cast<NamespaceDecl>(D->getDeclContext()->getRedeclContext());
  if (Space && !Inner.empty()) {
    if (Space->getName() != Inner)
      return false;
    const DeclContext *Around = Space->getDeclContext()->getRedeclContext();
    while (Around->isInlineNamespace())
      Around = Around->getParent()->getRedeclContext();
    Space = dyn_cast<NamespaceDecl>(Around);
  }
  return Space && Space->getName() == Outer &&
         Space->getDeclContext()->getRedeclContext()->isTranslationUnit();
}

/// Somewhere in the namespace std.
bool isStandard(const Decl *D) {
  const DeclContext *Outermost = D->getDeclContext()->getRedeclContext();
  while (!Outermost->isTranslationUnit() &&
         !Outermost->getParent()->getRedeclContext()->isTranslationUnit())
    Outermost = Outermost->getParent()->getRedeclContext();
  return Outermost->isStdNamespace();
}

/// The expression of which an argument that is passed by reference is made.
const clang::Expr *passed(const clang::Expr *E) {
  if (const auto *M = dyn_cast<MaterializeTemporaryExpr>(E->IgnoreParens()))
    return M->getSubExpr();
  return E;
}

/// The elements of `{a, b}`, or nothing.
bool elements(const clang::Expr *E,
              llvm::SmallVectorImpl<const clang::Expr *> &To) {
  const auto *L = dyn_cast<InitListExpr>(written(E));
  if (!L)
    return false;
  for (const clang::Expr *Element : L->inits())
    To.push_back(Element);
  return true;
}

/// Arguments of `heddle::indices`, in the order L, U, T, W; of one alone, U.
bool readSpace(llvm::ArrayRef<const clang::Expr *> Arguments, bool &Lists,
               IndexRange &Out, std::string &Why) {
  llvm::SmallVectorImpl<const clang::Expr *> *const To[] = {
      &Out.Lower, &Out.Upper, &Out.Step, &Out.Width};
  const size_t First = Arguments.size() == 1 ? 1 : 0;
  for (size_t A = 0; A < Arguments.size(); ++A) {
    const clang::Expr *E = Arguments[A];
    if (isa<CXXDefaultArgExpr>(E))
      break;
    Lists = !E->getType()->isIntegralOrEnumerationType();
    if (!Lists) {
      To[First + A]->push_back(E);
    } else if (!elements(E, *To[First + A])) {
      Why = "its arguments are not written as lists '{...}' in the loop's "
            "header";
      return false;
    }
  }
  return true;
}

/// `std::views::iota(l, u)` or `std::ranges::iota_view(l, u)`.
bool readIota(const clang::Expr *E, IndexRange &Out, std::string &Why) {
  llvm::SmallVector<const clang::Expr *, 2> Arguments;
  if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E);
      C && C->getDirectCallee() && isStandard(C->getDirectCallee()))
    Arguments.append(C->arg_begin() + 1, C->arg_end());
  else if (const auto *C = dyn_cast<CXXConstructExpr>(E))
    Arguments.append(C->arg_begin(), C->arg_end());
  if (Arguments.size() != 2 ||
      !llvm::all_of(Arguments, [](const clang::Expr *A) {
        return A->getType().getNonReferenceType()->isIntegerType();
      })) {
    Why = "only 'std::views::iota(l, u)' itself, with both ends, is understood";
    return false;
  }
  const QualType T = Arguments[0]->getType().getNonReferenceType();
  if (T.getCanonicalType().getUnqualifiedType() != Arguments[1]
                                                       ->getType()
                                                       .getNonReferenceType()
                                                       .getCanonicalType()
                                                       .getUnqualifiedType()) {
    Why = "its ends are of two types";
    return false;
  }
  Out.Lower.push_back(passed(Arguments[0]));
  Out.Upper.push_back(passed(Arguments[1]));
  return true;
}

/// The variables of the header, with the type in which the range counts.
bool readCounters(const VarDecl *V, bool Lists, IndexRange &Out,
                  std::string &Why) {
  const auto *D = dyn_cast<DecompositionDecl>(V);
  if (Lists != (D != nullptr)) {
    Why = Lists ? "its indices have several numbers, which 'auto [i, j]' names"
                : "its indices are single numbers";
    return false;
  }
  if (!D) {
    Out.Counters.push_back(V);
    return true;
  }
  for (const BindingDecl *B : D->bindings()) {
    const VarDecl *Holder = B->getHoldingVar();
    if (!Holder || !Holder->getIdentifier()) {
      Why = "its bindings are not understood";
      return false;
    }
    Out.Counters.push_back(Holder);
  }
  return true;
}

} // namespace

bool makesIota(const clang::Expr *E) {
  const CXXRecordDecl *Type = E->getType()->getAsCXXRecordDecl();
  return Type && Type->getIdentifier() && Type->getName() == "iota_view" &&
         isIn(Type, "std", "ranges");
}

std::optional<IndexRange> indexRange(const CXXForRangeStmt *S,
                                     std::string &Why) {
  const clang::Expr *Init = S->getRangeInit();
  if (!Init || S->getInit() || S->getCoawaitLoc().isValid()) {
    Why = "something stands before its variable";
    return std::nullopt;
  }
  const clang::Expr *E = written(Init);
  const CXXRecordDecl *Type = Init->getType()->getAsCXXRecordDecl();
  IndexRange Out;
  bool Lists = false;
  if (Type && Type->getIdentifier() &&
      (Type->getName() == "index_line" || Type->getName() == "index_box") &&
      isIn(Type, "heddle")) {
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee || !Callee->getIdentifier() || Callee->getName() != "indices" ||
        !isIn(Callee, "heddle")) {
      Why = "'heddle::indices' is not called in the loop's header";
      return std::nullopt;
    }
    llvm::SmallVector<const clang::Expr *, 4> Arguments(Call->arg_begin(),
                                                        Call->arg_end());
    if (!readSpace(Arguments, Lists, Out, Why))
      return std::nullopt;
  } else if (makesIota(Init)) {
    if (!readIota(E, Out, Why))
      return std::nullopt;
  } else {
    return std::nullopt;
  }
  if (!readCounters(S->getLoopVariable(), Lists, Out, Why))
    return std::nullopt;
  // Decayed: what the range-based loop itself declares.
  const QualType Counts = cast<ValueDecl>(Out.Counters[0])
                              ->getType()
                              .getNonReferenceType()
                              .getCanonicalType()
                              .getUnqualifiedType();
  if (!Lists) {
    const auto *Specialized = cast<ClassTemplateSpecializationDecl>(Type);
    const QualType Own = Specialized->getTemplateArgs()[0]
                             .getAsType()
                             .getCanonicalType()
                             .getUnqualifiedType();
    if (Own != Counts) {
      Why = "it counts in '" + Own.getAsString() + "' and its variable is a '" +
            Counts.getAsString() + "'; declare that with 'auto'";
      return std::nullopt;
    }
  }
  return Out;
}

} // namespace heddle
