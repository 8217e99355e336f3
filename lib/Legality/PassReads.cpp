//===- PassReads.cpp - Whether a pass sees what the loops see -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/PassReads.h"
#include "Legality/Conflicts.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

namespace {

class PassReads {
public:
  PassReads(const AffineNest &N, unsigned Rank,
            llvm::ArrayRef<Footprint> Touched)
      : N(N), Rank(Rank), Params(fastPathParams(N)) {
    for (const Footprint &F : Touched)
      if (F.Verdict == ArrayVerdict::Scanned)
        Scanned.push_back(F.Array);
  }

  std::optional<NoInspection> find(PassStores &Stores) const;

private:
  std::optional<NoInspection> findReachable() const;
  const Access &source(const AffineAccess &X) const {
    return N.Nest->Accesses[X.Source];
  }
  isl::Map inIteration(const AffineAccess &X) const;
  bool comesBefore(const AffineAccess &Store, const AffineAccess &Read) const;
  bool meet(const AffineAccess &Store, const AffineAccess &Read) const;
  bool isStep(const AffineAccess &X) const {
    return !source(X).Reduces.empty();
  }
  bool isScanned(unsigned Array) const {
    return llvm::is_contained(Scanned, Array);
  }
  bool hasBeginnings() const;
  std::vector<unsigned> decidedBy(const Access &Read) const;
  std::optional<NoInspection> findDecided(const AffineAccess &Read) const;
  bool takesBack(unsigned Array) const;

  const AffineNest &N;
  const unsigned Rank;
  const isl::Set Params;
  llvm::SmallVector<unsigned, 4> Scanned;
};

} // namespace

/// { counters of the mapped loops -> element }
isl::Map PassReads::inIteration(const AffineAccess &X) const {
  isl::Map M = X.Relation.alignParams(N.ParamSpace).intersectParams(Params);
  const unsigned In = M.dim(isl::Dim::In);
  if (In < Rank)
    return isl::Map();
  return M.project(isl::Dim::In, Rank, In - Rank).named(isl::Dim::In, "Stmt");
}

/// By the text, or in an earlier round of a loop inside the iteration; loops
/// that do not count are not among those of an access.
bool PassReads::comesBefore(const AffineAccess &Store,
                            const AffineAccess &Read) const {
  const Access &S = source(Store), &R = source(Read);
  return Store.Source < Read.Source || (S.May && R.May) ||
         llvm::any_of(S.Loops, [&](unsigned L) {
           const bool IsMapped = L < Rank && !N.Owner;
           return !IsMapped && llvm::is_contained(R.Loops, L);
         });
}

/// Both may touch one element in one iteration.
bool PassReads::meet(const AffineAccess &Store,
                     const AffineAccess &Read) const {
  const isl::Map S = inIteration(Store), R = inIteration(Read);
  if (S.isNull() || R.isNull())
    return true;
  return isl::isEmpty(R.intersect(S)) != Answer::Yes;
}

/// Conditions of stores that Read is a part of, as in `if (e < a) a = e;`: the
/// stores are under them, and Read is not.
std::vector<unsigned> PassReads::decidedBy(const Access &Read) const {
  std::vector<unsigned> Guards;
  for (const Access &S : N.Nest->Accesses) {
    if (!S.IsWrite || S.Array != Read.Array)
      continue;
    if (S.Where.Begin == Read.Where.Begin) // `a += e`
      return {};
    for (unsigned G : S.Guards)
      if (!llvm::is_contained(Read.Guards, G))
        Guards.push_back(G);
  }
  return Guards;
}

/// A step reads a value that the pass does not have.
std::optional<NoInspection>
PassReads::findDecided(const AffineAccess &Read) const {
  const std::vector<unsigned> Guards = decidedBy(source(Read));
  for (const AffineAccess &X : N.Accesses)
    if (!isStep(X) && llvm::any_of(source(X).Guards, [&](unsigned G) {
          return llvm::is_contained(Guards, G);
        }))
      return NoInspection{"whether '" + source(X).Text +
                              "' is touched depends on '" + source(Read).Text +
                              "', which the loops update",
                          source(X).Where};
  return std::nullopt;
}

/// A copy has the values that the variable would have, unless a store could
/// reach the variable.
std::optional<NoInspection> PassReads::findReachable() const {
  for (unsigned Array : Scanned)
    if (const ArrayInfo &A = N.Nest->Arrays[Array];
        !A.Unreachable || A.HostText != A.Name)
      return NoInspection{"'" + A.Name +
                              "', whose value iterations pass on, is no "
                              "variable of the function that nothing points to",
                          A.Where};
  return std::nullopt;
}

/// The pass can see where an iteration begins.
bool PassReads::hasBeginnings() const {
  return !N.Owner && Rank > 0 && N.Nest->Loops[Rank - 1].HeaderEnd > 0;
}

bool PassReads::takesBack(unsigned Array) const {
  return hasBeginnings() && !N.Nest->Arrays[Array].Records;
}

std::optional<NoInspection> PassReads::find(PassStores &Stores) const {
  if (auto Found = findReachable())
    return Found;
  if (!N.ToldApart.empty() && !hasBeginnings())
    return NoInspection{"iterations have no beginning in the text", {}};
  for (const AffineAccess &Read : N.Accesses) {
    if (Read.IsWrite || isStep(Read) || isScanned(Read.Array) ||
        llvm::is_contained(Stores.Arrays, Read.Array) ||
        llvm::none_of(N.Accesses, [&](const AffineAccess &Store) {
          return Store.IsWrite && Store.Array == Read.Array &&
                 comesBefore(Store, Read) && meet(Store, Read);
        }))
      continue;
    if (!takesBack(Read.Array))
      return NoInspection{"'" + source(Read).Text +
                              "' may be read behind a store to it, which "
                              "the pass leaves out",
                          source(Read).Where};
    Stores.Arrays.push_back(Read.Array);
  }
  llvm::sort(Stores.Arrays);
  Stores.Depth = Rank;
  for (const AffineAccess &Read : N.Accesses)
    if (!Read.IsWrite && isStep(Read) && !isScanned(Read.Array) &&
        !llvm::is_contained(Stores.Arrays, Read.Array))
      if (auto Found = findDecided(Read))
        return Found;
  return std::nullopt;
}

std::optional<NoInspection>
heddle::whyNotInspected(const AffineNest &N, unsigned Rank,
                        llvm::ArrayRef<Footprint> Touched, PassStores &Stores) {
  if (auto Found = whyNotInspected(*N.Nest))
    return Found;
  N.Isl->resume(LegalityOperations);
  auto Found = PassReads(N, N.Owner ? 0 : Rank, Touched).find(Stores);
  N.Isl->resume(LegalityOperations);
  return Found;
}

void heddle::refuseInspected(const AffineNest &N, unsigned Array,
                             std::optional<unsigned> DataAccess,
                             const NoInspection &Not, Report &R) {
  const ArrayInfo &A = N.Nest->Arrays[Array];
  const auto SourceOf = [&](const AffineAccess &X) -> const Access & {
    return N.Nest->Accesses[X.Source];
  };
  const std::string Pass =
      "no pass over the loops can find the elements: " + Not.Why;
  const SourceRef Where = Not.Where.isValid() ? Not.Where : N.Nest->Where;
  if (!DataAccess)
    for (const AffineAccess &X : N.Accesses)
      for (const ExprRef &S : SourceOf(X).Subscripts)
        if (const Expr *Data = findOpaque(*S); Data && X.Array == Array) {
          R.add(DiagID::HD217, Data->Where, A.Name,
                "write 'extent(" + A.Name + ", n)' with the number of elements")
              .note(Where, Pass);
          return;
        }
  const Access &At = SourceOf(
      DataAccess ? N.Accesses[*DataAccess]
                 : *llvm::find_if(N.Accesses, [&](const AffineAccess &X) {
                     return X.Array == Array;
                   }));
  R.add(DiagID::HD407, At.Where, At.Text, A.Name).note(Where, Pass);
}
