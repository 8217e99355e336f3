//===- ExpandedText.cpp - A nest as the preprocessor leaves it ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tree names each token by its place, through macros and included files,
// and the parser has got the tokens at these places. So a nest can be printed
// from its tokens wherever the text of the file will not do: the kernel's place
// may have other macros, or a macro may hold a part of the loop.
//===----------------------------------------------------------------------===//
#include "Spelling/ExpandedText.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/TokenRecord.h"
#include "Read/Loops/IndexRanges.h"
#include "Spelling/Expansion.h"
#include "Spelling/NestText.h"
#include "Spelling/Preprocessing.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

using Places = llvm::ArrayRef<SourceLocation>;

/// The first of the tokens that do not stand before At, a place of a file.
static size_t firstFrom(const SourceManager &SM, Places Tokens,
                        SourceLocation At) {
  return static_cast<size_t>(
      llvm::partition_point(Tokens,
                            [&](SourceLocation T) {
                              return SM.isBeforeInTranslationUnit(
                                  SM.getExpansionLoc(T), At);
                            }) -
      Tokens.begin());
}

/// Tokens.size(): there is none.
static size_t indexOf(const SourceManager &SM, Places Tokens,
                      SourceLocation Loc) {
  const SourceLocation At = SM.getExpansionLoc(Loc);
  for (size_t I = firstFrom(SM, Tokens, At);
       I < Tokens.size() && SM.getExpansionLoc(Tokens[I]) == At; ++I)
    if (Tokens[I] == Loc)
      return I;
  return Tokens.size();
}

static std::string spelling(const NestReader &NR, SourceLocation Loc) {
  llvm::SmallString<32> Buffer;
  return Lexer::getSpelling(NR.SM.getSpellingLoc(Loc), Buffer, NR.SM,
                            NR.Ctx.getLangOpts())
      .str();
}

//===--- Layout -----------------------------------------------------------===//

namespace {

/// Prints tokens in lines and, where they stand in the file, columns of it.
class Layout {
public:
  explicit Layout(const NestReader &NR, FileID File) : NR(NR), File(File) {}

  ExpandedText::Token add(SourceLocation Loc);
  std::string Text;

private:
  SourceLocation placeInFile(SourceLocation Loc) const;

  const NestReader &NR;
  FileID File;
  bool IsFirst = true;
  unsigned Line = 0;
  std::string Before, Last; ///< the tokens so far end in these
  /// Where the last token ends, if it stands in the file.
  std::optional<unsigned> EndInFile;
};

} // namespace

/// Where the macro is used, or the file included, that Loc comes out of.
SourceLocation Layout::placeInFile(SourceLocation Loc) const {
  Loc = NR.SM.getExpansionLoc(Loc);
  while (NR.SM.getFileID(Loc) != File)
    Loc = NR.SM.getExpansionLoc(NR.SM.getIncludeLoc(NR.SM.getFileID(Loc)));
  return Loc;
}

static bool isWord(llvm::StringRef Token) {
  return llvm::isAlnum(Token.front()) || Token.front() == '_';
}

/// A value ends with Token, so that an operator behind it has two operands.
static bool endsValue(llvm::StringRef Token) {
  return (isWord(Token) && Token != "return") || Token == ")" || Token == "]";
}

/// Nobody writes a blank between the tokens Last and Next, and none is needed.
/// Before: what stands in front of Last, if anything.
static bool areGlued(llvm::StringRef Before, llvm::StringRef Last,
                     llvm::StringRef Next) {
  const bool IsCount = Next == "++" || Next == "--";
  if (llvm::is_contained({")", "]", ",", ";"}, Next))
    return true;
  if (Last == "(" ||
      (Last == "[" && Next.front() != '[' && Next.front() != ':'))
    return true;
  if (Last == "!" || Last == "~" || Last == "++" || Last == "--")
    return isWord(Next) || Next == "(";
  if (Last == "-" && !Before.empty() && !endsValue(Before))
    return isWord(Next) || Next == "(";
  if (Last == "." || Last == "->" || Last == "::")
    return isWord(Next) && !llvm::isDigit(Next.front());
  if (!endsValue(Last) || llvm::isDigit(Last.front()))
    return Last == "]" && Next == "[";
  return IsCount || Next == "[" || Next == "." || Next == "->" ||
         Next == "::" ||
         (Next == "(" && isWord(Last) &&
          !llvm::is_contained({"if", "for", "while", "switch"}, Last));
}

ExpandedText::Token Layout::add(SourceLocation Loc) {
  const std::string Spelled = spelling(NR, Loc);
  const SourceLocation At = placeInFile(Loc);
  const unsigned Offset = NR.SM.getFileOffset(At);
  const unsigned OnLine = NR.SM.getLineNumber(File, Offset);
  const bool InFile = At == Loc;
  if (IsFirst) {
    Line = OnLine;
  } else if (OnLine > Line) {
    Text.append(OnLine - Line, '\n');
    Text.append(NR.SM.getColumnNumber(File, Offset) - 1, ' ');
    Line = OnLine;
  } else if (InFile && EndInFile && *EndInFile <= Offset) {
    Text.append(Offset - *EndInFile, ' ');
  } else if (!areGlued(Before, Last, Spelled)) {
    Text += ' ';
  }
  IsFirst = false;
  Before = std::exchange(Last, Spelled);
  ExpandedText::Token T{Loc, static_cast<unsigned>(Text.size()), 0};
  Text += Spelled;
  T.End = static_cast<unsigned>(Text.size());
  EndInFile = std::nullopt;
  if (InFile)
    EndInFile =
        Offset + Lexer::MeasureTokenLength(Loc, NR.SM, NR.Ctx.getLangOpts());
  return T;
}

//===--- The nest's tokens ------------------------------------------------===//

namespace {

/// Into the tokens: all [Begin, End) of the macros that hold some of the nest,
/// the annotation from Annotation on, the loop [For, Past).
struct Extent {
  size_t Begin, Annotation, For, Past, End;
  FileID File;
  unsigned FileBegin, FileEnd;
};

} // namespace

static bool unfit(NestReader &NR, std::string Why) {
  NR.Spans.Expanded->Unfit = {
      ref(NR, SourceRange(NR.SM.getExpansionLoc(keywordOf(NR.In.For)))),
      std::move(Why)};
  return false;
}

static SourceLocation firstOf(const NestReader &NR) {
  return NR.In.Stmt ? NR.In.Stmt->getBeginLoc() : keywordOf(NR.In.For);
}

static std::optional<Extent> extentOf(NestReader &NR, Places Tokens,
                                      const Stmt *LastStatement,
                                      bool HoldsLastToken) {
  const SourceManager &SM = NR.SM;
  Extent E;
  E.Annotation = indexOf(SM, Tokens, firstOf(NR));
  E.For = indexOf(SM, Tokens, keywordOf(NR.In.For));
  size_t Last = indexOf(SM, Tokens, LastStatement->getEndLoc());
  if (!HoldsLastToken)
    ++Last;
  if (E.Annotation > E.For || E.For > Last || Last >= Tokens.size() ||
      (!HoldsLastToken && spelling(NR, Tokens[Last]) != ";"))
    return std::nullopt;
  E.Past = Last + 1;
  const SourceLocation First = SM.getExpansionLoc(Tokens[E.Annotation]);
  const CharSourceRange End = SM.getExpansionRange(Tokens[Last]);
  E.File = SM.getFileID(First);
  if (SM.getFileID(End.getEnd()) != E.File ||
      SM.getFileID(SM.getExpansionLoc(Tokens[E.For])) != E.File)
    return std::nullopt;
  E.FileBegin = SM.getFileOffset(First);
  E.FileEnd = SM.getFileOffset(End.getEnd()) +
              Lexer::MeasureTokenLength(End.getEnd(), SM, NR.Ctx.getLangOpts());
  E.Begin = firstFrom(SM, Tokens, First);
  E.End = firstFrom(SM, Tokens,
                    SM.getLocForStartOfFile(E.File).getLocWithOffset(
                        static_cast<int>(E.FileEnd)));
  return E;
}

/// No other annotated loop comes out of the same macros.
static bool isOnlyLoop(const NestReader &NR) {
  return llvm::none_of(readAnnotations(NR.PP), [&](SourceLocation Where) {
    return NR.Spans.Expanded->Around.contains(Where);
  });
}

/// The text of the tokens, which become those of NR.Spans.Expanded.
static std::string printed(NestReader &NR, FileID File, Places Tokens) {
  ExpandedText &Text = *NR.Spans.Expanded;
  Layout Printed(NR, File);
  for (SourceLocation Loc : Tokens) {
    Text.IndexOf[Loc] = static_cast<unsigned>(Text.Tokens.size());
    Text.Tokens.push_back(Printed.add(Loc));
  }
  return std::move(Printed.Text);
}

bool readExpandedText(NestReader &NR, const Stmt *LastStatement,
                      bool HoldsLastToken) {
  ExpandedText &Text = NR.Spans.Expanded.emplace();
  const auto Record = recordOf(NR.PP);
  if (!Record)
    return unfit(NR, "its tokens were not read here");
  const Places Tokens = Record->places();
  const auto Of = extentOf(NR, Tokens, LastStatement, HoldsLastToken);
  if (!Of)
    return unfit(NR, "it ends in another file than it begins");
  auto Around = [&](size_t Begin, size_t End) {
    Layout Printed(NR, Of->File);
    for (SourceLocation Loc : Tokens.slice(Begin, End - Begin)) {
      Text.Around.insert(Loc);
      Printed.add(Loc);
    }
    return Printed.Text;
  };
  Placement &Place = NR.Nest->Place;
  Place.Before = Around(Of->Begin, Of->Annotation);
  Place.After = Around(Of->Past, Of->End);
  // Who writes the loop alone may well mean all of such a body.
  if (!Place.After.empty() && NR.SM.getExpansionLoc(Tokens[Of->Annotation]) !=
                                  NR.SM.getExpansionLoc(Tokens[Of->Past - 1]))
    return unfit(NR, "");
  if (!isOnlyLoop(NR))
    return unfit(NR,
                 "the macro that it comes out of has other annotated loops");
  NR.Nest->Text =
      printed(NR, Of->File, Tokens.slice(Of->For, Of->Past - Of->For));
  const SourceLocation For = NR.SM.getExpansionLoc(Tokens[Of->For]);
  NR.Spans.File = Of->File;
  NR.Spans.FileText = NR.SM.getBufferData(Of->File);
  NR.Spans.FileBegin = Of->FileBegin;
  NR.Spans.FileEnd = Of->FileEnd;
  NR.Nest->TextColumn = NR.SM.getSpellingColumnNumber(For);
  NR.Nest->Where = ref(NR, SourceRange(For));
  return true;
}

bool readExpandedBody(NestReader &NR, const CompoundStmt *Body) {
  setText(NR, Body->getLBracLoc(), Body->getRBracLoc());
  NR.Spans.Expanded.emplace();
  const auto Record = recordOf(NR.PP);
  if (!Record)
    return false;
  const Places Tokens = Record->places();
  const size_t First = indexOf(NR.SM, Tokens, Body->getLBracLoc()),
               Last = indexOf(NR.SM, Tokens, Body->getRBracLoc());
  if (First > Last || Last >= Tokens.size())
    return false;
  NR.Nest->Text =
      printed(NR, NR.Spans.File, Tokens.slice(First, Last + 1 - First));
  return !whyNotExpanded(NR, NR.Spans.FileBegin, NR.Spans.FileEnd) &&
         !macroAmongTokens(NR, kernelPlace(NR));
}

const ExpandedText::Token *tokenAt(const NestReader &NR, SourceLocation Loc) {
  const ExpandedText &Text = *NR.Spans.Expanded;
  auto It = Text.IndexOf.find(Loc);
  return It == Text.IndexOf.end() ? nullptr : &Text.Tokens[It->second];
}

bool annotationStandsAlone(const NestReader &NR) {
  const auto Record = recordOf(NR.PP);
  const SourceLocation First = firstOf(NR), For = keywordOf(NR.In.For);
  if (!Record || For.isMacroID())
    return false;
  const Places Tokens = Record->places();
  return firstFrom(NR.SM, Tokens, NR.SM.getExpansionLoc(First)) ==
         indexOf(NR.SM, Tokens, First);
}

} // namespace heddle
