//===- Copies.cpp - Reads that need the values before the nest ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Copies.h"
#include "Affine/Footprint.h"
#include "Affine/SymFromIsl.h"
#include "Legality/Choice.h"
#include "Legality/Explain.h"
#include "Legality/Instances.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

Answer heddle::needsCopy(const ArrayConflicts &C, unsigned Rank) {
  Answer Found = Answer::No;
  for (unsigned L = 0; L < Rank; ++L) {
    if (C.Levels[L].Anti == Answer::Yes)
      return Answer::Yes;
    if (C.Levels[L].Anti == Answer::Unknown)
      Found = Answer::Unknown;
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Which instances of a read
//===----------------------------------------------------------------------===//

namespace {

/// The instances of one text that reads the array, as sets of iterations. (The
/// text of a macro's argument may be several accesses.)
struct Reading {
  const Value *Text = nullptr; ///< null: none that could be changed
  std::vector<unsigned> Accesses;
  isl::Set Copy; ///< read what another thread writes later
  isl::Set Own;  ///< read what their own thread wrote earlier
};

} // namespace

//===----------------------------------------------------------------------===//
// The copy of one array
//===----------------------------------------------------------------------===//

namespace {

class CopyFinder {
public:
  CopyFinder(const AffineNest &N, const ArrayConflicts &C,
             const Footprint &Touched, const std::vector<Reduction> &Reductions,
             const isl::Set &Params, unsigned Rank, Report &R)
      : N(N), C(C), Touched(Touched), Reductions(Reductions), R(R),
        Pairs(N, Params, Rank),
        Body(bodyOf(N.Nest->Loops[Rank - 1], N.Nest->Code)) {
    findTexts();
  }

  bool find(ArrayCopy &Out);

private:
  bool classify(std::vector<Reading> &Texts);
  bool instancesOf(unsigned Read, Reading &Into);
  bool redirect(const Reading &Text, ArrayCopy &Out);
  isl::Set executed(const AffineAccess &A) const;
  void findTexts();
  bool isOther(const Value &V, const Reading &Text) const;
  bool isReplaceable(const Reading &Text) const;
  void setRange(ArrayCopy &Out);
  bool tooComplex();
  bool refuseChoice(const Reading &Text);

  const Access &source(unsigned I) const {
    return N.Nest->Accesses[N.Accesses[I].Source];
  }
  const ArrayInfo &array() const { return N.Nest->Arrays[C.Array]; }

  const AffineNest &N;
  const ArrayConflicts &C;
  const Footprint &Touched;
  const std::vector<Reduction> &Reductions; ///< of other arrays
  Report &R;
  Instances Pairs;
  ValueRef Body; ///< of the innermost mapped loop
  /// By access of the source: the node in Body that stands for it.
  llvm::DenseMap<unsigned, const Value *> Nodes;
  std::vector<isl::Map> Reached; ///< by redirected instances
  bool DataDecide = false;       ///< whether some of these are executed
};

} // namespace

bool CopyFinder::tooComplex() {
  for (unsigned I = 0; I < N.Accesses.size(); ++I)
    if (N.Accesses[I].Array == C.Array && N.Accesses[I].IsWrite) {
      R.add(DiagID::HD491, source(I).Where, N.Nest->Loops[0].Name,
            array().Name);
      return false;
    }
  return false;
}

/// Adds the instances of one access; false where isl gave up.
bool CopyFinder::instancesOf(unsigned Read, Reading &Into) {
  for (unsigned W = 0; W < N.Accesses.size(); ++W) {
    const AffineAccess &Write = N.Accesses[W];
    if (Write.Array != C.Array || !Write.IsWrite)
      continue;
    Into.Copy =
        isl::unite(Into.Copy, Pairs.readBefore(N.Accesses[Read], Write));
    Into.Own = isl::unite(Into.Own, Pairs.readAfter(Read, W));
  }
  Into.Accesses.push_back(Read);
  return !Into.Copy.isNull() && !Into.Own.isNull() && !N.Isl->exhausted();
}

/// One Reading for each text that some instance needs the copy in.
bool CopyFinder::classify(std::vector<Reading> &Texts) {
  std::vector<Reading> All;
  for (unsigned I = 0; I < N.Accesses.size(); ++I) {
    const Access &A = source(I);
    if (A.Array != C.Array || A.IsWrite)
      continue;
    const Value *Text = Nodes.lookup(N.Accesses[I].Source);
    auto Same = llvm::find_if(All, [&](const Reading &T) {
      return Text && T.Text == Text &&
             A.Loops == source(T.Accesses.front()).Loops;
    });
    if (Same == All.end()) {
      Same = All.insert(Same, Reading());
      Same->Text = Text;
    }
    if (!instancesOf(I, *Same))
      return false;
  }
  for (Reading &T : All) {
    Answer Nowhere = isl::isEmpty(T.Copy);
    if (Nowhere == Answer::Unknown)
      return false;
    if (Nowhere == Answer::No)
      Texts.push_back(std::move(T));
  }
  return !N.Isl->exhausted();
}

/// Finds the texts of accesses in the kernel, where a copy may take their
/// place.
void CopyFinder::findTexts() {
  forEachValue(*Body, [&](const Value &V) {
    // An update has another text for its operands.
    if (V.Kind == ValueKind::Update && V.isWritten() &&
        llvm::any_of(Reductions,
                     [&](const Reduction &X) { return X.Array == V.Index; }))
      return false;
    if (V.Kind == ValueKind::Element) // more than the array's name
      return true;
    for (unsigned Source : V.Accesses)
      Nodes.try_emplace(Source, &V);
    return true;
  });
}

/// V stands for an access of the array that Text does not have.
bool CopyFinder::isOther(const Value &V, const Reading &Text) const {
  return llvm::any_of(V.Accesses, [&](unsigned Source) {
    return N.Nest->Accesses[Source].Array == C.Array &&
           llvm::none_of(Text.Accesses, [&](unsigned I) {
             return N.Accesses[I].Source == Source;
           });
  });
}

/// Nothing else stands in the text: no write, no read of other loops; and no
/// access as a whole stands around it.
bool CopyFinder::isReplaceable(const Reading &Text) const {
  // A pointer into a row does not lead to the row's copy.
  if (!Text.Text || (array().Tables && Text.Text->Kind != ValueKind::Array))
    return false;
  bool Alone = true;
  forEachValue(*Body, [&](const Value &V) {
    bool Holds = false;
    forEachValue(V, [&](const Value &Inner) {
      Holds |= &Inner == Text.Text;
      return !Holds;
    });
    if (Holds && isOther(V, Text))
      Alone = false;
    return Holds && &V != Text.Text;
  });
  forEachValue(*Text.Text, [&](const Value &V) {
    Alone &= !isOther(V, Text);
    return true;
  });
  return Alone;
}

bool CopyFinder::refuseChoice(const Reading &Text) {
  const Access &A = source(Text.Accesses.front());
  R.add(DiagID::HD410, A.Where, A.Text, array().Name);
  return false;
}

/// Where A may execute. The elements of a linear array lie in memory, so their
/// offsets in bytes fit 64 bits: that keeps the sum of an index and a small
/// number from seeming to overflow.
isl::Set CopyFinder::executed(const AffineAccess &A) const {
  isl::Map M = Pairs.relation(A);
  if (N.Arrays[C.Array].Dims == 1) {
    int64_t Most = INT64_MAX / array().ElementBytes;
    M = isl::upperBound(M, isl::Dim::Out, 0, Most);
    M = isl::lowerBound(M, isl::Dim::Out, 0, -Most);
  }
  return M.domain();
}

bool CopyFinder::redirect(const Reading &Text, ArrayCopy &Out) {
  const Access &A = source(Text.Accesses.front());
  if (!isReplaceable(Text)) {
    R.add(DiagID::HD411, A.Where, A.Text, array().Name);
    return false;
  }
  RedirectedRead Read;
  Answer All = isl::isEmpty(Text.Own);
  isl::Set Both = Text.Own.intersect(Text.Copy);
  if (All == Answer::Unknown || isl::isEmpty(Both) != Answer::Yes)
    return tooComplex();
  isl::Set Where; // null: everywhere
  if (All == Answer::No) {
    const std::vector<unsigned> Loops =
        loopsAround(N, N.Accesses[Text.Accesses.front()]);
    isl::Set Executed;
    for (unsigned I : Text.Accesses)
      Executed = isl::unite(Executed, executed(N.Accesses[I]));
    std::optional<Choice> Chosen =
        chooseBetween(N, Loops, Text.Copy, Text.Own, Executed);
    if (!Chosen)
      return N.Isl->exhausted() ? tooComplex() : refuseChoice(Text);
    Read.Where = Chosen->Holds;
    Read.Narrow = Chosen->Narrow;
    Where = chosen(N, Loops, *Chosen);
    if (Where.isNull())
      return tooComplex();
  }
  for (unsigned I : Text.Accesses) {
    Read.Access = I;
    Out.Reads.push_back(Read);
    isl::Map M = Pairs.relation(N.Accesses[I]);
    if (!Where.isNull())
      M = M.intersectDomain(Where);
    Reached.push_back(std::move(M));
    DataDecide |= N.Accesses[I].May;
  }
  return true;
}

/// An array is copied as far as the nest touches it where the range is not
/// known. Where data decide, the range may exceed that, and nothing says that
/// the memory is there.
void CopyFinder::setRange(ArrayCopy &Out) {
  Out.First = Touched.First;
  Out.Last = Touched.Last;
  Out.Elements = elementsOf(Touched);
  if (array().Tables)
    return;
  std::optional<ElementRange> E = reachedRange(N, C.Array, Reached);
  Sym Some = Sym::truth(true);
  bool Certain = false; // at least one element, where Some holds
  if (E) {
    Some = E->Touched;
    Out.First = E->First;
    Out.Last = E->Last;
    if (DataDecide) {
      Out.First = max_of(Out.First, Touched.First);
      Out.Last = min_of(Out.Last, Touched.Last);
    }
    Certain = Out.First == E->First && Out.Last == E->Last;
  }
  Out.Elements = Out.Last - Out.First + 1;
  if (!Certain)
    Out.Elements = max_of(Out.Elements, 0);
  Out.Elements = select(Some, Out.Elements, 0);
  Out.First = select(Some, Out.First, 0);
  Out.Last = select(Some, Out.Last, -1);
}

bool CopyFinder::find(ArrayCopy &Out) {
  Out.Array = C.Array;
  N.Isl->resume(LegalityOperations);
  std::vector<Reading> Texts;
  if (!classify(Texts) || Texts.empty())
    return tooComplex();
  for (const Reading &T : Texts)
    if (!redirect(T, Out))
      return false;
  llvm::sort(Out.Reads, [](const RedirectedRead &A, const RedirectedRead &B) {
    return A.Access < B.Access;
  });
  setRange(Out);
  return true;
}

//===----------------------------------------------------------------------===//
// What is said about it
//===----------------------------------------------------------------------===//

/// An expression that says something to people: short, and the same for all
/// parameters for which there is anything to copy.
static std::optional<Sym> readable(const Sym &S) {
  constexpr unsigned MostOperators = 8;
  // select(some elements are needed, S, nothing)
  Sym Plain = S.kind() == SymKind::Select ? S.operands()[1] : S;
  auto Branches = [](auto &Self, const Sym &X) -> bool {
    return X.kind() == SymKind::Select ||
           llvm::any_of(X.operands(),
                        [&](const Sym &Op) { return Self(Self, Op); });
  };
  if (operatorCount(Plain) > MostOperators || Branches(Branches, Plain))
    return std::nullopt;
  return Plain;
}

std::string heddle::elementsText(const ArrayCopy &C, const LoopNest &N) {
  const std::string Word = N.Arrays[C.Array].Tables ? "rows" : "elements";
  std::optional<Sym> First = readable(C.First), Last = readable(C.Last);
  if (!First || !Last)
    return "some " + Word;
  return Word + " " + toString(*First) + " to " + toString(*Last);
}

std::string heddle::bytesText(const ArrayCopy &C, unsigned ElementBytes) {
  std::optional<Sym> Elements = readable(C.Elements);
  if (!Elements)
    return "";
  Sym Bytes = *Elements * Sym(ElementBytes);
  std::string Text = toString(Bytes) + " bytes";
  if (Bytes.isConst() && ElementBytes > 1)
    Text = toString(*Elements) + " * " + std::to_string(ElementBytes) + " = " +
           Text;
  return Text;
}

/// The user may be thinking of costs that there are not. Other instantiations
/// of a template, or other parts of a nest, may need what this one does not.
static void warnAboutNames(const AffineNest &N,
                           const std::vector<ArrayCopy> &Copies, Report &R) {
  if (!N.Nest->Place.Parameters.empty() || N.Nest->isPart())
    return;
  for (unsigned A : N.Nest->Annot.Copy)
    if (llvm::none_of(Copies, [&](const ArrayCopy &C) { return C.Array == A; }))
      R.add(DiagID::HD409, N.Nest->Annot.CopyWhere, N.Nest->Arrays[A].Name);
}

std::optional<std::vector<ArrayCopy>>
heddle::findCopies(const AffineNest &N, const std::vector<ArrayConflicts> &All,
                   const std::vector<Footprint> &Touched,
                   const std::vector<Reduction> &Reductions,
                   const isl::Set &Params, unsigned Rank,
                   std::vector<ArrayFinding> &Findings, Report &R) {
  std::vector<ArrayCopy> Copies;
  std::vector<size_t> Causes; // into All
  bool Ok = true;
  for (size_t I = 0; I < All.size(); ++I) {
    const ArrayConflicts &C = All[I];
    bool Alone = true; // else it is no matter of copies
    for (unsigned L = 0; L < Rank; ++L)
      Alone = Alone && C.Levels[L].Flow == Answer::No &&
              C.Levels[L].Output == Answer::No;
    if (!Alone || needsCopy(C, Rank) == Answer::No)
      continue;
    auto F = llvm::find_if(
        Touched, [&](const Footprint &F) { return F.Array == C.Array; });
    Causes.push_back(I);
    Copies.emplace_back();
    if (!CopyFinder(N, C, *F, Reductions, Params, Rank, R)
             .find(Copies.back())) {
      Ok = false;
      Findings[I].Conflicts = ArrayFinding::Conflicting;
      Findings[I].ID = R.Diagnostics.back().ID;
    }
  }
  if (!Ok)
    return std::nullopt;
  Explainer E(N, All, Params, R);
  for (auto [I, Copy] : llvm::zip(Causes, Copies)) {
    Findings[I].ID = E.explainCopy(All[I], Copy, Rank);
    Findings[I].Witness = E.lastWitness();
  }
  warnAboutNames(N, Copies, R);
  return Copies;
}
