//===- ConflictWitness.cpp - Two iterations that conflict -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/ConflictWitness.h"
#include "Affine/Witness.h"
#include "Legality/Evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace heddle;
using isl::Answer;

using Values = std::vector<int64_t>;

/// Fixes the first V.size() dimensions of M of the kind.
static isl::Map fix(isl::Map M, isl::Dim Kind, llvm::ArrayRef<int64_t> V) {
  for (auto [I, Value] : llvm::enumerate(V))
    M = isl::fix(M, Kind, static_cast<unsigned>(I), Value);
  return M;
}

/// S with all parameters and dimensions within Norm of 0.
static isl::Set inBox(isl::Set S, int Norm) {
  for (isl::Dim T : {isl::Dim::Param, isl::Dim::Set}) {
    for (unsigned I = 0, Dims = S.dim(T); I < Dims; ++I)
      S = S.lowerBound(T, I, -Norm).upperBound(T, I, Norm);
  }
  return S;
}

/// S with non-negative parameters where that leaves anything of it.
static isl::Set preferNonNegative(isl::Set S) {
  isl::Set Less = S;
  for (unsigned I = 0; I < S.dim(isl::Dim::Param); ++I)
    Less = Less.lowerBound(isl::Dim::Param, I, 0);
  return isl::isEmpty(Less) == Answer::No ? Less : S;
}

/// The smallest point of S. The largest value is what counts first, so the
/// smallest point of a box around 0 is the smallest of all; a small box costs
/// isl a fraction, and most conflicts show themselves in one.
static std::optional<Witness> smallestInBoxes(isl::Set S) {
  S = preferNonNegative(std::move(S));
  for (int Norm : {3, 20}) {
    isl::Set Box = inBox(S, Norm);
    if (isl::isEmpty(Box) == Answer::No)
      return smallestWitness(Box);
  }
  return smallestWitness(S);
}

static bool conflictsAs(ConflictKind K, const AffineAccess &Earlier,
                        const AffineAccess &Later) {
  return Earlier.IsWrite == (K != ConflictKind::Anti) &&
         Later.IsWrite == (K != ConflictKind::Flow);
}

namespace {
/// The search for the accesses, inner counters once parameters and
/// the two iterations of the perfect loops are known.
struct PairSearch {
  const AffineNest &N;
  ConflictWitness &W;
  Values EarlierAt, LaterAt; ///< perfect loops

  isl::Map accessAt(unsigned Index, const Values &At) const {
    isl::Map M = N.Accesses[Index].Relation;
    M = fix(M.alignParams(N.ParamSpace), isl::Dim::Param, W.Params);
    return fix(std::move(M), isl::Dim::In, At);
  }

  /// Fills W from the pair of accesses if it is the one.
  bool tryPair(unsigned Earlier, unsigned Later) const {
    isl::Map A = accessAt(Earlier, EarlierAt), B = accessAt(Later, LaterAt);
    unsigned InA = A.dim(isl::Dim::In);
    unsigned InB = B.dim(isl::Dim::In);
    std::optional<Witness> P =
        smallestWitness(isl::graph(A.applyRange(B.reverse())));
    if (!P || P->Point.size() != InA + InB)
      return false;
    W.Earlier = Earlier;
    W.Later = Later;
    W.EarlierAt.assign(P->Point.begin(), P->Point.begin() + InA);
    W.LaterAt.assign(P->Point.begin() + InA, P->Point.end());
    return true;
  }
};
} // namespace

/// Which parameters the conflict's existence depends on.
static std::vector<bool> findMatters(const AffineNest &N, const isl::Map &M,
                                     const isl::Set &Params) {
  isl::Map Needed = M.gistParams(Params);
  std::vector<bool> Matters;
  for (unsigned I = 0; I < N.Parameters.size(); ++I)
    Matters.push_back(Needed.involves(isl::Dim::Param, I) != Answer::No);
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
  size_t D = N.Depth;
  std::optional<Witness> Found = smallestInBoxes(isl::graph(M));
  if (!Found || Found->Parameters.size() != N.Parameters.size() ||
      Found->Point.size() != 2 * D)
    return std::nullopt;
  for (const auto &[Name, Value] : Found->Parameters)
    W.Params.push_back(Value);
  PairSearch Search{N, W,
                    Values(Found->Point.begin(), Found->Point.begin() + D),
                    Values(Found->Point.begin() + D, Found->Point.end())};
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

/// "[3][0]", of a tensor "(3, 0)"; empty if that cannot be computed.
static std::string subscriptsText(const AffineNest &N, const Access &S,
                                  const SourceValues &At) {
  std::vector<std::string> Numbers;
  for (const ExprRef &E : S.Subscripts) {
    std::optional<int64_t> V = evaluate(*E, At);
    if (!V)
      return "";
    Numbers.push_back(std::to_string(*V));
  }
  if (N.Nest->isStatement())
    return "(" + llvm::join(Numbers, ", ") + ")";
  return "[" + llvm::join(Numbers, "][") + "]";
}

/// The text of a structure's member: the structure's subscripts and the member,
/// as the access spells it where it does, else the number of the scalar in it.
static std::string memberText(llvm::StringRef Subscripts,
                              llvm::StringRef Spelled) {
  const size_t Last = Subscripts.rfind('[');
  const std::string Structure = Subscripts.substr(0, Last).str();
  llvm::StringRef Members = Spelled.substr(Spelled.rfind(']') + 1);
  if (Spelled.contains(']') && Members.starts_with("."))
    return Structure + Members.str();
  return Structure + " (number " +
         Subscripts.substr(Last + 1).drop_back().str() + " in it)";
}

std::string heddle::elementText(const AffineNest &N, const ConflictWitness &W) {
  const AffineAccess &A = N.Accesses[W.Earlier];
  const Access &S = N.Nest->Accesses[A.Source];
  std::string Text = N.Nest->Arrays[A.Array].Name;
  if (N.Nest->Arrays[A.Array].Scalar)
    return Text;
  std::string Subscripts =
      subscriptsText(N, S, sourceValues(N, W.Earlier, W.EarlierAt, W.Params));
  if (N.Nest->Arrays[A.Array].Records && !Subscripts.empty())
    return Text + memberText(Subscripts, S.Text);
  return Text + Subscripts;
}

std::string heddle::computedText(const AffineNest &N,
                                 const ConflictWitness &W) {
  const AffineAccess &Write = N.Accesses[W.Later];
  const Access &S = N.Nest->Accesses[Write.Source];
  Values At(W.EarlierAt.begin(), W.EarlierAt.begin() + N.Depth);
  std::string Subscripts =
      subscriptsText(N, S, sourceValues(N, W.Later, At, W.Params));
  return Subscripts.empty() ? ""
                            : N.Nest->Arrays[Write.Array].Name + Subscripts;
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
    Parts.push_back(parameterName(N, P) + " = " + std::to_string(W.Params[I]));
  }
  if (Parts.empty())
    return "";
  std::string Last = Parts.back();
  Parts.pop_back();
  return "with " + (Parts.empty() ? "" : llvm::join(Parts, ", ") + " and ") +
         Last + ", ";
}
