//===- TextNest.h - Nests with text, through all phases ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_EMIT_TEXTNEST_H
#define HEDDLE_TEST_UNIT_EMIT_TEXTNEST_H

#include "../Affine/NestBuilder.h"
#include "../Legality/HandAffine.h"
#include "Emit/KernelSource.h"
#include "IR/NestValues.h"
#include "Mapping/ProofMemo.h"
#include "llvm/ADT/StringRef.h"

namespace heddle {
namespace test {

/// Gives the loops of N, in the order of their `for`s, their text: the nest
/// starts at line Line, column Column of "file.cpp", the kernels go before line
/// 1.
inline void setText(LoopNest &N, std::string Text, unsigned Line = 10,
                    unsigned Column = 3) {
  N.Text = std::move(Text);
  N.TextColumn = Column;
  llvm::StringRef T = N.Text;
  size_t At = 0;
  for (Loop &L : N.Loops) {
    size_t For = T.find("for (", At);
    unsigned Depth = 0;
    size_t I = For + 4;
    do {
      Depth += T[I] == '(';
      Depth -= T[I] == ')';
      ++I;
    } while (Depth > 0);
    At = I;
    size_t Begin = T.find_first_not_of(" \n", I), End = T.size();
    if (T[Begin] == '{') {
      ++Begin;
      Depth = 1;
      for (End = Begin; Depth > 0; ++End) {
        Depth += T[End] == '{';
        Depth -= T[End] == '}';
      }
      --End;
    }
    L.TextBegin = static_cast<unsigned>(For);
    L.TextEnd = static_cast<unsigned>(T.size());
    L.BodyBegin = static_cast<unsigned>(Begin);
    L.BodyEnd = static_cast<unsigned>(End);
    L.BodyLine = Line + static_cast<unsigned>(T.substr(0, Begin).count('\n'));
    L.OmpCanonical = true;
  }
  N.Place.Nest = {"file.cpp", 100, 200, Line, Column};
  N.Place.Insert = {"file.cpp", 0, 0, 1, 1};
  N.Place.FunctionName = "f";
  N.Code = assembleValues(N, tablesOf(N)).Code;
}

/// One mapped loop, as the affine phase is to describe it.
struct HandDim {
  Sym Lower, Upper;
  int64_t Step = 1, Width = 1;
};

/// Legality, mapping and planning of a nest whose affine form is written by
/// hand; null with R filled if one refuses.
inline std::shared_ptr<const LaunchPlan>
planOf(const LoopNest &Source, const std::vector<HandDim> &Dims,
       std::vector<ParamRange> Ranges, Report &R,
       std::vector<RuntimeCheck> Checks = {}) {
  auto Nest = std::make_shared<LoopNest>(Source);
  Nest->Code = assembleValues(*Nest, tablesOf(*Nest)).Code;
  std::shared_ptr<AffineNest> Affine =
      HandAffine(Nest, std::move(Ranges)).build();
  Affine->ZeroTrip = Sym::truth(false);
  for (size_t D = 0; D < Dims.size(); ++D) {
    Affine->Dims[D].Lower = Dims[D].Lower;
    Affine->Dims[D].Upper = Dims[D].Upper;
    Affine->Dims[D].Step = Dims[D].Step;
    Affine->Dims[D].Width = Dims[D].Width;
    Affine->ZeroTrip =
        either(Affine->ZeroTrip, less_equal(Dims[D].Upper, Dims[D].Lower));
  }
  Affine->Checks = std::move(Checks);
  std::shared_ptr<const VerifiedNest> Verified = verify(Affine, R);
  if (!Verified)
    return nullptr;
  ProofMemo Memo;
  std::shared_ptr<const MappedNest> Mapped = mapNest(Verified, Memo, R);
  return Mapped ? planLaunch(Mapped, R) : nullptr;
}

} // namespace test
} // namespace heddle

#endif
