//===- HostBlocks.cpp - Loops in blocks on the CPU ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/HostBlocks.h"
#include "Mapping/Recovery.h"
#include "Mapping/TileParts.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

namespace {

/// A thread has on its stack what a block keeps.
constexpr size_t MostKept = 4;

/// The value has parameters, arrays and counters alone, which have their values
/// where a strip begins.
bool isOfLoops(const Value &Element) {
  bool Is = true;
  forEachValue(Element, [&](const Value &X) {
    Is &= X.Kind != ValueKind::Hidden && X.Kind != ValueKind::Call &&
          !(X.Kind == ValueKind::Name && (X.Means == NameMeaning::Local ||
                                          X.Means == NameMeaning::Declared));
    return true;
  });
  return Is;
}

void nameRanges(HostBlocks &Of, const LoopNest &N, unsigned Rank,
                TakenNames &Names) {
  const auto RangeOf = [&](const Loop &L, const char *First, const char *End) {
    return HostBlocks::Range{Names.invent(L.Name + First),
                             Names.invent(L.Name + End)};
  };
  if (Of.Of.RowLoop)
    Of.Rows = RangeOf(N.Loops[*Of.Of.RowLoop], "_first", "_end");
  const Loop &Column = N.Loops[Rank - 1];
  Of.Columns = RangeOf(Column, "_first", "_end");
  if (Of.Of.ColumnEnds)
    Of.ColumnsOfRow = RangeOf(Column, "_from", "_to");
  if (Of.Of.ColumnEnds && !Of.Of.Turned.empty())
    Of.ColumnsOfRows = RangeOf(Column, "_least", "_last");
  for (const CountedStrip &S : Of.Of.Strips) {
    const Loop &L = N.Loops[S.Whole.Loop];
    HostBlocks::StripRanges &Ranges = Of.Strips.emplace_back();
    Ranges.All = RangeOf(L, "_first", "_end");
    Ranges.Strip = RangeOf(L, "_strip", "_stop");
    if (S.Ends)
      Ranges.OfRow = RangeOf(L, "_from", "_to");
  }
}

/// Code in which turned reads find their elements in arrays of the block; null
/// where one cannot.
ValueRef withTurned(const ValueRef &Code, const AffineNest &N, HostBlocks &To,
                    TakenNames &Names) {
  const std::vector<unsigned> &Turned = To.Of.Turned;
  size_t Found = 0;
  bool IsKnown = true;
  const ValueRef Out = changed(Code, [&](const ValueRef &X) -> ValueRef {
    if (X->Kind != ValueKind::Element || X->Accesses.empty())
      return nullptr;
    const auto Of = llvm::find_if(Turned, [&](unsigned A) {
      return N.Accesses[A].Source == X->Accesses.front();
    });
    if (Of == Turned.end())
      return nullptr;
    IsKnown &= X->Accesses.size() == 1 && isOfLoops(*X);
    ++Found;
    const ArrayInfo &A = N.Nest->Arrays[N.Accesses[*Of].Array];
    const std::string Rows = Names.invent(A.KernelName + "_rows");
    To.Turned.push_back({X, A.ElementType, Rows});
    const Loop &L = N.Nest->Loops[To.Of.Strips.front().Whole.Loop];
    const Loop &Column = N.Nest->Loops[static_cast<size_t>(L.Parent)];
    return makeValue(
        ValueKind::Subscript,
        {makeName(Rows, NameMeaning::Unknown),
         makeTokens(L.Name + " - " + To.Strips.front().Strip.First),
         makeTokens(Column.Name + " - " + To.Columns.First)});
  });
  return IsKnown && Found == Turned.size() ? Out : nullptr;
}

} // namespace

std::optional<HostBlocks> planHostBlocks(const MappedNest &M,
                                         const ValueRef &Body) {
  const LoopNest &N = M.source();
  // A constexpr function's loops stand elsewhere, and a part's are not alone.
  if (N.Place.Constexpr || N.isPart())
    return std::nullopt;
  const auto Of = cacheBlocks(M.verified(), M.rank());
  if (!Of)
    return std::nullopt;
  std::vector<unsigned> StripLoops;
  for (const CountedStrip &S : Of->Strips)
    StripLoops.push_back(S.Whole.Loop);
  const std::vector<BodyPart> Parts = bodyParts(Body, N, M.rank(), StripLoops);
  std::string Why;
  const auto Shared = sharedNumbers(Parts, N, Why);
  if (!Shared || Shared->size() + Of->Turned.size() > MostKept)
    return std::nullopt;
  // A number without a value is not to be kept.
  if (llvm::any_of(*Shared, [](const SharedNumber &S) {
        return S.MayBeUnset && !S.IsUnset;
      }))
    return std::nullopt;
  HostBlocks Out;
  Out.Of = *Of;
  TakenNames Names(N);
  nameRanges(Out, N, M.rank(), Names);
  for (const BodyPart &P : Parts) {
    const ValueRef Code =
        P.Strip ? withTurned(P.Code, M.affine(), Out, Names) : P.Code;
    if (!Code)
      return std::nullopt;
    Out.Parts.push_back({Code, P.TextBegin, P.Strip, {}, {}});
  }
  for (const SharedNumber &S : *Shared) {
    const auto Number = static_cast<unsigned>(Out.Kept.size());
    Out.Kept.push_back(
        {S.Name, S.Type, Names.invent(S.Name + "_kept"), S.IsUnset});
    Out.Parts[S.Part].Declared.push_back(Number);
    for (const unsigned P : S.Users)
      Out.Parts[P].Used.push_back(Number);
  }
  return Out;
}

} // namespace heddle
