//===- SymText.h - A Sym as C++ --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first of the two walks over a Sym (the second translates it to isl).
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_SYMTEXT_H
#define HEDDLE_EMIT_SYMTEXT_H

#include "Kernel/LaunchPlan.h"
#include "Support/SymPrinter.h"

namespace heddle {

/// Host code for a number, of type heddle::rt::checked; a truth value gives 1
/// or 0. Every leaf must be spelled as an expression of type
/// heddle::rt::checked. A constant alone is a literal.
std::string hostText(const Sym &S, LeafText Leaf);
/// Host code for a truth value, of type heddle::rt::tri; a constant alone is a
/// bool.
std::string hostCondition(const Sym &S, LeafText Leaf);

/// Kernel code in K's index width. A guard's condition is printed negated by
/// negatedText: the condition to leave.
class DeviceText : private SymPrinter {
public:
  explicit DeviceText(const KernelPlan &K, const LoopNest &N) : K(K), N(N) {}

  /// The value, converted to Type where its own type may differ.
  std::string value(const Sym &S, const std::string &Type) const;
  std::string negated(const Sym &Cond) const;
  std::string condition(const Sym &Less) const;

private:
  /// Printed::Type.
  enum Type : unsigned char { Unsigned, Int, Long };

  Printed leaf(const std::string &Name) const override;
  Printed number(long long Value) const override;
  Printed function(const Sym &S) const override;
  Printed unary(const Sym &S) const override;
  Printed binary(const Sym &S, const Infix &How) const override;

  /// As a signed number: unsigned ones compare and extend differently.
  Printed signedText(const Sym &S) const;
  std::string compared(const Sym &S, const std::string &Operator) const;
  Printed widen(Printed P) const;
  Type working() const { return K.Width == IndexWidth::I32 ? Int : Long; }

  const KernelPlan &K;
  const LoopNest &N;
};

} // namespace heddle

#endif
