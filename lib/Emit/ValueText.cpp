//===- ValueText.cpp - A tree of values as C++ ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ValueText.h"
#include "Emit/ConditionText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace heddle {

namespace {

/// How strongly an operator binds its operands, weakest first.
enum Level : unsigned char {
  Statement,
  Assignment,
  Conditional,
  Or,
  And,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Sum,
  Product,
  Prefix,
  Atom
};

Level levelOf(llvm::StringRef Operator) {
  return llvm::StringSwitch<Level>(Operator)
      .Cases({"*", "/", "%"}, Product)
      .Cases({"+", "-"}, Sum)
      .Cases({"<<", ">>"}, Shift)
      .Cases({"<", ">", "<=", ">="}, Relational)
      .Cases({"==", "!="}, Equality)
      .Case("&", BitAnd)
      .Case("^", BitXor)
      .Case("|", BitOr)
      .Case("&&", And)
      .Case("||", Or)
      .Default(Assignment);
}

class Printer {
public:
  Printer(const LoopNest &N, TextOf Which, llvm::ArrayRef<std::string> Copies)
      : N(N), Which(Which), Copies(Copies) {}

  std::string text(const Value &V) const;

private:
  Level levelOf(const Value &V) const;
  std::string at(const Value &V, Level Least) const;
  std::string written(const Value &V) const;
  std::string made(const Value &V) const;
  std::string blank(const Value &V) const;
  std::string list(const Value &V, const char *Between) const;
  std::string subscript(const Value &V) const;
  std::string statement(const Value &V) const;

  const LoopNest &N;
  TextOf Which;
  llvm::ArrayRef<std::string> Copies;
};

} // namespace

/// Nobody has looked into text of the source, so it binds like a statement,
/// unless its kind says more.
Level Printer::levelOf(const Value &V) const {
  switch (V.Kind) {
  case ValueKind::Constant:
  case ValueKind::Name:
  case ValueKind::Array:
  case ValueKind::Copy:
  case ValueKind::Call:
  case ValueKind::Subscript:
  case ValueKind::Cast:
  case ValueKind::Tokens:
    return Atom;
  case ValueKind::Unary:
    return Prefix;
  case ValueKind::Binary:
    return heddle::levelOf(V.Name);
  case ValueKind::Select:
    return Atom;
  case ValueKind::Assign:
    return Assignment;
  case ValueKind::Number:
    return V.Expression.operands().empty() ? Atom : Or;
  case ValueKind::Access:
  case ValueKind::Element:
  case ValueKind::Own:
    return V.isWritten() ? Statement : levelOf(V.operand(0));
  default:
    return Statement;
  }
}

std::string Printer::at(const Value &V, Level Least) const {
  return levelOf(V) < Least ? "(" + text(V) + ")" : text(V);
}

std::string Printer::list(const Value &V, const char *Between) const {
  std::string Text;
  for (const Operand &Op : V.Operands)
    Text += (Text.empty() ? "" : Between) + at(*Op.Is, Assignment);
  return Text;
}

std::string Printer::subscript(const Value &V) const {
  std::string Text = at(V.operand(0), Atom);
  for (unsigned I = 1; I < V.Operands.size(); ++I)
    Text += "[" + at(V.operand(I), Assignment) + "]";
  return Text;
}

/// An operator beside a new operand would change what it stands for; a
/// statement, or a list of tokens, is put there as it is.
static bool isExpression(ValueKind K) {
  switch (K) {
  case ValueKind::Unary:
  case ValueKind::Binary:
  case ValueKind::Select:
  case ValueKind::Number:
    return true;
  default:
    return false;
  }
}

/// Two words would become one.
static bool joins(llvm::StringRef Before, char Next) {
  const auto IsOfWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  return !Before.empty() && IsOfWord(Before.back()) && IsOfWord(Next);
}

/// `and(a < b)and c` has no blanks where a word may take the place of the
/// parentheses.
static void append(std::string &To, const std::string &Text) {
  if (!Text.empty() && joins(To, Text.front()))
    To += ' ';
  To += Text;
}

std::string Printer::written(const Value &V) const {
  std::string Text;
  unsigned At = V.Where.Begin;
  for (const Operand &Op : V.Operands) {
    Text += N.Text.substr(At, Op.Place.Begin - At);
    const bool IsNew = !Op.Is->isWritten() && isExpression(Op.Is->Kind);
    append(Text, IsNew ? at(*Op.Is, Atom) : text(*Op.Is));
    At = Op.Place.End;
    if (At < V.Where.End && joins(Text, N.Text[At]))
      Text += ' ';
  }
  return Text + N.Text.substr(At, V.Where.End - At);
}

/// Nothing, in the lines and columns that the text has.
std::string Printer::blank(const Value &V) const {
  std::string Text = N.Text.substr(V.Where.Begin, V.Where.End - V.Where.Begin);
  for (char &C : Text)
    if (C != '\n' && C != '\r')
      C = ' ';
  return Text;
}

std::string Printer::statement(const Value &V) const {
  switch (V.Kind) {
  case ValueKind::Declare:
    return declared(V.Type, V.Name) +
           (V.Operands.empty() ? "" : " = " + text(V.operand(0))) + ";";
  case ValueKind::If:
    return "if (" + text(V.operand(0)) + ") " + text(V.operand(1)) +
           (V.Operands.size() > 2 ? " else " + text(V.operand(2)) : "");
  case ValueKind::Block:
    return "{ " + list(V, " ") + " }";
  default: // Loop
    return text(V.operand(0)) + " " + text(V.operand(1));
  }
}

std::string Printer::made(const Value &V) const {
  switch (V.Kind) {
  case ValueKind::Constant:
  case ValueKind::Name:
  case ValueKind::Tokens:
    return V.Name;
  case ValueKind::Array:
    return N.Arrays[V.Index].KernelName;
  case ValueKind::Copy:
    return Copies[V.Index];
  case ValueKind::Number:
    return conditionText(V.Expression, N, V.Narrow);
  case ValueKind::Unary:
    return V.Name + at(V.operand(0), Prefix);
  case ValueKind::Binary: {
    const Level Own = heddle::levelOf(V.Name);
    return at(V.operand(0), Own) + " " + V.Name + " " +
           at(V.operand(1), static_cast<Level>(Own + 1));
  }
  case ValueKind::Select: // of pointers
    return "::heddle::rt::either(" + list(V, ", ") + ")";
  case ValueKind::Assign:
    return at(V.operand(0), Prefix) + " " + V.Name + " " +
           at(V.operand(1), Assignment);
  case ValueKind::Call:
    return V.Name + "(" + list(V, ", ") + ")";
  case ValueKind::Cast:
    return "static_cast<" + V.Type + ">(" + text(V.operand(0)) + ")";
  case ValueKind::Subscript:
    return subscript(V);
  case ValueKind::Access:
  case ValueKind::Element:
  case ValueKind::Own:
    return text(V.operand(0));
  case ValueKind::Sequence: {
    std::string Text;
    for (const Operand &Op : V.Operands)
      Text += text(*Op.Is);
    return Text;
  }
  default:
    return statement(V);
  }
}

std::string Printer::text(const Value &V) const {
  switch (V.Kind) {
  case ValueKind::Respelled:
    return text(V.operand(Which == TextOf::Function ? 0 : 1));
  case ValueKind::Update:
  case ValueKind::Sliced:
    return text(V.operand(0));
  case ValueKind::Hidden:
    return "";
  case ValueKind::Blank:
    return blank(V);
  case ValueKind::Source:
    return written(V);
  default:
    return V.isWritten() ? written(V) : made(V);
  }
}

std::string declared(const std::string &Type, const std::string &Name) {
  const bool IsGlued =
      !Type.empty() && (Type.back() == '*' || Type.back() == '&');
  return Type + (IsGlued ? "" : " ") + Name;
}

std::string valueText(const Value &V, const LoopNest &N, TextOf Which,
                      llvm::ArrayRef<std::string> Copies) {
  return Printer(N, Which, Copies).text(V);
}

} // namespace heddle
