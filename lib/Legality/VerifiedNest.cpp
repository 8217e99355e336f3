//===- VerifiedNest.cpp - A nest shown to be parallel, as text ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/VerifiedNest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

bool CheckedNest::isInspected(unsigned Array) const {
  return llvm::is_contained(Inspected, Array);
}

bool CheckedNest::writes(unsigned Array) const {
  return llvm::any_of(Footprints, [&](const Footprint &F) {
    return F.Array == Array && F.Written;
  });
}

const char *heddle::verdictName(ArrayVerdict V) {
  switch (V) {
  case ArrayVerdict::ReadOnly:
    return "read only";
  case ArrayVerdict::Compatible:
    return "compatible";
  case ArrayVerdict::Reduced:
    return "reduced";
  case ArrayVerdict::Scanned:
    return "passed on";
  case ArrayVerdict::Copied:
    return "copied";
  }
  return "";
}

/// S + 1, where x - 1 gives x.
static Sym after(const Sym &S) {
  if (S.kind() == SymKind::Sub && S.operands()[1].isConst(1))
    return S.operands()[0];
  if (S.kind() == SymKind::Add && S.operands()[1].isConst(-1))
    return S.operands()[0];
  return S + 1;
}

Sym heddle::elementsOf(const Footprint &F) {
  if (F.Sides.empty())
    return after(F.Last) - F.First;
  Sym Count(1);
  for (const SubscriptRange &S : F.Sides)
    Count = Count * (after(S.Last) - S.First);
  return Count;
}

/// "elements 0 to n - 1", or by subscript those of a table.
static std::string touchedText(const Footprint &F) {
  if (F.Sides.empty())
    return "elements " + toString(F.First) + " to " + toString(F.Last);
  std::string Text;
  for (const SubscriptRange &S : F.Sides)
    Text += "[" + toString(S.First) + " to " + toString(S.Last) + "]";
  return Text;
}

void heddle::dump(const VerifiedNest &N, llvm::raw_ostream &OS) {
  const LoopNest &Source = N.source();
  OS << "legality\n  rank " << N.rank() << "\n";
  for (unsigned I = 0; I < N.mappable().size(); ++I)
    OS << "  loop " << Source.Loops[I].Name << ": "
       << (I < N.rank()      ? "mapped"
           : N.mappable()[I] ? "mappable"
                             : "in the thread")
       << "\n";
  if (const std::optional<OwnerComputes> &G = N.affine().Owner;
      G && G->Segments) {
    std::vector<std::string> Names;
    for (const Segments::Owned &O : G->Segments->Arrays)
      Names.push_back(Source.Arrays[O.Array].Name);
    OS << "  segments of " << llvm::join(Names, ", ") << "\n";
  } else if (G)
    for (const SolvedLoop &L : G->Loops) {
      OS << (!G->Array ? std::string("  turned")
                       : "  owners of " + Source.Arrays[*G->Array].Name)
         << ", in the place of loop " << Source.Loops[L.Loop].Name << ":";
      if (!L.Mapped)
        OS << " " << L.Wide << " = " << toString(L.Value);
      else if (L.Runs.isConst(1))
        OS << " nothing";
      if (!L.Runs.isConst(1))
        OS << " where " << toString(L.Runs);
      OS << "\n";
    }
  for (const Footprint &F : N.footprints())
    OS << "  array " << Source.Arrays[F.Array].Name << ": "
       << verdictName(F.Verdict) << ", " << touchedText(F)
       << (F.Read ? ", in" : "") << (F.Written ? ", out" : "") << "\n";
  for (const Reduction &X : N.reductions())
    OS << (N.scans() ? "  scan " : "  reduction ")
       << Source.Arrays[X.Array].Name << " by " << X.Class << "\n";
  for (const ArrayCopy &C : N.copies()) {
    OS << "  copy of " << Source.Arrays[C.Array].Name << ": elements "
       << toString(C.First) << " to " << toString(C.Last) << "\n";
    for (const RedirectedRead &Read : C.Reads)
      OS << "    for "
         << Source.Accesses[N.affine().Accesses[Read.Access].Source].Text
         << (Read.Where.isConst(1) ? "" : " where " + toString(Read.Where))
         << "\n";
  }
  for (const OverlapCheck &C : N.overlaps())
    OS << "  apart: array " << Source.Arrays[C.A].Name << " and "
       << (C.B ? "array " + Source.Arrays[*C.B].Name : "storage " + C.Storage)
       << (C.Claimed ? ", by noalias" : "") << "\n";
}
