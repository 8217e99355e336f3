//===- NamedForms.cpp - What loops that need their order are called -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Legality/NamedForms.h"
#include "Legality/Reductions.h"
#include "Legality/Scans.h"
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

/// A scan over the outer Rank loops, which is not mapped for a reason.
static std::string runningValue(const AffineNest &N,
                                const std::vector<ArrayConflicts> &All,
                                unsigned Array, unsigned Rank) {
  const std::string Class = scannedClass(N, Array);
  if (Class.empty())
    return "";
  NoScan Not;
  (void)findScans(N, All, Rank, Not);
  return "this is a scan by '" + reductionOperator(N, Array, Class) +
         "', in which iterations use what '" + N.Nest->Arrays[Array].Name +
         "' is so far; " +
         (Not.Why.empty() ? "other conflicts keep it from being mapped"
                          : "it is not mapped, since " + Not.Why);
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

std::string heddle::namedForm(const AffineNest &N,
                              const std::vector<ArrayConflicts> &All,
                              const ArrayConflicts &C, const ConflictWitness &W,
                              unsigned Rank) {
  std::string Text = runningValue(N, All, C.Array, Rank);
  return Text.empty() ? ownElements(N, C, W) : Text;
}
