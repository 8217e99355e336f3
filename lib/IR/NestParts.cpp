//===- NestParts.cpp - A nest that runs a part of another one's body ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "IR/NestParts.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

std::pair<unsigned, unsigned> piecesOfBody(const LoopNest &N) {
  auto Stands = [&](const Piece &P) { return P.Loop + 1 == N.PerfectDepth; };
  auto First = llvm::find_if(N.Pieces, Stands);
  auto Last = std::find_if_not(First, N.Pieces.end(), Stands);
  return {First - N.Pieces.begin(), Last - N.Pieces.begin()};
}

namespace {

class PartMaker {
public:
  PartMaker(const LoopNest &N, unsigned First, unsigned Last)
      : N(N), Out(std::make_shared<LoopNest>(N)),
        Body(piecesOfBody(N)), Kept{N.Pieces[First].TextBegin,
                                    N.Pieces[Last - 1].TextEnd},
        KeptLoops{N.Pieces[First].LoopBegin, N.Pieces[Last - 1].LoopEnd},
        KeptAccesses{N.Pieces[First].AccessBegin, N.Pieces[Last - 1].AccessEnd},
        IsLoop(Last - First == 1 && N.Pieces[First].IsLoop) {}

  std::shared_ptr<LoopNest> make() {
    blankOthers();
    keepLoops();
    for (Loop &L : Out->Loops)
      L.NameIsUnique |= hasNameAlone(L);
    keepAccesses();
    keepPieces();
    if (IsLoop)
      extendPerfect();
    return Out;
  }

private:
  using Range = std::pair<unsigned, unsigned>;
  static bool isIn(unsigned At, Range R) {
    return R.first <= At && At < R.second;
  }

  /// The pieces that belong to others.
  void blankOthers() {
    Out->Code = changed(N.Code, [&](const ValueRef &V) -> ValueRef {
      const bool IsOther =
          std::any_of(N.Pieces.begin() + Body.first,
                      N.Pieces.begin() + Body.second, [&](const Piece &P) {
                        return V->Where == Span{P.TextBegin, P.TextEnd} &&
                               !isIn(P.TextBegin, Kept);
                      });
      if (!IsOther)
        return nullptr;
      auto Blank = std::make_shared<Value>();
      Blank->Kind = ValueKind::Blank;
      Blank->Where = V->Where;
      return Blank;
    });
  }

  /// Keeps the loops around the pieces, and those in the pieces that are kept.
  void keepLoops() {
    std::vector<Loop> Loops;
    NewIndex.assign(N.Loops.size(), 0);
    for (unsigned L = 0; L < N.Loops.size(); ++L) {
      if (L >= N.PerfectDepth && !isIn(L, KeptLoops))
        continue;
      NewIndex[L] = Loops.size();
      Loops.push_back(N.Loops[L]);
    }
    for (Loop &L : Loops) {
      L.Init = renumbered(L.Init, NewIndex);
      L.CounterSide = renumbered(L.CounterSide, NewIndex);
      L.Bound = renumbered(L.Bound, NewIndex);
      if (L.Parent >= 0)
        L.Parent = static_cast<int>(NewIndex[static_cast<size_t>(L.Parent)]);
    }
    Out->Loops = std::move(Loops);
  }

  /// All that has the name of L in the pieces that are kept is its counter.
  bool hasNameAlone(const Loop &L) const {
    bool Alone = llvm::count_if(Out->Loops, [&](const Loop &Other) {
                   return Other.Name == L.Name;
                 }) == 1;
    forEachValue(*Out->Code, [&](const Value &V) {
      if (V.Kind == ValueKind::Name)
        Alone &= V.Name != L.Name ||
                 (V.Means == NameMeaning::Counter && V.isWritten() &&
                  Span{L.TextBegin, L.TextEnd}.contains(V.Where));
      else if (V.Kind != ValueKind::Declare || !V.isWritten())
        forEachIdentifier(
            V.Kind == ValueKind::Array ? Out->Arrays[V.Index].KernelName
                                       : V.Name,
            [&](llvm::StringRef Other) { Alone &= Other != L.Name; });
      return Alone;
    });
    return Alone;
  }

  /// Keeps the accesses of the headers around the pieces, and those in the
  /// pieces that are kept.
  void keepAccesses() {
    std::vector<Access> Accesses;
    const unsigned FirstOfAll = N.Pieces[Body.first].AccessBegin;
    std::vector<int> NewAccess(N.Accesses.size(), -1);
    for (unsigned I = 0; I < N.Accesses.size(); ++I)
      if (I < FirstOfAll || isIn(I, KeptAccesses)) {
        NewAccess[I] = static_cast<int>(Accesses.size());
        Accesses.push_back(N.Accesses[I]);
      }
    Out->Code = renumberedAccesses(Out->Code, NewAccess);
    std::vector<bool> Used(N.Guards.size(), false);
    for (Access &A : Accesses) {
      for (ExprRef &E : A.Subscripts)
        E = renumbered(E, NewIndex);
      for (unsigned &L : A.Loops)
        L = NewIndex[L];
      for (unsigned G : A.Guards)
        Used[G] = true;
    }
    Out->Accesses = std::move(Accesses);
    // The step of the variable may be in another part.
    Out->Compacted.clear();
    Out->Shortcuts.clear();
    // Others may speak of loops that are gone; their numbers stay.
    for (unsigned G = 0; G < N.Guards.size(); ++G)
      if (Used[G])
        Out->Guards[G].Cond = renumbered(N.Guards[G].Cond, NewIndex);
  }

  /// Keeps the pieces in the loops that are kept.
  void keepPieces() {
    std::vector<Piece> Pieces;
    const unsigned FirstOfAll = N.Pieces[Body.first].AccessBegin;
    const unsigned Gone = KeptAccesses.first - FirstOfAll;
    for (Piece P : N.Pieces) {
      if (P.Loop < N.PerfectDepth || !isIn(P.Loop, KeptLoops))
        continue;
      const unsigned Moved = P.LoopBegin - NewLoop(P.LoopBegin);
      P.Loop = NewIndex[P.Loop];
      P.LoopBegin -= Moved;
      P.LoopEnd -= Moved;
      P.AccessBegin -= Gone;
      P.AccessEnd -= Gone;
      Pieces.push_back(P);
    }
    Out->Pieces = std::move(Pieces);
  }
  /// The new index of a loop that is kept, or of the one behind these.
  unsigned NewLoop(unsigned L) const {
    return N.PerfectDepth + (L - KeptLoops.first);
  }

  /// As the front end finds them: mapped counters are declared side by side.
  void extendPerfect() {
    std::vector<Loop> &Loops = Out->Loops;
    unsigned &Depth = Out->PerfectDepth;
    while (
        Depth < Loops.size() && !Loops[Depth].DataDependent &&
        !findOpaque(*Loops[Depth].Init) && !findOpaque(*Loops[Depth].Bound) &&
        (Depth == N.PerfectDepth || Loops[Depth].FillsParent) &&
        Loops[Depth].Parent + 1 == static_cast<int>(Depth) &&
        std::none_of(Loops.begin(), Loops.begin() + Depth, [&](const Loop &L) {
          return L.Name == Loops[Depth].Name;
        }))
      ++Depth;
  }

  const LoopNest &N;
  std::shared_ptr<LoopNest> Out;
  Range Body, Kept, KeptLoops, KeptAccesses;
  bool IsLoop;
  std::vector<unsigned> NewIndex; ///< of loops; of those that are gone, any
};

} // namespace

std::shared_ptr<LoopNest> partOf(const LoopNest &N, unsigned First,
                                 unsigned Last) {
  return PartMaker(N, First, Last).make();
}

std::shared_ptr<const LoopNest> withoutMapping(const LoopNest &N) {
  auto Out = std::make_shared<LoopNest>(N);
  Out->Annot.clearSpace();
  Out->Annot.clearMap();
  Out->Annot.HasMap = false;
  // Names in 'reduce' stay: these arrays may be updated where data say.
  Out->Annot.InPlace.clear();
  Out->Annot.Copy.clear();
  return Out;
}

} // namespace heddle
