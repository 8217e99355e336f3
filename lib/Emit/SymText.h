//===- SymText.h - A Sym as C++ --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The first of the two walks over a Sym (the second translates it to isl).
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_EMIT_SYMTEXT_H
#define HEDDLE_EMIT_SYMTEXT_H

#include "Kernel/LaunchPlan.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

/// How a leaf is spelled.
using LeafText = llvm::function_ref<std::string(const std::string &)>;

/// A C++ literal of the value, of type int or long long.
std::string literal(long long Value);

/// Host code for a number, of type heddle::rt::checked; a truth value gives 1 or
/// 0. Every leaf must be spelled as an expression of type heddle::rt::checked. A
/// constant alone is a literal.
std::string hostText(const Sym &S, LeafText Leaf);
/// Host code for a truth value, of type heddle::rt::tri; a constant alone is a bool.
std::string hostCondition(const Sym &S, LeafText Leaf);

/// Kernel code in K's index width. A guard's condition is printed negated by
/// negatedText: the condition to leave.
class DeviceText {
public:
  explicit DeviceText(const KernelPlan &K, const LoopNest &N) : K(K), N(N) {}

  /// The value, converted to Type where its own type may differ.
  std::string value(const Sym &S, const std::string &Type) const;
  std::string negated(const Sym &Cond) const;

private:
  enum Type : unsigned char { Unsigned, Int, Long };
  enum Level : unsigned char { Relation, Sum, Product, Atom };
  struct Printed {
    std::string Text;
    Level Binds;
    Type Has;
  };

  Printed print(const Sym &S) const;
  /// As a signed number: unsigned ones compare and extend differently.
  Printed signedText(const Sym &S) const;
  Printed leaf(const std::string &Name) const;
  Printed infix(const Sym &S, const char *Op, Level Own, Level Left,
                Level Right) const;
  Printed quotient(const Sym &S) const;
  Printed widen(Printed P) const;
  static std::string at(const Printed &P, Level Least);
  Type working() const { return K.Width == IndexWidth::I32 ? Int : Long; }

  const KernelPlan &K;
  const LoopNest &N;
};

} // namespace heddle

#endif
