//===- IslAst.h - Expressions that isl prints ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLAST_H
#define HEDDLE_AFFINE_ISLAST_H

#include "Affine/Isl.h"
#include <isl/ast.h>

namespace heddle {
namespace isl {

/// A node of a tree of operations on numbers and parameters.
class AstExpr
    : public Handle<isl_ast_expr, isl_ast_expr_copy, isl_ast_expr_free> {
public:
  using Handle::Handle;

  /// S (a parameter set), or F, where Context holds.
  static AstExpr of(const Set &S, const Set &Context);
  static AstExpr of(const PwAff &F, const Set &Context);

  isl_ast_expr_type type() const;
  std::optional<std::string> parameter() const; ///< nothing where isl gave up
  Val number() const;
  isl_ast_expr_op_type operation() const;
  std::vector<AstExpr> operands() const;
};

} // namespace isl
} // namespace heddle

#endif
