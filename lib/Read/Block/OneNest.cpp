//===- OneNest.cpp - The text of two nests as one -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/OneNest.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/Within.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <optional>

using namespace clang;

namespace heddle {

namespace {

/// The perfect loops of a nest, as its text has them.
struct Loops {
  std::vector<const ForStmt *> For;      ///< outermost first
  std::vector<const VarDecl *> Counters; ///< of each
  std::vector<SourceLocation> Closers;   ///< braces of bodies, innermost first
  const Stmt *Body = nullptr;            ///< of the innermost one
  SourceLocation BodyEnd;                ///< its last token
};

class Writer {
public:
  Writer(const ASTContext &Ctx, unsigned Depth)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Depth(Depth) {}

  std::vector<FixIt> write(const AttributedStmt *First,
                           const AttributedStmt *Second);

private:
  std::optional<Loops> loops(const AttributedStmt *S) const;
  SourceLocation lastToken(const Stmt *S) const;
  std::string said(Word W, const AnnotateAttr *A) const;
  bool addWords(const AttributedStmt *First, const AttributedStmt *Second);
  std::string counters(const Loops &Of, const Loops &By) const;
  void replace(SourceLocation Begin, SourceLocation End, std::string Text) {
    Out.push_back({{Begin.getRawEncoding(), End.getRawEncoding()},
                   std::move(Text),
                   /*Insert=*/false});
  }
  void insert(SourceLocation At, std::string Text) {
    Out.push_back({{At.getRawEncoding(), At.getRawEncoding()},
                   std::move(Text),
                   /*Insert=*/true});
  }
  std::string text(SourceRange Range) const {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(Range), SM,
                                Ctx.getLangOpts())
        .str();
  }

  const ASTContext &Ctx;
  const SourceManager &SM;
  const unsigned Depth;
  std::vector<FixIt> Out;
};

/// With the semicolon of an expression.
SourceLocation Writer::lastToken(const Stmt *S) const {
  const SourceLocation End = S->getEndLoc();
  const std::optional<Token> Next =
      Lexer::findNextToken(End, SM, Ctx.getLangOpts());
  return Next && Next->is(tok::semi) ? Next->getLocation() : End;
}

std::optional<Loops> Writer::loops(const AttributedStmt *S) const {
  Loops Out;
  const Stmt *At = S->getSubStmt();
  for (unsigned L = 0; L < Depth; ++L) {
    const auto *For = dyn_cast<ForStmt>(At);
    const auto *Init =
        For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
    const auto *Counter = Init && Init->isSingleDecl()
                              ? dyn_cast<VarDecl>(Init->getSingleDecl())
                              : nullptr;
    if (!Counter || For->getConditionVariable())
      return std::nullopt;
    Out.For.push_back(For);
    Out.Counters.push_back(Counter);
    At = For->getBody();
    const auto *Block = dyn_cast<CompoundStmt>(At);
    if (L + 1 < Depth && Block) {
      if (Block->size() != 1)
        return std::nullopt;
      Out.Closers.insert(Out.Closers.begin(), Block->getRBracLoc());
      At = Block->body_front();
    }
  }
  Out.Body = At;
  Out.BodyEnd = lastToken(At);
  // Text cannot be changed within expansions.
  std::vector<SourceLocation> Changed = Out.Closers;
  Changed.insert(Changed.end(), {At->getBeginLoc(), Out.BodyEnd});
  for (const ForStmt *For : Out.For)
    Changed.insert(Changed.end(), {For->getForLoc(), For->getRParenLoc()});
  return llvm::any_of(Changed, [](SourceLocation L) { return L.isMacroID(); })
             ? std::nullopt
             : std::optional(std::move(Out));
}

/// A `continue` in S, which is no loop, is about the loop around it.
static bool continues(const Stmt *S) {
  if (isa<ContinueStmt>(S))
    return true;
  if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
    return false;
  return llvm::any_of(S->children(),
                      [](const Stmt *Part) { return Part && continues(Part); });
}

/// S names something from outside of it that is called like one of Counters.
static bool namesAnyOf(const std::vector<const VarDecl *> &Counters,
                       const Stmt *S, const std::vector<const VarDecl *> &Own) {
  return holdsWithin(S, [&](const Stmt *Part) {
    const auto *E = dyn_cast<DeclRefExpr>(Part);
    return E && !llvm::is_contained(Own, E->getDecl()) &&
           llvm::any_of(Counters, [&](const VarDecl *C) {
             return C->getDeclName() == E->getDecl()->getDeclName();
           });
  });
}

/// The word with its arguments.
std::string Writer::said(Word W, const AnnotateAttr *A) const {
  std::string Args;
  for (const clang::Expr *E : A->args()) {
    const auto *Name = dyn_cast<StringLiteral>(E);
    Args += (Args.empty() ? "(" : ", ") +
            (Name ? Name->getString().str() : text(E->getSourceRange()));
  }
  return "heddle::" + spelling(W).str() + Args + (Args.empty() ? "" : ")");
}

/// The words of Second's annotation, but for `map`, go to First's; false where
/// that would say something twice.
bool Writer::addWords(const AttributedStmt *First,
                      const AttributedStmt *Second) {
  std::string Words;
  for (const Attr *A : Second->getAttrs()) {
    const std::optional<Word> W = wordOf(A);
    if (!W)
      return false;
    if (*W == Word::Map && cast<AnnotateAttr>(A)->args_size() == 0)
      continue;
    if (A->getLocation().isMacroID() || hasWord(First, *W))
      return false;
    Words += (Words.empty() ? "[[" : ", ") + said(*W, cast<AnnotateAttr>(A));
  }
  for (const Attr *A : First->getAttrs())
    if (!wordOf(A))
      return false;
  if (!Words.empty())
    insert(First->getSubStmt()->getBeginLoc(), Words + "]] ");
  return true;
}

/// Declares the counters of By, which have other names than those of Of.
std::string Writer::counters(const Loops &Of, const Loops &By) const {
  std::string Text;
  for (unsigned L = 0; L < Depth; ++L) {
    const VarDecl *Is = Of.Counters[L], *Wanted = By.Counters[L];
    if (Is->getName() != Wanted->getName() ||
        !Ctx.hasSameUnqualifiedType(Is->getType(), Wanted->getType()))
      Text += "const " +
              Wanted->getType().getUnqualifiedType().getAsString(
                  Ctx.getPrintingPolicy()) +
              " " + Wanted->getName().str() + " = " + Is->getName().str() +
              "; ";
  }
  return Text;
}

std::vector<FixIt> Writer::write(const AttributedStmt *First,
                                 const AttributedStmt *Second) {
  const std::optional<Loops> A = loops(First), B = loops(Second);
  if (!A || !B || continues(A->Body) ||
      namesAnyOf(A->Counters, Second, B->Counters) || !addWords(First, Second))
    return {};
  // A name of one type that becomes another one cannot be declared from itself.
  for (unsigned L = 0; L < Depth; ++L)
    for (unsigned K = 0; K < Depth; ++K)
      if (A->Counters[K]->getName() == B->Counters[L]->getName() &&
          (K != L || !Ctx.hasSameUnqualifiedType(A->Counters[K]->getType(),
                                                 B->Counters[L]->getType())))
        return {};
  insert(A->Body->getBeginLoc(), "{ ");
  if (!A->Closers.empty())
    replace(A->Closers.front(), A->Closers.back(), "");
  replace(SM.getExpansionLoc(Second->getBeginLoc()),
          B->For.back()->getRParenLoc(), "{ " + counters(*A, *B));
  const std::string End = " } }" + std::string(A->Closers.size(), '}');
  if (!B->Closers.empty())
    replace(B->Closers.front(), B->Closers.back(), End);
  else
    insert(Lexer::getLocForEndOfToken(B->BodyEnd, 0, SM, Ctx.getLangOpts()),
           End);
  return std::move(Out);
}

} // namespace

std::vector<FixIt> oneNestEdits(const ASTContext &Ctx,
                                const AttributedStmt *First,
                                const AttributedStmt *Second, unsigned Depth) {
  return Writer(Ctx, Depth).write(First, Second);
}

} // namespace heddle
