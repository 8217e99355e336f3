//===- SymFromIsl.cpp - isl sets and functions as Sym ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <isl/ast.h>
#include <isl/ast_build.h>

namespace heddle {

using isl::take;

namespace {

using AstExpr = isl::Handle<isl_ast_expr, isl_ast_expr_copy, isl_ast_expr_free>;
using AstBuild =
    isl::Handle<isl_ast_build, isl_ast_build_copy, isl_ast_build_free>;

class AstWalk {
public:
  /// Nothing in the tree was beyond us.
  bool Good = true;

  Sym walk(const AstExpr &E) {
    if (E.isNull())
      return bad();
    switch (isl_ast_expr_get_type(E.get())) {
    case isl_ast_expr_id: {
      isl::Id Id = take(isl_ast_expr_id_get_id(E.get()));
      return Id.isNull() ? bad() : Sym::leaf(isl_id_get_name(Id.get()));
    }
    case isl_ast_expr_int:
      return integer(take(isl_ast_expr_int_get_val(E.get())));
    case isl_ast_expr_op:
      return operation(E);
    default:
      return bad();
    }
  }

private:
  Sym bad() {
    Good = false;
    return Sym(0);
  }

  Sym integer(const isl::Val &V) {
    if (V.isNull() || isl_val_cmp_si(V.get(), INT64_MAX) > 0 ||
        isl_val_cmp_si(V.get(), INT64_MIN) < 0)
      return bad();
    return Sym(static_cast<long long>(isl_val_get_num_si(V.get())));
  }

  Sym operation(const AstExpr &E) {
    std::vector<Sym> Ops;
    isl_size N = isl_ast_expr_op_get_n_arg(E.get());
    for (isl_size I = 0; I < N; ++I)
      Ops.push_back(walk(AstExpr(isl_ast_expr_op_get_arg(E.get(), I))));
    if (Ops.empty())
      return bad();
    auto Fold = [&](llvm::function_ref<Sym(const Sym &, const Sym &)> F) {
      Sym R = Ops[0];
      for (size_t I = 1; I < Ops.size(); ++I)
        R = F(R, Ops[I]);
      return R;
    };
    switch (isl_ast_expr_op_get_type(E.get())) {
    case isl_ast_expr_op_and:
    case isl_ast_expr_op_and_then:
      return Fold(both);
    case isl_ast_expr_op_or:
    case isl_ast_expr_op_or_else:
      return Fold(either);
    case isl_ast_expr_op_max:
      return Fold(max_of);
    case isl_ast_expr_op_min:
      return Fold(min_of);
    case isl_ast_expr_op_minus:
      return -Ops[0];
    case isl_ast_expr_op_add:
      return Ops[0] + Ops[1];
    case isl_ast_expr_op_sub:
      return Ops[0] - Ops[1];
    case isl_ast_expr_op_mul:
      return Ops[0] * Ops[1];
    case isl_ast_expr_op_div:
    case isl_ast_expr_op_fdiv_q:
    case isl_ast_expr_op_pdiv_q:
      return floor_div(Ops[0], Ops[1]);
    case isl_ast_expr_op_pdiv_r:
    case isl_ast_expr_op_zdiv_r:
      return floor_mod(Ops[0], Ops[1]);
    case isl_ast_expr_op_cond:
    case isl_ast_expr_op_select:
      return select(Ops[0], Ops[1], Ops[2]);
    case isl_ast_expr_op_eq:
      return equal(Ops[0], Ops[1]);
    case isl_ast_expr_op_le:
      return less_equal(Ops[0], Ops[1]);
    case isl_ast_expr_op_lt:
      return less(Ops[0], Ops[1]);
    case isl_ast_expr_op_ge:
      return less_equal(Ops[1], Ops[0]);
    case isl_ast_expr_op_gt:
      return less(Ops[1], Ops[0]);
    default:
      return bad();
    }
  }
};

std::optional<Sym> finish(AstExpr E) {
  AstWalk W;
  Sym S = W.walk(E);
  return W.Good ? std::optional<Sym>(S) : std::nullopt;
}

} // namespace

/// What is printed becomes a launch's decision, so it is read back and
/// compared: isl simplifies on the way, by means that are not beyond doubt.
std::optional<Sym> symOf(const isl::Set &S, const isl::Set &Context) {
  AstBuild B(isl_ast_build_from_context(Context.copy()));
  std::optional<Sym> Text =
      finish(AstExpr(isl_ast_build_expr_from_set(B.get(), S.copy())));
  if (!Text)
    return Text;
  isl::Set Read = toIslSet(*Text, isl::take(isl_set_get_space(S.get())), {});
  auto Within = [&](const isl::Set &Any) {
    return take(isl_set_intersect(Any.copy(), Context.copy()));
  };
  return isl::isEqual(Within(Read), Within(S)) == isl::Answer::Yes
             ? Text
             : std::nullopt;
}

std::optional<Sym> symOf(const isl::PwAff &F, const isl::Set &Context) {
  AstBuild B(isl_ast_build_from_context(Context.copy()));
  std::optional<Sym> Text =
      finish(AstExpr(isl_ast_build_expr_from_pw_aff(B.get(), F.copy())));
  if (!Text)
    return Text;
  isl::PwAff Read =
      toIsl(*Text, isl::take(isl_pw_aff_get_domain_space(F.get())), {});
  auto Within = [&](const isl::PwAff &Any) {
    return take(isl_pw_aff_intersect_params(Any.copy(), Context.copy()));
  };
  isl::PwAff A = Within(Read), E = Within(F);
  return isl_pw_aff_is_equal(A.get(), E.get()) == isl_bool_true ? Text
                                                                : std::nullopt;
}

unsigned operatorCount(const Sym &S) {
  if (S.isConst() || S.kind() == SymKind::Leaf)
    return 0;
  unsigned N = 1;
  for (const Sym &O : S.operands())
    N += operatorCount(O);
  return N;
}

std::optional<std::pair<Sym, Sym>> endsOf(const isl::Set &S, unsigned Dim,
                                          const isl::Set &Context) {
  constexpr unsigned MostOperators = 24;
  auto End = [&](isl::PwAff F) -> std::optional<Sym> {
    F = isl::coalesced(
        take(isl_pw_aff_gist_params(F.release(), Context.copy())));
    std::optional<Sym> E = symOf(F, Context);
    return E && operatorCount(*E) <= MostOperators ? E : std::nullopt;
  };
  const int At = static_cast<int>(Dim);
  std::optional<Sym> Low = End(take(isl_set_dim_min(S.copy(), At)));
  std::optional<Sym> High =
      Low ? End(take(isl_set_dim_max(S.copy(), At))) : std::nullopt;
  if (!High)
    return std::nullopt;
  return std::make_pair(*Low, *High);
}

} // namespace heddle
