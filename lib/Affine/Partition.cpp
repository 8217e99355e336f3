//===- Partition.cpp - Tiles of one symbolic size -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/Partition.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

namespace heddle {

namespace {

/// Inclusive.
struct Bounds {
  int64_t Least, Most;
};

} // namespace

/// The values of floor(F / b), for all local indices and parameters, and all
/// sizes: F is at least LeastOfSize * b + Least, and at most the same of most.
static Bounds quotientsBySize(const AffineForm &F, const Partitioning &By) {
  int64_t LeastOfSize = 0, MostOfSize = 0, Least = F.Constant,
          Most = F.Constant;
  const auto Add = [&](int64_t Coefficient, int64_t Ratio) {
    // The local value is between 0 and b * Ratio - 1.
    (Coefficient > 0 ? MostOfSize : LeastOfSize) += Coefficient * Ratio;
    (Coefficient > 0 ? Most : Least) -= Coefficient;
  };
  for (size_t D = 0; D != F.OfIndices.size(); ++D)
    Add(F.OfIndices[D], By.Ratios[D]);
  for (size_t P = 0; P != F.OfParams.size(); ++P)
    if (!By.Divides[P])
      Add(F.OfParams[P], 1);
  // The part that does not grow with b counts most where b is least.
  return {
      LeastOfSize + std::min<int64_t>(llvm::divideFloorSigned(Least, By.Least),
                                      Least < 0 ? -1 : 0),
      MostOfSize + std::max<int64_t>(llvm::divideFloorSigned(Most, By.Least),
                                     Most < 0 ? -1 : 0)};
}

/// F over block indices, in units of b.
static AffineForm overBlocks(const AffineForm &F, const Partitioning &By,
                             int64_t Constant) {
  AffineForm Blocks{F.OfIndices, F.OfParams, Constant};
  for (size_t D = 0; D != F.OfIndices.size(); ++D)
    Blocks.OfIndices[D] *= By.Ratios[D];
  return Blocks;
}

LocalForm overLocals(const AffineForm &F, const std::vector<bool> &Divides,
                     int64_t OfSize) {
  LocalForm Local{F, OfSize};
  for (size_t P = 0; P != F.OfParams.size(); ++P)
    if (Divides[P])
      Local.Form.OfParams[P] = 0;
  return Local;
}

LocalForm localIndex(size_t D, size_t Indices, size_t Params) {
  LocalForm F{
      {std::vector<int64_t>(Indices, 0), std::vector<int64_t>(Params, 0), 0},
      0};
  F.Form.OfIndices[D] = 1;
  return F;
}

void addBetween(const LocalForm &F, int64_t Low, int64_t High,
                std::vector<LocalConstraint> &To) {
  LocalForm Above = F, Below = F;
  Above.OfSize -= Low;
  for (int64_t &C : Below.Form.OfIndices)
    C = -C;
  for (int64_t &C : Below.Form.OfParams)
    C = -C;
  Below.Form.Constant = -Below.Form.Constant - 1;
  Below.OfSize = High - Below.OfSize;
  To.push_back({std::move(Above), false});
  To.push_back({std::move(Below), false});
}

//===----------------------------------------------------------------------===//
// Sets
//===----------------------------------------------------------------------===//

static isl::Space spaceOf(const isl::Context &C, size_t Indices, size_t Params,
                          bool HasSize) {
  isl::Space S = isl::Space::params(C);
  if (HasSize)
    S = S.withParam("b");
  for (size_t P = 0; P != Params; ++P)
    S = S.withParam("p" + std::to_string(P));
  return S.withSetDims(static_cast<unsigned>(Indices));
}

static isl::Aff affOf(const AffineForm &F, const isl::Space &S,
                      unsigned FirstParam) {
  isl::Aff A = isl::Aff::zero(S).withConstant(F.Constant);
  for (unsigned D = 0; D != F.OfIndices.size(); ++D)
    A = A.withCoefficient(isl::Dim::In, D, F.OfIndices[D]);
  for (unsigned P = 0; P != F.OfParams.size(); ++P)
    A = A.withCoefficient(isl::Dim::Param, FirstParam + P, F.OfParams[P]);
  return A;
}

static isl::Set where(const isl::Aff &A, bool IsZero) {
  return IsZero ? isl::zeroSet(A) : isl::nonNegativeSet(A);
}

isl::Set blocksOf(const isl::Context &C, const TilePiece &P,
                  const Partitioning &By) {
  const isl::Space S =
      spaceOf(C, By.Ratios.size(), By.Divides.size(), /*HasSize=*/false);
  isl::Set All = isl::Set::universe(S);
  for (const AffineConstraint &Each : P.Blocks)
    All = All.intersect(where(affOf(Each.Form, S, 0), Each.IsZero));
  return All;
}

isl::Set localSpace(const isl::Context &C, unsigned Indices,
                    const std::vector<bool> &Divides, int64_t Least) {
  const isl::Space S = spaceOf(C, Indices, Divides.size(), /*HasSize=*/true);
  const isl::Aff Size =
      isl::Aff::zero(S).withCoefficient(isl::Dim::Param, 0, 1);
  isl::Set All = where(Size.withConstant(-Least), false);
  for (unsigned P = 0; P != Divides.size(); ++P)
    All = Divides[P] ? All.fix(isl::Dim::Param, P + 1, 0)
                     : All.lowerBound(isl::Dim::Param, P + 1, 0)
                           .intersect(where(
                               Size.withCoefficient(isl::Dim::Param, P + 1, -1)
                                   .withConstant(-1),
                               false));
  return All;
}

isl::Set restrictedTo(isl::Set All, llvm::ArrayRef<LocalConstraint> Locals) {
  const isl::Space S = All.space();
  for (const LocalConstraint &Each : Locals)
    All = All.intersect(
        where(affOf(Each.Form.Form, S, 1)
                  .withCoefficient(isl::Dim::Param, 0, Each.Form.OfSize),
              Each.IsZero));
  return All;
}

isl::Set localsOf(const isl::Context &C, llvm::ArrayRef<LocalConstraint> Locals,
                  const Partitioning &By) {
  isl::Set All = localSpace(C, static_cast<unsigned>(By.Ratios.size()),
                            By.Divides, By.Least);
  std::vector<LocalConstraint> Box;
  for (size_t D = 0; D != By.Ratios.size(); ++D)
    addBetween(localIndex(D, By.Ratios.size(), By.Divides.size()), 0,
               By.Ratios[D], Box);
  return restrictedTo(restrictedTo(std::move(All), Box), Locals);
}

//===----------------------------------------------------------------------===//
// Polyhedra
//===----------------------------------------------------------------------===//

std::vector<TilePiece> piecesOf(const AffineConstraint &A, AffineForm Blocks,
                                int64_t Least, int64_t Most,
                                const std::vector<bool> &Divides) {
  std::vector<TilePiece> All;
  for (int64_t K = Least; K <= Most; ++K) {
    Blocks.Constant = K;
    if (K == Least && !A.IsZero)
      All.push_back({{{Blocks, false}}, {}});
    else
      All.push_back(
          {{{Blocks, true}}, {{overLocals(A.Form, Divides, -K), A.IsZero}}});
  }
  return All;
}

/// The points of both.
static TilePiece both(TilePiece A, const TilePiece &B) {
  A.Blocks.insert(A.Blocks.end(), B.Blocks.begin(), B.Blocks.end());
  A.Locals.insert(A.Locals.end(), B.Locals.begin(), B.Locals.end());
  return A;
}

bool intersect(std::vector<TilePiece> &All, llvm::ArrayRef<TilePiece> Of,
               llvm::function_ref<isl::Answer(const TilePiece &)> IsEmpty) {
  std::vector<TilePiece> Next;
  for (const TilePiece &P : All)
    for (const TilePiece &Q : Of) {
      TilePiece Both = both(P, Q);
      const isl::Answer Empty = IsEmpty(Both);
      if (Empty == isl::Answer::Unknown)
        return false;
      if (Empty == isl::Answer::No)
        Next.push_back(std::move(Both));
    }
  All = std::move(Next);
  return true;
}

static isl::Answer isEmpty(const isl::Context &C, const TilePiece &P,
                           const Partitioning &By) {
  const isl::Answer Blocks = isl::isEmpty(blocksOf(C, P, By));
  return Blocks == isl::Answer::No && !P.isFull()
             ? isl::isEmpty(localsOf(C, P.Locals, By))
             : Blocks;
}

std::optional<std::vector<TilePiece>>
partition(const isl::Context &C, llvm::ArrayRef<AffineConstraint> Domain,
          const Partitioning &By) {
  std::vector<TilePiece> All(1);
  for (const AffineConstraint &Each : Domain) {
    const Bounds K = quotientsBySize(Each.Form, By);
    if (!intersect(All,
                   piecesOf(Each, overBlocks(Each.Form, By, 0), K.Least, K.Most,
                            By.Divides),
                   [&](const TilePiece &P) { return isEmpty(C, P, By); }))
      return std::nullopt;
  }
  return All;
}

std::optional<std::vector<TilePiece>> partition(const isl::Context &C,
                                                const isl::Set &Domain,
                                                const Partitioning &By) {
  const auto Polyhedra = isl::constraintsOf(Domain);
  if (!Polyhedra)
    return std::nullopt;
  std::vector<TilePiece> All;
  for (const auto &Constraints : *Polyhedra) {
    std::vector<AffineConstraint> Of;
    for (const isl::LinearConstraint &Each : Constraints)
      Of.push_back(
          {{Each.OfDims, Each.OfParams, Each.Constant}, Each.IsEquality});
    auto Pieces = partition(C, Of, By);
    if (!Pieces)
      return std::nullopt;
    All.insert(All.end(), Pieces->begin(), Pieces->end());
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Whether the output's ratio divides what each index and parameter adds.
static std::optional<RatioConflict> conflictOf(const AffineForm &F,
                                               unsigned Output,
                                               const Partitioning &By,
                                               int64_t Ratio) {
  for (unsigned D = 0; D != F.OfIndices.size(); ++D)
    if (const int64_t Added = F.OfIndices[D] * By.Ratios[D]; Added % Ratio != 0)
      return RatioConflict{Output, D, false, Added};
  for (unsigned P = 0; P != F.OfParams.size(); ++P)
    if (F.OfParams[P] % Ratio != 0)
      return RatioConflict{Output, P, true, F.OfParams[P]};
  return std::nullopt;
}

/// The output with floor(F / (b * Ratio)) = K over local indices. IsOnly: it
/// has no other value.
static void addOutput(FunctionBranch &To, const AffineForm &F,
                      const Partitioning &By, int64_t Ratio, int64_t K,
                      bool IsOnly) {
  AffineForm Block = overBlocks(F, By, 0);
  for (int64_t &Coefficient : Block.OfIndices)
    Coefficient /= Ratio;
  for (int64_t &Coefficient : Block.OfParams)
    Coefficient /= Ratio;
  Block.Constant = K;
  To.Block.push_back(std::move(Block));
  const LocalForm Local = overLocals(F, By.Divides, -Ratio * K);
  To.Local.push_back(Local);
  if (IsOnly)
    return;
  addBetween(Local, 0, Ratio, To.Where);
}

std::optional<PartitionedFunction>
partition(const isl::Context &C, llvm::ArrayRef<AffineForm> Function,
          const Partitioning &By, llvm::ArrayRef<int64_t> Ratios) {
  PartitionedFunction Out;
  for (unsigned O = 0; O != Function.size() && !Out.Wrong; ++O)
    Out.Wrong = conflictOf(Function[O], O, By, Ratios[O]);
  if (Out.Wrong)
    return Out;
  Out.Branches.resize(1);
  for (unsigned O = 0; O != Function.size(); ++O) {
    const Bounds BySize = quotientsBySize(Function[O], By);
    const Bounds K{llvm::divideFloorSigned(BySize.Least, Ratios[O]),
                   llvm::divideFloorSigned(BySize.Most, Ratios[O])};
    std::vector<FunctionBranch> Next;
    for (const FunctionBranch &B : Out.Branches)
      for (int64_t Each = K.Least; Each <= K.Most; ++Each) {
        FunctionBranch New = B;
        addOutput(New, Function[O], By, Ratios[O], Each, K.Least == K.Most);
        const isl::Answer Empty = isl::isEmpty(localsOf(C, New.Where, By));
        if (Empty == isl::Answer::Unknown)
          return std::nullopt;
        if (Empty == isl::Answer::No)
          Next.push_back(std::move(New));
      }
    Out.Branches = std::move(Next);
  }
  return Out;
}

//===----------------------------------------------------------------------===//
// Ratios
//===----------------------------------------------------------------------===//

std::vector<int64_t> leastRatios(unsigned Indices,
                                 llvm::ArrayRef<PartitionedRead> Reads) {
  std::vector<int64_t> Least(Indices, 1);
  for (const PartitionedRead &R : Reads)
    for (size_t O = 0; O != R.Function.size(); ++O)
      for (unsigned D = 0; D != Indices; ++D)
        // The factors of the ratio that the coefficient does not have.
        Least[D] = std::lcm(
            Least[D],
            R.Ratios[O] / std::gcd(R.Ratios[O], R.Function[O].OfIndices[D]));
  return Least;
}

std::optional<std::pair<unsigned, RatioConflict>>
conflictOf(llvm::ArrayRef<PartitionedRead> Reads, const Partitioning &By) {
  for (unsigned R = 0; R != Reads.size(); ++R)
    for (unsigned O = 0; O != Reads[R].Function.size(); ++O)
      if (const auto Found =
              conflictOf(Reads[R].Function[O], O, By, Reads[R].Ratios[O]))
        return std::make_pair(R, *Found);
  return std::nullopt;
}

} // namespace heddle
