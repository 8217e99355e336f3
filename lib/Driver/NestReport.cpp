//===- NestReport.cpp - What was decided about one nest -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Driver/NestReport.h"
#include "Affine/SymFromIsl.h"
#include "Legality/Conflicts.h"
#include "Legality/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;

unsigned NestReport::operations() const {
  unsigned Sum = 0;
  for (const Array &A : Arrays)
    Sum += (A.Touched ? A.Touched->Operations : 0) +
           (A.Copy ? A.Copy->Operations : 0);
  for (const LaunchCheck &C : Checks)
    Sum += C.Operations;
  for (const std::vector<NestReport> *Others : {&Before, &Launches})
    for (const NestReport &Other : *Others)
      Sum += Other.operations();
  return Sum;
}

static NestReport::Touch touch(const AffineNest &N, unsigned Access,
                               const std::vector<int64_t> &At) {
  const AffineAccess &A = N.Accesses[Access];
  NestReport::Touch T;
  T.Access = N.Nest->Accesses[A.Source].Text;
  T.Write = A.IsWrite;
  T.May = A.May;
  for (auto [I, Value] : llvm::enumerate(At)) {
    size_t Loop = I < N.Depth ? I : A.InnerLoops[I - N.Depth];
    T.At.emplace_back(N.Nest->Loops[Loop].Name, Value);
  }
  return T;
}

static NestReport::Conflict conflict(const AffineNest &N,
                                     const ConflictWitness &W) {
  NestReport::Conflict C;
  C.Kind = W.Kind;
  C.Loop = N.Nest->Loops[W.Level].Name;
  for (auto [I, P] : llvm::enumerate(N.Parameters))
    if (W.Matters[I])
      C.Parameters.emplace_back(parameterName(N, P), W.Params[I]);
  C.Element = elementText(N, W);
  C.Earlier = touch(N, W.Earlier, W.EarlierAt);
  C.Later = touch(N, W.Later, W.LaterAt);
  return C;
}

/// "(0, 0)" and "(n - 1, m - 1)" of a table.
static void describeSides(const Footprint &F, NestReport::Elements &E) {
  for (const SubscriptRange &S : F.Sides) {
    const char *Before = E.First.empty() ? "(" : ", ";
    E.First += Before + toString(S.First);
    E.Last += Before + toString(S.Last);
  }
  E.First += ")";
  E.Last += ")";
}

static NestReport::Elements elements(const Footprint &F, unsigned Bytes) {
  NestReport::Elements E;
  if (F.Sides.empty()) {
    E.First = toString(F.First);
    E.Last = toString(F.Last);
  } else {
    describeSides(F, E);
  }
  Sym Size = elementsOf(F) * static_cast<long long>(Bytes);
  E.Bytes = toString(Size);
  if (Size.isConst())
    E.Number = Size.value();
  E.In = F.Read;
  E.Out = F.Written;
  E.Operations = footprintOperations(F);
  return E;
}

static void describeCopy(const VerifiedNest &Nest, const ArrayCopy &C,
                         unsigned Bytes, NestReport::Array &Out) {
  NestReport::Elements &E = Out.Copy.emplace();
  E.First = toString(C.First);
  E.Last = toString(C.Last);
  Sym Size = C.Elements * static_cast<long long>(Bytes);
  E.Bytes = toString(Size);
  if (Size.isConst())
    E.Number = Size.value();
  E.Operations = operatorCount(C.First) + operatorCount(C.Last);
  for (const RedirectedRead &R : C.Reads) {
    std::string Text =
        Nest.source().Accesses[Nest.affine().Accesses[R.Access].Source].Text;
    if (!R.Where.isConst(1))
      Text += " where " + toString(R.Where);
    if (!llvm::is_contained(Out.CopyReads, Text))
      Out.CopyReads.push_back(std::move(Text));
  }
}

static const char *verdictOf(const ArrayFinding &F, bool Refused) {
  if (F.Conflicts == ArrayFinding::Undecided)
    return "undecided";
  if (F.Conflicts == ArrayFinding::Conflicting && Refused)
    return "refused";
  return F.Written ? "compatible" : "read only";
}

/// The verdict on a loop of a refused nest.
static const char *loopVerdict(const std::vector<ArrayFinding> &Found,
                               unsigned Loop) {
  auto Any = [&](isl::Answer A) {
    return llvm::any_of(
        Found, [&](const ArrayFinding &F) { return F.Differs[Loop] == A; });
  };
  return Any(isl::Answer::Yes)       ? "conflicting"
         : Any(isl::Answer::Unknown) ? "undecided"
                                     : "mappable";
}

/// Steps that update elements again and again within one thread, which nobody
/// else touches.
static void describeInThread(const VerifiedNest &Nest, NestReport &Out) {
  const AffineNest &N = Nest.affine();
  std::vector<std::pair<unsigned, std::string>> Said;
  for (const Reduction &X : Nest.reductions())
    Said.push_back({X.Array, X.Class});
  N.Isl->resume(LegalityOperations);
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = N.Nest->Accesses[X.Source];
    std::pair<unsigned, std::string> Step{X.Array, A.Reduces};
    if (!X.IsWrite || A.Reduces.empty() || llvm::is_contained(Said, Step))
      continue;
    isl::Map Updates = X.Relation.intersectParams(fastPathParams(N));
    if (isl::isInjective(Updates) != isl::Answer::No)
      continue;
    Said.push_back(Step);
    Out.Reductions.push_back(
        {N.Nest->Arrays[X.Array].Name, reductionOperator(N, X.Array, A.Reduces),
         N.Owner && N.Owner->Segments ? "in segments that the launch builds"
                                      : "in the thread"});
  }
  N.Isl->resume(LegalityOperations);
}

static void describeReductions(const VerifiedNest &Nest, NestReport &Out) {
  for (const Reduction &X : Nest.reductions()) {
    const ArrayInfo &A = Nest.source().Arrays[X.Array];
    Out.Reductions.push_back(
        {A.Name, reductionOperator(Nest.affine(), X.Array, X.Class),
         Nest.scans() ? "in blocks"
         : A.Scalar   ? "tree"
                      : "atomic"});
  }
  describeInThread(Nest, Out);
}

void heddle::describeLegality(const AffineNest &N,
                              const std::vector<ArrayFinding> &Found,
                              const VerifiedNest *Nest, NestReport &Out) {
  for (const ArrayFinding &F : Found) {
    const ArrayInfo &Info = N.Nest->Arrays[F.Array];
    NestReport::Array A;
    A.Name = Info.Name;
    A.Type = Info.ElementType;
    A.Verdict = verdictOf(F, Nest == nullptr);
    A.Read = F.Read;
    A.Written = F.Written;
    if (F.ID)
      A.ID = getDiagInfo(*F.ID).Name.str();
    if (F.Witness)
      A.Witness = conflict(N, *F.Witness);
    if (Nest)
      for (const Footprint &P : Nest->footprints())
        if (P.Array == F.Array) {
          A.Verdict = verdictName(P.Verdict);
          A.Touched = elements(P, Info.ElementBytes);
          A.Inspected = Nest->isInspected(F.Array);
          A.ToldApart = N.isToldApart(F.Array);
        }
    if (Nest)
      for (const ArrayCopy &C : Nest->copies())
        if (C.Array == F.Array)
          describeCopy(*Nest, C, Info.ElementBytes, A);
    Out.Arrays.push_back(std::move(A));
  }
  Out.Rank = Nest ? Nest->rank() : 0;
  for (unsigned I = 0; I < N.Depth; ++I) {
    const std::string &Name = N.Nest->Loops[I].Name;
    if (!Nest)
      Out.Loops.push_back({Name, loopVerdict(Found, I)});
    else
      Out.Loops.push_back({Name, I < Nest->rank()      ? "mapped"
                                 : Nest->mappable()[I] ? "mappable"
                                                       : "in the thread"});
  }
  if (!Nest)
    return;
  if (N.Owner)
    for (const SolvedLoop &L : N.Owner->Loops)
      if (!L.Mapped)
        Out.Loops.push_back({N.Nest->Loops[L.Loop].Name, "solved"});
  describeReductions(*Nest, Out);
}

void heddle::describeLaunch(const LaunchPlan &P, NestReport &Out) {
  Out.Verdict = "mapped";
  Out.Kernel = P.Name;
  Out.Checks = launchChecks(P);
  if (!P.Mapped)
    return;
  const MappedNest &M = *P.Mapped;
  Out.Strategy = M.strategy();
  if (M.mappings().empty())
    return;
  const ThreadMapping &V = M.mappings().front();
  Out.Mapping = V.Spelling;
  Out.Proof =
      V.Proof == ProofKind::AllParameters ? "all parameters" : "theorem";
  Out.Grid = extentsText(V.Grid);
  Out.Block = extentsText(V.Block);
  Out.Serial = serialText(V);
  Out.Idle = M.affine().Dims[M.rank() - 1].Idle;
  if (P.Inside) {
    Out.Inside = toString(P.Inside->Where);
    Out.LeftOut = P.Inside->Conditions;
  }
}

void heddle::describeFused(const LaunchPlan &P, NestReport &Out) {
  if (!P.Fused)
    return;
  const ThreadMapping &V = P.Fused->mapping();
  Out.Fused = {P.Fused->Name,
               extentsText(V.Grid),
               extentsText(V.Block),
               static_cast<unsigned>(P.Fused->First) + 1,
               toString(P.Fused->When.Iterations),
               P.Fused->When.Least,
               P.Fused->SharedBytes};
}

void heddle::describeCosts(const MappedNest &M, bool Explain, bool Compare,
                           NestReport &Out) {
  if (M.mappings().empty())
    return;
  if (Explain)
    Out.Explained = explainMapping(M);
  if (Compare)
    Out.Compared = compareMappings(M);
}
