//===- Reductions.cpp - Conflicts that any order resolves -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Reductions.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

static const Access &source(const AffineNest &N, unsigned Access) {
  return N.Nest->Accesses[N.Accesses[Access].Source];
}

std::string heddle::reductionClass(const AffineNest &N, const ArrayConflicts &C,
                                   unsigned Rank, const isl::Set &Params) {
  std::vector<unsigned> Here;
  std::vector<isl::Map> Maps(N.Accesses.size());
  for (unsigned I = 0; I < N.Accesses.size(); ++I)
    if (N.Accesses[I].Array == C.Array) {
      Here.push_back(I);
      Maps[I] = orderedAccess(N, N.Accesses[I], Params);
    }
  auto Conflict = [&](unsigned I, unsigned J) {
    isl::Map M = Maps[I].applyRange(Maps[J].reverse());
    for (unsigned L = 0; L < Rank; ++L)
      if (isl::isEmpty(carriedAt(M, L)) != Answer::Yes)
        return true;
    return false;
  };
  std::string Class;
  for (unsigned I : Here)
    for (unsigned J : Here) {
      const Access &A = source(N, I), &B = source(N, J);
      if (!(A.IsWrite || B.IsWrite))
        continue;
      bool Same = !A.Reduces.empty() && A.Reduces == B.Reduces;
      if (Same && !Class.empty())
        continue;
      if (!Conflict(I, J))
        continue;
      if (!Same)
        return "";
      Class = A.Reduces;
    }
  return Class;
}

std::string heddle::reductionOperator(const AffineNest &N, unsigned Array,
                                      const std::string &Class) {
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = N.Nest->Accesses[X.Source];
    if (X.Array == Array && X.IsWrite && A.Reduces == Class)
      return A.Op.size() > 2 ? A.Op : A.Op + "=";
  }
  return Class;
}

/// Steps on elements of the array have a form that is an update.
static bool hasUpdate(const Value &V, unsigned Array) {
  bool Found = false;
  forEachValue(V, [&](const Value &X) {
    Found |= X.Kind == ValueKind::Update && X.Index == Array;
    return !Found;
  });
  return Found;
}

bool heddle::needsReduce(const LoopNest &N, unsigned Array) {
  const ArrayInfo &A = N.Arrays[Array];
  return (A.Scalar || A.SameElements) && !A.Integral && !N.choiceOf(Array) &&
         !llvm::is_contained(N.Annot.Reduce, Array);
}

std::string heddle::whyNotReduced(const LoopNest &N, unsigned Array,
                                  unsigned Rank) {
  const ArrayInfo &A = N.Arrays[Array];
  if (N.choiceOf(Array) && !countsDown(N, Rank))
    return " over loops of which one counts up and another down, so that which "
           "of equal values comes first follows from no number of the "
           "iteration";
  if (!A.Scalar && !A.Integral && !needsReduce(N, Array))
    return " of array elements in floating point, which would be rounded in no "
           "certain order";
  if (!A.Scalar && A.Integral && !hasUpdate(*N.Code, Array))
    return " of array elements by steps that have another form than 'a[i] += "
           "e' or 'a[i] = max(a[i], e)'";
  if (needsReduce(N, Array))
    return ", whose floating-point result depends on the order of its "
           "iterations; write 'reduce(" +
           A.Name + ")' if any order will do";
  return "";
}

bool heddle::reducesVariable(const VerifiedNest &N) {
  return llvm::any_of(N.reductions(), [&](const Reduction &X) {
    return N.source().Arrays[X.Array].Scalar;
  });
}

bool heddle::isOrdered(const ArrayConflicts &C, unsigned Rank) {
  for (unsigned L = 0; L < Rank; ++L)
    if (C.Levels[L].Flow != Answer::No || C.Levels[L].Output != Answer::No)
      return true;
  return false;
}

/// All accesses to the array are steps of the class.
static bool isOnlyOfClass(const AffineNest &N, unsigned Array,
                          const std::string &Class) {
  return llvm::all_of(N.Accesses, [&](const AffineAccess &X) {
    return X.Array != Array || N.Nest->Accesses[X.Source].Reduces == Class;
  });
}

/// Variables that are chosen together are reduced together, by one class, and
/// nothing else sees them; one that has no conflict of its own is added.
/// Threads that own elements do not follow the order of the iterations. False
/// where a choice is not so.
static bool completeChoices(const AffineNest &N,
                            std::vector<Reduction> &Found) {
  const std::vector<Reduction> Conflicting = Found;
  for (const Reduction &X : Conflicting) {
    const JointChoice *C = N.Nest->choiceOf(X.Array);
    if (!C)
      continue;
    std::vector<unsigned> All = C->With;
    All.push_back(C->Key);
    for (unsigned Array : All) {
      if (N.Owner || !isOnlyOfClass(N, Array, X.Class))
        return false;
      if (llvm::none_of(Found,
                        [&](const Reduction &Y) { return Y.Array == Array; }))
        Found.push_back({Array, X.Class});
    }
  }
  return true;
}

std::vector<Reduction>
heddle::findReductions(const AffineNest &N,
                       const std::vector<ArrayConflicts> &All, unsigned Rank,
                       const isl::Set &Params) {
  std::vector<Reduction> Found;
  for (const ArrayConflicts &C : All) {
    if (!isOrdered(C, Rank))
      continue;
    std::string Class = reductionClass(N, C, Rank, Params);
    if (Class.empty() || !whyNotReduced(*N.Nest, C.Array, Rank).empty())
      return {};
    Found.push_back({C.Array, Class});
  }
  return completeChoices(N, Found) ? Found : std::vector<Reduction>();
}
