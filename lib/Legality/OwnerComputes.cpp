//===- OwnerComputes.cpp - A nest in which threads own elements -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some of the source's perfect loops are coordinates of the thread, some follow
// from these (Owners), and the others keep their headers and their order. In
// the kernel's text, which is the source's, a header that does not run becomes
// the condition under which the loop takes the value. By induction over the
// loops from the outermost one inwards the text runs exactly the source's
// iterations: a header that stays does what it did, and a condition is the
// loop's domain wherever it is reached.
//===----------------------------------------------------------------------===//

#include "Legality/OwnerComputes.h"
#include "Affine/SymFromIsl.h"
#include "Legality/Choice.h"
#include "Legality/Conflicts.h"
#include "Legality/OwnerComputesBuilder.h"
#include "Support/Identifiers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>

using namespace heddle;
using isl::Answer;

/// Bounds and conditions that nobody can read are none that anybody should
/// trust.
static constexpr unsigned MostOperators = 24;

//===----------------------------------------------------------------------===//
// What is taken
//===----------------------------------------------------------------------===//

bool OwnerComputesBuilder::isFit() {
  if (N.AbsorbsGuards)
    return refuse("the declared space leaves out iterations of the loops");
  if (N.Prefixes.size() != N.Depth)
    return tooComplex();
  for (unsigned L = 0; L < N.Depth; ++L)
    if (!Source.Loops[L].NameIsUnique)
      return refuse("something else has the name of loop " + nameOf(L));
  for (const AffineAccess &A : N.Accesses)
    if (Source.Accesses[A.Source].Loops.size() < N.Depth)
      return refuse("a loop's header reads an array");
  // An empty nest launches nothing; the ends of what is mapped are those of
  // iterations that there are.
  isl::Set Runs = N.Domain.params();
  if (isl::isSubset(Launched, Runs) != Answer::Yes)
    return tooComplex();
  return true;
}

/// All updates of the array are to be in the hands of its owners, which is for
/// verification to say; one of them, into N.Accesses, tells who these are.
std::optional<unsigned> OwnerComputesBuilder::findUpdate(unsigned Array) {
  for (unsigned I = 0; I < N.Accesses.size(); ++I) {
    const Access &A = Source.Accesses[N.Accesses[I].Source];
    if (N.Accesses[I].Array == Array && A.IsWrite && !A.Reduces.empty())
      return I;
  }
  tooComplex();
  return std::nullopt;
}

/// The coordinates are the outer loops as they stand: nothing is to change.
bool OwnerComputesBuilder::isOutermostAlready() const {
  unsigned Count = static_cast<unsigned>(Plan.Coordinates.size());
  for (unsigned L = 0; L < Count; ++L)
    if (!Plan.isCoordinate(L))
      return false;
  return true;
}

std::string heddle::unmentionedName(const LoopNest &Source,
                                    llvm::ArrayRef<std::string> Others,
                                    const std::string &Base) {
  llvm::StringSet<> Taken;
  auto Take = [&](llvm::StringRef Name) { Taken.insert(Name); };
  for (TextOf Which : {TextOf::Function, TextOf::Kernel})
    forEachName(*Source.Code, Source, Which, Take);
  for (const std::string &Name : Source.OtherNames)
    Take(Name);
  for (const Loop &L : Source.Loops)
    Take(L.Name);
  for (const Param &P : Source.Params)
    Take(P.Name);
  for (const ArrayInfo &A : Source.Arrays)
    Take(A.KernelName);
  for (const std::string &Name : Others)
    Take(Name);
  return freeName(
      Base, [&](const std::string &Name) { return Taken.contains(Name); });
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// The terms of the sum, positive ones first. Nothing if the sum takes a
/// parameter that the kernel has no name for.
std::optional<std::vector<Sym>>
OwnerComputesBuilder::termsOf(const LinearSum &S) const {
  std::vector<Sym> Positive, Negative;
  bool Nameable = true;
  auto Add = [&](int64_t Factor, const Sym &Leaf) {
    if (Factor > 0)
      Positive.push_back(Leaf * Sym(Factor));
    else if (Factor < 0)
      Negative.push_back(-(Leaf * Sym(-Factor)));
  };
  for (size_t E = 0; E < S.Elements.size(); ++E)
    Add(S.Elements[E], Sym::leaf(ElementNames[E]));
  for (size_t P = 0; P < S.Params.size(); ++P) {
    Nameable &= S.Params[P] == 0 || N.Parameters[P].SourceParam >= 0;
    Add(S.Params[P], Sym::leaf(N.Parameters[P].Name));
  }
  for (size_t L = 0; L < S.Counters.size(); ++L)
    Add(S.Counters[L], Sym::leaf(Source.Loops[L].Name));
  if (S.Constant != 0)
    Positive.push_back(Sym(S.Constant));
  llvm::append_range(Positive, Negative);
  if (!Nameable)
    return std::nullopt;
  return Positive;
}

static Sym sumOf(const std::vector<Sym> &Terms) {
  Sym Sum(0);
  for (const Sym &T : Terms)
    Sum = T.kind() == SymKind::Neg && !Sum.isConst(0) ? Sum - T.operands()[0]
                                                      : Sum + T;
  return Sum;
}

std::optional<Sym> OwnerComputesBuilder::symOfSum(const LinearSum &S) const {
  std::optional<std::vector<Sym>> Terms = termsOf(S);
  return Terms ? std::optional<Sym>(sumOf(*Terms)) : std::nullopt;
}

/// The sum in an order in which no partial one leaves 64 bits in all of Where.
std::optional<Sym>
OwnerComputesBuilder::computable(const LinearSum &S,
                                 const isl::Set &Where) const {
  constexpr size_t MostTerms = 4; // whose orders are tried
  std::optional<std::vector<Sym>> Terms = termsOf(S);
  if (!Terms)
    return std::nullopt;
  std::vector<unsigned> Order;
  for (unsigned T = 0; T < Terms->size(); ++T)
    Order.push_back(T);
  do {
    std::vector<Sym> Sorted;
    for (unsigned T : Order)
      Sorted.push_back((*Terms)[T]);
    Sym Sum = sumOf(Sorted);
    if (fits(Sum, Where, leafDims(), 64))
      return Sum;
  } while (Order.size() <= MostTerms &&
           std::next_permutation(Order.begin(), Order.end()));
  return std::nullopt;
}

/// S with a + 1 <= b as a < b, which computes less.
static Sym withStrictOrder(const Sym &S) {
  if (S.kind() == SymKind::Le && S.operands()[0].kind() == SymKind::Add &&
      S.operands()[0].operands()[1].isConst(1))
    return less(S.operands()[0].operands()[0], S.operands()[1]);
  if (S.kind() != SymKind::And && S.kind() != SymKind::Or)
    return S;
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(withStrictOrder(Op));
  return Sym::make(S.kind(), std::move(Ops));
}

isl::Aff OwnerComputesBuilder::counter(unsigned Loop,
                                       const isl::Space &Domain) const {
  return isl::Aff::var(Domain, isl::Dim::Set, Loop);
}

/// The value of a sum of counters and parameters.
isl::Aff OwnerComputesBuilder::affOfSum(const LinearSum &S,
                                        const isl::Space &Domain) const {
  isl::Aff A = isl::Aff::zero(Domain);
  auto Set = [&](isl::Dim T, const std::vector<int64_t> &Factors) {
    for (size_t I = 0; I < Factors.size(); ++I)
      A = A.withCoefficient(T, static_cast<unsigned>(I), Factors[I]);
  };
  Set(isl::Dim::Param, S.Params);
  Set(isl::Dim::In, S.Counters);
  return A.withConstant(S.Constant);
}

//===----------------------------------------------------------------------===//
// The space of the threads
//===----------------------------------------------------------------------===//

/// From the smallest to the largest value.
bool OwnerComputesBuilder::addHull(const isl::Aff &Value, Dimension &D) {
  isl::Set Taken = N.Domain.intersectParams(Launched).apply(Value.toMap());
  std::optional<std::pair<Sym, Sym>> Ends = endsOf(Taken, 0, Launched);
  if (!Ends)
    return false;
  D.Lower = Ends->first;
  D.Upper = Ends->second + Sym(1);
  return true;
}

bool OwnerComputesBuilder::addDimensions() {
  isl::Space Iterations = N.Domain.space();
  for (const Owners::Coordinate &C : Plan.Coordinates) {
    Dimension D;
    if (!C.IsElement && C.Index < N.RectangularDepth) {
      Out->Dims.push_back(N.Dims[C.Index]);
      continue;
    }
    isl::Aff Value = C.IsElement ? affOfSum(Plan.Elements[C.Index], Iterations)
                                 : counter(C.Index, Iterations);
    if (!addHull(Value, D))
      return refuse("the ends of " +
                    (C.IsElement ? "a subscript" : nameOf(C.Index)) +
                    " over all iterations are too complex to print");
    D.Counter =
        C.IsElement ? ElementNames[C.Index] : Source.Loops[C.Index].Name;
    if (!C.IsElement)
      D.Direction = Source.Loops[C.Index].Step > 0 ? 1 : -1;
    Out->Dims.push_back(std::move(D));
  }
  return true;
}

/// S, of fewer dimensions, in the space of all counters and then of elements.
isl::Set OwnerComputesBuilder::inSpace(const isl::Set &S, unsigned Dims) const {
  return S.unnamed().addDims(isl::Dim::Set, Dims - S.dim(isl::Dim::Set));
}

//===----------------------------------------------------------------------===//
// The loops that do not run
//===----------------------------------------------------------------------===//

LeafDims OwnerComputesBuilder::leafDims() const {
  LeafDims Dims;
  for (unsigned L = 0; L < N.Depth; ++L)
    Dims[Source.Loops[L].Name] = L;
  for (unsigned E = 0; E < ElementNames.size(); ++E)
    Dims[ElementNames[E]] = N.Depth + E;
  return Dims;
}

/// Where the place of Loop's header is reached, and with which values of its
/// counter; over all counters, those of inner loops being any, and elements.
isl::Set OwnerComputesBuilder::reached(unsigned Loop) const {
  unsigned Dims = N.Depth + static_cast<unsigned>(ElementNames.size());
  isl::Set S = Loop == 0 ? isl::Set::universe(isl::Space::sets(*N.Isl, 0))
                         : N.Prefixes[Loop - 1];
  S = inSpace(S, Dims).alignParams(N.ParamSpace).intersectParams(Launched);
  isl::Space Space = S.space();
  LeafDims Leaves = leafDims();
  auto Require = [&](const Sym &Holds) {
    isl::Set Some = toIslSet(Holds, Space, Leaves);
    S = S.intersect(Some);
  };
  for (const Dimension &D : Out->Dims) {
    Sym X = Sym::leaf(D.Counter);
    Require(both(less_equal(D.Lower, X), less(X, D.Upper)));
    Require(less(floor_mod(X - D.Lower, D.Step), D.Width));
    // The kernel has it in 64 bits.
    Require(both(less_equal(Sym(INT64_MIN), X), less_equal(X, INT64_MAX)));
  }
  for (unsigned L = 0; L <= Loop; ++L)
    if (Plan.Values[L])
      if (std::optional<Sym> Value = symOfSum(*Plan.Values[L]))
        Require(equal(Sym::leaf(Source.Loops[L].Name), *Value));
  return S;
}

/// The header can be taken out of the text.
bool OwnerComputesBuilder::hasPlace(unsigned Loop) {
  const heddle::Loop &L = Source.Loops[Loop];
  const ValueRef Text =
      valueAt(Source.Code, {L.TextBegin, L.TextEnd}, ValueKind::Loop);
  const Span Header{L.TextBegin, L.HeaderEnd};
  if (!Text || Text->Operands.empty() || !(Text->operand(0).Where == Header))
    return refuse("the text of loop " + nameOf(Loop) + " cannot be replaced");
  return true;
}

bool OwnerComputesBuilder::addSolved(unsigned Loop) {
  if (!hasPlace(Loop))
    return false;
  SolvedLoop L;
  L.Loop = Loop; // renumbered later
  L.Mapped = Plan.isCoordinate(Loop);
  L.TextBegin = Source.Loops[Loop].TextBegin;
  L.HeaderEnd = Source.Loops[Loop].HeaderEnd;
  L.TextEnd = Source.Loops[Loop].TextEnd;
  isl::Set Here = reached(Loop);
  unsigned Dims = Here.dim(isl::Dim::Set);
  isl::Set Taken = inSpace(N.Prefixes[Loop], Dims);
  auto TooComplex = [&] {
    return refuse("the condition under which loop " + nameOf(Loop) +
                  " takes a value is too complex to print");
  };
  if (!L.Mapped) {
    std::optional<Sym> Value = computable(*Plan.Values[Loop], Here);
    if (!Value)
      return refuse(
          "the counter of loop " + nameOf(Loop) +
          " might exceed 64 bits where it is computed from the others");
    L.Value = *Value;
    L.Wide = unmentioned(Source.Loops[Loop].Name + "_0");
  }
  Answer Always = isl::isSubset(Here, Taken);
  if (Always == Answer::Unknown)
    return tooComplex();
  if (Always == Answer::No) {
    isl::Set Simple = isl::coalesced(Taken.gist(Here));
    for (unsigned P = 0; P < N.Parameters.size(); ++P)
      if (N.Parameters[P].SourceParam < 0 &&
          Simple.involves(isl::Dim::Param, P) != Answer::No)
        return TooComplex();
    std::optional<Sym> Runs = symOf(asParameters(std::move(Simple), leafDims()),
                                    asParameters(Here, leafDims()));
    if (Runs)
      Runs = withStrictOrder(*Runs);
    if (!Runs || operatorCount(*Runs) > MostOperators ||
        !fits(*Runs, Here, leafDims(), 64))
      return TooComplex();
    L.Runs = *Runs;
    L.Narrow = L.Mapped && !mentionsWide(N, *Runs) &&
               fits(*Runs, Here, leafDims(), 32);
    if (!L.Mapped)
      L.Runs =
          L.Runs.substitute({{Source.Loops[Loop].Name, Sym::leaf(L.Wide)}});
  }
  Result.Loops.push_back(std::move(L));
  return true;
}

std::shared_ptr<const AffineNest>
OwnerComputesBuilder::ofArray(unsigned Array) {
  const std::optional<unsigned> Update = findUpdate(Array);
  std::optional<Owners> Chosen =
      Update ? chooseOwners(N, *Update, Apart, Why) : std::nullopt;
  if (!Chosen)
    return nullptr;
  Plan = std::move(*Chosen);
  Result.Array = Array;
  return run();
}

std::shared_ptr<const AffineNest> OwnerComputesBuilder::turned() {
  Plan.Values.resize(N.Depth);
  for (unsigned L : Apart)
    Plan.Coordinates.push_back({false, L});
  return run();
}

/// Makes the nest that Plan asks for.
std::shared_ptr<const AffineNest> OwnerComputesBuilder::run() {
  if (isOutermostAlready() || !isFit())
    return nullptr;
  InThread = Plan.inThread();
  for (size_t E = 0; E < Plan.Elements.size(); ++E)
    ElementNames.push_back(unmentioned("element"));
  if (!addDimensions())
    return nullptr;
  for (unsigned L = 0; L < N.Depth; ++L)
    if ((Plan.Values[L] || Plan.isCoordinate(L)) && !addSolved(L))
      return nullptr;
  chooseHostLoops();
  arrangeLoops();
  arrangeSource();
  arrangeRelations();
  if (!isOneToOne() || !keepsOrder())
    return nullptr;
  if (N.Isl->exhausted()) {
    tooComplex();
    return nullptr;
  }
  for (SolvedLoop &L : Result.Loops)
    L.Loop = NewIndex[L.Loop];
  Out->Owner = std::move(Result);
  return Out;
}

std::shared_ptr<const AffineNest>
heddle::ownerComputes(std::shared_ptr<const AffineNest> N, unsigned Array,
                      llvm::ArrayRef<unsigned> Apart, std::string &Why) {
  const std::shared_ptr<isl::Context> Isl = N->Isl;
  Isl->resume(LegalityOperations);
  auto Result = OwnerComputesBuilder(std::move(N), Apart, Why).ofArray(Array);
  Isl->resume(LegalityOperations);
  return Result;
}

std::shared_ptr<const AffineNest>
heddle::withLoopsTurned(std::shared_ptr<const AffineNest> N,
                        llvm::ArrayRef<unsigned> Apart, std::string &Why) {
  const std::shared_ptr<isl::Context> Isl = N->Isl;
  Isl->resume(LegalityOperations);
  auto Result = OwnerComputesBuilder(std::move(N), Apart, Why).turned();
  Isl->resume(LegalityOperations);
  return Result;
}
