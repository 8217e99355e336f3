//===- Directives.cpp - Tokens of a file and its directives ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Spelling/Directives.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace heddle {

SourceLocation locationAt(const SourceManager &SM, FileID File,
                          unsigned Offset) {
  return SM.getLocForStartOfFile(File).getLocWithOffset(
      static_cast<int>(Offset));
}

std::vector<FileToken> fileTokens(const SourceManager &SM, FileID File,
                                  const LangOptions &Lang, unsigned Begin,
                                  unsigned End) {
  const llvm::StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Lang, Text.begin(),
            Text.begin() + Begin, Text.end());
  std::vector<FileToken> Result;
  bool InDirective = false;
  Token Tok;
  while (true) {
    Raw.LexFromRawLexer(Tok);
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (Tok.is(tok::eof) || At >= End)
      return Result;
    bool Starts = Tok.is(tok::hash) && Tok.isAtStartOfLine();
    if (Tok.isAtStartOfLine())
      InDirective = Starts;
    Result.push_back({Tok.getKind(), At, Text.substr(At, Tok.getLength()),
                      Starts, InDirective});
  }
}

std::vector<FileToken> tokensOfLine(const SourceManager &SM, FileID File,
                                    const LangOptions &Lang, unsigned Begin) {
  const llvm::StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Lang, Text.begin(),
            Text.begin() + Begin, Text.end());
  std::vector<FileToken> Result;
  Token Tok;
  for (Raw.LexFromRawLexer(Tok);
       Tok.isNot(tok::eof) && (Result.empty() || !Tok.isAtStartOfLine());
       Raw.LexFromRawLexer(Tok)) {
    const unsigned At = SM.getFileOffset(Tok.getLocation());
    Result.push_back({Tok.getKind(), At, Text.substr(At, Tok.getLength())});
  }
  return Result;
}

size_t endOfDirective(llvm::ArrayRef<FileToken> Tokens, size_t I) {
  size_t End = I + 1;
  while (End < Tokens.size() && Tokens[End].InDirective &&
         !Tokens[End].StartsDirective)
    ++End;
  return End;
}

std::vector<size_t> namesInClauses(llvm::ArrayRef<FileToken> Directive,
                                   llvm::ArrayRef<llvm::StringRef> Clauses) {
  std::vector<size_t> Names;
  if (Directive.size() < 3 || Directive[1].Text != "pragma" ||
      Directive[2].Text != "omp")
    return Names;
  unsigned Depth = 0; // of brackets in such a clause
  for (size_t I = 3; I + 1 < Directive.size(); ++I) {
    const llvm::StringRef Before = Directive[I - 1].Text,
                          Here = Directive[I].Text,
                          Behind = Directive[I + 1].Text;
    if (Depth == 0)
      Depth = Here == "(" && llvm::is_contained(Clauses, Before);
    else if (Here == "(" || Here == "[")
      ++Depth;
    else if (Here == ")" || Here == "]")
      --Depth;
    else if (Depth == 1 && Directive[I].Kind == tok::raw_identifier &&
             llvm::is_contained({"(", ",", ":"}, Before) &&
             llvm::is_contained({",", ")"}, Behind))
      Names.push_back(I);
  }
  return Names;
}

bool isOfConditionals(llvm::StringRef Directive) {
  return llvm::is_contained(
      {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"},
      Directive);
}

/// A directive of OpenMP or OpenACC that is a statement by itself.
static bool standsAlone(llvm::StringRef Words) {
  static const llvm::Regex Alone(
      "^(omp +(barrier|taskwait|taskyield|flush|cancel|cancellation +point|"
      "interop|nothing|threadprivate|"
      "target +(update|enter +data|exit +data))|"
      "acc +(update|wait|init|shutdown|set|enter +data|exit +data))"
      "( *$|[^a-zA-Z0-9_])");
  return Alone.match(Words);
}

bool leavesLoopsAlone(llvm::StringRef Words) {
  Words = Words.ltrim();
  if (standsAlone(Words))
    return true;
  for (llvm::StringRef Vendor : {"GCC", "clang"})
    if (Words.consume_front(Vendor)) {
      llvm::StringRef Second = Words.ltrim();
      return !llvm::any_of(
          llvm::ArrayRef<llvm::StringRef>{"unroll", "nounroll", "ivdep",
                                          "novector", "loop", "__debug"},
          [&](llvm::StringRef W) { return Second.starts_with(W); });
    }
  llvm::StringRef First =
      Words.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  return llvm::is_contained({"STDC",
                             "comment",
                             "diag_default",
                             "diag_error",
                             "diag_suppress",
                             "diag_warning",
                             "endregion",
                             "endscop",
                             "mark",
                             "message",
                             "nv_diag_default",
                             "nv_diag_error",
                             "nv_diag_once",
                             "nv_diag_suppress",
                             "nv_diag_warning",
                             "nv_diagnostic",
                             "nv_exec_check_disable",
                             "once",
                             "pack",
                             "pop_macro",
                             "push_macro",
                             "region",
                             "scop",
                             "warning",
                             "weak"},
                            First);
}

/// Threads share a loop, or take turns: one of them alone does the same, unless
/// it has variables of its own that C++ knows nothing of. Words: behind `omp`
/// or `acc`.
static bool sharesLoop(llvm::StringRef Words) {
  static const llvm::Regex Construct(
      "^ *(atomic|critical|(parallel +)?(for|loop))( *$|[^a-zA-Z0-9_])"),
      Private("(^|[^a-zA-Z0-9_])(first)?private *\\(");
  return Construct.match(Words) && !Private.match(Words);
}

/// The first word, which Words loses.
static llvm::StringRef takeWord(llvm::StringRef &Words) {
  Words = Words.ltrim();
  const llvm::StringRef Word =
      Words.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
  Words = Words.drop_front(Word.size());
  return Word;
}

static bool isOfThreads(llvm::StringRef Vendor) {
  return Vendor == "omp" || Vendor == "acc";
}

bool isHint(llvm::StringRef Words) {
  const llvm::StringRef Vendor = takeWord(Words);
  if (isOfThreads(Vendor))
    return sharesLoop(Words) || takeWord(Words) == "simd";
  if (Vendor == "clang")
    return takeWord(Words) == "loop";
  const llvm::StringRef Word = Vendor == "GCC" ? takeWord(Words) : Vendor;
  return llvm::is_contained({"unroll", "nounroll", "ivdep", "vector",
                             "novector", "simd", "loop_count", "unroll_and_jam",
                             "nounroll_and_jam"},
                            Word);
}

bool isHint(llvm::StringRef Words, bool IsInLoop) {
  llvm::StringRef Rest = Words;
  const bool IsShared = isOfThreads(takeWord(Rest)) && sharesLoop(Rest);
  return isHint(Words) && (IsInLoop || !IsShared);
}

bool isAboutWarnings(llvm::StringRef Words) {
  Words = Words.ltrim();
  return (Words.consume_front("GCC") || Words.consume_front("clang")) &&
         Words.ltrim().starts_with("diagnostic");
}

bool isForeign(llvm::StringRef Words) {
  const llvm::StringRef First = Words.ltrim().take_while(llvm::isAlnum);
  return llvm::is_contained({"acc", "hmpp", "hmppcg"}, First) &&
         !leavesLoopsAlone(Words);
}

} // namespace heddle
