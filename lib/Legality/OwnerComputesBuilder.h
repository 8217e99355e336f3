//===- OwnerComputesBuilder.h - The steps to a nest of owners ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Private to OwnerComputes.cpp, which finds the threads' space and what takes
// the place of the loops that do not run, and to OwnerComputesNest.cpp, which
// makes the nest and shows that it runs what the source runs.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_LEGALITY_OWNERCOMPUTESBUILDER_H
#define HEDDLE_LEGALITY_OWNERCOMPUTESBUILDER_H

#include "Affine/Footprint.h"
#include "Affine/SymToIsl.h"
#include "Legality/Owners.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

/// Base, or a name like it, that the nest does not mention and that is none of
/// Others.
std::string unmentionedName(const LoopNest &Source,
                            llvm::ArrayRef<std::string> Others,
                            const std::string &Base);

/// A loop of the kernel's own whose counter, of 64 bits, names an element.
Loop loopOverElements(const std::string &Name);

class OwnerComputesBuilder {
public:
  OwnerComputesBuilder(std::shared_ptr<const AffineNest> Nest,
                       llvm::ArrayRef<unsigned> Apart, std::string &Why)
      : Shared(std::move(Nest)), N(*Shared), Source(*N.Nest), Apart(Apart),
        Why(Why), Launched(launchContext(N)),
        Out(std::make_shared<AffineNest>()) {}

  std::shared_ptr<const AffineNest> ofArray(unsigned Array);
  std::shared_ptr<const AffineNest> turned();

private:
  std::shared_ptr<const AffineNest> run();
  bool refuse(std::string Text) {
    Why = std::move(Text);
    return false;
  }
  bool tooComplex() {
    return refuse("where its updates lie is too complex to decide");
  }
  std::string nameOf(unsigned Loop) const {
    return "'" + Source.Loops[Loop].Name + "'";
  }

  bool isFit();
  std::optional<unsigned> findUpdate(unsigned Array);
  bool isOutermostAlready() const;
  std::string unmentioned(const std::string &Base) const {
    return unmentionedName(Source, ElementNames, Base);
  }

  // Sums as expressions and as functions of iterations.
  std::optional<std::vector<Sym>> termsOf(const LinearSum &S) const;
  std::optional<Sym> symOfSum(const LinearSum &S) const;
  std::optional<Sym> computable(const LinearSum &S,
                                const isl::Set &Where) const;
  isl::Aff affOfSum(const LinearSum &S, const isl::Space &Domain) const;
  isl::Aff counter(unsigned Loop, const isl::Space &Domain) const;

  // The space of the threads.
  bool addDimensions();
  bool addHull(const isl::Aff &Value, Dimension &D);
  isl::Set inSpace(const isl::Set &S, unsigned Dims) const;

  // The loops that do not run.
  isl::Set reached(unsigned Loop) const;
  LeafDims leafDims() const;
  bool addSolved(unsigned Loop);
  bool hasPlace(unsigned Loop);

  // The new nest.
  void chooseHostLoops();
  void arrangeLoops();
  void arrangeSource();
  isl::Map permutation(unsigned Inner) const;
  isl::Set moved(const isl::Set &S, const isl::Map &By) const;
  void arrangeRelations();
  bool isOneToOne();
  bool keepsOrder();

  const std::shared_ptr<const AffineNest> Shared;
  const AffineNest &N;
  const LoopNest &Source;
  llvm::ArrayRef<unsigned> Apart; ///< loops in which no conflicts differ
  std::string &Why;
  isl::Set Launched; ///< parameters for which kernels run
  Owners Plan;
  std::vector<std::string> ElementNames; ///< parallel to Plan.Elements
  std::vector<unsigned> InThread;        ///< perfect loops, outermost first
  std::vector<unsigned> NewIndex;        ///< per loop of the source
  std::shared_ptr<AffineNest> Out;
  OwnerComputes Result;
};

} // namespace heddle

#endif
