//===- Tokens.cpp - Changes of C++ text by tokens -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Tokens.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <random>
#include <vector>

using namespace heddle;
using llvm::StringRef;

namespace {

struct Token {
  StringRef Before; ///< blanks and comments
  StringRef Text;
};

const StringRef Numbers[] = {
    "0",          "1",           "-1",          "2",           "3",
    "7",          "31",          "32",          "33",          "255",
    "256",        "1024",        "1025",        "65535",       "65536",
    "2147483647", "2147483648u", "4294967295u", "4294967296",  "(-2147483647)",
    "1.5",        "1e9",         "'a'",         "0x7fffffffffffffff",
    "9223372036854775807",       "18446744073709551615u"};

const StringRef Words[] = {
    "bounds",       "step",      "width",     "map",        "inplace",
    "copy",         "noalias",   "reduce",    "reuse",      "heddle",
    "ShiftLB",      "CompressGrid", "PruneGrid", "SplitLast", "FoldLast2",
    "Permute",      "PadLast", "Spread", "Serial",   "GridBlock", "strategy",   "mapping",
    "int",          "unsigned",  "long",      "size_t",     "short",
    "char",         "float",     "double",    "bool",       "const",
    "constexpr",    "static",    "volatile",  "auto",       "template",
    "typename",     "struct",    "if",        "else",       "for",
    "while",        "break",     "continue",  "return",     "sizeof",
    "true",         "false",     "nullptr",   "operator",   "namespace"};

const std::vector<std::vector<StringRef>> Operators = {
    {"<", "<=", ">", ">=", "==", "!="},
    {"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"},
    {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="},
    {"++", "--", "!", "-", "~", "*", "&"},
    {"&&", "||", ","},
    {"(", "[", "{"},
    {")", "]", "}"},
    {";", ","}};

const StringRef Long[] = {"<<=", ">>=", "...", "->*", "<=", ">=", "==", "!=",
                          "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=",
                          "%=",  "&=",  "|=",  "^=",  "<<", ">>", "->", "::"};

bool isWordByte(char C) { return llvm::isAlnum(C) || C == '_'; }

size_t endOfToken(StringRef Rest) {
  if (isWordByte(Rest[0]))
    return std::min(Rest.find_if_not([](char C) {
      return isWordByte(C) || C == '.';
    }), Rest.size());
  if (Rest[0] == '"' || Rest[0] == '\'') {
    size_t End = 1;
    while (End < Rest.size() && Rest[End] != Rest[0] && Rest[End] != '\n')
      End += Rest[End] == '\\' ? 2 : 1;
    return std::min(End + 1, Rest.size());
  }
  for (StringRef Op : Long)
    if (Rest.starts_with(Op))
      return Op.size();
  return 1;
}

std::vector<Token> tokensOf(StringRef Text) {
  std::vector<Token> All;
  while (!Text.empty()) {
    StringRef Whole = Text;
    for (;;) {
      Text = Text.ltrim(" \t\r\n");
      if (!Text.starts_with("//"))
        break;
      Text = Text.drop_until([](char C) { return C == '\n'; });
    }
    Token T{Whole.drop_back(Text.size()), ""};
    if (!Text.empty()) {
      size_t End = endOfToken(Text);
      T.Text = Text.take_front(End);
      Text = Text.drop_front(End);
    }
    All.push_back(T);
  }
  return All;
}

std::string join(llvm::ArrayRef<Token> Tokens) {
  std::string Text;
  for (const Token &T : Tokens) {
    if (T.Before.empty() && !Text.empty() && !T.Text.empty() &&
        isWordByte(Text.back()) && isWordByte(T.Text[0]))
      Text += ' ';
    Text += T.Before;
    Text += T.Text;
  }
  return Text;
}

class Mutator {
public:
  Mutator(std::vector<Token> Tokens, unsigned Seed)
      : Tokens(std::move(Tokens)), Random(Seed) {}

  std::string run() {
    for (unsigned N = 1 + below(3); N != 0 && !Tokens.empty(); --N)
      change();
    return join(Tokens);
  }

private:
  size_t below(size_t N) { return Random() % N; }
  template <class C> StringRef anyOf(const C &From) {
    return From[below(std::size(From))];
  }
  void change();
  void replace(Token &T);

  std::vector<Token> Tokens;
  std::minstd_rand Random;
};

/// By one of its kind.
void Mutator::replace(Token &T) {
  if (!T.Text.empty() && llvm::isDigit(T.Text[0])) {
    T.Text = anyOf(Numbers);
    return;
  }
  for (const std::vector<StringRef> &Likes : Operators)
    if (llvm::is_contained(Likes, T.Text) && below(8) != 0) {
      T.Text = anyOf(Likes);
      return;
    }
  llvm::SmallVector<StringRef> Others;
  for (const Token &Other : Tokens)
    if (!Other.Text.empty() && isWordByte(Other.Text[0]) &&
        Other.Text != T.Text)
      Others.push_back(Other.Text);
  T.Text = Others.empty() || below(4) == 0 ? anyOf(Words) : anyOf(Others);
}

void Mutator::change() {
  size_t At = below(Tokens.size());
  size_t Count = std::min<size_t>(1 + below(4), Tokens.size() - At);
  auto First = Tokens.begin() + At;
  switch (below(9)) {
  case 0:
    Tokens.erase(First, First + Count);
    return;
  case 1: {
    std::vector<Token> Part(First, First + Count);
    Tokens.insert(Tokens.begin() + below(Tokens.size()), Part.begin(),
                  Part.end());
    return;
  }
  case 2:
    std::swap(First->Text, Tokens[below(Tokens.size())].Text);
    return;
  case 3:
    First->Text = Tokens[below(Tokens.size())].Text;
    return;
  case 4:
    Tokens.insert(First, {" ", below(2) ? anyOf(Words) : anyOf(Numbers)});
    return;
  case 5: { // up to the end of a line
    auto Last = std::find_if(First + 1, Tokens.end(), [](const Token &T) {
      return T.Before.contains('\n');
    });
    std::vector<Token> Line(First, Last);
    if (below(2))
      Tokens.erase(First, Last);
    if (!Tokens.empty())
      Tokens.insert(Tokens.begin() + below(Tokens.size()), Line.begin(),
                    Line.end());
    return;
  }
  default:
    replace(*First);
  }
}

} // namespace

std::string heddle::changed(StringRef Text, unsigned Seed) {
  return Mutator(tokensOf(Text), Seed).run();
}

std::string heddle::crossed(StringRef Text, StringRef Other, unsigned Seed) {
  llvm::SmallVector<StringRef> Mine, Theirs;
  Text.split(Mine, '\n');
  Other.split(Theirs, '\n');
  std::minstd_rand Random(Seed);
  size_t From = Random() % Theirs.size();
  size_t Count = 1 + Random() % std::min<size_t>(12, Theirs.size() - From);
  auto Part = llvm::ArrayRef(Theirs).slice(From, Count);
  Mine.insert(Mine.begin() + Random() % (Mine.size() + 1), Part.begin(),
              Part.end());
  return llvm::join(Mine, "\n");
}
