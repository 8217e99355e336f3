//===- Choice.cpp - A condition that tells two kinds of instances apart ---===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Choice.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;
using isl::take;

/// A condition that nobody can read is none that anybody should trust.
static constexpr unsigned MostOperators = 48;

static unsigned loopOf(const AffineNest &N, const AffineAccess &A,
                       unsigned Dim) {
  return Dim < N.Depth ? Dim : A.InnerLoops[Dim - N.Depth];
}

static unsigned dimsOf(const AffineNest &N, const AffineAccess &A) {
  return N.Depth + static_cast<unsigned>(A.InnerLoops.size());
}

static LeafDims leafDims(const AffineNest &N, const AffineAccess &A) {
  LeafDims Dims;
  for (unsigned D = 0; D < dimsOf(N, A); ++D)
    Dims[N.Nest->Loops[loopOf(N, A, D)].Name] = D;
  return Dims;
}

/// Every loop variable and parameter that S mentions can be named at the
/// access.
static bool isNameable(const AffineNest &N, const AffineAccess &A,
                       const isl::Set &S) {
  for (unsigned D = 0; D < dimsOf(N, A); ++D)
    if (!N.Nest->Loops[loopOf(N, A, D)].NameIsUnique &&
        isl_set_involves_dims(S.get(), isl_dim_set, D, 1) != isl_bool_false)
      return false;
  for (unsigned P = 0; P < N.Parameters.size(); ++P)
    if (N.Parameters[P].SourceParam < 0 &&
        isl_set_involves_dims(S.get(), isl_dim_param, P, 1) != isl_bool_false)
      return false;
  return true;
}

/// S over loop variables as a set over parameters of the same names.
static isl::Set asParameters(const AffineNest &N, const AffineAccess &A,
                             isl::Set S) {
  S = take(isl_set_reset_tuple_id(S.release()));
  for (unsigned D = 0; D < dimsOf(N, A); ++D)
    S = take(isl_set_set_dim_name(S.release(), isl_dim_set, D,
                                  N.Nest->Loops[loopOf(N, A, D)].Name.c_str()));
  auto Params = static_cast<unsigned>(isl_set_dim(S.get(), isl_dim_param));
  S = take(isl_set_move_dims(S.release(), isl_dim_param, Params, isl_dim_set, 0,
                             dimsOf(N, A)));
  return take(isl_set_params(S.release()));
}

isl::Set heddle::chosen(const AffineNest &N, const AffineAccess &A,
                        const Choice &C) {
  isl::Space Iterations =
      take(isl_space_domain(isl_map_get_space(A.Relation.get())));
  Iterations =
      take(isl_space_align_params(Iterations.release(), N.ParamSpace.copy()));
  return toIslSet(C.Holds, Iterations, leafDims(N, A));
}

/// S stays within Bits (signed) at all points of Where, by Margin.
static bool staysWithin(const Sym &S, const isl::Set &Where,
                        const LeafDims &Dims, unsigned Bits, int64_t Margin) {
  isl_ctx *Ctx = isl_set_get_ctx(Where.get());
  isl::Val Most = take(isl_val_2exp(isl_val_int_from_ui(Ctx, Bits - 1)));
  Most = take(isl_val_sub_ui(Most.release(), 1));
  Most = take(isl_val_sub(Most.release(), isl_val_int_from_si(Ctx, Margin)));
  isl::PwAff Value = toIsl(S, take(isl_set_get_space(Where.get())), Dims);
  auto Inside = [&](isl::PwAff Side) {
    isl::PwAff Limit = take(
        isl_pw_aff_val_on_domain(isl_pw_aff_domain(Side.copy()), Most.copy()));
    // There is one negative number more.
    Most = take(isl_val_add_ui(Most.release(), 1));
    return isl::isSubset(Where, take(isl_pw_aff_le_set(Side.release(),
                                                       Limit.release()))) ==
           Answer::Yes;
  };
  return !Value.isNull() && Inside(Value) &&
         Inside(take(isl_pw_aff_neg(Value.copy())));
}

/// Every number that S computes does. A quotient of what may be negative takes
/// a sum with its divisor.
bool heddle::fits(const Sym &S, const isl::Set &Where, const LeafDims &Dims,
                  unsigned Bits) {
  if (!llvm::all_of(S.operands(),
                    [&](const Sym &Op) { return fits(Op, Where, Dims, Bits); }))
    return false;
  if (S.kind() >= SymKind::Lt || (S.isConst() && Bits == 64))
    return true;
  if (S.kind() != SymKind::FloorDiv && S.kind() != SymKind::FloorMod)
    return staysWithin(S, Where, Dims, Bits, 0);
  const Sym &Divisor = S.operands()[1];
  return Divisor.isConst() && Divisor.value() > 0 &&
         Divisor.value() < INT32_MAX / 2 &&
         staysWithin(S.operands()[0], Where, Dims, Bits, Divisor.value());
}

bool heddle::mentionsWide(const AffineNest &N, const Sym &S) {
  if (S.kind() == SymKind::Leaf) {
    for (const Loop &L : N.Nest->Loops)
      if (L.Name == S.name())
        return L.CxxType != "int";
    for (const AffineNest::Parameter &P : N.Parameters)
      if (P.Name == S.name())
        return N.Nest->Params[static_cast<unsigned>(P.SourceParam)].CxxType !=
               "int";
    return true;
  }
  return llvm::any_of(S.operands(),
                      [&](const Sym &Op) { return mentionsWide(N, Op); });
}

/// As chooseBetween, with the simplest set that holds Yes and none of No.
static std::optional<Choice> describe(const AffineNest &N,
                                      const AffineAccess &A,
                                      const isl::Set &Yes, const isl::Set &No,
                                      const isl::Set &Executed) {
  isl::Set Either = isl::coalesced(take(isl_set_union(Yes.copy(), No.copy())));
  isl::Set Simple =
      isl::coalesced(take(isl_set_gist(Yes.copy(), Either.copy())));
  if (Simple.isNull() || !isNameable(N, A, Simple))
    return std::nullopt;
  std::optional<Sym> S =
      symOf(asParameters(N, A, Simple), asParameters(N, A, std::move(Either)));
  if (!S || operatorCount(*S) > MostOperators)
    return std::nullopt;
  Choice C{*S, false};
  // What is computed in the kernel is compared with what it stands for.
  isl::Set Read = chosen(N, A, C);
  if (isl::isSubset(Yes, Read) != Answer::Yes ||
      isl::isEmpty(take(isl_set_intersect(Read.copy(), No.copy()))) !=
          Answer::Yes)
    return std::nullopt;
  LeafDims Dims = leafDims(N, A);
  if (!fits(C.Holds, Executed, Dims, 64))
    return std::nullopt;
  C.Narrow = !mentionsWide(N, C.Holds) && fits(C.Holds, Executed, Dims, 32);
  return C;
}

std::optional<Choice> heddle::chooseBetween(const AffineNest &N,
                                            const AffineAccess &A,
                                            const isl::Set &Yes,
                                            const isl::Set &No,
                                            const isl::Set &Executed) {
  std::optional<Choice> Is = describe(N, A, Yes, No, Executed);
  // Often one of the two is simpler: what an iteration writes is near by.
  std::optional<Choice> IsNot = describe(N, A, No, Yes, Executed);
  if (!IsNot || (Is && operatorCount(Is->Holds) <= operatorCount(IsNot->Holds)))
    return Is;
  IsNot->Holds = negate(IsNot->Holds);
  return IsNot;
}
