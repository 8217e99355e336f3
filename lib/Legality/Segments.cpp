//===- Segments.cpp - A nest in which threads run listed iterations
//--------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Legality/Segments.h"
#include "Affine/Footprint.h"
#include "Affine/Inspection.h"
#include "Affine/SymToIsl.h"
#include "Legality/Conflicts.h"
#include "Legality/OwnerComputesBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace heddle;

namespace {

class SegmentsBuilder {
public:
  SegmentsBuilder(const AffineNest &N, NoSegments &Out)
      : N(N), Source(*N.Nest), Refusal(Out) {}

  std::shared_ptr<const AffineNest> run();

private:
  bool refuse(std::string Why, SourceRef Where = {}) {
    Refusal = {std::move(Why), Where};
    return false;
  }
  bool isOwned(unsigned Array) const {
    return llvm::any_of(Made.Arrays, [&](const Segments::Owned &O) {
      return O.Array == Array;
    });
  }

  bool fitsLoops();
  bool findOwned();
  bool onlyUpdates();
  bool hasTexts(TextOf Which);
  std::optional<Sym> elementsOf(unsigned Array) const;
  bool countElements();
  std::string invent(const std::string &Base);
  void inventNames();

  void arrangeSource();
  isl::Space statements(unsigned Dims) const;
  isl::Map intoThreads(unsigned Inner) const;
  isl::Set inElements(const isl::Space &Space) const;
  isl::Set inThreads(const isl::Set &S, unsigned Inner) const;
  void addElements();
  void arrangeArrays();
  void arrangeRelations();

  const AffineNest &N;
  const LoopNest &Source;
  NoSegments &Refusal;
  Segments Made;
  std::string Element;
  std::vector<std::string> Invented;
  std::shared_ptr<AffineNest> New = std::make_shared<AffineNest>();
};

} // namespace

//===----------------------------------------------------------------------===//
// What is taken
//===----------------------------------------------------------------------===//

/// The launch runs the headers as they stand; the thread runs none of them.
bool SegmentsBuilder::fitsLoops() {
  if (N.AbsorbsGuards)
    return refuse("the declared space leaves out iterations of the loops");
  for (unsigned L = 0; L < N.Depth; ++L) {
    const Loop &Each = Source.Loops[L];
    if (!Each.NameIsUnique)
      return refuse("something else has the name of loop '" + Each.Name + "'",
                    Each.NameWhere);
    const ValueRef Text =
        valueAt(Source.Code, {Each.TextBegin, Each.TextEnd}, ValueKind::Loop);
    if (!Text || Text->Operands.empty() ||
        !(Text->operand(0).Where == Span{Each.TextBegin, Each.HeaderEnd}))
      return refuse("the text of loop '" + Each.Name + "' cannot be replaced",
                    Each.Where);
  }
  for (const AffineAccess &X : N.Accesses)
    if (const Access &A = Source.Accesses[X.Source]; A.Loops.size() < N.Depth)
      return refuse("a loop's header reads an array", A.Where);
  return true;
}

/// All arrays that are written.
bool SegmentsBuilder::findOwned() {
  for (unsigned Array = 0; Array < Source.Arrays.size(); ++Array) {
    const auto Write = llvm::find_if(N.Accesses, [&](const AffineAccess &X) {
      return X.Array == Array && X.IsWrite;
    });
    if (Write == N.Accesses.end())
      continue;
    if (Source.Arrays[Array].Scalar)
      return refuse("the loops update the variable '" +
                        Source.Arrays[Array].Name +
                        "' as well, which is no element",
                    Source.Accesses[Write->Source].Where);
    Made.Arrays.push_back({Array, "", ""});
  }
  return true;
}

bool SegmentsBuilder::onlyUpdates() {
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = Source.Accesses[X.Source];
    if (isOwned(X.Array) && A.Reduces.empty())
      return refuse("'" + A.Text + "' is " +
                        (X.IsWrite ? "stored here" : "read here") +
                        ", which is no update of one element",
                    A.Where);
  }
  return true;
}

/// Calls Found for each access that has a text of its own where Which is
/// printed.
static void forEachElement(const Value &V, TextOf Which,
                           llvm::function_ref<void(unsigned)> Found) {
  forEachValue(V, [&](const Value &X) {
    if (X.Kind == ValueKind::Element)
      llvm::for_each(X.Accesses, Found);
    if (X.Kind != ValueKind::Respelled)
      return true;
    forEachElement(X.operand(Which == TextOf::Function ? 0 : 1), Which, Found);
    return false;
  });
}

/// Each access to an owned array can be spelled anew.
bool SegmentsBuilder::hasTexts(TextOf Which) {
  llvm::SmallSet<unsigned, 16> Seen;
  forEachElement(*Source.Code, Which, [&](unsigned A) { Seen.insert(A); });
  for (const AffineAccess &X : N.Accesses)
    if (isOwned(X.Array) && !Seen.contains(X.Source))
      return refuse("'" + Source.Accesses[X.Source].Text +
                        "' has no text of its own in the loops, as in a macro "
                        "or in a function that they call",
                    Source.Accesses[X.Source].Where);
  return true;
}

/// Element 0 to the last one that a pass finds, where nothing else says how
/// many there are: the launch sees to it that no element lies before.
std::optional<Sym> SegmentsBuilder::elementsOf(unsigned Array) const {
  if (const std::optional<Sym> Own = existingElements(Source, Array))
    return Own;
  if (whyNotInspected(Source) || Source.Arrays[Array].Records)
    return std::nullopt;
  return Sym::leaf(lastInspected(Source.Arrays[Array])) + Sym(1);
}

/// As many threads as the largest array has elements.
bool SegmentsBuilder::countElements() {
  for (const Segments::Owned &O : Made.Arrays) {
    const std::optional<Sym> Own = elementsOf(O.Array);
    const ArrayInfo &A = Source.Arrays[O.Array];
    if (!Own)
      return refuse("it is not known how many elements '" + A.Name +
                        "' has; write 'extent(" + A.Name + ", n)'",
                    A.Where);
    Made.Elements =
        &O == &Made.Arrays.front() ? *Own : max_of(Made.Elements, *Own);
  }
  return true;
}

std::string SegmentsBuilder::invent(const std::string &Base) {
  Invented.push_back(unmentionedName(Source, Invented, Base));
  return Invented.back();
}

void SegmentsBuilder::inventNames() {
  Element = invent("element");
  Made.First = invent("first");
  Made.At = invent("at");
  Made.Missed = invent("missed");
  Made.Hit = invent("hit");
  for (unsigned L = 0; L < N.Depth; ++L)
    Made.Counters.push_back(invent(Source.Loops[L].Name + "_at"));
  for (Segments::Owned &O : Made.Arrays) {
    const std::string &Name = Source.Arrays[O.Array].KernelName;
    O.Own = invent(Name + "_own");
    O.Ignored = invent(Name + "_ignored");
  }
}

//===----------------------------------------------------------------------===//
// The new nest
//===----------------------------------------------------------------------===//

/// The loop over elements is around the others, which keep their text.
void SegmentsBuilder::arrangeSource() {
  auto To = std::make_shared<LoopNest>(Source);
  std::vector<unsigned> NewIndex;
  for (unsigned L = 0; L < Source.Loops.size(); ++L)
    NewIndex.push_back(L + 1);
  for (Loop &L : To->Loops) {
    L.Init = renumbered(L.Init, NewIndex);
    L.CounterSide = renumbered(L.CounterSide, NewIndex);
    L.Bound = renumbered(L.Bound, NewIndex);
    L.Parent += 1;
    L.OmpCanonical = false;
  }
  Loop Elements = loopOverElements(Element);
  Elements.TextEnd = Elements.BodyEnd =
      static_cast<unsigned>(Source.Text.size());
  const Loop &Outer = Source.Loops.front();
  Elements.BodyLine =
      Outer.BodyLine -
      static_cast<unsigned>(
          llvm::StringRef(Source.Text).take_front(Outer.BodyBegin).count('\n'));
  To->Loops.insert(To->Loops.begin(), std::move(Elements));
  To->PerfectDepth = Source.PerfectDepth + 1;
  for (Access &A : To->Accesses) {
    for (ExprRef &E : A.Subscripts)
      E = renumbered(E, NewIndex);
    for (unsigned &L : A.Loops)
      L = NewIndex[L];
    A.Loops.insert(A.Loops.begin(), 0);
  }
  for (Guard &G : To->Guards)
    G.Cond = renumbered(G.Cond, NewIndex);
  To->Shortcuts.clear();
  llvm::append_range(To->OtherNames, Invented);
  llvm::sort(To->OtherNames);
  New->Nest = std::move(To);
}

isl::Space SegmentsBuilder::statements(unsigned Dims) const {
  return New->ParamSpace.withSetDims(Dims).named("Stmt");
}

/// { Stmt[perfect loops, Inner others] -> Stmt[element, the same] }
isl::Map SegmentsBuilder::intoThreads(unsigned Inner) const {
  const isl::Space From = statements(N.Depth + Inner + 1);
  isl::MultiAff Drop =
      isl::MultiAff::zero(From.to(statements(N.Depth + Inner)));
  for (unsigned D = 0; D < N.Depth + Inner; ++D)
    Drop = Drop.with(D, isl::Aff::var(From, isl::Dim::Set, D + 1));
  return Drop.toMap().intersectDomain(inElements(From)).reverse();
}

isl::Set SegmentsBuilder::inElements(const isl::Space &Space) const {
  const Sym E = Sym::leaf(Element);
  return toIslSet(both(less_equal(Sym(0), E), less(E, New->Dims[0].Upper)),
                  Space, {{Element, 0}});
}

isl::Set SegmentsBuilder::inThreads(const isl::Set &S, unsigned Inner) const {
  return isl::coalesced(
      S.alignParams(New->ParamSpace).apply(intoThreads(Inner)));
}

/// The number of elements, as a parameter unless it is constant. A launch
/// without any would have no threads.
void SegmentsBuilder::addElements() {
  New->Parameters = N.Parameters;
  New->ParamSpace = N.ParamSpace;
  New->Context = N.Context;
  New->Checks = N.Checks;
  Dimension D;
  D.Counter = Element;
  D.Lower = 0;
  D.Upper = Made.Elements;
  if (!Made.Elements.isConst()) {
    const std::string Name = invent("elements");
    New->ParamSpace = N.ParamSpace.withParam(Name);
    New->Parameters.push_back({Name, -1, Made.Elements, 0, INT64_MAX});
    D.Upper = Sym::leaf(Name);
  }
  New->Dims.push_back(D);
  New->Context = New->Context.alignParams(New->ParamSpace);
  for (RuntimeCheck &C : New->Checks)
    C.Holds = C.Holds.alignParams(New->ParamSpace);
  if (Made.Elements.isConst())
    return;
  const Sym Some = less(Sym(0), D.Upper);
  New->Checks.push_back(
      {CheckKind::Other, toIslSet(Some, New->Context.space()), Some,
       "'" + Source.Arrays[Made.Arrays.front().Array].Name + "' has elements"});
}

/// The footprint of an owned array is all of it, or what a pass finds.
void SegmentsBuilder::arrangeArrays() {
  New->Arrays = N.Arrays;
  for (const Segments::Owned &O : Made.Arrays) {
    AffineArray &A = New->Arrays[O.Array];
    const std::optional<Sym> Own = existingElements(Source, O.Array);
    A.Range = Own ? ElementRange{Sym::truth(true), Sym(0), *Own - Sym(1)}
                  : inspectedRange(Source, O.Array);
    A.Widths.clear();
    A.Dims = 1;
  }
}

/// A thread's updates touch its own element alone.
void SegmentsBuilder::arrangeRelations() {
  New->Isl = N.Isl;
  New->ZeroTrip = N.ZeroTrip;
  New->Depth = N.Depth + 1;
  New->DeclaredRank = New->RectangularDepth = 1;
  New->Domain = inThreads(N.Domain, 0);
  New->StoreDomain = inThreads(N.StoreDomain, 0);
  for (const AffineAccess &A : N.Accesses) {
    AffineAccess X = A;
    const unsigned Inner = static_cast<unsigned>(A.InnerLoops.size());
    X.Domain = inThreads(A.Domain, Inner);
    for (unsigned &L : X.InnerLoops)
      ++L;
    if (isOwned(A.Array)) {
      const isl::Space From = statements(New->Depth + Inner);
      isl::Space To = New->ParamSpace.withSetDims(1);
      To = To.named(New->Arrays[A.Array].IslName);
      X.Relation = isl::MultiAff::zero(From.to(To))
                       .with(0, isl::Aff::var(From, isl::Dim::Set, 0))
                       .toMap()
                       .intersectDomain(X.Domain);
      X.May = X.DataOtherwise = true;
    } else {
      // The loops read there for certain where they do so as written, even if
      // no thread does.
      X.Relation = isl::coalesced(A.Relation.alignParams(New->ParamSpace)
                                      .applyDomain(intoThreads(Inner)));
    }
    New->Accesses.push_back(std::move(X));
  }
}

std::shared_ptr<const AffineNest> SegmentsBuilder::run() {
  if (!fitsLoops() || !findOwned() || !onlyUpdates() ||
      !hasTexts(TextOf::Function) || !hasTexts(TextOf::Kernel) ||
      !countElements())
    return nullptr;
  inventNames();
  addElements();
  arrangeSource();
  arrangeArrays();
  arrangeRelations();
  if (N.Isl->exhausted()) {
    refuse("which iterations there are is too complex");
    return nullptr;
  }
  OwnerComputes Owner;
  const auto Named = llvm::find_if(Made.Arrays, [&](const Segments::Owned &O) {
    return llvm::is_contained(Source.Annot.Reduce, O.Array);
  });
  Owner.Array =
      (Named == Made.Arrays.end() ? Made.Arrays.begin() : Named)->Array;
  Made.Elements = New->Dims[0].Upper;
  Owner.Segments = std::move(Made);
  New->Owner = std::move(Owner);
  return New;
}

std::shared_ptr<const AffineNest> heddle::withSegments(const AffineNest &N,
                                                       NoSegments &Out) {
  N.Isl->resume(LegalityOperations);
  auto Result = SegmentsBuilder(N, Out).run();
  N.Isl->resume(LegalityOperations);
  return Result;
}
