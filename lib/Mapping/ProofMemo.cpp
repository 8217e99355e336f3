//===- ProofMemo.cpp - Proofs that have been made before ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/ProofMemo.h"
#include "Mapping/Proof.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

namespace {

/// Everything that Proof.cpp reads, written so that equal texts are equal
/// questions: trees in prefix form, sets as isl prints them, lists with their
/// lengths. Names of the source become numbers that no such name looks like.
class Question {
public:
  Question(const ThreadMapping &V, const AffineNest &N, unsigned Rank);
  std::string text() { return std::move(Text); }

private:
  void name(const std::string &Name);
  void add(const Sym &S);
  void add(isl::Set S);
  void add(const std::vector<CutDim> &Dims);
  void add(size_t X) { OS << X << ' '; }

  llvm::StringMap<size_t> Numbers; ///< of parameters, counters, steps
  std::string Text;
  llvm::raw_string_ostream OS{Text};
};

Question::Question(const ThreadMapping &V, const AffineNest &N, unsigned Rank) {
  for (unsigned P = 0; P < N.ParamSpace.dim(isl::Dim::Param); ++P)
    name(N.ParamSpace.dimName(isl::Dim::Param, P));
  for (const Dimension &D : N.Dims)
    name(D.Counter);
  for (const RecoveryStep &Step : V.Recovery)
    name(Step.Name);

  add(Rank);
  add(N.Depth);
  add(N.AbsorbsGuards);
  add(N.Domain);
  add(N.StoreDomain);
  add(N.Context);
  add(N.ZeroTrip);
  add(N.Checks.size());
  for (const RuntimeCheck &Check : N.Checks)
    add(Check.Holds);
  add(N.Dims.size());
  for (const Dimension &D : N.Dims) {
    add(Sym::leaf(D.Counter));
    add(D.Lower);
    add(D.Upper);
    add(D.Taken);
    add(D.Step);
    add(D.Width);
  }

  for (unsigned A = 0; A < 3; ++A) {
    add(V.Grid[A]);
    add(V.Block[A]);
  }
  add(V.Serial.size());
  for (const Sym &Extent : V.Serial)
    add(Extent);
  add(V.Recovery.size());
  for (const RecoveryStep &Step : V.Recovery) {
    add(Sym::leaf(Step.Name));
    add(Step.Value);
  }
  add(V.Guards.size());
  for (const ThreadGuard &G : V.Guards) {
    add(G.Cond);
    add(G.After);
    add(G.CutsBefore);
  }
  add(V.Cuts.size());
  for (const FoldCut &Cut : V.Cuts) {
    add(Cut.Folded);
    add(Cut.Unfolded);
    add(Cut.StepsBefore);
  }
}

void Question::name(const std::string &Name) {
  Numbers.try_emplace(Name, Numbers.size());
}

void Question::add(const Sym &S) {
  OS << '(' << static_cast<unsigned>(S.kind());
  if (S.kind() == SymKind::Const) {
    OS << ' ' << S.value();
  } else if (S.kind() == SymKind::Leaf) {
    auto Number = Numbers.find(S.name());
    if (Number != Numbers.end())
      OS << " $" << Number->second;
    else
      OS << ' ' << S.name(); // a thread's coordinate
  }
  for (const Sym &Op : S.operands())
    add(Op);
  OS << ')';
}

/// Its parameters may come in another order than the nest's.
void Question::add(isl::Set S) {
  auto Rename = [&](isl::Dim Kind, unsigned D, const std::string &Name) {
    S = isl::nameDim(S, Kind, D, Name);
  };
  for (unsigned D = 0; D < S.dim(isl::Dim::Param); ++D) {
    auto Number = Numbers.find(S.space().dimName(isl::Dim::Param, D));
    if (Number != Numbers.end())
      Rename(isl::Dim::Param, D, "$" + std::to_string(Number->second));
  }
  for (unsigned D = 0; D < S.dim(isl::Dim::Set); ++D)
    Rename(isl::Dim::Set, D, "$x" + std::to_string(D));
  OS << isl::toString(S) << '\n';
}

void Question::add(const std::vector<CutDim> &Dims) {
  add(Dims.size());
  for (const CutDim &D : Dims) {
    add(D.Value);
    add(D.Extent);
  }
}

} // namespace

ProofOutcome ProofMemo::prove(ThreadMapping &V, const AffineNest &N,
                              unsigned Rank) {
  N.Isl->resume(ProofOperations);
  std::string Text = Question(V, N, Rank).text();
  // Sets that isl could not print would be equal to each other.
  const bool IsWhole = !N.Isl->exhausted();
  const std::vector<ThreadGuard> All = V.Guards;
  if (auto It = Known.find(Text); IsWhole && It != Known.end()) {
    ++Hits;
    V.Guards.clear();
    for (size_t G = 0; G < All.size(); ++G)
      if (It->second.Kept[G])
        V.Guards.push_back(All[G]);
    return {isl::Answer::Yes, It->second.Kind, ""};
  }
  Proved New;
  New.Kept = dropImpliedGuards(V, N, Rank);
  ProofOutcome Outcome = heddle::prove(V, N, Rank);
  if (IsWhole && Outcome.Holds == isl::Answer::Yes) {
    New.Kind = Outcome.Kind;
    Known[Text] = std::move(New);
  }
  return Outcome;
}

} // namespace heddle
