//===- Space.cpp - The index space: declared or inferred ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A declared space is a claim: it must equal the iterations of the outermost
// loops, or those in which some store may execute. Parameters of which only
// isl knows the type bounds make the comparison exact for every value the
// checks let through.
//===----------------------------------------------------------------------===//

#include "Affine/Builder.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

using isl::Answer;

//===----------------------------------------------------------------------===//
// Rank
//===----------------------------------------------------------------------===//

/// The rank that a list in the mapping states; 0 if there is none.
static unsigned mapRank(const Annotation &A) {
  return A.Map ? static_cast<unsigned>(combinators::rank_fixed_by(*A.Map).rank)
               : 0;
}

unsigned declaredRank(const Annotation &A) {
  for (size_t Rank :
       {A.HasBounds ? A.Upper.size() : 0, A.Step.size(), A.Width.size()})
    if (Rank)
      return static_cast<unsigned>(Rank);
  return mapRank(A);
}

bool Builder::readRank() {
  const Annotation &A = Nest.Annot;
  struct Claim {
    const char *Word;
    size_t Rank;
    SourceRef Where;
  };
  std::vector<Claim> Claims;
  if (A.HasBounds)
    Claims.push_back({"bounds", A.Upper.size(), A.BoundsWhere});
  if (!A.Step.empty())
    Claims.push_back({"step", A.Step.size(), A.StepWhere});
  if (!A.Width.empty())
    Claims.push_back({"width", A.Width.size(), A.WidthWhere});
  if (unsigned Rank = mapRank(A))
    Claims.push_back({"map", Rank, A.MapWhere});
  // The front end has compared these already; a nest made elsewhere may differ.
  for (const Claim &C : Claims)
    if (C.Rank != Claims.front().Rank) {
      R.add(C.Word == std::string("map") ? DiagID::HD118 : DiagID::HD108,
            C.Where, std::string("'") + C.Word + "'", C.Rank,
            std::string("'") + Claims.front().Word + "' has " +
                std::to_string(Claims.front().Rank));
      return false;
    }
  if (Claims.empty())
    return true;
  Out->DeclaredRank = static_cast<unsigned>(Claims.front().Rank);
  if (Out->DeclaredRank > Nest.PerfectDepth) {
    R.add(DiagID::HD303, Claims.front().Where, Claims.front().Word,
          Out->DeclaredRank, Nest.PerfectDepth)
        .note(Nest.Loops[Nest.PerfectDepth - 1].Where,
              "this is the innermost loop that is nested perfectly");
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Dimensions from the headers
//===----------------------------------------------------------------------===//

/// The value that a condition adds to its loop's counter, 1 in `i + 1 < n`;
/// none if that depends on counters.
static std::optional<Sym> shiftOf(const Expr &Side, unsigned Index,
                                  ExprReader &Reader) {
  if (Side.Kind == ExprKind::Cast)
    return shiftOf(*Side.Operands[0], Index, Reader);
  if (Side.Kind != ExprKind::Add && Side.Kind != ExprKind::Sub)
    return Sym(0);
  const bool Left = reads(*Side.Operands[0], ExprKind::Counter, Index);
  std::optional<Sym> Inner =
      shiftOf(*Side.Operands[Left ? 0 : 1], Index, Reader);
  std::optional<Sym> Other = Reader.sym(*Side.Operands[Left ? 1 : 0]);
  if (!Inner || !Other)
    return std::nullopt;
  return Side.Kind == ExprKind::Add ? *Inner + *Other : *Inner - *Other;
}

/// L, U, T of one loop; false if its bounds depend on counters. A descending
/// loop gets the last value taken as L and the first plus one as U.
bool Builder::inferDimension(unsigned Index, Dimension &D) {
  const Loop &L = Nest.Loops[Index];
  D.Counter = L.Name;
  D.Direction = L.Step > 0 ? 1 : -1;
  D.Step = L.Step > 0 ? L.Step : -L.Step;
  ExprReader Reader(Nest, Atoms, frame({}, isl::Set()));
  std::optional<Sym> Init = Reader.sym(*L.Init);
  std::optional<Sym> Bound = Init ? Reader.sym(*L.Bound) : std::nullopt;
  std::optional<Sym> Shift = shiftOf(*L.CounterSide, Index, Reader);
  if (!Bound || !Shift)
    return false;
  if (!Shift->isConst(0))
    Bound = *Bound - *Shift;
  if (L.Step > 0) {
    D.Lower = *Init;
    D.Upper = L.Rel == Relation::Le ? *Bound + Sym(1) : *Bound;
    return true;
  }
  D.Upper = *Init + Sym(1);
  Sym Low = L.Rel == Relation::Ge ? *Bound : *Bound + Sym(1);
  if (D.Step == 1)
    D.Lower = Low;
  else if (L.Rel == Relation::Ne)
    D.Lower = *Bound + Sym(D.Step);
  else
    D.Lower = *Init - floor_div(*Init - Low, Sym(D.Step)) * Sym(D.Step);
  return true;
}

void Builder::inferDimensions() {
  for (unsigned L = static_cast<unsigned>(Out->Dims.size()); L < Out->Depth;
       ++L) {
    Dimension D;
    if (!inferDimension(L, D))
      return;
    // Steps without bounds: L and U come from the header.
    const Annotation &A = Nest.Annot;
    if (L < Out->DeclaredRank && !A.Step.empty())
      D.Step = A.Step[L];
    if (L < Out->DeclaredRank && !A.Width.empty())
      D.Width = A.Width[L];
    Out->Dims.push_back(std::move(D));
  }
}

/// { Stmt[x] : L <= x < U and (x - L) mod T < W } over the first Count
/// dimensions; null if a bound is not affine.
isl::Set Builder::spaceOf(const std::vector<Dimension> &Dims,
                          size_t Count) const {
  isl::Space Space = statementSpace(Count);
  isl::Set S = isl::Set::universe(Space);
  for (unsigned D = 0; D < Count; ++D) {
    isl::PwAff X = isl::PwAff::var(Space, isl::Dim::Set, D);
    isl::Set In = toIslSet(both(less_equal(Dims[D].Lower, Sym::leaf("<x>")),
                                less(Sym::leaf("<x>"), Dims[D].Upper)),
                           Space, {{"<x>", D}});
    isl::PwAff Low = toIsl(Dims[D].Lower, Space);
    if (In.isNull() || Low.isNull())
      return isl::Set();
    S = S.intersect(In);
    if (Dims[D].Step == Dims[D].Width)
      continue;
    isl::PwAff Phase = (X - Low).mod(Dims[D].Step);
    isl::PwAff Width = toIsl(Sym(Dims[D].Width), Space);
    S = S.intersect(Phase.lt(Width));
  }
  return S;
}

//===----------------------------------------------------------------------===//
// Dimensions from the annotation
//===----------------------------------------------------------------------===//

bool Builder::declaredDimensions() {
  const Annotation &A = Nest.Annot;
  if (!A.HasBounds)
    return true;
  ExprReader Reader(Nest, Atoms, frame({}, isl::Set()));
  for (unsigned K = 0; K < Out->DeclaredRank; ++K) {
    Dimension D;
    const Loop &L = Nest.Loops[K];
    D.Counter = L.Name;
    D.Direction = L.Step > 0 ? 1 : -1;
    D.Step = A.Step.empty() ? 1 : A.Step[K];
    D.Width = A.Width.empty() ? 1 : A.Width[K];
    for (bool IsUpper : {false, true}) {
      if (!IsUpper && A.Lower.empty())
        continue;
      const Expr &E = IsUpper ? *A.Upper[K] : *A.Lower[K];
      std::optional<Sym> S = Reader.sym(E);
      if (!S || Reader.value(E).isNull()) {
        if (Reader.failure())
          return reportFailure(Reader);
        R.add(DiagID::HD250, E.Where, E.Text,
              "a loop counter is in the declared bounds");
        return false;
      }
      (IsUpper ? D.Upper : D.Lower) = *S;
    }
    Out->Dims.push_back(std::move(D));
  }
  return true;
}

/// `bounds(n, m)` over two loops: one range was said, two extents were meant.
void Builder::noteScalarBounds(Diagnostic &D) const {
  const Annotation &A = Nest.Annot;
  if (!A.HasBounds || A.Upper.size() != 1 || A.Lower.size() != 1 ||
      !A.Lower[0]->Where.isValid() || Out->Depth < 2 || Out->Dims.empty())
    return;
  std::vector<Dimension> Meant(2);
  Meant[0].Lower = Meant[1].Lower = Sym(0);
  Meant[0].Upper = Out->Dims[0].Lower;
  Meant[1].Upper = Out->Dims[0].Upper;
  isl::Set Space = spaceOf(Meant, 2);
  if (Space.isNull())
    return;
  isl::Set Runs = Domains[1].intersectParams(Ranges);
  Space = Space.intersectParams(Ranges);
  if (isl::isEqual(Space, Runs) != Answer::Yes)
    return;
  const std::string &N = A.Lower[0]->Text, &M = A.Upper[0]->Text;
  D.note(A.BoundsWhere,
         "'bounds(" + N + ", " + M + ")' is one loop from '" + N + "' to '" +
             M + "'; two loops from 0 are 'bounds({" + N + ", " + M + "})'");
}

/// In which of the two sets a smallest iteration lies that is not in the other,
/// and under which condition there is none.
bool Builder::reportMismatch(const isl::Set &Domain, const isl::Set &Declared) {
  isl::Set Missing = Domain.subtract(Declared);
  isl::Set Extra = Declared.subtract(Domain);
  bool RunsMore = isl::isEmpty(Missing) == Answer::No;
  const isl::Set &Difference = RunsMore ? Missing : Extra;
  std::optional<Witness> W = smallestWitness(Difference, Atoms.parameters());
  if (!W)
    return tooComplex();
  const Annotation &A = Nest.Annot;
  SourceRef Where = A.HasBounds             ? A.BoundsWhere
                    : A.StepWhere.isValid() ? A.StepWhere
                                            : A.WidthWhere;
  Diagnostic &D = R.add(RunsMore ? DiagID::HD301 : DiagID::HD302, Where,
                        pointText(W->Point), parametersOf(*W, Difference));
  noteScalarBounds(D);
  isl::Set Differ = Missing.unionWith(Extra).params();
  isl::Set Agree = Ranges.subtract(Differ);
  // Ranges in which nothing runs and nothing is declared agree, but say little.
  isl::Set Nonempty = Domain.unionWith(Declared).params();
  isl::Set Useful = Agree.intersect(Nonempty);
  if (isl::isEmpty(Useful) != Answer::No)
    return false;
  isl::Set Condition =
      isl::coalesced(isl::coalesced(std::move(Agree)).gist(Ranges));
  std::optional<Sym> S = symOf(Condition, Ranges);
  if (S && operatorCount(*S) <= 24)
    D.note(Nest.Where, "they agree only if '" + toString(*S) +
                           "'; if it always holds, state it with "
                           "'[[assume(...)]]' before the loop");
  return false;
}

bool Builder::compareWithDeclared() {
  if (!isSpaceDeclared())
    return true;
  unsigned Rank = Out->DeclaredRank;
  if (!requireDimensions(Rank))
    return false;
  isl::Set Declared = spaceOf(Out->Dims, Rank);
  Declared = Declared.intersectParams(Ranges);
  isl::Set Domain = Domains[Rank - 1].intersectParams(Ranges);
  Answer Same = isl::isEqual(Domain, Declared);
  if (Same == Answer::Unknown)
    return tooComplex();
  if (Same == Answer::Yes)
    return true;
  Out->AbsorbsGuards = true; // to be confirmed once the stores are known
  return true;
}

/// The declared space is not the loops' domain: it must be the iterations in
/// which a store may execute, for all parameters for which any may. For others,
/// as where loops inside have no iterations, its threads store nothing, if they
/// stand for iterations of the loops.
bool Builder::checkDeclaredAgainstStores() {
  if (!Out->AbsorbsGuards)
    return true;
  unsigned Rank = Out->DeclaredRank;
  isl::Set Declared = spaceOf(Out->Dims, Rank).intersectParams(Ranges);
  isl::Set Stores =
      Out->StoreDomain.project(isl::Dim::Set, Rank, Out->Depth - Rank);
  Stores = Stores.named("Stmt");
  // Where a check fails the loops run as they are written: the domains of
  // accesses leave those parameters out.
  isl::Set Checked = Ranges;
  for (const RuntimeCheck &C : Out->Checks)
    Checked = Checked.intersect(C.Holds);
  isl::Set Needed = Declared.intersectParams(Checked);
  Needed = Needed.intersectParams(Stores.params());
  Stores = Stores.intersectParams(Checked);
  Answer Same = isl::isEqual(Stores, Needed);
  if (Same == Answer::Yes)
    Same = isl::isSubset(Declared.intersectParams(Checked), Domains[Rank - 1]);
  if (Same == Answer::Unknown)
    return tooComplex();
  if (Same == Answer::Yes)
    return true;
  return reportMismatch(Domains[Rank - 1], Declared);
}

//===----------------------------------------------------------------------===//
// Putting it together
//===----------------------------------------------------------------------===//

/// S with every `0 <= a ? x : y` replaced by x.
static Sym withoutSelects(const Sym &S) {
  if (S.isConst() || S.kind() == SymKind::Leaf)
    return S;
  if (S.kind() == SymKind::Select)
    return withoutSelects(S.operands()[1]);
  std::vector<Sym> Ops;
  for (const Sym &O : S.operands())
    Ops.push_back(withoutSelects(O));
  return Sym::make(S.kind(), std::move(Ops));
}

/// Truncating division needs a case distinction that is idle where only empty
/// spaces differ, as in `i < n / 2`.
void Builder::simplifyBounds() {
  size_t Count = Out->Dims.size();
  std::vector<Dimension> Simple = Out->Dims;
  bool Changed = false;
  for (Dimension &D : Simple)
    for (Sym *S : {&D.Lower, &D.Upper}) {
      Sym T = withoutSelects(*S);
      Changed |= T != *S;
      *S = T;
    }
  if (!Changed)
    return;
  isl::Set Before = spaceOf(Out->Dims, Count), After = spaceOf(Simple, Count);
  Before = Before.intersectParams(Ranges);
  After = After.intersectParams(Ranges);
  if (isl::isEqual(Before, After) == Answer::Yes)
    Out->Dims = std::move(Simple);
}

/// For a space that absorbs conditions the declared iterations count, those in
/// which something is stored: its dimensions say exactly where there are some.
void Builder::zeroTrip() {
  isl::Set Runs =
      (Out->AbsorbsGuards ? spaceOf(Out->Dims, Out->RectangularDepth)
                          : Out->Domain)
          .params();
  Sym Rectangular = Sym::truth(false);
  for (unsigned D = 0; D < Out->RectangularDepth; ++D) {
    const Dimension &X = Out->Dims[D];
    Rectangular = either(
        Rectangular, X.Lower.isConst() ? less_equal(X.Upper - X.Lower, Sym(0))
                                       : less_equal(X.Upper, X.Lower));
  }
  Out->ZeroTrip = Rectangular;
  if (Out->RectangularDepth == Out->Depth || Out->AbsorbsGuards) {
    Assume = Ranges.intersect(Runs);
    return;
  }
  isl::Set Idle = isl::coalesced(Runs.complement().gist(Ranges));
  std::optional<Sym> S = symOf(Idle, Ranges);
  if (S && operatorCount(*S) <= 24) {
    Out->ZeroTrip = *S;
    Assume = Ranges.intersect(Runs);
    return;
  }
  // Too long to print: only the rectangular prefix is tested, and nothing more
  // may be assumed.
  Assume = Ranges;
  if (Out->RectangularDepth > 0)
    Assume = Assume.intersect(Domains[Out->RectangularDepth - 1].params());
}

bool Builder::isSpaceDeclared() const {
  const Annotation &A = Nest.Annot;
  return A.HasBounds || !A.Step.empty() || !A.Width.empty();
}

/// Whether there are Needed dimensions.
bool Builder::requireDimensions(unsigned Needed) {
  if (Out->Dims.size() >= Needed)
    return true;
  const Loop &L = Nest.Loops[Out->Dims.size()];
  R.add(DiagID::HD304, L.Where, L.Name, Needed);
  return false;
}

bool Builder::readSpace() {
  if (!readRank() || !declaredDimensions())
    return false;
  inferDimensions();
  if (!compareWithDeclared())
    return false;
  simplifyBounds();
  // The headers and Dims say the same set, or the last dimension is not used.
  const size_t Declared = isSpaceDeclared() ? Out->DeclaredRank : 0;
  size_t Count = Out->Dims.size();
  while (Count > Declared) {
    isl::Set S = spaceOf(Out->Dims, Count);
    isl::Set D = Domains[Count - 1].intersectParams(Ranges);
    if (!S.isNull() &&
        isl::isEqual(S.intersectParams(Ranges), D) == Answer::Yes)
      break;
    --Count;
    if (Out->Isl->exhausted())
      return tooComplex();
  }
  Out->Dims.resize(Count);
  Out->RectangularDepth = static_cast<unsigned>(Count);
  if (!requireDimensions(
          std::max(isSpaceDeclared() ? Out->DeclaredRank : 0u, 1u)))
    return false;
  zeroTrip();
  inferHulls();
  if (Out->Isl->exhausted())
    return tooComplex();
  return requireDimensions(Out->DeclaredRank);
}

} // namespace heddle
