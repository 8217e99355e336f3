//===- BruteForce.h - Conflicts by enumeration -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle: runs a nest for every parameter value, looks at every pair of
// accesses to one element, and sorts the pairs by the loop that carries them.
// What data decide is taken to happen.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LEGALITY_BRUTEFORCE_H
#define HEDDLE_TEST_UNIT_LEGALITY_BRUTEFORCE_H

#include "../Affine/NestRunner.h"
#include "Legality/VerifiedNest.h"
#include "RandomNest.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace heddle {
namespace test {

using Vector = std::vector<int64_t>;

/// One executed access.
struct Instance {
  unsigned Access;
  Vector Counters; ///< of its loops
  Vector Element;
  size_t Time; ///< ordinal of the iteration of the perfect loops
};

struct Execution {
  Vector Params;
  std::vector<Vector> Iterations;  ///< perfect loops, in order
  std::vector<Instance> Instances; ///< in order
};

inline Vector narrow(const std::vector<__int128> &V) {
  return Vector(V.begin(), V.end());
}

/// Everything that may be executed for one choice of the parameters.
inline Execution execute(const LoopNest &Nest, const Vector &Params) {
  LoopNest All = Nest;
  for (Guard &G : All.Guards)
    if (G.Cond->Kind == ExprKind::Opaque)
      G.Negated = false;
  Run R =
      NestRunner::run(All, std::vector<__int128>(Params.begin(), Params.end()),
                      100000, [](const Expr &) -> __int128 { return 1; });
  Execution X;
  X.Params = Params;
  std::map<Vector, size_t> Times;
  for (auto &I : R.Iterations) {
    Times[narrow(I)] = X.Iterations.size();
    X.Iterations.push_back(narrow(I));
  }
  for (Event &E : R.Events) {
    Vector Counters = narrow(E.Counters);
    Vector Outer(Counters.begin(), Counters.begin() + Nest.PerfectDepth);
    X.Instances.push_back(
        {E.Access, Counters, narrow(E.Subscripts), Times.at(Outer)});
  }
  return X;
}

inline std::vector<Vector> parameterValues(const std::vector<ParamRange> &R) {
  std::vector<Vector> All{{}};
  for (const ParamRange &P : R) {
    std::vector<Vector> Next;
    for (const Vector &V : All)
      for (int64_t X = P.Min; X <= P.Max; ++X) {
        Next.push_back(V);
        Next.back().push_back(X);
      }
    All = Next;
  }
  return All;
}

/// What is smallest in the order that ConflictWitness.h promises.
using WitnessKey = std::tuple<int64_t, int64_t, Vector>;

struct BruteConflicts {
  const LoopNest &Nest;
  /// [array][level][kind], and per array and perfect loop: differs.
  std::vector<std::vector<std::array<bool, 3>>> Carried;
  std::vector<std::vector<bool>> Differs;
  /// Some conflict at the level does not join two updates with one operator.
  std::vector<std::vector<bool>> Beyond;
  std::vector<std::vector<std::array<std::optional<WitnessKey>, 3>>> Smallest;

  explicit BruteConflicts(const LoopNest &N)
      : Nest(N), Carried(N.Arrays.size()), Differs(N.Arrays.size()),
        Beyond(N.Arrays.size()), Smallest(N.Arrays.size()) {
    for (size_t A = 0; A < N.Arrays.size(); ++A) {
      Carried[A].resize(N.PerfectDepth);
      Differs[A].resize(N.PerfectDepth);
      Beyond[A].resize(N.PerfectDepth);
      Smallest[A].resize(N.PerfectDepth);
    }
  }

  void add(const Execution &X) {
    std::map<std::pair<unsigned, Vector>, std::set<std::pair<size_t, unsigned>>>
        Touched;
    for (const Instance &I : X.Instances)
      Touched[{Nest.Accesses[I.Access].Array, I.Element}].insert(
          {I.Time, I.Access});
    for (auto &[Element, Who] : Touched)
      for (auto First = Who.begin(); First != Who.end(); ++First)
        for (auto Second = std::next(First); Second != Who.end(); ++Second)
          addPair(X, Element.first, *First, *Second);
  }

private:
  void addPair(const Execution &X, unsigned Array,
               std::pair<size_t, unsigned> First,
               std::pair<size_t, unsigned> Second) {
    const Access &A = Nest.Accesses[First.second];
    const Access &B = Nest.Accesses[Second.second];
    if (First.first == Second.first || !(A.IsWrite || B.IsWrite))
      return;
    const Vector &V = X.Iterations[First.first],
                 &W = X.Iterations[Second.first];
    unsigned Level = Nest.PerfectDepth;
    for (unsigned I = 0; I < Nest.PerfectDepth; ++I)
      if (V[I] != W[I]) {
        Differs[Array][I] = true;
        Level = std::min(Level, I);
      }
    ConflictKind K = !A.IsWrite   ? ConflictKind::Anti
                     : !B.IsWrite ? ConflictKind::Flow
                                  : ConflictKind::Output;
    Carried[Array][Level][unsigned(K)] = true;
    auto Class = [](const Access &Y) {
      return Y.Op == "-" ? std::string("+") : Y.Op;
    };
    if (!A.Compound || !B.Compound || Class(A) != Class(B))
      Beyond[Array][Level] = true;
    WitnessKey Key{0, 0, X.Params};
    for (const Vector *At : {&V, &W})
      for (unsigned I = 0; I < Nest.PerfectDepth; ++I)
        std::get<2>(Key).push_back(Nest.Loops[I].Step < 0 ? -(*At)[I]
                                                          : (*At)[I]);
    for (int64_t Value : std::get<2>(Key)) {
      std::get<0>(Key) = std::max(std::get<0>(Key), std::abs(Value));
      std::get<1>(Key) += std::abs(Value);
    }
    // Non-negative parameters win over all others.
    if (std::any_of(X.Params.begin(), X.Params.end(),
                    [](int64_t P) { return P < 0; }))
      std::get<0>(Key) += 1000;
    auto &Best = Smallest[Array][Level][unsigned(K)];
    if (!Best || Key < *Best)
      Best = Key;
  }
};

} // namespace test
} // namespace heddle

#endif
