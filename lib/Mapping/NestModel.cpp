//===- NestModel.cpp - A nest as the cost model sees it -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/NestModel.h"
#include "Affine/Footprint.h"
#include "Mapping/CostBlock.h"
#include "Mapping/Ranges.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

namespace heddle {

//===----------------------------------------------------------------------===//
// Numbers for what is not known
//===----------------------------------------------------------------------===//

namespace {

/// Long enough that ends do not count. Parameters differ, by whole lines of
/// memory.
constexpr int64_t Long = 1024, Apart = 32;

} // namespace

int64_t NestModel::assumed(const Sym &S) const {
  constexpr double Most = 1e15;
  return static_cast<int64_t>(
      std::clamp(evaluate(S, Parameters, Long), -Most, Most));
}

/// Long, but where products of so many would be more than can be told apart.
static int64_t lengthFor(size_t Parameters) {
  constexpr size_t Bits = 40, BitsOfLong = 10;
  const size_t Each = Bits / std::max<size_t>(Parameters, 1);
  return Each >= BitsOfLong ? Long
                            : std::max<int64_t>(int64_t(1) << Each, 2 * Apart);
}

/// Each is long, or as near to it as it may be; a product is that of its parts.
void NestModel::assumeParameters(const Ranges &Known) {
  Least = lengthFor(static_cast<size_t>(llvm::count_if(
      N.Parameters, [](auto &P) { return P.SourceParam >= 0; })));
  int64_t Next = Least;
  Least /= 2;
  for (const AffineNest::Parameter &P : N.Parameters) {
    const Interval Range = Known.of(Sym::leaf(P.Name));
    auto Within = [&](__int128 Value) {
      return static_cast<int64_t>(
          std::min(std::max<__int128>(Value, Range.Lo), Range.Hi));
    };
    Parameters[P.Name] = Within(Next);
    Endless[P.Name] = Within(Next * static_cast<__int128>(Long));
    Next += Apart;
  }
  assumeProducts();
  shortenDifferences(Known);
}

/// Products of other parameters.
void NestModel::assumeProducts() {
  for (const AffineNest::Parameter &P : N.Parameters)
    if (P.SourceParam < 0) {
      Parameters[P.Name] = assumed(P.Definition);
      Endless[P.Name] = Parameters[P.Name] * Long;
    }
}

/// The parameters that a loop's length falls with are short, so that it is
/// long: of `n - radius` the radius.
void NestModel::shortenDifferences(const Ranges &Known) {
  constexpr int64_t Short = 4;
  for (unsigned D = 0; D != Rank; ++D)
    for (const AffineNest::Parameter &P : N.Parameters) {
      const Sym Count = N.Dims[D].Upper - N.Dims[D].Lower;
      const int64_t Before = assumed(Count), Value = Parameters[P.Name];
      const Interval Range = Known.of(Sym::leaf(P.Name));
      if (P.SourceParam < 0 || Before >= Least || Range.Lo > Short ||
          Range.Hi < Short)
        continue;
      Parameters[P.Name] = Short;
      if (assumed(Count) <= Before)
        Parameters[P.Name] = Value;
      else
        Endless[P.Name] = Short;
      assumeProducts();
    }
}

void NestModel::readExtents(const Ranges &Known) {
  for (unsigned D = 0; D != Rank; ++D) {
    const Dimension &Dim = N.Dims[D];
    const Sym Count = Dim.Upper - Dim.Lower;
    const Interval Range = Known.of(Count);
    const bool IsKnown = Range.Lo == Range.Hi;
    const int64_t All =
        IsKnown ? static_cast<int64_t>(Range.Hi)
        : Range.Hi < Long
            ? static_cast<int64_t>(std::max<__int128>(Range.Hi, 1))
            : std::max(assumed(Count), Least);
    const int64_t Taken =
        All / Dim.Step * Dim.Width + std::min(All % Dim.Step, Dim.Width);
    Extents.push_back(std::max<int64_t>(Taken, 1));
    KnownExtents.push_back(IsKnown ? std::optional(Extents.back())
                                   : std::nullopt);
  }
  Wide = llvm::any_of(llvm::make_range(N.Dims.begin(), N.Dims.begin() + Rank),
                      [&](const Dimension &Dim) {
                        return !Known.of(Dim.Upper).fits32() ||
                               !Known.of(Dim.Lower).fits32();
                      });
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// How often an inner loop runs its body; loops that end by data are short.
double NestModel::tripsOf(unsigned Loop) const {
  constexpr double Few = 16, Many = 100;
  // A loop over elements that have threads of their own is no loop of the text.
  if (Loop >= N.Nest->Loops.size())
    return Many;
  const heddle::Loop &L = N.Nest->Loops[Loop];
  if (L.Init->Kind == ExprKind::Const && L.Bound->Kind == ExprKind::Const &&
      L.Step != 0) {
    const bool Includes = L.Rel == Relation::Le || L.Rel == Relation::Ge;
    const int64_t Way =
        std::abs(L.Bound->Value - L.Init->Value) + (Includes ? 1 : 0);
    return std::max<double>(1, static_cast<double>(Way) /
                                   static_cast<double>(std::abs(L.Step)));
  }
  return L.Bound->Kind == ExprKind::Opaque ? Few : Many;
}

double NestModel::tripsInThread() const {
  double Trips = 1;
  for (unsigned D = Rank; D < N.Depth; ++D)
    Trips *= tripsOf(D);
  return Trips;
}

/// Subscripts address such scalars; a structure has several.
static unsigned scalarBytes(const ArrayInfo &Of) {
  return static_cast<unsigned>(Of.ElementBytes /
                               std::max<int64_t>(scalarsPerElement(Of), 1));
}

/// Nothing where the relation is no function that is affine.
std::optional<AccessStride> NestModel::strideOf(const AffineAccess &A) const {
  const AffineArray &Array = N.Arrays[A.Array];
  const ArrayInfo &Of = N.Nest->Arrays[A.Array];
  if (Array.Range)
    return std::nullopt;
  const isl::MultiAff At = isl::PwMultiAff(A.Relation).onlyPiece();
  if (At.isNull() || (!Of.Tables && At.size() != Array.Widths.size() + 1))
    return std::nullopt;
  AccessStride S;
  S.Known = true;
  S.ByLoop.assign(Rank, 0);
  S.IsFixed.assign(Rank, true);
  constexpr double FarApart = 1 << 20; // rows of a table lie anywhere
  // Bytes from one index to the next, of the innermost dimension first.
  double Unit = scalarBytes(Of);
  bool UnitIsKnown = true;
  double Inner = 0;
  for (unsigned E = At.size(); E-- > 0;) {
    const isl::Aff Index = At.at(E);
    if (Index.hasDivisions() != isl::Answer::No ||
        Index.dim(isl::Dim::In) < Rank ||
        Index.dim(isl::Dim::Param) > N.Parameters.size())
      return std::nullopt;
    auto Bytes = [&](isl::Dim Kind, unsigned Pos) {
      return Unit * static_cast<double>(
                        Index.coefficient(Kind, Pos).int64().value_or(0));
    };
    for (unsigned D = 0; D != Rank; ++D)
      if (const auto By = static_cast<int64_t>(Bytes(isl::Dim::In, D))) {
        S.ByLoop[D] += By;
        S.IsFixed[D] = S.IsFixed[D] && UnitIsKnown;
      }
    for (unsigned P = 0; P != Index.dim(isl::Dim::Param); ++P)
      S.Row += static_cast<int64_t>(
          Bytes(isl::Dim::Param, P) *
          static_cast<double>(Parameters.lookup(N.Parameters[P].Name)));
    (UnitIsKnown ? S.Offset : S.Row) += static_cast<int64_t>(
        Unit * static_cast<double>(Index.constant().int64().value_or(0)));
    if (const unsigned All = Index.dim(isl::Dim::In); All > N.Depth)
      Inner += Bytes(isl::Dim::In, All - 1);
    if (E > 0 && Of.Tables) {
      Unit = FarApart;
      UnitIsKnown = false;
    } else if (E > 0) {
      const Sym &Width = Array.Widths[E - 1];
      const int64_t Length = assumed(Width);
      // The least n for which `n - 2000` is a length tells nothing.
      Unit *=
          static_cast<double>(Width.isConst() || Length > 1 ? Length : Long);
      UnitIsKnown &= Width.isConst();
    }
  }
  S.Offset += S.Row;
  if (!A.InnerLoops.empty())
    S.Fresh = std::min(1.0, std::abs(Inner) / SectorBytes);
  return S;
}

/// Threads are along the elements that they own, and a list leads each of them
/// through the loops, so that all else may be anywhere.
AccessStride NestModel::strideInSegments(const AffineAccess &A) const {
  AccessStride S;
  S.Known =
      llvm::any_of(N.Owner->Segments->Arrays, [&](const Segments::Owned &Own) {
        return Own.Array == A.Array;
      });
  S.ByLoop.assign(Rank, 0);
  S.IsFixed.assign(Rank, true);
  S.ByLoop[0] = scalarBytes(N.Nest->Arrays[A.Array]);
  return S;
}

/// An access that is written twice runs once: compilers keep what was loaded.
void NestModel::readStrides() {
  constexpr size_t Enough = 24;
  for (const AffineAccess &A : N.Accesses) {
    if (N.Nest->Arrays[A.Array].Scalar)
      continue;
    AccessStride S = N.Owner && N.Owner->Segments
                         ? strideInSegments(A)
                         : strideOf(A).value_or(AccessStride());
    S.Array = A.Array;
    S.Source = A.Source;
    S.IsWrite = A.IsWrite;
    const ArrayInfo &Of = N.Nest->Arrays[A.Array];
    S.IsLinear = Of.Extents.size() == (Of.Records ? 2 : 1);
    S.Bytes = scalarBytes(Of);
    if (!(N.Owner && N.Owner->Segments)) {
      S.Times = tripsInThread();
      for (const unsigned Loop : A.InnerLoops)
        S.Times *= tripsOf(Loop);
    }
    if (S.Times > 1 && A.InnerLoops.empty())
      S.Fresh = std::min(S.Fresh, 1 / S.Times);
    const bool IsSame = llvm::any_of(Strides, [&](const AccessStride &Other) {
      return S.Known && Other.Known && Other.Array == S.Array &&
             Other.IsWrite == S.IsWrite && Other.ByLoop == S.ByLoop &&
             Other.Offset == S.Offset && Other.Times == S.Times;
    });
    if (!IsSame && Strides.size() < Enough)
      Strides.push_back(std::move(S));
  }
}

bool NestModel::goesOn(const AccessStride &S, unsigned D) const {
  int64_t Row;
  return S.Known && N.Dims[D].Step == 1 && N.Dims[D + 1].Step == 1 &&
         !llvm::MulOverflow(S.ByLoop[D + 1], Extents[D + 1], Row) &&
         S.ByLoop[D] == Row;
}

bool NestModel::isOneWithNext(const AccessStride &S, unsigned D,
                              unsigned Folded) const {
  return D + 1 < Rank && (Folded >> (D + 1) & 1) != 0 && S.IsLinear &&
         goesOn(S, D);
}

void NestModel::readFlat() {
  for (unsigned D = 0; D + 1 < Rank; ++D)
    Flat.push_back(llvm::all_of(Strides, [&](const AccessStride &S) {
      return S.IsLinear && goesOn(S, D);
    }));
}

bool NestModel::movesWithinSector(const AccessStride &S, unsigned D) const {
  int64_t Step;
  return S.Known && S.ByLoop[D] != 0 &&
         !llvm::MulOverflow(S.ByLoop[D], N.Dims[D].Step, Step) &&
         std::abs(Step) < SectorBytes * N.Dims[D].Width;
}

bool NestModel::extentsAreKnown() const {
  return llvm::all_of(KnownExtents, [](auto &E) { return E.has_value(); });
}

NestModel::NestModel(const AffineNest &Nest, unsigned Rank, const Ranges &Known)
    : N(Nest), Rank(Rank) {
  assumeParameters(Known);
  readExtents(Known);
  readStrides();
  readFlat();
}

} // namespace heddle
