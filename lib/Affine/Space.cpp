//===- Space.cpp - The index space of the headers -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Space.h"
#include "Affine/Checks.h"
#include "Affine/Domain.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include <algorithm>

namespace heddle {

using isl::Answer;

//===----------------------------------------------------------------------===//
// Dimensions from the headers
//===----------------------------------------------------------------------===//

/// The value that a condition adds to its loop's counter, 1 in `i + 1 < n`;
/// none if that depends on counters.
static std::optional<Sym> shiftOf(const Expr &Side, unsigned Index,
                                  ExprReader &Reader) {
  if (Side.Kind == ExprKind::Cast)
    return shiftOf(*Side.Operands[0], Index, Reader);
  if (Side.Kind != ExprKind::Add && Side.Kind != ExprKind::Sub)
    return Sym(0);
  const bool Left = reads(*Side.Operands[0], ExprKind::Counter, Index);
  std::optional<Sym> Inner =
      shiftOf(*Side.Operands[Left ? 0 : 1], Index, Reader);
  std::optional<Sym> Other = symOf(Reader, *Side.Operands[Left ? 1 : 0]);
  if (!Inner || !Other)
    return std::nullopt;
  return Side.Kind == ExprKind::Add ? *Inner + *Other : *Inner - *Other;
}

/// L, U, T of one loop; false if its bounds depend on counters. A descending
/// loop gets the last value taken as L and the first plus one as U.
static bool inferDimension(Builder &B, unsigned Index, Dimension &D) {
  const Loop &L = B.Nest.Loops[Index];
  D.Counter = L.Name;
  D.Direction = L.Step > 0 ? 1 : -1;
  D.Step = L.Step > 0 ? L.Step : -L.Step;
  ExprReader Reader(B.Nest, B.Atoms, frame(B, {}, isl::Set()));
  std::optional<Sym> Init = symOf(Reader, *L.Init);
  std::optional<Sym> Bound = Init ? symOf(Reader, *L.Bound) : std::nullopt;
  std::optional<Sym> Shift = shiftOf(*L.CounterSide, Index, Reader);
  if (!Bound || !Shift)
    return false;
  if (!Shift->isConst(0))
    Bound = *Bound - *Shift;
  if (L.Step > 0) {
    D.Lower = *Init;
    D.Upper = L.Rel == Relation::Le ? *Bound + Sym(1) : *Bound;
    return true;
  }
  D.Upper = *Init + Sym(1);
  Sym Low = L.Rel == Relation::Ge ? *Bound : *Bound + Sym(1);
  if (D.Step == 1)
    D.Lower = Low;
  else if (L.Rel == Relation::Ne)
    D.Lower = *Bound + Sym(D.Step);
  else
    D.Lower = *Init - floor_div(*Init - Low, Sym(D.Step)) * Sym(D.Step);
  return true;
}

static void inferDimensions(Builder &B) {
  for (unsigned L = static_cast<unsigned>(B.Out->Dims.size()); L < B.Out->Depth;
       ++L) {
    Dimension D;
    if (!inferDimension(B, L, D))
      return;
    // Steps without bounds: L and U come from the header.
    const Annotation &A = B.Nest.Annot;
    if (L < B.Out->DeclaredRank && !A.Step.empty())
      D.Step = A.Step[L];
    if (L < B.Out->DeclaredRank && !A.Width.empty())
      D.Width = A.Width[L];
    B.Out->Dims.push_back(std::move(D));
  }
}

isl::Set spaceOf(const Builder &B, const std::vector<Dimension> &Dims,
                 size_t Count) {
  isl::Space Space = statementSpace(B, Count);
  isl::Set S = isl::Set::universe(Space);
  for (unsigned D = 0; D < Count; ++D) {
    isl::PwAff X = isl::PwAff::var(Space, isl::Dim::Set, D);
    isl::Set In = toIslSet(both(less_equal(Dims[D].Lower, Sym::leaf("<x>")),
                                less(Sym::leaf("<x>"), Dims[D].Upper)),
                           Space, {{"<x>", D}});
    isl::PwAff Low = toIsl(Dims[D].Lower, Space);
    if (In.isNull() || Low.isNull())
      return isl::Set();
    S = S.intersect(In);
    if (Dims[D].Step == Dims[D].Width)
      continue;
    isl::PwAff Phase = (X - Low).mod(Dims[D].Step);
    isl::PwAff Width = toIsl(Sym(Dims[D].Width), Space);
    S = S.intersect(Phase.lt(Width));
  }
  return S;
}

//===----------------------------------------------------------------------===//
// Putting it together
//===----------------------------------------------------------------------===//

/// S with every `0 <= a ? x : y` replaced by x.
static Sym withoutSelects(const Sym &S) {
  if (S.isConst() || S.kind() == SymKind::Leaf)
    return S;
  if (S.kind() == SymKind::Select)
    return withoutSelects(S.operands()[1]);
  std::vector<Sym> Ops;
  for (const Sym &O : S.operands())
    Ops.push_back(withoutSelects(O));
  return Sym::make(S.kind(), std::move(Ops));
}

/// Truncating division needs a case distinction that is idle where only empty
/// spaces differ, as in `i < n / 2`.
static void simplifyBounds(Builder &B) {
  size_t Count = B.Out->Dims.size();
  std::vector<Dimension> Simple = B.Out->Dims;
  bool Changed = false;
  for (Dimension &D : Simple)
    for (Sym *S : {&D.Lower, &D.Upper}) {
      Sym T = withoutSelects(*S);
      Changed |= T != *S;
      *S = T;
    }
  if (!Changed)
    return;
  isl::Set Before = spaceOf(B, B.Out->Dims, Count),
           After = spaceOf(B, Simple, Count);
  Before = Before.intersectParams(B.Ranges);
  After = After.intersectParams(B.Ranges);
  if (isl::isEqual(Before, After) == Answer::Yes)
    B.Out->Dims = std::move(Simple);
}

/// For a space that absorbs conditions the declared iterations count, those in
/// which something is stored: its dimensions say exactly where there are some.
static void zeroTrip(Builder &B) {
  isl::Set Runs =
      (B.Out->AbsorbsGuards ? spaceOf(B, B.Out->Dims, B.Out->RectangularDepth)
                            : B.Out->Domain)
          .params();
  Sym Rectangular = Sym::truth(false);
  for (unsigned D = 0; D < B.Out->RectangularDepth; ++D) {
    const Dimension &X = B.Out->Dims[D];
    Rectangular = either(
        Rectangular, X.Lower.isConst() ? less_equal(X.Upper - X.Lower, Sym(0))
                                       : less_equal(X.Upper, X.Lower));
  }
  B.Out->ZeroTrip = Rectangular;
  if (B.Out->RectangularDepth == B.Out->Depth || B.Out->AbsorbsGuards) {
    B.Assume = B.Ranges.intersect(Runs);
    return;
  }
  isl::Set Idle = isl::coalesced(Runs.complement().gist(B.Ranges));
  std::optional<Sym> S = symOf(Idle, B.Ranges);
  if (S && operatorCount(*S) <= 24) {
    B.Out->ZeroTrip = *S;
    B.Assume = B.Ranges.intersect(Runs);
    return;
  }
  // Too long to print: only the rectangular prefix is tested, and nothing more
  // may be assumed.
  B.Assume = B.Ranges;
  if (B.Out->RectangularDepth > 0)
    B.Assume =
        B.Assume.intersect(B.Domains[B.Out->RectangularDepth - 1].params());
}

bool requireDimensions(Builder &B, unsigned Needed) {
  if (B.Out->Dims.size() >= Needed)
    return true;
  const Loop &L = B.Nest.Loops[B.Out->Dims.size()];
  B.Diags.add(DiagID::HD304, L.Where, L.Name, Needed);
  return false;
}

bool readSpace(Builder &B) {
  if (!readRank(B) || !readDeclaredDimensions(B))
    return false;
  inferDimensions(B);
  if (!compareWithDeclared(B))
    return false;
  simplifyBounds(B);
  // The headers and Dims say the same set, or the last dimension is not used.
  const size_t Declared = isSpaceDeclared(B) ? B.Out->DeclaredRank : 0;
  size_t Count = B.Out->Dims.size();
  while (Count > Declared) {
    isl::Set S = spaceOf(B, B.Out->Dims, Count);
    isl::Set D = B.Domains[Count - 1].intersectParams(B.Ranges);
    if (!S.isNull() &&
        isl::isEqual(S.intersectParams(B.Ranges), D) == Answer::Yes)
      break;
    --Count;
    if (B.Out->Isl->exhausted())
      return tooComplex(B);
  }
  B.Out->Dims.resize(Count);
  B.Out->RectangularDepth = static_cast<unsigned>(Count);
  if (!requireDimensions(
          B, std::max(isSpaceDeclared(B) ? B.Out->DeclaredRank : 0u, 1u)))
    return false;
  zeroTrip(B);
  inferHulls(B);
  if (B.Out->Isl->exhausted())
    return tooComplex(B);
  return requireDimensions(B, B.Out->DeclaredRank);
}

} // namespace heddle
