//===- InsertionPlace.cpp - Where a declaration begins, in bytes ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Spelling/InsertionPlace.h"
#include "Read/NestReader.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace heddle {

namespace {

struct RawToken {
  unsigned Begin = 0;
  tok::TokenKind Kind = tok::unknown;
  bool AtLineStart = false;
  llvm::StringRef Text;
};

bool isBoundary(const RawToken &T) {
  return T.Kind == tok::semi || T.Kind == tok::l_brace ||
         T.Kind == tok::r_brace;
}

/// Words of attributes and specifiers that may stand before what Clang calls a
/// declaration's begin.
bool isSpecifier(llvm::StringRef Word) {
  return llvm::is_contained({"static", "extern", "inline", "constexpr",
                             "typedef", "__attribute__", "__declspec",
                             "alignas", "thread_local", "template"},
                            Word);
}

} // namespace

/// The begin of the comment that ends in the line before At, which describes
/// what follows; At where there is none. Never the first line of a file.
static unsigned aboveComment(llvm::StringRef Text, unsigned At) {
  auto LineBefore = [&](unsigned Offset) {
    size_t Break = Text.substr(0, Offset - 1).rfind('\n');
    return Break == llvm::StringRef::npos ? 0u : unsigned(Break + 1);
  };
  auto LineAt = [&](unsigned Offset) {
    return Text.substr(Offset).split('\n').first.trim(" \t\r");
  };
  unsigned Begin = At;
  while (Begin > 0 && LineAt(LineBefore(Begin)).starts_with("//"))
    Begin = LineBefore(Begin);
  if (Begin == At && At > 0 && LineAt(LineBefore(At)).ends_with("*/")) {
    size_t Open = Text.substr(0, At).rfind("/*");
    unsigned Line = Open == llvm::StringRef::npos ? 0 : LineBefore(Open + 1);
    if (LineAt(Line).starts_with("/*") && Text.slice(Open, At).count("*/") == 1)
      Begin = Line;
  }
  return Begin > 0 ? Begin : At;
}

/// Byte offset before the whole declaration, its attributes included.
std::optional<unsigned> insertionOffset(NestReader &NR, const Decl *D) {
  SourceLocation Begin = D->getBeginLoc();
  auto Earlier = [&](SourceLocation Loc) {
    Loc = NR.SM.getExpansionLoc(Loc);
    if (Loc.isValid() && NR.SM.isBeforeInTranslationUnit(Loc, Begin))
      Begin = Loc;
  };
  Begin = NR.SM.getExpansionLoc(Begin);
  if (const auto *F = dyn_cast<DeclaratorDecl>(D))
    Earlier(F->getOuterLocStart());
  if (const auto *T = dyn_cast<TagDecl>(D))
    Earlier(T->getOuterLocStart());
  if (const TemplateDecl *T = D->getDescribedTemplate())
    Earlier(T->getBeginLoc());
  auto [InFile, Target] = NR.SM.getDecomposedLoc(Begin);
  if (InFile != NR.Spans.File || Target > NR.Spans.FileBegin)
    return std::nullopt;

  // The tokens since the last boundary, without directives.
  Lexer Raw(NR.SM.getLocForStartOfFile(NR.Spans.File), NR.Ctx.getLangOpts(),
            NR.Spans.FileText.begin(), NR.Spans.FileText.begin(),
            NR.Spans.FileText.end());
  std::vector<RawToken> Before;
  bool InDirective = false;
  // In parentheses, a boundary is of a macro's argument or of a closure.
  unsigned Inside = 0;
  Token Tok;
  while (!Raw.LexFromRawLexer(Tok)) {
    unsigned At = NR.SM.getFileOffset(Tok.getLocation());
    if (At >= Target || Tok.is(tok::eof))
      break;
    if (Tok.isAtStartOfLine())
      InDirective = Tok.is(tok::hash);
    if (InDirective) {
      Inside = 0; // another branch may close the same parenthesis
      continue;
    }
    RawToken T{At, Tok.getKind(), Tok.isAtStartOfLine(),
               NR.Spans.FileText.substr(At, Tok.getLength())};
    Inside += T.Kind == tok::l_paren;
    Inside -= T.Kind == tok::r_paren && Inside;
    if (isBoundary(T) && !Inside)
      Before.clear();
    else
      Before.push_back(T);
  }
  // Attributes and specifiers belong to the declaration, and so does what
  // shares a line with it; other tokens are uses of macros.
  bool LineStart =
      NR.Spans.FileText.substr(0, Target).rtrim(" \t").ends_with("\n");
  unsigned Depth = 0;
  while (!Before.empty()) {
    const RawToken &T = Before.back();
    bool Opens = T.Kind == tok::l_square || T.Kind == tok::l_paren;
    bool Closes = T.Kind == tok::r_square || T.Kind == tok::r_paren;
    bool Belongs = Depth || Opens || Closes || !LineStart ||
                   T.Kind == tok::string_literal || isSpecifier(T.Text);
    if (!Belongs)
      break;
    Depth += Closes;
    Depth -= Opens && Depth;
    Target = T.Begin;
    LineStart = T.AtLineStart;
    Before.pop_back();
  }
  llvm::StringRef Line = NR.Spans.FileText.substr(0, Target);
  unsigned LineBegin =
      Line.rfind('\n') == llvm::StringRef::npos ? 0 : Line.rfind('\n') + 1;
  if (Line.substr(LineBegin).trim(" \t").empty())
    Target = aboveComment(NR.Spans.FileText, LineBegin);
  return Target;
}

} // namespace heddle
