//===- Contexts.cpp - Threads and iterations in words ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Validate/Contexts.h"
#include <algorithm>

namespace heddle {
namespace validate {

Context prefixOf(const Trace &Of, const Event &E, size_t Rank) {
  const Context &C = Of.Contexts[E.Context];
  return Context(C.begin(), C.begin() + std::min(Rank, C.size()));
}

std::string threadText(const Context &C) {
  const auto Three = [&](unsigned I) {
    return "(" + std::to_string(C[I]) + ", " + std::to_string(C[I + 1]) + ", " +
           std::to_string(C[I + 2]) + ")";
  };
  return "block " + Three(0) + ", thread " + Three(3);
}

std::string iterationText(const Nest &N, const Context &C) {
  std::string Text;
  for (size_t I = 0; I != C.size() && I != N.Counters.size(); ++I)
    Text += (I ? ", " : "") + N.Counters[I].Name + " = " + std::to_string(C[I]);
  return Text.empty() ? "the loop" : "iteration " + Text;
}

} // namespace validate
} // namespace heddle
