//===- Outcome.h - A verdict and what was said about it --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_LEGALITY_OUTCOME_H
#define HEDDLE_TEST_UNIT_LEGALITY_OUTCOME_H

#include "../Affine/NestBuilder.h"
#include "HandAffine.h"
#include "Legality/Conflicts.h"
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace heddle {
namespace test {

struct Outcome {
  std::shared_ptr<const VerifiedNest> Nest;
  Report R;

  /// "HD402 text" followed by one "note text" per note.
  std::vector<std::string> lines() const {
    std::vector<std::string> Lines;
    for (const Diagnostic &D : R.Diagnostics) {
      Lines.push_back(getDiagInfo(D.ID).Name.str() + " " + D.Text);
      for (const Note &X : D.Notes)
        Lines.push_back("note " + X.Text);
    }
    return Lines;
  }
};

/// Parameters are those of an `int` size.
inline Outcome check(NestBuilder &B, unsigned DeclaredRank = 0,
                     unsigned RectangularDepth = ~0u) {
  auto Nest = B.build();
  std::vector<ParamRange> Ranges(Nest->Params.size(),
                                 {-2147483648LL, 2147483647LL});
  // Without a watchdog the number of operations alone decides.
  auto Context = std::make_shared<isl::Context>(LegalityOperations, 0);
  auto Affine = HandAffine(Nest, Ranges, Context).build();
  Affine->DeclaredRank = DeclaredRank;
  Affine->RectangularDepth = std::min(RectangularDepth, Affine->Depth);
  Affine->Dims.resize(Affine->RectangularDepth);
  Outcome O;
  O.Nest = verify(Affine, O.R);
  return O;
}

} // namespace test
} // namespace heddle

#endif
