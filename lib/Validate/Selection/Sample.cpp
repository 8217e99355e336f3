//===- Sample.cpp - Some iterations of loops that are too long ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Selection/Sample.h"
#include "Validate/Interpret/Field.h"
#include <algorithm>

namespace heddle {
namespace validate {

bool Sample::enter(llvm::ArrayRef<int64_t> Outer, std::vector<int64_t> Values) {
  const size_t Depth = Outer.size();
  if (Depth >= Near.size())
    return false;
  auto [Found, New] = At.try_emplace(Outer.vec());
  if (!New)
    return true;
  Loop &L = Found->second;
  std::sort(Values.begin(), Values.end());
  L.Values = std::move(Values);
  const size_t Count = L.Values.size();
  // Both ends, and between them others: fewer, where there are many loops.
  const size_t Ends = Near.size() <= 2 ? 2 : 1;
  const size_t Between = Near.size() <= 2   ? 4
                         : Near.size() <= 4 ? 2
                         : Near.size() == 5 ? 1
                                            : 0;
  for (size_t I = 0; I != std::min(Ends, Count); ++I) {
    L.Chosen.insert(L.Values[I]);
    L.Chosen.insert(L.Values[Count - 1 - I]);
  }
  for (size_t I = 0; I != Between && Count; ++I)
    L.Chosen.insert(L.Values[mixed(I, mixed(Depth, Outer.size())) % Count]);
  for (int64_t V : L.Chosen)
    Near[Depth].insert({V - 1, V, V + 1});
  if (Count) {
    Near[Depth].insert(L.Values.front() - 2);
    Near[Depth].insert(L.Values.back() + 2);
  }
  return true;
}

bool Sample::chosen(llvm::ArrayRef<int64_t> Outer, int64_t Value) const {
  auto Found = At.find(Outer.vec());
  return Found != At.end() && Found->second.Chosen.count(Value);
}

bool Sample::runs(llvm::ArrayRef<int64_t> Values) const {
  for (size_t I = 0; I != Values.size(); ++I) {
    auto Found = At.find(Values.take_front(I).vec());
    if (Found == At.end())
      return false;
    const Loop &L = Found->second;
    if (!L.Chosen.count(Values[I]))
      // Not of the loop: no thread may have it.
      return !std::binary_search(L.Values.begin(), L.Values.end(), Values[I]);
  }
  return true;
}

bool Sample::mayRun(unsigned I, int64_t Lo, int64_t Hi) const {
  auto First = Near[I].lower_bound(Lo);
  return First != Near[I].end() && *First <= Hi;
}

/// The iterations of one execution of a mapped loop.
class SampledLoops::Chosen : public Iterations {
public:
  Chosen(const Node *Loop, SampledLoops &Of)
      : Loop(Loop), Some(Of.Some), Text(Of.Text) {
    const Nest &N = Text.world().N;
    for (unsigned I = 0; I != Some.loops() && !IsMapped; ++I)
      if (N.Counters[I].Slot == Loop->Extent)
        IsMapped = true;
      else
        Outer.push_back(Text.slot(N.Counters[I].Slot).N);
  }

  bool isMapped() const { return IsMapped; }
  void begin() override {
    if (!countThrough())
      Text.end().exhaust();
  }
  bool runs() override { return Some.chosen(Outer, Text.slot(Loop->Extent).N); }

private:
  bool countThrough();

  const Node *Loop;
  Sample &Some;
  Interpreter &Text;
  bool IsMapped = false;
  llvm::SmallVector<int64_t, 6> Outer; ///< values of the counters around
};

/// False: the loop does not end.
bool SampledLoops::Chosen::countThrough() {
  constexpr size_t Most = 1 << 20;
  if (!Loop->Kids[0] || !Loop->Kids[2] || Loop->Number != 0)
    return false;
  const Value Begin = Text.slot(Loop->Extent);
  std::vector<int64_t> Values;
  while (Values.size() <= Most && Text.eval(Loop->Kids[0]).N &&
         !Text.end().stopped()) {
    Values.push_back(Text.slot(Loop->Extent).N);
    (void)Text.eval(Loop->Kids[2]);
  }
  Text.slot(Loop->Extent) = Begin;
  return Values.size() <= Most && Some.enter(Outer, std::move(Values));
}

std::optional<Flow> SampledLoops::instead(const Node *S) {
  if (S->What != Op::Loop || S->Extent < 0 || !Text.frames().isOutermost())
    return std::nullopt;
  Chosen Those(S, *this);
  if (!Those.isMapped())
    return std::nullopt;
  return Text.loop(S, &Those);
}

/// There is no launch in a loop.
Value SampledLoops::operation(const Node *E) {
  Text.end().exhaust();
  return {};
}

} // namespace validate
} // namespace heddle
