//===- Arrange.cpp - The accesses of an array as relations ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subscripts that are known to stay within constant extents are the elements'
// places. Else the linear offsets are taken apart into rows, and where they
// have none, an array that is only read needs but its range.
//===----------------------------------------------------------------------===//

#include "Affine/Accesses.h"
#include "Affine/Checks.h"
#include "Affine/Footprint.h"
#include "Affine/Inspection.h"
#include "Affine/PolynomialRange.h"
#include "IR/ArrayText.h"
#include "llvm/ADT/STLExtras.h"

namespace heddle {

/// The result of By for this value, unless Known has it.
template <class T, class Simplify>
static T simpler(std::vector<std::pair<T, T>> &Known, const T &Of,
                 Simplify By) {
  for (const auto &[Before, After] : Known)
    if (isl::looksEqual(Before, Of))
      return After;
  Known.emplace_back(Of, By(Of));
  return Known.back().second;
}

static void addRelation(Builder &B, LinearAccess &L, unsigned Array,
                        isl::Map Relation) {
  const Access &A = B.Nest.Accesses[L.Source];
  Relation = Relation.named(isl::Dim::Out, B.Out->Arrays[Array].IslName);
  // Assumptions and checks hold on the fast path; they need no repetition in
  // every set.
  const isl::Set &Context = B.Out->Context;
  L.Domain = simpler(B.SimplerDomains, L.Domain,
                     [&](const isl::Set &S) { return S.gistParams(Context); });
  Relation = simpler(B.SimplerRelations, Relation, [&](const isl::Map &M) {
    return isl::coalesced(M.gistParams(Context));
  });
  AffineAccess X;
  X.Source = L.Source;
  X.Array = Array;
  X.IsWrite = A.IsWrite;
  X.May = L.may();
  X.DataGuards = L.DataGuards;
  X.DataOtherwise = L.DataOtherwise;
  X.Relation = std::move(Relation);
  X.Domain = L.Domain;
  X.InnerLoops.assign(A.Loops.begin() + B.Out->Depth, A.Loops.end());
  B.Out->Accesses.push_back(std::move(X));
}

/// The widths of Array as its type has them; false if they cannot be read.
static bool readWidths(Builder &B, const ArrayInfo &Source, ExprReader &Reader,
                       std::vector<Sym> &Widths) {
  for (const ExprRef &Extent : llvm::drop_begin(Source.Extents)) {
    const std::optional<Polynomial> P = polynomialOf(Reader, *Extent, false);
    Reader.Failure.reset();
    if (!P)
      return false;
    Widths.push_back(B.Atoms.affineSym(*P));
  }
  return true;
}

/// The linear form of an array with many dimensions is a number with as many
/// digits, which takes isl long to tell from another. Within rows the
/// subscripts themselves are the digits. Products of run-time lengths and of
/// the subscripts in them are no numbers that isl knows.
static bool arrangeDeclared(Builder &B, unsigned Array,
                            const std::vector<LinearAccess *> &Accesses) {
  const ArrayInfo &Source = B.Nest.Arrays[Array];
  if ((Source.Extents.size() <= FewDimensions &&
       !hasVariableRows(B.Nest, Array)) ||
      llvm::any_of(Accesses, [](LinearAccess *L) { return L->InRows.empty(); }))
    return false;
  std::vector<Sym> Widths;
  if (!readWidths(B, Source, *Accesses.front()->Reader, Widths))
    return false;
  AffineArray &Info = B.Out->Arrays[Array];
  Info.Widths = std::move(Widths);
  Info.Dims = static_cast<unsigned>(Source.Extents.size());
  for (LinearAccess *L : Accesses) {
    isl::Map Relation = isl::tuple(L->InRows);
    addRelation(B, *L, Array, Relation.intersectDomain(L->Domain));
  }
  return true;
}

/// The subscripts of a table are the places of its elements: two rows have no
/// byte in common, which the launch asks.
static void arrangeTable(Builder &B, unsigned Array,
                         const std::vector<LinearAccess *> &Accesses) {
  B.Out->Arrays[Array].Dims =
      static_cast<unsigned>(B.Nest.Arrays[Array].Extents.size());
  for (LinearAccess *L : Accesses)
    addRelation(B, *L, Array, isl::tuple(L->InRows).intersectDomain(L->Domain));
}

/// From the variable's value on, an element for each iteration.
static ElementRange compactedRange(const Builder &B, unsigned Array) {
  const CompactedArray &C = *B.Nest.compactedOf(Array);
  Sym Iterations = 1;
  for (const Dimension &D : B.Out->Dims)
    Iterations = Iterations * (D.Upper - D.Lower);
  const Sym Scalars = scalarsPerElement(B.Nest.Arrays[Array]);
  const Sym First =
      Sym::leaf(B.Nest.Params[C.Start].Name) + (C.IsBehind ? 1 : 0);
  return {Sym::truth(true), First * Scalars,
          (First + Iterations) * Scalars - Sym(1)};
}

/// An array that is only read needs no rows where its range is known; nor does
/// one of which some subscripts say nothing, or whose elements the launch tells
/// apart.
static bool takeRange(Builder &B, unsigned Array,
                      const std::vector<LinearAccess *> &Accesses) {
  const bool SaysNothing =
      llvm::any_of(Accesses, [](LinearAccess *L) { return L->AnyElement; });
  const bool IsToldApart = !SaysNothing && mayBeToldApart(B.Nest, Array);
  if (!isOnlyRead(B.Nest, Array) && !SaysNothing && !IsToldApart)
    return false;
  if (IsToldApart)
    tellApart(B, Array);
  std::optional<ElementRange> Range;
  if (isCompacted(B, Array))
    Range = compactedRange(B, Array);
  else if (std::optional<Sym> Elements = existingElements(B.Nest, Array))
    // The range of no elements is 0 to -1.
    Range = {Sym::truth(true), Sym(0),
             *Elements * Sym(scalarsPerElement(B.Nest.Arrays[Array])) - Sym(1)};
  else if (SaysNothing || IsToldApart)
    Range = inspectedRange(B.Nest, Array);
  else
    Range = readRange(B, Accesses);
  // A pass over the loops finds what no expression says.
  if (!Range && !B.Out->Isl->exhausted() && !whyNotInspected(B.Nest))
    Range = inspectedRange(B.Nest, Array);
  if (!Range || B.Out->Isl->exhausted())
    return false;
  B.Out->Arrays[Array].Range = std::move(Range);
  for (LinearAccess *L : Accesses) {
    isl::Space Any = paramSpace(B).withSetDims(1);
    isl::Set Elements = isl::Set::universe(Any);
    addRelation(B, *L, Array, isl::product(L->Domain, Elements));
  }
  return true;
}

static bool arrangeRows(Builder &B, unsigned Array,
                        const std::vector<LinearAccess *> &Accesses) {
  AffineArray &Info = B.Out->Arrays[Array];
  const ArrayInfo &Source = B.Nest.Arrays[Array];
  SourceRef Where = B.Nest.Accesses[Accesses.front()->Source].Where;
  Delinearizer D(Accesses, B.Atoms, B.Assume, Source.Name);
  Arrangement A;
  bool Arranged = D.run(A);
  if ((!Arranged || D.unified()) && !B.Out->Isl->exhausted() &&
      takeRange(B, Array, Accesses))
    return true;
  if (!Arranged) {
    if (B.Out->Isl->exhausted() || D.why().empty())
      return tooComplex(B);
    B.Diags.add(DiagID::HD257, Where, Source.Name, D.why());
    return false;
  }
  for (const Violation &V : A.Violations) {
    CheckResult Result = addCheck(B, CheckKind::Stride, V.Bad, V.Requirement);
    if (Result <= CheckResult::Checked)
      continue;
    if (!B.Out->Isl->exhausted() && takeRange(B, Array, Accesses))
      return true;
    if (Result == CheckResult::Unknown)
      return tooComplex(B);
    B.Diags.add(DiagID::HD257, Where, Source.Name,
                "rows would overlap for all values of the parameters");
    return false;
  }
  for (const Polynomial &W : A.Widths)
    Info.Widths.push_back(B.Atoms.affineSym(W));
  Info.Dims = static_cast<unsigned>(A.Widths.size()) + 1;
  for (size_t N = 0; N < Accesses.size(); ++N)
    addRelation(B, *Accesses[N], Array, A.Relations[N]);
  return true;
}

bool arrange(Builder &B, unsigned Array,
             const std::vector<LinearAccess *> &Accesses) {
  if (Accesses.empty())
    return true;
  if (B.Nest.Arrays[Array].Tables) {
    arrangeTable(B, Array, Accesses);
    return true;
  }
  if (llvm::any_of(Accesses, [](LinearAccess *L) { return L->AnyElement; }))
    return takeRange(B, Array, Accesses) || tooComplex(B);
  return arrangeDeclared(B, Array, Accesses) || arrangeRows(B, Array, Accesses);
}

} // namespace heddle
