//===- DeclaredSpace.cpp - The index space that is declared ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters of which only isl knows the type bounds make the comparison exact
// for every value the checks let through.
//===----------------------------------------------------------------------===//

#include "Affine/Checks.h"
#include "Affine/Space.h"
#include "Affine/SymFromIsl.h"

namespace heddle {

using isl::Answer;

//===----------------------------------------------------------------------===//
// Rank
//===----------------------------------------------------------------------===//

/// The rank that a list in the mapping states; 0 if there is none.
static unsigned mapRank(const Annotation &A) {
  return A.Map ? static_cast<unsigned>(combinators::rank_fixed_by(*A.Map).rank)
               : 0;
}

unsigned declaredRank(const Annotation &A) {
  const unsigned Named = A.namedLoops();
  return Named ? Named : mapRank(A);
}

bool readRank(Builder &B) {
  const Annotation &A = B.Nest.Annot;
  struct Claim {
    const char *Word;
    size_t Rank;
    SourceRef Where;
  };
  std::vector<Claim> Claims;
  if (A.HasBounds)
    Claims.push_back({"bounds", A.Upper.size(), A.BoundsWhere});
  if (!A.Step.empty())
    Claims.push_back({"step", A.Step.size(), A.StepWhere});
  if (!A.Width.empty())
    Claims.push_back({"width", A.Width.size(), A.WidthWhere});
  if (unsigned Rank = mapRank(A))
    Claims.push_back({"map", Rank, A.MapWhere});
  // The front end has compared these already; a nest made elsewhere may differ.
  for (const Claim &C : Claims)
    if (C.Rank != Claims.front().Rank) {
      B.Diags.add(C.Word == std::string("map") ? DiagID::HD118 : DiagID::HD108,
                  C.Where, std::string("'") + C.Word + "'", C.Rank,
                  std::string("'") + Claims.front().Word + "' has " +
                      std::to_string(Claims.front().Rank));
      return false;
    }
  if (Claims.empty())
    return true;
  B.Out->DeclaredRank = static_cast<unsigned>(Claims.front().Rank);
  if (B.Out->DeclaredRank > B.Nest.PerfectDepth) {
    B.Diags
        .add(DiagID::HD303, Claims.front().Where, Claims.front().Word,
             B.Out->DeclaredRank, B.Nest.PerfectDepth)
        .note(B.Nest.Loops[B.Nest.PerfectDepth - 1].Where,
              "this is the innermost loop that is nested perfectly");
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Dimensions from the annotation
//===----------------------------------------------------------------------===//

bool readDeclaredDimensions(Builder &B) {
  const Annotation &A = B.Nest.Annot;
  if (!A.HasBounds)
    return true;
  ExprReader Reader(B.Nest, B.Atoms, frame(B, {}, isl::Set()));
  for (unsigned K = 0; K < B.Out->DeclaredRank; ++K) {
    Dimension D;
    const Loop &L = B.Nest.Loops[K];
    D.Counter = L.Name;
    D.Direction = L.Step > 0 ? 1 : -1;
    D.Step = A.Step.empty() ? 1 : A.Step[K];
    D.Width = A.Width.empty() ? 1 : A.Width[K];
    for (bool IsUpper : {false, true}) {
      if (!IsUpper && A.Lower.empty())
        continue;
      const Expr &E = IsUpper ? *A.Upper[K] : *A.Lower[K];
      std::optional<Sym> S = symOf(Reader, E);
      if (!S || valueOf(Reader, E).isNull()) {
        if (Reader.Failure)
          return reportFailure(B, Reader);
        B.Diags.add(DiagID::HD250, E.Where, E.Text,
                    "a loop counter is in the declared bounds");
        return false;
      }
      (IsUpper ? D.Upper : D.Lower) = *S;
    }
    B.Out->Dims.push_back(std::move(D));
  }
  return true;
}

//===----------------------------------------------------------------------===//
// The claim
//===----------------------------------------------------------------------===//

bool isSpaceDeclared(const Builder &B) {
  const Annotation &A = B.Nest.Annot;
  return A.HasBounds || !A.Step.empty() || !A.Width.empty();
}

/// `bounds(n, m)` over two loops: one range was said, two extents were meant.
static void noteScalarBounds(const Builder &B, Diagnostic &D) {
  const Annotation &A = B.Nest.Annot;
  if (!A.HasBounds || A.Upper.size() != 1 || A.Lower.size() != 1 ||
      !A.Lower[0]->Where.isValid() || B.Out->Depth < 2 || B.Out->Dims.empty())
    return;
  std::vector<Dimension> Meant(2);
  Meant[0].Upper = B.Out->Dims[0].Lower;
  Meant[1].Upper = B.Out->Dims[0].Upper;
  isl::Set Space = spaceOf(B, Meant, 2);
  if (Space.isNull())
    return;
  isl::Set Runs = B.Domains[1].intersectParams(B.Ranges);
  Space = Space.intersectParams(B.Ranges);
  if (isl::isEqual(Space, Runs) != Answer::Yes)
    return;
  const std::string &N = A.Lower[0]->Text, &M = A.Upper[0]->Text;
  D.note(A.BoundsWhere,
         "'bounds(" + N + ", " + M + ")' is one loop from '" + N + "' to '" +
             M + "'; two loops from 0 are 'bounds({" + N + ", " + M + "})'");
}

/// In which of the two sets a smallest iteration lies that is not in the other,
/// and under which condition there is none.
static bool reportMismatch(Builder &B, const isl::Set &Domain,
                           const isl::Set &Declared) {
  isl::Set Missing = Domain.subtract(Declared);
  isl::Set Extra = Declared.subtract(Domain);
  bool RunsMore = isl::isEmpty(Missing) == Answer::No;
  const isl::Set &Difference = RunsMore ? Missing : Extra;
  std::optional<Witness> W = smallestWitness(Difference, B.Atoms.parameters());
  if (!W)
    return tooComplex(B);
  const Annotation &A = B.Nest.Annot;
  SourceRef Where = A.HasBounds             ? A.BoundsWhere
                    : A.StepWhere.isValid() ? A.StepWhere
                                            : A.WidthWhere;
  Diagnostic &D =
      B.Diags.add(RunsMore ? DiagID::HD301 : DiagID::HD302, Where,
                  pointText(W->Point), parametersOf(B, *W, Difference));
  noteScalarBounds(B, D);
  isl::Set Differ = Missing.unionWith(Extra).params();
  isl::Set Agree = B.Ranges.subtract(Differ);
  // Ranges in which nothing runs and nothing is declared agree, but say little.
  isl::Set Nonempty = Domain.unionWith(Declared).params();
  isl::Set Useful = Agree.intersect(Nonempty);
  if (isl::isEmpty(Useful) != Answer::No)
    return false;
  isl::Set Condition =
      isl::coalesced(isl::coalesced(std::move(Agree)).gist(B.Ranges));
  std::optional<Sym> S = symOf(Condition, B.Ranges);
  if (S && operatorCount(*S) <= 24)
    D.note(B.Nest.Where, "they agree only if '" + toString(*S) +
                             "'; if it always holds, state it with "
                             "'[[assume(...)]]' before the loop");
  return false;
}

bool compareWithDeclared(Builder &B) {
  if (!isSpaceDeclared(B))
    return true;
  unsigned Rank = B.Out->DeclaredRank;
  if (!requireDimensions(B, Rank))
    return false;
  isl::Set Declared = spaceOf(B, B.Out->Dims, Rank);
  Declared = Declared.intersectParams(B.Ranges);
  isl::Set Domain = B.Domains[Rank - 1].intersectParams(B.Ranges);
  Answer Same = isl::isEqual(Domain, Declared);
  if (Same == Answer::Unknown)
    return tooComplex(B);
  if (Same == Answer::Yes)
    return true;
  B.Out->AbsorbsGuards = true; // to be confirmed once the stores are known
  return true;
}

/// The declared space is not the loops' domain: it must be the iterations in
/// which a store may execute, for all parameters for which any may. For others,
/// as where loops inside have no iterations, its threads store nothing, if they
/// stand for iterations of the loops.
bool checkDeclaredAgainstStores(Builder &B) {
  if (!B.Out->AbsorbsGuards)
    return true;
  unsigned Rank = B.Out->DeclaredRank;
  isl::Set Declared = spaceOf(B, B.Out->Dims, Rank).intersectParams(B.Ranges);
  isl::Set Stores =
      B.Out->StoreDomain.project(isl::Dim::Set, Rank, B.Out->Depth - Rank);
  Stores = Stores.named("Stmt");
  // Where a check fails the loops run as they are written: the domains of
  // accesses leave those parameters out.
  isl::Set Checked = B.Ranges;
  for (const RuntimeCheck &C : B.Out->Checks)
    Checked = Checked.intersect(C.Holds);
  isl::Set Needed = Declared.intersectParams(Checked);
  Needed = Needed.intersectParams(Stores.params());
  Stores = Stores.intersectParams(Checked);
  Answer Same = isl::isEqual(Stores, Needed);
  if (Same == Answer::Yes)
    Same =
        isl::isSubset(Declared.intersectParams(Checked), B.Domains[Rank - 1]);
  if (Same == Answer::Unknown)
    return tooComplex(B);
  if (Same == Answer::Yes)
    return true;
  return reportMismatch(B, B.Domains[Rank - 1], Declared);
}

} // namespace heddle
