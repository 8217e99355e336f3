//===- Pieces.cpp - Parts of a body that are apart from one another -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of a loop's body that use a local of that body belong together
// with its declaration, and with what stands between. Any other part that is
// apart may run in a loop of its own, as far as the syntax goes.
//===----------------------------------------------------------------------===//
#include "Read/Loops/Pieces.h"
#include "Read/Loops/Body.h"
#include "Read/Loops/IndexRanges.h"
#include "Read/Loops/Privates.h"
#include "Read/NestReader.h"
#include "Spelling/NestText.h"
#include "Support/Identifiers.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace heddle {

namespace {

/// Finds uses of some variables, in types and template arguments as well.
class UseFinder : public DynamicRecursiveASTVisitor {
public:
  explicit UseFinder(const llvm::SmallPtrSetImpl<const Decl *> &Of) : Of(Of) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitImplicitCode = true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *E) override {
    Found |= Of.count(E->getDecl()) != 0;
    return !Found;
  }
  bool Found = false;

private:
  const llvm::SmallPtrSetImpl<const Decl *> &Of;
};

/// The declarations of a statement that hold for the statements behind it.
struct Declared {
  llvm::SmallPtrSet<const Decl *, 4> Decls;
  llvm::StringSet<> Names;
  bool Understood = true;

  /// Private: variables that the first statement that mentions one declares.
  Declared(const Stmt *S, const VariableFacts &Facts,
           llvm::ArrayRef<const VarDecl *> Private) {
    for (const VarDecl *V : Private)
      if (Facts.isMentionedIn(V, S)) {
        Decls.insert(V);
        Names.insert(V->getName());
      }
    const auto *D = dyn_cast<DeclStmt>(S);
    if (!D)
      return;
    for (const Decl *One : D->decls()) {
      Understood &= isa<VarDecl>(One);
      Decls.insert(One);
      if (const auto *N = dyn_cast<NamedDecl>(One); N && N->getIdentifier())
        Names.insert(N->getName());
    }
  }

  /// The text does not show what a macro stands for, and only the text shows
  /// what an instantiation discards.
  bool isUsedIn(const Stmt *S, llvm::StringRef Text) const {
    UseFinder Uses(Decls);
    Uses.TraverseStmt(const_cast<Stmt *>(S));
    bool Found = Uses.Found;
    forEachIdentifier(
        Text, [&](llvm::StringRef Name) { Found |= Names.contains(Name); });
    return Found;
  }
};

} // namespace

/// Whether Text, between statements, is more than comments and semicolons: a
/// directive or pragma speaks of the statement behind it.
static bool holdsTokens(llvm::StringRef Text, const LangOptions &Lang) {
  const std::string Copy = Text.str(); // which ends in a zero
  Lexer Raw(SourceLocation(), Lang, Copy.c_str(), Copy.c_str(),
            Copy.c_str() + Copy.size());
  Token Next;
  do
    Raw.LexFromRawLexer(Next);
  while (Next.is(tok::semi));
  return Next.isNot(tok::eof);
}

/// The piece goes as far as Other, which stands behind it.
static void join(Piece &P, const Piece &Other) {
  P.TextEnd = Other.TextEnd;
  P.AccessEnd = Other.AccessEnd;
  P.LoopEnd = Other.LoopEnd;
  P.IsLoop = false;
}

void notePieces(NestReader &NR, const CompoundStmt *S,
                std::vector<Piece> Children, size_t Place) {
  std::vector<std::pair<const Stmt *, Piece>> All;
  unsigned Before = NR.Nest->Loops[NR.Scope.LoopStack.back()].BodyBegin;
  for (auto [Child, P] : llvm::zip(S->body(), Children)) {
    if (isa<NullStmt>(Child))
      continue;
    std::optional<unsigned> Begin = beginOf(NR, firstToken(NR, Child));
    const SourceLocation Last = lastToken(NR, Child);
    std::optional<unsigned> End =
        Last.isValid() ? endOf(NR, Last) : std::nullopt;
    if (!Begin || !End || *Begin < Before ||
        holdsTokens(llvm::StringRef(NR.Nest->Text).slice(Before, *Begin),
                    NR.Ctx.getLangOpts()))
      return;
    P.Loop = NR.Scope.LoopStack.back();
    P.Where = ref(NR, SourceRange(NR.SM.getExpansionLoc(Child->getBeginLoc())));
    P.TextBegin = *Begin;
    P.TextEnd = Before = *End;
    const Stmt *For = onlyFor(Child);
    P.IsLoop =
        For && P.LoopBegin < P.LoopEnd &&
        NR.Nest->Loops[P.LoopBegin].TextBegin == offset(NR, keywordOf(For));
    All.push_back({Child, P});
  }
  auto Stores = [&](const Piece &P) {
    return std::any_of(NR.Nest->Accesses.begin() + P.AccessBegin,
                       NR.Nest->Accesses.begin() + P.AccessEnd,
                       [](const Access &A) { return A.IsWrite; });
  };
  std::vector<const VarDecl *> Private = NR.Scope.Privates.Variables;
  llvm::erase_if(Private,
                 [&](const VarDecl *V) { return !isDeclaredInBody(NR, V); });
  // The first statement would have the structures that all may use.
  if (!NR.Names.MovedTypes.empty())
    return;
  std::vector<Piece> Found;
  for (size_t I = 0; I < All.size();) {
    Piece P = All[I].second;
    size_t End = I + 1;
    for (size_t K = I; K < End; ++K) {
      const Declared D(All[K].first, NR.Facts, Private);
      if (!D.Understood)
        return;
      for (size_t Later = All.size(); Later-- > End;)
        if (const Piece &L = All[Later].second; D.isUsedIn(
                All[Later].first,
                llvm::StringRef(NR.Nest->Text).slice(L.TextBegin, L.TextEnd))) {
          End = Later + 1;
          break;
        }
    }
    for (size_t K = I + 1; K < End; ++K)
      join(P, All[K].second);
    // A piece that stores nothing needs no loop of its own.
    if (!Found.empty() && (!Stores(P) || !Stores(Found.back())))
      join(Found.back(), P);
    else
      Found.push_back(P);
    I = End;
  }
  if (Found.size() > 1)
    NR.Nest->Pieces.insert(NR.Nest->Pieces.begin() +
                               static_cast<ptrdiff_t>(Place),
                           Found.begin(), Found.end());
}

bool isStatementOf(const Stmt *Body, const Stmt *S) {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(Body);
  return Block && llvm::is_contained(Block->body(), S);
}

} // namespace heddle
