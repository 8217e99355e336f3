//===- Interior.cpp - Iterations that need fewer conditions ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Kernel/Interior.h"
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Legality/Choice.h"
#include "Mapping/NestModel.h"
#include "Mapping/Proof.h"
#include "Mapping/Ranges.h"
#include "Mapping/Recovery.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

namespace heddle {

using isl::Answer;

//===--- The body without conditions --------------------------------------===//

static ValueRef partAt(const ValueRef &V, Span Where) {
  if (V->isWritten() && V->Where == Where)
    return V;
  for (const Operand &Op : V->Operands)
    if (Op.Is->Where.contains(Where) || !Op.Is->isWritten())
      if (ValueRef Found = partAt(Op.Is, Where))
        return Found;
  return nullptr;
}

namespace {

/// Puts the values of shortcuts in the place of expressions.
class Shortener {
public:
  Shortener(const LoopNest &N, std::vector<unsigned> Taken)
      : N(N), Taken(std::move(Taken)) {}

  ValueRef body(const ValueRef &V);
  /// Into LoopNest::Shortcuts: of the outermost expressions, each once for each
  /// time that it stands in the body.
  std::vector<unsigned> Used;

private:
  ValueRef shortened(const ValueRef &X);

  const LoopNest &N;
  const std::vector<unsigned> Taken;
};

} // namespace

static bool namesLocals(const Value &V) {
  bool Does = false;
  forEachValue(V, [&](const Value &X) {
    Does |= X.Kind == ValueKind::Hidden ||
            (X.Kind == ValueKind::Name && X.Means == NameMeaning::Local);
    return !Does;
  });
  return Does;
}

ValueRef Shortener::body(const ValueRef &V) {
  return changed(V, [&](const ValueRef &X) { return shortened(X); });
}

ValueRef Shortener::shortened(const ValueRef &X) {
  if (!X->isWritten())
    return nullptr;
  const auto Is = llvm::find_if(
      Taken, [&](unsigned I) { return N.Shortcuts[I].Where == X->Where; });
  if (Is == Taken.end())
    return nullptr;
  const Shortcut &S = N.Shortcuts[*Is];
  // Compilers would warn of variables without a use.
  const bool KeepsUses = namesLocals(*X);
  const auto Keep = [&](ValueRef Value, const char *Before,
                        const char *Between) {
    return makeValue(ValueKind::Sequence,
                     {makeTokens(Before), std::move(Value), makeTokens(Between),
                      X, makeTokens("))")});
  };
  if (!S.Is.empty()) {
    Used.push_back(*Is);
    const ValueRef Value = makeConstant(S.Is);
    return KeepsUses ? Keep(Value, "(", S.Is == "true" ? " || (" : " && (")
                     : Value;
  }
  const ValueRef Part = partAt(X, S.Value);
  if (!Part || Part == X)
    return nullptr;
  Used.push_back(*Is);
  const ValueRef Value = makeValue(ValueKind::Cast, {body(Part)}, "", S.Type);
  return KeepsUses ? Keep(Value, "(true ? ", " : (") : Value;
}

//===--- The region -------------------------------------------------------===//

namespace {

class InteriorFinder {
public:
  InteriorFinder(const MappedNest &M, const ValueRef &Body)
      : N(M.affine()), Source(*N.Nest), Body(Body), Rank(M.rank()), Known(N),
        Model(N, Rank, Known) {}

  std::optional<Interior> find();

private:
  isl::Set iterations() const;
  isl::Set failuresOf(const AffineShortcut &S) const;
  bool isLarge(const isl::Set &Region) const;
  std::optional<int64_t> lengthOf(const isl::Set &S, unsigned Dim) const;
  void choose();
  void narrow(Interior &To) const;
  bool pays(const Sym &Where, llvm::ArrayRef<unsigned> Used) const;

  const AffineNest &N;
  const LoopNest &Source;
  const ValueRef &Body;
  const unsigned Rank;
  const Ranges Known;
  const NestModel Model;
  isl::Set All;    ///< iterations of the mapped loops, in all launches
  isl::Set Region; ///< part of All
  std::vector<unsigned> Taken;
};

} // namespace

isl::Set InteriorFinder::iterations() const {
  return isl::coalesced(
      N.Prefixes[Rank - 1].intersectParams(launchedParameters(N)));
}

/// Iterations of the mapped loops.
isl::Set InteriorFinder::failuresOf(const AffineShortcut &S) const {
  return S.Fails.project(isl::Dim::Set, Rank, N.Depth - Rank).named("Stmt");
}

/// How many values of a counter lie between the ends, for parameters as they
/// are assumed to be.
std::optional<int64_t> InteriorFinder::lengthOf(const isl::Set &S,
                                                unsigned Dim) const {
  const isl::Set Values = isl::coordinate(S, Dim);
  const auto First = isl::samplePoint(isl::lexmin(Values)),
             Last = isl::samplePoint(isl::lexmax(Values));
  if (!First || !Last || First->empty() || Last->empty())
    return std::nullopt;
  return Last->back() - First->back() + 1;
}

/// About half of the iterations lie in it, or more.
bool InteriorFinder::isLarge(const isl::Set &Region) const {
  isl::Set Part = Region, Whole = All;
  for (unsigned P = 0; P != N.Parameters.size(); ++P) {
    const auto Value = Model.parameters().find(N.Parameters[P].Name);
    if (Value == Model.parameters().end())
      return false;
    Part = Part.fix(isl::Dim::Param, P, Value->second);
    Whole = Whole.fix(isl::Dim::Param, P, Value->second);
  }
  double Share = 1;
  for (unsigned D = 0; D != Rank; ++D) {
    const auto Inside = lengthOf(Part, D), Length = lengthOf(Whole, D);
    if (!Inside || !Length || *Length <= 0)
      return false;
    Share *= static_cast<double>(*Inside) / static_cast<double>(*Length);
  }
  return Share >= 0.5;
}

/// One after the other, as long as the region stays large and in one piece.
void InteriorFinder::choose() {
  Region = All;
  for (const AffineShortcut &S : N.Shortcuts) {
    const Span Where = Source.Shortcuts[S.Source].Where;
    const auto HasText = [&](unsigned I) {
      const Shortcut &Outer = Source.Shortcuts[I];
      return Outer.Where == Where ||
             (!Outer.Is.empty() && Outer.Where.contains(Where));
    };
    if (llvm::any_of(Taken, HasText))
      continue;
    const isl::Set Fails = failuresOf(S);
    isl::Set Smaller = Region;
    if (isl::isEmpty(Fails.intersect(Region)) != Answer::Yes)
      Smaller = isl::coalesced(Region.subtract(Fails));
    if (Smaller.isNull() || isl::pieces(Smaller) > 1 || !isLarge(Smaller))
      continue;
    Region = std::move(Smaller);
    Taken.push_back(S.Source);
  }
}

static unsigned comparisonsIn(const Expr &E) {
  unsigned Sum = 0;
  switch (E.Kind) {
  case ExprKind::Lt:
  case ExprKind::Le:
  case ExprKind::Gt:
  case ExprKind::Ge:
  case ExprKind::Eq:
  case ExprKind::Ne:
  case ExprKind::Min:
  case ExprKind::Max:
  case ExprKind::Select:
    Sum = 1;
    break;
  default:
    break;
  }
  for (const ExprRef &Op : E.Operands)
    Sum += comparisonsIn(*Op);
  return Sum;
}

/// The test runs once in each thread, and the body stands twice.
bool InteriorFinder::pays(const Sym &Where,
                          llvm::ArrayRef<unsigned> Used) const {
  double Spared = 0;
  for (unsigned I : Used) {
    const Shortcut &S = Source.Shortcuts[I];
    double Times = 1;
    for (unsigned L : llvm::ArrayRef(S.Loops).drop_front(Rank))
      Times *= Model.tripsOf(L);
    Spared += Times * comparisonsIn(*S.Cond);
  }
  return Spared >= 2.0 * operatorCount(Where) + 4;
}

static bool divides(const Sym &S) {
  return S.kind() == SymKind::FloorMod || S.kind() == SymKind::FloorDiv ||
         S.kind() == SymKind::CeilDiv ||
         llvm::any_of(S.operands(), [](const Sym &Op) { return divides(Op); });
}

/// `x + c <= y` as `c <= y - x`: numbers of one sign, whose difference fits
/// where a sum may not.
static Sym withDifferences(const Sym &S) {
  std::vector<Sym> Ops = S.operands();
  if (S.kind() == SymKind::And) {
    for (Sym &Op : Ops)
      Op = withDifferences(Op);
    return Sym::make(SymKind::And, std::move(Ops));
  }
  const bool IsLess = S.kind() == SymKind::Le || S.kind() == SymKind::Lt;
  if (!IsLess || Ops[1].isConst() || Ops[0].kind() != SymKind::Add ||
      !Ops[0].operands()[1].isConst())
    return S;
  const Sym &Sum = Ops[0];
  return Sym::make(S.kind(), {Sum.operands()[1], Ops[1] - Sum.operands()[0]});
}

/// Numbers of 32 bits instead of 64, where that takes no more than another form
/// of the comparisons.
void InteriorFinder::narrow(Interior &To) const {
  const Sym Other = withDifferences(To.Where);
  LeafDims Dims;
  for (unsigned D = 0; D != Rank; ++D)
    Dims[Source.Loops[D].Name] = D;
  if (To.Narrow || mentionsWide(N, Other) || !fits(Other, All, Dims, 32))
    return;
  To.Where = Other;
  To.Narrow = true;
}

std::optional<Interior> InteriorFinder::find() {
  All = iterations();
  choose();
  if (Taken.empty())
    return std::nullopt;
  Interior Is;
  Shortener Short(Source, Taken);
  Is.Body = Short.body(Body);
  Is.Conditions = static_cast<unsigned>(Short.Used.size());
  const auto Loops = llvm::to_vector(llvm::seq(0u, Rank));
  const std::optional<Choice> Chosen =
      chooseBetween(N, Loops, Region, All.subtract(Region), All);
  if (!Chosen || divides(Chosen->Holds) || !pays(Chosen->Holds, Short.Used))
    return std::nullopt;
  Is.Where = Chosen->Holds;
  Is.Narrow = Chosen->Narrow;
  narrow(Is);
  return Is;
}

//===--- Blocks that are inside -------------------------------------------===//

namespace {

/// The ends of linear expressions over a box of iterations.
struct BoxEnds {
  const Tile &Box;
  const LoopNest &N;

  std::optional<Sym> endOf(const Sym &S, bool Upper) const;
  std::optional<Sym> holds(const Sym &S) const;
};

} // namespace

/// The greatest value of S, or the least one.
std::optional<Sym> BoxEnds::endOf(const Sym &S, bool Upper) const {
  std::vector<Sym> Ends;
  switch (S.kind()) {
  case SymKind::Const:
    return S;
  case SymKind::Leaf:
    for (auto [D, Axis] : llvm::enumerate(Box.Axes))
      if (N.Loops[D].Name == S.name())
        return Upper ? Axis.Origin + (Axis.Extent - 1) : Axis.Origin;
    return S;
  case SymKind::Add:
  case SymKind::Sub:
    for (auto [I, Op] : llvm::enumerate(S.operands())) {
      const bool Falls = I == 1 && S.kind() == SymKind::Sub;
      const std::optional<Sym> End = endOf(Op, Upper != Falls);
      if (!End)
        return std::nullopt;
      Ends.push_back(*End);
    }
    return Sym::make(S.kind(), std::move(Ends));
  default:
    return std::nullopt;
  }
}

std::optional<Sym> BoxEnds::holds(const Sym &S) const {
  const std::vector<Sym> &Ops = S.operands();
  if (S.kind() == SymKind::And) {
    const std::optional<Sym> A = holds(Ops[0]), B = holds(Ops[1]);
    return A && B ? std::optional(Sym::make(SymKind::And, {*A, *B}))
                  : std::nullopt;
  }
  if (S.kind() != SymKind::Le && S.kind() != SymKind::Lt)
    return std::nullopt;
  const std::optional<Sym> A = endOf(Ops[0], /*Upper=*/true),
                           B = endOf(Ops[1], /*Upper=*/false);
  return A && B ? std::optional(Sym::make(S.kind(), {*A, *B})) : std::nullopt;
}

std::optional<Sym> Interior::throughout(const Tile &Box,
                                        const LoopNest &N) const {
  return BoxEnds{Box, N}.holds(Where);
}

//===--- Rows on the CPU --------------------------------------------------===//

/// Adds a comparison, or all that are joined; false: one is of another form.
static bool addTo(InsideRow &Row, const Sym &S, const std::string &Counter) {
  const std::vector<Sym> &Ops = S.operands();
  if (S.kind() == SymKind::And)
    return addTo(Row, Ops[0], Counter) && addTo(Row, Ops[1], Counter);
  if (S.kind() != SymKind::Le && S.kind() != SymKind::Lt)
    return false;
  // It says that Rest + Times * Counter is not negative.
  const Sym Less = S.kind() == SymKind::Lt ? Ops[0] + 1 : Ops[0];
  const Sym Difference = Ops[1] - Less;
  Coefficients Of;
  if (!addLinear(Difference, 1, {{Counter, 1}}, Of))
    return false;
  const int64_t Times = Of[Counter];
  if (Times < -1 || Times > 1)
    return false;
  const Sym Rest = Difference.substitute({{Counter, Sym(0)}});
  if (Times == 1)
    Row.First = max_of(Row.First, 0 - Rest);
  else if (Times == -1)
    Row.Last = min_of(Row.Last, Rest + 1);
  else
    Row.Rows = Row.Rows.isConst(1) ? S : Sym::make(SymKind::And, {Row.Rows, S});
  return true;
}

std::optional<InsideRow> findInsideRow(const Interior &Is,
                                       const MappedNest &M) {
  const AffineNest &N = M.affine();
  const unsigned Inner = M.rank() - 1;
  const Loop &L = N.Nest->Loops[Inner];
  const Dimension &D = N.Dims[Inner];
  // A difference of ints, and a counter that is one.
  if (Inner == 0 || !Is.Narrow || N.RectangularDepth < M.rank() ||
      D.Step != 1 || D.Width != 1 || !L.DeclaresCounter || L.CxxType != "int")
    return std::nullopt;
  InsideRow Row;
  Row.Rows = Sym::truth(true);
  Row.Lower = Row.First = D.Lower;
  Row.Upper = Row.Last = D.Upper;
  if (!addTo(Row, Is.Where, L.Name))
    return std::nullopt;
  bool IsKnown = true;
  for (const Sym &S : {Row.Lower, Row.Upper})
    forEachLeaf(S, [&](llvm::StringRef Name) {
      IsKnown &= llvm::any_of(N.Nest->Params,
                              [&](const Param &P) { return P.Name == Name; });
    });
  if (!IsKnown)
    return std::nullopt;
  TakenNames Names(*N.Nest);
  Row.BeginName = Names.invent(L.Name + "_begin");
  Row.FirstName = Names.invent(L.Name + "_first");
  Row.LastName = Names.invent(L.Name + "_last");
  Row.EndName = Names.invent(L.Name + "_end");
  return Row;
}

std::optional<Interior> findInterior(const MappedNest &M,
                                     const ValueRef &Body) {
  const AffineNest &N = M.affine();
  if (N.Shortcuts.empty() || N.Owner || M.verified().scans() ||
      M.source().Step.Role != StepRole::Whole)
    return std::nullopt;
  N.Isl->resume(ProofOperations);
  std::optional<Interior> Is = InteriorFinder(M, Body).find();
  // A region that was found before isl gave up is not certain to be one.
  return N.Isl->exhausted() ? std::nullopt : Is;
}

} // namespace heddle
