//===- IslTerms.cpp - Recovered values as isl expressions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/IslTerms.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

bool IslTerms::isKnown(const Sym &S) const {
  if (S.kind() == SymKind::Leaf)
    return Dims.count(S.name()) != 0 || Space.param(S.name());
  return llvm::all_of(S.operands(), [&](const Sym &Op) { return isKnown(Op); });
}

isl::PwAff IslTerms::value(const Sym &S) const {
  Sym Meant = S.substitute(Defined);
  return isKnown(Meant) ? toIsl(Meant, Space, Dims) : isl::PwAff();
}

isl::Set IslTerms::truth(const Sym &S) const {
  Sym Meant = S.substitute(Defined);
  return isKnown(Meant) ? toIslSet(Meant, Space, Dims) : isl::Set();
}

} // namespace heddle
