//===- Accesses.cpp - Guards and subscripts -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every access becomes a linear offset (a polynomial) over the iterations that
// execute it. Conditions that cannot be read make it a may-access; so do
// conditions whose integer reading is never exact.
//===----------------------------------------------------------------------===//

#include "Affine/Accesses.h"
#include "Affine/Checks.h"
#include "Affine/Footprint.h"
#include "Affine/Inspection.h"
#include "Affine/PolynomialRange.h"
#include "Affine/Space.h"
#include "Affine/SymToIsl.h"
#include "IR/AnnotationEdit.h"
#include "IR/ArrayText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cassert>

namespace heddle {

using isl::Answer;

static bool readGuards(Builder &B, const Access &A, LinearAccess &L) {
  for (unsigned G : A.Guards) {
    const Guard &X = B.Nest.Guards[G];
    ExprReader Reader(B.Nest, B.Atoms, frame(B, A.Loops, L.Domain));
    Truth T = truthOf(Reader, *X.Cond);
    bool Readable = true;
    for (const Condition &C : Reader.Conditions) {
      isl::Set Bad = L.Domain.subtract(C.Holds);
      // A condition that never holds leaves the guard open to either outcome.
      if (addCheck(B, CheckKind::Other, Bad, reasonOf(C)) >
          CheckResult::Checked)
        Readable = false;
    }
    if (!T.Exact || !Readable)
      L.DataGuards.push_back(G);
    if (Readable)
      L.Domain = isl::coalesced(L.Domain.intersect(X.Negated ? T.No : T.Yes));
    if (B.Out->Isl->exhausted())
      return tooComplex(B);
  }
  return true;
}

bool isOnlyRead(const LoopNest &Nest, unsigned Array) {
  return llvm::none_of(Nest.Accesses, [&](const Access &A) {
    return A.Array == Array && A.IsWrite;
  });
}

static bool isOnlyUpdated(const LoopNest &Nest, unsigned Array) {
  return llvm::all_of(Nest.Accesses, [&](const Access &A) {
    return A.Array != Array || !A.Reduces.empty();
  });
}

bool isCompacted(const Builder &B, unsigned Array) {
  return B.Nest.compactedOf(Array) && B.Out->Dims.size() == B.Out->Depth;
}

/// That several iterations touch an element of the array matters to nobody, is
/// not so by the user's word, or is left to threads that own elements.
static bool isFreeOfOrder(const LoopNest &Nest, unsigned Array) {
  return isOnlyRead(Nest, Array) || Nest.isIndependent(Array) ||
         ((Nest.Arrays[Array].Integral ||
           llvm::is_contained(Nest.Annot.Reduce, Array)) &&
          isOnlyUpdated(Nest, Array));
}

/// As the neighbours in a graph or a mesh, which are seldom elements of the
/// iteration's own.
static bool isReadWhereDataSay(const LoopNest &Nest, unsigned Array) {
  return llvm::any_of(Nest.Accesses, [&](const Access &A) {
    return A.Array == Array && !A.IsWrite &&
           llvm::any_of(A.Subscripts, [](const ExprRef &S) {
             const Expr *Unknown = findOpaque(*S);
             return Unknown && Unknown->Why == DependsOnArray;
           });
  });
}

/// A pass finds which iterations touch the array's elements, and it matters.
static bool canBeToldApart(const LoopNest &Nest, unsigned Array) {
  return Nest.MayTellApart && !isFreeOfOrder(Nest, Array) &&
         !isReadWhereDataSay(Nest, Array) && !whyNotInspected(Nest);
}

bool mayBeToldApart(const LoopNest &Nest, unsigned Array) {
  return canBeToldApart(Nest, Array) && !isOnlyUpdated(Nest, Array);
}

void tellApart(Builder &B, unsigned Array) {
  std::vector<unsigned> &Told = B.Out->ToldApart;
  if (auto At = llvm::lower_bound(Told, Array);
      At == Told.end() || *At != Array)
    Told.insert(At, Array);
}

/// Neither is it known how many elements the array has, nor can a pass over the
/// loops find those that they touch.
static bool needsExtent(const LoopNest &Nest, unsigned Index) {
  return !existingElements(Nest, Index) && whyNotInspected(Nest);
}

/// Why subscripts that are not known are no good here; completes HD217.
static std::string whyNotAnyElement(const LoopNest &Nest, unsigned Index) {
  const ArrayInfo &Array = Nest.Arrays[Index];
  if (Array.Tables)
    return "each row of a table is passed by itself, so it has to be known "
           "which "
           "rows and columns they are; use one array with the subscript "
           "'row * columns + column'";
  const std::string Claim =
      "'extent(" + Array.Name + ", n)' with the number of elements";
  const std::string Also = needsExtent(Nest, Index) ? " and " + Claim : "";
  if (!isFreeOfOrder(Nest, Index) && isOnlyUpdated(Nest, Index))
    return "in this histogram, updates of one element in floating point would "
           "be rounded in no certain order; write 'reduce(" +
           Array.Name + ")'" + Also +
           ", so that each element has a thread of its own";
  if (!isFreeOfOrder(Nest, Index))
    return "iterations that write to one element cannot be told from others; "
           "if no two iterations do, write 'independent(" +
           Array.Name + ")'" + Also;
  if (Array.Rows == ArrayInfo::PassedRows)
    return "subscript '" + Array.Name +
           "' itself, which says how many there are, and no pointer";
  return "write " + Claim +
         ", or declare it, as in "
         "'const " +
         Array.ElementType + " (&" + Array.Name +
         ")[256]' or 'const std::vector<" + Array.ElementType + "> &" +
         Array.Name + "'";
}

/// Claims with which any subscript will do, as a note.
static std::string claimsFor(const LoopNest &Nest, unsigned Index) {
  const std::string &Name = Nest.Arrays[Index].Name;
  const std::string Extent = "'extent(" + Name + ", n)'",
                    Apart = "'independent(" + Name + ")'";
  const std::string Also =
      needsExtent(Nest, Index)
          ? " and " + Extent + ", n being the number of elements,"
          : "";
  if (isFreeOfOrder(Nest, Index))
    return "with " + Extent +
           ", n being the number of elements, this may be any "
           "of them";
  if (isOnlyUpdated(Nest, Index))
    return "with 'reduce(" + Name + ")'" + Also +
           " each element has a thread of its own, which may update any";
  return "if no two iterations touch one element, " + Apart + Also + " will do";
}

/// Where the claim that is missing says all by itself, it can be pasted.
static void offerClaim(const LoopNest &Nest, unsigned Index, Diagnostic &D) {
  // Elements that the loops read as well are seldom an iteration's own.
  const bool IsStored = llvm::none_of(Nest.Accesses, [&](const Access &A) {
    return A.Array == Index && !A.IsWrite;
  });
  const bool IsUpdated = isOnlyUpdated(Nest, Index);
  if (!isFreeOfOrder(Nest, Index) && !needsExtent(Nest, Index) &&
      (IsStored || IsUpdated))
    offerWord(Nest.Annot.Where,
              (IsUpdated ? "reduce(" : "independent(") +
                  Nest.Arrays[Index].Name + ")",
              D);
}

/// Says why a pass over the loops cannot find the elements, where it alone
/// might.
static void noteNoInspection(const LoopNest &Nest, unsigned Array,
                             Diagnostic &D) {
  if (existingElements(Nest, Array))
    return;
  if (const std::optional<NoInspection> Not = whyNotInspected(Nest))
    D.note(Not->Where.isValid() ? Not->Where : Nest.Where,
           "no pass over the loops can find the elements: " + Not->Why);
}

/// A subscript that cannot be read does no harm in an array that exists as a
/// whole, or whose elements a pass over the loops finds, and of which no two
/// iterations that matter touch one element.
static bool takeAnyElement(Builder &B, const Access &A, const Expr &Subscript,
                           LinearAccess &L) {
  const std::optional<ReadFailure> &Failure = L.Reader->Failure;
  const bool IsToldApart = mayBeToldApart(B.Nest, A.Array);
  if ((isCompacted(B, A.Array) || IsToldApart ||
       (isFreeOfOrder(B.Nest, A.Array) && !needsExtent(B.Nest, A.Array))) &&
      Failure && !Failure->TooLarge && !B.Out->Isl->exhausted()) {
    L.AnyElement = true;
    if (IsToldApart)
      tellApart(B, A.Array);
    L.DataOtherwise |= A.IsWrite;
    L.Reader->Failure.reset();
    return true;
  }
  const Expr *Data = findOpaque(Subscript);
  const ArrayInfo &Array = B.Nest.Arrays[A.Array];
  if (!Data || Data->Why != DependsOnArray) {
    const bool TooLarge = Failure && Failure->TooLarge;
    reportFailure(B, *L.Reader);
    if (!TooLarge && !B.Out->Isl->exhausted() &&
        !B.Nest.Arrays[A.Array].Tables) {
      Diagnostic &D = B.Diags.Diagnostics.back();
      D.note(A.Where, claimsFor(B.Nest, A.Array));
      noteNoInspection(B.Nest, A.Array, D);
      offerClaim(B.Nest, A.Array, D);
    }
    return false;
  }
  Diagnostic &D = B.Diags.add(DiagID::HD217, Data->Where, Array.Name,
                              whyNotAnyElement(B.Nest, A.Array));
  D.note(Array.Where, "'" + Array.Name + "' is declared here");
  noteNoInspection(B.Nest, A.Array, D);
  offerClaim(B.Nest, A.Array, D);
  return false;
}

/// The integer reading is right modulo 2^64 only.
static bool mayWrapModulo64(const Expr &E) {
  return (E.Type.Bits == 64 && !E.Type.Signed) ||
         llvm::any_of(E.Operands,
                      [](const ExprRef &O) { return mayWrapModulo64(*O); });
}

/// Extent K of the array over the iterations of L, or null.
static isl::PwAff extentOver(LinearAccess &L, const ArrayInfo &Array,
                             size_t K) {
  if (!Array.Extents[K])
    return isl::PwAff();
  isl::PwAff Extent = valueOf(*L.Reader, *Array.Extents[K]);
  L.Reader->Failure.reset();
  return Extent;
}

/// Both are numbers, and the subscript is one of those that the extent has.
static bool isConstantInside(const Expr &Subscript, const ExprRef &Extent) {
  return Extent && Extent->Kind == ExprKind::Const &&
         Subscript.Kind == ExprKind::Const && Subscript.Value >= 0 &&
         Subscript.Value < Extent->Value;
}

/// Where it is written, or has rows of run-time lengths, an array's inner
/// subscripts that certainly are evaluated stay within the declared extents, or
/// the program is undefined: a check that costs nothing to rely on. Where data
/// decide, the accesses that do execute stay inside. Reads elsewhere are taken
/// as they are, if need be beyond their rows.
static bool stayInRows(Builder &B, const Access &A, LinearAccess &L,
                       const std::vector<isl::PwAff> &Subscripts) {
  const ArrayInfo &Array = B.Nest.Arrays[A.Array];
  const bool OnlyRead =
      isOnlyRead(B.Nest, A.Array) && !hasVariableRows(B.Nest, A.Array);
  if (OnlyRead && Array.Extents.size() <= FewDimensions)
    return true;
  bool AllInside = !Subscripts[0].isNull();
  for (size_t K = 1; K < Subscripts.size(); ++K) {
    if (isConstantInside(*A.Subscripts[K], Array.Extents[K]))
      continue;
    const isl::PwAff Extent = extentOver(L, Array, K);
    if (Subscripts[K].isNull() || Extent.isNull()) {
      AllInside = false;
      continue;
    }
    isl::PwAff Zero = toIsl(Sym(0), L.Domain.space());
    isl::Set Inside =
        Subscripts[K].ge(Zero).intersect(Subscripts[K].lt(Extent));
    isl::Set Bad = L.Domain.subtract(Inside);
    // Pointers into the array may leave a row, if it is not seen that they do
    // not, as a function that is given a row of five numbers.
    if (OnlyRead || !(A.Within >> K & 1)) {
      Bad = Bad.intersectParams(B.Assume);
      AllInside &= isl::isEmpty(Bad) == Answer::Yes;
      continue;
    }
    if (!L.may()) {
      if (addCheck(B, CheckKind::Other, Bad,
                   "'" + A.Subscripts[K]->Text + "' stays within rows of '" +
                       Array.Extents[K]->Text + "' in '" + Array.Name + "'") <=
          CheckResult::Checked)
        continue;
    }
    if (B.Out->Isl->exhausted())
      return tooComplex(B);
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
static bool checkExtents(Builder &B, const Access &A, LinearAccess &L,
                         const std::vector<isl::PwAff> &Subscripts) {
  if (L.may())
    return true;
  const ArrayInfo &Array = B.Nest.Arrays[A.Array];
  for (size_t K = 0; K < Subscripts.size(); ++K) {
    if (!Array.Extents[K] || Subscripts[K].isNull() ||
        (K > 0 && !(A.Within >> K & 1)))
      continue;
    const isl::PwAff Extent = extentOver(L, Array, K);
    if (Extent.isNull())
      continue;
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
    std::optional<Witness> W =
        smallestWitness(Graph, B.Atoms.parameters(), Dims);
    if (!W)
      return tooComplex(B);
    B.Diags
        .add(DiagID::HD256, A.Subscripts[K]->Where, A.Subscripts[K]->Text,
             W->Point.back(), pointText(W->Point, 0, Dims),
             parametersOf(B, *W, Graph), Array.Name, Array.Extents[K]->Text)
        .note(Array.Where, "'" + Array.Name + "' is declared here");
    return false;
  }
  return true;
}

/// Where data decide whether an access executes, the ones that do stay within
/// what the declaration says.
static bool stayInTable(Builder &B, const Access &A, LinearAccess &L,
                        const std::vector<isl::PwAff> &Subscripts) {
  L.InRows = Subscripts;
  if (!L.may())
    return true;
  const ArrayInfo &Array = B.Nest.Arrays[A.Array];
  for (size_t K = 0; K < Subscripts.size(); ++K) {
    if (!Array.Extents[K] || Array.Extents[K]->Kind != ExprKind::Const)
      continue;
    isl::Space Space = L.Domain.space();
    isl::Set Inside = Subscripts[K]
                          .ge(toIsl(Sym(0), Space))
                          .intersect(Subscripts[K].lt(
                              toIsl(Sym(Array.Extents[K]->Value), Space)));
    L.Domain = isl::coalesced(L.Domain.intersect(Inside));
  }
  return true;
}

/// The subscripts of a table, each an affine function: rows lie anywhere, so
/// elements have no offset.
static bool tableSubscripts(Builder &B, const Access &A, LinearAccess &L) {
  ExprReader &Reader = *L.Reader;
  std::vector<isl::PwAff> Subscripts;
  for (const ExprRef &S : A.Subscripts) {
    std::optional<Polynomial> Value = polynomialOf(Reader, *S, true);
    if (!Value || failAtQuotient(Reader, *Value))
      return takeAnyElement(B, A, *S, L);
    Subscripts.push_back(affineOf(Reader, *Value));
    if (Subscripts.back().isNull()) {
      B.Diags.add(DiagID::HD250, S->Where, S->Text,
                  "rows and columns of the table '" +
                      B.Nest.Arrays[A.Array].Name +
                      "' need sums of counters and parameters");
      return false;
    }
  }
  return require(B, CheckKind::Other, Reader.Conditions, L.Domain) &&
         requirePolynomials(B, L) && checkExtents(B, A, L, Subscripts) &&
         stayInTable(B, A, L, Subscripts);
}

/// ((s0 * E1 + s1) * E2 + s2) ..., subscripts modulo 2^64.
static bool linearOffset(Builder &B, const Access &A, LinearAccess &L) {
  ExprReader &Reader = *L.Reader;
  const ArrayInfo &Array = B.Nest.Arrays[A.Array];
  std::vector<isl::PwAff> Subscripts;
  for (size_t K = 0; K < A.Subscripts.size(); ++K) {
    std::optional<Polynomial> S = polynomialOf(Reader, *A.Subscripts[K], true);
    if (!S)
      return takeAnyElement(B, A, *A.Subscripts[K], L);
    Subscripts.push_back(affineOf(Reader, *S));
    if (K > 0) {
      std::optional<Polynomial> Extent =
          Array.Extents[K] ? polynomialOf(Reader, *Array.Extents[K], false)
                           : std::nullopt;
      if (!Extent) {
        B.Diags.add(DiagID::HD250, A.Where, A.Text,
                    "the extents of '" + Array.Name + "' are not known");
        return false;
      }
      L.Offset = L.Offset * *Extent;
    }
    L.Offset += *S;
  }
  if (L.Offset.poisoned()) {
    B.Diags.add(DiagID::HD251, A.Where, A.Text,
                "coefficients are limited to 2^40");
    return false;
  }
  if (failAtQuotient(Reader, L.Offset))
    return takeAnyElement(B, A, *A.Subscripts.back(), L);
  if (!require(B, CheckKind::Other, Reader.Conditions, L.Domain) ||
      !requirePolynomials(B, L))
    return false;
  return checkExtents(B, A, L, Subscripts) && stayInRows(B, A, L, Subscripts);
}

/// Where A is executed; nothing: an error was reported.
static std::optional<LinearAccess> readPlace(Builder &B, const Access &A) {
  LinearAccess L;
  L.DataOtherwise = A.May;
  L.Domain = B.Domains[A.Loops.back()].intersectParams(B.Assume);
  for (unsigned X : A.Loops)
    L.DataOtherwise |= B.Approximate[X];
  if (!readGuards(B, A, L))
    return std::nullopt;
  L.Reader = std::make_unique<ExprReader>(B.Nest, B.Atoms,
                                          frame(B, A.Loops, L.Domain));
  return L;
}

/// A counter that begins where data say, or an outer counter in no affine way,
/// is in a subscript, as of the entries in a row of a sparse matrix: mostly
/// they are an iteration's own.
static bool goesOverRows(const Builder &B, const Access &A) {
  return llvm::any_of(A.Loops, [&](unsigned X) {
    return B.Approximate[X] &&
           findIn(*B.Nest.Loops[X].Init,
                  [](const Expr &E) {
                    return E.Kind == ExprKind::Counter ||
                           E.Kind == ExprKind::Opaque;
                  }) &&
           llvm::any_of(A.Subscripts, [X](const ExprRef &S) {
             return findIn(*S, [X](const Expr &E) {
               return E.Kind == ExprKind::Counter && E.Index == X;
             });
           });
  });
}

/// Nothing: an error was reported.
static std::optional<LinearAccess> readAccess(Builder &B, unsigned Index) {
  const Access &A = B.Nest.Accesses[Index];
  assert(A.Loops.size() >= B.Out->Depth &&
         "accesses are inside the perfect loops");
  std::optional<LinearAccess> L = readPlace(B, A);
  if (!L)
    return std::nullopt;
  L->Source = Index;
  if (!(B.Nest.Arrays[A.Array].Tables ? tableSubscripts(B, A, *L)
                                      : linearOffset(B, A, *L)))
    return std::nullopt;
  if (B.Out->Isl->exhausted()) {
    tooComplex(B);
    return std::nullopt;
  }
  if (A.IsWrite && canBeToldApart(B.Nest, A.Array) && goesOverRows(B, A))
    tellApart(B, A.Array);
  return L;
}

/// Reads LoopNest::RowLoads; false after an error.
static bool readRowLoads(Builder &B) {
  for (const Access &A : B.Nest.RowLoads) {
    std::optional<LinearAccess> L = readPlace(B, A);
    if (!L || !tableSubscripts(B, A, *L))
      return false;
    B.Out->RowLoads.push_back(
        {A.Array, L->may(), isl::tuple(L->InRows).intersectDomain(L->Domain)});
  }
  return true;
}

/// Each array gets a name of its own, like that in the source.
static void nameArrays(Builder &B) {
  std::vector<AffineArray> &Arrays = B.Out->Arrays;
  Arrays.resize(B.Nest.Arrays.size());
  for (unsigned Array = 0; Array < Arrays.size(); ++Array) {
    std::string &Name = Arrays[Array].IslName;
    for (char C : B.Nest.Arrays[Array].Name)
      Name += llvm::isAlnum(C) ? C : '_';
    for (unsigned Other = 0; Other < Array; ++Other)
      if (Arrays[Other].IslName == Name)
        Name += "_" + std::to_string(Array);
  }
}

static void storeDomain(Builder &B) {
  isl::Set S = isl::Set::empty(statementSpace(B, B.Out->Depth));
  for (const AffineAccess &A : B.Out->Accesses) {
    if (!A.IsWrite)
      continue;
    isl::Set D = A.Domain.project(isl::Dim::Set, B.Out->Depth,
                                  static_cast<unsigned>(A.InnerLoops.size()));
    D = D.named("Stmt");
    S = S.unionWith(D);
  }
  B.Out->StoreDomain = isl::coalesced(std::move(S));
}

bool readAccesses(Builder &B) {
  std::vector<LinearAccess> Linear;
  for (unsigned A = 0; A < B.Nest.Accesses.size(); ++A) {
    std::optional<LinearAccess> L = readAccess(B, A);
    if (!L)
      return false;
    Linear.push_back(std::move(*L));
  }
  if (!readRowLoads(B))
    return false;
  nameArrays(B);
  for (unsigned Array = 0; Array < B.Nest.Arrays.size(); ++Array) {
    std::vector<LinearAccess *> Accesses;
    for (LinearAccess &L : Linear)
      if (B.Nest.Accesses[L.Source].Array == Array)
        Accesses.push_back(&L);
    if (!arrange(B, Array, Accesses))
      return false;
  }
  for (const GivenRows &Rows : B.Rows) {
    std::vector<LinearAccess *> Accesses;
    for (LinearAccess &L : Linear)
      if (B.Nest.Accesses[L.Source].Array == Rows.Array)
        Accesses.push_back(&L);
    if (llvm::none_of(Accesses, [](LinearAccess *L) { return L->AnyElement; }))
      placeInRows(B, Rows, Accesses);
  }
  llvm::sort(B.Out->Accesses, [](const AffineAccess &X, const AffineAccess &Y) {
    return X.Source < Y.Source;
  });
  storeDomain(B);
  if (!checkDeclaredAgainstStores(B))
    return false;
  return B.Out->Isl->exhausted() ? tooComplex(B) : true;
}

} // namespace heddle
