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
  bool finds(const isl::Set &S, Cover::KindType Is);
  bool isBeyond(const isl::Set &All);
  bool isTwice(const isl::Set &All);
  bool isIndependent() const;
  void findLasting();
  void unknown(std::string Why) {
    Out.Kind = Cover::Unknown;
    if (Out.Why.empty())
      Out.Why = std::move(Why);
  }
  void tooComplex() { unknown("this is too complex to be decided"); }

  const AffineProgram &P;
  const unsigned Array;
  const bool Ordered;
  Cover Out;
};

/// Finds the writers; false where nobody knows which elements a nest touches.
bool Finder::isKnown() {
  if (const std::string &Wrong = P.Dims[Array].Wrong; !Wrong.empty()) {
    unknown(Wrong);
    return false;
  }
  for (unsigned S = 0; S < P.Steps.size(); ++S) {
    if (!of(S).Placed) {
      unknown(
          P.Dims[Array].Widths.empty()
              ? "which elements a nest touches is not known; give the "
                "extent of each dimension"
              : "which elements a nest touches is not known in rows of this "
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
  return finds(Left, Cover::Missing);
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

/// Sets At to an element of S, if there is one; Kind then becomes Is.
bool Finder::finds(const isl::Set &S, Cover::KindType Is) {
  const isl::Set Here = S.intersectParams(P.Context);
  switch (isl::isEmpty(Here)) {
  case Answer::Yes:
    return false;
  case Answer::Unknown:
    tooComplex();
    return true;
  case Answer::No:
    break;
  }
  Out.At = smallestWitness(P, Here);
  if (Out.At)
    Out.Kind = Is;
  else
    tooComplex();
  return true;
}

/// For sizes with which there is no element at all nothing is said: borders of
/// an array that is always larger are natural.
bool Finder::isBeyond(const isl::Set &All) {
  for (const unsigned S : Out.Writers) {
    Out.Second = S;
    if (!of(S).Sure.isNull() &&
        finds(of(S).Sure.range().subtract(All).intersectParams(All.params()),
              Cover::Beyond))
      return true;
  }
  return false;
}

bool Finder::isTwice(const isl::Set &All) {
  for (bool Certain : {true, false})
    for (size_t J = 1; J < Out.Writers.size(); ++J)
      for (size_t I = Out.HasDefault; I < J; ++I) {
        const StepArray &A = of(Out.Writers[I]), &B = of(Out.Writers[J]);
        const isl::Map &Of = Certain ? A.Sure : A.Writes,
                       &By = Certain ? B.Sure : B.Writes;
        Out.First = Out.Writers[I];
        Out.Second = Out.Writers[J];
        Out.Certain = Certain;
        if (!Of.isNull() && !By.isNull() &&
            finds(Of.range().intersect(By.range()).intersect(All),
                  Cover::Twice))
          return true;
      }
  return false;
}

bool Finder::isIndependent() const {
  const unsigned Last = Out.Writers.back();
  for (unsigned From = Out.Writers[Out.HasDefault]; From < Last; ++From)
    for (unsigned To = From + 1; To <= Last; ++To)
      for (DependenceKind Kind : {DependenceKind::Flow, DependenceKind::Anti,
                                  DependenceKind::Output}) {
        const isl::Map D = dependence(P, Kind, From, To);
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
        isl::coalesced(Later.isNull() ? Written : Written.subtract(Later))
            .gistParams(P.Context));
    if (!of(S).Sure.isNull())
      Later = isl::unite(Later, of(S).Sure.range());
  }
  std::reverse(Out.Lasting.begin(), Out.Lasting.end());
}

Cover Finder::run() {
  if (!isKnown())
    return std::move(Out);
  const isl::Set All = elements();
  if (All.isNull() || isMissing(All) || isBeyond(All))
    return std::move(Out);
  Out.HasDefault = isDefault(All);
  if (!Ordered && isTwice(All))
    return std::move(Out);
  Out.IsIndependent = isIndependent();
  findLasting();
  if (P.Isl->exhausted())
    tooComplex();
  else
    Out.Kind = Cover::Whole;
  return std::move(Out);
}

} // namespace

Cover findCover(const AffineProgram &P, unsigned Array, bool Ordered) {
  P.Isl->resume(ProgramOperations);
  return Finder(P, Array, Ordered).run();
}

} // namespace heddle
