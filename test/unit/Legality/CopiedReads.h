//===- CopiedReads.h - What a kernel reads from a copy ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_LEGALITY_COPIEDREADS_H
#define HEDDLE_TEST_UNIT_LEGALITY_COPIEDREADS_H

#include "../Affine/SymEval.h"
#include "BruteForce.h"
#include "Legality/VerifiedNest.h"
#include <gtest/gtest.h>

namespace heddle {
namespace test {

/// Params, by the names in Named, and the counters of the instance's loops.
inline Values withCounters(Values Named, const LoopNest &N, const Instance &I) {
  const Access &A = N.Accesses[I.Access];
  for (size_t L = 0; L < A.Loops.size(); ++L)
    Named[N.Loops[A.Loops[L]].Name] = I.Counters[L];
  return Named;
}

/// Whether the instance takes the copy, as the kernel decides it. Its element
/// must then be in the copy. Params: values of all parameters of the nest.
inline bool takesCopy(const VerifiedNest &V, const Instance &I,
                      const Values &Params) {
  const LoopNest &N = V.source();
  Values Named = withCounters(Params, N, I);
  for (const ArrayCopy &Copy : V.copies())
    for (const RedirectedRead &R : Copy.Reads) {
      if (V.affine().Accesses[R.Access].Source != I.Access ||
          evaluate(R.Where, Named) == 0)
        continue;
      int64_t Offset = I.Element[0];
      for (size_t D = 1; D < I.Element.size(); ++D)
        Offset = Offset * N.Arrays[Copy.Array].Extents[D]->Value + I.Element[D];
      __int128 First = evaluate(Copy.First, Params),
               Last = evaluate(Copy.Last, Params);
      EXPECT_GE(Offset, static_cast<int64_t>(First));
      EXPECT_LE(Offset, static_cast<int64_t>(Last));
      EXPECT_TRUE(evaluate(Copy.Elements, Params) == Last - First + 1);
      return true;
    }
  return false;
}

} // namespace test
} // namespace heddle

#endif
