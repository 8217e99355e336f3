//===- SourceLines.cpp - Keeping line and column of moved text ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace heddle {

/// Around the text of placedText().
static constexpr llvm::StringLiteral UserBegin = "\1heddle{\n";
static constexpr llvm::StringLiteral UserEnd = "\1heddle}\n";

SourcePosition positionOf(const LoopNest &N, unsigned Offset) {
  llvm::StringRef Text = N.written();
  const Loop &Outer = N.Loops.front();
  unsigned Known = N.isStatement() ? 0 : Outer.BodyBegin;
  auto LinesBefore = [&](unsigned At) {
    return static_cast<unsigned>(Text.substr(0, At).count('\n'));
  };
  SourcePosition P;
  P.Line = Outer.BodyLine - LinesBefore(Known) + LinesBefore(Offset);
  size_t Newline = Text.substr(0, Offset).rfind('\n');
  if (Newline != llvm::StringRef::npos)
    P.Column = Offset - static_cast<unsigned>(Newline);
  else if (N.TextColumn != 0)
    P.Column = N.TextColumn + Offset;
  return P;
}

std::string quoted(llvm::StringRef Text) {
  std::string Out = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

/// Behind it a call of the runtime, or the initializer of an object of its own,
/// begins with a place of the host's code.
static bool beginsPlace(llvm::StringRef Before) {
  const size_t Call = Before.rfind("::heddle::rt::");
  return Call != llvm::StringRef::npos && Before.consume_back("({") &&
         llvm::all_of(Before.substr(Call), [](char C) {
           return llvm::isAlnum(C) || C == '_' || C == ':' || C == ' ';
         });
}

/// The literal that follows is the file's name in a `#line`, in a site's
/// initializer or in a place, and not a literal of the user's.
static bool namesFile(llvm::StringRef Before) {
  llvm::StringRef Line = Before.substr(Before.rfind('\n') + 1);
  if (Line.starts_with("#line ") || beginsPlace(Before))
    return true;
  size_t Site = Before.rfind("const ::heddle::rt::site ");
  return Site != llvm::StringRef::npos && !Before.substr(Site).contains(';');
}

std::string withFileNamed(llvm::StringRef Text, const std::string &Old,
                          const std::string &New) {
  std::string From = quoted(Old), To = quoted(New), Out;
  size_t Begin = 0, At = 0;
  while ((At = Text.find(From, At)) != llvm::StringRef::npos) {
    if (namesFile(Text.take_front(At))) {
      Out += Text.slice(Begin, At);
      Out += To;
      Begin = At + From.size();
    }
    At += From.size();
  }
  return Out + Text.substr(Begin).str();
}

std::string lineDirective(unsigned Line, const std::string &File) {
  return "#line " + std::to_string(Line) + " " + quoted(File) + "\n";
}

std::string placedText(llvm::StringRef Text, SourcePosition Where,
                       const std::string &File) {
  Text = Text.rtrim();
  // Whole blank lines only: what precedes the first token on its own line is
  // its column.
  size_t First = Text.find_first_not_of(" \t\r\n");
  if (First == llvm::StringRef::npos)
    return "";
  llvm::StringRef Blank = Text.substr(0, First);
  size_t Newline = Blank.rfind('\n');
  if (Newline != llvm::StringRef::npos) {
    Where.Line += static_cast<unsigned>(Blank.count('\n'));
    Where.Column = 1;
    Text = Text.substr(Newline + 1);
  }
  std::string Pad(Where.Column > 0 ? Where.Column - 1 : 0, ' ');
  return UserBegin.str() + lineDirective(Where.Line, File) + Pad + Text.str() +
         "\n" + UserEnd.str();
}

std::string forReaders(llvm::StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    auto [Generated, Rest] = Text.split(UserBegin);
    auto [User, After] = Rest.split(UserEnd);
    Out += Generated;
    Out += User;
    Text = After;
  }
  return Out;
}

/// One line, broken only where the preprocessor needs it. Rest: what follows a
/// `#line`, untouched.
static std::string onOneLine(llvm::StringRef Generated, unsigned Line,
                             const std::string &File, llvm::StringRef &Rest) {
  std::string Out;
  bool Open = false;
  while (!Generated.empty()) {
    if (Generated.starts_with("#line")) {
      Rest = Generated;
      break;
    }
    auto [One, After] = Generated.split('\n');
    Generated = After;
    One = One.ltrim(' ');
    if (One.empty() || One.starts_with("//"))
      continue;
    bool IsDirective = One.starts_with("#");
    if (Out.empty() || IsDirective || !Open)
      Out += "\n";
    else
      Out += " ";
    if (!IsDirective && !Open)
      Out += lineDirective(Line, File);
    Open = !IsDirective;
    Out += One;
  }
  return Out.empty() ? Out : Out + "\n";
}

std::string forCompiler(llvm::StringRef Text, unsigned Line,
                        const std::string &File) {
  std::string Out;
  while (!Text.empty()) {
    auto [Generated, Rest] = Text.split(UserBegin);
    llvm::StringRef Verbatim;
    Out += onOneLine(Generated, Line, File, Verbatim);
    Out += Verbatim;
    auto [User, After] = Rest.split(UserEnd);
    Out += User;
    Text = After;
  }
  return Out;
}

} // namespace heddle
