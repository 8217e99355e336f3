//===- ConditionText.cpp - Conditions inside a kernel's body --------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/ConditionText.h"
#include "Support/SymPrinter.h"

namespace heddle {

namespace {

class ConditionPrinter : public SymPrinter {
public:
  ConditionPrinter(const LoopNest &N, bool Narrow) : N(N), Narrow(Narrow) {}

private:
  Printed leaf(const std::string &Name) const override;
  Printed function(const Sym &S) const override;
  Infix infixOf(const Sym &S) const override;
  Printed binary(const Sym &S, const Infix &How) const override;

  Printed choice(const std::string &Cond, const Sym &S, unsigned Then,
                 unsigned Else) const {
    return {"(" + Cond + " ? " + operand(S, Then, Binding::Sum) + " : " +
                operand(S, Else, Binding::Sum) + ")",
            Binding::Atom};
  }
  std::string isLess(const Sym &S) const {
    return operand(S, 0, Binding::Sum) + " < " + operand(S, 1, Binding::Sum);
  }
  /// The remainder that C++ gives, of the dividend's sign.
  std::string modulo(const Sym &S) const {
    return operand(S, 0, Binding::Product) + " % " +
           operand(S, 1, Binding::Atom);
  }
  /// The remainder of a dividend that may be negative.
  std::string floorMod(const Sym &S) const {
    return "(" + modulo(S) + " + " + operand(S, 1, Binding::Product) + ") % " +
           operand(S, 1, Binding::Atom);
  }

  const LoopNest &N;
  bool Narrow;
};

SymPrinter::Printed ConditionPrinter::leaf(const std::string &Name) const {
  std::string Type;
  IntType Is;
  for (const Loop &L : N.Loops)
    if (L.Name == Name) {
      Type = L.CxxType;
      Is = L.Type;
    }
  for (const Param &P : N.Params)
    if (P.Name == Name) {
      Type = P.CxxType;
      Is = P.Type;
    }
  // A name of neither kind is a local of the kernel's own, of 64 bits.
  if (Narrow || Type == "long long" || Type.empty())
    return {Name, Binding::Atom};
  Printed Wide{"static_cast<long long>(" + Name + ")", Binding::Atom};
  if (Is.Signed || Is.Bits < 64)
    Wide.Bare = Name;
  return Wide;
}

SymPrinter::Infix ConditionPrinter::infixOf(const Sym &S) const {
  Infix How = SymPrinter::infixOf(S);
  if (S.kind() == SymKind::Or && S.operands()[0].kind() == SymKind::Or)
    How.Left = Binding::Or;
  return How;
}

SymPrinter::Printed ConditionPrinter::binary(const Sym &S,
                                             const Infix &How) const {
  const Sym &A = S.operands()[0], &B = S.operands()[1];
  const bool IsEquality = How.Own == Binding::Equality;
  // Whether something divides is seen from C++'s remainder as well.
  if (IsEquality && A.kind() == SymKind::FloorMod && B.isConst(0))
    return {modulo(A) + " " + How.Text + " 0", How.Own};
  Printed Out = SymPrinter::binary(S, How);
  if (S.kind() == SymKind::Or)
    return Out;
  // One wide side makes the other one wide, too; constants are not.
  std::string First = operand(S, 0, How.Left),
              Second = operand(S, 1, How.Right);
  if (std::string Bare = print(B).Bare; !Bare.empty() && !A.isConst())
    Second = Bare;
  else if (Bare = print(A).Bare; !Bare.empty() && !B.isConst())
    First = Bare;
  Out.Text = First + " " + How.Text + " " + Second;
  return Out;
}

SymPrinter::Printed ConditionPrinter::function(const Sym &S) const {
  const std::vector<Sym> &Op = S.operands();
  switch (S.kind()) {
  case SymKind::FloorMod:
    return {floorMod(S), Binding::Product};
  case SymKind::FloorDiv:
    return {"(" + operand(S, 0, Binding::Sum) + " - " + floorMod(S) + ") / " +
                operand(S, 1, Binding::Atom),
            Binding::Product};
  case SymKind::CeilDiv:
    return print(-floor_div(-Op[0], Op[1]));
  case SymKind::Min:
    return choice(isLess(S), S, 0, 1);
  case SymKind::Max:
    return choice(isLess(S), S, 1, 0);
  default:
    return choice(operand(S, 0, Binding::And), S, 1, 2);
  }
}

} // namespace

std::string conditionText(const Sym &Cond, const LoopNest &N, bool Narrow) {
  return ConditionPrinter(N, Narrow).print(Cond).Text;
}

} // namespace heddle
