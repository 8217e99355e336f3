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
  if (!S->getIdx()->EvaluateAsInt(At, NR.Ctx)) {
    Found.Index = steadyIndex(NR, S->getIdx());
    return Found.Index ? std::optional(Found) : std::nullopt;
  }
  const std::optional<int64_t> Number = At.Val.getInt().tryExtValue();
  if (!Number || At.Val.getInt().getActiveBits() > 63)
    return std::nullopt;
  Found.Number = *Number;
  return Found;
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

static bool isArray(QualType T) {
  return T->isPointerType() || T->isConstantArrayType();
}

namespace {

/// How often arrays are named, and how often as those of steps. Elements by
/// different variables might be one.
class UseCounter : public RecursiveASTVisitor<UseCounter> {
public:
  explicit UseCounter(NestReader &NR) : NR(NR) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseStaticAssertDecl(StaticAssertDecl *) { return true; }
  bool VisitExpr(clang::Expr *E) {
    if (isArray(E->getType()))
      if (const std::string Key = keyOf(NR, E); !Key.empty())
        ++Arrays[Key].Uses;
    const std::optional<Element> Found = elementOf(NR, E);
    if (!Found || !isa<BuiltinType>(E->getType().getCanonicalType()) ||
        !NR.Updates.Steps->at(E))
      return true;
    Array &Of = Arrays[keyOf(NR, Found->Of)];
    ++Of.Steps;
    Of.Elements.insert(textOf(*Found));
    Of.HasIndex |= Found->Index != nullptr;
    return true;
  }
  /// By the keys of those that are named for steps alone.
  void forEachReduced(llvm::function_ref<void(llvm::StringRef)> Found) const {
    for (const auto &[Key, Of] : Arrays)
      if (!Key.empty() && Of.Steps > 0 && Of.Uses == Of.Steps &&
          !(Of.HasIndex && Of.Elements.size() > 1))
        Found(Key);
  }

private:
  struct Array {
    unsigned Uses = 0, Steps = 0;
    bool HasIndex = false;
    llvm::StringSet<> Elements;
  };

  NestReader &NR;
  llvm::StringMap<Array> Arrays;
};

} // namespace

void findReducedElements(NestReader &NR) {
  if (NR.Updates.Steps->empty())
    return;
  UseCounter Counter(NR);
  Counter.TraverseStmt(const_cast<Stmt *>(NR.In.For));
  Counter.forEachReduced(
      [&](llvm::StringRef Key) { NR.Updates.SameElements.insert(Key); });
  for (const clang::Expr *E : NR.In.ReduceExprs)
    if (const std::string Key = keyOf(NR, E->IgnoreParenImpCasts());
        NR.Updates.SameElements.contains(Key))
      NR.Updates.ReducedElements[Key];
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

void checkReducedElements(NestReader &NR) {
  for (const auto &Entry : NR.Updates.SameElements) {
    const std::optional<unsigned> Array = NR.Memory.array(Entry.getKey().str());
    if (!Array)
      continue;
    const auto At = NR.Updates.ReducedElements.find(Entry.getKey());
    if (At == NR.Updates.ReducedElements.end()) {
      NR.Nest->Arrays[*Array].SameElements = true;
      continue;
    }
    if (At->second.empty())
      continue;
    const ArrayInfo &Reduced = NR.Nest->Arrays[At->second.front()];
    NR.error(DiagID::HD408, Reduced.Where, Reduced.Name,
             "a function that the nest calls uses '" +
                 NR.Nest->Arrays[*Array].Name + "', too");
  }
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
