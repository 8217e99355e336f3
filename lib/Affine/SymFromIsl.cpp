//===- SymFromIsl.cpp - isl sets and functions as Sym ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/SymFromIsl.h"
#include "Affine/IslAst.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace heddle {

namespace {

class AstWalk {
public:
  /// Nothing in the tree was beyond us.
  bool Good = true;

  Sym walk(const isl::AstExpr &E) {
    if (E.isNull())
      return bad();
    switch (E.type()) {
    case isl_ast_expr_id: {
      std::optional<std::string> Name = E.parameter();
      return Name ? Sym::leaf(*Name) : bad();
    }
    case isl_ast_expr_int:
      return integer(E.number());
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
    std::optional<int64_t> Value = V.int64();
    return Value ? Sym(*Value) : bad();
  }

  Sym operation(const isl::AstExpr &E) {
    std::vector<Sym> Ops;
    for (const isl::AstExpr &Operand : E.operands())
      Ops.push_back(walk(Operand));
    if (Ops.empty())
      return bad();
    auto Fold = [&](llvm::function_ref<Sym(const Sym &, const Sym &)> F) {
      Sym R = Ops[0];
      for (size_t I = 1; I < Ops.size(); ++I)
        R = F(R, Ops[I]);
      return R;
    };
    switch (E.operation()) {
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

std::optional<Sym> finish(const isl::AstExpr &E) {
  AstWalk W;
  Sym S = W.walk(E);
  return W.Good ? std::optional<Sym>(S) : std::nullopt;
}

} // namespace

/// The printed text becomes a launch's decision, so it is read back and
/// compared: isl simplifies on the way, by means that are not beyond doubt.
std::optional<Sym> symOf(const isl::Set &S, const isl::Set &Context) {
  std::optional<Sym> Text = finish(isl::AstExpr::of(S, Context));
  if (!Text)
    return Text;
  isl::Set Read = toIslSet(*Text, S.space(), {});
  auto Within = [&](const isl::Set &Any) { return Any.intersect(Context); };
  return isl::isEqual(Within(Read), Within(S)) == isl::Answer::Yes
             ? Text
             : std::nullopt;
}

std::optional<Sym> symOf(const isl::PwAff &F, const isl::Set &Context) {
  std::optional<Sym> Text = finish(isl::AstExpr::of(F, Context));
  if (!Text)
    return Text;
  isl::PwAff Read = toIsl(*Text, F.space(), {});
  auto Within = [&](const isl::PwAff &Any) {
    return Any.intersectParams(Context);
  };
  isl::PwAff A = Within(Read), E = Within(F);
  return isl::isEqual(A, E) == isl::Answer::Yes ? Text : std::nullopt;
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
    F = isl::coalesced(isl::gistParams(F, Context));
    std::optional<Sym> E = symOf(F, Context);
    return E && operatorCount(*E) <= MostOperators ? E : std::nullopt;
  };
  std::optional<Sym> Low = End(isl::dimMin(S, Dim));
  std::optional<Sym> High = Low ? End(isl::dimMax(S, Dim)) : std::nullopt;
  if (!High)
    return std::nullopt;
  return std::make_pair(*Low, *High);
}

} // namespace heddle
