//===- Names.cpp - Names that clash with nothing of the user's ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Recovery.h"

namespace heddle {

TakenNames::TakenNames(const LoopNest &N) {
  auto Insert = [&](llvm::StringRef Name) { Taken.insert(Name); };
  for (TextOf Which : {TextOf::Function, TextOf::Kernel})
    forEachName(*N.Code, N, Which, Insert);
  for (const auto *Names : {&N.HostNames, &N.OtherNames})
    for (const std::string &Name : *Names)
      Insert(Name);
  for (const Loop &L : N.Loops)
    Insert(L.Name);
  for (const Param &P : N.Params)
    Insert(P.Name);
  for (const ArrayInfo &A : N.Arrays)
    Insert(A.KernelName);
}

std::string TakenNames::invent(const std::string &Base) {
  std::string Name =
      freeName(Base, [&](const std::string &N) { return Taken.contains(N); });
  Taken.insert(Name);
  return Name;
}

} // namespace heddle
