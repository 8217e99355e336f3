//===- Distribute.cpp - One nest as several, one after the other ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Distribute.h"
#include "IR/NestParts.h"
#include "Legality/Conflicts.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

namespace {

class Distributor {
public:
  Distributor(std::shared_ptr<const LoopNest> Nest,
              std::shared_ptr<const AffineNest> Affine, Grain Parts,
              std::vector<unsigned> Alone)
      : Nest(std::move(Nest)), Rank(declaredRank(this->Nest->Annot)),
        Affine(std::move(Affine)), Parts(Parts), Alone(std::move(Alone)) {
    std::tie(First, Last) = piecesOfBody(*this->Nest);
  }

  Distribution run();

private:
  using Group = std::pair<unsigned, unsigned>; ///< pieces, half-open

  unsigned pieceOf(const AffineAccess &A) const;
  isl::Map conflicts(unsigned P, unsigned Q,
                     std::optional<unsigned> Array = std::nullopt) const;
  Answer joinsBackward(const isl::Map &Conflicts) const;
  bool joinsAcross(const isl::Map &Conflicts) const;
  void compare();
  std::vector<Group> groups() const;
  bool isOwned(const AffineAccess &A) const;
  bool mayStayTogether(Group G, unsigned Piece) const;
  std::shared_ptr<const LoopNest> part(Group G, unsigned Number,
                                       unsigned Of) const;
  bool reaches(const LoopNest &Part) const;
  void annotate(LoopNest &Part) const;

  std::shared_ptr<const LoopNest> Nest;
  unsigned Rank, First, Last;
  std::shared_ptr<const AffineNest> Affine;
  Grain Parts;
  std::vector<unsigned> Alone;
  isl::Set Params;
  /// [P][Q], P before Q, from First on: Q has to come behind P in each
  /// iteration, so that they stay together; a conflict joins different
  /// iterations of the two.
  std::vector<std::vector<bool>> Together, Across;
  /// It updates elements in floating point that others of its iterations
  /// update: threads own these, and store nothing else.
  std::vector<bool> Owns;
};

} // namespace

/// Last where A stands in a header around all pieces.
unsigned Distributor::pieceOf(const AffineAccess &A) const {
  for (unsigned P = First; P < Last; ++P)
    if (Nest->Pieces[P].AccessBegin <= A.Source &&
        A.Source < Nest->Pieces[P].AccessEnd)
      return P;
  return Last;
}

/// { x -> y : piece P at x and piece Q at y touch one element, one of them
/// writing }, iterations in the order of execution; null after a limit. Array:
/// elements of no other.
isl::Map Distributor::conflicts(unsigned P, unsigned Q,
                                std::optional<unsigned> Array) const {
  isl::Map All;
  for (const AffineAccess &A : Affine->Accesses) {
    if (pieceOf(A) != P || (Array && *Array != A.Array))
      continue;
    isl::Map From = orderedAccess(*Affine, A, Params);
    for (const AffineAccess &B : Affine->Accesses) {
      if (pieceOf(B) != Q || A.Array != B.Array || !(A.IsWrite || B.IsWrite))
        continue;
      isl::Map One =
          From.applyRange(orderedAccess(*Affine, B, Params).reverse());
      if (One.isNull())
        return One;
      All = All.isNull() ? std::move(One) : All.unionWith(One);
    }
  }
  if (!All.isNull() || Affine->Isl->exhausted())
    return All;
  return isl::Map::empty(Affine->Domain.space().pairs());
}

/// Whether some y comes before its x.
Answer Distributor::joinsBackward(const isl::Map &Conflicts) const {
  isl::Map Reversed = Conflicts.reverse();
  for (unsigned Level = 0; Level < Affine->Depth; ++Level) {
    Answer Empty = isl::isEmpty(carriedAt(Reversed, Level));
    if (Empty != Answer::Yes)
      return Empty == Answer::No ? Answer::Yes : Answer::Unknown;
  }
  return Answer::No;
}

/// Whether some x differs from its y, or may.
bool Distributor::joinsAcross(const isl::Map &Conflicts) const {
  for (unsigned Level = 0; Level < Affine->Depth; ++Level)
    if (isl::isEmpty(differingAt(Conflicts, Level)) != Answer::Yes)
      return true;
  return false;
}

void Distributor::compare() {
  const unsigned Count = Last - First;
  Together.assign(Count, std::vector<bool>(Count, false));
  Across = Together;
  Owns.assign(Count, false);
  for (const AffineAccess &A : Affine->Accesses)
    if (pieceOf(A) < Last && !Owns[pieceOf(A) - First])
      Owns[pieceOf(A) - First] = isOwned(A);
  for (unsigned P = 0; P < Count; ++P)
    for (unsigned Q = P + 1; Q < Count; ++Q) {
      Affine->Isl->resume(LegalityOperations);
      isl::Map Conflicts = conflicts(First + P, First + Q);
      Together[P][Q] =
          Conflicts.isNull() || joinsBackward(Conflicts) != Answer::No;
      Across[P][Q] = Conflicts.isNull() || joinsAcross(Conflicts);
    }
  Affine->Isl->resume(LegalityOperations);
}

/// Data say which elements A updates, or others of its piece update them.
bool Distributor::isOwned(const AffineAccess &A) const {
  const ArrayInfo &Of = Nest->Arrays[A.Array];
  if (!A.IsWrite || Of.Integral || Nest->isIndependent(A.Array))
    return false;
  if (Affine->Arrays[A.Array].Range)
    return true;
  if (Of.Scalar || Nest->Accesses[A.Source].Reduces.empty())
    return false;
  Affine->Isl->resume(LegalityOperations);
  const isl::Map Conflicts = conflicts(pieceOf(A), pieceOf(A), A.Array);
  return !Conflicts.isNull() && joinsAcross(Conflicts);
}

/// The annotation wants loops mapped that only some pieces have; or threads
/// have iterations of their own.
bool Distributor::mayStayTogether(Group G, unsigned Piece) const {
  const bool NeedsInner = Rank > Nest->PerfectDepth;
  auto IsMapped = [&](unsigned P) {
    return (NeedsInner && Nest->Pieces[First + P].IsLoop) ||
           llvm::is_contained(Alone, First + P);
  };
  for (unsigned P = G.first; P < G.second; ++P)
    if (Across[P][Piece] || IsMapped(P) || IsMapped(Piece) ||
        Owns[P] != Owns[Piece])
      return false;
  return true;
}

/// Numbers of pieces from First on.
std::vector<Distributor::Group> Distributor::groups() const {
  const unsigned Count = Last - First;
  std::vector<Group> Least;
  for (unsigned P = 0; P < Count;) {
    Group G{P, P + 1};
    for (unsigned K = G.first; K < G.second; ++K)
      for (unsigned Q = Count; Q-- > G.second;)
        if (Together[K][Q])
          G.second = Q + 1;
    Least.push_back(G);
    P = G.second;
  }
  std::vector<Group> Found;
  for (Group G : Least) {
    bool Joins = !Found.empty() && Parts == Grain::Coarse;
    for (unsigned P = G.first; Joins && P < G.second; ++P)
      Joins = mayStayTogether(Found.back(), P);
    if (Joins)
      Found.back().second = G.second;
    else
      Found.push_back(G);
  }
  return Found;
}

/// The loops that the annotation maps are among those of Part, perhaps in parts
/// of it.
bool Distributor::reaches(const LoopNest &Part) const {
  const auto [Begin, End] = piecesOfBody(Part);
  return Part.PerfectDepth >= Rank ||
         (Part.PerfectDepth > Nest->PerfectDepth && Begin < End);
}

/// Keeps what the annotation says of the loops that the part has, and of the
/// arrays that it writes.
void Distributor::annotate(LoopNest &Part) const {
  Annotation &A = Part.Annot;
  auto IsNotWritten = [&](unsigned Array) {
    return llvm::none_of(Part.Accesses, [&](const Access &X) {
      return X.Array == Array && X.IsWrite;
    });
  };
  llvm::erase_if(A.InPlace, IsNotWritten);
  llvm::erase_if(A.Copy, IsNotWritten);
  llvm::erase_if(A.Reduce, IsNotWritten);
  if (reaches(Part))
    return;
  if (A.HasBounds) {
    A.Lower.resize(Part.PerfectDepth);
    A.Upper.resize(Part.PerfectDepth);
  }
  if (!A.Step.empty())
    A.Step.resize(Part.PerfectDepth);
  if (!A.Width.empty())
    A.Width.resize(Part.PerfectDepth);
  if (!A.Map)
    return;
  // It is for more loops.
  A.clearMap();
  A.Strategy = Auto;
}

std::shared_ptr<const LoopNest> Distributor::part(Group G, unsigned Number,
                                                  unsigned Of) const {
  std::shared_ptr<LoopNest> Part =
      partOf(*Nest, First + G.first, First + G.second);
  Part->Step.Role = StepRole::Part;
  Part->Step.Number = Number;
  Part->Step.Of = Of;
  Part->Step.Suffix += "_part" + std::to_string(Number);
  annotate(*Part);
  return Part;
}

Distribution Distributor::run() {
  Distribution Out;
  auto Refuse = [&](const char *Why) {
    Out.Why = Why;
    return std::move(Out);
  };
  if (First == Last)
    return Refuse(
        "its body is one statement, or its statements share locals or "
        "leave the iteration early");
  if (!Affine)
    return Refuse("not all of it is understood");
  if (llvm::any_of(Affine->Accesses,
                   [&](const AffineAccess &A) { return pieceOf(A) == Last; }))
    return Refuse("the headers of its loops read arrays");
  Params = fastPathParams(*Affine);
  compare();
  std::vector<Group> Groups = groups();
  bool Reaches = Rank <= Nest->PerfectDepth;
  for (Group G : Groups) {
    Out.Begins.push_back(Nest->Pieces[First + G.first]);
    Out.Parts.add(part(G, static_cast<unsigned>(Out.Parts.Steps.size()) + 1,
                       static_cast<unsigned>(Groups.size())));
    Reaches |= reaches(*Out.Parts.Steps.back().Nest);
  }
  if (llvm::none_of(llvm::make_range(Nest->Pieces.begin() + First,
                                     Nest->Pieces.begin() + Last),
                    [](const Piece &P) { return P.IsLoop; }) &&
      Rank > Nest->PerfectDepth)
    return Refuse("none of its statements is a loop and nothing else");
  if (Groups.size() < 2)
    return Refuse("each iteration needs what others have stored before");
  if (!Reaches)
    return Refuse("none of its statements stands in so many loops");
  Report Unused;
  Out.Whole = checksOf(Affine, Unused);
  return Out.Whole ? std::move(Out)
                   : Refuse("it is not known which elements it touches");
}

Distribution heddle::distribute(std::shared_ptr<const LoopNest> Nest,
                                std::shared_ptr<const AffineNest> Affine,
                                Grain Parts, std::vector<unsigned> Alone) {
  return Distributor(std::move(Nest), std::move(Affine), Parts,
                     std::move(Alone))
      .run();
}
