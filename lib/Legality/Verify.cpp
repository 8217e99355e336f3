//===- Verify.cpp - AffineNest to VerifiedNest ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Affine/Footprint.h"
#include "Affine/SymFromIsl.h"
#include "Legality/Conflicts.h"
#include "Legality/Copies.h"
#include "Legality/Explain.h"
#include "Legality/Findings.h"
#include "Legality/Overlaps.h"
#include "Legality/OwnerComputes.h"
#include "Legality/PassReads.h"
#include "Legality/Reductions.h"
#include "Legality/RowGaps.h"
#include "Legality/Scans.h"
#include "Legality/Segments.h"
#include "Legality/VerifiedNest.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

using namespace heddle;
using isl::Answer;

namespace heddle {

class Verifier {
public:
  Verifier(std::shared_ptr<const AffineNest> Nest, Report &R)
      : N(*Nest), R(R), Result(new VerifiedNest()) {
    Result->Affine = std::move(Nest);
  }

  std::shared_ptr<const VerifiedNest> run();
  /// Verifies a nest in which threads own elements. Null, and Why a clause, if
  /// they share any. Null also where something else is reported.
  std::shared_ptr<const VerifiedNest> runOwned(std::string &Why);
  std::shared_ptr<const CheckedNest> runChecks();
  std::vector<ArrayFinding> takeFindings() { return std::move(Findings); }

private:
  void analyze();
  unsigned limit() const {
    return std::min(static_cast<unsigned>(N.Dims.size()), N.Depth);
  }
  unsigned chooseRank() const;
  unsigned reduce(unsigned Rank);
  unsigned scan(unsigned Rank);
  bool isReduced(unsigned Array) const;
  bool wantsOwners(const ArrayConflicts &C, unsigned Rank) const;
  std::optional<std::shared_ptr<const VerifiedNest>>
  ownerComputes(unsigned Rank);
  std::vector<unsigned> loopsApart() const;
  std::shared_ptr<const AffineNest> ownersOf(unsigned Array,
                                             llvm::ArrayRef<unsigned> Apart,
                                             NotOwnerComputes &Refusal) const;
  std::string whyDeclared(unsigned Array) const;
  std::string whyShared() const;
  void remarkOnOwners() const;
  std::shared_ptr<const VerifiedNest> finish(unsigned Rank);
  bool explainConflicts(unsigned Rank);
  void warnAboutInPlace() const;
  void warnAboutReduce() const;
  bool addFootprints();
  bool addFootprint(const ArrayConflicts &C);
  bool checkInspected();
  void refuseInspected(unsigned Array, const NoInspection &Not) const;
  bool addCopies();
  const Access &firstAccess(unsigned Array) const;

  const AffineNest &N;
  Report &R;
  std::shared_ptr<VerifiedNest> Result;
  isl::Set Params;
  std::vector<ArrayConflicts> Conflicts; ///< arrays touched, ascending
  std::vector<ArrayFinding> Findings;    ///< parallel to Conflicts
  std::vector<NotOwnerComputes> Refused;
  /// Into AffineNest::Accesses, by array: the one whose footprint data decide.
  llvm::SmallDenseMap<unsigned, unsigned> DataAccesses;
  /// Arrays whose footprints are no expressions that isl finds.
  llvm::SmallVector<unsigned, 2> TooComplex;
};

} // namespace heddle

void Verifier::analyze() {
  N.Isl->resume(legalityOperations(N));
  Params = fastPathParams(N);
  for (unsigned A = 0; A < N.Arrays.size(); ++A)
    if (llvm::any_of(N.Accesses,
                     [&](const AffineAccess &X) { return X.Array == A; }))
      Conflicts.push_back(findConflicts(N, A, Params));
  N.Isl->resume(legalityOperations(N));
}

/// The declared rank, or the longest prefix of the rectangular loops in which
/// no flow or output conflict joins different iterations. An unknown conflict
/// ends it too, and is reported with the conflicts of one loop more.
unsigned Verifier::chooseRank() const {
  if (N.DeclaredRank)
    return N.DeclaredRank;
  unsigned Rank = 0;
  while (Rank < limit() && llvm::none_of(Conflicts, [&](const auto &C) {
           return isOrdered(C, Rank + 1);
         }))
    ++Rank;
  return Rank;
}

/// Where no loop can be mapped otherwise, and where the declared loops cannot:
/// the longest prefix over which all arrays with conflicts are reduced that are
/// so over the outermost loop. One that is reduced over inner loops alone is
/// better left to the threads, which keep the order.
unsigned Verifier::reduce(unsigned Rank) {
  if (N.DeclaredRank) {
    Result->Reductions = findReductions(N, Conflicts, Rank, Params);
    return Rank;
  }
  while (Rank < limit()) {
    std::vector<Reduction> Next =
        findReductions(N, Conflicts, Rank + 1, Params);
    if (Next.empty() || (Rank > 0 && Next.size() > Result->Reductions.size()))
      break;
    Result->Reductions = std::move(Next);
    ++Rank;
  }
  return Rank;
}

/// Where conflicts are left: over the values that iterations pass on.
unsigned Verifier::scan(unsigned Rank) {
  if (!Result->Reductions.empty())
    return Rank;
  const unsigned Most = N.DeclaredRank ? N.DeclaredRank : limit();
  Result->Reductions = longestScan(N, Conflicts, Most, Rank);
  Result->Scans = !Result->Reductions.empty();
  return Rank;
}

bool Verifier::isReduced(unsigned Array) const {
  return llvm::any_of(Result->Reductions,
                      [&](const Reduction &X) { return X.Array == Array; });
}

/// A rank that the user left open must not depend on isl's limits: an
/// undecided loop right behind the prefix is an error as well.
bool Verifier::explainConflicts(unsigned Rank) {
  bool Undecided = !N.DeclaredRank && Rank < limit() &&
                   Result->Reductions.empty() &&
                   llvm::none_of(Conflicts, [&](const ArrayConflicts &C) {
                     return C.Levels[Rank].Flow == Answer::Yes ||
                            C.Levels[Rank].Output == Answer::Yes;
                   });
  Explainer E(N, Conflicts, Params, R, Refused);
  bool Found = false;
  for (const ArrayConflicts &C : Conflicts) {
    size_t Before = R.Diagnostics.size();
    bool Explained = !isReduced(C.Array) &&
                     E.explain(C, Rank == 0 || Undecided ? Rank + 1 : Rank);
    Found |= Explained;
    ArrayFinding F;
    F.Array = C.Array;
    F.Read = C.Read;
    F.Written = C.Written;
    F.Differs = C.Differs;
    if (R.Diagnostics.size() > Before) {
      F.Conflicts = ArrayFinding::Conflicting;
      F.ID = R.Diagnostics[Before].ID;
      F.Witness = E.lastWitness();
    } else if (Explained) {
      F.Conflicts = ArrayFinding::Undecided;
    }
    Findings.push_back(std::move(F));
  }
  return Found;
}

//===----------------------------------------------------------------------===//
// Owners of elements
//===----------------------------------------------------------------------===//

/// Iterations of loops that are to be mapped update elements of the array that
/// they share, and single steps in any order cannot serve them; or the user
/// says that they do, of loops that would stay in the thread otherwise.
/// (Updates by different operators do as well: the order is kept.)
bool Verifier::wantsOwners(const ArrayConflicts &C, unsigned Rank) const {
  const Annotation &Annot = N.Nest->Annot;
  bool Named = llvm::is_contained(Annot.Reduce, C.Array);
  if (N.Nest->Arrays[C.Array].Scalar || isReduced(C.Array))
    return false;
  if (N.Arrays[C.Array].Range && Annot.Reduce.empty())
    return false;
  bool IsPrefix = Rank > 0 && !N.DeclaredRank;
  if (IsPrefix && !Named)
    return false;
  unsigned Loops = IsPrefix ? N.Depth : std::max(Rank, 1u);
  return isOrdered(C, Loops) &&
         llvm::all_of(N.Accesses, [&](const AffineAccess &X) {
           return X.Array != C.Array || !X.IsWrite ||
                  !N.Nest->Accesses[X.Source].Reduces.empty();
         });
}

/// The annotation may say which loops are mapped; a clause, else empty.
std::string Verifier::whyDeclared(unsigned Array) const {
  const Annotation &Annot = N.Nest->Annot;
  if (!N.DeclaredRank)
    return "";
  if (Annot.Map)
    return "the mapping says which loops are mapped; write 'map' alone";
  return llvm::is_contained(Annot.Reduce, Array)
             ? ""
             : "the annotation says which loops are mapped; write 'reduce(" +
                   N.Nest->Arrays[Array].Name + ")' if others may be";
}

/// The nest in which threads own what they update, or null after reporting what
/// is wrong with it; nothing where it is not asked for or does not serve.
std::optional<std::shared_ptr<const VerifiedNest>>
Verifier::ownerComputes(unsigned Rank) {
  // Subscripts that say who owns what come before lists.
  std::vector<const ArrayConflicts *> Wanting;
  for (const ArrayConflicts &C : Conflicts)
    if (wantsOwners(C, Rank))
      Wanting.push_back(&C);
  llvm::stable_sort(Wanting, [&](const auto *A, const auto *B) {
    return !N.Arrays[A->Array].Range && N.Arrays[B->Array].Range;
  });
  for (const ArrayConflicts *Each : Wanting) {
    const ArrayConflicts &C = *Each;
    NotOwnerComputes Refusal{C.Array, whyDeclared(C.Array), {}};
    if (!Refusal.Why.empty()) {
      Refused.push_back(std::move(Refusal));
      continue;
    }
    // Subscripts alone, where these loops do not serve. Segments take none.
    std::vector<std::vector<unsigned>> Tries{loopsApart()};
    if (!Tries.front().empty() && !N.Arrays[C.Array].Range)
      Tries.emplace_back();
    for (const std::vector<unsigned> &Apart : Tries) {
      Refusal.Why.clear();
      auto Nest = ownersOf(C.Array, Apart, Refusal);
      if (!Nest)
        continue;
      Report Said;
      Verifier Owners(std::move(Nest), Said);
      auto Verified = Owners.runOwned(Refusal.Why);
      if (Verified || Said.hasErrors()) {
        llvm::append_range(R.Diagnostics, Said.Diagnostics);
        Findings = Owners.takeFindings();
        return Verified;
      }
    }
    Refused.push_back(std::move(Refusal));
  }
  return std::nullopt;
}

/// The perfect loops in which no two iterations that touch one element, one of
/// them writing, differ; ascending.
std::vector<unsigned> Verifier::loopsApart() const {
  std::vector<unsigned> Loops;
  for (unsigned L = 0; L < N.Depth; ++L)
    if (llvm::all_of(Conflicts, [&](const ArrayConflicts &C) {
          return C.Differs[L] == Answer::No;
        }))
      Loops.push_back(L);
  return Loops;
}

/// The nest whose threads own elements of Array, by what its subscripts say or,
/// where these depend on data, by segments.
std::shared_ptr<const AffineNest>
Verifier::ownersOf(unsigned Array, llvm::ArrayRef<unsigned> Apart,
                   NotOwnerComputes &Refusal) const {
  if (!N.Arrays[Array].Range)
    return heddle::ownerComputes(Result->Affine, Array, Apart, Refusal.Why);
  NoSegments Not;
  auto Nest = withSegments(N, Not);
  Refusal.Why = std::move(Not.Why);
  Refusal.Where = Not.Where;
  return Nest;
}

/// Which array's elements several threads touch, one of them writing, other
/// than by steps that any order serves; empty if there are none. Whatever an
/// order would resolve is refused: that of the threads is not the source's.
std::string Verifier::whyShared() const {
  std::string Why;
  for (const ArrayConflicts &C : Conflicts) {
    bool Free = true;
    for (unsigned L = 0; L < N.DeclaredRank; ++L)
      Free = Free && C.Levels[L].free();
    if (N.Owner->Array != C.Array && (Free || isReduced(C.Array)))
      continue;
    if (!Free && N.Owner->Array == C.Array)
      return "one iteration updates several elements of it";
    if (!Free && Why.empty())
      Why = "the threads would share elements of '" +
            N.Nest->Arrays[C.Array].Name + "'";
  }
  return Why;
}

std::shared_ptr<const VerifiedNest> Verifier::runOwned(std::string &Why) {
  analyze();
  Result->Reductions = findReductions(N, Conflicts, N.DeclaredRank, Params);
  Why = whyShared();
  if (!Why.empty())
    return nullptr;
  for (const ArrayConflicts &C : Conflicts) {
    ArrayFinding F;
    F.Array = C.Array;
    F.Read = C.Read;
    F.Written = C.Written;
    F.Differs = C.Differs;
    Findings.push_back(std::move(F));
  }
  std::shared_ptr<const VerifiedNest> Verified = finish(N.DeclaredRank);
  if (Verified)
    remarkOnOwners();
  return Verified;
}

void Verifier::remarkOnOwners() const {
  if (!N.Owner->Array)
    return;
  const unsigned Array = *N.Owner->Array;
  if (llvm::is_contained(N.Nest->Annot.Reduce, Array))
    return;
  std::vector<std::string> Loops;
  for (unsigned L = N.DeclaredRank; L < N.Depth; ++L)
    Loops.push_back("'" + N.Nest->Loops[L].Name + "'");
  const std::string &Name = N.Nest->Arrays[Array].Name;
  R.add(DiagID::HD416, N.Nest->Where, Name,
        (Loops.size() == 1 ? "loop " : "loops ") + llvm::join(Loops, ", "))
      .note(N.Nest->Where, "'reduce(" + Name + ")' says that this is meant");
}

void Verifier::warnAboutReduce() const {
  if (N.Nest->isPart()) // others may be what is meant
    return;
  auto IsStep = [&](const AffineAccess &X, unsigned Array) {
    return X.Array == Array && !N.Nest->Accesses[X.Source].Reduces.empty();
  };
  for (unsigned A : N.Nest->Annot.Reduce)
    if (!isReduced(A) &&
        !(N.Owner && llvm::any_of(N.Accesses, [&](const AffineAccess &X) {
            return IsStep(X, A);
          })))
      R.add(DiagID::HD414, N.Nest->Annot.ReduceWhere, N.Nest->Arrays[A].Name);
}

void Verifier::warnAboutInPlace() const {
  for (unsigned A : N.Nest->Annot.InPlace)
    if (llvm::none_of(Conflicts, [&](const ArrayConflicts &C) {
          return C.Array == A && C.Written;
        }))
      R.add(DiagID::HD406, N.Nest->Annot.InPlaceWhere, N.Nest->Arrays[A].Name);
}

/// A range that is written is copied in as well, unless the nest overwrites all
/// of it for certain and reads none of it.
bool Verifier::addFootprint(const ArrayConflicts &C) {
  N.Isl->resume(legalityOperations(N));
  std::optional<TouchedRange> T = touchedRange(N, C.Array);
  const ArrayInfo &A = N.Nest->Arrays[C.Array];
  // An array that says how large it is exists as a whole.
  std::optional<Sym> Elements = existingElements(*N.Nest, C.Array);
  const auto Begin = [&] {
    T.emplace();
    T->Read = C.Read;
    T->Written = C.Written;
  };
  const bool IsToldApart = N.isToldApart(C.Array);
  if (IsToldApart) {
    Begin();
  } else if (!T && !Elements) {
    if (whyNotInspected(*N.Nest)) {
      R.add(DiagID::HD492, firstAccess(C.Array).Where, A.Name);
      return false;
    }
    // A pass over the loops finds what is too complex for an expression.
    TooComplex.push_back(C.Array);
    Begin();
    T->EndsRestOnData = true;
  } else if (Elements && (!T || T->EndsRestOnData)) {
    Begin();
    T->First = 0;
    T->Last = *Elements - Sym(1);
  }
  if (T->EndsRestOnData || IsToldApart) {
    if (!IsToldApart && !llvm::is_contained(TooComplex, C.Array))
      DataAccesses[C.Array] = T->DataAccess;
    T->First = Sym::leaf(firstInspected(A));
    T->Last = Sym::leaf(lastInspected(A));
    T->WritesCover = false;
  }
  // An array whose subscripts nobody can read has such a range as well.
  if (T->First == Sym::leaf(firstInspected(A)))
    Result->Inspected.push_back(C.Array);
  if (T->HasGaps && !A.OwnsRows && A.RowExtents.empty()) {
    refuseGaps(*N.Nest, firstAccess(C.Array), *T, R);
    return false;
  }
  Footprint F;
  F.Array = C.Array;
  F.First = T->First;
  F.Last = T->Last;
  F.Sides = T->Sides;
  F.Read = T->Read || !T->WritesCover;
  F.Written = T->Written;
  F.Verdict = T->Written ? ArrayVerdict::Compatible : ArrayVerdict::ReadOnly;
  if (isReduced(C.Array)) {
    F.Verdict = Result->Scans ? ArrayVerdict::Scanned : ArrayVerdict::Reduced;
    F.Read = true; // the old value takes part
  }
  Result->Footprints.push_back(std::move(F));
  return true;
}

bool Verifier::addFootprints() {
  bool Ok = true;
  for (const ArrayConflicts &C : Conflicts)
    Ok &= addFootprint(C);
  N.Isl->resume(legalityOperations(N));
  return Ok;
}

void Verifier::refuseInspected(unsigned Array, const NoInspection &Not) const {
  if (llvm::is_contained(TooComplex, Array)) {
    R.add(DiagID::HD492, firstAccess(Array).Where, N.Nest->Arrays[Array].Name)
        .note(Not.Where.isValid() ? Not.Where : N.Nest->Where,
              "no pass over the loops can find them: " + Not.Why);
    return;
  }
  std::optional<unsigned> Data;
  if (const auto At = DataAccesses.find(Array); At != DataAccesses.end())
    Data = At->second;
  heddle::refuseInspected(N, Array, Data, Not, R);
}

/// A pass over the loops finds the footprints that data decide.
bool Verifier::checkInspected() {
  if (Result->Inspected.empty())
    return true;
  const std::optional<NoInspection> Not =
      whyNotInspected(N, Result->Rank, Result->Footprints, Result->Stores);
  if (!Not)
    return true;
  for (unsigned Array : Result->Inspected)
    refuseInspected(Array, *Not);
  return false;
}

bool Verifier::addCopies() {
  std::optional<std::vector<ArrayCopy>> Copies =
      findCopies(N, Conflicts, Result->Footprints, Result->Reductions, Params,
                 Result->Rank, Findings, R);
  N.Isl->resume(legalityOperations(N));
  if (!Copies)
    return false;
  Result->Copies = std::move(*Copies);
  for (Footprint &F : Result->Footprints)
    if (llvm::any_of(Result->Copies,
                     [&](const ArrayCopy &C) { return C.Array == F.Array; }))
      F.Verdict = ArrayVerdict::Copied;
  return true;
}

const Access &Verifier::firstAccess(unsigned Array) const {
  auto At = llvm::find_if(
      N.Accesses, [&](const AffineAccess &X) { return X.Array == Array; });
  return N.Nest->Accesses[At->Source];
}

std::shared_ptr<const VerifiedNest> Verifier::run() {
  analyze();
  unsigned Rank = chooseRank();
  if (N.DeclaredRank || Rank == 0)
    Rank = scan(reduce(Rank));
  if (auto Verified = ownerComputes(Rank))
    return *Verified;
  if (explainConflicts(Rank))
    return nullptr;
  if (Rank == 0) {
    // The affine phase lets no nest pass whose first loop has no space.
    R.add(DiagID::HD491, N.Nest->Where, N.Nest->Loops[0].Name, "any array");
    return nullptr;
  }
  return finish(Rank);
}

/// Does the rest once the mapped loops are known to have no order.
std::shared_ptr<const VerifiedNest> Verifier::finish(unsigned Rank) {
  warnAboutInPlace();
  warnAboutReduce();
  Result->Rank = Rank;
  Result->Mappable.resize(N.Depth);
  for (unsigned L : loopsApart())
    Result->Mappable[L] = true;
  if (!addFootprints() || !checkInspected() || !addCopies())
    return nullptr;
  // The whole nest asks for all elements of all parts.
  if (!N.Nest->isPart())
    Result->Overlaps = findOverlaps(*N.Nest, Result->Footprints);
  return Result;
}

/// Only the checks: what makes a nest verified stays here.
std::shared_ptr<const CheckedNest> Verifier::runChecks() {
  analyze();
  if (!addFootprints())
    return nullptr;
  for (unsigned Array : Result->Inspected)
    refuseInspected(Array, {"the loops run as several launches", {}});
  if (!Result->Inspected.empty())
    return nullptr;
  Result->Overlaps = findOverlaps(*N.Nest, Result->Footprints);
  return std::shared_ptr<const CheckedNest>(
      new CheckedNest(static_cast<const CheckedNest &>(*Result)));
}

std::shared_ptr<const CheckedNest>
heddle::checksOf(std::shared_ptr<const AffineNest> Nest, Report &R) {
  return Verifier(std::move(Nest), R).runChecks();
}

std::shared_ptr<const VerifiedNest>
heddle::verifyOwners(std::shared_ptr<const AffineNest> Nest, Report &R,
                     std::vector<ArrayFinding> &Found, std::string &Why) {
  Verifier V(std::move(Nest), R);
  std::shared_ptr<const VerifiedNest> Result = V.runOwned(Why);
  Found = V.takeFindings();
  return Result;
}

std::shared_ptr<const VerifiedNest>
heddle::verify(std::shared_ptr<const AffineNest> Nest, Report &R,
               std::vector<ArrayFinding> &Found) {
  Verifier V(std::move(Nest), R);
  std::shared_ptr<const VerifiedNest> Result = V.run();
  Found = V.takeFindings();
  return Result;
}

std::shared_ptr<const VerifiedNest>
heddle::verify(std::shared_ptr<const AffineNest> Nest, Report &R) {
  std::vector<ArrayFinding> Found;
  return verify(std::move(Nest), R, Found);
}
