//===- InstructionModel.h - Instructions of a thread ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_INSTRUCTIONMODEL_H
#define HEDDLE_MAPPING_INSTRUCTIONMODEL_H

#include "Mapping/NestModel.h"

namespace heddle {

/// How a thread finds its iteration.
struct ThreadWork {
  unsigned Pairs = 0;   ///< coordinates of a block with one in it
  unsigned Singles = 0; ///< others
  unsigned Guards = 0, RuntimeEnds = 0; ///< of which so many have run-time ends
  unsigned Folded = 0; ///< a bit for each loop that is recovered with the one
                       ///< outside of it, by a division
  double Divisions = 0, Others = 0; ///< instructions

  /// Adds the question whether a run is whole, and its number.
  void addRunEnd(bool IsRuntime) {
    ++Guards;
    RuntimeEnds += IsRuntime;
    Others += 2;
  }
};

/// Counts as compilers write PTX: values that are alike are computed once,
/// constant offsets are part of loads and stores, and each array's address is a
/// parameter of the kernel that is made one of global memory.
class InstructionModel {
public:
  explicit InstructionModel(const NestModel &Model);

  /// All of a thread that runs so many iterations, which load and store this.
  double of(const ThreadWork &W, llvm::ArrayRef<AccessStride> Accesses,
            double Turns = 1) const;
  /// All of a thread without iteration.
  double ofIdle(const ThreadWork &W) const;
  /// A quotient with its remainder; By: the divisor where it is constant.
  double division(std::optional<uint64_t> By) const;
  /// Additions and steps that loops put upon their indices.
  double shifts() const;

private:
  unsigned terms(const AccessStride &S, unsigned Folded) const;
  double addresses(unsigned Folded, llvm::ArrayRef<AccessStride> All) const;
  double conditions() const;

  const NestModel &M;
  double Scalars; ///< that the body reads
  double Body;    ///< computes with elements
};

} // namespace heddle

#endif
