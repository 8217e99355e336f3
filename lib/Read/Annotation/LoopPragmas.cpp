//===- LoopPragmas.cpp - Pragmas that make loops parallel -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Read/Annotation/LoopPragmas.h"
#include "Read/Annotation/TokenRecord.h"
#include "Spelling/Directives.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace heddle {

/// Where each pragma stands, and how many tokens the parser had got before it.
struct LoopPragmas::Notes {
  struct One {
    SourceLocation Where;
    size_t Next;
  };
  std::shared_ptr<const TokenRecord> Tokens;
  std::vector<One> Pragmas;
  /// By the token that follows: the last of its pragmas. Made once it is asked.
  llvm::DenseMap<SourceLocation, size_t> LastBefore;
  size_t Indexed = 0;
  /// All tokens of a file, which is lexed once it is asked.
  llvm::DenseMap<FileID, std::vector<FileToken>> FileTokens;

  void index() {
    for (; Indexed != Pragmas.size(); ++Indexed)
      if (Pragmas[Indexed].Next < Tokens->places().size())
        LastBefore[Tokens->places()[Pragmas[Indexed].Next]] = Indexed;
  }
};

namespace {

using Words = std::vector<std::string>;

/// The tokens of a `_Pragma`'s text.
Words wordsOf(const std::string &Text, const LangOptions &Lang) {
  Lexer Raw(SourceLocation(), Lang, Text.data(), Text.data(),
            Text.data() + Text.size());
  Words Result;
  Token Tok;
  // The last token comes with the end.
  for (bool IsEnd = false; !IsEnd;) {
    IsEnd = Raw.LexFromRawLexer(Tok);
    if (Tok.isNot(tok::eof))
      Result.push_back(Tok.is(tok::raw_identifier)
                           ? Tok.getRawIdentifier().str()
                       : tok::getPunctuatorSpelling(Tok.getKind())
                           ? tok::getPunctuatorSpelling(Tok.getKind())
                           : "");
  }
  return Result;
}

/// The text that a string literal without escapes of characters stands for.
std::string unquoted(llvm::StringRef Literal) {
  Literal = Literal.drop_until([](char C) { return C == '"'; });
  if (!Literal.consume_front("\"") || !Literal.consume_back("\""))
    return "";
  std::string Text;
  for (size_t I = 0; I < Literal.size(); ++I) {
    if (Literal[I] == '\\' && I + 1 < Literal.size())
      ++I;
    Text += Literal[I];
  }
  return Text;
}

/// All that stands between the parentheses of the macro that makes a pragma of
/// its one argument; empty: it is no such macro.
Words argumentsAt(const SourceManager &SM, const LangOptions &Lang,
                  SourceLocation Where, const FileToken &Parameter) {
  const SourceLocation Use =
      Where.isMacroID() ? SM.getImmediateExpansionRange(Where).getBegin()
                        : Where;
  if (Use == Where || Use.isMacroID())
    return {};
  auto [File, Begin] = SM.getDecomposedLoc(Use);
  Words All;
  unsigned Depth = 0;
  for (const FileToken &T : tokensOfLine(SM, File, Lang, Begin)) {
    Depth -= T.Text == ")";
    if (Depth == 0 && T.Text == ")")
      return All;
    if (Depth == 1 && T.Text == "," && Parameter.Text != "__VA_ARGS__")
      return {};
    if (Depth)
      All.push_back(T.Text.str());
    Depth += T.Text == "(";
  }
  return {};
}

/// The words behind `pragma`; empty where the file does not have them.
Words wordsAt(const SourceManager &SM, const LangOptions &Lang,
              SourceLocation Where) {
  auto [File, Begin] = SM.getDecomposedSpellingLoc(Where);
  const std::vector<FileToken> Line = tokensOfLine(SM, File, Lang, Begin);
  Words Result;
  if (Line.size() > 2 && Line[0].Text == "#" && Line[1].Text == "pragma")
    for (const FileToken &T : llvm::drop_begin(Line, 2))
      Result.push_back(T.Text.str());
  else if (Line.size() > 2 && Line[0].Text == "_Pragma" &&
           Line[2].Kind == tok::string_literal)
    Result = wordsOf(unquoted(Line[2].Text), Lang);
  else if (Line.size() > 3 && Line[0].Text == "_Pragma" && Line[2].Text == "#")
    Result = argumentsAt(SM, Lang, Where, Line[3]);
  return Result;
}

/// One pragma.
struct Directive {
  /// An annotation may take its place: it has only words that make threads, or
  /// give them iterations; or it is a hint.
  bool IsReplaced = false;
  bool IsParallel = false, IsHint = false;
  bool MakesThreads = false; ///< in OpenMP others may have made them
  Words Reduced;
};

/// A list `(op : name, name[section], ...)` from its parenthesis on; I ends
/// behind it.
void readReduction(const Words &All, size_t &I, Words &Names) {
  unsigned Depth = 0;
  bool InNames = false, AtName = false;
  for (; I < All.size(); ++I) {
    const std::string &W = All[I];
    if (W == "(" || W == "[")
      ++Depth;
    else if ((W == ")" || W == "]") && --Depth == 0)
      return;
    else if (Depth == 1 && W == ":" && !InNames)
      InNames = AtName = true;
    else if (Depth == 1 && W == "," && InNames)
      AtName = true;
    else if (std::exchange(AtName, false))
      Names.push_back(W);
  }
}

/// The clauses from I on; true if Word is one of them.
bool readClauses(const Words &All, size_t I, llvm::StringRef Word,
                 Words &Reduced) {
  bool Found = false;
  unsigned Depth = 0;
  for (; I < All.size(); ++I) {
    if (Depth == 0 && All[I] == "reduction")
      readReduction(All, ++I, Reduced);
    else if (All[I] == "(")
      ++Depth;
    else if (All[I] == ")")
      --Depth;
    else
      Found |= Depth == 0 && All[I] == Word;
  }
  return Found;
}

/// The words from I on that name a construct; I ends behind them.
std::vector<llvm::StringRef> constructAt(const Words &All, size_t &I,
                                         llvm::ArrayRef<llvm::StringRef> Of) {
  std::vector<llvm::StringRef> Found;
  for (; I < All.size() && llvm::is_contained(Of, All[I]); ++I)
    Found.push_back(All[I]);
  return Found;
}

Directive openmp(const Words &All) {
  size_t I = 1;
  const std::vector<llvm::StringRef> Construct =
      constructAt(All, I,
                  {"target", "teams", "distribute", "parallel", "for", "simd",
                   "loop", "taskloop", "masked", "master"});
  Directive D;
  const bool IsOther =
      I < All.size() &&
      llvm::is_contained({"data", "enter", "exit", "update", "sections"},
                         All[I]);
  if (Construct.empty() || IsOther)
    return D;
  D.IsReplaced = true;
  D.IsHint = Construct.front() == "simd";
  for (llvm::StringRef W : {"for", "distribute", "loop", "taskloop", "target"})
    D.IsParallel |= llvm::is_contained(Construct, W);
  for (llvm::StringRef W : {"parallel", "target", "teams"})
    D.MakesThreads |= llvm::is_contained(Construct, W);
  readClauses(All, I, "", D.Reduced);
  return D;
}

Directive openacc(const Words &All) {
  size_t I = 1;
  const std::vector<llvm::StringRef> Construct =
      constructAt(All, I, {"parallel", "kernels", "loop"});
  Directive D;
  if (Construct.empty())
    return D;
  D.IsReplaced = D.MakesThreads = true;
  const bool IsSequential = readClauses(All, I, "seq", D.Reduced);
  D.IsParallel = !IsSequential && (llvm::is_contained(Construct, "loop") ||
                                   llvm::is_contained(Construct, "kernels"));
  return D;
}

Directive read(const Words &All) {
  if (All.empty())
    return {};
  if (All[0] == "omp")
    return openmp(All);
  if (All[0] == "acc")
    return openacc(All);
  Directive D;
  D.IsReplaced = D.IsHint = isHint(llvm::join(All, " "));
  return D;
}

} // namespace

LoopPragmas::LoopPragmas(Preprocessor &PP)
    : PP(PP), All(std::make_shared<Notes>()) {
  struct Callbacks : PPCallbacks {
    explicit Callbacks(std::shared_ptr<Notes> To) : To(std::move(To)) {}
    void PragmaDirective(SourceLocation Where, PragmaIntroducerKind) override {
      To->Pragmas.push_back({Where, To->Tokens->places().size()});
    }
    std::shared_ptr<Notes> To;
  };
  All->Tokens = recordOf(PP);
  PP.addPPCallbacks(std::make_unique<Callbacks>(All));
}

LoopPragmas::~LoopPragmas() = default;

/// Pragmas in branches of `#if` that this parse does not take, as the first one
/// in
///   #ifdef OFFLOAD
///   #pragma omp target teams distribute
///   #else
///   #pragma omp parallel for
///   #endif
/// stand for the same loop: where the first of those directly before At begins;
/// At without such.
SourceLocation LoopPragmas::overOtherBranches(SourceLocation At) const {
  const SourceManager &SM = PP.getSourceManager();
  if (At.isMacroID())
    return At;
  const auto [File, End] = SM.getDecomposedLoc(At);
  const auto [Of, IsNew] = All->FileTokens.try_emplace(File);
  const std::vector<FileToken> &Tokens = Of->second;
  if (IsNew)
    Of->second = fileTokens(SM, File, PP.getLangOpts(), 0,
                            static_cast<unsigned>(SM.getFileIDSize(File)));
  auto IsMet = [&](SourceLocation Where) {
    return llvm::any_of(All->Pragmas,
                        [&](const Notes::One &P) { return P.Where == Where; });
  };
  const auto Here = llvm::partition_point(
      Tokens, [&, Before = End](const FileToken &T) { return T.At < Before; });
  for (size_t I = static_cast<size_t>(Here - Tokens.begin());
       I > 0 && Tokens[I - 1].InDirective;) {
    do
      --I;
    while (!Tokens[I].StartsDirective);
    if (I + 1 == Tokens.size())
      break;
    const llvm::StringRef Word = Tokens[I + 1].Text;
    const SourceLocation Where = locationAt(SM, File, Tokens[I].At);
    if (Word == "pragma" && !IsMet(Where))
      At = Where;
    else if (!llvm::is_contained(
                 {"if", "ifdef", "ifndef", "elif", "else", "endif"}, Word))
      break;
  }
  return At;
}

LoopPragma LoopPragmas::before(SourceLocation For) const {
  LoopPragma Result = directlyBefore(For);
  const SourceLocation At = Result.Begin.isValid() ? Result.Begin : For;
  const SourceLocation Begin = overOtherBranches(At);
  if (Begin != At)
    Result.Begin = Begin;
  return Result;
}

LoopPragma LoopPragmas::directlyBefore(SourceLocation For) const {
  All->index();
  LoopPragma Result;
  const auto Last = All->LastBefore.find(For);
  if (Last == All->LastBefore.end())
    return Result;
  const size_t Next = All->Pragmas[Last->second].Next;
  bool MakesThreads = false;
  for (size_t I = Last->second + 1; I-- > 0 && All->Pragmas[I].Next == Next;) {
    const SourceLocation Where = All->Pragmas[I].Where;
    const Directive D =
        read(wordsAt(PP.getSourceManager(), PP.getLangOpts(), Where));
    // A pragma that only makes threads stays, unless they share this loop.
    if (!D.IsReplaced || !(D.IsParallel || D.IsHint || Result.IsParallel))
      break;
    Result.Begin = Where;
    Result.IsParallel |= D.IsParallel;
    MakesThreads |= D.MakesThreads;
    llvm::append_range(Result.Reduced, D.Reduced);
  }
  Result.IsShared = Result.IsParallel && !MakesThreads;
  return Result;
}

std::vector<std::string> LoopPragmas::lastBefore(SourceLocation At) const {
  All->index();
  const auto Last = All->LastBefore.find(At);
  return Last == All->LastBefore.end()
             ? Words()
             : wordsAt(PP.getSourceManager(), PP.getLangOpts(),
                       All->Pragmas[Last->second].Where);
}

bool LoopPragmas::isRegion(SourceLocation Brace) const {
  const Directive D = read(lastBefore(Brace));
  return D.MakesThreads && !D.IsParallel;
}

bool LoopPragmas::isAtomicUpdate(SourceLocation Statement) const {
  const Words Found = lastBefore(Statement);
  return Found.size() > 1 && (Found[0] == "omp" || Found[0] == "acc") &&
         Found[1] == "atomic" && llvm::none_of(Found, [](llvm::StringRef W) {
           return llvm::is_contained({"read", "write", "capture", "compare"},
                                     W);
         });
}

} // namespace heddle
