//===- ReducedElements.cpp - Elements that serve as variables -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Read/Loops/ReducedElements.h"
#include "Read/Memory/Paths.h"
#include "Read/Memory/VariableFacts.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace heddle {

namespace {

/// `*v`, `v[2]` and `v[k]`, by what names the array and what the element.
struct Element {
  const clang::Expr *Of = nullptr;
  int64_t Number = 0;
  const DeclRefExpr *Index = nullptr; ///< in the number's place
};

} // namespace

/// The same local integer wherever the nest reads it, of which nothing else
/// knows.
static const DeclRefExpr *steadyIndex(const NestReader &NR,
                                      const clang::Expr *E) {
  const auto *D = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = D ? dyn_cast<VarDecl>(D->getDecl()) : nullptr;
  const bool IsSteady =
      V && V->hasLocalStorage() && V->getType()->isIntegerType() &&
      !isDeclaredInNest(NR, V) && !NR.Facts.escape(V) &&
      !NR.Facts.writeWithin(V, NR.In.For) && NR.Facts.isUniquelyNamed(V);
  return IsSteady ? D : nullptr;
}

static std::optional<Element> elementOf(const NestReader &NR,
                                        const clang::Expr *E) {
  if (const auto *U = dyn_cast<UnaryOperator>(E)) {
    if (U->getOpcode() != UO_Deref)
      return std::nullopt;
    return Element{U->getSubExpr()->IgnoreParenImpCasts()};
  }
  const auto *S = dyn_cast<ArraySubscriptExpr>(E);
  if (!S || S->getIdx()->isValueDependent())
    return std::nullopt;
  Element Found{S->getBase()->IgnoreParenImpCasts()};
  clang::Expr::EvalResult At;
  if (!S->getIdx()->EvaluateAsInt(At, NR.Ctx))
    Found.Index = steadyIndex(NR, S->getIdx());
  else if (At.Val.getInt().getSignificantBits() <= 32)
    Found.Number = At.Val.getInt().getExtValue();
  else
    return std::nullopt;
  return Found.Index || At.Val.isInt() ? std::optional(Found) : std::nullopt;
}

static std::string textOf(const Element &E) {
  return "[" +
         (E.Index ? E.Index->getDecl()->getName().str()
                  : std::to_string(E.Number)) +
         "]";
}

/// The key of a variable or member; empty for all else.
static std::string keyOf(NestReader &NR, const clang::Expr *E) {
  std::optional<Path> P;
  if (isa<DeclRefExpr, MemberExpr>(E))
    P = path(NR, E);
  return P ? P->Key : "";
}

namespace {

/// How often something is named, and how often as the array of a step. Elements
/// by different variables might be one.
class UseCounter : public RecursiveASTVisitor<UseCounter> {
public:
  UseCounter(NestReader &NR, std::string Key) : NR(NR), Key(std::move(Key)) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitExpr(clang::Expr *E) {
    Uses += keyOf(NR, E) == Key;
    const std::optional<Element> Found = elementOf(NR, E);
    if (!Found || !isa<BuiltinType>(E->getType().getCanonicalType()) ||
        !NR.Updates.Steps->at(E) || keyOf(NR, Found->Of) != Key)
      return true;
    ++Steps;
    Elements.insert(textOf(*Found));
    HasIndex |= Found->Index != nullptr;
    return true;
  }
  bool isOnlyReduced() const {
    return Steps > 0 && Uses == Steps && !(HasIndex && Elements.size() > 1);
  }

private:
  NestReader &NR;
  const std::string Key;
  unsigned Uses = 0, Steps = 0;
  bool HasIndex = false;
  llvm::StringSet<> Elements;
};

} // namespace

void findReducedElements(NestReader &NR) {
  for (const clang::Expr *E : NR.In.ReduceExprs) {
    const clang::Expr *Named = E->IgnoreParenImpCasts();
    const QualType T = Named->getType();
    const std::string Key = keyOf(NR, Named);
    if (Key.empty() || !(T->isPointerType() || T->isConstantArrayType()))
      continue;
    UseCounter Counter(NR, Key);
    Counter.TraverseStmt(const_cast<Stmt *>(NR.In.For));
    if (Counter.isOnlyReduced())
      NR.Updates.ReducedElements[Key];
  }
}

std::optional<Path> reducedElement(NestReader &NR, const clang::Expr *E) {
  if (NR.Updates.ReducedElements.empty())
    return std::nullopt;
  const std::optional<Element> Found = elementOf(NR, E);
  if (!Found || !NR.Updates.ReducedElements.contains(keyOf(NR, Found->Of)))
    return std::nullopt;
  std::optional<Path> P = path(NR, Found->Of);
  P->Key += textOf(*Found);
  P->Host += textOf(*Found);
  return P;
}

void noteReducedElement(NestReader &NR, const clang::Expr *E, unsigned Array) {
  const std::optional<Element> Found = elementOf(NR, E);
  NR.Updates.ReducedElements[keyOf(NR, Found->Of)].push_back(Array);
}

llvm::ArrayRef<unsigned> reducedElements(NestReader &NR, const clang::Expr *E) {
  const auto At =
      NR.Updates.ReducedElements.find(keyOf(NR, E->IgnoreParenImpCasts()));
  return At == NR.Updates.ReducedElements.end()
             ? llvm::ArrayRef<unsigned>()
             : llvm::ArrayRef<unsigned>(At->second);
}

} // namespace heddle
