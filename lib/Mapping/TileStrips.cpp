//===- TileStrips.cpp - Loops of the thread that run in strips ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Mapping/Proof.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// Loops have changed places, and nothing else: all text in front of the
/// thread's loops is headers of mapped ones.
static bool hasTurnedAlone(const AffineNest &N) {
  return !N.Owner->Segments && N.Owner->Loops.size() == N.Dims.size() &&
         llvm::all_of(N.Owner->Loops, [](const SolvedLoop &L) {
           return L.Mapped && L.Runs.isConst(1);
         });
}

const char *whyNotInParts(const VerifiedNest &Nest, bool InStrips) {
  const AffineNest &N = Nest.affine();
  const LoopNest &Source = *N.Nest;
  if (!Nest.reductions().empty())
    return "threads combine what they write";
  if (N.Owner && !(InStrips && hasTurnedAlone(N)))
    return "the loops that are mapped are others than the outermost ones";
  if (!Nest.inspected().empty() || !N.ToldApart.empty())
    return "data say which elements iterations touch";
  if (Source.EndsAt.isValid())
    return "an iteration may end the program";
  if (Source.Continues && InStrips)
    return "a 'continue' stands in the body";
  return nullptr;
}

std::optional<std::pair<int64_t, int64_t>> valuesOf(const Loop &L) {
  if (L.Init->Kind != ExprKind::Const || L.Bound->Kind != ExprKind::Const ||
      L.DataDependent || L.Rel == Relation::Ne)
    return std::nullopt;
  const int64_t First = L.Init->Value, Bound = L.Bound->Value;
  const bool Includes = L.Rel == Relation::Le || L.Rel == Relation::Ge;
  constexpr int64_t Most = int64_t(1) << 30;
  if (std::abs(First) > Most || std::abs(Bound) > Most ||
      std::abs(L.Step) > Most)
    return std::nullopt;
  const int64_t Way = L.Step > 0 ? Bound - First : First - Bound;
  const int64_t Step = std::abs(L.Step);
  const int64_t Count = (Way + (Includes ? 1 : 0) + Step - 1) / Step;
  if (Count < 1)
    return std::make_pair(First, First);
  const int64_t Last = First + (Count - 1) * L.Step;
  return std::make_pair(std::min(First, Last), std::max(First, Last));
}

/// The values that S has for some parameters, as Lower <= v < Upper for all
/// parameters of Context; they cross where there are none.
static bool readEnds(const isl::Set &S, const isl::Set &Context, Sym &Lower,
                     Sym &Upper) {
  const isl::Set There = S.params().intersect(Context);
  const auto Ends = endsOf(S, 0, There);
  if (!Ends)
    return false;
  Lower = Ends->first;
  Upper = Ends->second + Sym(1);
  const isl::Set None = Context.subtract(There);
  const isl::Set Cross = toIslSet(less_equal(Upper, Lower), Context.space());
  if (!Cross.isNull() && isl::isSubset(None, Cross) == isl::Answer::Yes)
    return true;
  const std::optional<Sym> Runs = symOf(There, Context);
  if (!Runs)
    return false;
  Upper = select(*Runs, Upper, Lower);
  return true;
}

/// From bounds that are numbers and parameters.
static bool readHeader(const AffineNest &N, TileStrip &S) {
  const LoopNest &Source = *N.Nest;
  const Loop &L = Source.Loops[S.Loop];
  const auto Value = [&](const Expr &E) -> std::optional<Sym> {
    if (E.Kind == ExprKind::Const)
      return Sym(E.Value);
    if (E.Kind != ExprKind::Param ||
        !N.ParamSpace.param(Source.Params[E.Index].Name))
      return std::nullopt;
    return Sym::leaf(Source.Params[E.Index].Name);
  };
  const std::optional<Sym> First = Value(*L.Init), Bound = Value(*L.Bound);
  if (!First || !Bound || (L.Rel != Relation::Lt && L.Rel != Relation::Le) ||
      L.CounterSide->Kind != ExprKind::Counter)
    return false;
  S.Lower = *First;
  S.Upper = L.Rel == Relation::Lt ? *Bound : *Bound + Sym(1);
  return true;
}

/// The loop's, of which it is the last dimension: in a nest that is not perfect
/// those of an access that each iteration of the loop makes; where loops have
/// changed places, those of the innermost one. Null: there is none.
static isl::Set iterationsOf(const AffineNest &N, unsigned Loop) {
  isl::Set Iterations;
  if (Loop < N.Depth && N.Owner) {
    if (Loop + 1 != N.Depth)
      return Iterations;
    Iterations = N.Domain;
  } else if (Loop < N.Depth) {
    Iterations = N.Prefixes[Loop];
  } else {
    const auto Of = llvm::find_if(N.Accesses, [&](const AffineAccess &A) {
      const Access &From = N.Nest->Accesses[A.Source];
      return !A.May && From.Guards.empty() && A.InnerLoops.size() == 1 &&
             A.InnerLoops[0] == Loop;
    });
    if (Of == N.Accesses.end())
      return Iterations;
    Iterations = Of->Domain;
  }
  return Iterations.unnamed().intersectParams(launchedParameters(N));
}

static bool readBounds(const AffineNest &N, TileStrip &S) {
  const isl::Set Iterations = iterationsOf(N, S.Loop);
  if (Iterations.isNull())
    return readHeader(N, S);
  const unsigned At = std::min(S.Loop, N.Depth);
  const isl::Set Launched = launchedParameters(N);
  const isl::Set Values = isl::coordinate(Iterations, At);
  if (!readEnds(Values, Launched, S.Lower, S.Upper))
    return false;
  // Each iteration of the mapped loops has all of them.
  const unsigned Dims = Iterations.dim(isl::Dim::Set);
  const isl::Set Others = isl::insertDims(
      Iterations.project(isl::Dim::Set, At, Dims - At), isl::Dim::Set, At, 1);
  const isl::Set Box = isl::insertDims(Values, isl::Dim::Set, 0, At);
  return Dims == At + 1 &&
         isl::isSubset(Others.intersect(Box), Iterations) == isl::Answer::Yes;
}

/// Why the loop has no strips, whatever its bounds are; null: it has.
static const char *whyNoStrips(const LoopNest &Source, unsigned Rank,
                               unsigned Number) {
  const Loop &L = Source.Loops[Number];
  if (Number < Rank)
    return "it is mapped, and strips are of a loop in the thread";
  if (L.Parent != static_cast<int>(Rank) - 1 ||
      !(L.IsStatement || Number < Source.PerfectDepth))
    return "it is no statement of the innermost mapped loop's body, or has a "
           "pragma in front of it";
  if (L.DataDependent)
    return "data say how often it runs";
  if (L.Step != 1)
    return "its step is not 1";
  if (!L.DeclaresCounter)
    return "its counter is declared outside of its header";
  if (!Source.Privates.empty() || !Source.Kept.empty())
    return "variables from outside of the nest are private to its iterations; "
           "declare them in the body";
  if (L.TextBegin >= L.TextEnd || L.HeaderEnd == 0)
    return "its text comes out of a macro or a function";
  return nullptr;
}

std::optional<TileStrip> stripsOf(const AffineNest &N, unsigned Rank,
                                  unsigned Number, int64_t Length,
                                  std::string &Why) {
  constexpr int64_t MostLength = int64_t(1) << 16;
  TileStrip Out{Number, Length, Sym(), Sym()};
  if (const char *Never = whyNoStrips(*N.Nest, Rank, Number))
    Why = Never;
  else if (Length > MostLength)
    Why = "a strip has at most " + std::to_string(MostLength) + " iterations";
  else if (!readBounds(N, Out))
    Why = "its bounds may depend on counters, or are not known";
  else
    return Out;
  return std::nullopt;
}

std::optional<LoopEnds> endsInside(const AffineNest &N, const isl::Set &Points,
                                   llvm::ArrayRef<std::string> Counters,
                                   const isl::Set &Outside) {
  const auto Outer = static_cast<unsigned>(Counters.size() - 1);
  isl::Set Named = Points;
  LeafDims Dims;
  for (const auto &[D, Counter] : llvm::enumerate(Counters)) {
    // isl would take dimensions of one name for one.
    if (Named.space().param(Counter) ||
        llvm::is_contained(Counters.take_front(D), Counter))
      return std::nullopt;
    Named =
        isl::nameDim(Named, isl::Dim::Set, static_cast<unsigned>(D), Counter);
    if (D != Outer)
      Dims[Counter] = static_cast<unsigned>(D);
  }
  const isl::Set Context = asParameters(Outside, Dims);
  LoopEnds Out;
  if (!readEnds(isl::outerDimsAsParams(Named, Outer), Context, Out.Lower,
                Out.Upper))
    return std::nullopt;
  const auto IsNamed = [&](const std::string &Leaf) {
    return llvm::is_contained(Counters, Leaf) ||
           llvm::any_of(N.Nest->Params,
                        [&](const Param &P) { return P.Name == Leaf; });
  };
  for (const Sym &End : {Out.Lower, Out.Upper})
    if (!allLeaves(End, IsNamed) || !fits(End, Context, {}, 64))
      return std::nullopt;
  const isl::Set All = isl::dimsAsParams(Named);
  const Sym Value = Sym::leaf(Counters.back());
  const isl::Set Between = toIslSet(
      both(less_equal(Out.Lower, Value), less(Value, Out.Upper)), All.space());
  if (Between.isNull() ||
      isl::isEqual(All, Between.intersect(Context)) != isl::Answer::Yes)
    return std::nullopt;
  return Out;
}

std::optional<CountedStrip> stripsInside(const AffineNest &N, unsigned Rank,
                                         unsigned Number, int64_t Length) {
  std::string Why;
  if (const auto Of = stripsOf(N, Rank, Number, Length, Why))
    return CountedStrip{*Of, std::nullopt};
  if (whyNoStrips(*N.Nest, Rank, Number) || Rank < 2)
    return std::nullopt;
  const isl::Set Iterations = iterationsOf(N, Number);
  if (Iterations.isNull() || Iterations.dim(isl::Dim::Set) != Rank + 1)
    return std::nullopt;
  CountedStrip Out{{Number, Length, Sym(), Sym()}, LoopEnds()};
  const isl::Set Launched = launchedParameters(N);
  if (!readEnds(isl::coordinate(Iterations, Rank), Launched, Out.Whole.Lower,
                Out.Whole.Upper))
    return std::nullopt;
  // Each iteration of the innermost mapped loop has all of them.
  const isl::Set Points = Iterations.project(isl::Dim::Set, Rank - 1, 1);
  const isl::Set Mapped =
      N.Prefixes[Rank - 1].unnamed().intersectParams(Launched);
  if (isl::isSubset(
          isl::insertDims(Points, isl::Dim::Set, Rank - 1, 1)
              .intersect(isl::insertDims(Mapped, isl::Dim::Set, Rank, 1)),
          Iterations) != isl::Answer::Yes)
    return std::nullopt;
  std::vector<std::string> Counters;
  for (unsigned D = 0; D + 1 != Rank; ++D)
    Counters.push_back(N.Nest->Loops[D].Name);
  Counters.push_back(N.Nest->Loops[Number].Name);
  const auto Ends = endsInside(N, Points, Counters,
                               Mapped.project(isl::Dim::Set, Rank - 1, 1));
  if (!Ends)
    return std::nullopt;
  Out.Ends = *Ends;
  return Out;
}

} // namespace heddle
