//===- Sym.h - The one expression tree behind text and proof ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launch shapes, guards, index recovery and run-time checks are values of this
// type. They are printed as C++ (Emit) and translated to isl (Affine) by two
// walks over the same tree, so that what is proved is what is printed.
//
// The meaning of a Sym is over the unbounded integers; division and remainder
// are floor division and its non-negative remainder for positive divisors.
// Constructors fold constants and drop identities (x*1, x+0, x%1, x/1, 0*x,
// 0/x), nothing that would need facts about leaves. Nodes are immutable and
// shared: equal pointers are equal expressions, and operator== compares
// structure.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_SUPPORT_SYM_H
#define HEDDLE_SUPPORT_SYM_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class raw_ostream;
}

namespace heddle {

enum class SymKind : unsigned char {
  Const,
  Leaf, ///< a named integer: parameter, extent, thread index, recovered index
  Neg,
  Add,
  Sub,
  Mul,
  FloorDiv,
  FloorMod,
  CeilDiv,
  Min,
  Max,
  Select, ///< Operands: condition, then, else
  // Truth values.
  Lt,
  Le,
  Eq,
  Ne,
  And,
  Or,
  Not,
};

struct SymNode;

class Sym {
public:
  Sym() : Sym(0LL) {}
  Sym(long long Value);
  static Sym leaf(std::string Name);
  static Sym truth(bool Value); ///< Const 0 or 1
  static Sym make(SymKind Kind, std::vector<Sym> Operands);

  SymKind kind() const;
  long long value() const;         ///< Const
  const std::string &name() const; ///< Leaf
  const std::vector<Sym> &operands() const;
  bool isConst() const { return kind() == SymKind::Const; }
  bool isConst(long long V) const { return isConst() && value() == V; }
  const SymNode *node() const { return Node.get(); }

  /// Replaces leaves by expressions (names that are absent stay).
  Sym substitute(
      const std::vector<std::pair<std::string, Sym>> &Replacements) const;

  bool operator==(const Sym &O) const;
  bool operator!=(const Sym &O) const { return !(*this == O); }

private:
  friend struct SymBuilder;
  explicit Sym(std::shared_ptr<const SymNode> N) : Node(std::move(N)) {}
  std::shared_ptr<const SymNode> Node;
};

Sym operator-(const Sym &A);
Sym operator+(const Sym &A, const Sym &B);
Sym operator-(const Sym &A, const Sym &B);
Sym operator*(const Sym &A, const Sym &B);
Sym floor_div(const Sym &A, const Sym &B);
Sym floor_mod(const Sym &A, const Sym &B);
Sym ceil_div(const Sym &A, const Sym &B);
Sym min_of(const Sym &A, const Sym &B);
Sym max_of(const Sym &A, const Sym &B);
Sym select(const Sym &C, const Sym &A, const Sym &B);
Sym less(const Sym &A, const Sym &B);
Sym less_equal(const Sym &A, const Sym &B);
Sym equal(const Sym &A, const Sym &B);
Sym both(const Sym &A, const Sym &B);   ///< logical and
Sym either(const Sym &A, const Sym &B); ///< logical or
Sym negate(const Sym &A);               ///< logical not

/// Calls Found for the name of each leaf of S.
void forEachLeaf(const Sym &S, llvm::function_ref<void(llvm::StringRef)> Found);
/// Test says yes to the names of all leaves.
bool allLeaves(const Sym &S,
               llvm::function_ref<bool(const std::string &)> Test);

/// S with every subtree equal to From replaced by To.
Sym replaceTree(const Sym &S, const Sym &From, const Sym &To);

/// The functions that mapping.h asks of its integer type.
std::pair<bool, long long> known_value(const Sym &A);
/// Certainly a multiple of L (constants; products with such a constant).
bool divides(long long L, const Sym &A);

/// Mathematical text, minimal parentheses, for dumps and comments:
/// "ceil(n / 32)", "max(0, n - 1)", "(n - l) mod 3".
std::string toString(const Sym &S);

} // namespace heddle

#endif
