//===- Hull.cpp - Boxes around loops whose bounds depend on counters ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Affine/Domain.h"
#include "Affine/Space.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

namespace heddle {

using isl::Answer;

/// For all of this of a nest.
static constexpr unsigned long HullOperations = 300000;

/// In the text of the condition in the kernel.
static constexpr unsigned MostOperators = 24;

//===----------------------------------------------------------------------===//
// How full the box is
//===----------------------------------------------------------------------===//

namespace {

using Values = std::map<std::string, int64_t>;

int64_t floorOf(int64_t A, int64_t B) { return A / B - (A % B < 0 ? 1 : 0); }

/// S where its leaves have these values, others Otherwise; nothing where that
/// is no number of 64 bits.
std::optional<int64_t> valueOf(const Sym &S, const Values &At,
                               int64_t Otherwise) {
  if (S.isConst())
    return S.value();
  if (S.kind() == SymKind::Leaf) {
    auto It = At.find(S.name());
    return It == At.end() ? Otherwise : It->second;
  }
  llvm::SmallVector<int64_t, 3> X;
  for (const Sym &Op : S.operands()) {
    std::optional<int64_t> V = valueOf(Op, At, Otherwise);
    if (!V)
      return std::nullopt;
    X.push_back(*V);
  }
  int64_t R = 0;
  bool Wraps = false;
  switch (S.kind()) {
  case SymKind::Neg:
    Wraps = __builtin_sub_overflow(int64_t(0), X[0], &R);
    break;
  case SymKind::Add:
    Wraps = __builtin_add_overflow(X[0], X[1], &R);
    break;
  case SymKind::Sub:
    Wraps = __builtin_sub_overflow(X[0], X[1], &R);
    break;
  case SymKind::Mul:
    Wraps = __builtin_mul_overflow(X[0], X[1], &R);
    break;
  case SymKind::FloorDiv:
  case SymKind::FloorMod:
  case SymKind::CeilDiv:
    if (X[1] <= 0 || X[0] == INT64_MIN)
      return std::nullopt;
    R = S.kind() == SymKind::FloorDiv  ? floorOf(X[0], X[1])
        : S.kind() == SymKind::CeilDiv ? -floorOf(-X[0], X[1])
                                       : X[0] - floorOf(X[0], X[1]) * X[1];
    break;
  case SymKind::Min:
    return std::min(X[0], X[1]);
  case SymKind::Max:
    return std::max(X[0], X[1]);
  case SymKind::Select:
    return X[0] ? X[1] : X[2];
  case SymKind::Lt:
    return X[0] < X[1];
  case SymKind::Le:
    return X[0] <= X[1];
  case SymKind::Eq:
    return X[0] == X[1];
  case SymKind::Ne:
    return X[0] != X[1];
  case SymKind::And:
    return X[0] && X[1];
  case SymKind::Or:
    return X[0] || X[1];
  case SymKind::Not:
    return !X[0];
  case SymKind::Const:
  case SymKind::Leaf:
    return std::nullopt;
  }
  return Wraps ? std::nullopt : std::optional<int64_t>(R);
}

/// Counts points for parameters that have values. It looks at some of
/// many points, each of which stands for those around it.
class Points {
public:
  Points(const std::vector<Dimension> &Dims, int64_t Otherwise)
      : Dims(Dims), Otherwise(Otherwise) {}

  Values At;
  double Box = 1;     ///< all
  double Taken = 0;   ///< iterations
  double Threads = 0; ///< iterations of the loops outside the last one

  /// False: not all are known.
  bool count() {
    for (const Dimension &D : Dims) {
      std::optional<int64_t> L = valueOf(D.Lower, At, Otherwise),
                             U = valueOf(D.Upper, At, Otherwise);
      int64_t Extent = 0;
      if (!L || !U || __builtin_sub_overflow(*U, *L, &Extent))
        return false;
      Sides.push_back({*L, std::max<int64_t>(Extent, 0), 1});
      Box *= static_cast<double>(Sides.back().Extent);
    }
    if (Box > Most)
      for (Side &S : Sides) {
        const auto Each = static_cast<int64_t>(
            std::pow(Most, 1 / static_cast<double>(Dims.size())));
        S.Apart = std::max<int64_t>(1, (S.Extent - 1) / Each + 1);
      }
    return walk(0, 1);
  }

private:
  static constexpr double Most = 20000; ///< that it looks at

  struct Side {
    int64_t Lower, Extent;
    int64_t Apart; ///< one of so many neighbours is looked at
  };

  /// One point of each run of neighbours, another one in each run: conditions
  /// on remainders take some of them.
  bool walk(size_t Depth, double Each) {
    if (Depth + 1 == Dims.size())
      Threads += Each;
    if (Depth == Dims.size()) {
      Taken += Each;
      return true;
    }
    constexpr int64_t Odd = 7919;
    const Dimension &D = Dims[Depth];
    const Side &S = Sides[Depth];
    for (int64_t First = 0, Run = 0, Length = 0; First < S.Extent;
         First += Length, ++Run) {
      Length = std::min(S.Apart, S.Extent - First);
      const int64_t X = First + Run * Odd % Length;
      if (X % D.Step >= D.Width)
        continue;
      At[D.Counter] = S.Lower + X;
      std::optional<int64_t> Is = valueOf(D.Taken, At, Otherwise);
      if (!Is || (*Is && !walk(Depth + 1, Each * static_cast<double>(Length))))
        return false;
    }
    At.erase(D.Counter);
    return true;
  }

  const std::vector<Dimension> &Dims;
  const int64_t Otherwise;
  std::vector<Side> Sides;
};

} // namespace

/// Threads without an iteration wait for others in their warp, and blocks of
/// them are launched for nothing: a narrow band is not worth its square. The
/// measure is how many times the box is larger than the iterations, or than the
/// iterations of the loops outside, each of which would be a thread. Parameters
/// are alike, and then one of them is small.
static bool fillsHull(const Builder &B, Dimension &D) {
  constexpr double MostTimes = 8;
  std::vector<Dimension> Dims = B.Out->Dims;
  Dims.push_back(D);
  // By rank; above that loops are rare, and boxes around them nearly empty.
  static constexpr int64_t Sizes[] = {0, 64, 64, 16, 8};
  if (Dims.size() >= std::size(Sizes))
    return false;
  const int64_t Size = Sizes[Dims.size()];
  const unsigned Params = paramSpace(B).dim(isl::Dim::Param);
  bool Seen = false;
  for (unsigned Small = 0; Small <= Params; ++Small) {
    Points P(Dims, Size);
    if (Small > 0)
      P.At[paramSpace(B).dimName(isl::Dim::Param, Small - 1)] = 2;
    if (!P.count())
      return false;
    if (P.Taken == 0)
      continue;
    Seen = true;
    if (P.Box > MostTimes * std::max(P.Taken, P.Threads))
      return false;
    if (Small == 0)
      D.Idle = 100 - static_cast<unsigned>(P.Taken * 100 / P.Box);
  }
  return Seen;
}

//===----------------------------------------------------------------------===//
// The boxes
//===----------------------------------------------------------------------===//

/// A conjunction of comparisons, each of which a kernel tests by itself.
static bool isConjunction(const Sym &S) {
  if (S.kind() == SymKind::And)
    return llvm::all_of(S.operands(), isConjunction);
  return S.kind() == SymKind::Lt || S.kind() == SymKind::Le ||
         S.kind() == SymKind::Eq;
}

/// The iterations Runs of the loops up to D's, of the values between D's ends.
static bool addTaken(Builder &B, const isl::Set &Runs, Dimension &D) {
  const auto Count = static_cast<unsigned>(B.Out->Dims.size()) + 1;
  isl::Space Space = statementSpace(B, Count);
  const std::string &Name = D.Counter;
  isl::Set Box = toIslSet(both(less_equal(D.Lower, Sym::leaf(Name)),
                               less(Sym::leaf(Name), D.Upper)),
                          Space, {{Name, Count - 1}});
  if (Box.isNull())
    return false;
  Box = Box.intersect(outerDomain(B, Count - 1));
  Box = Box.intersectParams(B.Assume);
  LeafDims Leaves;
  for (unsigned K = 0; K < Count; ++K)
    Leaves[B.Nest.Loops[K].Name] = K;
  isl::Set Simple = isl::coalesced(Runs.gist(Box));
  std::optional<Sym> S =
      symOf(asParameters(Simple, Leaves), asParameters(Box, Leaves));
  if (Leaves.size() != Count || !S || operatorCount(*S) > MostOperators ||
      !isConjunction(*S) || !fits(*S, Box, Leaves, 64))
    return false;
  D.Taken = *S;
  isl::Set Read = toIslSet(D.Taken, Space, Leaves);
  return !Read.isNull() &&
         isl::isEqual(Read.intersect(Box), Runs) == Answer::Yes;
}

static std::optional<Dimension> inferHull(Builder &B, unsigned Index) {
  const Loop &L = B.Nest.Loops[Index];
  if ((L.Step != 1 && L.Step != -1) || L.DataDependent || B.Approximate[Index])
    return std::nullopt;
  isl::Set Runs = B.Domains[Index].intersectParams(B.Assume);
  // The box is not empty where there is a launch.
  if (isl::isSubset(B.Assume, Runs.params()) != Answer::Yes)
    return std::nullopt;
  Dimension D;
  D.Counter = L.Name;
  D.Direction = L.Step;
  std::optional<std::pair<Sym, Sym>> Ends = endsOf(Runs, Index, B.Assume);
  if (!Ends)
    return std::nullopt;
  D.Lower = Ends->first;
  D.Upper = Ends->second + Sym(1);
  if (!addTaken(B, Runs, D) || !fillsHull(B, D) || B.Out->Isl->exhausted())
    return std::nullopt;
  return D;
}

/// Mapped is the box around the iterations; a condition in the thread says
/// which of its points are some. Where that is not plain the loop stays in the
/// thread.
void inferHulls(Builder &B) {
  const unsigned Most =
      B.Out->DeclaredRank ? B.Out->DeclaredRank : B.Out->Depth;
  if (isSpaceDeclared(B) || B.Out->Dims.size() >= Most ||
      B.Out->Isl->exhausted())
    return;
  // The hulls found here are worth something, but no verdict hangs on them.
  const unsigned long Left = B.Out->Isl->operationsLeft();
  B.Out->Isl->resume(HullOperations);
  while (B.Out->Dims.size() < Most) {
    std::optional<Dimension> D =
        inferHull(B, static_cast<unsigned>(B.Out->Dims.size()));
    if (!D)
      break;
    B.Out->Dims.push_back(std::move(*D));
  }
  B.Out->Isl->resume(std::max(Left, 1ul)); // 0 would be no limit
}

} // namespace heddle
