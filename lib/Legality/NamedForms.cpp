//===- NamedForms.cpp - What loops that need their order are called -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Legality/NamedForms.h"
#include "Legality/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;

static const Access &source(const AffineNest &N, const AffineAccess &A) {
  return N.Nest->Accesses[A.Source];
}

static std::vector<const Access *> accessesTo(const AffineNest &N,
                                              unsigned Array) {
  std::vector<const Access *> All;
  for (const AffineAccess &A : N.Accesses)
    if (A.Array == Array)
      All.push_back(&source(N, A));
  return All;
}

static std::string overBlocks(const std::string &This) {
  return "write it over blocks: a loop that reduces each block, " + This +
         " over the results, and a loop that runs each block from its result "
         "on";
}

/// All writes are steps of one class, and what they have made so far is used.
static std::string runningValue(const AffineNest &N, unsigned Array) {
  std::string Class;
  bool IsUsed = false;
  for (const Access *A : accessesTo(N, Array)) {
    if (A->Reduces.empty() ? A->IsWrite : !Class.empty() && Class != A->Reduces)
      return "";
    if (A->Reduces.empty())
      IsUsed = true;
    else
      Class = A->Reduces;
  }
  if (!IsUsed || Class.empty())
    return "";
  const std::string Name = "'" + N.Nest->Arrays[Array].Name + "'";
  return "this is a scan by '" + reductionOperator(N, Array, Class) +
         "', in which iterations use what " + Name + " is so far; " +
         overBlocks("this loop");
}

/// The two iterations follow one another in one loop, and are the same in all
/// others.
static bool areNeighbours(const AffineNest &N, const ConflictWitness &W) {
  for (size_t L = 0; L < N.Depth; ++L) {
    const int64_t By = W.LaterAt[L] - W.EarlierAt[L];
    if (By != (L == W.Level ? N.Nest->Loops[L].Step : 0))
      return false;
  }
  return true;
}

/// One statement computes elements of others.
static std::string ownElements(const AffineNest &N, const ArrayConflicts &C,
                               const ConflictWitness &W) {
  const unsigned Statement = source(N, N.Accesses[W.Earlier]).Statement;
  unsigned Reads = 0;
  for (const Access *A : accessesTo(N, C.Array)) {
    if (A->Statement != Statement)
      return "";
    Reads += !A->IsWrite;
  }
  const std::string Name = "'" + N.Nest->Arrays[C.Array].Name + "'";
  if (llvm::any_of(C.Levels, [](const LevelConflicts &L) {
        return L.Anti == isl::Answer::Yes;
      }))
    return "this is a stencil in place, in which iterations read elements that "
           "others have changed and elements that are still to change; write "
           "to another array than " +
           Name + ", or take every second element at a time";
  if (Reads != 1 || !areNeighbours(N, W))
    return "";
  return "this is a scan: each element of " + Name +
         " is made of the one before it; " + overBlocks("this loop");
}

std::string heddle::namedForm(const AffineNest &N, const ArrayConflicts &C,
                              const ConflictWitness &W) {
  std::string Text = runningValue(N, C.Array);
  return Text.empty() ? ownElements(N, C, W) : Text;
}
