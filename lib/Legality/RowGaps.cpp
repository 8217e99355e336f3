//===- RowGaps.cpp - Rows of which loops touch parts ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Legality/RowGaps.h"
#include "Affine/SymFromIsl.h"
#include "IR/AnnotationEdit.h"

using namespace heddle;

/// The claim with the fewest rows and elements that the loops certainly touch.
/// Empty where one of these says nothing to people.
static std::string leastClaim(const ArrayInfo &A, const TouchedRange &T) {
  constexpr unsigned MostOperators = 3;
  std::string Text = "rows(" + A.Name;
  for (const SubscriptRange &S : T.Sides) {
    const Sym Count = S.Last + Sym(1);
    if (operatorCount(Count) > MostOperators)
      return "";
    Text += ", " + toString(Count);
  }
  return Text + ")";
}

void heddle::refuseGaps(const LoopNest &N, const Access &First,
                        const TouchedRange &T, Report &R) {
  const ArrayInfo &A = N.Arrays[First.Array];
  const std::string Claim = leastClaim(A, T);
  Diagnostic &D = R.add(DiagID::HD429, First.Where, A.Name,
                        A.Tables > 1 ? "rows(" + A.Name + ", l, n, m)"
                                     : "rows(" + A.Name + ", n, m)");
  D.note(A.Where, "'" + A.Name + "' is declared here");
  if (!Claim.empty())
    offerWord(N.Annot.Where, Claim, D);
}
