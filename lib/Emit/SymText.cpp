//===- SymText.cpp - A Sym as C++ -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/SymText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace heddle {

//===----------------------------------------------------------------------===//
// Host: heddle::rt::checked
//===----------------------------------------------------------------------===//

namespace {

bool isTruth(const Sym &S) { return S.kind() >= SymKind::Lt; }

class HostPrinter : public SymPrinter {
public:
  explicit HostPrinter(LeafText Leaf) : Leaf(Leaf) {}

  /// S as a number: a heddle::rt::checked or a literal. C++ counts with truth
  /// values; heddle::rt::tri does not.
  std::string value(const Sym &S, Binding Least) const {
    return isTruth(S) ? "::heddle::rt::select(" + print(S).Text + ", 1, 0)"
                      : within(print(S), Least);
  }
  /// S as a truth value, a heddle::rt::tri or a bool.
  std::string truth(const Sym &S, Binding Least) const {
    if (isTruth(S))
      return within(print(S), Least);
    if (S.isConst())
      return S.isConst(0) ? "false" : "true";
    return within({value(S, Binding::Relation) + " != 0", Binding::Equality},
                  Least);
  }

private:
  Printed leaf(const std::string &Name) const override {
    return {Leaf(Name), Binding::Atom};
  }
  Infix infixOf(const Sym &S) const override {
    Infix How = SymPrinter::infixOf(S);
    if (S.kind() == SymKind::Mul)
      How.Right = Binding::Unary;
    return How;
  }
  std::string operand(const Sym &S, unsigned I, Binding Least) const override {
    const SymKind K = S.kind();
    bool IsTruth = K == SymKind::And || K == SymKind::Or || K == SymKind::Not ||
                   (K == SymKind::Select && I == 0);
    return IsTruth ? truth(S.operands()[I], Least)
                   : value(S.operands()[I], Least);
  }
  /// Operands of two constants would be plain ints; Sym has folded those.
  Printed function(const Sym &S) const override;

  LeafText Leaf;
};

const char *nameOfFunction(SymKind K) {
  switch (K) {
  case SymKind::FloorDiv:
    return "floor_div";
  case SymKind::FloorMod:
    return "floor_mod";
  case SymKind::CeilDiv:
    return "ceil_div";
  case SymKind::Min:
    return "min_of";
  case SymKind::Max:
    return "max_of";
  case SymKind::Select:
    return "select";
  default:
    llvm_unreachable("not a function");
  }
}

SymPrinter::Printed HostPrinter::function(const Sym &S) const {
  std::string Text =
      std::string("::heddle::rt::") + nameOfFunction(S.kind()) + "(";
  for (unsigned I = 0; I < S.operands().size(); ++I)
    Text += (I ? ", " : "") + operand(S, I, Binding::Or);
  return {Text + ")", Binding::Atom};
}

} // namespace

std::string hostText(const Sym &S, LeafText Leaf) {
  return HostPrinter(Leaf).value(S, Binding::Or);
}

std::string hostCondition(const Sym &S, LeafText Leaf) {
  return HostPrinter(Leaf).truth(S, Binding::Or);
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

/// To the type in which the kernel computes.
SymPrinter::Printed DeviceText::widen(Printed P) const {
  if (P.Type == working())
    return P;
  const char *Cast = working() == Int ? "int(" : "static_cast<long long>(";
  return {Cast + P.Text + ")", Binding::Atom, working()};
}

SymPrinter::Printed DeviceText::signedText(const Sym &S) const {
  Printed P = print(S);
  return P.Type == Unsigned ? widen(P) : P;
}

SymPrinter::Printed DeviceText::number(long long Value) const {
  return {literal(Value), Binding::Atom,
          static_cast<int32_t>(Value) == Value ? Int : Long};
}

SymPrinter::Printed DeviceText::leaf(const std::string &Name) const {
  static const char *const Axes = "xyz";
  // Trees have one dimension.
  if (K.Tree && (Name == GridLeaf[0] || Name == BlockLeaf[0]))
    return {Name == GridLeaf[0] ? K.Tree->Block : K.Tree->Place, Binding::Atom,
            Unsigned};
  for (unsigned A = 0; A < 3; ++A) {
    if (Name == GridLeaf[A])
      return {std::string("::heddle::rt::block_") + Axes[A] + "()",
              Binding::Atom, Unsigned};
    if (Name == BlockLeaf[A])
      return {std::string("::heddle::rt::thread_") + Axes[A] + "()",
              Binding::Atom, Unsigned};
  }
  for (const KernelLine &L : K.Lines)
    if (!L.Name.empty() && L.Name == Name)
      return {Name, Binding::Atom, L.Type == "int" ? Int : Long};
  for (const KernelParam &P : K.Params) {
    if (P.Name != Name)
      continue;
    if (P.What == KernelParam::Extent || P.What == KernelParam::Runs)
      return {Name, Binding::Atom, P.IsInt ? Int : working()};
    if (P.What == KernelParam::Divisor)
      return {valueText(K, P), Binding::Atom, working()};
    if (P.What != KernelParam::Scalar)
      continue;
    const Param &Source = N.Params[P.Index];
    if (Source.Type.Signed && Source.Type.Bits == 64)
      return widen({Name, Binding::Atom, Long});
    if (Source.Type.Signed || Source.Type.Bits < 32)
      return {Name, Binding::Atom, Int}; // as promoted
    return widen({Name, Binding::Atom, Unsigned});
  }
  return {Name, Binding::Atom, working()};
}

/// Both sides as signed numbers.
std::string DeviceText::compared(const Sym &S,
                                 const std::string &Operator) const {
  Printed A = signedText(S.operands()[0]), B = signedText(S.operands()[1]);
  return within(A, Binding::Sum) + " " + Operator + " " +
         within(B, Binding::Sum);
}

SymPrinter::Printed DeviceText::binary(const Sym &S, const Infix &How) const {
  if (S.kind() == SymKind::Lt || S.kind() == SymKind::Le)
    return {compared(S, How.Text), How.Own, Int};
  if (How.Own < Binding::Sum)
    llvm_unreachable("not in kernels");
  Printed A = print(S.operands()[0]), B = print(S.operands()[1]);
  // In 64 bits one operand must be long long before anything can wrap; in 32
  // bits all values fit an int, which unsigned arithmetic gives as well.
  if (working() == Long && A.Type != Long && B.Type != Long) {
    if (S.operands()[1].isConst()) {
      B.Text += "LL";
      B.Type = Long;
    } else {
      A = widen(A);
    }
  }
  Type Has = A.Type == Long || B.Type == Long ? Long
             : A.Type == Int && B.Type == Int ? Int
                                              : Unsigned;
  // A constant takes the other operand's type.
  if (S.operands()[1].isConst() && Has != Long)
    Has = static_cast<Type>(A.Type);
  return {within(A, How.Left) + " " + How.Text + " " + within(B, How.Right),
          How.Own, Has};
}

SymPrinter::Printed DeviceText::unary(const Sym &) const {
  llvm_unreachable("not in kernels");
}

/// Quotients: dividends are not negative, so C++'s is the floor.
SymPrinter::Printed DeviceText::function(const Sym &S) const {
  const bool IsQuotient = S.kind() == SymKind::FloorDiv;
  if (!IsQuotient && S.kind() != SymKind::FloorMod)
    llvm_unreachable("not in kernels: extents are computed on the host");
  const Sym &Divisor = S.operands()[1];
  if (Divisor.isConst())
    return binary(S, {IsQuotient ? "/" : "%", Binding::Product,
                      Binding::Product, Binding::Atom});
  // Unsigned in name only: dividend and quotient fit the signed type.
  for (const KernelParam &P : K.Params)
    if (P.What == KernelParam::Divisor && P.Value == Divisor)
      return {P.Name + (IsQuotient ? ".div(" : ".mod(") +
                  print(S.operands()[0]).Text + ")",
              Binding::Atom, working()};
  llvm_unreachable("a quotient without a divisor parameter");
}

std::string DeviceText::value(const Sym &S, const std::string &To) const {
  Printed P = print(S);
  // Modulo 2^32 the value is right; only as a signed number may it be extended.
  if (P.Type == Unsigned && To != "int")
    P = widen(P);
  bool Same =
      (P.Type == Int && To == "int") || (P.Type == Long && To == "long long");
  if (Same || S.isConst())
    return P.Text;
  if (llvm::all_of(To, [](char C) { return llvm::isAlnum(C) || C == '_'; }))
    return To + "(" + P.Text + ")";
  return "static_cast<" + To + ">(" + P.Text + ")";
}

std::string DeviceText::condition(const Sym &Less) const {
  return compared(Less, "<");
}

std::string DeviceText::negated(const Sym &Cond) const {
  switch (Cond.kind()) {
  case SymKind::Lt:
    return compared(Cond, ">=");
  case SymKind::Le:
    return compared(Cond, ">");
  case SymKind::Eq:
    return compared(Cond, "!=");
  default:
    return "!(" + print(Cond).Text + ")";
  }
}

} // namespace heddle
