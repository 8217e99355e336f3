//===- Pieces.cpp - Parts of a body that are apart from one another -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of a loop's body that use a local of that body belong together
// with its declaration, and with what stands between. What else is apart may
// run in a loop of its own, as far as the syntax goes.
//===----------------------------------------------------------------------===//
#include "Frontend/NestBuilder.h"
#include "Support/Identifiers.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// What a statement declares for those behind it.
struct Declared {
  llvm::SmallPtrSet<const Decl *, 4> Decls;
  llvm::StringSet<> Names;
  bool Understood = true;

  explicit Declared(const Stmt *S) {
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      return;
    for (const Decl *One : D->decls()) {
      Understood &= isa<VarDecl, TypedefNameDecl>(One);
      Decls.insert(One);
      if (const auto *N = dyn_cast<NamedDecl>(One); N && N->getIdentifier())
        Names.insert(N->getName());
    }
  }

  /// A type may name a local, too, so that the text counts as well; and what a
  /// macro stands for does not show there.
  bool isUsedIn(const Stmt *S, llvm::StringRef Text) const {
    bool Found = uses(S);
    forEachIdentifier(
        Text, [&](llvm::StringRef Name) { Found |= Names.contains(Name); });
    return Found;
  }

private:
  bool uses(const Stmt *S) const {
    if (const auto *E = dyn_cast<DeclRefExpr>(S);
        E && Decls.count(E->getDecl()))
      return true;
    return llvm::any_of(S->children(),
                        [&](const Stmt *C) { return C && uses(C); });
  }
};

} // namespace

/// The piece goes as far as Other, which stands behind it.
static void join(Piece &P, const Piece &Other) {
  P.TextEnd = Other.TextEnd;
  P.AccessEnd = Other.AccessEnd;
  P.LoopEnd = Other.LoopEnd;
  P.IsLoop = false;
}

void NestBuilder::notePieces(const CompoundStmt *S, std::vector<Piece> Children,
                             size_t Place) {
  std::vector<std::pair<const Stmt *, Piece>> All;
  unsigned Before = Nest->Loops[LoopStack.back()].BodyBegin;
  for (auto [Child, P] : llvm::zip(S->body(), Children)) {
    if (isa<NullStmt>(Child))
      continue;
    std::optional<unsigned> Begin =
        offset(SM.getExpansionLoc(Child->getBeginLoc()));
    const SourceLocation Last = lastToken(Child);
    std::optional<unsigned> End = Last.isValid() ? offset(Last) : std::nullopt;
    // A directive may speak of the statement behind it.
    if (!Begin || !End || *Begin < Before ||
        llvm::StringRef(Nest->Text).slice(Before, *Begin).contains('#'))
      return;
    P.Loop = LoopStack.back();
    P.Where = ref(SourceRange(SM.getExpansionLoc(Child->getBeginLoc())));
    P.TextBegin = *Begin;
    P.TextEnd = Before =
        *End + Lexer::MeasureTokenLength(Last, SM, Ctx.getLangOpts());
    const Stmt *For = onlyFor(Child);
    P.IsLoop = For && P.LoopBegin < P.LoopEnd &&
               Nest->Loops[P.LoopBegin].TextBegin == offset(keywordOf(For));
    All.push_back({Child, P});
  }
  auto Stores = [&](const Piece &P) {
    return std::any_of(Nest->Accesses.begin() + P.AccessBegin,
                       Nest->Accesses.begin() + P.AccessEnd,
                       [](const Access &A) { return A.IsWrite; });
  };
  std::vector<Piece> Found;
  for (size_t I = 0; I < All.size();) {
    Piece P = All[I].second;
    size_t End = I + 1;
    for (size_t K = I; K < End; ++K) {
      const Declared D(All[K].first);
      if (!D.Understood)
        return;
      for (size_t Later = All.size(); Later-- > End;)
        if (const Piece &L = All[Later].second; D.isUsedIn(
                All[Later].first,
                llvm::StringRef(Nest->Text).slice(L.TextBegin, L.TextEnd))) {
          End = Later + 1;
          break;
        }
    }
    for (size_t K = I + 1; K < End; ++K)
      join(P, All[K].second);
    // What stores nothing needs no loop of its own.
    if (!Found.empty() && (!Stores(P) || !Stores(Found.back())))
      join(Found.back(), P);
    else
      Found.push_back(P);
    I = End;
  }
  if (Found.size() > 1)
    Nest->Pieces.insert(Nest->Pieces.begin() + static_cast<ptrdiff_t>(Place),
                        Found.begin(), Found.end());
}

} // namespace heddle
