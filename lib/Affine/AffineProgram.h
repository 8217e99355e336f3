//===- AffineProgram.h - The steps of a program in one context --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All relations of a program live in one isl context, over the program's
// parameters. A step's iterations have the step's name as their tuple, the
// elements of an array the array's, so that relations of several steps can be
// united and composed. (Feautrier: Dataflow analysis of array and scalar
// references, for dependences; element maps and their lenient composition: the
// partitions of SaC's with-loop folding.)
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_AFFINEPROGRAM_H
#define HEDDLE_AFFINE_AFFINEPROGRAM_H

#include "Affine/AffineNest.h"
#include "IR/Program.h"

namespace heddle {

/// One array as a step touches it. Each relation goes from the step's perfect
/// loops, in counter values, outermost first, to elements; null: there is no
/// such access.
struct StepArray {
  isl::Map Reads, Writes;
  /// Iterations may leave out some of the writes.
  bool MayWrite = false;
};

struct AffineStep {
  std::shared_ptr<const AffineNest> Nest;
  isl::Set Domain;               ///< of the perfect loops
  std::vector<StepArray> Arrays; ///< parallel to Program::Arrays
};

struct AffineProgram {
  std::shared_ptr<isl::Context> Isl; ///< declared first: outlives the handles
  std::shared_ptr<const Program> Source;
  std::vector<AffineStep> Steps;
};

/// Program -> AffineProgram, of a program of nests. Null after reporting at
/// least one error.
std::shared_ptr<const AffineProgram>
buildAffineProgram(std::shared_ptr<const Program> P, Report &R);

enum class DependenceKind : unsigned char { Flow, Anti, Output };

/// { iteration of step From -> iteration of step To } that touch one element,
/// From coming before To. Conservative: it holds for all parameter values for
/// which the checks of both nests hold, and accesses that may happen count.
/// Empty: there is none, for certain. Null: unknown, since isl gave up or the
/// steps see an array in different dimensions.
isl::Map dependence(const AffineProgram &P, DependenceKind Kind, unsigned From,
                    unsigned To);

/// { element of Result -> element of Operand }: what an element that the step
/// writes is computed from. Conservative: all that the same iteration reads.
/// Null: the step does not write the one or does not read the other.
isl::Map elementMap(const AffineProgram &P, unsigned Step, unsigned Result,
                    unsigned Operand);

/// For each array of the program { element of Result behind step End - 1 ->
/// element of the array before step Begin } that it is computed from; null
/// where there is none. Elements that a step does not write stand for
/// themselves. Nothing: unknown, as above.
std::optional<std::vector<isl::Map>> composition(const AffineProgram &P,
                                                 unsigned Result,
                                                 unsigned Begin, unsigned End);

/// The steps, the dependences between them, and for each array the composition
/// over all steps, as isl prints them.
void dump(const AffineProgram &P, llvm::raw_ostream &OS);

} // namespace heddle

#endif
