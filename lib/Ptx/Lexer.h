//===- Lexer.h - words of PTX ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_LEXER_H
#define HEDDLE_PTX_LEXER_H

#include <cstdint>
#include <string_view>

namespace heddle::ptx {

struct Token {
  enum KindOf : std::uint8_t {
    End,
    Word,   ///< names, registers, directives, instructions with their dots
    Number, ///< as it stands: "12", "0x1F", "0f3F800000", "1.5"
    Text,   ///< between quotes
    Mark    ///< one character
  };
  KindOf Kind = End;
  std::string_view Spelling;
  unsigned Line = 0;

  bool is(char C) const {
    return Kind == Mark && Spelling.size() == 1 && Spelling[0] == C;
  }
  bool is(std::string_view Name) const {
    return Kind == Word && Spelling == Name;
  }
};

/// Reads one token after the other; comments and blanks are passed over.
class Lexer {
public:
  /// The first character is on line `Line`.
  Lexer(std::string_view Text, unsigned Line) : Text(Text), Line(Line) {
    advance();
  }

  const Token &peek() const { return Now; }
  Token next() {
    const Token T = Now;
    advance();
    return T;
  }
  /// Takes the mark or the word, if it is next.
  bool take(char C);
  bool take(std::string_view Name);
  /// Where the next token begins, in the text.
  std::size_t offset() const { return Begin; }
  /// Passes over what stands between braces, the opening one of which was
  /// taken, and over the closing one. False: the text ends before.
  bool skipBraces();

private:
  void advance();
  void skipBlanks();
  std::size_t numberEnd(std::size_t From) const;

  std::string_view Text;
  std::size_t At = 0, Begin = 0;
  unsigned Line;
  Token Now;
};

/// An integer as PTX writes it, also "0x" and with U behind it. False: none.
bool readInteger(std::string_view Spelling, std::uint64_t &Out);
/// A floating-point literal: "0f" and "0d" with digits, or decimal. Gives the
/// bits, and whether they are those of f32. False: none.
bool readFloat(std::string_view Spelling, std::uint64_t &Bits, bool &IsF32);

} // namespace heddle::ptx

#endif // HEDDLE_PTX_LEXER_H
