//===- Cover.cpp - Whether nests write all elements of an array -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Cover.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

namespace {

class Finder {
public:
  Finder(const AffineProgram &P, unsigned Array, bool Ordered)
      : P(P), Array(Array), Ordered(Ordered) {}

  Cover run();

private:
  const StepArray &of(unsigned Step) const {
    return P.Steps[Step].Arrays[Array];
  }
  bool isKnown();
  isl::Set elements();
  bool isMissing(const isl::Set &All);
  bool isDefault(const isl::Set &All) const;
  bool isTwice();
  bool isIndependent() const;
  void findLasting();
  void unknown(std::string Why) {
    Out.Kind = Cover::Unknown;
    if (Out.Why.empty())
      Out.Why = std::move(Why);
  }
  bool tooComplex() {
    unknown("this is too complex to be decided");
    return false;
  }

  const AffineProgram &P;
  const unsigned Array;
  const bool Ordered;
  Cover Out;
};

/// The elements that the nests write, in one kind of dimensions.
bool Finder::isKnown() {
  for (unsigned S = 0; S < P.Steps.size(); ++S) {
    if (!of(S).Placed) {
      unknown("which elements a nest touches is not known in rows of this "
              "length");
      Out.Step = S;
      return false;
    }
    if (!of(S).Writes.isNull())
      Out.Writers.push_back(S);
  }
  if (Out.Writers.empty())
    unknown("none of the nests writes it");
  return !Out.Writers.empty();
}

/// All elements; null: nobody says which there are.
isl::Set Finder::elements() {
  if (!P.Dims[Array].Outermost) {
    unknown("nothing says how many elements it has");
    return {};
  }
  bool IsExact = true;
  const isl::Set All = elementsOf(P, Array, IsExact);
  if (!IsExact)
    unknown("its extents are no sums of parameters");
  return IsExact ? All : isl::Set();
}

bool Finder::isMissing(const isl::Set &All) {
  isl::Set Left = All;
  for (unsigned S : Out.Writers)
    if (!of(S).Sure.isNull())
      Left = Left.subtract(of(S).Sure.range());
  switch (isl::isEmpty(Left)) {
  case Answer::Yes:
    return false;
  case Answer::Unknown:
    (void)tooComplex();
    return false;
  case Answer::No:
    break;
  }
  Out.At = smallestWitness(P, Left);
  if (Out.At)
    Out.Kind = Cover::Missing;
  else
    (void)tooComplex();
  return true;
}

/// The first writer gives each element a value that needs no array.
bool Finder::isDefault(const isl::Set &All) const {
  const unsigned First = Out.Writers.front();
  if (Out.Writers.size() < 2 || of(First).Sure.isNull() ||
      isl::isSubset(All, of(First).Sure.range()) != Answer::Yes)
    return false;
  return llvm::all_of(P.Steps[First].Arrays, [](const StepArray &A) {
    return A.Reads.isNull() && A.Placed;
  });
}

bool Finder::isTwice() {
  for (size_t J = 1; J < Out.Writers.size(); ++J)
    for (size_t I = Out.HasDefault; I < J; ++I) {
      const isl::Set Both = of(Out.Writers[I])
                                .Writes.range()
                                .intersect(of(Out.Writers[J]).Writes.range())
                                .intersectParams(P.Context);
      const Answer None = isl::isEmpty(Both);
      if (None == Answer::Yes)
        continue;
      if (None == Answer::No)
        Out.At = smallestWitness(P, Both);
      if (!Out.At)
        return !tooComplex();
      Out.Kind = Cover::Twice;
      Out.First = Out.Writers[I];
      Out.Second = Out.Writers[J];
      return true;
    }
  return false;
}

bool Finder::isIndependent() const {
  for (size_t J = 1; J < Out.Writers.size(); ++J)
    for (size_t I = Out.HasDefault; I < J; ++I)
      for (DependenceKind Kind : {DependenceKind::Flow, DependenceKind::Anti,
                                  DependenceKind::Output}) {
        const isl::Map D = dependence(P, Kind, Out.Writers[I], Out.Writers[J]);
        if (D.isNull() ||
            isl::isEmpty(D.intersectParams(P.Context)) != Answer::Yes)
          return false;
      }
  return true;
}

void Finder::findLasting() {
  isl::Set Later;
  for (unsigned S : llvm::reverse(Out.Writers)) {
    const isl::Set Written = of(S).Writes.range().intersectParams(P.Context);
    Out.Lasting.push_back(
        isl::coalesced(Later.isNull() ? Written : Written.subtract(Later)));
    if (!of(S).Sure.isNull())
      Later = isl::unite(Later, of(S).Sure.range());
  }
  std::reverse(Out.Lasting.begin(), Out.Lasting.end());
}

Cover Finder::run() {
  if (!isKnown())
    return std::move(Out);
  const isl::Set All = elements();
  if (All.isNull() || isMissing(All) || !Out.Why.empty())
    return std::move(Out);
  Out.HasDefault = isDefault(All);
  if ((!Ordered && isTwice()) || !Out.Why.empty())
    return std::move(Out);
  Out.IsIndependent = isIndependent();
  findLasting();
  if (P.Isl->exhausted())
    (void)tooComplex();
  else
    Out.Kind = Cover::Whole;
  return std::move(Out);
}

} // namespace

Cover findCover(const AffineProgram &P, unsigned Array, bool Ordered) {
  P.Isl->resume(2000000);
  return Finder(P, Array, Ordered).run();
}

} // namespace heddle
