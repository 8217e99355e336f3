//===- TileShapes.cpp - Tiles of other shapes than boxes ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Affine/TileShapes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>

namespace heddle {

using isl::Answer;
using Matrix = std::vector<std::vector<int64_t>>;
using Vector = std::vector<int64_t>;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

static Matrix without(const Matrix &M, size_t Row, size_t Column) {
  Matrix Out;
  for (size_t R = 0; R != M.size(); ++R)
    if (R != Row) {
      Out.push_back(M[R]);
      Out.back().erase(Out.back().begin() + static_cast<ptrdiff_t>(Column));
    }
  return Out;
}

static int64_t determinant(const Matrix &M) {
  if (M.empty())
    return 1;
  int64_t Sum = 0;
  for (size_t C = 0; C != M.size(); ++C)
    Sum += (C % 2 ? -1 : 1) * M[0][C] * determinant(without(M, 0, C));
  return Sum;
}

namespace {

/// The inverse is Of / By, and By is positive.
struct Inverse {
  Matrix Of;
  int64_t By = 1;
};

} // namespace

static Inverse inverse(const Matrix &M) {
  const int64_t Det = determinant(M);
  Inverse Out{M, std::abs(Det)};
  for (size_t R = 0; R != M.size(); ++R)
    for (size_t C = 0; C != M.size(); ++C)
      Out.Of[R][C] = ((R + C) % 2 ? -1 : 1) * (Det < 0 ? -1 : 1) *
                     determinant(without(M, C, R));
  return Out;
}

static Vector times(const Matrix &M, const Vector &V) {
  Vector Out(M.size(), 0);
  for (size_t R = 0; R != M.size(); ++R)
    for (size_t C = 0; C != V.size(); ++C)
      Out[R] += M[R][C] * V[C];
  return Out;
}

/// By times the sum of all forms.
static AffineForm combined(llvm::ArrayRef<AffineForm> Forms, const Vector &By) {
  AffineForm Out{Vector(Forms.front().OfIndices.size(), 0),
                 Vector(Forms.front().OfParams.size(), 0), 0};
  for (size_t F = 0; F != Forms.size(); ++F) {
    for (size_t D = 0; D != Out.OfIndices.size(); ++D)
      Out.OfIndices[D] += By[F] * Forms[F].OfIndices[D];
    for (size_t P = 0; P != Out.OfParams.size(); ++P)
      Out.OfParams[P] += By[F] * Forms[F].OfParams[P];
    Out.Constant += By[F] * Forms[F].Constant;
  }
  return Out;
}

/// Calls Do for all vectors with |v[d]| <= Most[d]; ends where it says false.
static bool forEach(const Vector &Most,
                    llvm::function_ref<bool(const Vector &)> Do) {
  Vector At;
  for (const int64_t M : Most)
    At.push_back(-M);
  while (true) {
    if (!Do(At))
      return false;
    size_t D = At.size();
    while (D-- > 0 && At[D] == Most[D])
      At[D] = -Most[D];
    if (D == size_t(-1))
      return true;
    ++At[D];
  }
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

ShapedTiles latticeTiles(Matrix Lattice, std::vector<bool> Divides,
                         int64_t Least) {
  const Inverse Inv = inverse(Lattice);
  ShapedTiles Out{std::move(Lattice), {}, std::move(Divides), Least};
  for (const Vector &Row : Inv.Of)
    addBetween({{Row, Vector(Out.Divides.size(), 0), 0}, 0}, 0, Inv.By,
               Out.Shape);
  return Out;
}

isl::Set localsOf(const isl::Context &C, llvm::ArrayRef<LocalConstraint> Locals,
                  const ShapedTiles &T) {
  return restrictedTo(
      restrictedTo(localSpace(C, T.dims(), T.Divides, T.Least), T.Shape),
      Locals);
}

/// The shape around b * To.
static std::vector<LocalConstraint> shapeAt(const ShapedTiles &T,
                                            const Vector &To) {
  std::vector<LocalConstraint> All = T.Shape;
  for (LocalConstraint &C : All)
    for (size_t D = 0; D != To.size(); ++D)
      C.Form.OfSize -= C.Form.Form.OfIndices[D] * To[D];
  return All;
}

/// The least power of two m for which local indices are at most m * b away.
static std::optional<int64_t> reachOf(const isl::Context &C,
                                      const ShapedTiles &T) {
  constexpr int64_t Most = 16;
  const isl::Set All = localsOf(C, {}, T);
  for (int64_t Reach = 1; Reach <= Most; Reach *= 2) {
    std::vector<LocalConstraint> Box;
    for (unsigned D = 0; D != T.dims(); ++D)
      addBetween(localIndex(D, T.dims(), T.Divides.size()), -Reach, Reach + 1,
                 Box);
    const Answer Fits = isl::isSubset(
        All, restrictedTo(localSpace(C, T.dims(), T.Divides, T.Least), Box));
    if (Fits == Answer::Unknown)
      return std::nullopt;
    if (Fits == Answer::Yes)
      return Reach;
  }
  return std::nullopt;
}

/// Bounds of z where each |(Lattice z)[d]| is at most Reach.
static Vector blocksWithin(const ShapedTiles &T, int64_t Reach) {
  const Inverse Inv = inverse(T.Lattice);
  Vector Most;
  for (const Vector &Row : Inv.Of) {
    int64_t Sum = 0;
    for (const int64_t C : Row)
      Sum += std::abs(C) * Reach;
    Most.push_back(Sum / Inv.By);
  }
  return Most;
}

Answer tessellates(const isl::Context &C, const ShapedTiles &Tiles) {
  ShapedTiles T = Tiles;
  T.Divides.clear();
  for (LocalConstraint &Each : T.Shape)
    Each.Form.Form.OfParams.clear();
  const std::optional<int64_t> Reach = reachOf(C, T);
  if (!Reach)
    return Answer::Unknown;
  // No two tiles have a point in common.
  Answer Holds = Answer::Yes;
  forEach(blocksWithin(T, 2 * *Reach), [&](const Vector &Z) {
    if (llvm::all_of(Z, [](int64_t V) { return V == 0; }))
      return true;
    Holds = isl::isEmpty(localsOf(C, shapeAt(T, times(T.Lattice, Z)), T));
    return Holds == Answer::Yes;
  });
  if (Holds != Answer::Yes)
    return Holds;
  // Tiles have all points of a cell of the lattice.
  const ShapedTiles Cells = latticeTiles(T.Lattice, {}, T.Least);
  int64_t Far = *Reach;
  for (const Vector &Row : T.Lattice) {
    int64_t Sum = *Reach;
    for (const int64_t V : Row)
      Sum += std::abs(V);
    Far = std::max(Far, Sum);
  }
  const isl::Set Space = localSpace(C, T.dims(), {}, T.Least);
  isl::Set Covered = isl::Set::empty(Space.space());
  forEach(blocksWithin(T, Far), [&](const Vector &Z) {
    Covered =
        Covered.unionWith(restrictedTo(Space, shapeAt(T, times(T.Lattice, Z))));
    return true;
  });
  return isl::isSubset(localsOf(C, {}, Cells), Covered);
}

//===----------------------------------------------------------------------===//
// Polyhedra
//===----------------------------------------------------------------------===//

/// The values of floor(F / (b * Unit)) in the shape; nothing where isl does not
/// know.
static std::optional<std::vector<int64_t>>
quotients(const isl::Context &C, const LocalForm &F, int64_t Unit,
          int64_t Reach, const ShapedTiles &T) {
  int64_t Most = std::abs(F.OfSize) + 1;
  for (const int64_t V : F.Form.OfIndices)
    Most += std::abs(V) * Reach;
  for (const int64_t V : F.Form.OfParams)
    Most += std::abs(V);
  Most = (Most + std::abs(F.Form.Constant) / T.Least) / Unit + 1;
  std::vector<int64_t> All;
  for (int64_t K = -Most; K <= Most; ++K) {
    std::vector<LocalConstraint> Part;
    addBetween(F, K * Unit, (K + 1) * Unit, Part);
    const Answer Empty = isl::isEmpty(localsOf(C, Part, T));
    if (Empty == Answer::Unknown)
      return std::nullopt;
    if (Empty == Answer::No)
      All.push_back(K);
  }
  return All;
}

/// F over block indices, in units of b.
static AffineForm overBlocks(const AffineForm &F, const ShapedTiles &By) {
  AffineForm Blocks{Vector(By.dims(), 0), F.OfParams, 0};
  for (size_t D = 0; D != By.dims(); ++D)
    for (size_t E = 0; E != By.dims(); ++E)
      Blocks.OfIndices[E] += F.OfIndices[D] * By.Lattice[D][E];
  return Blocks;
}

std::optional<std::vector<TilePiece>>
partition(const isl::Context &C, llvm::ArrayRef<AffineConstraint> Domain,
          const ShapedTiles &By) {
  const std::optional<int64_t> Reach = reachOf(C, By);
  if (!Reach)
    return std::nullopt;
  const Partitioning OfBlocks{Vector(By.dims(), 1), By.Divides, By.Least};
  const auto IsEmpty = [&](const TilePiece &P) {
    const Answer Blocks = isl::isEmpty(blocksOf(C, P, OfBlocks));
    return Blocks == Answer::No ? isl::isEmpty(localsOf(C, P.Locals, By))
                                : Blocks;
  };
  std::vector<TilePiece> All(1);
  for (const AffineConstraint &Each : Domain) {
    const auto Values =
        quotients(C, overLocals(Each.Form, By.Divides, 0), 1, *Reach, By);
    if (!Values)
      return std::nullopt;
    // A value that no local index has is a bound all the same for those that
    // have a greater one.
    std::vector<TilePiece> Pieces;
    if (!Values->empty())
      Pieces = piecesOf(Each, overBlocks(Each.Form, By), Values->front(),
                        Values->back(), By.Divides);
    if (!intersect(All, Pieces, IsEmpty))
      return std::nullopt;
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// The values of floor(Inverse V / b) in a shape, by output: in all
/// combinations.
static std::optional<std::vector<Vector>>
cellsOf(const isl::Context &C, llvm::ArrayRef<LocalForm> Scaled, int64_t Unit,
        const ShapedTiles &T) {
  const std::optional<int64_t> Reach = reachOf(C, T);
  std::vector<Vector> All(1);
  for (const LocalForm &F : Scaled) {
    const auto Values = Reach ? quotients(C, F, Unit, *Reach, T) : std::nullopt;
    if (!Values)
      return std::nullopt;
    std::vector<Vector> Next;
    for (const Vector &Before : All)
      for (const int64_t K : *Values) {
        Next.push_back(Before);
        Next.back().push_back(K);
      }
    All = std::move(Next);
  }
  return All;
}

/// The constraint of local indices that are given by forms.
static LocalConstraint of(const LocalConstraint &C,
                          llvm::ArrayRef<LocalForm> Locals) {
  std::vector<AffineForm> Forms;
  LocalConstraint Out = C;
  for (size_t D = 0; D != Locals.size(); ++D) {
    Forms.push_back(Locals[D].Form);
    Out.Form.OfSize += C.Form.Form.OfIndices[D] * Locals[D].OfSize;
  }
  Out.Form.Form = combined(Forms, C.Form.Form.OfIndices);
  Out.Form.Form.Constant += C.Form.Form.Constant;
  return Out;
}

/// All coefficients are multiples of By; divided by it.
static bool divide(AffineForm &F, int64_t By) {
  for (Vector *List : {&F.OfIndices, &F.OfParams})
    for (int64_t &V : *List) {
      if (V % By != 0)
        return false;
      V /= By;
    }
  return true;
}

std::optional<ShapedFunction> partition(const isl::Context &C,
                                        llvm::ArrayRef<AffineForm> Function,
                                        const ShapedTiles &From,
                                        const ShapedTiles &To) {
  const Inverse Inv = inverse(To.Lattice);
  ShapedFunction Out;
  std::vector<AffineForm> Blocks;
  std::vector<LocalForm> Scaled, OfImage; // Inv.Of times the local parts
  for (size_t O = 0; O != Function.size(); ++O) {
    const AffineForm F = combined(Function, Inv.Of[O]);
    Blocks.push_back(overBlocks(F, From));
    if (!divide(Blocks.back(), Inv.By)) {
      Out.NeedsRemainders = true;
      return Out;
    }
    Scaled.push_back(overLocals(F, From.Divides, 0));
    OfImage.push_back({{Inv.Of[O], Vector(To.Divides.size(), 0), 0}, 0});
  }
  const auto Cells = cellsOf(C, Scaled, Inv.By, From),
             Images = cellsOf(C, OfImage, Inv.By, To);
  if (!Cells || !Images)
    return std::nullopt;
  for (const Vector &K : *Cells)
    for (const Vector &Image : *Images) {
      FunctionBranch B;
      Vector Moved;
      for (size_t O = 0; O != Function.size(); ++O) {
        B.Block.push_back(Blocks[O]);
        B.Block.back().Constant = K[O] - Image[O];
        Moved.push_back(Image[O] - K[O]);
        addBetween(Scaled[O], K[O] * Inv.By, (K[O] + 1) * Inv.By, B.Where);
      }
      const Vector By = times(To.Lattice, Moved);
      for (size_t O = 0; O != Function.size(); ++O)
        B.Local.push_back(overLocals(Function[O], From.Divides, By[O]));
      for (const LocalConstraint &Each : To.Shape)
        B.Where.push_back(of(Each, B.Local));
      const Answer Empty = isl::isEmpty(localsOf(C, B.Where, From));
      if (Empty == Answer::Unknown)
        return std::nullopt;
      if (Empty == Answer::No)
        Out.Branches.push_back(std::move(B));
    }
  return Out;
}

} // namespace heddle
