//===- Shortcut.h - An expression that is simpler somewhere -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_IR_SHORTCUT_H
#define HEDDLE_IR_SHORTCUT_H

#include "IR/Expr.h"
#include "IR/Value.h"
#include <string>
#include <vector>

namespace heddle {

/// Wherever Cond holds, the expression Where of the text has a simpler value,
/// and no effects.
struct Shortcut {
  Span Where; ///< in LoopNest::Text
  /// Null: nothing is known where the walk has come to the text again, e.g. in
  /// a lambda that is called twice. All of a Where and an Is must hold.
  ExprRef Cond;
  /// The value: a truth value, or where it is empty that of the expression
  /// Value of the text, converted to Type.
  std::string Is;
  Span Value;
  std::string Type;
  std::vector<unsigned> Loops; ///< enclosing loops, outermost first

  bool isSame(const Shortcut &S) const {
    return Where == S.Where && Is == S.Is && Value == S.Value;
  }
};

} // namespace heddle

#endif
