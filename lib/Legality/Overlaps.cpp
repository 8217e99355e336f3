//===- Overlaps.cpp - What must be apart in memory ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Overlaps.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;

/// Distinct objects do not overlap. An object that is written while a restrict
/// pointer to it lives is reached through that pointer alone or through
/// pointers computed from it: another restrict pointer and a named object are
/// neither, but any other pointer may have been computed from it
/// (`q = p + 1;`).
static bool knownApart(const ArrayInfo &A, const ArrayInfo &B) {
  if (A.Unreachable || B.Unreachable)
    return true;
  if (A.Origin == Provenance::Pointer || B.Origin == Provenance::Pointer)
    return false;
  if (A.Origin == Provenance::Object && B.Origin == Provenance::Object)
    return A.ObjectKey != B.ObjectKey;
  return true;
}

/// Some noalias names both.
static bool claimedApart(const Annotation &N, unsigned A, unsigned B) {
  return llvm::any_of(N.NoAlias, [&](const std::vector<unsigned> &Names) {
    return llvm::is_contained(Names, A) && llvm::is_contained(Names, B);
  });
}

/// The lvalues whose storage no write may reach: parameters and pointers that
/// the nest reads.
static std::vector<std::string>
storages(const LoopNest &N, const std::vector<Footprint> &Touched) {
  std::vector<std::string> Texts;
  auto Add = [&](const std::string &Text) {
    if (!Text.empty() && !llvm::is_contained(Texts, Text))
      Texts.push_back(Text);
  };
  for (const Param &P : N.Params)
    if (!P.LaunchOnly)
      Add(P.StorageText);
  for (const Footprint &F : Touched)
    Add(N.Arrays[F.Array].StorageText);
  return Texts;
}

std::string heddle::otherName(const LoopNest &N, const OverlapCheck &O) {
  return O.B ? N.Arrays[*O.B].Name : shownText(N, O.Storage);
}

std::vector<OverlapCheck>
heddle::findOverlaps(const LoopNest &N, const std::vector<Footprint> &Touched) {
  std::vector<OverlapCheck> Checks;
  // A row that is written must leave the tables and the other rows alone.
  for (const Footprint &A : Touched)
    if (A.Written && N.Arrays[A.Array].Tables && !N.Arrays[A.Array].OwnsRows)
      Checks.push_back({A.Array, A.Array, "", false});
  for (const Footprint &A : Touched)
    for (const Footprint &B : Touched)
      if (A.Array < B.Array && (A.Written || B.Written) &&
          !knownApart(N.Arrays[A.Array], N.Arrays[B.Array]))
        Checks.push_back(
            {A.Array, B.Array, "", claimedApart(N.Annot, A.Array, B.Array)});
  for (const Footprint &A : Touched)
    if (A.Written && !N.Arrays[A.Array].Unreachable)
      for (const std::string &Text : storages(N, Touched))
        // A vector is not among its own elements.
        if (const ArrayInfo &Of = N.Arrays[A.Array];
            !Of.Owned || Text != Of.StorageText)
          Checks.push_back({A.Array, std::nullopt, Text});
  return Checks;
}
