//===- TileLayout.cpp - Where elements lie in shared memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileLayout.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace heddle {

std::vector<size_t> StagedBuffer::order() const {
  std::vector<size_t> All;
  for (size_t D = 0; D != Extents.size(); ++D)
    if (!Slots || Slots->Dim != D)
      All.push_back(D);
  if (Slots)
    All.push_back(Slots->Dim);
  return All;
}

int64_t StagedBuffer::loaded() const {
  int64_t All = 1;
  for (const int64_t Extent : Extents)
    All *= Extent;
  return All;
}

int64_t StagedBuffer::elements() const {
  const std::vector<size_t> Order = order();
  int64_t All = Pitch;
  for (const size_t D : llvm::drop_end(Order))
    All *= held(D);
  return All;
}

Sym StagedBuffer::allBetween() const {
  const Sym At = Sym::leaf(elementLeaf(0));
  const Sym Ends = less(At + Sym(Extents[0] - 1), Between->Last);
  return Between->First ? both(less(*Between->First, At), Ends) : Ends;
}

static Sym value(const Counted &X) {
  return X.Count > 1 ? Sym(X.Factor) * X.Value : Sym(0);
}

/// X / Divisor.
static Counted quotient(const Counted &X, int64_t Divisor) {
  if (X.Factor % Divisor == 0)
    return {X.Value, X.Factor / Divisor, X.Count};
  const int64_t Last = (X.Count - 1) * X.Factor / Divisor;
  if (Divisor % X.Factor == 0)
    return {floor_div(X.Value, Sym(Divisor / X.Factor)), 1, Last + 1};
  return {floor_div(X.Value * Sym(X.Factor), Sym(Divisor)), 1, Last + 1};
}

static Sym remainder(const Counted &X, int64_t Modulus) {
  if ((X.Count - 1) * X.Factor < Modulus)
    return value(X);
  if (Modulus % X.Factor == 0)
    return floor_mod(X.Value, Sym(Modulus / X.Factor)) * Sym(X.Factor);
  return floor_mod(X.Value * Sym(X.Factor), Sym(Modulus));
}

/// With X as a + Inner (b + Outer c), of which a < Inner and b < Outer:
/// b + Outer (a + Inner c).
static Sym exchanged(const Counted &X, int64_t Inner, int64_t Outer) {
  return value(quotient(X, Inner * Outer)) * Sym(Inner * Outer) +
         remainder(X, Inner) * Sym(Outer) +
         remainder(quotient(X, Inner), Outer);
}

Sym slotOf(const TileSlots &S, const Counted &Place) {
  return exchanged(Place, S.Apart, S.Together);
}

Sym placeOf(const TileSlots &S, const Counted &Slot) {
  return exchanged(Slot, S.Together, S.Apart);
}

Sym slotOfThread(const TileSlots &S, const Tile &T) {
  const TileAxis::Spread &Of = *T.Axes[S.Axis].Points;
  const Counted Point{Sym::leaf(Of.Serial), 1, Of.Count};
  return value(quotient(Point, S.Together)) * Sym(S.Apart * S.Together) +
         Sym::leaf(Of.Thread) * Sym(S.Together) + remainder(Point, S.Together);
}

std::string slotLeaf(const TileSlots &S) {
  return "slot." + std::to_string(S.Axis) + "." + std::to_string(S.Together);
}

Sym slotRead(const StagedBuffer &B, const std::vector<Sym> &Read, size_t D) {
  return B.Slots && B.Slots->Dim == D ? Sym::leaf(slotLeaf(*B.Slots)) : Read[D];
}

bool loadsBySlots(const StagedBuffer &B) {
  return B.Slots && B.Slots->Dim + 1 != B.Extents.size();
}

bool addsUp(const StagedBuffer &B, int64_t Along) {
  const bool BySlots = loadsBySlots(B);
  const int64_t Inner = BySlots ? B.Slots->Together : B.Slots->Apart,
                Outer = BySlots ? B.Slots->Apart : B.Slots->Together;
  return Inner % Along == 0 || Along % (Inner * Outer) == 0 ||
         (Along % Inner == 0 && Outer % (Along / Inner) == 0);
}

} // namespace heddle
