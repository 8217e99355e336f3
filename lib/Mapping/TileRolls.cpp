//===- TileRolls.cpp - Blocks that go along a mapped loop -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/TileRolls.h"
#include "Mapping/MappedNest.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace heddle {

Sym slotOf(const PlaneRing &R, const Sym &P) { return floor_mod(P, R.Slots); }

/// The serial dimension whose turns are the places of the axis; nothing where
/// there is none.
static std::optional<size_t>
serialOf(const TileAxis &Axis, const ThreadMapping &V, const Coordinates &In) {
  Coefficients By;
  if (!addLinear(Axis.Place, 1, In, By))
    return std::nullopt;
  std::optional<size_t> Found;
  for (size_t D = 0; D != V.Serial.size(); ++D) {
    const auto C = By.find(serialLeaf(D));
    if (C != By.end() && C->second == 1 && V.Serial[D].isConst(Axis.Extent))
      Found = D;
  }
  const auto IsOther = [&](const auto &C) {
    return C.second != 0 && (!Found || C.first != serialLeaf(*Found));
  };
  return Found && llvm::none_of(By, IsOther) ? Found : std::nullopt;
}

/// Turns of a block of which some iteration is in the loop: less than all of
/// them where a guard says so that mentions no thread.
static Sym turnsOf(size_t Serial, const ThreadMapping &V, const AffineNest &N,
                   const Coordinates &In) {
  const Sym Length = V.Serial[Serial];
  const auto Values = recoveredValues(V);
  const std::string Turn = serialLeaf(Serial);
  for (const ThreadGuard &G : V.Guards) {
    if (G.Cond.kind() != SymKind::Lt)
      continue;
    const Sym Left = G.Cond.operands()[0].substitute(Values),
              Right = G.Cond.operands()[1].substitute(Values);
    Coefficients By;
    if (!isOverParameters(Right, N, V) || !addLinear(Left, 1, In, By) ||
        llvm::any_of(By, [&](const auto &C) {
          return C.second != 0 && C.first != Turn;
        }))
      continue;
    if (By[Turn] == 1)
      return min_of(Right - Left.substitute({{Turn, Sym(0)}}), Length);
  }
  return Length;
}

std::optional<TileRoll> rollOf(const Tile &T, const ThreadMapping &V,
                               const AffineNest &N, const std::string &Counter,
                               std::string &Why) {
  const std::optional<Coordinates> In = coordinatesOf(V);
  for (unsigned D = 0; D != T.Axes.size(); ++D) {
    if (N.Dims[D].Counter != Counter)
      continue;
    const std::optional<size_t> Serial = serialOf(T.Axes[D], V, *In);
    if (T.Axes[D].Extent < 2)
      Why = "a block has one iteration of it";
    else if (!Serial)
      Why = "the mapping does not give all iterations of a block along it to "
            "each thread, one behind the other";
    else
      return TileRoll{D, *Serial, T.Axes[D].Extent,
                      turnsOf(*Serial, V, N, *In)};
    return std::nullopt;
  }
  Why = "no loop that is mapped has that counter";
  return std::nullopt;
}

/// The dimension that the loop moves, and by one; nothing, and why, where it
/// moves several, or in another way. Rank: it moves none.
static std::optional<size_t> dimensionOf(const std::vector<Sym> &At,
                                         const std::string &Place,
                                         std::string &Why) {
  size_t Found = At.size();
  for (size_t D = 0; D != At.size(); ++D) {
    Coefficients By;
    const bool IsLinear = addLinear(At[D], 1, {{Place, 1}}, By);
    if (IsLinear && By[Place] == 0)
      continue;
    if (!IsLinear || By[Place] != 1 || Found != At.size()) {
      Why = "the loop moves its subscripts by more than one";
      return std::nullopt;
    }
    Found = D;
  }
  return Found;
}

bool findRing(StagedBuffer &B, const Tile &T, const AffineNest &N,
              std::string &Why) {
  const std::string Place = placeLeaf(T.Roll->Axis);
  if (!B.Writes.empty()) {
    Why = "the nest stores into it";
    return false;
  }
  std::optional<size_t> Dim;
  for (const auto &Read : B.Reads) {
    const std::optional<size_t> Of = dimensionOf(Read.second, Place, Why);
    if (!Of)
      return false;
    Dim = Of;
  }
  if (!Dim || *Dim == B.Extents.size())
    return true;
  if (*Dim + 1 == B.Extents.size()) {
    Why = "the loop moves its innermost subscript";
    return false;
  }
  PlaneRing R;
  R.Dim = *Dim;
  R.Window = B.Extents[R.Dim] - T.Roll->Length + 1;
  // Powers of two need no division. One more than a turn reads is enough.
  R.Slots = static_cast<int64_t>(
      llvm::PowerOf2Ceil(static_cast<uint64_t>(R.Window) + 1));
  R.First = 0;
  if (R.Slots >= B.Extents[R.Dim])
    return true; // the block's planes take no more
  const auto Conditions = [&](const Sym &First, int64_t Planes) {
    StagedBuffer Some = B;
    Some.Ring = R;
    Some.Origin[R.Dim] = Some.Origin[R.Dim] + First;
    Some.Extents[R.Dim] = Planes;
    PlaneConditions Out;
    if (!findTouched(Some, T, N))
      return Out;
    // It is asked in each turn, and is the simpler one then.
    Out.Between = Some.Between;
    if (!Out.Between)
      Out.AllTouched = Some.AllTouched;
    return Out;
  };
  if (R.Window > 1)
    R.Before = Conditions(0, R.Window - 1);
  R.OfTurn = Conditions(R.Window - 1, 1);
  B.Ring = R;
  return true;
}

/// Elements are Touched as those of the whole buffer.
static void setConditions(StagedBuffer &B, const PlaneConditions &C) {
  B.AllTouched = C.AllTouched;
  B.Between = C.Between;
}

std::optional<StagedBuffer> planesBefore(const StagedBuffer &B) {
  if (B.Ring->Window == 1)
    return std::nullopt;
  StagedBuffer Out = B;
  Out.Extents[B.Ring->Dim] = B.Ring->Window - 1;
  setConditions(Out, B.Ring->Before);
  return Out;
}

StagedBuffer planeOfTurn(const StagedBuffer &B, const Tile &T) {
  StagedBuffer Out = B;
  PlaneRing &R = *Out.Ring;
  R.First = Sym::leaf(serialLeaf(T.Roll->Serial)) + Sym(R.Window - 1);
  Out.Origin[R.Dim] = Out.Origin[R.Dim] + R.First;
  Out.Extents[R.Dim] = 1;
  setConditions(Out, R.OfTurn);
  return Out;
}

} // namespace heddle
