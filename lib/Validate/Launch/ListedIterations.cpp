//===- ListedIterations.cpp - Which iterations update which element -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Launch/ListedIterations.h"

namespace heddle {
namespace validate {
namespace {

constexpr int64_t MostElements = 1 << 16;

} // namespace

/// Where the array has no such element the program ends with an error.
void ListedIterations::update(List &L, const ArrayValue &Array, Value Element) {
  if (objectOf(Element.N) != objectOf(Array.Pointer.N))
    return Host.End.wrong("the loops list an update of " +
                          Host.W.describe(Element.N) +
                          " as one of another array");
  const int64_t From = offsetOf(Element.N) - offsetOf(Array.Pointer.N);
  if (From < 0 || !Array.Last.Ok || From / Array.Size > Array.Last.N)
    return Host.End.undefine();
  const size_t Index = static_cast<size_t>(From / Array.Size);
  if (Index >= L.Of.size())
    return Host.End.wrong("the loops list an update of " +
                          Host.W.describe(Element.N) +
                          ", which has no segment");
  auto &[Last, All] = L.Of[Index];
  if (Last != L.Iteration)
    All.push_back(L.Now);
  Last = L.Iteration;
}

/// The memory is as the launch passes it.
Value ListedIterations::argument(const List &L, const Node *E) {
  if (E->Number < 0) // what threads have missed
    return Values.listed(static_cast<int64_t>(L.Of.size()), E->Extent,
                         Access::Out);
  std::vector<int64_t> All;
  if (E->Number == 0)
    All.push_back(0);
  int64_t Count = 0;
  for (const auto &[Last, Iterations] : L.Of) {
    Count += static_cast<int64_t>(Iterations.size());
    if (E->Number == 0)
      All.push_back(Count);
    else
      for (const Counters &At : Iterations)
        All.push_back(At[static_cast<size_t>(E->Number) - 1]);
  }
  const Value Array =
      Values.listed(static_cast<int64_t>(All.size()), E->Extent, Access::In);
  int64_t Place = Values.array(Array).Pointer.N;
  for (int64_t V : All) {
    Host.Text.cellAt(Place, E->From).V = wrapped(V, E->From);
    Place += E->Extent;
  }
  return Array;
}

Value ListedIterations::operation(const Node *E, llvm::ArrayRef<Value> V,
                                  bool Wanted) {
  if (E->What == Op::Segments) {
    Lists.emplace_back().Elements = V[0];
    return {static_cast<int64_t>(Lists.size()) - 1};
  }
  List &L = Lists[static_cast<size_t>(V[0].N)];
  switch (E->What) {
  case Op::SegmentsWanted:
    if (!Wanted || !L.Elements.Ok || L.Elements.N <= 0)
      return {0};
    if (L.Elements.N > MostElements)
      Host.End.exhaust();
    else
      L.Of.resize(static_cast<size_t>(L.Elements.N));
    return {1};
  case Op::NextListed:
    ++L.Iteration;
    L.Now.clear();
    for (Value Counter : V.drop_front())
      L.Now.push_back(Counter.N);
    return {};
  case Op::ListedUpdate:
    if (!Host.End.stopped())
      update(L, Values.array(V[1]), V[2]);
    return V[3];
  default: // SegmentsArg
    return argument(L, E);
  }
}

} // namespace validate
} // namespace heddle
