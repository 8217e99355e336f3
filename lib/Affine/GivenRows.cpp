//===- GivenRows.cpp - Accesses in rows that others give ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nests that are looked at together are to see an array in the same rows,
// whatever their own subscripts look like.
//===----------------------------------------------------------------------===//
#include "Affine/Accesses.h"
#include "Affine/SymToIsl.h"

namespace heddle {

/// The inner extents that the array is declared with.
static bool isDeclaredSo(const ArrayInfo &Source, ExprReader &Reader,
                         const std::vector<Polynomial> &Widths) {
  if (Source.Extents.size() != Widths.size() + 1)
    return false;
  for (size_t K = 0; K < Widths.size(); ++K) {
    const ExprRef &Extent = Source.Extents[K + 1];
    const std::optional<Polynomial> P =
        Extent ? polynomialOf(Reader, *Extent, false) : std::nullopt;
    Reader.Failure.reset();
    if (!P || !(*P == Widths[K]))
      return false;
  }
  return true;
}

/// All iterations may touch all elements, where together they do: one loop over
/// the elements of all rows. Else null.
static isl::Map allInRows(Builder &B, LinearAccess &L,
                          const std::vector<Polynomial> &Widths,
                          const Polynomial &Outermost) {
  const isl::PwAff Offset = affineOf(*L.Reader, L.Offset);
  if (Offset.isNull())
    return {};
  Polynomial Total = Outermost;
  const isl::Space Params = paramSpace(B);
  const isl::Space Space =
      Params.withSetDims(static_cast<unsigned>(Widths.size()) + 1);
  isl::Set All = isl::Set::universe(Space);
  for (size_t D = 0; D <= Widths.size(); ++D) {
    const Polynomial &Extent = D == 0 ? Outermost : Widths[D - 1];
    if (D != 0)
      Total = Total * Extent;
    const isl::PwAff X =
        isl::PwAff::var(Space, isl::Dim::Set, static_cast<unsigned>(D));
    All = All.intersect(X.whereNonNegative())
              .intersect(X.lt(toIsl(B.Atoms.affineSym(Extent), Space)));
  }
  const isl::Space Line = Params.withSetDims(1);
  const isl::PwAff X = isl::PwAff::var(Line, isl::Dim::Set, 0);
  const isl::Set Whole =
      X.whereNonNegative()
          .intersect(X.lt(toIsl(B.Atoms.affineSym(Total), Line)))
          .intersectParams(B.Assume);
  const isl::Set Touched =
      L.Domain.intersectParams(B.Assume).apply(Offset.toMap());
  return isl::isEqual(Whole, Touched) == isl::Answer::Yes
             ? isl::product(L.Domain, All)
             : isl::Map();
}

void placeInRows(Builder &B, const GivenRows &Rows,
                 const std::vector<LinearAccess *> &Linear) {
  const ArrayInfo &Source = B.Nest.Arrays[Rows.Array];
  std::vector<isl::Map> Places(Linear.size());
  if (Source.Tables) {
    for (size_t I = 0; I < Linear.size(); ++I)
      Places[I] =
          isl::tuple(Linear[I]->InRows).intersectDomain(Linear[I]->Domain);
  } else {
    std::vector<Polynomial> Widths;
    for (const Sym &W : Rows.Widths)
      if (std::optional<Polynomial> P = B.Atoms.polynomialOf(W);
          P && !P->isZero())
        Widths.push_back(std::move(*P));
    if (Widths.size() != Rows.Widths.size())
      return;
    Places =
        Delinearizer(Linear, B.Atoms, B.Assume, Source.Name).inRows(Widths);
    for (size_t I = 0; I < Linear.size(); ++I)
      if (Places[I].isNull() && !Linear[I]->InRows.empty() &&
          isDeclaredSo(Source, *Linear[I]->Reader, Widths))
        Places[I] =
            isl::tuple(Linear[I]->InRows).intersectDomain(Linear[I]->Domain);
    const std::optional<Polynomial> Outermost =
        Rows.Outermost ? B.Atoms.polynomialOf(*Rows.Outermost) : std::nullopt;
    for (size_t I = 0; I < Linear.size(); ++I)
      if (Places[I].isNull() && Outermost)
        Places[I] = allInRows(B, *Linear[I], Widths, *Outermost);
  }
  for (size_t I = 0; I < Linear.size(); ++I)
    for (AffineAccess &A : B.Out->Accesses)
      if (A.Source == Linear[I]->Source)
        A.InRows = Places[I];
}

} // namespace heddle
