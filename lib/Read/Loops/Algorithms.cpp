//===- Algorithms.cpp - Calls of the library's algorithms -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Loops/Algorithms.h"
#include "Read/Expr/Wrappers.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {
namespace {

/// The arguments of one form, a letter each: f and l the ends of a range, n how
/// many elements follow f, i where more is read, o where is written, v a value,
/// w one that it takes the place of, F a function; s the first value of what it
/// reduces, B what it is combined by.
struct Form {
  llvm::StringRef Name, Arguments;
  enum { Reads, Fills, Reduces } Does = Reads; ///< with the range
};

const Form Forms[] = {
    {"for_each", "flF"},
    {"for_each_n", "fnF"},
    {"transform", "floF"},
    {"transform", "flioF"},
    {"copy", "flo"},
    {"copy_n", "fno"},
    {"fill", "flv", Form::Fills},
    {"fill_n", "fnv", Form::Fills},
    {"generate", "flF", Form::Fills},
    {"generate_n", "fnF", Form::Fills},
    {"iota", "flv", Form::Fills},
    {"replace", "flwv"},
    {"accumulate", "fls", Form::Reduces},
    {"accumulate", "flsB", Form::Reduces},
    {"reduce", "fl", Form::Reduces},
    {"reduce", "fls", Form::Reduces},
    {"reduce", "flsB", Form::Reduces},
    {"transform_reduce", "flis", Form::Reduces},
    {"transform_reduce", "flsBF", Form::Reduces},
    {"transform_reduce", "flisBF", Form::Reduces},
    {"inner_product", "flis", Form::Reduces},
    {"inner_product", "flisBF", Form::Reduces},
    {"count", "flv", Form::Reduces},
    {"count_if", "flF", Form::Reduces},
};

bool isName(llvm::StringRef Name) {
  return llvm::any_of(Forms, [&](const Form &F) { return F.Name == Name; });
}

/// The assignment of one value that S is.
const BinaryOperator *assignmentIn(const Stmt *S) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  const auto *B = E ? dyn_cast<BinaryOperator>(skipTemporaries(E)) : nullptr;
  return B && B->getOpcode() == BO_Assign ? B : nullptr;
}

const clang::CallExpr *callIn(const Stmt *S) {
  const auto *E = dyn_cast_or_null<clang::Expr>(S);
  if (!E)
    return nullptr;
  E = skipTemporaries(E);
  if (const BinaryOperator *B = assignmentIn(E))
    return dyn_cast<CallExpr>(
        skipTemporaries(B->getRHS()->IgnoreParenImpCasts()));
  if (const auto *C = dyn_cast<ExplicitCastExpr>(E);
      C && C->getCastKind() == CK_ToVoid)
    E = skipTemporaries(C->getSubExpr());
  return dyn_cast<CallExpr>(E);
}

/// The function template of the library that is called; null: it is none.
const FunctionDecl *calledByLibrary(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || !F->isInStdNamespace() ||
      F->getTemplateSpecializationKind() != TSK_ImplicitInstantiation)
    return nullptr;
  const SourceManager &SM = F->getASTContext().getSourceManager();
  return SM.isInSystemHeader(F->getLocation()) ? F : nullptr;
}

/// std::execution::parallel_policy and its like.
bool isPolicy(QualType T) {
  const CXXRecordDecl *R = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!R || !R->getIdentifier() ||
      !llvm::is_contained({"sequenced_policy", "parallel_policy",
                           "parallel_unsequenced_policy", "unsequenced_policy"},
                          R->getName()))
    return false;
  const SourceManager &SM = R->getASTContext().getSourceManager();
  return SM.isInSystemHeader(R->getLocation());
}

/// The arguments by their letters.
AlgorithmCall taken(const CallExpr *Call, const Form &F, unsigned Begin) {
  AlgorithmCall A;
  A.Call = Call;
  A.Name = F.Name;
  A.Policy = Begin ? Call->getArg(0) : nullptr;
  for (unsigned I = 0; I < F.Arguments.size(); ++I) {
    const clang::Expr *E = Call->getArg(Begin + I);
    switch (F.Arguments[I]) {
    case 'f':
      A.First = E;
      break;
    case 'l':
      A.Last = E;
      break;
    case 'n':
      A.Count = E;
      break;
    case 'i':
      A.Inputs.push_back(E);
      break;
    case 'o':
      A.Output = E;
      break;
    case 'v':
      A.Value = E;
      break;
    case 'w':
      A.Old = E;
      break;
    case 's':
      A.Initial = E;
      break;
    case 'B':
      A.Combine = E;
      break;
    case 'F':
      A.Functor = E;
      break;
    }
  }
  A.Reduces = F.Does == Form::Reduces;
  if (F.Does == Form::Fills || A.Old)
    A.Output = A.First;
  if (F.Does != Form::Fills)
    A.Inputs.insert(A.Inputs.begin(), A.First);
  return A;
}

} // namespace

const LambdaExpr *lambdaIn(const clang::Expr *E) {
  return dyn_cast<LambdaExpr>(
      skipTemporariesAnd(E, [](const clang::Expr *C) -> const clang::Expr * {
        const auto *Copy = dyn_cast<CXXConstructExpr>(C);
        return Copy && Copy->getNumArgs() == 1 &&
                       Copy->getConstructor()->isCopyOrMoveConstructor()
                   ? Copy->getArg(0)
                   : nullptr;
      }));
}

const CXXMethodDecl *calledOf(const LambdaExpr *L) {
  if (!L->isGenericLambda())
    return L->getCallOperator();
  const CXXMethodDecl *Only = nullptr;
  for (const FunctionDecl *F : L->getDependentCallOperator()->specializations())
    if (F->getBody()) {
      if (Only)
        return nullptr;
      Only = cast<CXXMethodDecl>(F);
    }
  return Only;
}

const LambdaExpr *AlgorithmCall::lambda() const {
  return Functor ? lambdaIn(Functor) : nullptr;
}

const CXXMethodDecl *AlgorithmCall::called() const {
  const LambdaExpr *L = lambda();
  return L ? calledOf(L) : nullptr;
}

llvm::SmallVector<const Stmt *, 4> partsOf(const Stmt *S) {
  llvm::SmallVector<const Stmt *, 4> Parts;
  const auto Add = [&](const auto &Range) {
    for (const Stmt *Part : Range)
      if (Part)
        Parts.push_back(Part);
  };
  if (const auto *C = dyn_cast<CapturedStmt>(S))
    return {C->getCapturedStmt()};
  const auto A = isa<CallExpr>(S) ? algorithmCall(S) : std::nullopt;
  const LambdaExpr *L = A ? A->lambda() : nullptr;
  if (!L || !L->isGenericLambda() || !A->called()) {
    Add(S->children());
    return Parts;
  }
  for (const Stmt *Part : S->children())
    if (Part != A->Functor)
      Parts.push_back(Part);
  Add(L->capture_inits());
  Parts.push_back(A->called()->getBody());
  return Parts;
}

std::optional<AlgorithmCall> algorithmCall(const Stmt *S) {
  const CallExpr *Call = callIn(S);
  const FunctionDecl *F = Call ? calledByLibrary(Call) : nullptr;
  if (!F || F->getNumParams() == 0 || F->getNumParams() != Call->getNumArgs())
    return std::nullopt;
  const unsigned Begin = isPolicy(F->getParamDecl(0)->getType());
  const BinaryOperator *Assign = assignmentIn(S);
  for (const Form &Each : Forms)
    if (Each.Name == F->getName() && (!Assign || Each.Does == Form::Reduces) &&
        Each.Arguments.size() + Begin == Call->getNumArgs()) {
      AlgorithmCall A = taken(Call, Each, Begin);
      A.Assign = Assign;
      return A;
    }
  return std::nullopt;
}

bool mayCallAlgorithm(const Stmt *S) {
  const CallExpr *Call = callIn(S);
  if (!Call)
    return false;
  if (const FunctionDecl *F = calledByLibrary(Call))
    return isName(F->getName());
  const auto *Named =
      dyn_cast<UnresolvedLookupExpr>(Call->getCallee()->IgnoreParenImpCasts());
  const IdentifierInfo *Name =
      Named ? Named->getName().getAsIdentifierInfo() : nullptr;
  return Name && Call->isTypeDependent() && isName(Name->getName());
}

} // namespace heddle
