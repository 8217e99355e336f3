//===- Expansion.cpp - Whether expanded text may stand for macros ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One text is for nvcc, clang and g++, with whatever flags the user gives them.
// A macro that the nest's own file defines in one way alone is the same for
// all. Where it depends on conditions, the output has a check of these, if they
// are about macros of the program; so it has of the text of macros that other
// files of the program and options define. Nothing that compilers define for
// themselves is to be relied on, and nor are names pasted together.
//===----------------------------------------------------------------------===//
#include "Spelling/Expansion.h"
#include "Spelling/Conditionals.h"
#include "Spelling/Definitions.h"
#include "Spelling/Directives.h"
#include "Spelling/MacroText.h"
#include "Spelling/NestText.h"
#include "Spelling/Preprocessing.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace clang;

namespace heddle {

namespace {

class ExpansionChecker {
public:
  ExpansionChecker(NestReader &NR, unsigned Begin, unsigned End)
      : NR(NR), PP(NR.PP), SM(NR.SM), Read(readDefinitions(NR.PP)),
        First(locationAt(SM, NR.Spans.File, Begin)),
        Past(locationAt(SM, NR.Spans.File, End)),
        Checked(NR.isInCopy() ? locationAt(SM, NR.home()->Spans.File,
                                           NR.home()->Spans.FileBegin)
                              : First) {}

  std::optional<Note> run();

private:
  bool refuse(SourceLocation Where, std::string Why) {
    if (!Reason)
      Reason = Note{ref(NR, SourceRange(Where)), std::move(Why)};
    return false;
  }
  bool isBefore(SourceLocation A, SourceLocation B) const {
    return SM.isBeforeInTranslationUnit(A, B);
  }
  bool isInside(SourceLocation Loc) const {
    return !isBefore(Loc, First) && isBefore(Loc, Past);
  }
  /// Loc lies between the text and the place where the output checks macros.
  bool isBetween(SourceLocation Loc) const {
    return (isBefore(First, Loc) && isBefore(Loc, Checked) && !isInside(Loc)) ||
           (isBefore(Checked, Loc) && isBefore(Loc, First));
  }
  bool readFile(FileID File, unsigned Begin, unsigned End);
  bool readDirective(FileID File, llvm::ArrayRef<FileToken> Directive,
                     ConditionalGroups &Groups);
  std::optional<bool> follow(const ConditionPlace &C);
  bool settle(llvm::StringRef Name, SourceLocation At);
  bool settleOne(const IdentifierInfo *II, const MacroInfo *M,
                 SourceLocation At);
  bool settleOrigin(const IdentifierInfo *II, const MacroInfo *M,
                    SourceLocation At);
  bool settleDefinition(const Definition &D, const MacroInfo *M,
                        llvm::StringRef Name, SourceLocation At);
  bool pragmasAreHints(const MacroInfo *M) const;
  std::optional<TextCondition> lasting(const ConditionPlace &C);
  bool pinValue(llvm::StringRef Name, const MacroInfo *M);
  bool pinText(llvm::StringRef Name);
  bool isRestored(llvm::StringRef Name);

  NestReader &NR;
  Preprocessor &PP;
  SourceManager &SM;
  const Definitions Read;
  SourceLocation First, Past;
  /// The nest's first byte: that of the text, or of the nest that calls the
  /// function whose text it is.
  SourceLocation Checked;
  std::optional<Note> Reason;
  llvm::StringSet<> Defined; ///< inside
  llvm::StringSet<> Settled;
};

} // namespace

/// The only token that M stands for; empty where it stands for something else.
static std::string onlyToken(const Preprocessor &PP, const MacroInfo *M) {
  return M && M->isObjectLike() && M->tokens().size() == 1
             ? PP.getSpelling(M->tokens().front())
             : "";
}

/// An integer can be compared by the preprocessor, to which what is no number
/// is 0. Another spelling may have another type, or be a sum.
bool ExpansionChecker::pinValue(llvm::StringRef Name, const MacroInfo *M) {
  const std::string Value = onlyToken(PP, M);
  uint64_t Number;
  if (llvm::StringRef(Value).rtrim("uUlL").getAsInteger(0, Number) ||
      Number == 0 || Defined.contains(Name))
    return false;
  pin(NR,
      {("defined ( " + Name + " ) && " + Name + " == " + Value).str(), true,
       ("::heddle::rt::same_text(HEDDLE_TEXT(" + Name + "), \"" + Value + "\")")
           .str()});
  return true;
}

/// Files of the program may change without this one, and options between two
/// builds: the output compares what the macro stands for where the nest is.
bool ExpansionChecker::pinText(llvm::StringRef Name) {
  const std::optional<MacroText> There =
      macroText(PP, PP.getIdentifierInfo(Name), First);
  if (!There || Defined.contains(Name))
    return false;
  std::string Quoted;
  llvm::raw_string_ostream(Quoted).write_escaped(There->Text);
  pin(NR, {("defined ( " + Name + " )").str(), true,
           "::heddle::rt::same_text(HEDDLE_TEXT(" + There->Use + "), \"" +
               Quoted + "\")"});
  return true;
}

/// M_PI, FLT_MAX, INT_MAX and their like, which are the same number for all
/// compilers of one platform, and what compilers define for these.
static bool isOfPlatform(const SourceManager &SM, llvm::StringRef Name,
                         const MacroInfo *M, llvm::StringRef Only) {
  static const llvm::Regex Limit(
      "^(__)?((FLT|DBL)_(MIN|MAX|EPSILON|DIG|MANT_DIG|TRUE_MIN|DENORM_MIN|(MIN|"
      "MAX)(_10)?_EXP)|U?(SCHAR|CHAR|SHRT|INT|LONG|LLONG|LONG_LONG)_(MIN|MAX)|"
      "CHAR_BIT)(__)?$");
  const llvm::StringRef File =
      llvm::sys::path::filename(SM.getFilename(M->getDefinitionLoc()));
  if (Name.starts_with("M_"))
    return !Only.empty() && llvm::isDigit(Only.front()) && File == "math.h";
  return Limit.match(Name) &&
         (File == "float.h" || File == "__float_float.h" ||
          File == "limits.h" ||
          SM.isWrittenInBuiltinFile(M->getDefinitionLoc()));
}

/// The condition where it is the same at its place and at the nest, with these
/// flags and any others: nothing in between is said about its macros.
std::optional<TextCondition>
ExpansionChecker::lasting(const ConditionPlace &C) {
  std::optional<TextCondition> Here =
      conditionAt(PP, C.Where, C.Directive, C.Words);
  const std::optional<TextCondition> There =
      conditionAt(PP, First, C.Directive, C.Words);
  if (!Here || !There || Here->Holds != There->Holds)
    return std::nullopt;
  bool Lasts = true;
  for (llvm::StringRef Word : C.Words)
    forEachMacro(PP, Word, C.Where,
                 [&](const IdentifierInfo *II, const MacroInfo *) {
                   for (const Definition &D : Read.ByName.lookup(II->getName()))
                     Lasts &= isBefore(D.Where, C.Where) &&
                              isBefore(D.Where, First) && !isBetween(D.Where);
                   return Lasts;
                 });
  return Lasts ? Here : std::nullopt;
}

//===--- The text ---------------------------------------------------------===//

std::optional<bool> ExpansionChecker::follow(const ConditionPlace &C) {
  const std::optional<TextCondition> Found = lasting(C);
  if (!Found)
    return std::nullopt;
  pin(NR, *Found);
  return Found->Holds;
}

bool ExpansionChecker::readDirective(FileID File,
                                     llvm::ArrayRef<FileToken> Directive,
                                     ConditionalGroups &Groups) {
  const SourceLocation Where = locationAt(SM, File, Directive.front().At);
  const llvm::StringRef Word =
      Directive.size() > 1 ? Directive[1].Text : llvm::StringRef();
  ConditionPlace Here{Where, Word, {}};
  for (const FileToken &T :
       Directive.drop_front(std::min<size_t>(2, Directive.size())))
    Here.Words.push_back(T.Text);
  const unsigned End = Directive.back().end();
  if (isOfConditionals(Word))
    return Groups.follow(Word, [&] { return follow(Here); }) ||
           refuse(Where, "other compilers, or other flags, may take another "
                         "branch here");
  if (!Groups.areTaken() || Word.empty())
    return true;
  if ((Word == "define" || Word == "undef") && !Here.Words.empty()) {
    Defined.insert(Here.Words.front());
    Settled.clear();
    return true;
  }
  if (Word == "include") {
    if (Directive.size() > 2 && Directive[2].Kind == tok::raw_identifier)
      return refuse(Where, "a macro names the file that is included here");
    const unsigned Begin = Directive.front().At;
    for (FileID Included : Inclusions(SM).at(File, Begin, End))
      if (SM.isInSystemHeader(SM.getLocForStartOfFile(Included)) ||
          !readFile(Included, 0, SM.getFileIDSize(Included)))
        return refuse(Where, "a header of the system is included here");
    return true;
  }
  const llvm::StringRef Words =
      Here.Words.empty() ? llvm::StringRef()
                         : SM.getBufferData(File).slice(Directive[2].At, End);
  const bool IsInLoop =
      !SM.isBeforeInTranslationUnit(Where, NR.In.Nest->getBeginLoc());
  return (Word == "pragma" &&
          (isHint(Words, IsInLoop) || isAboutWarnings(Words))) ||
         refuse(Where, "the directive here cannot be left out");
}

/// Settles all that the bytes name, and follows their directives.
bool ExpansionChecker::readFile(FileID File, unsigned Begin, unsigned End) {
  const std::vector<FileToken> Tokens =
      fileTokens(SM, File, NR.Ctx.getLangOpts(), Begin, End);
  ConditionalGroups Groups;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const FileToken &T = Tokens[I];
    const SourceLocation At = locationAt(SM, File, T.At);
    if (T.StartsDirective) {
      const size_t Last = endOfDirective(Tokens, I);
      if (!readDirective(File, llvm::ArrayRef(Tokens).slice(I, Last - I),
                         Groups))
        return false;
      I = Last - 1;
      continue;
    }
    if (!Groups.areTaken() || T.Kind != tok::raw_identifier)
      continue;
    const bool IsHint = T.Text == "_Pragma" && I + 2 < Tokens.size() &&
                        isHint(Tokens[I + 2].Text.trim("\""));
    if (T.Text == "_Pragma" && !IsHint)
      return refuse(At, "the pragma here cannot be left out");
    if (!settle(T.Text, At))
      return false;
  }
  return !Groups.areOpen() ||
         refuse(Past, "a conditional around the end of the loop goes on here");
}

//===--- Macros -----------------------------------------------------------===//

/// Each `_Pragma("...")` that M stands for advises a compiler.
bool ExpansionChecker::pragmasAreHints(const MacroInfo *M) const {
  llvm::ArrayRef<Token> Tokens = M->tokens();
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const IdentifierInfo *II = Tokens[I].getIdentifierInfo();
    if (!II || !II->isStr("_Pragma"))
      continue;
    if (I + 3 >= Tokens.size() || Tokens[I + 2].isNot(tok::string_literal) ||
        Tokens[I + 3].isNot(tok::r_paren))
      return false;
    const std::string Text = PP.getSpelling(Tokens[I + 2]);
    if (!isHint(llvm::StringRef(Text).trim("\"")))
      return false;
  }
  return true;
}

/// M is defined in the file of the nest, and stands for what its tokens say; or
/// the output compares what it stands for.
bool ExpansionChecker::settleOrigin(const IdentifierInfo *II,
                                    const MacroInfo *M, SourceLocation At) {
  const std::string Name = ("'" + II->getName() + "'").str();
  const SourceLocation Where = M->getDefinitionLoc();
  if (M->isBuiltinMacro())
    return refuse(At, Name + " differs with the place or the compiler");
  if (SM.isWrittenInCommandLineFile(Where))
    return pinValue(II->getName(), M) || pinText(II->getName()) ||
           refuse(At, Name + " is defined by an option, and its text cannot be "
                             "compared");
  if (SM.isWrittenInBuiltinFile(Where) || SM.isInSystemHeader(Where))
    return isOfPlatform(SM, II->getName(), M, onlyToken(PP, M)) ||
           refuse(At, Name + (SM.isInSystemHeader(Where)
                                  ? " is defined by a header of the system"
                                  : " is defined by the compiler"));
  if (!pragmasAreHints(M))
    return refuse(At, "the pragma in " + Name + " cannot be left out");
  if (SM.getFileID(Where) != NR.Spans.File)
    return pinText(II->getName()) ||
           refuse(At, Name + " is defined in another file, and its text cannot "
                             "be compared");
  const bool IsRead =
      llvm::any_of(Read.ByName.lookup(II->getName()),
                   [&](const Definition &D) { return D.Where == Where; });
  if (!IsRead)
    return refuse(At, Name + " is defined where this was not read");
  if (llvm::any_of(M->tokens(),
                   [](const Token &T) { return T.is(tok::hashhash); }))
    return refuse(At, Name + " pastes names together, which may be macros");
  for (SourceLocation Other : Read.Unread)
    if (isBefore(Where, Other) && isBefore(Other, First))
      return refuse(Other, "another file than was read may be included here, "
                           "and define " +
                               Name);
  return true;
}

/// D says something of Name before the end of the text.
bool ExpansionChecker::settleDefinition(const Definition &D, const MacroInfo *M,
                                        llvm::StringRef Name,
                                        SourceLocation At) {
  std::vector<TextCondition> Found;
  bool Last = true;
  for (const ConditionPlace &C : D.On) {
    // Conditionals of the text are followed; those around all of it hold.
    if (isInside(C.Where) || isInside(D.Where))
      continue;
    if (std::optional<TextCondition> One = lasting(C))
      Found.push_back(std::move(*One));
    else if (conditionAt(PP, C.Where, C.Directive, C.Words))
      Last = false;
    else
      return refuse(D.Where, "it depends on the compiler whether '" +
                                 Name.str() + "' is defined here");
  }
  if (!Last)
    return pinValue(Name, M) || pinText(Name) ||
           refuse(D.Where, "it depends on conditions that have changed since "
                           "whether '" +
                               Name.str() + "' is defined here");
  for (TextCondition &C : Found)
    pin(NR, std::move(C));
  return true;
}

bool ExpansionChecker::settleOne(const IdentifierInfo *II, const MacroInfo *M,
                                 SourceLocation At) {
  if (II->isStr("HEDDLE") || II->isStr("_Pragma") || II->isStr("__VA_ARGS__") ||
      II->isStr("__VA_OPT__"))
    return true;
  if (M && !settleOrigin(II, M, At))
    return false;
  const auto &Said = Read.ByName.lookup(II->getName());
  if (llvm::any_of(Said,
                   [&](const Definition &D) { return isBetween(D.Where); }) ||
      (Checked != First &&
       !isSameMacro(PP, M,
                    PP.getMacroDefinitionAtLoc(II, Checked).getMacroInfo())))
    return refuse(At, ("'" + II->getName() +
                       "' may mean something else where the loop is")
                          .str());
  for (const Definition &D : Said)
    if (isBefore(D.Where, Past) && !settleDefinition(D, M, II->getName(), At))
      return false;
  return true;
}

/// The identifier Name stands for the same at this place wherever the checks of
/// the output hold.
bool ExpansionChecker::settle(llvm::StringRef Name, SourceLocation At) {
  if (!Settled.insert(Name).second)
    return true;
  bool Good = true;
  forEachMacro(PP, Name, At, [&](const IdentifierInfo *II, const MacroInfo *M) {
    return Good = settleOne(II, M, At);
  });
  return Good;
}

/// The text has no `#define` any more, behind which others may stand.
bool ExpansionChecker::isRestored(llvm::StringRef Name) {
  const IdentifierInfo *II = PP.getIdentifierInfo(Name);
  return isSameMacro(PP, PP.getMacroDefinitionAtLoc(II, First).getMacroInfo(),
                     PP.getMacroDefinitionAtLoc(II, Past).getMacroInfo()) ||
         refuse(Past, "'" + Name.str() +
                          "' is defined in the loop and still is behind it");
}

std::optional<Note> ExpansionChecker::run() {
  auto [File, Begin] = SM.getDecomposedLoc(First);
  for (SourceLocation Where : Read.Hidden)
    if (isBefore(Where, Past) || isBetween(Where)) {
      refuse(Where, "macros may change here without a directive that says so");
      return Reason;
    }
  for (SourceLocation Where : Read.Unread)
    if (isBetween(Where)) {
      refuse(Where, "another file than was read may be included here");
      return Reason;
    }
  if (readFile(File, Begin, SM.getFileOffset(Past)))
    for (const auto &Entry : Defined)
      if (!isRestored(Entry.getKey()))
        break;
  return Reason;
}

std::optional<Note> whyNotExpanded(NestReader &NR, unsigned Begin,
                                   unsigned End) {
  return ExpansionChecker(NR, Begin, End).run();
}

std::optional<Note> macroAmongTokens(NestReader &NR, SourceLocation At) {
  llvm::SmallString<32> Buffer;
  const auto SpellingOf = [&](SourceLocation Loc) {
    return Lexer::getSpelling(NR.SM.getSpellingLoc(Loc), Buffer, NR.SM,
                              NR.Ctx.getLangOpts());
  };
  // Without arguments behind it the name of a macro that takes some is a name.
  const auto Look = [&](SourceLocation Loc,
                        bool IsCalled) -> std::optional<Note> {
    const std::string Text = SpellingOf(Loc).str();
    if (!llvm::isAlpha(Text.front()) && Text.front() != '_')
      return std::nullopt;
    const MacroInfo *M =
        NR.PP.getMacroDefinitionAtLoc(NR.PP.getIdentifierInfo(Text), At)
            .getMacroInfo();
    if (!M || (M->isFunctionLike() && !IsCalled))
      return std::nullopt;
    return Note{ref(NR, SourceRange(M->getDefinitionLoc())),
                "'" + Text + "' is a macro where that would stand"};
  };
  const std::vector<ExpandedText::Token> &Tokens = NR.Spans.Expanded->Tokens;
  for (size_t I = 0; I != Tokens.size(); ++I) {
    const bool IsCalled =
        I + 1 == Tokens.size() || SpellingOf(Tokens[I + 1].Loc) == "(";
    if (std::optional<Note> Found = Look(Tokens[I].Loc, IsCalled))
      return Found;
  }
  for (SourceLocation Loc : NR.Spans.Expanded->Around)
    if (std::optional<Note> Found = Look(Loc, /*IsCalled=*/true))
      return Found;
  return std::nullopt;
}

} // namespace heddle
