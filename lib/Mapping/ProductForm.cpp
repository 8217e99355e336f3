//===- ProductForm.cpp - Nests that use elements many times ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/ProductForm.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

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

} // namespace heddle
