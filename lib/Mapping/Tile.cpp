//===- Tile.cpp - Boxes of iterations -------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Tile.h"
#include "Mapping/MappedNest.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace heddle {

std::string placeLeaf(size_t D) { return "place." + std::to_string(D); }
std::string elementLeaf(size_t D) { return "element." + std::to_string(D); }
const char *const StripLeaf = "strip.first";
const char *const InStripLeaf = "strip.place";

static bool mentionsAny(const Sym &S, const Coordinates &Of) {
  return !allLeaves(S,
                    [&](const std::string &Leaf) { return !Of.count(Leaf); });
}

bool addLinear(const Sym &S, int64_t Factor, const Coordinates &Of,
               Coefficients &To) {
  const std::vector<Sym> &Op = S.operands();
  switch (S.kind()) {
  case SymKind::Const:
    return true;
  case SymKind::Leaf: {
    if (!Of.count(S.name()))
      return true;
    int64_t &C = To[S.name()];
    return !llvm::AddOverflow(C, Factor, C);
  }
  case SymKind::Neg:
    return addLinear(Op[0], -Factor, Of, To);
  case SymKind::Add:
    return addLinear(Op[0], Factor, Of, To) && addLinear(Op[1], Factor, Of, To);
  case SymKind::Sub:
    return addLinear(Op[0], Factor, Of, To) &&
           addLinear(Op[1], -Factor, Of, To);
  case SymKind::Mul: {
    const unsigned Constant = Op[0].isConst() ? 0 : 1;
    int64_t Product;
    if (!Op[Constant].isConst())
      return !mentionsAny(S, Of);
    return !llvm::MulOverflow<int64_t>(Factor, Op[Constant].value(), Product) &&
           addLinear(Op[1 - Constant], Product, Of, To);
  }
  default:
    return !mentionsAny(S, Of);
  }
}

std::vector<std::pair<std::string, Sym>>
recoveredValues(const ThreadMapping &V) {
  std::vector<std::pair<std::string, Sym>> All;
  for (const RecoveryStep &Step : V.Recovery)
    All.push_back({Step.Name, Step.Value.substitute(All)});
  return All;
}

std::optional<Coordinates> coordinatesOf(const ThreadMapping &V) {
  Coordinates All;
  for (unsigned A = 0; A < 3; ++A) {
    if (!V.Block[A].isConst())
      return std::nullopt;
    All[BlockLeaf[A]] = V.Block[A].value();
  }
  for (size_t D = 0; D < V.Serial.size(); ++D) {
    if (!V.Serial[D].isConst())
      return std::nullopt;
    All[serialLeaf(D)] = V.Serial[D].value();
  }
  return All;
}

namespace {

std::vector<std::pair<std::string, Sym>> atFirst(const Coordinates &Of) {
  std::vector<std::pair<std::string, Sym>> All;
  for (const auto &[Leaf, Extent] : Of)
    All.push_back({Leaf, Sym(0)});
  return All;
}

/// Threads at neighbouring places, whose points are as far apart as there are
/// threads.
std::optional<TileAxis::Spread> spreadOf(const Coefficients &By,
                                         const Coordinates &In) {
  TileAxis::Spread Out;
  for (const auto &[Leaf, C] : By) {
    const int64_t Extent = In.at(Leaf);
    if (C == 0 || Extent == 1)
      continue;
    const bool IsThread = llvm::is_contained(BlockLeaf, Leaf);
    std::string &Name = IsThread ? Out.Thread : Out.Serial;
    if (!Name.empty() || (IsThread && C != 1))
      return std::nullopt;
    Name = Leaf;
    (IsThread ? Out.Apart : Out.Count) = Extent;
  }
  if (Out.Thread.empty() || Out.Serial.empty() ||
      By.at(Out.Serial) != Out.Apart)
    return std::nullopt;
  return Out;
}

/// Value as the box's origin and the place in it; false: it is none.
bool splitAxis(const Sym &Value, const Coordinates &In, TileAxis &Out) {
  constexpr int64_t Most = int64_t(1) << 20;
  Coefficients By;
  if (!addLinear(Value, 1, In, By))
    return false;
  int64_t Low = 0;
  Out.Place = Sym(0);
  for (const auto &[Leaf, C] : By) {
    const int64_t Last = In.at(Leaf) - 1;
    if (C == 0 || Last == 0)
      continue;
    if (std::abs(C) > Most || Last > Most)
      return false;
    Low += std::min<int64_t>(0, C * Last);
    Out.Extent += std::abs(C) * Last;
    Out.Place = Out.Place + Sym::leaf(Leaf) * Sym(C);
  }
  Out.Place = Out.Place - Sym(Low);
  Out.Origin = Value.substitute(atFirst(In)) + Sym(Low);
  Out.Points = spreadOf(By, In);
  return Out.Extent <= Most;
}

} // namespace

bool touches(const LoopNest &N, unsigned Array) {
  return llvm::any_of(N.Accesses,
                      [&](const Access &A) { return A.Array == Array; });
}

std::optional<TileWish> askedTile(const LoopNest &N) {
  const Annotation &A = N.Annot;
  const auto IsTouched = [&](const Annotation::Staged &S) {
    return touches(N, S.Array);
  };
  const auto IsNamed = [&](const Annotation::Strip &S) {
    return llvm::any_of(N.Loops,
                        [&](const Loop &L) { return L.Name == S.Counter; });
  };
  const bool Asks =
      N.isPart()
          ? llvm::any_of(A.Stage, IsTouched) || llvm::any_of(A.Strips, IsNamed)
          : !A.Stage.empty() || !A.Strips.empty() || A.Roll;
  return Asks ? std::optional(TileWish{A.Stage, A.Strips, A.Roll})
              : std::nullopt;
}

static std::string describe(const StagedBuffer &B, const Tile &T,
                            const LoopNest &N) {
  std::vector<std::string> Extents;
  for (size_t D = 0; D != B.Extents.size(); ++D)
    Extents.push_back(std::to_string(B.held(D)));
  const ArrayInfo &A = N.Arrays[B.Array];
  std::string Text = llvm::join(Extents, " x ") + " elements of '" + A.Name +
                     "', " + std::to_string(B.elements() * A.ElementBytes) +
                     " bytes";
  if (const TileStrip *Strip = T.stripOf(B))
    Text += ", for " + std::to_string(Strip->Length) + " iterations of loop '" +
            N.Loops[Strip->Loop].Name + "'";
  if (B.Ring)
    Text += ", of which each turn of loop '" + N.Loops[T.Roll->Axis].Name +
            "' loads one of " + std::to_string(B.Ring->Slots) + " planes";
  return Text;
}

std::vector<std::string> describeBuffers(const Tile &T, const LoopNest &N) {
  std::vector<std::string> All;
  for (const StagedBuffer &B : T.Buffers)
    if (std::string Text = describe(B, T, N); !llvm::is_contained(All, Text))
      All.push_back(std::move(Text));
  return All;
}

std::optional<std::vector<TileAxis>> tileAxes(const ThreadMapping &V,
                                              const AffineNest &N,
                                              unsigned Rank, std::string &Why) {
  const std::optional<Coordinates> In = coordinatesOf(V);
  if (!In) {
    Why = "extents of the block, or of the serial dimensions, are not constant";
    return std::nullopt;
  }
  const auto Values = recoveredValues(V);
  std::vector<TileAxis> All;
  for (unsigned D = 0; D < Rank; ++D) {
    const std::string &Counter = N.Dims[D].Counter;
    const auto Of = llvm::find_if(
        Values, [&](const auto &Step) { return Step.first == Counter; });
    TileAxis Axis;
    if (Of == Values.end() || !splitAxis(Of->second, *In, Axis)) {
      Why = "'" + Counter + "' is not linear in the thread's coordinates";
      return std::nullopt;
    }
    All.push_back(std::move(Axis));
  }
  return All;
}

/// Where a guard of the form A < B holds for all places of a block.
static std::optional<Sym> everywhere(const Sym &Cond, const Coordinates &In) {
  if (!mentionsAny(Cond, In))
    return Cond;
  if (Cond.kind() != SymKind::Lt && Cond.kind() != SymKind::Le)
    return std::nullopt;
  Coefficients By;
  if (!addLinear(Cond.operands()[0], 1, In, By) ||
      !addLinear(Cond.operands()[1], -1, In, By))
    return std::nullopt;
  std::vector<std::pair<std::string, Sym>> Worst;
  for (const auto &[Leaf, Extent] : In)
    Worst.push_back({Leaf, Sym(By[Leaf] > 0 ? Extent - 1 : 0)});
  return Cond.substitute(Worst);
}

std::optional<Sym> fullTile(const ThreadMapping &V) {
  const std::optional<Coordinates> In = coordinatesOf(V);
  const auto Values = recoveredValues(V);
  Sym All = Sym::truth(true);
  for (const ThreadGuard &G : V.Guards) {
    const std::optional<Sym> Holds = everywhere(G.Cond.substitute(Values), *In);
    if (!Holds)
      return std::nullopt;
    All = both(All, *Holds);
  }
  return All;
}

} // namespace heddle
