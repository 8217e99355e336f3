//===- IslAst.cpp - Expressions that isl prints ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/IslAst.h"
#include "Affine/IslKinds.h"
#include <isl/ast_build.h>

namespace heddle {
namespace isl {

using AstBuild = Handle<isl_ast_build, isl_ast_build_copy, isl_ast_build_free>;

static AstBuild buildIn(const Set &Context) {
  return AstBuild(isl_ast_build_from_context(Context.copy()));
}

AstExpr AstExpr::of(const Set &S, const Set &Context) {
  return AstExpr(isl_ast_build_expr_from_set(buildIn(Context).get(), S.copy()));
}

AstExpr AstExpr::of(const PwAff &F, const Set &Context) {
  return AstExpr(
      isl_ast_build_expr_from_pw_aff(buildIn(Context).get(), F.copy()));
}

isl_ast_expr_type AstExpr::type() const { return isl_ast_expr_get_type(get()); }

std::optional<std::string> AstExpr::parameter() const {
  const Handle<isl_id, isl_id_copy, isl_id_free> Id(
      isl_ast_expr_id_get_id(get()));
  if (Id.isNull())
    return std::nullopt;
  return isl_id_get_name(Id.get());
}

Val AstExpr::number() const { return Val(isl_ast_expr_int_get_val(get())); }

isl_ast_expr_op_type AstExpr::operation() const {
  return isl_ast_expr_op_get_type(get());
}

std::vector<AstExpr> AstExpr::operands() const {
  std::vector<AstExpr> All;
  for (unsigned I = 0, N = countOf(isl_ast_expr_op_get_n_arg(get())); I < N;
       ++I)
    All.push_back(AstExpr(isl_ast_expr_op_get_arg(get(), static_cast<int>(I))));
  return All;
}

} // namespace isl
} // namespace heddle
