//===- SymText.cpp - A Sym as C++ -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Emit/SymText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <climits>

namespace heddle {

std::string literal(long long Value) {
  if (Value == LLONG_MIN)
    return "(-9223372036854775807LL - 1)";
  std::string Text = std::to_string(Value);
  return Value > INT32_MAX || Value < INT32_MIN ? Text + "LL" : Text;
}

//===----------------------------------------------------------------------===//
// Host: heddle::rt::checked
//===----------------------------------------------------------------------===//

namespace {

enum HostLevel {
  OrLevel,
  AndLevel,
  Equality,
  Relational,
  Sum,
  Product,
  Unary,
  Atom
};

bool isTruth(const Sym &S) { return S.kind() >= SymKind::Lt; }

struct HostPrinter {
  LeafText Leaf;

  struct Printed {
    std::string Text;
    HostLevel Binds;
  };

  static std::string bound(const Printed &P, HostLevel Least) {
    return P.Binds < Least ? "(" + P.Text + ")" : P.Text;
  }
  /// S as a number: a heddle::rt::checked or a literal. C++ counts with truth
  /// values; heddle::rt::tri does not.
  std::string number(const Sym &S, HostLevel Least) {
    return isTruth(S) ? "::heddle::rt::select(" + print(S).Text + ", 1, 0)"
                      : bound(print(S), Least);
  }
  /// S as a truth value, a heddle::rt::tri or a bool.
  std::string truth(const Sym &S, HostLevel Least) {
    if (isTruth(S))
      return bound(print(S), Least);
    if (S.isConst())
      return S.isConst(0) ? "false" : "true";
    return bound({number(S, Relational) + " != 0", Equality}, Least);
  }
  Printed infix(const Sym &S, const char *Op, HostLevel Own, HostLevel Right) {
    return {number(S.operands()[0], Own) + " " + Op + " " +
                number(S.operands()[1], Right),
            Own};
  }
  /// Operands of two constants would be plain ints; Sym has folded those.
  Printed call(const Sym &S, const char *Name) {
    std::string Text = std::string("::heddle::rt::") + Name + "(";
    for (size_t I = 0; I < S.operands().size(); ++I)
      Text += (I ? ", " : "") + (S.kind() == SymKind::Select && I == 0
                                     ? truth(S.operands()[I], OrLevel)
                                     : number(S.operands()[I], OrLevel));
    return {Text + ")", Atom};
  }
  Printed print(const Sym &S);
};

HostPrinter::Printed HostPrinter::print(const Sym &S) {
  switch (S.kind()) {
  case SymKind::Const:
    return {literal(S.value()), S.value() < 0 ? Unary : Atom};
  case SymKind::Leaf:
    return {Leaf(S.name()), Atom};
  case SymKind::Neg:
    return {"-" + number(S.operands()[0], Atom), Unary};
  case SymKind::Add:
    return infix(S, "+", Sum, Product);
  case SymKind::Sub:
    return infix(S, "-", Sum, Product);
  case SymKind::Mul:
    return infix(S, "*", Product, Unary);
  case SymKind::FloorDiv:
    return call(S, "floor_div");
  case SymKind::FloorMod:
    return call(S, "floor_mod");
  case SymKind::CeilDiv:
    return call(S, "ceil_div");
  case SymKind::Min:
    return call(S, "min_of");
  case SymKind::Max:
    return call(S, "max_of");
  case SymKind::Select:
    return call(S, "select");
  case SymKind::Lt:
    return infix(S, "<", Relational, Sum);
  case SymKind::Le:
    return infix(S, "<=", Relational, Sum);
  case SymKind::Eq:
    return infix(S, "==", Equality, Relational);
  case SymKind::Ne:
    return infix(S, "!=", Equality, Relational);
  case SymKind::And:
    // Compilers suggest parentheses for && within ||.
    return {truth(S.operands()[0], AndLevel) + " && " +
                truth(S.operands()[1], Equality),
            AndLevel};
  case SymKind::Or:
    return {truth(S.operands()[0], Equality) + " || " +
                truth(S.operands()[1], Equality),
            OrLevel};
  case SymKind::Not:
    return {"!" + truth(S.operands()[0], Atom), Unary};
  }
  llvm_unreachable("unknown kind");
}

} // namespace

std::string hostText(const Sym &S, LeafText Leaf) {
  return HostPrinter{Leaf}.number(S, OrLevel);
}

std::string hostCondition(const Sym &S, LeafText Leaf) {
  return HostPrinter{Leaf}.truth(S, OrLevel);
}

//===----------------------------------------------------------------------===//
// Device
//===----------------------------------------------------------------------===//

std::string DeviceText::at(const Printed &P, Level Least) {
  return P.Binds < Least ? "(" + P.Text + ")" : P.Text;
}

/// To the type in which the kernel computes.
DeviceText::Printed DeviceText::widen(Printed P) const {
  if (P.Has == working())
    return P;
  const char *Cast = working() == Int ? "int(" : "static_cast<long long>(";
  return {Cast + P.Text + ")", Atom, working()};
}

DeviceText::Printed DeviceText::signedText(const Sym &S) const {
  Printed P = print(S);
  return P.Has == Unsigned ? widen(P) : P;
}

DeviceText::Printed DeviceText::leaf(const std::string &Name) const {
  static const char *const Axes = "xyz";
  // Trees have one dimension.
  if (K.Tree && (Name == GridLeaf[0] || Name == BlockLeaf[0]))
    return {Name == GridLeaf[0] ? K.Tree->Block : K.Tree->Place, Atom,
            Unsigned};
  for (unsigned A = 0; A < 3; ++A) {
    if (Name == GridLeaf[A])
      return {std::string("::heddle::rt::block_") + Axes[A] + "()", Atom,
              Unsigned};
    if (Name == BlockLeaf[A])
      return {std::string("::heddle::rt::thread_") + Axes[A] + "()", Atom,
              Unsigned};
  }
  for (const KernelLine &L : K.Lines)
    if (L.What == KernelLine::Local && L.Name == Name)
      return {Name, Atom, L.Type == "int" ? Int : Long};
  for (const KernelParam &P : K.Params) {
    if (P.Name == Name && P.What == KernelParam::Extent)
      return {Name, Atom, working()};
    if (P.Name == Name && P.What == KernelParam::Scalar) {
      const Param &Source = N.Params[P.Index];
      if (Source.Type.Signed && Source.Type.Bits == 64)
        return widen({Name, Atom, Long});
      if (Source.Type.Signed || Source.Type.Bits < 32)
        return {Name, Atom, Int}; // as promoted
      return widen({Name, Atom, Unsigned});
    }
  }
  // A divisor's value(), which was cast to the working type.
  return {Name, Atom, working()};
}

DeviceText::Printed DeviceText::infix(const Sym &S, const char *Op, Level Own,
                                      Level Left, Level Right) const {
  Printed A = print(S.operands()[0]), B = print(S.operands()[1]);
  // In 64 bits one operand must be long long before anything can wrap; in 32
  // bits all values fit an int, which unsigned arithmetic gives as well.
  if (working() == Long && A.Has != Long && B.Has != Long) {
    if (S.operands()[1].isConst()) {
      B.Text += "LL";
      B.Has = Long;
    } else {
      A = widen(A);
    }
  }
  Type Has = A.Has == Long || B.Has == Long ? Long
             : A.Has == Int && B.Has == Int ? Int
                                            : Unsigned;
  // A constant takes the other operand's type.
  if (S.operands()[1].isConst())
    Has = A.Has == Long || B.Has == Long ? Long : A.Has;
  return {at(A, Left) + " " + Op + " " + at(B, Right), Own, Has};
}

/// Dividends are not negative, so C++'s quotient is the floor.
DeviceText::Printed DeviceText::quotient(const Sym &S) const {
  const Sym &Divisor = S.operands()[1];
  const char *Op = S.kind() == SymKind::FloorDiv ? "/" : "%";
  if (Divisor.isConst())
    return infix(S, Op, Product, Product, Atom);
  const char *Call = S.kind() == SymKind::FloorDiv ? ".div(" : ".mod(";
  // Unsigned in name only: dividend and quotient fit the signed type.
  for (const KernelParam &P : K.Params)
    if (P.What == KernelParam::Divisor && P.Value == Divisor)
      return {P.Name + Call + print(S.operands()[0]).Text + ")", Atom,
              working()};
  llvm_unreachable("a quotient without a divisor parameter");
}

DeviceText::Printed DeviceText::print(const Sym &S) const {
  switch (S.kind()) {
  case SymKind::Const:
    return {literal(S.value()), Atom, Int};
  case SymKind::Leaf:
    return leaf(S.name());
  case SymKind::Add:
    return infix(S, "+", Sum, Sum, Product);
  case SymKind::Sub:
    return infix(S, "-", Sum, Sum, Product);
  case SymKind::Mul:
    return infix(S, "*", Product, Product, Atom);
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
    return quotient(S);
  case SymKind::Lt:
  case SymKind::Le: {
    Printed A = signedText(S.operands()[0]), B = signedText(S.operands()[1]);
    return {at(A, Sum) + (S.kind() == SymKind::Lt ? " < " : " <= ") +
                at(B, Sum),
            Relation, Int};
  }
  default:
    llvm_unreachable("not in kernels: extents are computed on the host");
  }
}

std::string DeviceText::value(const Sym &S, const std::string &To) const {
  Printed P = print(S);
  // Modulo 2^32 the value is right; only as a signed number may it be extended.
  if (P.Has == Unsigned && To != "int")
    P = widen(P);
  bool Same =
      (P.Has == Int && To == "int") || (P.Has == Long && To == "long long");
  if (Same || S.isConst())
    return P.Text;
  if (llvm::all_of(To, [](char C) { return llvm::isAlnum(C) || C == '_'; }))
    return To + "(" + P.Text + ")";
  return "static_cast<" + To + ">(" + P.Text + ")";
}

std::string DeviceText::negated(const Sym &Cond) const {
  const char *Opposite = Cond.kind() == SymKind::Lt   ? " >= "
                         : Cond.kind() == SymKind::Le ? " > "
                         : Cond.kind() == SymKind::Eq ? " != "
                                                      : nullptr;
  if (!Opposite)
    return "!(" + print(Cond).Text + ")";
  Printed A = signedText(Cond.operands()[0]), B = signedText(Cond.operands()[1]);
  return at(A, Sum) + Opposite + at(B, Sum);
}

} // namespace heddle
