//===- Explain.h - Why a nest cannot be mapped as asked --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns conflicts into diagnostics: one error per array, for the outermost
// loop that carries a conflict which stands in the way, with the smallest
// witness, the carrying loop, and the loops that can be mapped instead. Each
// question to isl has a budget of its own, of which nothing may be left then.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_EXPLAIN_H
#define HEDDLE_LEGALITY_EXPLAIN_H

#include "Legality/ConflictWitness.h"
#include "Legality/Conflicts.h"

namespace heddle {

/// Why threads cannot own the elements of an array.
struct NotOwnerComputes {
  unsigned Array = 0;
  std::string Why; ///< a clause; empty: they do so already
  SourceRef Where; ///< its cause, where that is one place
};

class Explainer {
public:
  /// All: the conflicts of every array of the nest, for the advice.
  Explainer(const AffineNest &N, const std::vector<ArrayConflicts> &All,
            const isl::Set &Params, Report &R,
            std::vector<NotOwnerComputes> Refused = {})
      : N(N), All(All), Params(Params), R(R), Refused(std::move(Refused)) {}

  /// Reports what stops the outer Rank loops from being mapped, as far as
  /// array C is concerned. False if nothing does; then nothing is reported.
  bool explain(const ArrayConflicts &C, unsigned Rank);

  /// The witness of the last report; empty if it has none.
  const std::optional<ConflictWitness> &lastWitness() const { return Shown; }

  /// Finds the witness of a copy that the outer Rank loops need, and warns of
  /// it where the annotation does not say that it is fine. Not to be called
  /// where explain() reports something. The warning's ID, if there was one.
  std::optional<DiagID> explainCopy(const ArrayConflicts &C,
                                    const ArrayCopy &Copy, unsigned Rank);

private:
  Diagnostic &addAnti(DiagID ID, const ArrayConflicts &C, unsigned Level,
                      const std::string &What);
  void reportFlow(const ArrayConflicts &C, unsigned Level);
  void reportOutput(const ArrayConflicts &C, unsigned Level);
  void offerReduce(Diagnostic &D, const ArrayConflicts &C, unsigned Level);
  void reportReduction(const ArrayConflicts &C, unsigned Level,
                       const std::string &Op);
  std::string neededText(const ArrayConflicts &C, unsigned Level,
                         SourceRef &Where);
  void reportAnti(const ArrayConflicts &C, unsigned Level);
  void reportUnknown(const ArrayConflicts &C, unsigned Level);

  std::optional<ConflictWitness> witness(const ArrayConflicts &C,
                                         ConflictKind K, unsigned Level);
  SourceRef accessWhere(unsigned Access) const;
  void noteLoops(Diagnostic &D, const ArrayConflicts &C, unsigned Level);
  void noteBrokenReduction(Diagnostic &D, const ArrayConflicts &C) const;
  void noteAssumption(Diagnostic &D, const ArrayConflicts &C,
                      unsigned Level) const;
  void noteOtherLoops(Diagnostic &D);
  void notePrefix(Diagnostic &D, unsigned Outer, bool NoCopies = false);
  void noteInner(Diagnostic &D, llvm::ArrayRef<unsigned> Free) const;
  bool levelMappable(unsigned Level, bool Copying) const;
  std::string copiesText(unsigned Begin, unsigned End) const;
  bool differsNowhere(unsigned Level) const;
  std::string loopNames(llvm::ArrayRef<unsigned> Loops) const;

  const AffineNest &N;
  const std::vector<ArrayConflicts> &All;
  const isl::Set &Params;
  Report &R;
  std::vector<NotOwnerComputes> Refused;
  unsigned MappedRank = 0;
  std::optional<ConflictWitness> Shown;
  bool SaidUnknown = false;
  bool SaidEdit = false; ///< one fix-it for all arrays
};

} // namespace heddle

#endif
