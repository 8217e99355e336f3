//===- ProofMemo.h - Proofs that have been made before ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most nests of a program have few shapes: 0 <= i < n under the same mapping is
// one proof, whatever i and n are called. All that a proof reads of a mapping
// and its nest is written out in full, with names in the order of their
// appearance; what was proved of the same text before is not proved again. Only
// proofs that succeeded are remembered.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_PROOFMEMO_H
#define HEDDLE_MAPPING_PROOFMEMO_H

#include "Mapping/MappedNest.h"
#include "llvm/ADT/StringMap.h"

namespace heddle {

struct ProofOutcome;

class ProofMemo {
public:
  /// As dropImpliedGuards and prove, in turn.
  ProofOutcome prove(ThreadMapping &V, const AffineNest &N, unsigned Rank);

  unsigned hits() const { return Hits; }

private:
  struct Proved {
    ProofKind Kind;
    std::vector<bool> Kept; ///< which guards are not implied
  };
  llvm::StringMap<Proved> Known;
  unsigned Hits = 0;
};

} // namespace heddle

#endif
