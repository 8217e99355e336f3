//===- TileMoves.cpp - Elements from memory to a tile, and back -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/TilePlan.h"
#include "Mapping/CostBlock.h"
#include "Mapping/TileLayout.h"
#include "Mapping/TileLoads.h"
#include "Mapping/TileRolls.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using phases::Statement;

/// The element at these places of a buffer, as far as Where holds for it, over
/// elementLeaf()s. Slots: where it lies there, by dimension.
std::vector<Statement> TilePlanner::moveElement(const Moved &What,
                                                const std::vector<Sym> &Places,
                                                const std::vector<Sym> &Slots,
                                                const Sym &Where) {
  const size_t Buffer = What.Buffer;
  const StagedBuffer &B = What.Of;
  std::vector<Statement> All;
  std::vector<Sym> At;
  std::vector<std::pair<std::string, Sym>> Element;
  for (size_t D = 0; D != Places.size(); ++D) {
    const std::string Name =
        Names.invent(Source.Arrays[B.Array].KernelName + "_at");
    All.push_back(
        phases::named(Name, Sym::leaf(OriginNames[Buffer][D]) + Places[D]));
    At.push_back(Sym::leaf(Name));
    Element.push_back({elementLeaf(D), At.back()});
  }
  std::vector<Sym> To;
  for (const size_t D : B.order())
    To.push_back(B.Ring && B.Ring->Dim == D
                     ? slotOf(*B.Ring, inTurn(B.Ring->First) + Slots[D])
                     : Slots[D]);
  const std::string &Array = Source.Arrays[B.Array].KernelName;
  Statement Move =
      What.IsStore
          ? phases::set({Array, At}, phases::read(BufferNames[Buffer], To))
          : phases::set({BufferNames[Buffer], To}, phases::read(Array, At));
  const Sym Holds = tileIndex(Where.substitute(Element));
  All.push_back(Holds.isConst(1) ? Move : phases::when(Holds, {Move}));
  return All;
}

/// The place for a slot, or the slot for a place.
static Sym exchange(const StagedBuffer &B, const Counted &X) {
  return loadsBySlots(B) ? placeOf(*B.Slots, X) : slotOf(*B.Slots, X);
}

/// The loads of a thread whose place along each dimension is First, and then
/// farther by as many as there are threads along it.
std::vector<Statement> TilePlanner::moveTurns(const Moved &What,
                                              const ThreadLoads &Of,
                                              const Sym &Where) {
  const StagedBuffer &B = What.Of;
  const LoadShape &Shape = Of.Shape;
  const std::vector<int64_t> &Extents = Shape.Extents;
  std::vector<Sym> Places;
  Sym Inside = 1;
  std::vector<int64_t> Turns;
  for (size_t D = 0; D != Extents.size(); ++D) {
    const int64_t Along = Shape.Threads[D];
    Turns.push_back((Extents[D] + Along - 1) / Along);
    Places.push_back(Shape.First[D]);
    if (Turns.back() > 1)
      Places.back() = Places.back() + Sym::leaf(TurnNames[D]) * Sym(Along);
    if (Extents[D] % Along != 0) {
      const Sym Holds = less(Places.back(), Extents[D]);
      Inside = both(Inside, Holds);
    }
    Places.back() = Places.back() + Sym(Shape.From[D]);
  }
  std::vector<Sym> Slots = Places;
  if (B.Slots) {
    const size_t D = B.Slots->Dim;
    const Sym Other =
        Of.Exchanged ? *Of.Exchanged + exchange(B, {Sym::leaf(TurnNames[D]),
                                                    Shape.Threads[D], Turns[D]})
                     : exchange(B, {Places[D], 1, Extents[D]});
    (loadsBySlots(B) ? Places : Slots)[D] = Other;
  }
  std::vector<Statement> All = moveElement(What, Places, Slots, Where);
  if (!Inside.isConst(1))
    All = {phases::when(Inside, std::move(All))};
  constexpr int64_t MostUnrolled = 32;
  int64_t Unrolled = 1;
  for (size_t D = Extents.size(); D-- > 0;)
    if (Turns[D] > 1) {
      Unrolled *= Turns[D];
      All = {phases::serial(TurnNames[D], 0, Turns[D], std::move(All),
                            /*Unroll=*/Unrolled <= MostUnrolled)};
    }
  return All;
}

/// Named: an index that the phase declares for it.
static Sym named(const Sym &S, const std::string &Name, phases::Phase &In) {
  if (S.kind() == SymKind::Leaf || S.isConst())
    return S;
  In.Indices.push_back({Name, S});
  return Sym::leaf(Name);
}

/// Thread: its number in the block.
std::vector<Statement> TilePlanner::moveOf(const Moved &What, const Sym &Thread,
                                           const phases::Kernel &K,
                                           phases::Phase &In) {
  const size_t Buffer = What.Buffer;
  const StagedBuffer &B = What.Of;
  for (size_t D = 0; D != B.Origin.size(); ++D)
    In.Indices.push_back(
        {OriginNames[Buffer][D], tileIndex(B.Origin[D], B.Strip)});
  std::vector<Sym> Coordinates;
  for (const std::string &Name : K.Threads)
    Coordinates.push_back(Sym::leaf(Name));
  std::vector<ThreadLoads> Boxes;
  const std::string &Array = Source.Arrays[B.Array].KernelName;
  for (LoadShape &Shape : shapesOfLoads(B, T, Thread, Coordinates)) {
    ThreadLoads &Of = Boxes.emplace_back();
    Of.Shape = std::move(Shape);
    for (Sym &First : Of.Shape.First) {
      NumbersThreads |= mentions(First, Thread.name());
      First = named(First, Names.invent(Array + "_place"), In);
    }
    if (B.Slots && addsUp(B, Of.Shape.Threads[B.Slots->Dim])) {
      const size_t D = B.Slots->Dim;
      Of.Exchanged =
          named(exchange(B, {Of.Shape.First[D], 1, Of.Shape.Threads[D]}),
                Names.invent(Array + (loadsBySlots(B) ? "_from" : "_to")), In);
    }
  }
  const auto Moves = [&](const Sym &Where) {
    std::vector<Statement> All;
    for (const ThreadLoads &Of : Boxes)
      llvm::append_range(All, moveTurns(What, Of, Where));
    return All;
  };
  std::vector<std::pair<std::string, Sym>> First;
  for (size_t D = 0; D != B.Origin.size(); ++D)
    First.push_back({elementLeaf(D), Sym::leaf(OriginNames[Buffer][D])});
  const auto ForBuffer = [&](const Sym &Holds) {
    return tileIndex(Holds.substitute(First));
  };
  // The first way whose condition holds for the buffer, the simplest first.
  std::vector<std::pair<Sym, Sym>> Ways;
  if (const auto &ForAll = What.IsStore ? B.AllStored : B.AllTouched)
    Ways.push_back({ForBuffer(*ForAll), 1});
  if (B.Between && !What.IsStore)
    Ways.push_back({ForBuffer(B.allBetween()), B.Between->Inside});
  Ways.push_back({1, What.IsStore ? B.Stored : B.Touched});
  std::vector<std::vector<Statement>> Each;
  while (Each.empty() || !Ways[Each.size() - 1].first.isConst(1))
    Each.push_back(Moves(Ways[Each.size()].second));
  std::vector<Statement> All = std::move(Each.back());
  for (size_t I = Each.size() - 1; I-- > 0;)
    All = {phases::when(Ways[I].first, std::move(Each[I]), std::move(All))};
  return All;
}

/// Loads of a strip, or else those before all parts of the body.
std::vector<TilePlanner::Moved>
TilePlanner::loaded(std::optional<unsigned> Strip) const {
  std::vector<Moved> All;
  for (auto [I, B] : llvm::enumerate(T.Buffers)) {
    const bool IsThere = Planner.Common && Planner.Common->IsThere[I];
    if (B.Strip != Strip || !B.isLoaded() || IsThere)
      continue;
    if (!B.Ring)
      All.push_back({I, B});
    else if (const std::optional<StagedBuffer> Before = planesBefore(B))
      All.push_back({I, *Before});
  }
  return All;
}

std::vector<TilePlanner::Moved> TilePlanner::loadedInTurn() const {
  std::vector<Moved> All;
  for (auto [I, B] : llvm::enumerate(T.Buffers))
    if (B.Ring)
      All.push_back({I, planeOfTurn(B, T)});
  return All;
}

std::vector<TilePlanner::Moved>
TilePlanner::stored(std::optional<unsigned> Strip) const {
  std::vector<Moved> All;
  for (auto [I, B] : llvm::enumerate(T.Buffers))
    if (B.Strip == Strip && B.isStored())
      All.push_back({I, B, /*IsStore=*/true});
  return All;
}

/// Nothing where there is nothing to move.
std::optional<phases::Phase>
TilePlanner::movePhase(const std::vector<Moved> &All, const phases::Kernel &K) {
  NumbersThreads = false;
  phases::Phase Out;
  Sym Thread = 0;
  int64_t Before = 1;
  for (size_t A = 0; A != K.Threads.size(); ++A) {
    if (T.Threads[A] > 1)
      Thread = Thread + Sym::leaf(K.Threads[A]) * Sym(Before);
    Before *= T.Threads[A];
  }
  const std::string Name = Names.invent("thread");
  if (All.empty())
    return std::nullopt;
  for (const Moved &What : All)
    llvm::append_range(What.IsStore ? Out.Stores : Out.Loads,
                       moveOf(What, Sym::leaf(Name), K, Out));
  if (NumbersThreads)
    Out.Indices.insert(Out.Indices.begin(), {Name, Thread});
  return Out;
}

} // namespace heddle
