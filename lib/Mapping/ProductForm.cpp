//===- ProductForm.cpp - Nests that use elements many times ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/ProductForm.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

bool isMovedBy(const Subscripts &Of, unsigned Loop) {
  return llvm::any_of(
      Of, [&](const LinearSubscript &S) { return S.ByLoop.count(Loop) != 0; });
}

/// The loop moves the element to its neighbour in memory.
bool isAlong(const Subscripts &Of, unsigned Loop) {
  const auto C = Of.back().ByLoop.find(Loop);
  return C != Of.back().ByLoop.end() && C->second == 1;
}

/// The only loop of the thread that stands in the innermost mapped one's body.
std::optional<unsigned> onlyLoop(const LoopNest &N, unsigned Rank) {
  std::optional<unsigned> Found;
  for (unsigned L = Rank; L < N.Loops.size(); ++L) {
    if (N.Loops[L].Parent != static_cast<int>(Rank) - 1)
      continue;
    if (Found)
      return std::nullopt;
    Found = L;
  }
  return Found;
}

/// Which of the two loops the array's elements do not depend on; nothing where
/// they are not all read in the strip, or where blocks share none of them.
struct Operand {
  bool LacksFirst = false, LacksSecond = false, IsCertain = true;
};

std::optional<Operand> operandOf(unsigned Array, unsigned Strip, unsigned First,
                                 unsigned Second, const AffineNest &N) {
  Operand Out;
  for (const AffineAccess &A : N.Accesses) {
    if (A.Array != Array)
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (A.IsWrite || !Of || !isMovedBy(*Of, Strip))
      return std::nullopt;
    const bool HasFirst = isMovedBy(*Of, First),
               HasSecond = isMovedBy(*Of, Second);
    if (HasFirst && HasSecond)
      return std::nullopt;
    Out.IsCertain &= !A.May;
    Out.LacksFirst |= HasSecond;
    Out.LacksSecond |= HasFirst;
  }
  return Out;
}

} // namespace

std::optional<ProductForm> productForm(const AffineNest &N, unsigned Rank,
                                       unsigned First, unsigned Second) {
  const LoopNest &Source = *N.Nest;
  const std::optional<unsigned> Strip = onlyLoop(Source, Rank);
  if (!Strip)
    return std::nullopt;
  ProductForm Out{*Strip, {}, true};
  bool LacksFirst = false, LacksSecond = false;
  for (unsigned A = 0; A < Source.Arrays.size(); ++A) {
    const auto Of = operandOf(A, *Strip, First, Second, N);
    if (!Of || !touches(Source, A))
      continue;
    LacksFirst |= Of->LacksFirst;
    LacksSecond |= Of->LacksSecond;
    Out.IsCertain &= Of->IsCertain;
    Out.Operands.push_back(A);
  }
  if (!LacksFirst || !LacksSecond)
    return std::nullopt;
  return Out;
}

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

/// CacheBlocks::Turned; nothing where there are other such accesses in the
/// loop.
static std::optional<std::vector<unsigned>>
turnedReads(const ProductForm &Form, const AffineNest &N, unsigned Rank) {
  std::vector<unsigned> Out;
  for (unsigned I = 0; I != N.Accesses.size(); ++I) {
    const AffineAccess &A = N.Accesses[I];
    const Access &From = N.Nest->Accesses[A.Source];
    if (!llvm::is_contained(From.Loops, Form.Loop))
      continue;
    const std::optional<Subscripts> Of = subscriptsOf(A, N);
    if (!Of)
      return std::nullopt;
    if (hasNeighbours(*Of, Rank - 1))
      continue;
    const ArrayInfo &Array = N.Nest->Arrays[A.Array];
    if (A.May || !From.Guards.empty() || !Array.Number || Array.Records ||
        !llvm::is_contained(Form.Operands, A.Array) || isMovedBy(*Of, Rank - 2))
      return std::nullopt;
    Out.push_back(I);
  }
  return Out;
}

/// The outer Rank loops count up by one, each over values that depend on none
/// of the others.
static bool isBox(const AffineNest &N, unsigned Rank) {
  for (unsigned D = 0; D != Rank; ++D) {
    const Dimension &Dim = N.Dims[D];
    if (Dim.Step != 1 || Dim.Width != 1 || Dim.Direction != 1 ||
        !Dim.Taken.isConst(1) || N.Nest->Loops[D].Step != 1 ||
        !N.Nest->Loops[D].DeclaresCounter)
      return false;
  }
  return Rank <= N.RectangularDepth;
}

static std::optional<CacheBlocks> productBlocks(const VerifiedNest &Nest,
                                                unsigned Rank) {
  constexpr int64_t Rows = 32, Columns = 128, Length = 32;
  const AffineNest &N = Nest.affine();
  const LoopNest &Source = *N.Nest;
  const auto Form = productForm(N, Rank, Rank - 2, Rank - 1);
  if (!Form || llvm::any_of(Source.Loops, [&](const Loop &L) {
        return L.Parent == static_cast<int>(Form->Loop);
      }))
    return std::nullopt;
  auto Turned = turnedReads(*Form, N, Rank);
  std::string Why;
  const auto Strip = stripsOf(N, Rank, Form->Loop, Length, Why);
  if (!Strip || !Turned)
    return std::nullopt;
  // Compilers add integers in any order, neighbours along the strip's loop at
  // once.
  const bool AddsIntegers =
      llvm::all_of(Nest.footprints(), [&](const Footprint &F) {
        return !F.Written || Source.Arrays[F.Array].Integral;
      });
  if (AddsIntegers && !Turned->empty())
    return std::nullopt;
  return CacheBlocks{Rank - 2, Rows, Columns, *Strip, std::move(*Turned)};
}

/// Some access is along the columns, and some one, which they move as well,
/// along the rows.
static std::optional<CacheBlocks> transposedBlocks(const AffineNest &N,
                                                   unsigned Rank) {
  // A cache has as many ways, at least: the lines of all columns may share a
  // set.
  constexpr int64_t Rows = 64, Columns = 8;
  if (N.Nest->Loops.size() != Rank)
    return std::nullopt;
  const unsigned Column = Rank - 1;
  bool HasRows = false;
  std::optional<unsigned> Row;
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
        Row = D;
  }
  if (!HasRows || !Row)
    return std::nullopt;
  return CacheBlocks{*Row, Rows, Columns, std::nullopt, {}};
}

std::optional<CacheBlocks> cacheBlocks(const VerifiedNest &Nest,
                                       unsigned Rank) {
  const AffineNest &N = Nest.affine();
  if (Rank < 2 || !Nest.copies().empty() || !isBox(N, Rank))
    return std::nullopt;
  if (!whyNotInParts(Nest, /*InStrips=*/true))
    if (auto Product = productBlocks(Nest, Rank))
      return Product;
  if (!whyNotInParts(Nest, /*InStrips=*/false))
    return transposedBlocks(N, Rank);
  return std::nullopt;
}

} // namespace heddle
