//===- Checks.cpp - Run-time checks, and what is reported -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Checks.h"
#include "Affine/SymFromIsl.h"

namespace heddle {

using isl::Answer;

/// Checks are evaluated at every launch and read by people.
static constexpr unsigned MostCheckOperators = 64;

bool tooComplex(Builder &B) {
  B.Diags.add(DiagID::HD253, B.Nest.Where);
  return false;
}

bool reportFailure(Builder &B, const ExprReader &Reader) {
  if (B.Out->Isl->exhausted() || !Reader.Failure)
    return tooComplex(B);
  const ReadFailure &F = *Reader.Failure;
  B.Diags.add(F.TooLarge ? DiagID::HD251 : DiagID::HD250, F.At->Where,
              F.At->Text, F.Why);
  return false;
}

CheckResult addCheck(Builder &B, CheckKind Kind, const isl::Set &Bad,
                     std::string Reason) {
  isl::Set &Known = Kind == CheckKind::Range ? B.Ranges : B.Assume;
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
  if (!Cond || B.Out->Isl->exhausted() ||
      operatorCount(*Cond) > MostCheckOperators)
    return CheckResult::Unknown;
  B.Out->Checks.push_back({Kind, Holds, *Cond, std::move(Reason)});
  Known = isl::coalesced(std::move(Both));
  return CheckResult::Checked;
}

std::string reasonOf(const Condition &C) {
  if (C.At->Kind == ExprKind::Cast)
    return "'" + C.At->Operands[0]->Text + "' keeps its value when converted";
  return "'" + C.At->Text + "' does not wrap around";
}

bool require(Builder &B, CheckKind Kind,
             const std::vector<Condition> &Conditions, const isl::Set &Where) {
  for (const Condition &C : Conditions) {
    isl::Set Bad = Where.subtract(C.Holds);
    switch (addCheck(B, Kind, Bad, reasonOf(C))) {
    case CheckResult::Proved:
    case CheckResult::Checked:
      continue;
    case CheckResult::Unknown:
      return tooComplex(B);
    case CheckResult::Never:
      B.Diags.add(DiagID::HD252, C.At->Where, C.At->Text,
                  C.At->Kind == ExprKind::Cast
                      ? "changes its value when converted"
                      : "wraps around");
      return false;
    }
  }
  return true;
}

std::string parametersOf(const Builder &B, const Witness &W,
                         const isl::Set &S) {
  isl::Set Facts = S.gistParams(B.Ranges);
  std::vector<std::string> Names;
  auto AddLeaves = [&](const Sym &X, auto &Self) -> void {
    if (X.kind() == SymKind::Leaf)
      Names.push_back(X.name());
    for (const Sym &O : X.operands())
      Self(O, Self);
  };
  for (const AffineNest::Parameter &X : B.Atoms.parameters()) {
    std::optional<unsigned> At = Facts.space().param(X.Name);
    if (At && Facts.involves(isl::Dim::Param, *At) != Answer::No)
      AddLeaves(X.Definition, AddLeaves);
  }
  return Names.empty() ? "" : " for " + W.parameterText(Names);
}

} // namespace heddle
