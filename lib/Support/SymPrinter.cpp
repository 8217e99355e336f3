//===- SymPrinter.cpp - A Sym as text, by precedence ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support/SymPrinter.h"
#include "llvm/Support/ErrorHandling.h"
#include <climits>

namespace heddle {

std::string literal(long long Value) {
  if (Value == LLONG_MIN)
    return "(-9223372036854775807LL - 1)";
  std::string Text = std::to_string(Value);
  return Value > INT32_MAX || Value < INT32_MIN ? Text + "LL" : Text;
}

std::string SymPrinter::within(const Printed &P, Binding Least) {
  return P.Binds < Least ? "(" + P.Text + ")" : P.Text;
}

std::string SymPrinter::operand(const Sym &S, unsigned I, Binding Least) const {
  return within(print(S.operands()[I]), Least);
}

SymPrinter::Printed SymPrinter::number(long long Value) const {
  bool IsNegated = Value < 0 && Value != LLONG_MIN;
  return {literal(Value), IsNegated ? Binding::Unary : Binding::Atom};
}

SymPrinter::Printed SymPrinter::unary(const Sym &S) const {
  const char *Operator = S.kind() == SymKind::Neg ? "-" : "!";
  return {Operator + operand(S, 0, Binding::Atom), Binding::Unary};
}

SymPrinter::Infix SymPrinter::infixOf(const Sym &S) const {
  using B = Binding;
  switch (S.kind()) {
  case SymKind::Add:
    return {"+", B::Sum, B::Sum, B::Product};
  case SymKind::Sub:
    return {"-", B::Sum, B::Sum, B::Product};
  case SymKind::Mul:
    return {"*", B::Product, B::Product, B::Atom};
  case SymKind::Lt:
    return {"<", B::Relation, B::Mod, B::Mod};
  case SymKind::Le:
    return {"<=", B::Relation, B::Mod, B::Mod};
  case SymKind::Eq:
    return {"==", B::Equality, B::Mod, B::Mod};
  case SymKind::Ne:
    return {"!=", B::Equality, B::Mod, B::Mod};
  case SymKind::And:
    return {"&&", B::And, B::And, B::Equality};
  case SymKind::Or:
    // Compilers suggest parentheses for && within ||.
    return {"||", B::Or, B::Equality, B::Equality};
  default:
    llvm_unreachable("not an operator between two operands");
  }
}

SymPrinter::Printed SymPrinter::binary(const Sym &S, const Infix &How) const {
  return {operand(S, 0, How.Left) + " " + How.Text + " " +
              operand(S, 1, How.Right),
          How.Own};
}

SymPrinter::Printed SymPrinter::print(const Sym &S) const {
  switch (S.kind()) {
  case SymKind::Const:
    return number(S.value());
  case SymKind::Leaf:
    return leaf(S.name());
  case SymKind::Neg:
  case SymKind::Not:
    return unary(S);
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
  case SymKind::CeilDiv:
  case SymKind::Min:
  case SymKind::Max:
  case SymKind::Select:
    return function(S);
  default:
    return binary(S, infixOf(S));
  }
}

//===----------------------------------------------------------------------===//
// Mathematics
//===----------------------------------------------------------------------===//

namespace {

class MathPrinter : public SymPrinter {
public:
  explicit MathPrinter(LeafText Leaf) : Leaf(Leaf) {}

private:
  Printed leaf(const std::string &Name) const override {
    return {Leaf(Name), Binding::Atom};
  }
  Printed number(long long Value) const override {
    return {std::to_string(Value), Value < 0 ? Binding::Unary : Binding::Atom};
  }
  Printed unary(const Sym &S) const override {
    if (S.kind() == SymKind::Neg)
      return SymPrinter::unary(S);
    return {"not " + operand(S, 0, Binding::Equality), Binding::Not};
  }
  Infix infixOf(const Sym &S) const override {
    if (S.kind() == SymKind::And)
      return {"and", Binding::And, Binding::And, Binding::And};
    if (S.kind() == SymKind::Or)
      return {"or", Binding::Or, Binding::Or, Binding::Or};
    return SymPrinter::infixOf(S);
  }
  Printed function(const Sym &S) const override;

  std::string quotient(const Sym &S) const {
    return operand(S, 0, Binding::Product) + " / " +
           operand(S, 1, Binding::Unary);
  }
  std::string list(const Sym &S) const {
    return operand(S, 0, Binding::Or) + ", " + operand(S, 1, Binding::Or);
  }

  LeafText Leaf;
};

SymPrinter::Printed MathPrinter::function(const Sym &S) const {
  switch (S.kind()) {
  case SymKind::FloorDiv:
    return {"floor(" + quotient(S) + ")", Binding::Atom};
  case SymKind::CeilDiv:
    return {"ceil(" + quotient(S) + ")", Binding::Atom};
  case SymKind::FloorMod:
    return binary(S, {"mod", Binding::Mod, Binding::Unary, Binding::Unary});
  case SymKind::Min:
    return {"min(" + list(S) + ")", Binding::Atom};
  case SymKind::Max:
    return {"max(" + list(S) + ")", Binding::Atom};
  default:
    return {"(" + operand(S, 0, Binding::Equality) + " ? " +
                operand(S, 1, Binding::Sum) + " : " +
                operand(S, 2, Binding::Sum) + ")",
            Binding::Atom};
  }
}

} // namespace

std::string toString(const Sym &S, LeafText Leaf) {
  return MathPrinter(Leaf).print(S).Text;
}

std::string toString(const Sym &S) {
  return toString(S, [](const std::string &Name) { return Name; });
}

} // namespace heddle
