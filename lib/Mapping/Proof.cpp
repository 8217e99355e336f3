//===- Proof.cpp - Index recovery is one-to-one and onto ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Mapping/Proof.h"
#include "Mapping/IslTerms.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace heddle {

using isl::Answer;

isl::Set launchedParameters(const AffineNest &N) {
  isl::Set Set = N.Context;
  for (const RuntimeCheck &Check : N.Checks)
    Set = Set.intersect(Check.Holds);
  isl::Set Zero = IslTerms(N.ParamSpace).truth(N.ZeroTrip);
  // A zero-trip test with products is affine's own business; what it leaves is
  // where the domain is not empty.
  isl::Set NonEmpty = Zero.isNull() ? N.Domain.params() : Zero.complement();
  return Set.intersect(NonEmpty);
}

namespace {

/// A part of the recovery between two cuts: from the box of In to the values of
/// Out, whose box is the range (the last part's range is the domain).
struct Part {
  std::vector<CutDim> In, Out;
  llvm::SmallVector<std::string, 6> Zero; ///< leaves of one value, besides In
  unsigned Begin = 0, End = 0;            ///< recovery steps
  unsigned CutsBefore = 0;
  bool IsLast = false;
};

std::vector<Part> partsOf(const ThreadMapping &V, const AffineNest &N,
                          unsigned Rank) {
  Part First;
  // A coordinate that is always 0 is one, and costs isl a dimension if it is
  // not said to be.
  auto Add = [&](const std::string &Leaf, const Sym &Extent) {
    if (Extent.isConst(1))
      First.Zero.push_back(Leaf);
    else
      First.In.push_back({Sym::leaf(Leaf), Extent});
  };
  for (unsigned A = 3; A-- > 0;)
    Add(GridLeaf[A], V.Grid[A]);
  for (unsigned A = 3; A-- > 0;)
    Add(BlockLeaf[A], V.Block[A]);
  for (size_t D = 0; D < V.Serial.size(); ++D)
    Add(serialLeaf(D), V.Serial[D]);
  if (First.In.empty())
    First.In.push_back({Sym::leaf(First.Zero.pop_back_val()), Sym(1)});
  std::vector<Part> Parts{First};
  for (const FoldCut &Cut : V.Cuts) {
    Parts.back().Out = Cut.Folded;
    Parts.back().End = Cut.StepsBefore;
    Part Next;
    Next.In = Cut.Unfolded;
    Next.Begin = Cut.StepsBefore + 2;
    Next.CutsBefore = Parts.back().CutsBefore + 1;
    Parts.push_back(std::move(Next));
  }
  Part &Last = Parts.back();
  Last.IsLast = true;
  Last.End = static_cast<unsigned>(V.Recovery.size());
  for (unsigned D = 0; D < Rank; ++D)
    Last.Out.push_back({Sym::leaf(N.Dims[D].Counter), Sym()});
  return Parts;
}

/// How the recovery's proof takes the parts of a bound.
enum class BoundsAs : unsigned char {
  Exact,   ///< as they are
  Unknown, ///< quotients, minima and the like may have any value
};

/// Subtrees of S that isl finds harder than a parameter.
void collectHard(const Sym &S, std::vector<Sym> &Out) {
  switch (S.kind()) {
  case SymKind::Const:
  case SymKind::Leaf:
    return;
  case SymKind::Add:
  case SymKind::Sub:
  case SymKind::Mul:
  case SymKind::Neg:
    for (const Sym &Op : S.operands())
      collectHard(Op, Out);
    return;
  default:
    if (!llvm::is_contained(Out, S))
      Out.push_back(S);
  }
}

/// A constant of which S is a multiple, whatever its leaves are.
int64_t content(const Sym &S) {
  switch (S.kind()) {
  case SymKind::Const:
    return S.value() == INT64_MIN ? 1 : std::abs(S.value());
  case SymKind::Neg:
    return content(S.operands()[0]);
  case SymKind::Add:
  case SymKind::Sub:
    return std::gcd(content(S.operands()[0]), content(S.operands()[1]));
  case SymKind::Mul: {
    int64_t Product = 0;
    return __builtin_mul_overflow(content(S.operands()[0]),
                                  content(S.operands()[1]), &Product)
               ? 1
               : Product;
  }
  default:
    return 1;
  }
}

/// S / C, where C divides the content of S.
Sym dividedBy(const Sym &S, int64_t C) {
  if (C == 1)
    return S;
  if (S.isConst())
    return Sym(S.value() / C);
  if (S.kind() == SymKind::Mul) {
    int64_t First = std::gcd(C, content(S.operands()[0]));
    return dividedBy(S.operands()[0], First) *
           dividedBy(S.operands()[1], C / First);
  }
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(dividedBy(Op, C));
  return Sym::make(S.kind(), std::move(Ops));
}

class Prover {
public:
  Prover(const ThreadMapping &V, const AffineNest &N, unsigned Rank,
         BoundsAs Bounds)
      : V(V), N(N), Rank(Rank), Launched(launchedParameters(N)),
        Parts(partsOf(V, N, Rank)) {
    if (Bounds == BoundsAs::Unknown)
      for (unsigned D = 0; D < Rank; ++D) {
        collectHard(N.Dims[D].Lower, Unknowns);
        collectHard(N.Dims[D].Upper, Unknowns);
      }
  }

  /// The proof uses only one fact about the bounds, that the box is not empty.
  /// So it holds for all values of theirs, among them those that they have.
  bool generalizes() const { return !Unknowns.empty(); }
  ProofOutcome run();
  bool implied(unsigned Guard);

private:
  struct Reading {
    isl::Map Recover; ///< from the threads that are not off
    isl::Set Range;   ///< what the range must be
  };

  // Products become fresh extents; the answer names what is not >= 1.
  Sym abstract(const Sym &S);
  Answer atLeastOne(const Sym &Extent);
  isl::Set holds(const Sym &Cond); ///< as a set of parameters

  isl::Space space(unsigned Dims) const;
  isl::Set launched(const isl::Set &Space);
  isl::Set box(const std::vector<CutDim> &Dims, IslTerms &Terms);
  isl::Set domainBox();
  isl::Set takenOfBox();
  void collectProducts(const Part &P);
  isl::Set threads(const Part &P, IslTerms &Terms);
  Reading read(const Part &P);
  Answer checkPart(const Part &P);
  bool isFold(const FoldCut &Cut) const;
  Answer checkCut(const FoldCut &Cut);
  Answer checkDomain();

  bool holdsOrExplain(Answer A, const char *What);

  const ThreadMapping &V;
  const AffineNest &N;
  unsigned Rank;
  isl::Set Launched;
  std::vector<Part> Parts;
  std::vector<Sym> Unknowns; ///< parameters "unknown.0", "unknown.1", ...
  std::vector<std::pair<Sym, std::string>> Fresh;
  std::string Why;
};

Sym Prover::abstract(const Sym &S) {
  if (S.operands().empty())
    return S;
  for (size_t U = 0; U < Unknowns.size(); ++U)
    if (Unknowns[U] == S)
      return Sym::leaf("unknown." + std::to_string(U));
  if (S.kind() == SymKind::Mul && !S.operands()[0].isConst() &&
      !S.operands()[1].isConst() && isOverParameters(S, N, V)) {
    // A multiple of a product is one, so that `n * (m * 32)` is known to be
    // four times `n * (m * 8)`.
    int64_t Factor = content(S);
    Sym Primitive = Factor > 1 ? dividedBy(S, Factor) : S;
    if (Primitive.kind() != SymKind::Mul) {
      Primitive = S;
      Factor = 1;
    }
    for (const auto &[Product, Name] : Fresh)
      if (Product == Primitive)
        return Sym::leaf(Name) * Sym(Factor);
    Fresh.push_back({Primitive, "product." + std::to_string(Fresh.size())});
    return Sym::leaf(Fresh.back().second) * Sym(Factor);
  }
  std::vector<Sym> Ops;
  for (const Sym &Op : S.operands())
    Ops.push_back(abstract(Op));
  return Sym::make(S.kind(), std::move(Ops));
}

/// Products are collected while a part is read, so the space is made with those
/// known so far: collect first.
isl::Space Prover::space(unsigned Dims) const {
  isl::Space S = N.ParamSpace;
  for (size_t U = 0; U < Unknowns.size(); ++U)
    S = S.withParam("unknown." + std::to_string(U));
  for (const auto &F : Fresh)
    S = S.withParam(F.second);
  return Dims == 0 ? S : S.withSetDims(Dims);
}

isl::Set Prover::launched(const isl::Set &Set) {
  isl::Set Params = Launched;
  IslTerms Terms(space(0));
  if (generalizes()) {
    Params = isl::Set::universe(space(0));
    for (unsigned D = 0; D < Rank; ++D)
      Params = Params.intersect(Terms.truth(
          less(abstract(N.Dims[D].Lower), abstract(N.Dims[D].Upper))));
  }
  for (const auto &F : Fresh)
    Params =
        Params.intersect(Terms.truth(less_equal(Sym(1), Sym::leaf(F.second))));
  return Set.intersectParams(Params);
}

isl::Set Prover::holds(const Sym &Cond) {
  return IslTerms(N.ParamSpace).truth(Cond);
}

Answer Prover::atLeastOne(const Sym &Extent) {
  if (Extent.kind() == SymKind::Mul) {
    Answer A = atLeastOne(Extent.operands()[0]);
    return A == Answer::Yes ? atLeastOne(Extent.operands()[1]) : A;
  }
  if (Extent.kind() == SymKind::CeilDiv && Extent.operands()[1].isConst() &&
      Extent.operands()[1].value() >= 1)
    return atLeastOne(Extent.operands()[0]);
  return isl::isSubset(Launched, holds(less_equal(Sym(1), Extent)));
}

isl::Set Prover::box(const std::vector<CutDim> &Dims, IslTerms &Terms) {
  isl::Set Box = isl::Set::universe(Terms.space());
  for (unsigned D = 0; D < Dims.size(); ++D) {
    std::string Name = "dim." + std::to_string(D);
    Terms.defineDim(Name, D);
    if (Dims[D].Value.kind() == SymKind::Leaf)
      Terms.defineDim(Dims[D].Value.name(), D);
    Sym X = Sym::leaf(Name);
    Sym Inside = both(less_equal(Sym(0), X), less(X, abstract(Dims[D].Extent)));
    Box = Box.intersect(Terms.truth(Inside));
  }
  return Box;
}

/// The declared index space, read from L, U, T, W without the combinators.
isl::Set Prover::domainBox() {
  IslTerms Terms(space(Rank));
  isl::Set Box = isl::Set::universe(Terms.space());
  for (unsigned D = 0; D < Rank; ++D) {
    const Dimension &Dim = N.Dims[D];
    std::string Name = "dim." + std::to_string(D);
    Terms.defineDim(Name, D);
    Sym X = Sym::leaf(Name);
    Sym Lower = abstract(Dim.Lower), Upper = abstract(Dim.Upper);
    Sym Inside = both(less_equal(Lower, X), less(X, Upper));
    Inside = both(Inside, less(floor_mod(X - Lower, Dim.Step), Dim.Width));
    Box = Box.intersect(Terms.truth(Inside));
  }
  return launched(Box);
}

/// The points of the box that the loops take.
isl::Set Prover::takenOfBox() {
  IslTerms Terms(space(Rank));
  isl::Set Taken = domainBox();
  std::vector<std::pair<std::string, Sym>> Names;
  for (unsigned D = 0; D < Rank; ++D) {
    std::string Name = "dim." + std::to_string(D);
    Terms.defineDim(Name, D);
    Names.push_back({N.Dims[D].Counter, Sym::leaf(Name)});
  }
  for (unsigned D = 0; D < Rank; ++D)
    if (!N.Dims[D].Taken.isConst(1))
      Taken = Taken.intersect(
          Terms.truth(abstract(N.Dims[D].Taken.substitute(Names))));
  return Taken;
}

/// A first pass finds the products, so that all spaces agree.
void Prover::collectProducts(const Part &P) {
  for (const std::vector<CutDim> *Dims : {&P.In, &P.Out})
    for (const CutDim &D : *Dims)
      (void)abstract(D.Extent);
  for (unsigned S = P.Begin; S < P.End; ++S)
    (void)abstract(V.Recovery[S].Value);
  for (const ThreadGuard &G : V.Guards)
    if (G.CutsBefore == P.CutsBefore)
      (void)abstract(G.Cond);
}

/// The box of In, without the threads that the guards of the part switch off.
/// Afterwards Terms knows the part's recovered values.
isl::Set Prover::threads(const Part &P, IslTerms &Terms) {
  isl::Set Threads = launched(box(P.In, Terms));
  for (const std::string &Leaf : P.Zero)
    Terms.define(Leaf, Sym(0));
  for (unsigned S = P.Begin; S < P.End && S < V.Recovery.size(); ++S)
    Terms.define(V.Recovery[S].Name, abstract(V.Recovery[S].Value));
  for (const ThreadGuard &G : V.Guards)
    if (G.CutsBefore == P.CutsBefore)
      Threads = Threads.intersect(Terms.truth(abstract(G.Cond)));
  return Threads;
}

Prover::Reading Prover::read(const Part &P) {
  collectProducts(P);
  Reading Result;
  IslTerms Terms(space(static_cast<unsigned>(P.In.size())));
  isl::Set Threads = threads(P, Terms);
  std::vector<isl::PwAff> Values;
  for (const CutDim &D : P.Out)
    Values.push_back(Terms.value(D.Value));
  Result.Recover = isl::tuple(Values).intersectDomain(Threads);
  if (P.IsLast) {
    Result.Range = domainBox();
  } else {
    IslTerms OutTerms(space(static_cast<unsigned>(P.Out.size())));
    Result.Range = launched(box(P.Out, OutTerms));
  }
  return Result;
}

bool Prover::holdsOrExplain(Answer A, const char *What) {
  if (A != Answer::Yes && Why.empty())
    Why = What;
  return A == Answer::Yes;
}

Answer Prover::checkPart(const Part &P) {
  Reading R = read(P);
  Answer A = isl::isBijective(R.Recover);
  if (!holdsOrExplain(A, "two threads recover the same iteration"))
    return A;
  A = isl::isEqual(R.Recover.range(), R.Range);
  holdsOrExplain(A, "the threads do not recover exactly the iterations");
  return A;
}

/// The two steps at the cut are the fold of the theorem, and nothing else
/// changes.
bool Prover::isFold(const FoldCut &Cut) const {
  size_t Rank = Cut.Folded.size();
  if (Rank == 0 || Cut.Unfolded.size() != Rank + 1 ||
      Cut.StepsBefore + 2 > V.Recovery.size())
    return false;
  for (size_t D = 0; D + 1 < Rank; ++D)
    if (Cut.Folded[D].Value != Cut.Unfolded[D].Value ||
        Cut.Folded[D].Extent != Cut.Unfolded[D].Extent)
      return false;
  const CutDim &F = Cut.Folded[Rank - 1];
  const CutDim &Q = Cut.Unfolded[Rank - 1], &R = Cut.Unfolded[Rank];
  if (Q.Value.kind() != SymKind::Leaf || R.Value.kind() != SymKind::Leaf)
    return false;
  const RecoveryStep &Div = V.Recovery[Cut.StepsBefore];
  const RecoveryStep &Mod = V.Recovery[Cut.StepsBefore + 1];
  return F.Extent == Q.Extent * R.Extent && Div.Name == Q.Value.name() &&
         Mod.Name == R.Value.name() &&
         Div.Value == floor_div(F.Value, R.Extent) &&
         Mod.Value == F.Value - Q.Value * R.Extent;
}

Answer Prover::checkCut(const FoldCut &Cut) {
  if (!holdsOrExplain(isFold(Cut) ? Answer::Yes : Answer::No,
                      "a step at a fold is not the fold's"))
    return Answer::No;
  for (const CutDim &D : Cut.Unfolded) {
    Answer A = atLeastOne(D.Extent);
    if (!holdsOrExplain(A, "an extent at a fold may be less than 1"))
      return A;
  }
  return Answer::Yes;
}

/// L < U wherever a kernel is launched, and the box is the loops' domain; one
/// that absorbs conditions lies in it and holds all iterations that store. With
/// fewer mapped loops than perfect ones the box holds all their iterations;
/// that it holds no others is what the loop headers of the box say.
Answer Prover::checkDomain() {
  for (unsigned D = 0; D < Rank; ++D) {
    Answer A =
        isl::isSubset(Launched, holds(less(N.Dims[D].Lower, N.Dims[D].Upper)));
    if (!holdsOrExplain(A, "a kernel may be launched for an empty nest"))
      return A;
  }
  const auto Launchable = [&](const isl::Set &Loops) {
    isl::Set S = Loops.intersectParams(Launched);
    return S.project(isl::Dim::Set, Rank, N.Depth - Rank).unnamed();
  };
  const isl::Set Box = takenOfBox();
  Answer A = isl::isSubset(
      Launchable(N.AbsorbsGuards ? N.StoreDomain : N.Domain), Box);
  if (A == Answer::Yes && Rank == N.Depth)
    A = isl::isSubset(Box, Launchable(N.Domain));
  holdsOrExplain(A, "the index space is not the loops' domain");
  return A;
}

ProofOutcome Prover::run() {
  ProofOutcome Result;
  Result.Kind =
      V.Cuts.empty() ? ProofKind::AllParameters : ProofKind::ByTheorem;
  // The check of the box needs its bounds as they are.
  Result.Holds = generalizes()
                     ? Prover(V, N, Rank, BoundsAs::Exact).checkDomain()
                     : checkDomain();
  holdsOrExplain(Result.Holds, "the index space is not the loops' domain");
  // A guard that no part knew would be printed without being proved.
  for (const ThreadGuard &G : V.Guards)
    if (G.CutsBefore >= Parts.size())
      Result.Holds = Answer::No;
  for (const FoldCut &Cut : V.Cuts)
    if (Result.Holds == Answer::Yes)
      Result.Holds = checkCut(Cut);
  for (const Part &P : Parts)
    if (Result.Holds == Answer::Yes)
      Result.Holds = checkPart(P);
  for (const auto &F : Fresh)
    if (Result.Holds == Answer::Yes) {
      Result.Holds = atLeastOne(F.first);
      holdsOrExplain(Result.Holds, "a product of extents may be less than 1");
    }
  Result.Why = Why;
  return Result;
}

/// Whether the guards before it leave the guard nothing to switch off.
bool Prover::implied(unsigned Guard) {
  ThreadMapping Before = V;
  Before.Guards.resize(Guard);
  const ThreadGuard &G = V.Guards[Guard];
  for (Part &P : Parts) {
    if (G.CutsBefore != P.CutsBefore)
      continue;
    collectProducts(P);
    Prover Without(Before, N, Rank, BoundsAs::Exact);
    Without.Fresh = Fresh;
    IslTerms Terms(space(static_cast<unsigned>(P.In.size())));
    isl::Set Threads = Without.threads(P, Terms);
    isl::Set Holds = Terms.truth(Without.abstract(G.Cond));
    return isl::isSubset(Threads, Holds) == Answer::Yes;
  }
  return false;
}

} // namespace

ProofOutcome prove(const ThreadMapping &V, const AffineNest &N, unsigned Rank) {
  ProofOutcome Result;
  for (BoundsAs Bounds : {BoundsAs::Unknown, BoundsAs::Exact}) {
    Prover P(V, N, Rank, Bounds);
    if (Bounds == BoundsAs::Unknown && !P.generalizes())
      continue;
    N.Isl->resume(ProofOperations);
    Result = P.run();
    if (Result.Holds == Answer::Yes)
      break;
  }
  return Result;
}

std::vector<bool> dropImpliedGuards(ThreadMapping &V, const AffineNest &N,
                                    unsigned Rank) {
  std::vector<bool> Kept;
  for (unsigned G = 0; G < V.Guards.size();) {
    N.Isl->resume(ProofOperations);
    Kept.push_back(!Prover(V, N, Rank, BoundsAs::Exact).implied(G));
    if (Kept.back())
      ++G;
    else
      V.Guards.erase(V.Guards.begin() + G);
  }
  return Kept;
}

} // namespace heddle
