//===- CacheBlocks.cpp - Loops in the blocks of caches --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/CacheBlocks.h"
#include "Mapping/ProductForm.h"
#include "Mapping/Proof.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// From one column to the next the access goes on to its neighbour in memory,
/// or stays where it is.
static bool hasNeighbours(const Subscripts &Of, unsigned Column) {
  for (const LinearSubscript &S : Of) {
    const auto C = S.ByLoop.find(Column);
    const bool IsLast = &S == &Of.back();
    if (C != S.ByLoop.end() && !(IsLast && C->second == 1))
      return false;
  }
  return true;
}

/// The outer Rank loops count up by one, all but the innermost one over values
/// that depend on none of the others.
static bool isCounted(const AffineNest &N, unsigned Rank) {
  for (unsigned D = 0; D != Rank; ++D) {
    const Dimension &Dim = N.Dims[D];
    if (Dim.Step != 1 || Dim.Width != 1 || Dim.Direction != 1 ||
        N.Nest->Loops[D].Step != 1 || !N.Nest->Loops[D].DeclaresCounter)
      return false;
  }
  return Rank <= N.RectangularDepth + 1;
}

/// To: the ends of the innermost mapped loop, where they depend on counters of
/// the others. False: they are not known.
static bool readColumns(const AffineNest &N, unsigned Rank,
                        std::optional<LoopEnds> &To) {
  if (Rank <= N.RectangularDepth)
    return true;
  const isl::Set Launched = launchedParameters(N);
  const auto Iterations = [&](unsigned Loop) {
    return N.Prefixes[Loop].unnamed().intersectParams(Launched);
  };
  std::vector<std::string> Counters;
  for (unsigned D = 0; D != Rank; ++D)
    Counters.push_back(N.Nest->Loops[D].Name);
  To = endsInside(N, Iterations(Rank - 1), Counters, Iterations(Rank - 2));
  return To.has_value();
}

namespace {

/// Loops of the body in strips.
class StripBlocks {
public:
  StripBlocks(const VerifiedNest &Nest, unsigned Rank)
      : N(Nest.affine()), Source(*N.Nest), Rank(Rank) {
    // Compilers add integers in any order, neighbours along the strip's loop at
    // once.
    AddsIntegers = llvm::all_of(Nest.footprints(), [&](const Footprint &F) {
      return !F.Written || Source.Arrays[F.Array].Integral;
    });
  }

  std::optional<CacheBlocks> find();

private:
  bool findStrips();
  bool addAccess(unsigned Number);
  bool haveOneEnd() const;
  bool isTurned(const AffineAccess &A, const Subscripts &Of) const;

  const AffineNest &N;
  const LoopNest &Source;
  const unsigned Rank;
  bool AddsIntegers = false;
  std::optional<ProductForm> Form;
  CacheBlocks Out;
  bool GoesDownColumns = false; ///< some access in a strip
};

} // namespace

/// All loops that are statements of the body, none of which has others in it.
bool StripBlocks::findStrips() {
  constexpr int64_t Length = 32;
  for (unsigned L = Rank; L < Source.Loops.size(); ++L) {
    // Its counter would hide that of rows or columns.
    if (Source.Loops[L].Parent != static_cast<int>(Rank) - 1 ||
        llvm::any_of(llvm::ArrayRef(Source.Loops).take_front(Rank),
                     [&](const Loop &Mapped) {
                       return Mapped.Name == Source.Loops[L].Name;
                     }))
      return false;
    auto Strip = stripsInside(N, Rank, L, Length);
    if (!Strip)
      return false;
    Out.Strips.push_back(std::move(*Strip));
  }
  return !Out.Strips.empty();
}

/// The columns of all rows begin, or end, at the same place: together they have
/// no gap.
bool StripBlocks::haveOneEnd() const {
  const auto IsOther = [&](const std::string &Leaf) {
    return Leaf != Source.Loops[Rank - 2].Name;
  };
  return !Out.ColumnEnds || allLeaves(Out.ColumnEnds->Lower, IsOther) ||
         allLeaves(Out.ColumnEnds->Upper, IsOther);
}

bool StripBlocks::isTurned(const AffineAccess &A, const Subscripts &Of) const {
  const ArrayInfo &Array = Source.Arrays[A.Array];
  return Form && !AddsIntegers && !Out.Strips.front().Ends && !A.May &&
         Source.Accesses[A.Source].Guards.empty() && Array.Number &&
         !Array.Records && llvm::is_contained(Form->Operands, A.Array) &&
         !isMovedBy(Of, Rank - 2);
}

/// False: it stands in the way.
bool StripBlocks::addAccess(unsigned Number) {
  const AffineAccess &A = N.Accesses[Number];
  const std::vector<unsigned> &Around = Source.Accesses[A.Source].Loops;
  const auto Strip = llvm::find_if(Out.Strips, [&](const CountedStrip &S) {
    return llvm::is_contained(Around, S.Whole.Loop);
  });
  if (Strip == Out.Strips.end())
    return true;
  const std::optional<Subscripts> Of = subscriptsOf(A, N);
  if (!Of)
    return false;
  if (hasNeighbours(*Of, Rank - 1)) {
    GoesDownColumns |= isMovedBy(*Of, Rank - 1) &&
                       isMovedBy(*Of, Strip->Whole.Loop) &&
                       !isAlong(*Of, Strip->Whole.Loop);
    return true;
  }
  Out.Turned.push_back(Number);
  return isTurned(A, *Of);
}

std::optional<CacheBlocks> StripBlocks::find() {
  constexpr int64_t Rows = 32, Columns = 64, ColumnsAlone = 256;
  if (!readColumns(N, Rank, Out.ColumnEnds) || !findStrips())
    return std::nullopt;
  if (Rank >= 2) {
    Out.RowLoop = Rank - 2;
    Form = productForm(N, Rank, Rank - 2, Rank - 1);
  }
  Out.Rows = Rank >= 2 ? Rows : 1;
  Out.Columns = Rank >= 2 ? Columns : ColumnsAlone;
  for (unsigned A = 0; A != N.Accesses.size(); ++A)
    if (!addAccess(A))
      return std::nullopt;
  if (!GoesDownColumns && Out.Turned.empty())
    return std::nullopt;
  if (!Out.Turned.empty() && !haveOneEnd())
    return std::nullopt;
  return std::move(Out);
}

/// Some access is along the columns, and some one, which they move as well,
/// along the rows.
static std::optional<CacheBlocks> transposedBlocks(const AffineNest &N,
                                                   unsigned Rank) {
  // A cache has as many ways, at least: the lines of all columns may share a
  // set.
  constexpr int64_t Rows = 64, Columns = 8;
  CacheBlocks Out;
  if (Rank < 2 || N.Nest->Loops.size() != Rank ||
      !readColumns(N, Rank, Out.ColumnEnds))
    return std::nullopt;
  const unsigned Column = Rank - 1;
  bool HasRows = false;
  for (const AffineAccess &A : N.Accesses) {
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (!Of)
      return std::nullopt;
    if (!isMovedBy(*Of, Column))
      continue;
    if (isAlong(*Of, Column)) {
      HasRows = true;
      continue;
    }
    for (unsigned D = 0; D != Column; ++D)
      if (isAlong(*Of, D))
        Out.RowLoop = D;
  }
  if (!HasRows || !Out.RowLoop)
    return std::nullopt;
  Out.Rows = Rows;
  Out.Columns = Columns;
  return Out;
}

std::optional<CacheBlocks> cacheBlocks(const VerifiedNest &Nest,
                                       unsigned Rank) {
  const AffineNest &N = Nest.affine();
  if (N.Owner || !Nest.copies().empty() || !isCounted(N, Rank))
    return std::nullopt;
  if (!whyNotInParts(Nest, /*InStrips=*/true))
    if (auto Strips = StripBlocks(Nest, Rank).find())
      return Strips;
  if (!whyNotInParts(Nest, /*InStrips=*/false))
    return transposedBlocks(N, Rank);
  return std::nullopt;
}

} // namespace heddle
