//===- Witness.cpp - The smallest point of a set --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Witness.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace heddle {

namespace {

/// Adds Left >= Right (or <=) between two dimensions: Left - Sign*Right >= 0.
isl::Set atLeast(const isl::Set &S, unsigned Left,
                 const std::vector<unsigned> &Right, int Sign) {
  std::vector<std::pair<unsigned, int>> Terms{{Left, 1}};
  for (unsigned D : Right)
    Terms.push_back({D, -Sign});
  return isl::whereNonNegative(S, Terms);
}

/// The lexicographically least point of { (max norm, sum, x_0 .. x_n-1, |x|) }.
std::optional<std::vector<int64_t>> leastByNorm(isl::Set S) {
  unsigned N = S.dim(isl::Dim::Set);
  S = isl::insertDims(S, isl::Dim::Set, 0, 2);
  S = S.addDims(isl::Dim::Set, N);
  std::vector<unsigned> Absolute;
  for (unsigned D = 0; D < N; ++D) {
    unsigned X = 2 + D, A = 2 + N + D;
    S = atLeast(S, A, {X}, 1);
    S = atLeast(S, A, {X}, -1);
    S = atLeast(S, 0, {A}, 1);
    Absolute.push_back(A);
  }
  S = atLeast(S, 1, Absolute, 1);
  S = atLeast(S, 0, {}, 1);
  std::optional<std::vector<int64_t>> P = isl::samplePoint(isl::lexmin(S));
  if (!P)
    return std::nullopt;
  return std::vector<int64_t>(P->begin() + 2, P->begin() + 2 + N);
}

isl::Set withNonNegativeParameters(const isl::Set &S) {
  isl::Set T = S;
  for (unsigned P = 0; P < S.dim(isl::Dim::Param); ++P)
    T = T.lowerBound(isl::Dim::Param, P, 0);
  return isl::isEmpty(T) == isl::Answer::No ? T : S;
}

} // namespace

std::optional<Witness> smallestWitness(const isl::Set &Set,
                                       unsigned Significant) {
  if (isl::isEmpty(Set) != isl::Answer::No)
    return std::nullopt;
  isl::Set S = withNonNegativeParameters(Set);
  Witness W;
  unsigned Params = S.dim(isl::Dim::Param);
  unsigned Dims = S.dim(isl::Dim::Set);
  Significant = std::min(Significant, Dims);
  for (unsigned P = 0; P < Params; ++P)
    W.Parameters.push_back({S.space().dimName(isl::Dim::Param, P), 0});
  S = isl::paramsAsDims(S);
  isl::Set Head =
      S.project(isl::Dim::Set, Params + Significant, Dims - Significant);
  std::optional<std::vector<int64_t>> P = leastByNorm(Head);
  if (!P)
    return std::nullopt;
  if (Significant < Dims) {
    for (unsigned D = 0; D < P->size(); ++D)
      S = S.fix(isl::Dim::Set, D, (*P)[D]);
    P = isl::samplePoint(isl::lexmin(S));
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
    std::optional<unsigned> At = S.space().param(P.Name);
    if (P.SourceParam < 0 && At &&
        S.involves(isl::Dim::Param, *At) != isl::Answer::No)
      Collect(P.Definition, Collect);
  }
  return Leaves;
}

isl::Set fixParameter(const isl::Set &S, const std::string &Name,
                      int64_t Value) {
  std::optional<unsigned> At = S.space().param(Name);
  return At ? S.fix(isl::Dim::Param, *At, Value) : S;
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
      T = fixParameter(T, Leaves[K], C[K]);
      Values.push_back({Leaves[K], Sym(C[K])});
    }
    for (const AffineNest::Parameter &P : Parameters)
      if (P.SourceParam < 0)
        if (Sym V = P.Definition.substitute(Values); V.isConst())
          T = fixParameter(T, P.Name, V.value());
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
