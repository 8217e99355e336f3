//===- Dump.cpp - AffineNest as stable text -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/AffineNest.h"
#include "llvm/Support/raw_ostream.h"

namespace heddle {

static const char *name(CheckKind K) {
  switch (K) {
  case CheckKind::Range:
    return "range";
  case CheckKind::Stride:
    return "stride";
  case CheckKind::Other:
    return "other";
  case CheckKind::Apart:
    return "apart";
  }
  return "?";
}

/// Type bounds are listed with the parameters, and only assumptions are left.
static isl::Set typeBounds(const AffineNest &N) {
  isl::Set S = isl::Set::universe(N.ParamSpace);
  for (unsigned P = 0; P < N.Parameters.size(); ++P) {
    if (N.Parameters[P].SourceParam < 0)
      continue;
    S = S.lowerBound(isl::Dim::Param, P, N.Parameters[P].Min);
    S = S.upperBound(isl::Dim::Param, P, N.Parameters[P].Max);
  }
  return S;
}

bool AffineNest::isToldApart(unsigned Array) const {
  return llvm::is_contained(ToldApart, Array);
}

void AffineNest::dump(llvm::raw_ostream &OS) const {
  OS << "affine nest: " << Depth << " perfect loops, " << RectangularDepth
     << " rectangular";
  if (DeclaredRank)
    OS << ", declared rank " << DeclaredRank;
  if (AbsorbsGuards)
    OS << ", conditions absorbed";
  OS << "\n";
  for (const Parameter &P : Parameters) {
    OS << "parameter " << P.Name;
    if (P.SourceParam < 0)
      OS << " = " << toString(P.Definition) << "\n";
    else
      OS << " in [" << P.Min << ", " << P.Max << "]\n";
  }
  OS << "context: " << isl::toString(Context.gist(typeBounds(*this))) << "\n";
  for (const Dimension &D : Dims) {
    OS << "dimension " << D.Counter << ": [" << toString(D.Lower) << ", "
       << toString(D.Upper) << ")";
    if (D.Step != 1)
      OS << " step " << D.Step << " width " << D.Width;
    if (!D.Taken.isConst(1))
      OS << " where " << toString(D.Taken) << ", " << D.Idle << " % idle";
    OS << (D.Direction < 0 ? " descending\n" : "\n");
  }
  OS << "domain: " << isl::toString(Domain) << "\n"
     << "stores: " << isl::toString(StoreDomain) << "\n"
     << "zero trip: " << toString(ZeroTrip) << "\n";
  for (const RuntimeCheck &C : Checks)
    OS << "check " << name(C.Kind) << ": " << toString(C.Cond) << " ("
       << C.Reason << ")\n";
  for (unsigned A : ToldApart)
    OS << "told apart: " << Arrays[A].IslName << "\n";
  for (unsigned A = 0; A < Arrays.size(); ++A) {
    if (const std::optional<ElementRange> &Range = Arrays[A].Range) {
      OS << "array " << Arrays[A].IslName << ": any element from "
         << toString(Range->First) << " to " << toString(Range->Last) << "\n";
      continue;
    }
    OS << "array " << Arrays[A].IslName << ": " << Arrays[A].Dims
       << (Arrays[A].Dims == 1 ? " dimension" : " dimensions, widths");
    for (const Sym &W : Arrays[A].Widths)
      OS << " " << toString(W);
    OS << "\n";
  }
  for (const AffineAccess &A : Accesses)
    OS << (A.May ? "may " : "") << (A.IsWrite ? "write " : "read ")
       << Nest->Accesses[A.Source].Text << ": " << isl::toString(A.Relation)
       << "\n";
}

std::string parameterName(const AffineNest &N, const AffineNest::Parameter &P) {
  if (P.SourceParam < 0)
    return toString(P.Definition);
  const Param &Source = N.Nest->Params[static_cast<unsigned>(P.SourceParam)];
  return Source.HostText.empty() ? Source.Name
                                 : shownText(*N.Nest, Source.HostText);
}

} // namespace heddle
