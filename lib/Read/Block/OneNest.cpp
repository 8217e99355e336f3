//===- OneNest.cpp - The text of two nests as one -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Read/Block/OneNest.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Block/Within.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
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

/// As the source has it.
struct RawToken {
  llvm::StringRef Text;
  bool IsName, IsDirective; ///< the latter: the `#` that begins one
};

bool isUnsignedExpr(const Stmt *S) {
  const auto *E = dyn_cast<clang::Expr>(S);
  return E && E->getType()->isUnsignedIntegerType() &&
         !E->getType()->isBooleanType();
}

class Writer {
public:
  Writer(const ASTContext &Ctx, unsigned Depth)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Depth(Depth) {}

  std::vector<FixIt> write(const AttributedStmt *First,
                           const AttributedStmt *Second);

private:
  std::optional<Loops> loops(const AttributedStmt *S) const;
  std::vector<RawToken> tokens(SourceLocation Begin, SourceLocation End) const;
  bool areNeighbours(const AttributedStmt *First,
                     const AttributedStmt *Second) const;
  bool haveSameHeader(const Loops &A, const Loops &B, unsigned L) const;
  bool hidesNames(const Loops &A, const Loops &B) const;
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
  Out.BodyEnd = lastToken(Ctx, At);
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

/// The tokens from Begin on, up to End or the one that begins behind it, as
/// they are spelled. None where the two are not of one file.
std::vector<RawToken> Writer::tokens(SourceLocation Begin,
                                     SourceLocation End) const {
  const FileID File = SM.getFileID(Begin);
  std::vector<RawToken> Out;
  if (Begin.isMacroID() || End.isMacroID() || SM.getFileID(End) != File)
    return Out;
  const llvm::StringRef Code = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Ctx.getLangOpts(), Code.begin(),
            Code.begin() + SM.getFileOffset(Begin), Code.end());
  for (Token T; !Raw.LexFromRawLexer(T) &&
                SM.getFileOffset(T.getLocation()) <= SM.getFileOffset(End);)
    Out.push_back(
        {Code.substr(SM.getFileOffset(T.getLocation()), T.getLength()),
         T.is(tok::raw_identifier), T.is(tok::hash) && T.isAtStartOfLine()});
  return Out;
}

/// Nothing stands between the two, and no directive in them.
bool Writer::areNeighbours(const AttributedStmt *First,
                           const AttributedStmt *Second) const {
  const SourceLocation Begin = SM.getExpansionLoc(First->getBeginLoc()),
                       End = lastToken(Ctx, First),
                       Next = SM.getExpansionLoc(Second->getBeginLoc());
  const std::vector<RawToken> Between = tokens(End, Next),
                              All = tokens(Begin, lastToken(Ctx, Second));
  return Between.size() >= 2 && !All.empty() &&
         llvm::all_of(llvm::drop_end(llvm::drop_begin(Between)),
                      [](const RawToken &T) { return T.Text == ";"; }) &&
         llvm::none_of(All, [](const RawToken &T) { return T.IsDirective; });
}

static bool hasUnsigned(const ForStmt *For) {
  return holdsWithin(For->getInit(), isUnsignedExpr) ||
         holdsWithin(For->getCond(), isUnsignedExpr) ||
         holdsWithin(For->getInc(), isUnsignedExpr);
}

/// Every value of A's counter is one of B's, and the header computes the same
/// with it.
static bool holdsCounter(const ASTContext &Ctx, const ForStmt *A, QualType Of,
                         const ForStmt *B, QualType By) {
  return Ctx.hasSameUnqualifiedType(Of, By) ||
         (Of->isSignedIntegerType() && By->isSignedIntegerType() &&
          Ctx.getTypeSize(Of) <= Ctx.getTypeSize(By) && !hasUnsigned(A) &&
          !hasUnsigned(B));
}

static bool countsByOne(const ForStmt *For, bool Down) {
  const auto *Inc = dyn_cast_or_null<UnaryOperator>(For->getInc());
  return Inc && (Down ? Inc->isDecrementOp() : Inc->isIncrementOp());
}

/// Loop L of both says the same of its counter, in the same words.
bool Writer::haveSameHeader(const Loops &A, const Loops &B, unsigned L) const {
  const ForStmt *Of = A.For[L], *By = B.For[L];
  if (!Of->getCond() || !By->getCond() || !Of->getInc() || !By->getInc() ||
      !holdsCounter(Ctx, Of, A.Counters[L]->getType(), By,
                    B.Counters[L]->getType()))
    return false;
  const bool StepAlike = (countsByOne(Of, false) && countsByOne(By, false)) ||
                         (countsByOne(Of, true) && countsByOne(By, true));
  const auto Words = [&](const ForStmt *For, const VarDecl *Counter) {
    return tokens(
        Counter->getLocation(),
        StepAlike ? SM.getExpansionRange(For->getCond()->getEndLoc()).getEnd()
                  : For->getRParenLoc());
  };
  const std::vector<RawToken> Left = Words(Of, A.Counters[L]),
                              Right = Words(By, B.Counters[L]);
  return !Left.empty() && Left.size() == Right.size() &&
         llvm::all_of(llvm::zip(Left, Right), [&](const auto &Pair) {
           const auto &[X, Y] = Pair;
           for (unsigned K = 0; K <= L; ++K)
             if (X.Text == A.Counters[K]->getName() ||
                 Y.Text == B.Counters[K]->getName())
               return X.Text == A.Counters[K]->getName() &&
                      Y.Text == B.Counters[K]->getName();
           return X.Text == Y.Text;
         });
}

/// A counter of A would stand for something else that B names, or that a macro
/// may name there.
bool Writer::hidesNames(const Loops &A, const Loops &B) const {
  llvm::StringSet<> Hidden;
  for (unsigned L = 0; L < Depth; ++L)
    if (A.Counters[L]->getName() != B.Counters[L]->getName())
      Hidden.insert(A.Counters[L]->getName());
  return !Hidden.empty() &&
         llvm::any_of(tokens(B.For.front()->getForLoc(), B.BodyEnd),
                      [&](const RawToken &T) {
                        if (!T.IsName)
                          return false;
                        const auto Known = Ctx.Idents.find(T.Text);
                        return Hidden.contains(T.Text) ||
                               (Known != Ctx.Idents.end() &&
                                Known->second->hadMacroDefinition());
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
  if (!A || !B || !areNeighbours(First, Second) || continues(A->Body) ||
      hidesNames(*A, *B))
    return {};
  for (unsigned L = 0; L < Depth; ++L)
    if (!haveSameHeader(*A, *B, L))
      return {};
  if (!addWords(First, Second))
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

SourceLocation lastToken(const ASTContext &Ctx, const Stmt *S) {
  const SourceLocation End = S->getEndLoc();
  const std::optional<Token> Next =
      Lexer::findNextToken(End, Ctx.getSourceManager(), Ctx.getLangOpts());
  return Next && Next->is(tok::semi) ? Next->getLocation() : End;
}

std::vector<FixIt> oneNestEdits(const ASTContext &Ctx,
                                const AttributedStmt *First,
                                const AttributedStmt *Second, unsigned Depth) {
  return Writer(Ctx, Depth).write(First, Second);
}

} // namespace heddle
