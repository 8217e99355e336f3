//===- Context.cpp - Parameters, assumptions and run-time checks ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Builder.h"
#include "Affine/SymFromIsl.h"
#include <algorithm>

namespace heddle {

using isl::Answer;

/// Checks are evaluated at every launch and read by people.
static constexpr unsigned MostCheckOperators = 64;

Builder::Builder(std::shared_ptr<const LoopNest> N, Report &R,
                 std::shared_ptr<isl::Context> Isl)
    : NestPtr(std::move(N)), Nest(*NestPtr), R(R),
      Out(std::make_shared<AffineNest>()), Atoms(Nest) {
  Out->Isl = std::move(Isl);
  Out->Nest = NestPtr;
  Out->Depth = Nest.PerfectDepth;
}

isl::Space Builder::paramSpace() const {
  isl::Space S = isl::Space::params(*Out->Isl);
  for (const AffineNest::Parameter &P : Atoms.parameters())
    S = S.withParam(P.Name);
  return S;
}

isl::Space Builder::statementSpace(size_t Dims) const {
  return paramSpace().withSetDims(static_cast<unsigned>(Dims)).named("Stmt");
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
  isl::Set Context = isl::Set::universe(Space);
  for (unsigned P = 0; P < Atoms.parameters().size(); ++P) {
    const AffineNest::Parameter &X = Atoms.parameters()[P];
    Context = Context.lowerBound(isl::Dim::Param, P, X.Min);
    Context = Context.upperBound(isl::Dim::Param, P, X.Max);
  }
  Ranges = Context;
  for (const ExprRef &A : Nest.Assumptions) {
    ExprReader Reader(Nest, Atoms, frame({}, isl::Set()));
    Truth T = Reader.test(*A);
    // Where the integer reading may differ from C++'s nothing is learnt.
    isl::Set Fact = T.Yes;
    for (const Condition &C : Reader.Conditions)
      Fact = Fact.unionWith(C.Holds.complement());
    isl::Set Params = Fact.params();
    Ranges = isl::coalesced(Ranges.intersect(Params));
  }
  Out->Context = Ranges;
  if (Out->Isl->exhausted())
    return tooComplex();
  return true;
}

CheckResult Builder::addCheck(CheckKind Kind, const isl::Set &Bad,
                              std::string Reason) {
  isl::Set &Known = Kind == CheckKind::Range ? Ranges : Assume;
  isl::Set Good = Bad.params().complement();
  switch (isl::isSubset(Known, Good)) {
  case Answer::Yes:
    return CheckResult::Proved;
  case Answer::Unknown:
    return CheckResult::Unknown;
  case Answer::No:
    break;
  }
  isl::Set Both = Known.intersect(Good);
  if (isl::isEmpty(Both) == Answer::Yes)
    return CheckResult::Never;
  isl::Set Holds = isl::coalesced(isl::coalesced(std::move(Good)).gist(Known));
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
  isl::Set Facts = S.gistParams(Ranges);
  std::vector<std::string> Names;
  auto AddLeaves = [&](const Sym &X, auto &Self) -> void {
    if (X.kind() == SymKind::Leaf)
      Names.push_back(X.name());
    for (const Sym &O : X.operands())
      Self(O, Self);
  };
  for (const AffineNest::Parameter &X : Atoms.parameters()) {
    std::optional<unsigned> At = Facts.space().param(X.Name);
    if (At && Facts.involves(isl::Dim::Param, *At) != Answer::No)
      AddLeaves(X.Definition, AddLeaves);
  }
  return Names.empty() ? "" : " for " + W.parameterText(Names);
}

bool Builder::require(CheckKind Kind, const std::vector<Condition> &Conditions,
                      const isl::Set &Where) {
  for (const Condition &C : Conditions) {
    isl::Set Bad = Where.subtract(C.Holds);
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
  if (!readContext() || !readLoops() || !readSpace() || !readAccesses())
    return nullptr;
  for (const AffineNest::Parameter &P : Atoms.parameters())
    Out->Parameters.push_back(P);
  Out->ParamSpace = paramSpace();
  auto Align = [&](isl::Set &S) { S = S.alignParams(Out->ParamSpace); };
  Align(Out->Context);
  Out->Domain = Out->Domain.gistParams(Out->Context);
  Align(Out->Domain);
  Align(Out->StoreDomain);
  Out->Prefixes.assign(Domains.begin(), Domains.begin() + Out->Depth);
  for (isl::Set &S : Out->Prefixes)
    Align(S);
  for (RuntimeCheck &C : Out->Checks)
    Align(C.Holds);
  for (AffineAccess &A : Out->Accesses) {
    Align(A.Domain);
    A.Relation = A.Relation.alignParams(Out->ParamSpace);
  }
  if (Out->Isl->exhausted()) {
    tooComplex();
    return nullptr;
  }
  return Out;
}

std::shared_ptr<const AffineNest>
buildAffineNest(std::shared_ptr<const LoopNest> Nest, Report &R) {
  return Builder(std::move(Nest), R, std::make_shared<isl::Context>()).build();
}

} // namespace heddle
