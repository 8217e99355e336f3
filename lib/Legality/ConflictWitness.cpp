//===- ConflictWitness.cpp - Two iterations that conflict -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/ConflictWitness.h"
#include "Legality/Evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using isl::Answer;

using Values = std::vector<int64_t>;

static std::optional<int64_t> toInt64(const isl::Val &V) {
  if (V.isNull() || isl_val_is_int(V.get()) != isl_bool_true)
    return std::nullopt;
  isl::Val Size = isl::take(isl_val_abs(V.copy()));
  if (isl_val_cmp_si(Size.get(), INT64_MAX) > 0)
    return std::nullopt;
  return isl_val_get_num_si(V.get());
}

/// Adds the constraint Sum of Coefficient * dimension >= 0 (or == 0).
static isl::BasicSet
constrain(isl::BasicSet S, bool Equality,
          llvm::ArrayRef<std::pair<unsigned, int>> Terms) {
  isl::LocalSpace L =
      isl::take(isl_local_space_from_space(isl_basic_set_get_space(S.get())));
  isl_constraint *C = Equality ? isl_constraint_alloc_equality(L.release())
                               : isl_constraint_alloc_inequality(L.release());
  for (auto [Dim, Coefficient] : Terms)
    C = isl_constraint_set_coefficient_si(C, isl_dim_set, Dim, Coefficient);
  return isl::take(isl_basic_set_add_constraint(S.release(), C));
}

/// The point of S (without parameters) that is smallest in the order of
/// ConflictWitness.h.
static std::optional<Values> smallestPoint(isl::Set S) {
  if (S.isNull())
    return std::nullopt;
  S = isl::take(isl_set_reset_tuple_id(isl_set_flatten(S.release())));
  int Dims = static_cast<int>(isl_set_dim(S.get(), isl_dim_set));
  if (Dims < 0)
    return std::nullopt;
  // [max, sum, the point, the absolute values]: the last are what a minimal
  // sum leaves of |point|.
  S = isl::take(isl_set_insert_dims(S.release(), isl_dim_set, 0, 2));
  S = isl::take(isl_set_add_dims(S.release(), isl_dim_set, Dims));
  isl::BasicSet Norm =
      isl::take(isl_basic_set_universe(isl_set_get_space(S.get())));
  std::vector<std::pair<unsigned, int>> Sum{{1, 1}};
  for (int I = 0; I < Dims; ++I) {
    unsigned Value = 2 + I, Size = 2 + Dims + I;
    Norm = constrain(std::move(Norm), false, {{Size, 1}, {Value, -1}});
    Norm = constrain(std::move(Norm), false, {{Size, 1}, {Value, 1}});
    Norm = constrain(std::move(Norm), false, {{0, 1}, {Size, -1}});
    Sum.push_back({Size, -1});
  }
  Norm = constrain(std::move(Norm), true, Sum);
  S = isl::take(isl_set_lexmin(isl_set_intersect(
      S.release(), isl_set_from_basic_set(Norm.release()))));
  if (isl::isEmpty(S) != Answer::No)
    return std::nullopt;
  isl::Point P = isl::take(isl_set_sample_point(S.release()));
  Values Out;
  for (int I = 0; I < Dims; ++I) {
    std::optional<int64_t> V = toInt64(isl::take(
        isl_point_get_coordinate_val(P.get(), isl_dim_set, 2 + I)));
    if (!V)
      return std::nullopt;
    Out.push_back(*V);
  }
  return Out;
}

/// Fixes the first V.size() dimensions of M of type T.
static isl::Map fix(isl::Map M, isl_dim_type T, llvm::ArrayRef<int64_t> V) {
  for (auto [I, Value] : llvm::enumerate(V)) {
    isl::Val Number =
        isl::take(isl_val_int_from_si(isl_map_get_ctx(M.get()), Value));
    M = isl::take(isl_map_fix_val(M.release(), T, I, Number.release()));
  }
  return M;
}

/// { [parameters, x, y] } of a relation { x -> y }.
static isl::Set allAsDims(isl::Map M) {
  int Params = static_cast<int>(isl_map_dim(M.get(), isl_dim_param));
  isl::Set S = isl::take(isl_set_flatten(isl_map_wrap(M.release())));
  S = isl::take(isl_set_reset_tuple_id(S.release()));
  return isl::take(isl_set_move_dims(S.release(), isl_dim_set, 0,
                                     isl_dim_param, 0, Params));
}

/// M with non-negative parameters where that leaves anything of it.
static isl::Map preferNonNegative(isl::Map M) {
  isl::Set NonNegative = isl::take(
      isl_set_universe(isl_space_params(isl_map_get_space(M.get()))));
  int Params = static_cast<int>(isl_map_dim(M.get(), isl_dim_param));
  for (int I = 0; I < Params; ++I)
    NonNegative = isl::take(
        isl_set_lower_bound_si(NonNegative.release(), isl_dim_param, I, 0));
  isl::Map Less =
      isl::take(isl_map_intersect_params(M.copy(), NonNegative.release()));
  return isl::isEmpty(Less) == Answer::No ? Less : M;
}

static bool conflictsAs(ConflictKind K, const AffineAccess &Earlier,
                        const AffineAccess &Later) {
  return Earlier.IsWrite == (K != ConflictKind::Anti) &&
         Later.IsWrite == (K != ConflictKind::Flow);
}

namespace {
/// The search for the accesses, inner counters and element once parameters and
/// the two iterations of the perfect loops are known.
struct PairSearch {
  const AffineNest &N;
  ConflictWitness &W;
  Values EarlierAt, LaterAt; ///< perfect loops

  isl::Map accessAt(unsigned Index, const Values &At) const {
    isl::Map M = N.Accesses[Index].Relation;
    M = isl::take(isl_map_align_params(M.release(), N.ParamSpace.copy()));
    M = fix(std::move(M), isl_dim_param, W.Params);
    M = fix(std::move(M), isl_dim_in, At);
    return isl::take(isl_map_project_out(
        M.release(), isl_dim_param, 0,
        static_cast<unsigned>(isl_map_dim(M.get(), isl_dim_param))));
  }

  /// Fills W from the pair of accesses if it is the one.
  bool tryPair(unsigned Earlier, unsigned Later) const {
    isl::Map A = accessAt(Earlier, EarlierAt), B = accessAt(Later, LaterAt);
    unsigned InA = isl_map_dim(A.get(), isl_dim_in);
    unsigned InB = isl_map_dim(B.get(), isl_dim_in);
    isl::Map Pairs =
        isl::take(isl_map_apply_range(A.copy(), isl_map_reverse(B.copy())));
    if (isl::isEmpty(Pairs) != Answer::No)
      return false;
    std::optional<Values> P = smallestPoint(isl::take(isl_map_wrap(Pairs.release())));
    if (!P || P->size() != InA + InB)
      return false;
    W.Earlier = Earlier;
    W.Later = Later;
    W.EarlierAt.assign(P->begin(), P->begin() + InA);
    W.LaterAt.assign(P->begin() + InA, P->end());
    isl::Set Element = isl::take(
        isl_map_range(fix(std::move(A), isl_dim_in, W.EarlierAt).release()));
    if (std::optional<Values> E = smallestPoint(std::move(Element)))
      W.Element = *E;
    return true;
  }
};
} // namespace

/// Which parameters the conflict's existence depends on.
static std::vector<bool> findMatters(const AffineNest &N, const isl::Map &M,
                                     const isl::Set &Params) {
  isl::Map Needed = isl::take(isl_map_gist_params(M.copy(), Params.copy()));
  std::vector<bool> Matters;
  for (unsigned I = 0; I < N.Parameters.size(); ++I)
    Matters.push_back(isl_map_involves_dims(Needed.get(), isl_dim_param, I,
                                            1) != isl_bool_false);
  return Matters;
}

std::optional<ConflictWitness>
heddle::findWitness(const AffineNest &N, const ArrayConflicts &C,
                    ConflictKind K, unsigned Level, const isl::Set &Params) {
  isl::Map M = C.carried(K, Level);
  if (M.isNull())
    return std::nullopt;
  ConflictWitness W;
  W.Kind = K;
  W.Level = Level;
  W.Matters = findMatters(N, M, Params);
  size_t P = N.Parameters.size(), D = N.Depth;
  std::optional<Values> Point =
      smallestPoint(allAsDims(preferNonNegative(std::move(M))));
  if (!Point || Point->size() != P + 2 * D)
    return std::nullopt;
  W.Params.assign(Point->begin(), Point->begin() + P);
  PairSearch Search{N, W, Values(Point->begin() + P, Point->begin() + P + D),
                    Values(Point->begin() + P + D, Point->end())};
  // Back from the order of execution to the source's counters.
  for (unsigned I = 0; I < D; ++I)
    if (descends(N, I)) {
      Search.EarlierAt[I] = -Search.EarlierAt[I];
      Search.LaterAt[I] = -Search.LaterAt[I];
    }
  for (unsigned I = 0; I < N.Accesses.size(); ++I)
    for (unsigned J = 0; J < N.Accesses.size(); ++J)
      if (N.Accesses[I].Array == C.Array && N.Accesses[J].Array == C.Array &&
          conflictsAs(K, N.Accesses[I], N.Accesses[J]) && Search.tryPair(I, J))
        return W;
  return std::nullopt;
}

std::string heddle::elementText(const AffineNest &N, const ConflictWitness &W) {
  const AffineAccess &A = N.Accesses[W.Earlier];
  const Access &S = N.Nest->Accesses[A.Source];
  std::string Text = N.Nest->Arrays[A.Array].Name;
  SourceValues At = sourceValues(N, W.Earlier, W.EarlierAt, W.Params);
  std::string Subscripts;
  for (const ExprRef &E : S.Subscripts) {
    std::optional<int64_t> V = evaluate(*E, At);
    if (!V)
      return Text;
    Subscripts += "[" + std::to_string(*V) + "]";
  }
  return Text + Subscripts;
}

std::string heddle::iterationText(const AffineNest &N, unsigned Access,
                                  const std::vector<int64_t> &At) {
  std::vector<std::string> Parts;
  const std::vector<unsigned> &Inner = N.Accesses[Access].InnerLoops;
  for (auto [I, Value] : llvm::enumerate(At)) {
    size_t Loop = I < N.Depth ? I : Inner[I - N.Depth];
    Parts.push_back(N.Nest->Loops[Loop].Name + " = " + std::to_string(Value));
  }
  return "(" + llvm::join(Parts, ", ") + ")";
}

std::string heddle::parameterText(const AffineNest &N,
                                  const ConflictWitness &W) {
  std::vector<std::string> Parts;
  for (auto [I, P] : llvm::enumerate(N.Parameters)) {
    if (!W.Matters[I])
      continue;
    std::string Name = P.Name;
    if (P.SourceParam >= 0) {
      const Param &Source = N.Nest->Params[P.SourceParam];
      Name = Source.HostText.empty() ? Source.Name : Source.HostText;
    } else {
      Name = toString(P.Definition);
    }
    Parts.push_back(Name + " = " + std::to_string(W.Params[I]));
  }
  if (Parts.empty())
    return "";
  std::string Last = Parts.back();
  Parts.pop_back();
  return "with " + (Parts.empty() ? "" : llvm::join(Parts, ", ") + " and ") +
         Last + ", ";
}
