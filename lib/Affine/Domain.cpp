//===- Domain.cpp - Iteration domains and what loop headers need ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A header is read over the integers; the conditions under which that agrees
// with the loop as C++ runs it become Range checks. They are taken outermost
// first: the check of a loop speaks about the iterations of the loops around
// it, whose own checks come before. None is simplified under the assumption
// that iterations exist, because the zero-trip test is made after them.
//===----------------------------------------------------------------------===//

#include "Affine/Domain.h"
#include "Affine/Checks.h"
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
bool mayWrap(IntType T) { return T.mayWrap() || T.Bits < 32; }

Expr counterOf(const Loop &L, unsigned Index) {
  Expr Counter;
  Counter.Kind = ExprKind::Counter;
  Counter.Type = L.Type;
  Counter.Index = Index;
  Counter.Text = L.Name;
  Counter.Where = L.NameWhere;
  return Counter;
}

isl::Set boundCounter(isl::Set S, unsigned Dim, IntType T) {
  S = S.lowerBound(isl::Dim::Set, Dim, minOf(T));
  if (T.Bits == 64 && !T.Signed)
    return isl::upperBound(S, isl::Dim::Set, Dim,
                           isl::Val::powerOfTwo(S.space(), 64).plus(-1));
  return S.upperBound(isl::Dim::Set, Dim, maxOf(T));
}

} // namespace

isl::Set outerDomain(const Builder &B, unsigned Index) {
  int Parent = B.Nest.Loops[Index].Parent;
  if (Parent < 0)
    return isl::Set::universe(statementSpace(B, 1)).intersectParams(B.Ranges);
  return B.Domains[static_cast<size_t>(Parent)]
      .addDims(isl::Dim::Set, 1)
      .named("Stmt")
      .intersectParams(B.Ranges);
}

/// The conditions of the initial value and of the bound wherever the loop is
/// reached; those of the counter at every value that is tested, the last one
/// included; and no wrap of the counter on the way.
static bool checkHeader(Builder &B, unsigned Index, const isl::Set &Outer,
                        const std::vector<Condition> &Conditions,
                        const isl::PwAff &Init) {
  const Loop &L = B.Nest.Loops[Index];
  unsigned Dim = Outer.dim(isl::Dim::Set) - 1;
  std::vector<Condition> OfCounter, OfBounds;
  for (const Condition &C : Conditions)
    (contains(*L.CounterSide, C.At) ? OfCounter : OfBounds).push_back(C);
  if (!require(B, CheckKind::Range, OfBounds, Outer))
    return false;

  isl::Set Next = isl::shifted(B.Domains[Index], Dim, L.Step);
  if (mayWrap(L.Type) && !L.StepsInCondition) {
    isl::Set Fits = boundCounter(isl::Set::universe(Next.space()), Dim, L.Type);
    isl::Set Bad = Next.subtract(Fits);
    switch (addCheck(B, CheckKind::Range, Bad,
                     "'" + L.Name + "' does not wrap around")) {
    case CheckResult::Proved:
    case CheckResult::Checked:
      break;
    case CheckResult::Unknown:
      return tooComplex(B);
    case CheckResult::Never:
      B.Diags.add(DiagID::HD252, L.NameWhere, L.Name, "wraps around");
      return false;
    }
  }
  if (OfCounter.empty())
    return true;
  isl::PwAff Counter = isl::PwAff::var(Outer.space(), isl::Dim::Set, Dim);
  isl::Set First = Outer.intersect(Counter.eq(Init));
  isl::Set Tested = boundCounter(First.unionWith(Next), Dim, L.Type);
  return require(B, CheckKind::Range, OfCounter, Tested);
}

/// `i != n` ends only if i meets n: n lies on the counter's way.
static bool checkMeeting(Builder &B, unsigned Index, const isl::Set &Outer,
                         const isl::PwAff &Init, const isl::PwAff &Bound) {
  const Loop &L = B.Nest.Loops[Index];
  bool Up = L.Step > 0;
  isl::PwAff Way = Up ? Bound - Init : Init - Bound;
  isl::PwAff Rest = Way.mod(Up ? L.Step : -L.Step);
  isl::Set Meets = Way.whereNonNegative().intersect(Rest.whereZero());
  isl::Set Bad = Outer.subtract(Meets);
  switch (addCheck(B, CheckKind::Range, Bad,
                   "'" + L.Name + "' meets '" + L.Bound->Text + "'")) {
  case CheckResult::Proved:
  case CheckResult::Checked:
    return true;
  case CheckResult::Unknown:
    return tooComplex(B);
  case CheckResult::Never:
    B.Diags.add(DiagID::HD255, L.CondWhere, L.Name, L.Bound->Text);
    return false;
  }
  return false;
}

/// A loop whose trip count depends on data, or is not affine: its counter is
/// confined by what of the header is affine and needs no condition.
static bool readApproximateLoop(Builder &B, unsigned Index,
                                const isl::Set &Outer) {
  const Loop &L = B.Nest.Loops[Index];
  std::vector<unsigned> Loops = loopsTo(B.Nest, Index);
  unsigned Dim = static_cast<unsigned>(Loops.size()) - 1;
  isl::Set D = boundCounter(Outer, Dim, L.Type);
  const Expr Counter = counterOf(L, Index);
  Frame F = frame(B, Loops, D);
  auto Confine = [&](Relation Rel, const ExprRef &Side, const ExprRef &To) {
    if (!To || reads(*To, ExprKind::Counter, Index))
      return;
    ExprReader Reader(B.Nest, B.Atoms, F);
    isl::Set S = compare(Reader, Rel, Side ? *Side : Counter, *To);
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
  B.Domains[Index] = isl::coalesced(std::move(D));
  if (B.Out->Isl->exhausted())
    return tooComplex(B);
  return true;
}

static bool readLoop(Builder &B, unsigned Index) {
  const Loop &L = B.Nest.Loops[Index];
  isl::Set Outer = outerDomain(B, Index);
  int Parent = L.Parent;
  B.Approximate[Index] =
      L.DataDependent ||
      (Parent >= 0 && B.Approximate[static_cast<size_t>(Parent)]);
  if (L.DataDependent)
    return readApproximateLoop(B, Index, Outer);

  std::vector<unsigned> Loops = loopsTo(B.Nest, Index);
  unsigned Dim = static_cast<unsigned>(Loops.size()) - 1;
  bool Up = L.Step > 0;
  if (reads(*L.Bound, ExprKind::Counter, Index)) {
    B.Diags.add(DiagID::HD250, L.Bound->Where, L.Bound->Text,
                "the loop's own counter is in its bound");
    return false;
  }
  if (L.Rel != Relation::Ne &&
      Up != (L.Rel == Relation::Lt || L.Rel == Relation::Le)) {
    B.Diags.add(DiagID::HD254, L.CondWhere, L.Name, Up ? "up" : "down");
    return false;
  }

  const Expr Counter = counterOf(L, Index);
  ExprReader Reader(B.Nest, B.Atoms,
                    frame(B, Loops, boundCounter(Outer, Dim, L.Type)));
  Relation Within = L.Rel != Relation::Ne ? L.Rel
                    : Up                  ? Relation::Lt
                                          : Relation::Gt;
  isl::PwAff Init = valueOf(Reader, *L.Init);
  isl::Set Begin, End;
  if (!Init.isNull())
    Begin = compare(Reader, Up ? Relation::Ge : Relation::Le, Counter, *L.Init);
  if (!Begin.isNull())
    End = compare(Reader, Within, *L.CounterSide, *L.Bound);
  if (End.isNull() || !Reader.NonAffineConditions.empty()) {
    // In a thread the loop runs as it is written, whatever is known of it.
    if (Index < B.Out->Depth || B.Out->Isl->exhausted())
      return reportFailure(B, Reader);
    B.Approximate[Index] = true;
    return readApproximateLoop(B, Index, Outer);
  }

  isl::Set D = Outer.intersect(Begin.intersect(End));
  if (L.Step != 1 && L.Step != -1) {
    isl::PwAff Value =
        isl::PwAff::var(statementSpace(B, Loops.size()), isl::Dim::Set, Dim);
    D = D.intersect((Value - Init).mod(Up ? L.Step : -L.Step).whereZero());
  }
  B.Domains[Index] = isl::coalesced(std::move(D));
  if (B.Out->Isl->exhausted())
    return tooComplex(B);
  if (!checkHeader(B, Index, Outer, Reader.Conditions, Init))
    return false;
  if (L.Rel == Relation::Ne) {
    isl::PwAff Bound = valueOf(Reader, *L.Bound);
    if (Bound.isNull())
      return reportFailure(B, Reader);
    if (!checkMeeting(B, Index, Outer, Init, Bound))
      return false;
  }
  // Later readings may rely on this loop's checks.
  B.Domains[Index] = B.Domains[Index].intersectParams(B.Ranges);
  return true;
}

bool readLoops(Builder &B) {
  B.Domains.resize(B.Nest.Loops.size());
  B.Approximate.resize(B.Nest.Loops.size());
  for (unsigned L = 0; L < B.Nest.Loops.size(); ++L)
    if (!readLoop(B, L))
      return false;
  B.Out->Domain = B.Domains[B.Out->Depth - 1];
  if (B.Out->Isl->exhausted())
    return tooComplex(B);
  return true;
}

} // namespace heddle
