//===- Names.cpp - Names that clash with nothing of the user's ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Recovery.h"

namespace heddle {

NameTable::NameTable(const LoopNest &N) {
  auto Insert = [&](llvm::StringRef Name) { Taken.insert(Name); };
  for (TextOf Which : {TextOf::Function, TextOf::Kernel})
    forEachName(*N.Code, N, Which, Insert);
  forEachIdentifier(N.Statement, Insert);
  for (const LoopNest::HostCondition &C : N.Conditions)
    forEachIdentifier(C.Text, Insert);
  forEachIdentifier(N.Place.Prefix, Insert);
  for (const Loop &L : N.Loops)
    Insert(L.Name);
  for (const Param &P : N.Params) {
    Insert(P.Name);
    forEachIdentifier(P.HostText, Insert);
  }
  for (const ArrayInfo &A : N.Arrays) {
    Insert(A.KernelName);
    forEachIdentifier(A.HostText, Insert);
  }
}

std::string NameTable::invent(const std::string &Base) {
  std::string Name =
      freeName(Base, [&](const std::string &N) { return Taken.contains(N); });
  Taken.insert(Name);
  return Name;
}

} // namespace heddle
