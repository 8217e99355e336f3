//===- Expr.h - Integer expressions of the source, typed as C++ -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small immutable tree for subscripts, loop bounds, conditions and
// assumptions as the source states them: with C++'s types and its implicit
// conversions (ExprKind::Cast) spelled out, '/' and '%' truncating, unsigned
// arithmetic wrapping. The affine phase decides what it means over the
// unbounded integers, and under which condition.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_EXPR_H
#define HEDDLE_IR_EXPR_H

#include "Support/Source.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {

struct IntType {
  unsigned Bits = 32; ///< 1 (bool), 8, 16, 32 or 64
  bool Signed = true;
  /// Signed, but sums that do not fit wrap around as unsigned ones do: a flag
  /// of the compiler (-fwrapv).
  bool Wraps = false;

  bool mayWrap() const { return !Signed || Wraps; }
  bool operator==(const IntType &O) const {
    return Bits == O.Bits && Signed == O.Signed;
  }
};

enum class ExprKind : unsigned char {
  // Leaves.
  Const,   ///< Value
  Counter, ///< Index into LoopNest::Loops: the loop's current counter
  Param,   ///< Index into LoopNest::Params
  Opaque,  ///< not understood, or depends on data; Text says what it is
  // Arithmetic in Type (both operands already converted to it).
  Neg,
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Min,    ///< Operands[0], Operands[1]
  Max,    ///< Operands[0], Operands[1]
  Select, ///< Operands[0] ? Operands[1] : Operands[2]
  Cast,   ///< Operands[0] converted to Type (implicit or explicit)
  // Boolean (Type is bool; comparisons compare two operands of equal type).
  Lt,
  Le,
  Gt,
  Ge,
  Eq,
  Ne,
  And,
  Or,
  Not,
};

struct Expr;
using ExprRef = std::shared_ptr<const Expr>;

struct Expr {
  ExprKind Kind = ExprKind::Opaque;
  IntType Type;
  int64_t Value = 0;  ///< Const only; values outside int64_t become Opaque
  unsigned Index = 0; ///< Counter and Param only
  std::vector<ExprRef> Operands;
  SourceRef Where;
  std::string Text; ///< as spelled in the source, for messages
  std::string Why;  ///< Opaque only: why, e.g. "it depends on array data"
  /// Opaque only: a variable of an iteration, which has the value where the
  /// source has E. Empty: none is known.
  std::string Local;
};

/// Why an expression that reads an array element is opaque.
extern const char *const DependsOnArray;

/// The first part of E that is wanted, E before its operands, or null.
const Expr *findIn(const Expr &E,
                   llvm::function_ref<bool(const Expr &)> IsWanted);

/// The first part of E that is opaque, or null.
const Expr *findOpaque(const Expr &E);

/// The first part of E that is opaque and no variable, or null.
const Expr *findUnnamed(const Expr &E);

/// E, where Counter I has become Counter NewIndex[I]. Null stays null.
ExprRef renumbered(const ExprRef &E, const std::vector<unsigned> &NewIndex);

/// Fully parenthesised text with types at casts, for dumps and tests. Counters
/// and parameters print as "i0", "p1".
std::string toString(const Expr &E);

} // namespace heddle

#endif
