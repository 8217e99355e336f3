//===- HandSpace.h - AffineNests that are an index space only ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mapping and proof look at dimensions, domain, context and checks. Here they
// are written down, the domain as isl text, so that an error in the affine
// phase can neither hide nor cause one.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_MAPPING_HANDSPACE_H
#define HEDDLE_TEST_UNIT_MAPPING_HANDSPACE_H

#include "Mapping/Proof.h"
#include "Mapping/Recovery.h"
#include <memory>
#include <string>
#include <vector>

namespace heddle {
namespace test {

inline Sym leaf(const char *Name) { return Sym::leaf(Name); }

struct HandParam {
  std::string Name;
  int64_t Min = INT32_MIN, Max = INT32_MAX;
};

/// Domain: isl text over Params, e.g. "{ Stmt[i] : 0 <= i < n }".
inline std::shared_ptr<AffineNest>
handSpace(const std::vector<HandParam> &Params,
          const std::vector<Dimension> &Dims, const std::string &Domain) {
  auto N = std::make_shared<AffineNest>();
  N->Isl = std::make_shared<isl::Context>();
  auto Source = std::make_shared<LoopNest>();
  Source->PerfectDepth = static_cast<unsigned>(Dims.size());
  std::string List, Bounds;
  for (const HandParam &P : Params) {
    List += (List.empty() ? "" : ", ") + P.Name;
    Bounds += (Bounds.empty() ? "" : " and ") + std::to_string(P.Min) +
              " <= " + P.Name + " <= " + std::to_string(P.Max);
    AffineNest::Parameter Q;
    Q.Name = P.Name;
    Q.SourceParam = static_cast<int>(N->Parameters.size());
    Q.Min = P.Min;
    Q.Max = P.Max;
    N->Parameters.push_back(Q);
    Param Declared;
    Declared.Name = Declared.HostText = P.Name;
    Declared.CxxType = "int";
    Declared.Integral = true;
    Source->Params.push_back(Declared);
  }
  auto Read = [&](const std::string &Text) {
    return isl::readSet(*N->Isl, "[" + List + "] -> " + Text);
  };
  N->Context = Read("{ : " + Bounds + " }");
  N->ParamSpace = N->Context.space();
  N->Domain = Read(Domain);
  N->StoreDomain = N->Domain;
  N->Depth = N->RectangularDepth = Source->PerfectDepth;
  N->Dims = Dims;
  N->ZeroTrip = Sym::truth(false);
  for (const Dimension &D : Dims) {
    N->ZeroTrip = either(N->ZeroTrip, less_equal(D.Upper, D.Lower));
    Loop L;
    L.Name = D.Counter;
    L.CxxType = "int";
    Source->Loops.push_back(L);
  }
  N->Nest = Source;
  return N;
}

inline Dimension dim(const char *Counter, Sym Lower, Sym Upper,
                     int64_t Step = 1, int64_t Width = 1) {
  Dimension D;
  D.Counter = Counter;
  D.Lower = std::move(Lower);
  D.Upper = std::move(Upper);
  D.Step = Step;
  D.Width = Width;
  return D;
}

inline ThreadMapping mappingOf(const AffineNest &N, const mapping &M) {
  unsigned Rank = static_cast<unsigned>(N.Dims.size());
  SymMapped Mapped = applyNonEmpty(M, spaceOf(N, Rank));
  std::vector<std::string> Counters;
  for (const Dimension &D : N.Dims)
    Counters.push_back(D.Counter);
  return recoverMapping(Mapped, Counters, TakenNames(*N.Nest));
}

} // namespace test
} // namespace heddle

#endif
