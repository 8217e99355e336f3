//===- Domain.cpp - Iteration domains and what loop headers need ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header is read over the integers; the conditions under which that agrees
// with the loop as C++ runs it become Range checks. They are taken outermost
// first: the check of a loop speaks about the iterations of the loops around
// it, whose own checks come before. None is simplified under the assumption
// that iterations exist, because the zero-trip test is made after them.
//===----------------------------------------------------------------------===//

#include "Affine/Builder.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::take;

bool reads(const Expr &E, ExprKind Kind, unsigned Index) {
  return (E.Kind == Kind && E.Index == Index) ||
         llvm::any_of(E.Operands,
                      [&](const ExprRef &O) { return reads(*O, Kind, Index); });
}

namespace {

bool contains(const Expr &Tree, const Expr *Node) {
  return &Tree == Node || llvm::any_of(Tree.Operands, [&](const ExprRef &O) {
    return contains(*O, Node);
  });
}

/// Signed overflow of a counter is undefined; others wrap, or are converted
/// back after promotion.
bool mayWrap(IntType T) { return !T.Signed || T.Bits < 32; }

isl::Set boundCounter(isl::Set S, unsigned Dim, IntType T) {
  isl_ctx *Ctx = isl_set_get_ctx(S.get());
  isl::Val High =
      T.Bits == 64 && !T.Signed
          ? take(isl_val_sub_ui(isl_val_2exp(isl_val_int_from_ui(Ctx, 64)), 1))
          : take(isl_val_int_from_si(Ctx, maxOf(T)));
  S = take(isl_set_lower_bound_val(S.release(), isl_dim_set, Dim,
                                   isl_val_int_from_si(Ctx, minOf(T))));
  return take(
      isl_set_upper_bound_val(S.release(), isl_dim_set, Dim, High.release()));
}

/// The points with By added to the last coordinate.
isl::Set shiftLast(const isl::Set &S, int64_t By) {
  isl::Space Space = take(isl_set_get_space(S.get()));
  unsigned Dim = static_cast<unsigned>(isl_set_dim(S.get(), isl_dim_set)) - 1;
  isl::MultiAff Shift =
      take(isl_multi_aff_identity_on_domain_space(Space.release()));
  isl::Aff A = take(isl_multi_aff_get_aff(Shift.get(), static_cast<int>(Dim)));
  A = take(isl_aff_add_constant_val(
      A.release(), isl_val_int_from_si(isl_set_get_ctx(S.get()), By)));
  Shift = take(isl_multi_aff_set_aff(Shift.release(), static_cast<int>(Dim),
                                     A.release()));
  return take(isl_set_apply(S.copy(), isl_map_from_multi_aff(Shift.release())));
}

} // namespace

/// The iterations of the loops around Index, with a free last coordinate.
isl::Set Builder::outerDomain(unsigned Index) const {
  int Parent = Nest.Loops[Index].Parent;
  if (Parent < 0)
    return take(isl_set_intersect_params(
        isl_set_universe(statementSpace(1).release()), Ranges.copy()));
  isl::Set S = take(isl_set_add_dims(
      Domains[static_cast<size_t>(Parent)].copy(), isl_dim_set, 1));
  S = take(isl_set_set_tuple_name(S.release(), "Stmt"));
  return take(isl_set_intersect_params(S.release(), Ranges.copy()));
}

bool Builder::readLoops() {
  Domains.resize(Nest.Loops.size());
  Approximate.resize(Nest.Loops.size());
  for (unsigned L = 0; L < Nest.Loops.size(); ++L)
    if (!readLoop(L))
      return false;
  Out->Domain = Domains[Out->Depth - 1];
  if (Out->Isl->exhausted())
    return tooComplex();
  return true;
}

bool Builder::readLoop(unsigned Index) {
  const Loop &L = Nest.Loops[Index];
  isl::Set Outer = outerDomain(Index);
  int Parent = L.Parent;
  Approximate[Index] =
      L.DataDependent ||
      (Parent >= 0 && Approximate[static_cast<size_t>(Parent)]);
  if (L.DataDependent)
    return readApproximateLoop(Index, Outer);

  std::vector<unsigned> Loops = chain(Index);
  unsigned Dim = static_cast<unsigned>(Loops.size()) - 1;
  bool Up = L.Step > 0;
  if (reads(*L.Bound, ExprKind::Counter, Index)) {
    R.add(DiagID::HD250, L.Bound->Where, L.Bound->Text,
          "the loop's own counter is in its bound");
    return false;
  }
  if (L.Rel != Relation::Ne &&
      Up != (L.Rel == Relation::Lt || L.Rel == Relation::Le)) {
    R.add(DiagID::HD254, L.CondWhere, L.Name, Up ? "up" : "down");
    return false;
  }

  Expr Counter;
  Counter.Kind = ExprKind::Counter;
  Counter.Type = L.Type;
  Counter.Index = Index;
  Counter.Text = L.Name;
  Counter.Where = L.NameWhere;

  ExprReader Reader(Nest, Atoms,
                    frame(Loops, boundCounter(Outer, Dim, L.Type)));
  Relation Within = L.Rel != Relation::Ne ? L.Rel
                    : Up                  ? Relation::Lt
                                          : Relation::Gt;
  isl::PwAff Init = Reader.value(*L.Init);
  isl::Set Begin, End;
  if (!Init.isNull())
    Begin = Reader.compare(Up ? Relation::Ge : Relation::Le, Counter, *L.Init);
  if (!Begin.isNull())
    End = Reader.compare(Within, *L.CounterSide, *L.Bound);
  if (End.isNull() || !Reader.NonAffineConditions.empty())
    return reportFailure(Reader);

  isl::Set D = take(isl_set_intersect(
      Outer.copy(), isl_set_intersect(Begin.release(), End.release())));
  if (L.Step != 1 && L.Step != -1) {
    isl::PwAff Distance = take(isl_pw_aff_sub(
        isl_pw_aff_var_on_domain(
            isl_local_space_from_space(statementSpace(Loops.size()).release()),
            isl_dim_set, Dim),
        Init.copy()));
    Distance = take(isl_pw_aff_mod_val(
        Distance.release(),
        isl_val_int_from_si(Out->Isl->get(), Up ? L.Step : -L.Step)));
    D = take(isl_set_intersect(D.release(),
                               isl_pw_aff_zero_set(Distance.release())));
  }
  Domains[Index] = isl::coalesced(std::move(D));
  if (Out->Isl->exhausted())
    return tooComplex();
  if (!checkHeader(Index, Outer, Reader.Conditions, Init))
    return false;
  if (L.Rel == Relation::Ne) {
    isl::PwAff Bound = Reader.value(*L.Bound);
    if (Bound.isNull())
      return reportFailure(Reader);
    if (!checkMeeting(Index, Outer, Init, Bound))
      return false;
  }
  // Later readings may rely on this loop's checks.
  Domains[Index] =
      take(isl_set_intersect_params(Domains[Index].release(), Ranges.copy()));
  return true;
}

/// The conditions of the initial value and of the bound wherever the loop is
/// reached; those of the counter at every value that is tested, the last one
/// included; and no wrap of the counter on the way.
bool Builder::checkHeader(unsigned Index, const isl::Set &Outer,
                          const std::vector<Condition> &Conditions,
                          const isl::PwAff &Init) {
  const Loop &L = Nest.Loops[Index];
  unsigned Dim =
      static_cast<unsigned>(isl_set_dim(Outer.get(), isl_dim_set)) - 1;
  std::vector<Condition> OfCounter, OfBounds;
  for (const Condition &C : Conditions)
    (contains(*L.CounterSide, C.At) ? OfCounter : OfBounds).push_back(C);
  if (!require(CheckKind::Range, OfBounds, Outer))
    return false;

  isl::Set Next = shiftLast(Domains[Index], L.Step);
  if (mayWrap(L.Type)) {
    isl::Set Fits = boundCounter(
        take(isl_set_universe(isl_set_get_space(Next.get()))), Dim, L.Type);
    isl::Set Bad = take(isl_set_subtract(Next.copy(), Fits.release()));
    switch (addCheck(CheckKind::Range, Bad,
                     "'" + L.Name + "' does not wrap around")) {
    case CheckResult::Proved:
    case CheckResult::Checked:
      break;
    case CheckResult::Unknown:
      return tooComplex();
    case CheckResult::Never:
      R.add(DiagID::HD252, L.NameWhere, L.Name, "wraps around");
      return false;
    }
  }
  if (OfCounter.empty())
    return true;
  isl::PwAff Counter = take(isl_pw_aff_var_on_domain(
      isl_local_space_from_space(isl_set_get_space(Outer.get())), isl_dim_set,
      Dim));
  isl::Set First = take(isl_set_intersect(
      Outer.copy(), isl_pw_aff_eq_set(Counter.release(), Init.copy())));
  isl::Set Tested = boundCounter(
      take(isl_set_union(First.release(), Next.release())), Dim, L.Type);
  return require(CheckKind::Range, OfCounter, Tested);
}

/// `i != n` ends only if i meets n: n lies on the counter's way.
bool Builder::checkMeeting(unsigned Index, const isl::Set &Outer,
                           const isl::PwAff &Init, const isl::PwAff &Bound) {
  const Loop &L = Nest.Loops[Index];
  bool Up = L.Step > 0;
  isl_ctx *Ctx = Out->Isl->get();
  isl::PwAff Way = take(Up ? isl_pw_aff_sub(Bound.copy(), Init.copy())
                           : isl_pw_aff_sub(Init.copy(), Bound.copy()));
  isl::Set Meets = take(isl_pw_aff_nonneg_set(Way.copy()));
  isl::PwAff Rest = take(isl_pw_aff_mod_val(
      Way.release(), isl_val_int_from_si(Ctx, Up ? L.Step : -L.Step)));
  Meets = take(
      isl_set_intersect(Meets.release(), isl_pw_aff_zero_set(Rest.release())));
  isl::Set Bad = take(isl_set_subtract(Outer.copy(), Meets.release()));
  switch (addCheck(CheckKind::Range, Bad,
                   "'" + L.Name + "' meets '" + L.Bound->Text + "'")) {
  case CheckResult::Proved:
  case CheckResult::Checked:
    return true;
  case CheckResult::Unknown:
    return tooComplex();
  case CheckResult::Never:
    R.add(DiagID::HD255, L.CondWhere, L.Name, L.Bound->Text);
    return false;
  }
  return false;
}

/// A loop whose trip count depends on data: its counter is confined by what of
/// the header is affine and needs no condition.
bool Builder::readApproximateLoop(unsigned Index, const isl::Set &Outer) {
  const Loop &L = Nest.Loops[Index];
  std::vector<unsigned> Loops = chain(Index);
  unsigned Dim = static_cast<unsigned>(Loops.size()) - 1;
  isl::Set D = boundCounter(Outer, Dim, L.Type);
  Expr Counter;
  Counter.Kind = ExprKind::Counter;
  Counter.Type = L.Type;
  Counter.Index = Index;
  Frame F = frame(Loops, D);
  auto Confine = [&](Relation Rel, const ExprRef &Side, const ExprRef &To) {
    if (!To || reads(*To, ExprKind::Counter, Index))
      return;
    ExprReader Reader(Nest, Atoms, F);
    isl::Set S = Reader.compare(Rel, Side ? *Side : Counter, *To);
    if (!S.isNull() && Reader.Conditions.empty() &&
        Reader.NonAffineConditions.empty())
      D = take(isl_set_intersect(D.release(), S.release()));
  };
  bool Up = L.Step > 0;
  bool OneByOne = L.Step == 1 && L.Rel == Relation::Lt;
  if (!mayWrap(L.Type) || OneByOne)
    Confine(Up ? Relation::Ge : Relation::Le, nullptr, L.Init);
  if (L.Rel != Relation::Ne)
    Confine(L.Rel, L.CounterSide, L.Bound);
  Domains[Index] = isl::coalesced(std::move(D));
  if (Out->Isl->exhausted())
    return tooComplex();
  return true;
}

} // namespace heddle
