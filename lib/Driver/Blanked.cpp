//===- Blanked.cpp - Text without its tokens ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Driver/Blanked.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

std::string heddle::blanked(const SourceManager &SM, FileID File,
                            unsigned Begin, unsigned &End,
                            const LangOptions &Lang) {
  llvm::StringRef Code = SM.getBufferData(File);
  std::string Text = Code.substr(Begin).str();
  Lexer Raw(SM.getLocForStartOfFile(File), Lang, Code.begin(),
            Code.begin() + Begin, Code.end());
  bool InDirective = false;
  Token Tok;
  while (!Raw.LexFromRawLexer(Tok)) {
    unsigned At = SM.getFileOffset(Tok.getLocation());
    if (Tok.isAtStartOfLine())
      InDirective = Tok.is(tok::hash);
    if (InDirective && End == 0)
      End = At;
    if (End != 0 && At >= End)
      break;
    for (unsigned I = At; !InDirective && I != At + Tok.getLength(); ++I)
      if (Code[I] != '\n' && Code[I] != '\r')
        Text[I - Begin] = ' ';
  }
  Text.resize(End - Begin);
  // Without blanks where a line had nothing but the annotation.
  std::string Result;
  for (llvm::StringRef Rest = Text; !Rest.empty();) {
    auto [Line, Next] = Rest.split('\n');
    bool Ends = Line.size() != Rest.size();
    bool Blank = Line.trim(" \t\r").empty();
    Result += !Ends || !Blank ? Line : Line.ends_with("\r") ? "\r" : "";
    Result += Ends ? "\n" : "";
    Rest = Next;
  }
  return Result;
}
