//===- Names.cpp - Names that clash with nothing of the user's ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Recovery.h"

namespace heddle {

NameTable::NameTable(const LoopNest &N) {
  auto Insert = [&](llvm::StringRef Name) { Taken.insert(Name); };
  forEachIdentifier(N.Text, Insert);
  forEachIdentifier(N.Statement, Insert);
  for (const LoopNest::HostCondition &C : N.Conditions)
    forEachIdentifier(C.Text, Insert);
  for (const TextHole &H : N.Holes)
    forEachIdentifier(H.Kernel, Insert);
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
  std::string Name = Base;
  for (unsigned I = 1; Taken.contains(Name); ++I)
    Name = Base + "_" + std::to_string(I);
  Taken.insert(Name);
  return Name;
}

} // namespace heddle
