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
#include "Affine/Witness.h"
#include "IR/Program.h"

namespace heddle {

/// One array as a step touches it. Each relation goes from the step's perfect
/// loops, in counter values, outermost first, to elements; null: there is no
/// such access.
struct StepArray {
  isl::Map Reads, Writes;
  isl::Map Sure; ///< of Writes, those that iterations do not leave out
  /// False: it touches elements that no relation of it has.
  bool Placed = true;

  bool mayWrite() const; ///< some of Writes are not sure
};

struct AffineStep {
  std::shared_ptr<const AffineNest> Nest;
  isl::Set Domain;               ///< of the perfect loops
  std::vector<StepArray> Arrays; ///< parallel to Program::Arrays
};

/// The dimensions of an array, in which all steps see it: an element has the
/// place ((d0 * W1 + d1) * W2 + d2) ..., with 0 <= dk < Wk for all but the
/// outermost. Over names of the program's parameters.
struct ProgramDims {
  std::optional<Sym> Outermost; ///< extent; nothing: unknown
  std::vector<Sym> Widths;      ///< of the others, outermost first
  std::string Wrong; ///< why the program's own word on them cannot be taken
};

struct AffineProgram {
  std::shared_ptr<isl::Context> Isl; ///< declared first: outlives the handles
  std::shared_ptr<const Program> Source;
  std::vector<ProgramDims> Dims; ///< parallel to Program::Arrays
  /// Of isl, as for a nest: SourceParam is into Program::Params.
  std::vector<AffineNest::Parameter> Parameters;
  std::vector<AffineStep> Steps;
  /// The parameters that types allow, and with which all nests are launched.
  isl::Set Context;
};

/// Operations of isl granted to each step, as to a nest alone, and to each
/// question about a program.
constexpr unsigned long ProgramOperations = 2000000;

/// All elements of an array, for parameters in Context. A superset where an
/// extent is not known, or no sum of parameters: IsExact then becomes false.
isl::Set elementsOf(const AffineProgram &P, unsigned Array, bool &IsExact);

/// Program -> AffineProgram, of a program of nests. Null after reporting at
/// least one error.
std::shared_ptr<const AffineProgram>
buildAffineProgram(std::shared_ptr<const Program> P, Report &R);

/// A small point of S, and those of the source's parameters that matter there.
/// Nothing where parameters that stand for terms have other values than these,
/// so that there may be no such point, and where isl gave up.
std::optional<Witness> smallestWitness(const AffineProgram &P,
                                       const isl::Set &S);

enum class DependenceKind : unsigned char { Flow, Anti, Output };

/// { iteration of step From -> iteration of step To } that touch one element,
/// From coming before To. Conservative: it holds for all parameter values for
/// which the checks of both nests hold, and accesses that may happen count.
/// Empty: there is none, for certain. Null: unknown, since isl gave up or
/// nobody knows which elements a step touches.
isl::Map dependence(const AffineProgram &P, DependenceKind Kind, unsigned From,
                    unsigned To);

} // namespace heddle

#endif
