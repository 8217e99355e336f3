//===- Explain.cpp - Why a nest cannot be mapped as asked -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Explain.h"
#include "Affine/SymFromIsl.h"
#include "IR/AnnotationEdit.h"
#include "Legality/NamedForms.h"
#include "Legality/Reductions.h"
#include "Legality/Scans.h"
#include "llvm/ADT/STLExtras.h"

using namespace heddle;
using isl::Answer;

static const Access &source(const AffineNest &N, unsigned Access) {
  return N.Nest->Accesses[N.Accesses[Access].Source];
}

static std::string quoted(const std::string &Text) { return "'" + Text + "'"; }

/// "reads" or, where data decide, "may read".
static std::string verb(const AffineAccess &A, const char *Verb) {
  return A.May ? std::string("may ") + Verb : std::string(Verb) + "s";
}

/// Where the other iteration writes.
static std::string writtenText(const AffineAccess &A,
                               const std::string &Element,
                               const std::string &Iteration) {
  return Element + (A.May ? " may be" : " is") + " written here by iteration " +
         Iteration;
}

SourceRef Explainer::accessWhere(unsigned Access) const {
  return source(N, Access).Where;
}

std::optional<ConflictWitness>
Explainer::witness(const ArrayConflicts &C, ConflictKind K, unsigned Level) {
  // The verdict stands already: the search may spend a budget of its own, and
  // failing it costs no more than the numbers in the message.
  N.Isl->resume(WitnessOperations);
  Shown = findWitness(N, C, K, Level, Params);
  return Shown;
}

bool Explainer::explain(const ArrayConflicts &C, unsigned Rank) {
  Shown.reset();
  MappedRank = Rank;
  // The search, or a message about another array, may have cost all operations.
  N.Isl->resume(LegalityOperations);
  for (unsigned L = 0; L < Rank; ++L) {
    const LevelConflicts &At = C.Levels[L];
    if (At.Flow == Answer::Yes || At.Output == Answer::Yes) {
      std::string Class = reductionClass(N, C, Rank, Params);
      if (!Class.empty())
        reportReduction(C, L, reductionOperator(N, C.Array, Class));
      else if (At.Flow == Answer::Yes)
        reportFlow(C, L);
      else
        reportOutput(C, L);
      return true;
    }
    if (At.Flow == Answer::Unknown || At.Output == Answer::Unknown) {
      reportUnknown(C, L);
      return true;
    }
  }
  // Where nothing says otherwise, a copy helps.
  bool InPlace = llvm::is_contained(N.Nest->Annot.InPlace, C.Array);
  for (unsigned L = 0; L < Rank; ++L) {
    if (C.Levels[L].Anti == Answer::Unknown) {
      reportUnknown(C, L);
      return true;
    }
    if (C.Levels[L].Anti == Answer::Yes && InPlace) {
      reportAnti(C, L);
      return true;
    }
  }
  return false;
}

static const char *const Earlier = "an earlier iteration";
static const char *const Later = "a later iteration";

void Explainer::reportFlow(const ArrayConflicts &C, unsigned Level) {
  std::optional<ConflictWitness> W = witness(C, ConflictKind::Flow, Level);
  if (!W) {
    Diagnostic &D =
        R.add(DiagID::HD402, N.Nest->Where, "", Later, "reads",
              "an element of " + quoted(N.Nest->Arrays[C.Array].Name), Earlier,
              "writes");
    return noteLoops(D, C, Level);
  }
  const AffineAccess &Write = N.Accesses[W->Earlier],
                     &Read = N.Accesses[W->Later];
  std::string First = iterationText(N, W->Earlier, W->EarlierAt);
  std::string Element = quoted(elementText(N, *W));
  Diagnostic &D = R.add(
      DiagID::HD402, accessWhere(W->Later), parameterText(N, *W),
      "iteration " + iterationText(N, W->Later, W->LaterAt), verb(Read, "read"),
      Element, "iteration " + First, verb(Write, "write"));
  D.note(accessWhere(W->Earlier), writtenText(Write, Element, First));
  noteBrokenReduction(D, C);
  const std::string Form = namedForm(N, All, C, *W, MappedRank);
  bool CanMap = false;
  for (unsigned L = 0; !Form.empty() && L < N.Depth; ++L)
    CanMap |= levelMappable(L, /*Copying=*/true);
  if (!Form.empty() && !CanMap)
    D.note(N.Nest->Loops[Level].Where, Form);
  if (needsReduce(*N.Nest, C.Array) && !scannedClass(N, C.Array).empty())
    offerWord(N.Nest->Annot.Where,
              "reduce(" + N.Nest->Arrays[C.Array].Name + ")", D);
  noteLoops(D, C, Level);
}

/// The witness of a conflict may be two steps of a reduction, and the fault
/// another use of what they update.
void Explainer::noteBrokenReduction(Diagnostic &D,
                                    const ArrayConflicts &C) const {
  const Access *Step = nullptr, *Other = nullptr;
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = N.Nest->Accesses[X.Source];
    if (X.Array == C.Array && !Step && !A.Reduces.empty())
      Step = &A;
  }
  for (const AffineAccess &X : N.Accesses) {
    const Access &A = N.Nest->Accesses[X.Source];
    if (X.Array == C.Array && Step && !Other && A.Reduces != Step->Reduces)
      Other = &A;
  }
  if (Other)
    D.note(Other->Where,
           quoted(N.Nest->Arrays[C.Array].Name) + " is no reduction by " +
               quoted(reductionOperator(N, C.Array, Step->Reduces)) +
               " because of this use");
}

void Explainer::reportOutput(const ArrayConflicts &C, unsigned Level) {
  std::optional<ConflictWitness> W = witness(C, ConflictKind::Output, Level);
  if (!W) {
    Diagnostic &D =
        R.add(DiagID::HD403, N.Nest->Where, "", "two iterations", "",
              "an element of " + quoted(N.Nest->Arrays[C.Array].Name));
    return noteLoops(D, C, Level);
  }
  std::string First = iterationText(N, W->Earlier, W->EarlierAt);
  std::string Second = iterationText(N, W->Later, W->LaterAt);
  std::string Element = quoted(elementText(N, *W));
  bool May = N.Accesses[W->Earlier].May || N.Accesses[W->Later].May;
  Diagnostic &D = R.add(
      DiagID::HD403, accessWhere(W->Later), parameterText(N, *W),
      "iterations " + First + " and " + Second, May ? "may " : "", Element);
  if (W->Earlier != W->Later)
    D.note(accessWhere(W->Earlier),
           writtenText(N.Accesses[W->Earlier], Element, First));
  noteLoops(D, C, Level);
}

void Explainer::offerReduce(Diagnostic &D, const ArrayConflicts &C,
                            unsigned Level) {
  if (needsReduce(*N.Nest, C.Array))
    offerWord(N.Nest->Annot.Where,
              "reduce(" + N.Nest->Arrays[C.Array].Name + ")", D);
  noteLoops(D, C, Level);
}

void Explainer::reportReduction(const ArrayConflicts &C, unsigned Level,
                                const std::string &Op) {
  std::string Loop = N.Nest->Loops[Level].Name;
  std::string Why = whyNotReduced(*N.Nest, C.Array, MappedRank);
  // It could be mapped but for another array, whose message follows.
  if (Why.empty())
    Why = ", but other conflicts keep it from being mapped";
  SourceRef Cause;
  for (const NotOwnerComputes &X : Refused)
    if (X.Array == C.Array && !X.Why.empty() &&
        !needsReduce(*N.Nest, C.Array)) {
      Why += "; each element cannot have a thread of its own, since " + X.Why;
      Cause = X.Where;
    }
  auto Finish = [&](Diagnostic &D) {
    if (Cause.isValid())
      D.note(Cause, "this is what stands in the way");
    offerReduce(D, C, Level);
  };
  std::optional<ConflictWitness> W = witness(C, ConflictKind::Output, Level);
  if (!W) {
    Diagnostic &D =
        R.add(DiagID::HD404, N.Nest->Where, "", "two iterations",
              "an element of " + quoted(N.Nest->Arrays[C.Array].Name), Op, Loop,
              Why, "");
    return Finish(D);
  }
  const bool May = N.Accesses[W->Earlier].May || N.Accesses[W->Later].May;
  Diagnostic &D =
      R.add(DiagID::HD404, accessWhere(W->Later), parameterText(N, *W),
            "iterations " + iterationText(N, W->Earlier, W->EarlierAt) +
                " and " + iterationText(N, W->Later, W->LaterAt),
            quoted(elementText(N, *W)), Op, Loop, Why, May ? "may " : "");
  Finish(D);
}

/// Adds the message about an anti-dependence, which ends in What.
Diagnostic &Explainer::addAnti(DiagID ID, const ArrayConflicts &C,
                               unsigned Level, const std::string &What) {
  std::optional<ConflictWitness> W = witness(C, ConflictKind::Anti, Level);
  if (!W)
    return R.add(ID, N.Nest->Where, "", Earlier, "reads",
                 "an element of " + quoted(N.Nest->Arrays[C.Array].Name), Later,
                 "writes", What);
  const AffineAccess &Read = N.Accesses[W->Earlier],
                     &Write = N.Accesses[W->Later];
  std::string Second = iterationText(N, W->Later, W->LaterAt);
  std::string Element = quoted(elementText(N, *W));
  return R
      .add(ID, accessWhere(W->Earlier), parameterText(N, *W),
           "iteration " + iterationText(N, W->Earlier, W->EarlierAt),
           verb(Read, "read"), Element, "iteration " + Second,
           verb(Write, "write"), What)
      .note(accessWhere(W->Later), writtenText(Write, Element, Second));
}

/// "'x(k)' is needed for 'x(i)', as 'x(1)' is for 'x(0)'"; Where: the read.
std::string Explainer::neededText(const ArrayConflicts &C, unsigned Level,
                                  SourceRef &Where) {
  std::optional<ConflictWitness> W = witness(C, ConflictKind::Anti, Level);
  Where = N.Nest->Where;
  if (!W)
    return "another element of " + quoted(N.Nest->Arrays[C.Array].Name) +
           " is needed for one of its elements";
  const Access &Read = source(N, W->Earlier), &Write = source(N, W->Later);
  Where = Read.Where;
  std::string For = computedText(N, *W);
  return parameterText(N, *W) + quoted(Read.Text) + " is needed for " +
         quoted(Write.Text) +
         (For.empty() ? ""
                      : ", as " + quoted(elementText(N, *W)) + " is for " +
                            quoted(For));
}

void Explainer::reportAnti(const ArrayConflicts &C, unsigned Level) {
  std::string Name = quoted(N.Nest->Arrays[C.Array].Name);
  if (C.ReadsFirst) {
    SourceRef Where;
    std::string Needed = neededText(C, Level, Where);
    R.add(DiagID::HD421, Where, Needed, Name)
        .note(N.Nest->Annot.InPlaceWhere,
              Name + " is to be computed in place here");
    return;
  }
  Diagnostic &D = addAnti(DiagID::HD405, C, Level, Name);
  D.note(N.Nest->Annot.InPlaceWhere, Name + " is to be updated in place here");
  noteLoops(D, C, Level);
}

std::optional<DiagID> Explainer::explainCopy(const ArrayConflicts &C,
                                             const ArrayCopy &Copy,
                                             unsigned Rank) {
  const ArrayInfo &A = N.Nest->Arrays[C.Array];
  unsigned Level = 0;
  while (Level + 1 < Rank && C.Levels[Level].Anti != Answer::Yes)
    ++Level;
  if (llvm::is_contained(N.Nest->Annot.Copy, C.Array)) {
    witness(C, ConflictKind::Anti, Level);
    return std::nullopt;
  }
  std::string Bytes = bytesText(Copy, A.ElementBytes);
  if (C.ReadsFirst) {
    SourceRef Where;
    std::string Needed = neededText(C, Level, Where);
    R.add(DiagID::HD420, Where, Needed, elementsText(Copy, *N.Nest), A.Name,
          Bytes.empty() ? "" : ", " + Bytes)
        .note(N.Nest->Where, "'copy(" + A.Name +
                                 ")' says that this is fine, "
                                 "'inplace(" +
                                 A.Name + ")' makes it an error");
    return DiagID::HD420;
  }
  Diagnostic &D = addAnti(DiagID::HD401, C, Level,
                          elementsText(Copy, *N.Nest) + " of " +
                              quoted(A.Name) + " are copied before the launch" +
                              (Bytes.empty() ? "" : ", " + Bytes));
  D.note(N.Nest->Where, "'copy(" + A.Name +
                            ")' says that this is fine, "
                            "'inplace(" +
                            A.Name + ")' makes it an error");
  MappedRank = Rank;
  unsigned Outer = 0;
  while (Outer < Rank && levelMappable(Outer, /*Copying=*/false))
    ++Outer;
  if (Outer > 0)
    notePrefix(D, Outer, /*NoCopies=*/true);
  noteAssumption(D, C, Level);
  return DiagID::HD401;
}

void Explainer::reportUnknown(const ArrayConflicts &C, unsigned Level) {
  // One array that is too hard leaves nothing for those after it.
  if (SaidUnknown)
    return;
  SaidUnknown = true;
  SourceRef Where = N.Nest->Where;
  for (unsigned I = 0; I < N.Accesses.size(); ++I)
    if (N.Accesses[I].Array == C.Array && N.Accesses[I].IsWrite)
      Where = accessWhere(I);
  R.add(DiagID::HD491, Where, N.Nest->Loops[Level].Name,
        N.Nest->Arrays[C.Array].Name);
}

void Explainer::noteLoops(Diagnostic &D, const ArrayConflicts &C,
                          unsigned Level) {
  const Loop &L = N.Nest->Loops[Level];
  bool CopyHelps = C.Levels[Level].Flow == Answer::No &&
                   C.Levels[Level].Output == Answer::No;
  D.note(L.Where, "loop " + quoted(L.Name) +
                      " carries this conflict, so it cannot be mapped" +
                      (CopyHelps ? " in place" : ""));
  noteOtherLoops(D);
  noteAssumption(D, C, Level);
}

/// Parameter values for which the loop at Level has two iterations or more.
static isl::Set iterates(const AffineNest &N, unsigned Level) {
  isl::Map Pairs = isl::product(N.Domain, N.Domain);
  return carriedAt(Pairs, Level).params();
}

/// Says for which parameter values there is no conflict on C's array, if the
/// carrying loop has anything to map for some of them.
void Explainer::noteAssumption(Diagnostic &D, const ArrayConflicts &C,
                               unsigned Level) const {
  constexpr unsigned MostOperators = 8;
  N.Isl->resume(WitnessOperations);
  isl::Set Known = Params.intersect(iterates(N, Level));
  isl::Set Free = Known;
  for (unsigned L = 0; L < MappedRank; ++L)
    for (ConflictKind K :
         {ConflictKind::Anti, ConflictKind::Flow, ConflictKind::Output})
      Free = Free.subtract(C.carried(K, L).params());
  if (isl::isEmpty(Free) == Answer::No) {
    isl::Set Gist = isl::coalesced(isl::coalesced(std::move(Free)).gist(Known));
    bool Fresh = false;
    for (unsigned I = 0; I < N.Parameters.size(); ++I)
      Fresh |= N.Parameters[I].SourceParam < 0 &&
               Gist.involves(isl::Dim::Param, I) != Answer::No;
    std::optional<Sym> S = Fresh ? std::nullopt : symOf(Gist, Known);
    if (S && operatorCount(*S) <= MostOperators)
      D.note(N.Nest->Where, "there is no conflict on " +
                                quoted(N.Nest->Arrays[C.Array].Name) + " if '" +
                                toString(*S) +
                                "'; if it always holds, state it with "
                                "'[[assume(...)]]' before the loop");
  }
}
