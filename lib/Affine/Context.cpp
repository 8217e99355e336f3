//===- Context.cpp - Parameters, assumptions and run-time checks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Builder.h"
#include "Affine/SymFromIsl.h"
#include <algorithm>

namespace heddle {

using isl::Answer;
using isl::take;

/// Checks are evaluated at every launch and read by people.
static constexpr unsigned MostCheckOperators = 64;

Builder::Builder(std::shared_ptr<const LoopNest> N, Report &R)
    : NestPtr(std::move(N)), Nest(*NestPtr), R(R),
      Out(std::make_shared<AffineNest>()), Atoms(Nest) {
  Out->Nest = NestPtr;
  Out->Depth = Nest.PerfectDepth;
}

isl::Space Builder::paramSpace() const {
  isl_ctx *Ctx = Out->Isl->get();
  unsigned N = static_cast<unsigned>(Atoms.parameters().size());
  isl::Space S = take(isl_space_params_alloc(Ctx, N));
  for (unsigned P = 0; P < N; ++P)
    S = take(isl_space_set_dim_id(
        S.release(), isl_dim_param, P,
        isl_id_alloc(Ctx, Atoms.parameters()[P].Name.c_str(), nullptr)));
  return S;
}

isl::Space Builder::statementSpace(size_t Dims) const {
  isl::Space S =
      take(isl_space_add_dims(isl_space_set_from_params(paramSpace().release()),
                              isl_dim_set, static_cast<unsigned>(Dims)));
  return take(isl_space_set_tuple_name(S.release(), isl_dim_set, "Stmt"));
}

std::vector<unsigned> Builder::chain(unsigned Loop) const {
  std::vector<unsigned> Loops;
  for (int L = static_cast<int>(Loop); L >= 0;
       L = Nest.Loops[static_cast<size_t>(L)].Parent)
    Loops.push_back(static_cast<unsigned>(L));
  std::reverse(Loops.begin(), Loops.end());
  return Loops;
}

Frame Builder::frame(std::vector<unsigned> Loops, isl::Set Known) const {
  Frame F;
  F.Space = statementSpace(Loops.size());
  F.Loops = std::move(Loops);
  F.Context = Ranges;
  F.Known = std::move(Known);
  return F;
}

bool Builder::tooComplex() {
  R.add(DiagID::HD253, Nest.Where);
  return false;
}

bool Builder::reportFailure(const ExprReader &Reader) {
  if (Out->Isl->exhausted() || !Reader.failure())
    return tooComplex();
  const ReadFailure &F = *Reader.failure();
  R.add(F.TooLarge ? DiagID::HD251 : DiagID::HD250, F.At->Where, F.At->Text,
        F.Why);
  return false;
}

bool Builder::readContext() {
  isl::Space Space = paramSpace();
  isl::Set Context = take(isl_set_universe(Space.copy()));
  for (unsigned P = 0; P < Atoms.parameters().size(); ++P) {
    const AffineNest::Parameter &X = Atoms.parameters()[P];
    isl_ctx *Ctx = Out->Isl->get();
    Context = take(isl_set_lower_bound_val(Context.release(), isl_dim_param, P,
                                           isl_val_int_from_si(Ctx, X.Min)));
    Context = take(isl_set_upper_bound_val(Context.release(), isl_dim_param, P,
                                           isl_val_int_from_si(Ctx, X.Max)));
  }
  Ranges = Context;
  for (const ExprRef &A : Nest.Assumptions) {
    ExprReader Reader(Nest, Atoms, frame({}, isl::Set()));
    Truth T = Reader.test(*A);
    // Where the integer reading may differ from C++'s nothing is learnt.
    isl::Set Fact = T.Yes;
    for (const Condition &C : Reader.Conditions)
      Fact = take(
          isl_set_union(Fact.release(), isl_set_complement(C.Holds.copy())));
    isl::Set Params = take(isl_set_params(Fact.release()));
    Ranges = isl::coalesced(
        take(isl_set_intersect(Ranges.release(), Params.release())));
  }
  Out->Context = Ranges;
  if (Out->Isl->exhausted())
    return tooComplex();
  return true;
}

CheckResult Builder::addCheck(CheckKind Kind, const isl::Set &Bad,
                              std::string Reason) {
  isl::Set &Known = Kind == CheckKind::Range ? Ranges : Assume;
  isl::Set Good = take(isl_set_complement(isl_set_params(Bad.copy())));
  switch (isl::isSubset(Known, Good)) {
  case Answer::Yes:
    return CheckResult::Proved;
  case Answer::Unknown:
    return CheckResult::Unknown;
  case Answer::No:
    break;
  }
  isl::Set Both = take(isl_set_intersect(Known.copy(), Good.copy()));
  if (isl::isEmpty(Both) == Answer::Yes)
    return CheckResult::Never;
  isl::Set Holds = isl::coalesced(take(
      isl_set_gist(isl::coalesced(std::move(Good)).release(), Known.copy())));
  std::optional<Sym> Cond = symOf(Holds, Known);
  if (!Cond || Out->Isl->exhausted() ||
      operatorCount(*Cond) > MostCheckOperators)
    return CheckResult::Unknown;
  Out->Checks.push_back({Kind, Holds, *Cond, std::move(Reason)});
  Known = isl::coalesced(std::move(Both));
  return CheckResult::Checked;
}

std::string Builder::reasonOf(const Condition &C) const {
  if (C.At->Kind == ExprKind::Cast)
    return "'" + C.At->Operands[0]->Text + "' keeps its value when converted";
  return "'" + C.At->Text + "' does not wrap around";
}

std::string Builder::parametersOf(const Witness &W, const isl::Set &S) const {
  isl::Set Facts = take(isl_set_gist_params(S.copy(), Ranges.copy()));
  std::vector<std::string> Names;
  auto AddLeaves = [&](const Sym &X, auto &Self) -> void {
    if (X.kind() == SymKind::Leaf)
      Names.push_back(X.name());
    for (const Sym &O : X.operands())
      Self(O, Self);
  };
  for (const AffineNest::Parameter &X : Atoms.parameters()) {
    int At =
        isl_set_find_dim_by_name(Facts.get(), isl_dim_param, X.Name.c_str());
    if (At >= 0 &&
        isl_set_involves_dims(Facts.get(), isl_dim_param,
                              static_cast<unsigned>(At), 1) != isl_bool_false)
      AddLeaves(X.Definition, AddLeaves);
  }
  return Names.empty() ? "" : " for " + W.parameterText(Names);
}

bool Builder::require(CheckKind Kind, const std::vector<Condition> &Conditions,
                      const isl::Set &Where) {
  for (const Condition &C : Conditions) {
    isl::Set Bad = take(isl_set_subtract(Where.copy(), C.Holds.copy()));
    switch (addCheck(Kind, Bad, reasonOf(C))) {
    case CheckResult::Proved:
    case CheckResult::Checked:
      continue;
    case CheckResult::Unknown:
      return tooComplex();
    case CheckResult::Never:
      R.add(DiagID::HD252, C.At->Where, C.At->Text,
            C.At->Kind == ExprKind::Cast ? "changes its value when converted"
                                         : "wraps around");
      return false;
    }
  }
  return true;
}

std::shared_ptr<const AffineNest> Builder::build() {
  Out->Isl = std::make_shared<isl::Context>();
  if (!readContext() || !readLoops() || !readSpace() || !readAccesses())
    return nullptr;
  for (const AffineNest::Parameter &P : Atoms.parameters())
    Out->Parameters.push_back(P);
  Out->ParamSpace = paramSpace();
  auto Align = [&](isl::Set &S) {
    S = take(isl_set_align_params(S.release(), Out->ParamSpace.copy()));
  };
  Align(Out->Context);
  Out->Domain =
      take(isl_set_gist_params(Out->Domain.release(), Out->Context.copy()));
  Align(Out->Domain);
  Align(Out->StoreDomain);
  Out->Prefixes.assign(Domains.begin(), Domains.begin() + Out->Depth);
  for (isl::Set &S : Out->Prefixes)
    Align(S);
  for (RuntimeCheck &C : Out->Checks)
    Align(C.Holds);
  for (AffineAccess &A : Out->Accesses) {
    Align(A.Domain);
    A.Relation = take(
        isl_map_align_params(A.Relation.release(), Out->ParamSpace.copy()));
  }
  if (Out->Isl->exhausted()) {
    tooComplex();
    return nullptr;
  }
  return Out;
}

std::shared_ptr<const AffineNest>
buildAffineNest(std::shared_ptr<const LoopNest> Nest, Report &R) {
  return Builder(std::move(Nest), R).build();
}

} // namespace heddle
