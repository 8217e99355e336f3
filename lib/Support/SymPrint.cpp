//===- SymPrint.cpp - Mathematical text of a Sym --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support/Sym.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle {

namespace {

// How tightly a node binds. 'mod' stands below the sum, so that it is always
// parenthesised inside one: "(a + b) mod c" and "a + (b mod c)" read alike
// otherwise.
enum Level {
  OrLevel,
  AndLevel,
  NotLevel,
  Compare,
  Mod,
  Sum,
  Product,
  Minus,
  Atom
};

struct Printed {
  std::string Text;
  Level Binds;
};

Printed print(const Sym &S);

std::string at(const Sym &S, Level Least) {
  Printed P = print(S);
  return P.Binds < Least ? "(" + P.Text + ")" : P.Text;
}

Printed infix(const Sym &S, const char *Op, Level Own, Level Left,
              Level Right) {
  return {at(S.operands()[0], Left) + " " + Op + " " +
              at(S.operands()[1], Right),
          Own};
}

std::string list(const Sym &S, const char *Separator) {
  std::string Text;
  for (const Sym &Op : S.operands())
    Text += (Text.empty() ? "" : Separator) + at(Op, OrLevel);
  return Text;
}

std::string quotient(const Sym &S) {
  return at(S.operands()[0], Product) + " / " + at(S.operands()[1], Minus);
}

Printed print(const Sym &S) {
  switch (S.kind()) {
  case SymKind::Const:
    return {std::to_string(S.value()), S.value() < 0 ? Minus : Atom};
  case SymKind::Leaf:
    return {S.name(), Atom};
  case SymKind::Neg:
    return {"-" + at(S.operands()[0], Atom), Minus};
  case SymKind::Add:
    return infix(S, "+", Sum, Sum, Product);
  case SymKind::Sub:
    return infix(S, "-", Sum, Sum, Product);
  case SymKind::Mul:
    return infix(S, "*", Product, Product, Atom);
  case SymKind::FloorDiv:
    return {"floor(" + quotient(S) + ")", Atom};
  case SymKind::CeilDiv:
    return {"ceil(" + quotient(S) + ")", Atom};
  case SymKind::FloorMod:
    return infix(S, "mod", Mod, Minus, Minus);
  case SymKind::Min:
    return {"min(" + list(S, ", ") + ")", Atom};
  case SymKind::Max:
    return {"max(" + list(S, ", ") + ")", Atom};
  case SymKind::Select:
    return {"(" + at(S.operands()[0], Compare) + " ? " +
                at(S.operands()[1], Sum) + " : " + at(S.operands()[2], Sum) +
                ")",
            Atom};
  case SymKind::Lt:
    return infix(S, "<", Compare, Mod, Mod);
  case SymKind::Le:
    return infix(S, "<=", Compare, Mod, Mod);
  case SymKind::Eq:
    return infix(S, "==", Compare, Mod, Mod);
  case SymKind::Ne:
    return infix(S, "!=", Compare, Mod, Mod);
  case SymKind::And:
    return infix(S, "and", AndLevel, AndLevel, AndLevel);
  case SymKind::Or:
    return infix(S, "or", OrLevel, OrLevel, OrLevel);
  case SymKind::Not:
    return {"not " + at(S.operands()[0], Compare), NotLevel};
  }
  llvm_unreachable("unknown kind");
}

} // namespace

std::string toString(const Sym &S) { return print(S).Text; }

} // namespace heddle
