//===- OwnerComputesNest.cpp - The nest that threads of owners run --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Conflicts.h"
#include "Legality/OwnerComputesBuilder.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

//===----------------------------------------------------------------------===//
// The new nest
//===----------------------------------------------------------------------===//

/// The outermost loops that no conflict joins iterations of, as far as the
/// launch can say how often they run.
void OwnerComputesBuilder::chooseHostLoops() {
  NestAsWritten Loops{Shared, 0};
  while (Loops.Rank < Apart.size() && Apart[Loops.Rank] == Loops.Rank &&
         Loops.Rank < N.Dims.size())
    ++Loops.Rank;
  if (Loops.Rank > 0)
    Result.OnHost = std::move(Loops);
}

/// Coordinates, then loops in the thread, then loops inside them, then those
/// that follow from others, which only subscripts still name.
void OwnerComputesBuilder::arrangeLoops() {
  unsigned Mapped = static_cast<unsigned>(Plan.Coordinates.size());
  unsigned Next = Mapped;
  NewIndex.resize(Source.Loops.size());
  for (unsigned D = 0; D < Mapped; ++D)
    if (!Plan.Coordinates[D].IsElement)
      NewIndex[Plan.Coordinates[D].Index] = D;
  for (unsigned L : InThread)
    NewIndex[L] = Next++;
  for (unsigned L = N.Depth; L < Source.Loops.size(); ++L)
    NewIndex[L] = Next++;
  for (unsigned L = 0; L < N.Depth; ++L)
    if (Plan.Values[L])
      NewIndex[L] = Next++;
}

Loop heddle::loopOverElements(const std::string &Name) {
  Loop L;
  L.Name = Name;
  L.CxxType = "long long";
  L.Type = {64, true};
  auto Any = std::make_shared<Expr>();
  Any->Type = L.Type;
  Any->Text = Name;
  Any->Why = "it runs over elements";
  L.Init = L.CounterSide = L.Bound = Any;
  L.NameIsUnique = true;
  return L;
}

void OwnerComputesBuilder::arrangeSource() {
  auto New = std::make_shared<LoopNest>(Source);
  unsigned Mapped = static_cast<unsigned>(Plan.Coordinates.size());
  unsigned Depth = Mapped + static_cast<unsigned>(InThread.size());
  unsigned Elements = static_cast<unsigned>(Plan.Elements.size());
  New->PerfectDepth = Depth;
  New->Loops.resize(Source.Loops.size() + Elements);
  for (unsigned L = 0; L < Source.Loops.size(); ++L) {
    Loop &To = New->Loops[NewIndex[L]];
    To = Source.Loops[L];
    To.Init = renumbered(To.Init, NewIndex);
    To.CounterSide = renumbered(To.CounterSide, NewIndex);
    To.Bound = renumbered(To.Bound, NewIndex);
    To.OmpCanonical = false;
    if (To.Parent >= 0)
      To.Parent =
          static_cast<int>(static_cast<unsigned>(To.Parent) < N.Depth
                               ? Depth - 1
                               : NewIndex[static_cast<size_t>(To.Parent)]);
  }
  unsigned Text = static_cast<unsigned>(Source.Text.size());
  const Loop &Outer = Source.Loops.front();
  unsigned Line =
      Outer.BodyLine -
      static_cast<unsigned>(
          llvm::StringRef(Source.Text).take_front(Outer.BodyBegin).count('\n'));
  for (unsigned D = 0; D < Depth; ++D) {
    Loop &L = New->Loops[D];
    if (D < Mapped && Plan.Coordinates[D].IsElement)
      L = loopOverElements(ElementNames[Plan.Coordinates[D].Index]);
    L.Parent = static_cast<int>(D) - 1;
    if (D >= Mapped)
      continue;
    // The kernel's body is all of the nest's text.
    L.TextBegin = L.HeaderEnd = L.BodyBegin = 0;
    L.TextEnd = L.BodyEnd = Text;
    L.BodyLine = Line;
  }
  for (Access &A : New->Accesses) {
    for (ExprRef &E : A.Subscripts)
      E = renumbered(E, NewIndex);
    std::vector<unsigned> Loops;
    for (unsigned D = 0; D < Depth; ++D)
      Loops.push_back(D);
    for (size_t I = N.Depth; I < A.Loops.size(); ++I)
      Loops.push_back(NewIndex[A.Loops[I]]);
    A.Loops = std::move(Loops);
  }
  for (Guard &G : New->Guards)
    G.Cond = renumbered(G.Cond, NewIndex);
  New->Shortcuts.clear();
  Out->Depth = Depth;
  Out->Nest = std::move(New);
}

/// { Stmt[perfect loops, Inner others] -> Stmt[coordinates, loops in the
/// thread, the others] }
isl::Map OwnerComputesBuilder::permutation(unsigned Inner) const {
  isl::Space From = N.ParamSpace.withSetDims(N.Depth + Inner).named("Stmt");
  isl::Space To = N.ParamSpace.withSetDims(Out->Depth + Inner).named("Stmt");
  isl::MultiAff M = isl::MultiAff::zero(From.to(To));
  int At = 0;
  auto Set = [&](const isl::Aff &A) { M = M.with(At++, A); };
  for (const Owners::Coordinate &C : Plan.Coordinates)
    Set(C.IsElement ? affOfSum(Plan.Elements[C.Index], From)
                    : counter(C.Index, From));
  for (unsigned L : InThread)
    Set(counter(L, From));
  for (unsigned I = 0; I < Inner; ++I)
    Set(counter(N.Depth + I, From));
  return M.toMap();
}

isl::Set OwnerComputesBuilder::moved(const isl::Set &S,
                                     const isl::Map &By) const {
  return isl::coalesced(S.apply(By));
}

void OwnerComputesBuilder::arrangeRelations() {
  Out->Isl = N.Isl;
  Out->ParamSpace = N.ParamSpace;
  Out->Parameters = N.Parameters;
  Out->Context = N.Context;
  Out->Checks = N.Checks;
  Out->ZeroTrip = N.ZeroTrip;
  Out->Arrays = N.Arrays;
  Out->DeclaredRank = Out->RectangularDepth =
      static_cast<unsigned>(Out->Dims.size());
  isl::Map Perfect = permutation(0);
  Out->Domain = moved(N.Domain, Perfect);
  Out->StoreDomain = moved(N.StoreDomain, Perfect);
  for (const AffineAccess &A : N.Accesses) {
    AffineAccess New = A;
    isl::Map By = permutation(static_cast<unsigned>(A.InnerLoops.size()));
    New.Relation = isl::coalesced(A.Relation.applyDomain(By));
    New.Domain = moved(A.Domain, By);
    for (unsigned &L : New.InnerLoops)
      L = NewIndex[L];
    Out->Accesses.push_back(std::move(New));
  }
}

/// Every iteration of the source is one of the new nest, and the only one
/// there.
bool OwnerComputesBuilder::isOneToOne() {
  isl::Map M = permutation(0).intersectDomain(N.Domain);
  return isl::isBijective(M) == Answer::Yes || tooComplex();
}

/// { x -> y } over the source's iterations: later in the order of loops Order,
/// outermost first.
static isl::Map later(const AffineNest &N, const std::vector<unsigned> &Order) {
  isl::Space Pairs = N.Domain.space().pairs();
  isl::Map Result = isl::Map::empty(Pairs);
  isl::Map Agree = isl::Map::universe(Pairs);
  for (unsigned L : Order) {
    isl::Map At = descends(N, L) ? Agree.whereGreater(L) : Agree.whereLess(L);
    Result = Result.unionWith(At);
    Agree = Agree.whereEqual(L);
  }
  return Result;
}

/// Two iterations of one thread come in the order in which the source runs
/// them.
bool OwnerComputesBuilder::keepsOrder() {
  isl::Map Thread = permutation(0).intersectDomain(N.Domain);
  Thread = Thread.project(isl::Dim::Out,
                          static_cast<unsigned>(Plan.Coordinates.size()),
                          static_cast<unsigned>(InThread.size()));
  isl::Map Same = Thread.applyRange(Thread.reverse());
  std::vector<unsigned> All;
  for (unsigned L = 0; L < N.Depth; ++L)
    All.push_back(L);
  isl::Map InThreadOrder = Same.intersect(later(N, InThread));
  isl::Map Other = InThreadOrder.subtract(later(N, All));
  return isl::isEmpty(Other) == Answer::Yes || tooComplex();
}
