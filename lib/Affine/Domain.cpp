//===- Domain.cpp - Iteration domains and what loop headers need ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header is read over the integers; the conditions under which that agrees
// with the loop as C++ runs it become Range checks. They are taken outermost
// first: the check of a loop speaks about the iterations of the loops around
// it, whose own checks come before. None is simplified under the assumption
// that iterations exist, because the zero-trip test is made after them.
//===----------------------------------------------------------------------===//

#include "Affine/Builder.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

bool reads(const Expr &E, ExprKind Kind, unsigned Index) {
  return (E.Kind == Kind && E.Index == Index) ||
         llvm::any_of(E.Operands,
                      [&](const ExprRef &O) { return reads(*O, Kind, Index); });
}

namespace {

bool contains(const Expr &Tree, const Expr *Node) {
  return &Tree == Node || llvm::any_of(Tree.Operands, [&](const ExprRef &O) {
    return contains(*O, Node);
  });
}

/// Signed overflow of a counter is undefined; others wrap, or are converted
/// back after promotion.
bool mayWrap(IntType T) { return !T.Signed || T.Bits < 32; }

isl::Set boundCounter(isl::Set S, unsigned Dim, IntType T) {
  S = S.lowerBound(isl::Dim::Set, Dim, minOf(T));
  if (T.Bits == 64 && !T.Signed)
    return isl::upperBound(S, isl::Dim::Set, Dim,
                           isl::Val::powerOfTwo(S.space(), 64).plus(-1));
  return S.upperBound(isl::Dim::Set, Dim, maxOf(T));
}

} // namespace

/// The iterations of the loops around Index, with a free last coordinate.
isl::Set Builder::outerDomain(unsigned Index) const {
  int Parent = Nest.Loops[Index].Parent;
  if (Parent < 0)
    return isl::Set::universe(statementSpace(1)).intersectParams(Ranges);
  return Domains[static_cast<size_t>(Parent)]
      .addDims(isl::Dim::Set, 1)
      .named("Stmt")
      .intersectParams(Ranges);
}

bool Builder::readLoops() {
  Domains.resize(Nest.Loops.size());
  Approximate.resize(Nest.Loops.size());
  for (unsigned L = 0; L < Nest.Loops.size(); ++L)
    if (!readLoop(L))
      return false;
  Out->Domain = Domains[Out->Depth - 1];
  if (Out->Isl->exhausted())
    return tooComplex();
  return true;
}

bool Builder::readLoop(unsigned Index) {
  const Loop &L = Nest.Loops[Index];
  isl::Set Outer = outerDomain(Index);
  int Parent = L.Parent;
  Approximate[Index] =
      L.DataDependent ||
      (Parent >= 0 && Approximate[static_cast<size_t>(Parent)]);
  if (L.DataDependent)
    return readApproximateLoop(Index, Outer);

  std::vector<unsigned> Loops = chain(Index);
  unsigned Dim = static_cast<unsigned>(Loops.size()) - 1;
  bool Up = L.Step > 0;
  if (reads(*L.Bound, ExprKind::Counter, Index)) {
    R.add(DiagID::HD250, L.Bound->Where, L.Bound->Text,
          "the loop's own counter is in its bound");
    return false;
  }
  if (L.Rel != Relation::Ne &&
      Up != (L.Rel == Relation::Lt || L.Rel == Relation::Le)) {
    R.add(DiagID::HD254, L.CondWhere, L.Name, Up ? "up" : "down");
    return false;
  }

  Expr Counter;
  Counter.Kind = ExprKind::Counter;
  Counter.Type = L.Type;
  Counter.Index = Index;
  Counter.Text = L.Name;
  Counter.Where = L.NameWhere;

  ExprReader Reader(Nest, Atoms,
                    frame(Loops, boundCounter(Outer, Dim, L.Type)));
  Relation Within = L.Rel != Relation::Ne ? L.Rel
                    : Up                  ? Relation::Lt
                                          : Relation::Gt;
  isl::PwAff Init = Reader.value(*L.Init);
  isl::Set Begin, End;
  if (!Init.isNull())
    Begin = Reader.compare(Up ? Relation::Ge : Relation::Le, Counter, *L.Init);
  if (!Begin.isNull())
    End = Reader.compare(Within, *L.CounterSide, *L.Bound);
  if (End.isNull() || !Reader.NonAffineConditions.empty())
    return reportFailure(Reader);

  isl::Set D = Outer.intersect(Begin.intersect(End));
  if (L.Step != 1 && L.Step != -1) {
    isl::PwAff Value =
        isl::PwAff::var(statementSpace(Loops.size()), isl::Dim::Set, Dim);
    D = D.intersect((Value - Init).mod(Up ? L.Step : -L.Step).whereZero());
  }
  Domains[Index] = isl::coalesced(std::move(D));
  if (Out->Isl->exhausted())
    return tooComplex();
  if (!checkHeader(Index, Outer, Reader.Conditions, Init))
    return false;
  if (L.Rel == Relation::Ne) {
    isl::PwAff Bound = Reader.value(*L.Bound);
    if (Bound.isNull())
      return reportFailure(Reader);
    if (!checkMeeting(Index, Outer, Init, Bound))
      return false;
  }
  // Later readings may rely on this loop's checks.
  Domains[Index] = Domains[Index].intersectParams(Ranges);
  return true;
}

/// The conditions of the initial value and of the bound wherever the loop is
/// reached; those of the counter at every value that is tested, the last one
/// included; and no wrap of the counter on the way.
bool Builder::checkHeader(unsigned Index, const isl::Set &Outer,
                          const std::vector<Condition> &Conditions,
                          const isl::PwAff &Init) {
  const Loop &L = Nest.Loops[Index];
  unsigned Dim = Outer.dim(isl::Dim::Set) - 1;
  std::vector<Condition> OfCounter, OfBounds;
  for (const Condition &C : Conditions)
    (contains(*L.CounterSide, C.At) ? OfCounter : OfBounds).push_back(C);
  if (!require(CheckKind::Range, OfBounds, Outer))
    return false;

  isl::Set Next = isl::shifted(Domains[Index], Dim, L.Step);
  if (mayWrap(L.Type)) {
    isl::Set Fits = boundCounter(isl::Set::universe(Next.space()), Dim, L.Type);
    isl::Set Bad = Next.subtract(Fits);
    switch (addCheck(CheckKind::Range, Bad,
                     "'" + L.Name + "' does not wrap around")) {
    case CheckResult::Proved:
    case CheckResult::Checked:
      break;
    case CheckResult::Unknown:
      return tooComplex();
    case CheckResult::Never:
      R.add(DiagID::HD252, L.NameWhere, L.Name, "wraps around");
      return false;
    }
  }
  if (OfCounter.empty())
    return true;
  isl::PwAff Counter = isl::PwAff::var(Outer.space(), isl::Dim::Set, Dim);
  isl::Set First = Outer.intersect(Counter.eq(Init));
  isl::Set Tested = boundCounter(First.unionWith(Next), Dim, L.Type);
  return require(CheckKind::Range, OfCounter, Tested);
}

/// `i != n` ends only if i meets n: n lies on the counter's way.
bool Builder::checkMeeting(unsigned Index, const isl::Set &Outer,
                           const isl::PwAff &Init, const isl::PwAff &Bound) {
  const Loop &L = Nest.Loops[Index];
  bool Up = L.Step > 0;
  isl::PwAff Way = Up ? Bound - Init : Init - Bound;
  isl::PwAff Rest = Way.mod(Up ? L.Step : -L.Step);
  isl::Set Meets = Way.whereNonNegative().intersect(Rest.whereZero());
  isl::Set Bad = Outer.subtract(Meets);
  switch (addCheck(CheckKind::Range, Bad,
                   "'" + L.Name + "' meets '" + L.Bound->Text + "'")) {
  case CheckResult::Proved:
  case CheckResult::Checked:
    return true;
  case CheckResult::Unknown:
    return tooComplex();
  case CheckResult::Never:
    R.add(DiagID::HD255, L.CondWhere, L.Name, L.Bound->Text);
    return false;
  }
  return false;
}

/// A loop whose trip count depends on data: its counter is confined by what of
/// the header is affine and needs no condition.
bool Builder::readApproximateLoop(unsigned Index, const isl::Set &Outer) {
  const Loop &L = Nest.Loops[Index];
  std::vector<unsigned> Loops = chain(Index);
  unsigned Dim = static_cast<unsigned>(Loops.size()) - 1;
  isl::Set D = boundCounter(Outer, Dim, L.Type);
  Expr Counter;
  Counter.Kind = ExprKind::Counter;
  Counter.Type = L.Type;
  Counter.Index = Index;
  Frame F = frame(Loops, D);
  auto Confine = [&](Relation Rel, const ExprRef &Side, const ExprRef &To) {
    if (!To || reads(*To, ExprKind::Counter, Index))
      return;
    ExprReader Reader(Nest, Atoms, F);
    isl::Set S = Reader.compare(Rel, Side ? *Side : Counter, *To);
    if (!S.isNull() && Reader.Conditions.empty() &&
        Reader.NonAffineConditions.empty())
      D = D.intersect(S);
  };
  bool Up = L.Step > 0;
  bool OneByOne = L.Step == 1 && L.Rel == Relation::Lt;
  if (!mayWrap(L.Type) || OneByOne)
    Confine(Up ? Relation::Ge : Relation::Le, nullptr, L.Init);
  if (L.Rel != Relation::Ne)
    Confine(L.Rel, L.CounterSide, L.Bound);
  Domains[Index] = isl::coalesced(std::move(D));
  if (Out->Isl->exhausted())
    return tooComplex();
  return true;
}

} // namespace heddle
