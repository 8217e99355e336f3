//===- Accesses.cpp - Guards and subscripts -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every access becomes a linear offset (a polynomial) over the iterations that
// execute it. Conditions that cannot be read make it a may-access; so do
// conditions whose integer reading is never exact.
//===----------------------------------------------------------------------===//

#include "Affine/Builder.h"
#include "Affine/Footprint.h"
#include "Affine/SymToIsl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

namespace heddle {

using isl::Answer;

bool Builder::readAccesses() {
  for (unsigned A = 0; A < Nest.Accesses.size(); ++A)
    if (!readAccess(A))
      return false;
  Out->Arrays.resize(Nest.Arrays.size());
  for (unsigned A = 0; A < Nest.Arrays.size(); ++A)
    if (!arrange(A))
      return false;
  llvm::sort(Out->Accesses, [](const AffineAccess &A, const AffineAccess &B) {
    return A.Source < B.Source;
  });
  storeDomain();
  if (!checkDeclaredAgainstStores())
    return false;
  return Out->Isl->exhausted() ? tooComplex() : true;
}

bool Builder::readAccess(unsigned Index) {
  const Access &A = Nest.Accesses[Index];
  assert(A.Loops.size() >= Out->Depth &&
         "accesses are inside the perfect loops");
  LinearAccess L;
  L.Source = Index;
  L.DataOtherwise = A.May;
  L.Domain = Domains[A.Loops.back()].intersectParams(Assume);
  for (unsigned X : A.Loops)
    L.DataOtherwise |= Approximate[X];
  if (!readGuards(A, L) || !linearOffset(A, L))
    return false;
  Linear.push_back(std::move(L));
  return Out->Isl->exhausted() ? tooComplex() : true;
}

bool Builder::readGuards(const Access &A, LinearAccess &L) {
  for (unsigned G : A.Guards) {
    const Guard &X = Nest.Guards[G];
    ExprReader Reader(Nest, Atoms, frame(A.Loops, L.Domain));
    Truth T = Reader.test(*X.Cond);
    bool Readable = true;
    for (const Condition &C : Reader.Conditions) {
      isl::Set Bad = L.Domain.subtract(C.Holds);
      // A condition that never holds leaves the guard open to either outcome.
      if (addCheck(CheckKind::Other, Bad, reasonOf(C)) > CheckResult::Checked)
        Readable = false;
    }
    if (!T.Exact || !Readable)
      L.DataGuards.push_back(G);
    if (Readable)
      L.Domain = isl::coalesced(L.Domain.intersect(X.Negated ? T.No : T.Yes));
    if (Out->Isl->exhausted())
      return tooComplex();
  }
  return true;
}

/// ((s0 * E1 + s1) * E2 + s2) ..., subscripts modulo 2^64.
bool Builder::linearOffset(const Access &A, LinearAccess &L) {
  L.Reader =
      std::make_unique<ExprReader>(Nest, Atoms, frame(A.Loops, L.Domain));
  ExprReader &Reader = *L.Reader;
  const ArrayInfo &Array = Nest.Arrays[A.Array];
  std::vector<isl::PwAff> Subscripts;
  for (size_t K = 0; K < A.Subscripts.size(); ++K) {
    std::optional<Polynomial> S = Reader.polynomial(*A.Subscripts[K], true);
    if (!S)
      return takeAnyElement(A, *A.Subscripts[K], L);
    Subscripts.push_back(Reader.affine(*S));
    if (K > 0) {
      std::optional<Polynomial> Extent =
          Array.Extents[K] ? Reader.polynomial(*Array.Extents[K], false)
                           : std::nullopt;
      if (!Extent) {
        R.add(DiagID::HD250, A.Where, A.Text,
              "the extents of '" + Array.Name + "' are not known");
        return false;
      }
      L.Offset = L.Offset * *Extent;
    }
    L.Offset += *S;
  }
  if (L.Offset.poisoned()) {
    R.add(DiagID::HD251, A.Where, A.Text, "coefficients are limited to 2^40");
    return false;
  }
  if (!require(CheckKind::Other, Reader.Conditions, L.Domain) ||
      !requirePolynomials(L))
    return false;
  return checkExtents(A, L, Subscripts) && stayInRows(A, L, Subscripts);
}

bool Builder::isOnlyRead(unsigned Array) const {
  return llvm::none_of(Nest.Accesses, [&](const Access &A) {
    return A.Array == Array && A.IsWrite;
  });
}

/// A subscript that cannot be read does no harm in an array that is only read
/// and exists as a whole.
bool Builder::takeAnyElement(const Access &A, const Expr &Subscript,
                             LinearAccess &L) {
  const ArrayInfo &Array = Nest.Arrays[A.Array];
  bool OnlyRead = isOnlyRead(A.Array),
       Declared = existingElements(Nest, A.Array).has_value();
  const std::optional<ReadFailure> &Failure = L.Reader->failure();
  if (OnlyRead && Declared && Failure && !Failure->TooLarge &&
      !Out->Isl->exhausted()) {
    L.AnyElement = true;
    L.Reader->clearFailure();
    return true;
  }
  const Expr *Data = findOpaque(Subscript);
  if (A.IsWrite || !Data || Data->Why != DependsOnArray)
    return reportFailure(*L.Reader);
  std::string What =
      !OnlyRead ? "the nest writes '" + Array.Name + "', too"
      : Array.Rows == ArrayInfo::PassedRows
          ? "subscript '" + Array.Name +
                "' itself, which says how many there are, and no pointer"
          : "declare how many there are, as in 'const " + Array.ElementType +
                " (&" + Array.Name + ")[256]' or 'const std::vector<" +
                Array.ElementType + "> &" + Array.Name + "'";
  R.add(DiagID::HD217, Data->Where, Array.Name, What)
      .note(Array.Where, "'" + Array.Name + "' is declared here");
  return false;
}

/// Up to here the linear form of an array is as good as its subscripts.
constexpr size_t FewDimensions = 2;

/// The integer reading is right modulo 2^64 only.
static bool mayWrapModulo64(const Expr &E) {
  return (E.Type.Bits == 64 && !E.Type.Signed) ||
         llvm::any_of(E.Operands,
                      [](const ExprRef &O) { return mayWrapModulo64(*O); });
}

/// Where it is written, an array's inner subscripts that certainly are
/// evaluated stay within the declared extents, or the program is undefined: a
/// check that costs nothing to rely on. Where data decide, the accesses that do
/// execute stay inside. Reads elsewhere are taken as they are, if need be
/// beyond their rows.
bool Builder::stayInRows(const Access &A, LinearAccess &L,
                         const std::vector<isl::PwAff> &Subscripts) {
  const ArrayInfo &Array = Nest.Arrays[A.Array];
  const bool OnlyRead = isOnlyRead(A.Array);
  if (OnlyRead && Array.Extents.size() <= FewDimensions)
    return true;
  bool AllInside = !Subscripts[0].isNull();
  for (size_t K = 1; K < Subscripts.size(); ++K) {
    if (!(A.Within >> K & 1) || Subscripts[K].isNull() || !Array.Extents[K] ||
        Array.Extents[K]->Kind != ExprKind::Const) {
      AllInside = false;
      continue;
    }
    isl::Space Space = L.Domain.space();
    isl::PwAff Zero = toIsl(Sym(0), Space),
               Extent = toIsl(Sym(Array.Extents[K]->Value), Space);
    isl::Set Inside =
        Subscripts[K].ge(Zero).intersect(Subscripts[K].lt(Extent));
    isl::Set Bad = L.Domain.subtract(Inside);
    if (OnlyRead) {
      Bad = Bad.intersectParams(Assume);
      AllInside &= isl::isEmpty(Bad) == Answer::Yes;
      continue;
    }
    if (!L.may()) {
      if (addCheck(CheckKind::Other, Bad,
                   "'" + A.Subscripts[K]->Text + "' stays within rows of '" +
                       Array.Extents[K]->Text + "' in '" + Array.Name + "'") <=
          CheckResult::Checked)
        continue;
    }
    if (Out->Isl->exhausted())
      return tooComplex();
    if (mayWrapModulo64(*A.Subscripts[K])) {
      AllInside = false;
      continue;
    }
    L.Domain = isl::coalesced(L.Domain.intersect(Inside));
  }
  if (AllInside)
    L.InRows = Subscripts;
  return true;
}

/// A subscript that is outside a known extent whenever the access executes is
/// an error; otherwise it is inside, as C++ demands.
bool Builder::checkExtents(const Access &A, const LinearAccess &L,
                           const std::vector<isl::PwAff> &Subscripts) {
  if (L.may())
    return true;
  const ArrayInfo &Array = Nest.Arrays[A.Array];
  for (size_t K = 0; K < Subscripts.size(); ++K) {
    if (!Array.Extents[K] || Subscripts[K].isNull() ||
        (K > 0 && !(A.Within >> K & 1)))
      continue;
    isl::PwAff Extent = L.Reader->value(*Array.Extents[K]);
    if (Extent.isNull()) {
      L.Reader->clearFailure();
      continue;
    }
    isl::PwAff Zero = Extent.scale(0);
    isl::Set Outside =
        Subscripts[K].lt(Zero).unionWith(Subscripts[K].ge(Extent));
    Outside = Outside.intersect(L.Domain);
    isl::Set Executed = L.Domain.params();
    isl::Set Wrong = Outside.params();
    if (isl::isEmpty(Outside) != Answer::No ||
        isl::isSubset(Executed, Wrong) != Answer::Yes)
      continue;
    isl::Set Graph = isl::graph(Subscripts[K].toMap().intersectDomain(Outside));
    unsigned Dims = static_cast<unsigned>(A.Loops.size());
    std::optional<Witness> W = smallestWitness(Graph, Atoms.parameters(), Dims);
    if (!W)
      return tooComplex();
    R.add(DiagID::HD256, A.Subscripts[K]->Where, A.Subscripts[K]->Text,
          W->Point.back(), pointText(W->Point, 0, Dims),
          parametersOf(*W, Graph), Array.Name, Array.Extents[K]->Text)
        .note(Array.Where, "'" + Array.Name + "' is declared here");
    return false;
  }
  return true;
}

/// Makes Relations of the accesses of one array.
bool Builder::arrange(unsigned Array) {
  AffineArray &Info = Out->Arrays[Array];
  const ArrayInfo &Source = Nest.Arrays[Array];
  for (char C : Source.Name)
    Info.IslName += llvm::isAlnum(C) ? C : '_';
  for (unsigned Other = 0; Other < Array; ++Other)
    if (Out->Arrays[Other].IslName == Info.IslName)
      Info.IslName += "_" + std::to_string(Array);
  std::vector<LinearAccess *> Accesses;
  for (LinearAccess &L : Linear)
    if (Nest.Accesses[L.Source].Array == Array)
      Accesses.push_back(&L);
  if (Accesses.empty())
    return true;

  if (llvm::any_of(Accesses, [](LinearAccess *L) { return L->AnyElement; }))
    return takeRange(Array, Accesses) || tooComplex();
  return arrangeDeclared(Array, Accesses) || arrangeRows(Array, Accesses);
}

/// The linear form of an array with many dimensions is a number with as many
/// digits, which takes isl long to tell from another. Within rows the
/// subscripts themselves are the digits.
bool Builder::arrangeDeclared(unsigned Array,
                              const std::vector<LinearAccess *> &Accesses) {
  const ArrayInfo &Source = Nest.Arrays[Array];
  if (Source.Extents.size() <= FewDimensions ||
      llvm::any_of(Accesses, [](LinearAccess *L) { return L->InRows.empty(); }))
    return false;
  AffineArray &Info = Out->Arrays[Array];
  for (size_t K = 1; K < Source.Extents.size(); ++K)
    Info.Widths.push_back(Sym(Source.Extents[K]->Value));
  Info.Dims = static_cast<unsigned>(Source.Extents.size());
  for (LinearAccess *L : Accesses) {
    isl::Map Relation = isl::tuple(L->InRows);
    addRelation(*L, Array, Relation.intersectDomain(L->Domain));
  }
  return true;
}

/// An array that is only read needs no rows where its range is known.
bool Builder::takeRange(unsigned Array,
                        const std::vector<LinearAccess *> &Accesses) {
  if (!isOnlyRead(Array))
    return false;
  std::optional<ElementRange> Range;
  if (std::optional<Sym> Elements = existingElements(Nest, Array))
    // The range of no elements is 0 to -1.
    Range = {Sym::truth(true), Sym(0),
             *Elements * Sym(scalarsPerElement(Nest.Arrays[Array])) - Sym(1)};
  else
    Range = readRange(Accesses);
  if (!Range || Out->Isl->exhausted())
    return false;
  Out->Arrays[Array].Range = std::move(Range);
  for (LinearAccess *L : Accesses) {
    isl::Space Any = paramSpace().withSetDims(1);
    isl::Set Elements = isl::Set::universe(Any);
    addRelation(*L, Array, isl::product(L->Domain, Elements));
  }
  return true;
}

bool Builder::arrangeRows(unsigned Array,
                          const std::vector<LinearAccess *> &Accesses) {
  AffineArray &Info = Out->Arrays[Array];
  const ArrayInfo &Source = Nest.Arrays[Array];
  SourceRef Where = Nest.Accesses[Accesses.front()->Source].Where;
  Delinearizer D(Accesses, Atoms, Assume, Source.Name);
  Arrangement A;
  bool Arranged = D.run(A);
  if ((!Arranged || D.unified()) && !Out->Isl->exhausted() &&
      takeRange(Array, Accesses))
    return true;
  if (!Arranged) {
    if (Out->Isl->exhausted() || D.why().empty())
      return tooComplex();
    R.add(DiagID::HD257, Where, Source.Name, D.why());
    return false;
  }
  for (const Violation &V : A.Violations) {
    CheckResult Result = addCheck(CheckKind::Stride, V.Bad, V.Requirement);
    if (Result <= CheckResult::Checked)
      continue;
    if (!Out->Isl->exhausted() && takeRange(Array, Accesses))
      return true;
    if (Result == CheckResult::Unknown)
      return tooComplex();
    R.add(DiagID::HD257, Where, Source.Name,
          "rows would overlap for all values of the parameters");
    return false;
  }
  for (const Polynomial &W : A.Widths)
    Info.Widths.push_back(Atoms.affineSym(W));
  Info.Dims = static_cast<unsigned>(A.Widths.size()) + 1;
  for (size_t N = 0; N < Accesses.size(); ++N)
    addRelation(*Accesses[N], Array, A.Relations[N]);
  return true;
}

void Builder::addRelation(LinearAccess &L, unsigned Array, isl::Map Relation) {
  const Access &A = Nest.Accesses[L.Source];
  Relation = Relation.named(isl::Dim::Out, Out->Arrays[Array].IslName);
  // Assumptions and checks hold on the fast path; they need no repetition in
  // every set.
  L.Domain = L.Domain.gistParams(Out->Context);
  Relation = isl::coalesced(Relation.gistParams(Out->Context));
  AffineAccess X;
  X.Source = L.Source;
  X.Array = Array;
  X.IsWrite = A.IsWrite;
  X.May = L.may();
  X.DataGuards = L.DataGuards;
  X.DataOtherwise = L.DataOtherwise;
  X.Relation = std::move(Relation);
  X.Domain = L.Domain;
  X.InnerLoops.assign(A.Loops.begin() + Out->Depth, A.Loops.end());
  Out->Accesses.push_back(std::move(X));
}

void Builder::storeDomain() {
  isl::Set S = isl::Set::empty(statementSpace(Out->Depth));
  for (const AffineAccess &A : Out->Accesses) {
    if (!A.IsWrite)
      continue;
    isl::Set D = A.Domain.project(isl::Dim::Set, Out->Depth,
                                  static_cast<unsigned>(A.InnerLoops.size()));
    D = D.named("Stmt");
    S = S.unionWith(D);
  }
  Out->StoreDomain = isl::coalesced(std::move(S));
}

} // namespace heddle
