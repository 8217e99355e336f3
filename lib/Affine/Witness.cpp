//===- Witness.cpp - The smallest point of a set --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Witness.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace heddle {

using isl::take;

namespace {

unsigned dim(const isl::Set &S, isl_dim_type T) {
  isl_size N = isl_set_dim(S.get(), T);
  return N < 0 ? 0 : static_cast<unsigned>(N);
}

/// Adds Left >= Right (or <=) between two dimensions: Left - Sign*Right >= 0.
isl::Set atLeast(isl::Set S, unsigned Left, const std::vector<unsigned> &Right,
                 int Sign) {
  isl_constraint *K = isl_constraint_alloc_inequality(
      isl_local_space_from_space(isl_set_get_space(S.get())));
  K = isl_constraint_set_coefficient_si(K, isl_dim_set, static_cast<int>(Left),
                                        1);
  for (unsigned D : Right)
    K = isl_constraint_set_coefficient_si(K, isl_dim_set, static_cast<int>(D),
                                          -Sign);
  return take(isl_set_add_constraint(S.release(), K));
}

std::optional<std::vector<int64_t>> coordinates(const isl::Set &Singleton) {
  isl::Point P = take(isl_set_sample_point(Singleton.copy()));
  if (P.isNull() || isl_point_is_void(P.get()) != isl_bool_false)
    return std::nullopt;
  std::vector<int64_t> R;
  for (unsigned D = 0; D < dim(Singleton, isl_dim_set); ++D) {
    isl::Val V = take(isl_point_get_coordinate_val(P.get(), isl_dim_set,
                                                   static_cast<int>(D)));
    if (V.isNull() || isl_val_cmp_si(V.get(), INT64_MAX) > 0 ||
        isl_val_cmp_si(V.get(), INT64_MIN) < 0)
      return std::nullopt;
    R.push_back(isl_val_get_num_si(V.get()));
  }
  return R;
}

/// The lexicographically least point of { (max norm, sum, x_0 .. x_n-1, |x|) }.
std::optional<std::vector<int64_t>> leastByNorm(isl::Set S) {
  unsigned N = dim(S, isl_dim_set);
  S = take(isl_set_insert_dims(S.release(), isl_dim_set, 0, 2));
  S = take(isl_set_add_dims(S.release(), isl_dim_set, N));
  std::vector<unsigned> Absolute;
  for (unsigned D = 0; D < N; ++D) {
    unsigned X = 2 + D, A = 2 + N + D;
    S = atLeast(std::move(S), A, {X}, 1);
    S = atLeast(std::move(S), A, {X}, -1);
    S = atLeast(std::move(S), 0, {A}, 1);
    Absolute.push_back(A);
  }
  S = atLeast(std::move(S), 1, Absolute, 1);
  S = atLeast(std::move(S), 0, {}, 1);
  std::optional<std::vector<int64_t>> P =
      coordinates(take(isl_set_lexmin(S.release())));
  if (!P)
    return std::nullopt;
  return std::vector<int64_t>(P->begin() + 2, P->begin() + 2 + N);
}

isl::Set withNonNegativeParameters(const isl::Set &S) {
  isl::Set T = S;
  for (unsigned P = 0; P < dim(S, isl_dim_param); ++P)
    T = take(isl_set_lower_bound_si(T.release(), isl_dim_param, P, 0));
  return isl::isEmpty(T) == isl::Answer::No ? T : S;
}

} // namespace

std::optional<Witness> smallestWitness(const isl::Set &Set,
                                       unsigned Significant) {
  if (isl::isEmpty(Set) != isl::Answer::No)
    return std::nullopt;
  isl::Set S = withNonNegativeParameters(Set);
  Witness W;
  unsigned Params = dim(S, isl_dim_param);
  unsigned Dims = dim(S, isl_dim_set);
  Significant = std::min(Significant, Dims);
  for (unsigned P = 0; P < Params; ++P)
    W.Parameters.push_back(
        {isl_set_get_dim_name(S.get(), isl_dim_param, P), 0});
  S = take(isl_set_reset_tuple_id(S.release()));
  if (isl_set_is_params(S.get()) == isl_bool_true)
    S = take(isl_set_from_params(S.release()));
  S = take(
      isl_set_move_dims(S.release(), isl_dim_set, 0, isl_dim_param, 0, Params));
  isl::Set Head = take(isl_set_project_out(
      S.copy(), isl_dim_set, Params + Significant, Dims - Significant));
  std::optional<std::vector<int64_t>> P = leastByNorm(Head);
  if (!P)
    return std::nullopt;
  if (Significant < Dims) {
    isl_ctx *Ctx = isl_set_get_ctx(S.get());
    for (unsigned D = 0; D < P->size(); ++D)
      S = take(isl_set_fix_val(S.release(), isl_dim_set, D,
                               isl_val_int_from_si(Ctx, (*P)[D])));
    P = coordinates(take(isl_set_lexmin(S.release())));
    if (!P)
      return std::nullopt;
  }
  for (unsigned I = 0; I < Params; ++I)
    W.Parameters[I].second = (*P)[I];
  W.Point.assign(P->begin() + Params, P->end());
  return W;
}

namespace {

/// The leaves that fresh parameters of S are defined by.
std::vector<std::string>
factors(const isl::Set &S,
        const std::vector<AffineNest::Parameter> &Parameters) {
  std::vector<std::string> Leaves;
  auto Collect = [&](const Sym &X, auto &Self) -> void {
    if (X.kind() == SymKind::Leaf && !llvm::is_contained(Leaves, X.name()))
      Leaves.push_back(X.name());
    for (const Sym &O : X.operands())
      Self(O, Self);
  };
  for (const AffineNest::Parameter &P : Parameters) {
    int At = isl_set_find_dim_by_name(S.get(), isl_dim_param, P.Name.c_str());
    if (P.SourceParam < 0 && At >= 0 &&
        isl_set_involves_dims(S.get(), isl_dim_param, static_cast<unsigned>(At),
                              1) != isl_bool_false)
      Collect(P.Definition, Collect);
  }
  return Leaves;
}

isl::Set fixParameter(isl::Set S, const std::string &Name, int64_t Value) {
  int At = isl_set_find_dim_by_name(S.get(), isl_dim_param, Name.c_str());
  if (At < 0)
    return S;
  isl_ctx *Ctx = isl_set_get_ctx(S.get());
  return take(isl_set_fix_val(S.release(), isl_dim_param,
                              static_cast<unsigned>(At),
                              isl_val_int_from_si(Ctx, Value)));
}

} // namespace

std::optional<Witness>
smallestWitness(const isl::Set &S,
                const std::vector<AffineNest::Parameter> &Parameters,
                unsigned Significant) {
  constexpr int64_t Largest = 4;
  constexpr size_t MostFactors = 3;
  std::vector<std::string> Leaves = factors(S, Parameters);
  if (Leaves.empty() || Leaves.size() > MostFactors)
    return smallestWitness(S, Significant);
  // By ascending sum, so that the first that fits is small.
  std::vector<std::vector<int64_t>> Choices{{}};
  for (size_t K = 0; K < Leaves.size(); ++K) {
    std::vector<std::vector<int64_t>> Longer;
    for (const std::vector<int64_t> &C : Choices)
      for (int64_t V = 0; V <= Largest; ++V) {
        Longer.push_back(C);
        Longer.back().push_back(V);
      }
    Choices = std::move(Longer);
  }
  auto Sum = [](const std::vector<int64_t> &V) {
    return std::accumulate(V.begin(), V.end(), int64_t(0));
  };
  llvm::stable_sort(
      Choices, [&](const auto &A, const auto &B) { return Sum(A) < Sum(B); });
  for (const std::vector<int64_t> &C : Choices) {
    isl::Set T = S;
    std::vector<std::pair<std::string, Sym>> Values;
    for (size_t K = 0; K < Leaves.size(); ++K) {
      T = fixParameter(std::move(T), Leaves[K], C[K]);
      Values.push_back({Leaves[K], Sym(C[K])});
    }
    for (const AffineNest::Parameter &P : Parameters)
      if (P.SourceParam < 0)
        if (Sym V = P.Definition.substitute(Values); V.isConst())
          T = fixParameter(std::move(T), P.Name, V.value());
    if (std::optional<Witness> W = smallestWitness(T, Significant))
      return W;
  }
  return smallestWitness(S, Significant);
}

std::string
Witness::parameterText(const std::vector<std::string> &Names) const {
  std::string Text;
  for (const auto &[Name, Value] : Parameters)
    if (Names.empty() || llvm::is_contained(Names, Name))
      Text += (Text.empty() ? "" : ", ") + Name + " = " + std::to_string(Value);
  return Text;
}

std::string pointText(const std::vector<int64_t> &Point, size_t Begin,
                      size_t End) {
  End = std::min(End, Point.size());
  std::string Text;
  for (size_t I = Begin; I < End; ++I)
    Text += (I == Begin ? "" : ", ") + std::to_string(Point[I]);
  return End - Begin == 1 ? Text : "(" + Text + ")";
}

} // namespace heddle
