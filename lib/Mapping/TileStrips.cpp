//===- TileStrips.cpp - Loops of the thread that run in strips ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/SymFromIsl.h"
#include "Affine/SymToIsl.h"
#include "Mapping/Proof.h"
#include "Mapping/TileForms.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

const char *whyNotInParts(const VerifiedNest &Nest, bool InStrips) {
  const AffineNest &N = Nest.affine();
  const LoopNest &Source = *N.Nest;
  if (Source.isStatement())
    return "a tensor statement has no loops to name";
  if (!Nest.reductions().empty())
    return "threads combine what they write";
  if (N.Owner)
    return "the loops that are mapped are others than the outermost ones";
  if (!Nest.inspected().empty() || !N.ToldApart.empty())
    return "data say which elements iterations touch";
  if (Source.EndsAt.isValid())
    return "an iteration may end the program";
  if (Source.Continues && InStrips)
    return "a 'continue' stands in the body";
  return nullptr;
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

/// From the iterations of an access that each iteration of the loop makes.
static bool readBounds(const AffineNest &N, TileStrip &S) {
  isl::Set Iterations;
  unsigned At = S.Loop;
  if (S.Loop < N.Depth) {
    Iterations = N.Prefixes[S.Loop];
  } else {
    const auto Of = llvm::find_if(N.Accesses, [&](const AffineAccess &A) {
      const Access &From = N.Nest->Accesses[A.Source];
      return !A.May && From.Guards.empty() && A.InnerLoops.size() == 1 &&
             A.InnerLoops[0] == S.Loop;
    });
    if (Of == N.Accesses.end())
      return readHeader(N, S);
    Iterations = Of->Domain;
    At = N.Depth;
  }
  const isl::Set Launched = launchedParameters(N);
  Iterations = Iterations.unnamed().intersectParams(Launched);
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

std::optional<TileStrip> stripsOf(const AffineNest &N, unsigned Rank,
                                  unsigned Number, int64_t Length,
                                  std::string &Why) {
  const LoopNest &Source = *N.Nest;
  const Loop &L = Source.Loops[Number];
  constexpr int64_t MostLength = int64_t(1) << 16;
  TileStrip Out{Number, Length, Sym(), Sym()};
  if (Number < Rank)
    Why = "it is mapped, and strips are of a loop in the thread";
  else if (L.Parent != static_cast<int>(Rank) - 1 ||
           !(L.IsStatement || Number < Source.PerfectDepth))
    Why = "it is no statement of the innermost mapped loop's body, or has a "
          "pragma in front of it";
  else if (L.DataDependent)
    Why = "data say how often it runs";
  else if (L.Step != 1)
    Why = "its step is not 1";
  else if (!L.DeclaresCounter)
    Why = "its counter is declared outside of its header";
  else if (Length > MostLength)
    Why = "a strip has at most " + std::to_string(MostLength) + " iterations";
  else if (!Source.Privates.empty() || !Source.Kept.empty())
    Why = "variables from outside of the nest are private to its iterations; "
          "declare them in the body";
  else if (L.TextBegin >= L.TextEnd || L.HeaderEnd == 0)
    Why = "its text comes out of a macro or a function";
  else if (!readBounds(N, Out))
    Why = "its bounds may depend on counters, or are not known";
  else
    return Out;
  return std::nullopt;
}

} // namespace heddle
