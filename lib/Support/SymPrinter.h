//===- SymPrinter.h - A Sym as text, by precedence -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every text of a Sym, mathematics in comments as well as code for the host and
// for kernels, is made by one walk, which sets as few parentheses as it can. A
// spelling says how leaves, numbers, functions and operators look.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SUPPORT_SYMPRINTER_H
#define HEDDLE_SUPPORT_SYMPRINTER_H

#include "Support/Sym.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// How tightly a text binds, loosest first. 'mod', which mathematics alone has,
/// stands below the sum, so that it is always parenthesised inside one:
/// "(a + b) mod c" and "a + (b mod c)" read alike otherwise.
enum class Binding : unsigned char {
  Choice, ///< ?: without parentheses of its own
  Or,
  And,
  Not, ///< spelled as a word
  Equality,
  Relation,
  Mod,
  Sum,
  Product,
  Unary,
  Atom
};

/// How a leaf is spelled.
using LeafText = llvm::function_ref<std::string(const std::string &)>;

/// A C++ literal of the value, of type int or long long.
std::string literal(long long Value);

/// The walk. Its operators are those of C++ unless a spelling says otherwise.
class SymPrinter {
public:
  struct Printed {
    std::string Text;
    Binding Binds;
    unsigned char Type = 0; ///< means what the spelling says
    std::string Bare = "";  ///< without the cast that Text is; may be empty
  };
  /// An operator between two operands, which bind at least as tightly as
  /// Left and Right say, or stand in parentheses.
  struct Infix {
    const char *Text;
    Binding Own, Left, Right;
  };

  virtual ~SymPrinter() = default;
  Printed print(const Sym &S) const;
  /// P, in parentheses unless it binds at least so tightly.
  static std::string within(const Printed &P, Binding Least);

protected:
  virtual Printed leaf(const std::string &Name) const = 0;
  virtual Printed number(long long Value) const;
  /// FloorDiv, FloorMod, CeilDiv, Min, Max, Select.
  virtual Printed function(const Sym &S) const = 0;
  /// Neg, Not.
  virtual Printed unary(const Sym &S) const;
  /// The operator of a sum, a product, a comparison, And, Or.
  virtual Infix infixOf(const Sym &S) const;
  virtual Printed binary(const Sym &S, const Infix &How) const;
  /// Operand I of S, where it has to bind at least so tightly.
  virtual std::string operand(const Sym &S, unsigned I, Binding Least) const;
};

/// toString() with leaves spelled otherwise.
std::string toString(const Sym &S, LeafText Leaf);

} // namespace heddle

#endif
