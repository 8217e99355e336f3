//===- Builder.cpp - The steps from LoopNest to AffineNest ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Builder.h"
#include "Affine/Accesses.h"
#include "Affine/Checks.h"
#include "Affine/Domain.h"
#include "Affine/Shortcuts.h"
#include "Affine/Space.h"
#include <algorithm>

namespace heddle {

Builder::Builder(std::shared_ptr<const LoopNest> N, Report &Diags,
                 std::shared_ptr<isl::Context> Isl)
    : Nest(*N), Diags(Diags), Out(std::make_shared<AffineNest>()), Atoms(Nest) {
  Out->Isl = std::move(Isl);
  Out->Nest = std::move(N);
  Out->Depth = Nest.PerfectDepth;
}

isl::Space paramSpace(const Builder &B) {
  isl::Space S = isl::Space::params(*B.Out->Isl);
  for (const AffineNest::Parameter &P : B.Atoms.parameters())
    S = S.withParam(P.Name);
  return S;
}

isl::Space statementSpace(const Builder &B, size_t Dims) {
  return paramSpace(B).withSetDims(static_cast<unsigned>(Dims)).named("Stmt");
}

std::vector<unsigned> loopsTo(const LoopNest &Nest, unsigned Loop) {
  std::vector<unsigned> Loops;
  for (int L = static_cast<int>(Loop); L >= 0;
       L = Nest.Loops[static_cast<size_t>(L)].Parent)
    Loops.push_back(static_cast<unsigned>(L));
  std::reverse(Loops.begin(), Loops.end());
  return Loops;
}

Frame frame(const Builder &B, std::vector<unsigned> Loops, isl::Set Known) {
  Frame F;
  F.Space = statementSpace(B, Loops.size());
  F.Loops = std::move(Loops);
  F.Context = B.Ranges;
  F.Known = std::move(Known);
  return F;
}

static bool readContext(Builder &B) {
  isl::Space Space = paramSpace(B);
  isl::Set Context = isl::Set::universe(Space);
  for (unsigned P = 0; P < B.Atoms.parameters().size(); ++P) {
    const AffineNest::Parameter &X = B.Atoms.parameters()[P];
    Context = Context.lowerBound(isl::Dim::Param, P, X.Min);
    Context = Context.upperBound(isl::Dim::Param, P, X.Max);
  }
  B.Ranges = Context;
  for (const ExprRef &A : B.Nest.Assumptions) {
    ExprReader Reader(B.Nest, B.Atoms, frame(B, {}, isl::Set()));
    Truth T = truthOf(Reader, *A);
    // Where the integer reading may differ from C++'s nothing is learnt.
    isl::Set Fact = T.Yes;
    for (const Condition &C : Reader.Conditions)
      Fact = Fact.unionWith(C.Holds.complement());
    isl::Set Params = Fact.params();
    B.Ranges = isl::coalesced(B.Ranges.intersect(Params));
  }
  B.Out->Context = B.Ranges;
  if (B.Out->Isl->exhausted())
    return tooComplex(B);
  return true;
}

std::shared_ptr<const AffineNest>
buildAffineNest(std::shared_ptr<const LoopNest> Nest, Report &Diags,
                std::shared_ptr<isl::Context> Isl,
                std::vector<GivenRows> Rows) {
  Builder B(std::move(Nest), Diags, std::move(Isl));
  B.Rows = std::move(Rows);
  if (!readContext(B) || !readLoops(B) || !readSpace(B) || !readAccesses(B))
    return nullptr;
  readShortcuts(B);
  for (const AffineNest::Parameter &P : B.Atoms.parameters())
    B.Out->Parameters.push_back(P);
  B.Out->ParamSpace = paramSpace(B);
  auto Align = [&](isl::Set &S) { S = S.alignParams(B.Out->ParamSpace); };
  Align(B.Out->Context);
  B.Out->Domain = B.Out->Domain.gistParams(B.Out->Context);
  Align(B.Out->Domain);
  Align(B.Out->StoreDomain);
  B.Out->Prefixes.assign(B.Domains.begin(), B.Domains.begin() + B.Out->Depth);
  for (isl::Set &S : B.Out->Prefixes)
    Align(S);
  for (RuntimeCheck &C : B.Out->Checks)
    Align(C.Holds);
  for (AffineShortcut &S : B.Out->Shortcuts)
    Align(S.Fails);
  for (AffineAccess &A : B.Out->Accesses) {
    Align(A.Domain);
    A.Relation = A.Relation.alignParams(B.Out->ParamSpace);
    if (!A.InRows.isNull())
      A.InRows = A.InRows.alignParams(B.Out->ParamSpace);
  }
  if (B.Out->Isl->exhausted()) {
    tooComplex(B);
    return nullptr;
  }
  return B.Out;
}

std::shared_ptr<const AffineNest>
buildAffineNest(std::shared_ptr<const LoopNest> Nest, Report &Diags) {
  return buildAffineNest(std::move(Nest), Diags,
                         std::make_shared<isl::Context>());
}

} // namespace heddle
