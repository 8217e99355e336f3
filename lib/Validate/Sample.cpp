//===- Sample.cpp - Some iterations of loops that are too long ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Sample.h"
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

} // namespace validate
} // namespace heddle
