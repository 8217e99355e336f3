//===- SolvedLoops.cpp - Kernel text without some of its loops ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/SolvedLoops.h"
#include "Kernel/Redirect.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// What stands for the loop's header; braces that it opens are to be closed.
/// `continue` in the body then continues the next loop outside, which has
/// nothing else to do.
static std::string headerText(const SolvedLoop &S, const LoopNest &N) {
  const Loop &L = N.Loops[S.Loop];
  std::string Runs = conditionText(S.Runs, N, S.Narrow);
  if (S.Mapped)
    return S.Runs.isConst(1) ? "" : "if (" + Runs + ") {";
  // A value that the loop does not take need not fit the counter.
  std::string Wide = "const long long " + S.Wide + " = " +
                     conditionText(S.Value, N, /*Narrow=*/false) + "; ";
  std::string Counter = "const " + L.CxxType + " " + L.Name +
                        " = static_cast<" + L.CxxType + ">(" + S.Wide + ");";
  if (S.Runs.isConst(1))
    return "{ " + Wide + Counter;
  return "if (" + Wide + Runs + ") { " + Counter;
}

std::vector<TextHole> withSolvedLoops(const AffineNest &N,
                                      std::vector<TextHole> Holes) {
  if (!N.Gathers)
    return Holes;
  std::vector<TextHole> Headers, Ends;
  for (const SolvedLoop &S : N.Gathers->Loops) {
    std::string Text = headerText(S, *N.Nest);
    if (!Text.empty())
      Ends.push_back({S.TextEnd, S.TextEnd, " }"});
    Headers.push_back({S.TextBegin, S.HeaderEnd, std::move(Text)});
    // What the header's own text was to be goes with it.
    llvm::erase_if(Holes, [&](const TextHole &H) {
      return S.TextBegin <= H.Begin && H.End <= S.HeaderEnd;
    });
  }
  llvm::append_range(Holes, Headers);
  llvm::append_range(Holes, Ends);
  llvm::stable_sort(Holes, [](const TextHole &A, const TextHole &B) {
    return A.Begin < B.Begin;
  });
  return Holes;
}

} // namespace heddle
