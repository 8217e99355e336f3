//===- Shortcuts.cpp - Where expressions are simpler ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A condition inside of inner loops fails in an iteration of the perfect loops
// where it fails in any iteration of the loops inside: a projection.
//===----------------------------------------------------------------------===//
#include "Affine/Shortcuts.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

/// The reading of some of them makes most nests slow to read, and no kernel
/// faster.
static constexpr size_t FewestTexts = 6, MostTexts = 64;

/// Loops run their bodies several times.
static size_t weightOf(const Builder &B, const Shortcut &S) {
  constexpr size_t InLoop = 4;
  return S.Loops.size() > B.Out->Depth ? InLoop : 1;
}

/// There may be enough of them to make a difference.
static bool maySpareMuch(const Builder &B) {
  size_t Sum = 0, Texts = 0;
  Span Last;
  for (const Shortcut &S : B.Nest.Shortcuts) {
    if (!S.Cond || S.Where == Last)
      continue;
    Last = S.Where;
    Sum += weightOf(B, S);
    ++Texts;
  }
  return Sum >= FewestTexts && Texts <= MostTexts;
}

/// Headers of loops are evaluated once more than their bodies, behind a step:
/// in no iteration of the loop.
static bool isInBody(const LoopNest &N, const Shortcut &S) {
  const Loop &L = N.Loops[S.Loops.back()];
  return Span{L.BodyBegin, L.BodyEnd}.contains(S.Where);
}

/// Null: nobody knows.
static isl::Set failuresOf(Builder &B, const Shortcut &S) {
  const unsigned Depth = B.Out->Depth;
  if (!S.Cond || S.Loops.size() < Depth ||
      S.Loops != loopsTo(B.Nest, S.Loops.back()) || !isInBody(B.Nest, S))
    return {};
  const isl::Set Domain = B.Domains[S.Loops.back()].intersectParams(B.Assume);
  // Launches do not compute what this reading alone needs.
  AtomTable Atoms = B.Atoms;
  ExprReader Reader(B.Nest, Atoms, frame(B, S.Loops, Domain));
  const Truth T = truthOf(Reader, *S.Cond);
  const auto Holds = [&](const Condition &C) {
    return isl::isSubset(Domain, C.Holds) == Answer::Yes;
  };
  if (Atoms.parameters().size() != B.Atoms.parameters().size() || !T.Exact ||
      !Reader.NonAffineConditions.empty() ||
      !llvm::all_of(Reader.Conditions, Holds))
    return {};
  return isl::coalesced(
             isl::coalesced(Domain.intersect(T.No))
                 .project(isl::Dim::Set, Depth,
                          static_cast<unsigned>(S.Loops.size()) - Depth))
      .named("Stmt");
}

void readShortcuts(Builder &B) {
  if (!maySpareMuch(B))
    return;
  const std::vector<Shortcut> &All = B.Nest.Shortcuts;
  for (unsigned I = 0; I != All.size(); ++I) {
    const auto IsSame = [&](const Shortcut &S) { return S.isSame(All[I]); };
    if (llvm::any_of(llvm::ArrayRef(All).take_front(I), IsSame))
      continue;
    isl::Set Fails = isl::Set::empty(statementSpace(B, B.Out->Depth));
    for (const Shortcut &S : llvm::ArrayRef(All).drop_front(I)) {
      if (!IsSame(S) || Fails.isNull())
        continue;
      const isl::Set More = failuresOf(B, S);
      Fails = More.isNull() ? More : isl::unite(Fails, More);
    }
    if (B.Out->Isl->exhausted()) {
      B.Out->Isl->resume(isl::Context::NestOperations);
      B.Out->Shortcuts.clear();
      return;
    }
    if (!Fails.isNull())
      B.Out->Shortcuts.push_back({I, std::move(Fails)});
  }
}

} // namespace heddle
