//===- RandomForms.h - Affine forms for tests, and their values -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_AFFINE_RANDOMFORMS_H
#define HEDDLE_TEST_UNIT_AFFINE_RANDOMFORMS_H

#include "Affine/Partition.h"
#include "llvm/ADT/STLExtras.h"
#include <random>

namespace heddle {
namespace test {

using Point = std::vector<int64_t>;

inline int64_t valueOf(const AffineForm &F, const Point &Indices,
                       const Point &Params) {
  int64_t Sum = F.Constant;
  for (size_t D = 0; D != Indices.size(); ++D)
    Sum += F.OfIndices[D] * Indices[D];
  for (size_t P = 0; P != Params.size(); ++P)
    Sum += F.OfParams[P] * Params[P];
  return Sum;
}

inline bool holds(int64_t Value, bool IsZero) {
  return IsZero ? Value == 0 : Value >= 0;
}

/// A point of a space, and its parameters, with their blocks.
struct SplitPoint {
  int64_t Size = 1;
  Point Index, Params, Block, BlockParams, Local, LocalParams;

  bool in(llvm::ArrayRef<AffineConstraint> All) const {
    return llvm::all_of(All, [&](const AffineConstraint &C) {
      return holds(valueOf(C.Form, Index, Params), C.IsZero);
    });
  }
  bool in(llvm::ArrayRef<LocalConstraint> All) const {
    return llvm::all_of(All, [&](const LocalConstraint &C) {
      return holds(at(C.Form), C.IsZero);
    });
  }
  bool in(const TilePiece &P) const {
    return llvm::all_of(P.Blocks,
                        [&](const AffineConstraint &C) {
                          return holds(atBlock(C.Form), C.IsZero);
                        }) &&
           in(P.Locals);
  }
  int64_t at(const LocalForm &F) const {
    return valueOf(F.Form, Local, LocalParams) + F.OfSize * Size;
  }
  int64_t atBlock(const AffineForm &F) const {
    return valueOf(F, Block, BlockParams);
  }
};

class RandomForms {
public:
  explicit RandomForms(unsigned Seed) : Engine(Seed) {}

  int64_t between(int64_t Least, int64_t Most) {
    return std::uniform_int_distribution<int64_t>(Least, Most)(Engine);
  }
  AffineForm form(size_t Indices, size_t Params) {
    AffineForm F;
    for (size_t D = 0; D != Indices; ++D)
      F.OfIndices.push_back(between(-2, 2));
    for (size_t P = 0; P != Params; ++P)
      F.OfParams.push_back(between(-2, 2));
    F.Constant = between(-4, 4);
    return F;
  }

private:
  std::mt19937 Engine;
};

} // namespace test
} // namespace heddle

#endif
