//===- HostCalls.cpp - Functions that leave arrays alone ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/HostCalls.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/PureFunctions.h"
#include "Read/Memory/Containers.h"
#include "Read/Tensor/TensorTypes.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace heddle {

bool onlyFrees(const ASTContext &Ctx, QualType T) {
  std::optional<Container> C = containerOf(Ctx, T, T);
  if (!C || !C->Owns)
    return false;
  const CXXRecordDecl *Element = C->Element->getAsCXXRecordDecl();
  return !Element || Element->hasTrivialDestructor();
}

/// A number, or a pointer that is not followed.
static bool isScalar(QualType T) {
  T = T.getNonReferenceType();
  return T->isArithmeticType() || T->isEnumeralType() || T->isPointerType();
}

/// The class of the standard library that T is, or refers to.
static llvm::StringRef standardClass(QualType T) {
  const CXXRecordDecl *D = T.getNonReferenceType()->getAsCXXRecordDecl();
  if (!D || !D->getIdentifier())
    return "";
  // Iterators of the GNU library have a namespace of their own.
  const auto *Space = dyn_cast<NamespaceDecl>(
      D->getDeclContext()->getEnclosingNamespaceContext());
  const bool IsGnu = Space && Space->getName() == "__gnu_cxx";
  return D->isInStdNamespace() || IsGnu ? D->getName() : "";
}

bool isResident(QualType T) {
  const CXXRecordDecl *D = T.getNonReferenceType()->getAsCXXRecordDecl();
  return D && D->getIdentifier() && D->getName() == "resident" && isOfHeddle(D);
}

bool isGivenByResident(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
    return isGivenByResident(S->getBase());
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return U->getOpcode() == UO_Deref && isGivenByResident(U->getSubExpr());
  const auto *C = dyn_cast<CXXMemberCallExpr>(E);
  const CXXMethodDecl *M = C ? C->getMethodDecl() : nullptr;
  return M && M->getIdentifier() && M->getName() == "host" &&
         isResident(C->getObjectType());
}

static bool isIterator(QualType T) {
  return llvm::StringSwitch<bool>(standardClass(T))
      .Cases({"__normal_iterator", "__wrap_iter", "reverse_iterator"}, true)
      .Default(false);
}

static bool isStream(QualType T) {
  return llvm::StringSwitch<bool>(standardClass(T))
      .Cases({"basic_ostream", "basic_ofstream", "basic_ostringstream"}, true)
      .Default(false);
}

/// Member functions that say where elements are and how many, and touch none.
static bool onlyLooks(const ASTContext &Ctx, const CXXMethodDecl *M) {
  const CXXRecordDecl *D = M->getParent();
  const QualType T = Ctx.getCanonicalTagType(D);
  // As mdspan, which may stand in other namespaces.
  if (const std::optional<Container> C = containerOf(Ctx, T, T);
      C && C->ByDimensions)
    return M->getOverloadedOperator() == OO_Call ||
           M->getOverloadedOperator() == OO_Subscript ||
           (M->getIdentifier() &&
            (M->getName() == "extent" || M->getName() == "data_handle"));
  if (isStream(T))
    return M->getIdentifier() &&
           llvm::StringSwitch<bool>(M->getName())
               .Cases({"precision", "width", "flags", "good"}, true)
               .Default(false);
  // Some of others, as std::map or std::future, call what users have written.
  if (!llvm::StringSwitch<bool>(standardClass(T))
           .Cases({"vector", "array", "basic_string", "span"}, true)
           .Cases({"unique_ptr", "shared_ptr", "__shared_ptr"}, true)
           .Cases({"__shared_ptr_access", "initializer_list"}, true)
           .Cases({"basic_string_view"}, true)
           .Default(false))
    return false;
  switch (M->getOverloadedOperator()) {
  case OO_Subscript:
  case OO_Star:
  case OO_Arrow:
    return true;
  case OO_None:
    break;
  default:
    return false;
  }
  return M->getIdentifier() &&
         llvm::StringSwitch<bool>(M->getName())
             .Cases({"size", "data", "empty", "capacity", "length"}, true)
             .Cases({"begin", "end", "cbegin", "cend", "rbegin", "rend"}, true)
             .Cases({"front", "back", "at", "get", "c_str"}, true)
             .Default(false);
}

static bool growsOrShrinks(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"push_back", "emplace_back", "pop_back"}, true)
      .Cases({"clear", "resize", "reserve"}, true)
      .Default(false);
}

/// Member functions of std::vector that make or end elements, of a type whose
/// copies do nothing else.
static bool changesVector(const ASTContext &Ctx, const CXXMethodDecl *M) {
  const QualType T = Ctx.getCanonicalTagType(M->getParent());
  if (standardClass(T) != "vector" || !M->getIdentifier() ||
      !growsOrShrinks(M->getName()))
    return false;
  const std::optional<Container> C = containerOf(Ctx, T, T);
  return C && C->Owns && C->Element.isTriviallyCopyableType(Ctx);
}

/// `out << x`: text of numbers and literals.
static std::optional<KnownCall> printedBy(const CallExpr *C) {
  if (C->getNumArgs() != 2 || !isStream(C->getArg(0)->getType()))
    return std::nullopt;
  const Expr *X = C->getArg(1)->IgnoreParenImpCasts();
  QualType T = X->getType().getNonReferenceType();
  // std::endl and its like; what others do, nobody knows.
  if (T->isFunctionType() || T->isFunctionPointerType()) {
    const auto *D = dyn_cast<DeclRefExpr>(X);
    const auto *F = D ? dyn_cast<FunctionDecl>(D->getDecl()) : nullptr;
    return F && F->isInStdNamespace() ? std::optional(KnownCall{})
                                      : std::nullopt;
  }
  if (isa<StringLiteral>(X) || T->isArithmeticType() ||
      llvm::StringSwitch<bool>(standardClass(T))
          .Cases({"_Setw", "_Setprecision"}, true)
          .Default(false))
    return KnownCall{};
  return KnownCall{HostEffect::Reads};
}

static bool isLiteralText(const Expr *X) {
  X = X->IgnoreParenImpCasts();
  if (const auto *C = dyn_cast<ConditionalOperator>(X))
    return isLiteralText(C->getTrueExpr()) && isLiteralText(C->getFalseExpr());
  return isa<StringLiteral>(X);
}

/// printf and its like: they read what pointers lead to.
static std::optional<KnownCall> printedByC(const CallExpr *C) {
  KnownCall Result;
  for (const Expr *A : C->arguments()) {
    const Expr *X = A->IgnoreParenImpCasts();
    QualType T = X->getType();
    if (isLiteralText(X) || T->isArithmeticType() || T->isEnumeralType())
      continue;
    const RecordDecl *D =
        T->isPointerType() ? T->getPointeeType()->getAsRecordDecl() : nullptr;
    if (D && D->getName() == "_IO_FILE")
      continue;
    Result.Does = HostEffect::Reads;
    if (T->isPointerType() && T->getPointeeType()->isArithmeticType() &&
        !T->getPointeeType()->isAnyCharacterType())
      return std::nullopt; // "%n"
  }
  return Result;
}

static std::optional<KnownCall> knownLibraryCall(const ASTContext &Ctx,
                                                 const CallExpr *C,
                                                 const FunctionDecl *F) {
  const llvm::StringRef Name = F->getName();
  if (Name == "swap" && C->getNumArgs() == 2 &&
      isResident(C->getArg(0)->getType()))
    return KnownCall{};
  if (F->isInStdNamespace()) {
    if (Name == "swap" || Name == "exchange") {
      if (llvm::all_of(C->arguments(),
                       [](const Expr *A) { return isScalar(A->getType()); }))
        return KnownCall{HostEffect::None, /*WritesScalars=*/true};
      // Vectors exchange their memory: elements stay where they are.
      if (Name == "swap" && C->getNumArgs() == 2 &&
          standardClass(C->getArg(0)->getType()) == "vector")
        return KnownCall{};
      return std::nullopt;
    }
    if ((Name == "min" || Name == "max") && C->getNumArgs() == 1 &&
        C->getType()->isArithmeticType())
      return KnownCall{}; // of a list of numbers
    if (passesOn(C))
      return KnownCall{};
    if (Name == "endl" || Name == "flush" || Name == "setw" ||
        Name == "setprecision" || Name == "fixed" || Name == "scientific" ||
        Name == "to_string")
      return KnownCall{};
  }
  if (!Ctx.getSourceManager().isInSystemHeader(F->getLocation()))
    return std::nullopt;
  const bool Prints = llvm::StringSwitch<bool>(Name)
                          .Cases({"printf", "fprintf", "puts", "fputs"}, true)
                          .Cases({"putchar", "fputc", "fflush"}, true)
                          .Default(false);
  if (Prints)
    return printedByC(C);
  if (llvm::StringSwitch<bool>(Name)
          .Cases({"clock", "rand", "srand", "omp_get_wtime"}, true)
          .Cases({"omp_get_max_threads", "omp_get_num_threads"}, true)
          .Cases({"omp_get_thread_num", "__assert_fail", "abort"}, true)
          .Default(false))
    return KnownCall{};
  return std::nullopt;
}

/// A function of std::chrono: clocks and durations.
static bool isOfClocks(const FunctionDecl *F) {
  for (const DeclContext *D = F->getDeclContext(); D; D = D->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(D);
        Space && Space->getName() == "chrono" && Space->isInStdNamespace())
      return true;
  return false;
}

std::optional<KnownCall> knownCall(const ASTContext &Ctx, const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return std::nullopt;
  if (isValueTwin(C) || isMathFunction(F, Ctx.getSourceManager()) ||
      isOfClocks(F))
    return KnownCall{};
  if (unsigned ID = F->getBuiltinID(); ID && Ctx.BuiltinInfo.isConst(ID))
    return KnownCall{};
  if (const auto *M = dyn_cast<CXXMethodDecl>(F)) {
    if (changesVector(Ctx, M)) {
      KnownCall Changes;
      Changes.ChangesVector = true;
      return Changes;
    }
    if (onlyLooks(Ctx, M) ||
        isResident(Ctx.getCanonicalTagType(M->getParent())))
      return KnownCall{};
    if (M->getIdentifier() && M->getName() == "swap" &&
        standardClass(Ctx.getCanonicalTagType(M->getParent())) == "vector")
      return KnownCall{};
  }
  if (F->isOverloadedOperator()) {
    if (F->getOverloadedOperator() == OO_LessLess &&
        (F->isInStdNamespace() || isa<CXXMethodDecl>(F)))
      return printedBy(C);
    if (C->getNumArgs() != 0 && isIterator(C->getArg(0)->getType()))
      return KnownCall{};
  }
  return F->getIdentifier() ? knownLibraryCall(Ctx, C, F) : std::nullopt;
}

bool passesOn(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  return F && F->isInStdNamespace() && F->getIdentifier() &&
         C->getNumArgs() == 1 &&
         llvm::StringSwitch<bool>(F->getName())
             .Cases({"move", "forward", "as_const"}, true)
             .Default(false);
}

bool movesThings(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  return F && F->getIdentifier() &&
         (growsOrShrinks(F->getName()) ||
          llvm::StringSwitch<bool>(F->getName())
              .Cases({"swap", "move", "exchange", "forward"}, true)
              .Default(false));
}

std::optional<HostEffect> knownConstructor(const ASTContext &Ctx,
                                           const CXXConstructExpr *C) {
  const CXXConstructorDecl *D = C->getConstructor();
  if (D->isDefaultConstructor() && D->isTrivial())
    return HostEffect::None;
  if (isIterator(C->getType()) || isOfClocks(D) || isResident(C->getType()))
    return HostEffect::None;
  if (!onlyFrees(Ctx, C->getType()))
    return std::nullopt;
  if (D->isMoveConstructor())
    return HostEffect::None;
  // From another container, or a range: its elements are read.
  const bool Reads = llvm::any_of(C->arguments(), [](const Expr *A) {
    const Expr *X = A->IgnoreParenImpCasts();
    return !isa<CXXDefaultArgExpr>(A) && !X->getType()->isArithmeticType() &&
           !isa<StringLiteral>(X) &&
           standardClass(X->getType()) != "initializer_list";
  });
  return Reads ? HostEffect::Reads : HostEffect::None;
}

} // namespace heddle
