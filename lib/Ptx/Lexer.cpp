//===- Lexer.cpp - words of PTX -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Lexer.h"

#include "Ptx/Types.h"

#include <cerrno>
#include <cstdlib>
#include <string>

using namespace heddle::ptx;

static bool isDigit(char C) { return C >= '0' && C <= '9'; }

static bool isWord(char C) {
  return isDigit(C) || (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
         C == '_' || C == '$' || C == '%' || C == '.';
}

bool Lexer::take(char C) {
  if (!Now.is(C))
    return false;
  advance();
  return true;
}

bool Lexer::take(std::string_view Name) {
  if (!Now.is(Name))
    return false;
  advance();
  return true;
}

void Lexer::skipBlanks() {
  while (At < Text.size()) {
    const char C = Text[At];
    if (C == '\n') {
      ++Line;
      ++At;
    } else if (C == ' ' || C == '\t' || C == '\r' || C == '\f' || C == '\0') {
      ++At;
    } else if (Text.compare(At, 2, "//") == 0) {
      At = Text.find('\n', At);
      At = At == std::string_view::npos ? Text.size() : At;
    } else if (Text.compare(At, 2, "/*") == 0) {
      std::size_t End = Text.find("*/", At + 2);
      End = End == std::string_view::npos ? Text.size() : End + 2;
      for (; At != End; ++At)
        Line += Text[At] == '\n';
    } else {
      return;
    }
  }
}

/// Digits, and a sign behind the e of a decimal exponent.
std::size_t Lexer::numberEnd(std::size_t From) const {
  const bool Prefixed = Text[From] == '0' && From + 1 < Text.size() &&
                        std::string_view("xXfFdDbB").find(Text[From + 1]) !=
                            std::string_view::npos;
  std::size_t End = From;
  while (End < Text.size() &&
         (isWord(Text[End]) ||
          (!Prefixed && (Text[End] == '-' || Text[End] == '+') &&
           (Text[End - 1] == 'e' || Text[End - 1] == 'E'))))
    ++End;
  return End;
}

void Lexer::advance() {
  skipBlanks();
  Begin = At;
  if (At >= Text.size()) {
    Now = {Token::End, {}, Line};
    return;
  }
  const char C = Text[At];
  std::size_t End = At + 1;
  Token::KindOf Kind = Token::Mark;
  if (isDigit(C)) {
    Kind = Token::Number;
    End = numberEnd(At);
  } else if (isWord(C)) {
    Kind = Token::Word;
    while (End < Text.size() &&
           (isWord(Text[End]) || Text.compare(End, 2, "::") == 0))
      End += Text[End] == ':' ? 2 : 1;
  } else if (C == '"') {
    Kind = Token::Text;
    End = Text.find('"', At + 1);
    End = End == std::string_view::npos ? Text.size() : End + 1;
  }
  Now = {Kind, Text.substr(At, End - At), Line};
  if (Kind == Token::Text && Now.Spelling.size() >= 2)
    Now.Spelling = Now.Spelling.substr(1, Now.Spelling.size() - 2);
  At = End;
}

bool Lexer::skipBraces() {
  for (unsigned Depth = 1; Depth != 0;) {
    const Token T = next();
    if (T.Kind == Token::End)
      return false;
    if (T.is('{'))
      ++Depth;
    else if (T.is('}'))
      --Depth;
  }
  return true;
}

bool heddle::ptx::readInteger(std::string_view Spelling, std::uint64_t &Out) {
  std::string Digits(Spelling);
  if (!Digits.empty() && Digits.back() == 'U')
    Digits.pop_back();
  if (Digits.empty() || !isDigit(Digits[0]))
    return false;
  const bool Binary = Digits.size() > 2 && Digits[0] == '0' &&
                      (Digits[1] == 'b' || Digits[1] == 'B');
  const bool Hex = Digits.size() > 2 && Digits[0] == '0' &&
                   (Digits[1] == 'x' || Digits[1] == 'X');
  const char *From = Digits.c_str() + (Binary || Hex ? 2 : 0);
  char *End = nullptr;
  errno = 0;
  Out = std::strtoull(From, &End,
                      Binary             ? 2
                      : Hex              ? 16
                      : Digits[0] == '0' ? 8
                                         : 10);
  return End != From && *End == '\0' && errno == 0;
}

bool heddle::ptx::readFloat(std::string_view Spelling, std::uint64_t &Bits,
                            bool &IsF32) {
  const std::string Digits(Spelling);
  if (Digits.size() < 2 || !isDigit(Digits[0]))
    return false;
  char *End = nullptr;
  const char Second = Digits[1] | 0x20;
  if (Digits[0] == '0' && (Second == 'f' || Second == 'd')) {
    IsF32 = Second == 'f';
    if (Digits.size() != (IsF32 ? 10u : 18u))
      return false;
    Bits = std::strtoull(Digits.c_str() + 2, &End, 16);
    return *End == '\0';
  }
  if (Digits.find_first_of(".eE") == std::string::npos || Second == 'x')
    return false;
  IsF32 = false;
  Bits = toBits(std::strtod(Digits.c_str(), &End));
  return *End == '\0';
}
