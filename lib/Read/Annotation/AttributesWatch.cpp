//===- AttributesWatch.cpp - Annotations that reach no handler ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang drops an attribute that nobody has registered with a mere warning, and
// a mapping whose names are unknown is an error of the parser, so that neither
// meets the attribute's handler. The tokens of every `[[...]]` are followed
// instead.
//===----------------------------------------------------------------------===//

#include "Diagnostics/Printer.h"
#include "Read/Annotation/Attributes.h"
#include "Read/Annotation/TokenRecord.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

using namespace clang;
using namespace heddle;

namespace {

class TokenWatch {
public:
  TokenWatch(Preprocessor &PP, bool IsPreprocessed)
      : PP(PP), IsPreprocessed(IsPreprocessed) {}
  void see(const Token &T);

private:
  void seeInside(const Token &T);
  void seeName(const Token &T);
  void seeMacroName(const Token &T);
  void close();
  bool inSystemHeader(SourceLocation At);
  void missingHeader(SourceLocation At);
  void report(DiagID ID, SourceLocation Where, llvm::StringRef Argument,
              llvm::StringRef Suggestion = "");

  Preprocessor &PP;
  bool IsPreprocessed;
  /// Where in `[[using scope: scope::name(arguments), ...]]`.
  enum {
    Outside,
    OneBracket,
    Start,
    Using,
    UsingScope,
    Name,
    AfterName
  } At = Outside;
  unsigned Depth = 0; ///< of parentheses, brackets and braces inside
  bool CommonScope = false, Scoped = false;
  Token Last; ///< the identifier that may prove to be a scope
  bool HasLast = false;
  bool SaidHeader = false, SaidLanguage = false;
  llvm::DenseSet<FileID> SaidSystem;
  unsigned MacroTokens = 0; ///< of `HEDDLE ( word`
  SourceLocation MacroLoc;
};

bool isWord(llvm::StringRef Name) {
  return llvm::is_contained(annotationWords(), Name);
}

llvm::StringRef nearest(llvm::StringRef Name) {
  llvm::StringRef Best;
  unsigned Least = 3; // as far as a typing error goes
  for (llvm::StringRef W : annotationWords()) {
    unsigned Distance = Name.edit_distance(W, true, Least);
    if (Distance < Least) {
      Least = Distance;
      Best = W;
    }
  }
  return Best;
}

void TokenWatch::report(DiagID ID, SourceLocation Where,
                        llvm::StringRef Argument, llvm::StringRef Suggestion) {
  if (PP.getLangOpts().CUDAIsDevice ||
      PP.getSourceManager().isInSystemHeader(Where))
    return;
  Report R;
  std::string Rest =
      Suggestion.empty() ? "" : "; did you mean '" + Suggestion.str() + "'?";
  heddle::Diagnostic &D = R.add(
      ID, {Where.getRawEncoding(), Where.getRawEncoding()}, Argument, Rest);
  if (!Suggestion.empty())
    D.fix({Where.getRawEncoding(), Where.getRawEncoding()}, Suggestion.str());
  print(R, PP.getDiagnostics(), PP.getSourceManager(), PP.getLangOpts());
}

/// Before the file's first #include, or before its first token.
SourceLocation includePlace(FileID File, const SourceManager &SM,
                            const LangOptions &Lang) {
  Lexer Raw(File, SM.getBufferOrFake(File), SM, Lang);
  Token T;
  SourceLocation First, Hash;
  while (!Raw.LexFromRawLexer(T)) {
    if (First.isInvalid() && T.isNot(tok::eof))
      First = T.getLocation();
    if (T.is(tok::hash) && T.isAtStartOfLine())
      Hash = T.getLocation();
    else if (Hash.isValid() && T.is(tok::raw_identifier) &&
             T.getRawIdentifier() == "include")
      return Hash;
    else
      Hash = SourceLocation();
  }
  return First.isValid() ? First : SM.getLocForStartOfFile(File);
}

void TokenWatch::missingHeader(SourceLocation Where) {
  if (SaidHeader || PP.getLangOpts().CUDAIsDevice ||
      PP.isMacroDefined("HEDDLE"))
    return;
  if (IsPreprocessed)
    return;
  SourceManager &SM = PP.getSourceManager();
  if (SM.isInSystemHeader(Where))
    return;
  SaidHeader = true;
  Report R;
  SourceLocation Place = includePlace(SM.getFileID(SM.getExpansionLoc(Where)),
                                      SM, PP.getLangOpts());
  R.add(DiagID::HD104, {Where.getRawEncoding(), Where.getRawEncoding()})
      .fix({Place.getRawEncoding(), Place.getRawEncoding()},
           "#include <heddle/heddle.h>\n", /*Insert=*/true);
  print(R, PP.getDiagnostics(), SM, PP.getLangOpts());
}

/// Annotations in system headers are left alone, which is said once a header
/// where the first file that is none includes it.
bool TokenWatch::inSystemHeader(SourceLocation Where) {
  const SourceManager &SM = PP.getSourceManager();
  SourceLocation At = SM.getExpansionLoc(Where);
  if (!SM.isInSystemHeader(At))
    return false;
  if (!SaidSystem.insert(SM.getFileID(At)).second)
    return true;
  llvm::StringRef Header = SM.getFilename(At);
  while (At.isValid() && SM.isInSystemHeader(At))
    At = SM.getIncludeLoc(SM.getFileID(At));
  if (At.isValid())
    report(DiagID::HD634, At, Header);
  return true;
}

void TokenWatch::seeName(const Token &T) {
  const IdentifierInfo *II = T.getIdentifierInfo();
  // A function says of itself what needs nothing else.
  if (!II || II->isStr(spelling(Word::Pure)) || inSystemHeader(T.getLocation()))
    return;
  if (!PP.getLangOpts().CPlusPlus) {
    if (!SaidLanguage)
      report(DiagID::HD116, T.getLocation(), II->getName());
    SaidLanguage = true;
    return;
  }
  if (isWord(II->getName()))
    return missingHeader(T.getLocation());
  report(DiagID::HD103, T.getLocation(), II->getName(), nearest(II->getName()));
  // The parser would say the same once more. Where, it says only behind the
  // loop; this compilation has failed, so no other such warning is missed.
  for (unsigned Again : {diag::warn_unknown_attribute_ignored,
                         diag::warn_unknown_attribute_ignored_suggestion})
    PP.getDiagnostics().setSeverity(Again, diag::Severity::Ignored, {});
}

/// The end of one attribute: only now is it known whether the last identifier
/// was its name.
void TokenWatch::close() {
  if (HasLast && (Scoped || CommonScope))
    seeName(Last);
  HasLast = Scoped = false;
}

void TokenWatch::seeInside(const Token &T) {
  if (Depth == 0 && T.is(tok::r_square)) {
    close();
    At = Outside;
    return;
  }
  if (T.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
    close();
    ++Depth;
    return;
  }
  if (T.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
    if (Depth)
      --Depth;
    return;
  }
  if (Depth)
    return;
  if (T.is(tok::kw_using) && At == Start) {
    At = Using;
  } else if (At == Using) {
    CommonScope =
        T.getIdentifierInfo() && T.getIdentifierInfo()->isStr("heddle");
    At = UsingScope;
  } else if (T.is(tok::comma)) {
    close();
  } else if (T.is(tok::coloncolon)) {
    Scoped = HasLast && Last.getIdentifierInfo()->isStr("heddle");
    HasLast = false;
    At = Name;
  } else if (T.getIdentifierInfo()) {
    if (At != Name)
      Scoped = false;
    Last = T;
    HasLast = true;
    At = AfterName;
  }
}

/// `HEDDLE(map(...))` where nothing defines HEDDLE.
void TokenWatch::seeMacroName(const Token &T) {
  const IdentifierInfo *II = T.getIdentifierInfo();
  if (MacroTokens == 0 && II && II->isStr("HEDDLE")) {
    MacroTokens = 1;
    MacroLoc = T.getLocation();
  } else if (MacroTokens == 1 && T.is(tok::l_paren)) {
    MacroTokens = 2;
  } else {
    if (MacroTokens == 2 && II && isWord(II->getName()) &&
        PP.getLangOpts().CPlusPlus)
      missingHeader(MacroLoc);
    MacroTokens = 0;
  }
}

void TokenWatch::see(const Token &T) {
  if (T.isAnnotation())
    return;
  switch (At) {
  case Outside:
    if (T.is(tok::l_square))
      At = OneBracket;
    else
      seeMacroName(T);
    return;
  case OneBracket:
    At = T.is(tok::l_square) ? Start : Outside;
    Depth = 0;
    CommonScope = Scoped = HasLast = false;
    return;
  default:
    seeInside(T);
  }
}

} // namespace

void heddle::installAnnotations(Preprocessor &PP, bool IsPreprocessed) {
  watchAnnotations(PP, nullptr);
  auto Watch = std::make_shared<TokenWatch>(PP, IsPreprocessed);
  PP.setTokenWatcher([Watch, Record = recordTokens(PP)](const Token &T) {
    Watch->see(T);
    Record->see(T);
  });
}
