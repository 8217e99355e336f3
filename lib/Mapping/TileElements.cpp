//===- TileElements.cpp - Boxes of elements -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Mapping/MappedNest.h"
#include "Mapping/Proof.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace heddle {

std::vector<int64_t> digitsOf(int64_t C, llvm::ArrayRef<int64_t> Strides) {
  std::vector<int64_t> Digits;
  for (const int64_t Stride : Strides) {
    int64_t Digit = llvm::divideFloorSigned(C, Stride);
    if (2 * (C - Digit * Stride) > Stride)
      ++Digit;
    Digits.push_back(Digit);
    C -= Digit * Stride;
  }
  return Digits;
}

/// Coefficients of the grid's coordinates and of the strip's first counter.
static std::optional<Coefficients> byBlock(const Sym &Origin) {
  const Coordinates Of{
      {GridLeaf[0], 1}, {GridLeaf[1], 1}, {GridLeaf[2], 1}, {StripLeaf, 1}};
  Coefficients By;
  if (!addLinear(Origin, 1, Of, By))
    return std::nullopt;
  return By;
}

std::optional<std::pair<Sym, Sym>> originEnds(const StagedBuffer &B, size_t D,
                                              const Tile &T,
                                              const ThreadMapping &V) {
  std::optional<Coefficients> By = byBlock(B.Origin[D]);
  if (!By)
    return std::nullopt;
  std::vector<std::pair<std::string, Sym>> Least, Most;
  const auto Add = [&](const std::string &Leaf, const Sym &First,
                       const Sym &Last) {
    const bool Rises = (*By)[Leaf] >= 0;
    Least.push_back({Leaf, Rises ? First : Last});
    Most.push_back({Leaf, Rises ? Last : First});
  };
  for (unsigned A = 0; A < 3; ++A)
    Add(GridLeaf[A], 0, V.Grid[A] - Sym(1));
  if (const TileStrip *Strip = T.stripOf(B))
    Add(StripLeaf, Strip->Lower, Strip->Upper);
  return std::make_pair(B.Origin[D].substitute(Least),
                        B.Origin[D].substitute(Most));
}

/// Threads load no element before the first block's.
static Sym behindFirst(const StagedBuffer &B, const TileStrip *Strip) {
  std::vector<std::pair<std::string, Sym>> First;
  for (unsigned A = 0; A < 3; ++A)
    First.push_back({GridLeaf[A], Sym(0)});
  if (Strip)
    First.push_back({StripLeaf, Strip->Lower});
  Sym All = Sym::truth(true);
  for (size_t D = 0; D != B.Origin.size(); ++D) {
    const std::optional<Coefficients> By = byBlock(B.Origin[D]);
    if (!By || llvm::any_of(*By, [](const auto &C) { return C.second < 0; }))
      continue;
    const Sym Holds =
        less_equal(B.Origin[D].substitute(First), Sym::leaf(elementLeaf(D)));
    All = both(All, Holds);
  }
  return All;
}

isl::Map readsOf(const StagedBuffer &B, const AffineAccess &A,
                 const AffineNest &N) {
  if (B.Strides.empty())
    return A.Relation;
  const std::optional<Subscripts> Linear = subscriptsOf(A, N);
  if (!Linear)
    return isl::Map();
  const Subscripts Of = Linear->size() == 1
                            ? splitSubscript(Linear->front(), B.Strides)
                            : *Linear;
  const isl::Map Relation = A.Relation.alignParams(N.ParamSpace);
  const isl::Space Domain = Relation.space().domain();
  const isl::Space Pairs =
      Domain.to(Relation.range().params().space().withSetDims(
          static_cast<unsigned>(Of.size())));
  isl::MultiAff Tuple = isl::MultiAff::zero(Pairs);
  for (unsigned D = 0; D != Of.size(); ++D) {
    isl::Aff At = isl::Aff::zero(Domain).withConstant(Of[D].Constant);
    for (unsigned I = 0; I != Relation.dim(isl::Dim::In); ++I)
      if (const auto C =
              Of[D].ByLoop.find(I < N.Depth ? I : A.InnerLoops[I - N.Depth]);
          C != Of[D].ByLoop.end())
        At = At.withCoefficient(isl::Dim::In, I, C->second);
    for (const auto &[Param, C] : Of[D].ByParam)
      At = At.withCoefficient(isl::Dim::Param, Param, C);
    Tuple = Tuple.with(D, At);
  }
  return Tuple.toMap().intersectDomain(Relation.domain());
}

/// Null where there are none, and where isl does not know those of one.
static isl::Set elementsOf(llvm::ArrayRef<unsigned> Accesses,
                           const StagedBuffer &B, const AffineNest &N) {
  isl::Set All;
  for (const unsigned Access : Accesses) {
    const isl::Map Of = readsOf(B, N.Accesses[Access], N);
    if (Of.isNull())
      return isl::Set();
    All = isl::unite(All, Of.range().unnamed());
  }
  return All.isNull() ? All : All.intersectParams(launchedParameters(N));
}

static std::vector<unsigned> certainReads(const StagedBuffer &B,
                                          const AffineNest &N) {
  std::vector<unsigned> All;
  for (const auto &[Access, At] : B.Reads)
    if (!N.Accesses[Access].May)
      All.push_back(Access);
  return All;
}

std::optional<unsigned> firstUncertain(const StagedBuffer &B,
                                       const AffineNest &N) {
  const isl::Set Certain = elementsOf(certainReads(B, N), B, N);
  for (const auto &[Access, At] : B.accesses())
    if (N.Accesses[Access].May &&
        (N.Accesses[Access].IsWrite || Certain.isNull() ||
         isl::isSubset(elementsOf({Access}, B, N), Certain) !=
             isl::Answer::Yes))
      return Access;
  return std::nullopt;
}

static LeafDims elementDims(const StagedBuffer &B) {
  LeafDims Dims;
  for (size_t D = 0; D != B.Origin.size(); ++D)
    Dims[elementLeaf(D)] = static_cast<unsigned>(D);
  return Dims;
}

/// A + 1 <= B, as isl has it, as people do.
static Sym withStrictOrder(const Sym &S) {
  if (S.operands().empty())
    return S;
  if (S.kind() == SymKind::Le && S.operands()[0].kind() == SymKind::Add &&
      S.operands()[0].operands()[1].isConst(1))
    return less(S.operands()[0].operands()[0], S.operands()[1]);
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(withStrictOrder(Op));
  return Sym::make(S.kind(), std::move(Ops));
}

/// C holds for all elements of a buffer that begins at some element, over
/// elementLeaf()s and parameters.
static Sym holdsForAll(const isl::LinearConstraint &C, const StagedBuffer &B,
                       const AffineNest &N) {
  Sym Less = 0, More = 0;
  int64_t Constant = C.Constant;
  const auto Add = [&](const std::string &Leaf, int64_t By) {
    Sym &Side = By < 0 ? Less : More;
    if (By != 0)
      Side = Side + Sym::leaf(Leaf) * Sym(std::abs(By));
  };
  for (size_t D = 0; D != B.Extents.size(); ++D) {
    Add(elementLeaf(D), C.OfDims[D]);
    Constant += std::min<int64_t>(0, C.OfDims[D] * (B.Extents[D] - 1));
  }
  for (size_t P = 0; P != C.OfParams.size(); ++P)
    Add(N.Parameters[P].Name, C.OfParams[P]);
  return Constant < 0 ? less_equal(Less + Sym(-Constant), More)
                      : less_equal(Less, More + Sym(Constant));
}

/// All of them are those of one of the accesses, where these are a convex set.
static std::optional<Sym> allOf(llvm::ArrayRef<unsigned> Accesses,
                                const StagedBuffer &B, const AffineNest &N,
                                const isl::Set &Context) {
  std::optional<Sym> Best;
  for (const unsigned Access : Accesses) {
    const isl::Set Found = readsOf(B, N.Accesses[Access], N)
                               .range()
                               .unnamed()
                               .alignParams(N.ParamSpace)
                               .gist(Context);
    const auto Pieces = isl::constraintsOf(Found);
    if (!Pieces || Pieces->size() != 1 ||
        Found.dim(isl::Dim::Param) != N.Parameters.size())
      continue;
    Sym All = Sym::truth(true);
    bool IsConvex = true;
    for (const isl::LinearConstraint &C : Pieces->front()) {
      IsConvex &= !C.IsEquality;
      const Sym Holds = holdsForAll(C, B, N);
      All = both(All, Holds);
    }
    if (IsConvex && (!Best || operatorCount(All) < operatorCount(*Best)))
      Best = All;
  }
  return Best;
}

/// The elements of these accesses, as a condition, and one for all of a buffer.
static bool findCondition(llvm::ArrayRef<unsigned> Accesses,
                          const StagedBuffer &B, const Tile &T,
                          const AffineNest &N, Sym &To,
                          std::optional<Sym> &All) {
  constexpr unsigned MostOperators = 120;
  const LeafDims Dims = elementDims(B);
  const unsigned Count = static_cast<unsigned>(B.Origin.size());
  isl::Set Context = isl::Set::universe(N.ParamSpace.withSetDims(Count))
                         .intersectParams(launchedParameters(N));
  const isl::Set Behind = toIslSet(behindFirst(B, T.stripOf(B)),
                                   N.ParamSpace.withSetDims(Count), Dims);
  if (!Behind.isNull())
    Context = Context.intersect(Behind);
  const isl::Set Elements = elementsOf(Accesses, B, N);
  if (Elements.isNull())
    return false;
  const std::optional<Sym> Holds =
      symOf(asParameters(Elements, Dims), asParameters(Context, Dims));
  if (!Holds || operatorCount(*Holds) > MostOperators)
    return false;
  To = withStrictOrder(*Holds);
  if (!To.isConst(1))
    All = allOf(Accesses, B, N, Context);
  return true;
}

/// StagedBuffer::Between, where it asks for less than Touched. An array's rows
/// lie one behind the other, and the relation has a dimension for each
/// subscript.
static std::optional<ElementsBetween>
elementsBetween(llvm::ArrayRef<unsigned> Reads, const StagedBuffer &B,
                const AffineNest &N) {
  if (!B.Writes.empty() || !B.Strides.empty() || B.Origin.size() < 2)
    return std::nullopt;
  const isl::Set Elements = elementsOf(Reads, B, N);
  if (Elements.isNull())
    return std::nullopt;
  const isl::Set Found = Elements.alignParams(N.ParamSpace);
  const isl::Set Context = launchedParameters(N);
  if (isl::isSubset(Context, Found.params()) != isl::Answer::Yes)
    return std::nullopt;
  std::vector<std::pair<std::string, Sym>> AtFirst;
  for (const char *Leaf : GridLeaf)
    AtFirst.push_back({Leaf, Sym(0)});
  ElementsBetween Out{std::nullopt, 0, Sym::truth(true)};
  for (size_t D = 0; D != B.Origin.size(); ++D) {
    const auto Ends = endsOf(Found, static_cast<unsigned>(D), Context);
    const auto By = byBlock(B.Origin[D]);
    if (!Ends || !By)
      return std::nullopt;
    // No block begins before the first one.
    const Sym Behind = B.Origin[D].substitute(AtFirst) - Ends->first;
    const auto IsBehind = [&](int64_t Places) {
      return Behind.isConst() && Behind.value() >= Places &&
             llvm::all_of(*By, [](const auto &C) { return C.second >= 0; });
    };
    if (D == 0) {
      Out.Last = Ends->second;
      if (!IsBehind(1))
        Out.First = Ends->first;
      continue;
    }
    const Sym At = Sym::leaf(elementLeaf(D));
    if (!IsBehind(0))
      Out.Inside = both(Out.Inside, less_equal(Ends->first, At));
    Out.Inside = both(Out.Inside, less(At, Ends->second + Sym(1)));
  }
  // The ends of the first coordinate alone are no reason, but where they are
  // asked once for a plane.
  const unsigned OfEnds = B.Ring ? 0 : 8;
  if (operatorCount(Out.Inside) + OfEnds >= operatorCount(B.Touched))
    return std::nullopt;
  return Out;
}

bool findTouched(StagedBuffer &B, const Tile &T, const AffineNest &N) {
  std::vector<unsigned> Writes;
  for (const auto &[Access, At] : B.Writes)
    Writes.push_back(Access);
  const std::vector<unsigned> Reads = certainReads(B, N);
  B.Touched = Sym::truth(false);
  if (!Reads.empty() && B.isLoaded()) {
    if (!findCondition(Reads, B, T, N, B.Touched, B.AllTouched))
      return false;
    B.Between = elementsBetween(Reads, B, N);
  }
  return Writes.empty() ||
         findCondition(Writes, B, T, N, B.Stored, B.AllStored);
}

} // namespace heddle
