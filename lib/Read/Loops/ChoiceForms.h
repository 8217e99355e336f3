//===- ChoiceForms.h - Conditions that keep the better value ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `if (e < a) a = e;` keeps the least value, and `if (e < a) { a = e; b = f; }`
// with it what belongs to it: an arg-min.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_READ_LOOPS_CHOICEFORMS_H
#define HEDDLE_READ_LOOPS_CHOICEFORMS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include <optional>
#include <string>

namespace heddle {

struct ChoiceForm {
  const clang::BinaryOperator *Comparison = nullptr;
  /// The mention of what is compared and assigned, in the comparison.
  const clang::Expr *Own = nullptr;
  /// The assignments: that of the key, which is compared, then the others in
  /// the order written.
  llvm::SmallVector<const clang::BinaryOperator *, 4> Steps;
  bool IsLess = false;  ///< a value is kept that is less, else larger
  bool OrEqual = false; ///< or equal
  /// Other conditions stand behind the comparison, which other threads would
  /// evaluate as well.
  bool GuardsOthers = false;

  /// Access::Reduces of its steps: of a single one that of a minimum.
  std::string reductionClass() const;
};

/// If as such a form. The targets are different lvalues, which nothing else in
/// it mentions, and nothing in it has other effects. None where it has another
/// form.
std::optional<ChoiceForm> choiceForm(const clang::IfStmt *If,
                                     const clang::ASTContext &Ctx);

} // namespace heddle

#endif
