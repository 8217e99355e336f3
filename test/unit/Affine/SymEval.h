//===- SymEval.h - The value of a Sym, for tests ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HEDDLE_TEST_UNIT_AFFINE_SYMEVAL_H
#define HEDDLE_TEST_UNIT_AFFINE_SYMEVAL_H

#include "Support/Sym.h"
#include <map>
#include <stdexcept>
#include <string>

namespace heddle {
namespace test {

using Values = std::map<std::string, __int128>;

/// Over the integers (128 bits, unchecked). Throws for an unknown leaf and for
/// a divisor that is not positive.
inline __int128 evaluate(const Sym &S, const Values &V) {
  auto Op = [&](unsigned I) { return evaluate(S.operands()[I], V); };
  auto Quotient = [&](__int128 A) {
    __int128 B = Op(1);
    if (B <= 0)
      throw std::domain_error("divisor in " + toString(S));
    return A / B - (A % B < 0 ? 1 : 0);
  };
  switch (S.kind()) {
  case SymKind::Const:
    return S.value();
  case SymKind::Leaf: {
    auto I = V.find(S.name());
    if (I == V.end())
      throw std::out_of_range("leaf " + S.name());
    return I->second;
  }
  case SymKind::Neg:
    return -Op(0);
  case SymKind::Add:
    return Op(0) + Op(1);
  case SymKind::Sub:
    return Op(0) - Op(1);
  case SymKind::Mul:
    return Op(0) * Op(1);
  case SymKind::FloorDiv:
    return Quotient(Op(0));
  case SymKind::FloorMod:
    return Op(0) - Quotient(Op(0)) * Op(1);
  case SymKind::CeilDiv:
    return -Quotient(-Op(0));
  case SymKind::Min: {
    __int128 A = Op(0), B = Op(1);
    return A < B ? A : B;
  }
  case SymKind::Max: {
    __int128 A = Op(0), B = Op(1);
    return A < B ? B : A;
  }
  case SymKind::Select:
    return Op(0) != 0 ? Op(1) : Op(2);
  case SymKind::Lt:
    return Op(0) < Op(1);
  case SymKind::Le:
    return Op(0) <= Op(1);
  case SymKind::Eq:
    return Op(0) == Op(1);
  case SymKind::Ne:
    return Op(0) != Op(1);
  case SymKind::And:
    return Op(0) != 0 && Op(1) != 0;
  case SymKind::Or:
    return Op(0) != 0 || Op(1) != 0;
  case SymKind::Not:
    return Op(0) == 0;
  }
  return 0;
}

} // namespace test
} // namespace heddle

#endif
