//===- RandomNestsTest.cpp - Legality against brute force -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random nests are enumerated for all their parameter values; the conflicts of
// every array at every loop, the mappable loops, the smallest witness and the
// verdict must be what the enumeration says, and what is accepted must give the
// sequential result in every order of its threads.

#include "BruteForce.h"
#include "CopiedReads.h"
#include "Interleave.h"
#include "Legality/ConflictWitness.h"
#include "Legality/Conflicts.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using isl::Answer;

namespace {

const ConflictKind Kinds[] = {ConflictKind::Anti, ConflictKind::Flow,
                              ConflictKind::Output};

std::string show(const RandomNest &N) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const LoopNest &L = *N.Nest;
  for (const Loop &X : L.Loops)
    OS << "for " << X.Name << " = " << X.Init->Text << "; rel " << int(X.Rel)
       << " " << X.Bound->Text << "; " << X.Step << "  parent " << X.Parent
       << "\n";
  for (const Access &A : L.Accesses) {
    OS << (A.IsWrite ? "  write " : "  read ") << A.Text << A.Op << " in "
       << A.Loops.size() << " loops";
    for (unsigned G : A.Guards)
      OS << (L.Guards[G].Negated ? " unless " : " if ")
         << L.Guards[G].Cond->Text;
    OS << "\n";
  }
  for (const ParamRange &R : N.Ranges)
    OS << "  n in " << R.Min << " .. " << R.Max << "\n";
  return Text;
}

struct Counts {
  unsigned Nests = 0, Accepted = 0, Anti = 0, Flow = 0, Output = 0,
           Reduction = 0, Witnesses = 0, Runs = 0, MayConflicts = 0,
           PartlyMapped = 0, OtherLoops = 0, Refused = 0, Offsets = 0,
           CopiedOutOnly = 0, Undefined = 0, NotExecuted = 0;
  /// Nests with copies: redirected reads; those that choose; of those in nests
  /// without data-dependent conditions, how many are confirmed by some pair of
  /// iterations; such nests, and those that go wrong without copies; refused
  /// for want of a condition.
  unsigned Redirected = 0, Chosen = 0, Certain = 0, Confirmed = 0,
           CertainNests = 0, WrongWithout = 0, NotChosen = 0;
};

/// The isl context is shared: a nest's own would start a watchdog thread each.
std::shared_ptr<isl::Context> sharedContext() {
  static auto C = std::make_shared<isl::Context>(LegalityOperations, 0);
  C->resume(LegalityOperations);
  return C;
}

class Checker {
public:
  Checker(const RandomNest &N, Counts &C, std::mt19937 &Random)
      : N(N), C(C), Random(Random), Brute(*N.Nest) {
    for (const Vector &V : parameterValues(N.Ranges)) {
      Execution X = execute(*N.Nest, V);
      if (keepRows(X))
        Runs.push_back(std::move(X));
      else
        ++C.Undefined;
    }
    for (const Execution &X : Runs)
      Brute.add(X);
  }

  bool defined() const { return !Runs.empty(); }

  /// The conflicts themselves, on isl text of our own.
  void check() {
    ++C.Nests;
    Affine = HandAffine(N.Nest, N.Ranges, sharedContext()).build();
    ASSERT_FALSE(Affine->Isl->exhausted());
    isl::Set Params = fastPathParams(*Affine);
    for (unsigned A = 0; A < N.Nest->Arrays.size(); ++A) {
      ArrayConflicts Found = findConflicts(*Affine, A, Params);
      compare(Found);
      if (A == C.Nests % 4)
        checkWitnesses(Found, Params);
    }
    Affine->DeclaredRank =
        C.Nests % 3 == 0 ? 1 + C.Nests / 3 % Affine->Depth : 0;
    checkVerdict(verify(Affine, R));
  }

  /// The verdict, on what the affine phase makes of the nest.
  void checkBehindAffine() {
    auto Built = buildAffineNest(N.Nest, R);
    if (!Built) {
      // Triangular outer loops and the like are its own business.
      ++C.Refused;
      return;
    }
    ++C.Nests;
    Affine = std::make_shared<AffineNest>(*Built);
    checkVerdict(verify(Affine, R));
  }

private:
  const RandomNest &N;
  Counts &C;
  std::mt19937 &Random;
  BruteConflicts Brute;
  std::vector<Execution> Runs;
  std::shared_ptr<AffineNest> Affine;
  Report R;

  /// Inner subscripts of arrays that are written stay within their extents:
  /// false if one certainly does not; where data decide, the access is not
  /// executed.
  bool keepRows(Execution &X) {
    auto Leaves = [&](const Instance &I) {
      const ArrayInfo &A = N.Nest->Arrays[N.Nest->Accesses[I.Access].Array];
      for (size_t D = 1; D < I.Element.size(); ++D)
        if (I.Element[D] < 0 || I.Element[D] >= A.Extents[D]->Value)
          return true;
      return false;
    };
    auto IsWritten = [&](unsigned Array) {
      for (const Access &A : N.Nest->Accesses)
        if (A.Array == Array && A.IsWrite)
          return true;
      return false;
    };
    std::vector<Instance> Kept;
    for (const Instance &I : X.Instances) {
      const Access &A = N.Nest->Accesses[I.Access];
      bool May = false;
      for (unsigned G : A.Guards)
        May = May || N.Nest->Guards[G].Cond->Kind == ExprKind::Opaque;
      if (!IsWritten(A.Array) || !Leaves(I))
        Kept.push_back(I);
      else if (May)
        ++C.NotExecuted;
      else
        return false;
    }
    X.Instances = std::move(Kept);
    return true;
  }

  static Answer yesNo(bool B) { return B ? Answer::Yes : Answer::No; }

  void compare(const ArrayConflicts &Found) {
    for (unsigned L = 0; L < N.Nest->PerfectDepth; ++L) {
      for (ConflictKind K : Kinds)
        EXPECT_EQ(Found.Levels[L].of(K),
                  yesNo(Brute.Carried[Found.Array][L][unsigned(K)]))
            << "array " << Found.Array << " level " << L << " kind "
            << unsigned(K);
      EXPECT_EQ(Found.Differs[L], yesNo(Brute.Differs[Found.Array][L]))
          << "array " << Found.Array << " loop " << L;
    }
  }

  bool executed(const Execution &X, unsigned Access, const Vector &At,
                const std::string &Element) {
    for (const Instance &I : X.Instances)
      if (I.Access == Access && I.Counters == At) {
        std::string Text = N.Nest->Arrays[N.Nest->Accesses[Access].Array].Name;
        for (int64_t S : I.Element)
          Text += "[" + std::to_string(S) + "]";
        EXPECT_EQ(Text, Element);
        return Text == Element;
      }
    return false;
  }

  void checkWitnesses(const ArrayConflicts &Found, const isl::Set &Params) {
    for (unsigned L = 0; L < N.Nest->PerfectDepth; ++L)
      for (ConflictKind K : Kinds)
        if (Found.Levels[L].of(K) == Answer::Yes)
          return checkWitness(Found, K, L, Params);
  }

  void checkWitness(const ArrayConflicts &Found, ConflictKind K, unsigned L,
                    const isl::Set &Params) {
    std::optional<ConflictWitness> W =
        findWitness(*Affine, Found, K, L, Params);
    ASSERT_TRUE(W.has_value());
    ++C.Witnesses;
    size_t D = N.Nest->PerfectDepth;
    Vector Point = W->Params;
    for (const Vector *At : {&W->EarlierAt, &W->LaterAt})
      for (size_t I = 0; I < D; ++I)
        Point.push_back(N.Nest->Loops[I].Step < 0 ? -(*At)[I] : (*At)[I]);
    EXPECT_EQ(Point, std::get<2>(*Brute.Smallest[Found.Array][L][unsigned(K)]));
    const Execution *X = nullptr;
    for (const Execution &R : Runs)
      if (R.Params == W->Params)
        X = &R;
    ASSERT_NE(X, nullptr);
    std::string Element = elementText(*Affine, *W);
    EXPECT_TRUE(executed(*X, W->Earlier, W->EarlierAt, Element));
    EXPECT_TRUE(executed(*X, W->Later, W->LaterAt, Element));
    EXPECT_EQ(N.Nest->Accesses[W->Earlier].IsWrite, K != ConflictKind::Anti);
    EXPECT_EQ(N.Nest->Accesses[W->Later].IsWrite, K != ConflictKind::Flow);
    if (Affine->Accesses[W->Earlier].May || Affine->Accesses[W->Later].May)
      ++C.MayConflicts;
  }

  bool carried(unsigned Level, std::initializer_list<ConflictKind> Which) {
    for (auto &Array : Brute.Carried)
      for (ConflictKind K : Which)
        if (Array[Level][unsigned(K)])
          return true;
    return false;
  }

  /// The diagnostic that each array deserves under Rank, as the enumeration
  /// sees it.
  std::vector<std::string> expected(unsigned Rank) {
    std::vector<std::string> IDs, Warnings;
    for (unsigned A = 0; A < N.Nest->Arrays.size(); ++A) {
      std::string ID;
      bool Beyond = false;
      for (unsigned L = 0; L < Rank; ++L)
        Beyond = Beyond || Brute.Beyond[A][L];
      for (unsigned L = 0; L < Rank && ID.empty(); ++L) {
        auto &At = Brute.Carried[A][L];
        if (At[unsigned(ConflictKind::Flow)])
          ID = "HD402";
        else if (At[unsigned(ConflictKind::Output)])
          ID = "HD403";
        if (!ID.empty() && !Beyond)
          ID = "HD404";
      }
      for (unsigned L = 0; L < Rank && ID.empty(); ++L)
        if (Brute.Carried[A][L][unsigned(ConflictKind::Anti)])
          ID = "HD401";
      if (!ID.empty())
        (ID == "HD401" ? Warnings : IDs).push_back(ID);
    }
    return IDs.empty() ? Warnings : IDs;
  }

  void checkVerdict(std::shared_ptr<const VerifiedNest> V) {
    unsigned Rank = 0;
    if (Affine->DeclaredRank)
      Rank = Affine->DeclaredRank;
    else
      while (Rank < Affine->Dims.size() &&
             !carried(Rank, {ConflictKind::Flow, ConflictKind::Output}))
        ++Rank;
    std::vector<std::string> Want = expected(Rank ? Rank : 1), Got;
    for (const Diagnostic &D : R.Diagnostics)
      Got.push_back(getDiagInfo(D.ID).Name.str());
    if (!Got.empty() && Got[0] == "HD410") {
      EXPECT_THAT(Want, testing::Each("HD401"));
      EXPECT_TRUE(someReadDoesBoth(Rank));
      EXPECT_FALSE(V);
      ++C.NotChosen;
      return;
    }
    EXPECT_EQ(Got, Want);
    EXPECT_EQ(V == nullptr, !Want.empty() && Want[0] != "HD401");
    for (const std::string &ID : Got)
      ++(ID == "HD401"   ? C.Anti
         : ID == "HD402" ? C.Flow
         : ID == "HD403" ? C.Output
                         : C.Reduction);
    if (V)
      checkAccepted(*V, Rank);
  }

  void checkAccepted(const VerifiedNest &V, unsigned Rank) {
    ++C.Accepted;
    EXPECT_EQ(V.rank(), Rank);
    C.PartlyMapped += Rank < N.Nest->PerfectDepth;
    for (unsigned I = 0; I < N.Nest->PerfectDepth; ++I) {
      bool Differs = false;
      for (auto &Array : Brute.Differs)
        Differs = Differs || Array[I];
      EXPECT_EQ(V.mappable()[I], !Differs);
      C.OtherLoops += V.mappable()[I] && I >= Rank;
    }
    checkCopies(V, Rank);
    for (const Execution &X : Runs) {
      checkFootprints(V, X);
      runThreads(
          X,
          [&](const Vector &I) { return Vector(I.begin(), I.begin() + Rank); },
          [&](const Instance &I) { return takesCopy(V, I, named(X)); });
      // In place: no two of these threads share anything.
      runThreads(X, [&](const Vector &I) {
        Vector Name;
        for (unsigned K = 0; K < I.size(); ++K)
          if (V.mappable()[K])
            Name.push_back(I[K]);
        return Name;
      });
    }
  }

  /// Everything touched lies in the footprint; what must not be copied in is
  /// written, all of it, and before the same iteration reads it, and what must
  /// not be copied out is not.
  void checkFootprints(const VerifiedNest &V, const Execution &X) {
    Values Named = named(X);
    if (X.Iterations.empty())
      return;
    for (const Footprint &F : V.footprints()) {
      const ArrayInfo &A = N.Nest->Arrays[F.Array];
      int64_t First = static_cast<int64_t>(evaluate(F.First, Named)),
              Last = static_cast<int64_t>(evaluate(F.Last, Named));
      std::set<int64_t> Written;
      std::set<std::pair<size_t, int64_t>> Own; // by iteration
      for (const Instance &I : X.Instances) {
        const Access &S = N.Nest->Accesses[I.Access];
        if (S.Array != F.Array)
          continue;
        int64_t Offset = I.Element[0];
        for (size_t D = 1; D < I.Element.size(); ++D)
          Offset = Offset * A.Extents[D]->Value + I.Element[D];
        EXPECT_GE(Offset, First);
        EXPECT_LE(Offset, Last);
        EXPECT_TRUE(S.IsWrite ? F.Written
                              : F.Read || Own.count({I.Time, Offset}));
        if (S.IsWrite && !Affine->Accesses[I.Access].May) {
          Written.insert(Offset);
          Own.insert({I.Time, Offset});
        }
        ++C.Offsets;
      }
      if (!F.Read) {
        EXPECT_EQ(static_cast<int64_t>(Written.size()), Last - First + 1);
        ++C.CopiedOutOnly;
      }
    }
  }

  Values named(const Execution &X) {
    Values Named;
    for (size_t P = 0; P < X.Params.size(); ++P)
      Named[N.Nest->Params[P].Name] = X.Params[P];
    return Named;
  }
  Values named(const Execution &X, const Instance &I) {
    return withCounters(named(X), *N.Nest, I);
  }

  /// Which instances of reads need the copy, and which the array, by
  /// enumeration: for each access, pairs (execution, instance).
  struct ReadKinds {
    std::vector<std::pair<const Execution *, const Instance *>> Copy, Own;
  };
  std::vector<ReadKinds> readKinds(unsigned Rank) {
    std::vector<ReadKinds> Kinds(N.Nest->Accesses.size());
    for (const Execution &X : Runs) {
      auto Thread = [&](const Instance &I) {
        const Vector &At = X.Iterations[I.Time];
        return Vector(At.begin(), At.begin() + Rank);
      };
      std::map<std::pair<unsigned, Vector>, std::vector<const Instance *>>
          Writes;
      for (const Instance &I : X.Instances)
        if (const Access &A = N.Nest->Accesses[I.Access]; A.IsWrite)
          Writes[{A.Array, I.Element}].push_back(&I);
      for (const Instance &I : X.Instances) {
        const Access &A = N.Nest->Accesses[I.Access];
        if (A.IsWrite)
          continue;
        bool Other = false, Own = false;
        for (const Instance *W : Writes[{A.Array, I.Element}])
          (Thread(*W) == Thread(I) ? Own : Other) |=
              (Thread(*W) == Thread(I)) == (W < &I);
        if (Other)
          Kinds[I.Access].Copy.push_back({&X, &I});
        if (Own)
          Kinds[I.Access].Own.push_back({&X, &I});
      }
    }
    return Kinds;
  }

  bool someReadDoesBoth(unsigned Rank) {
    for (const ReadKinds &K : readKinds(Rank))
      if (!K.Copy.empty() && !K.Own.empty())
        return true;
    return false;
  }

  /// Exactly the reads with instances that need it take the copy, in exactly
  /// these instances where others need the array.
  void checkCopies(const VerifiedNest &V, unsigned Rank) {
    std::vector<ReadKinds> Kinds = readKinds(Rank);
    std::vector<bool> Found(N.Nest->Accesses.size());
    bool Certain = llvm::none_of(Affine->Accesses,
                                 [](const AffineAccess &A) { return A.May; });
    for (const ArrayCopy &Copy : V.copies())
      for (const RedirectedRead &R : Copy.Reads) {
        const ReadKinds &K = Kinds[Affine->Accesses[R.Access].Source];
        Found[Affine->Accesses[R.Access].Source] = true;
        ++C.Redirected;
        C.Chosen += !R.Where.isConst();
        C.Certain += Certain;
        C.Confirmed += Certain && !K.Copy.empty();
        EXPECT_EQ(R.Where.isConst(1), K.Own.empty());
        for (auto [X, I] : K.Copy)
          EXPECT_NE(evaluate(R.Where, named(*X, *I)), 0);
        for (auto [X, I] : K.Own)
          EXPECT_EQ(evaluate(R.Where, named(*X, *I)), 0);
      }
    for (size_t A = 0; A < Kinds.size(); ++A)
      EXPECT_EQ(Found[A], !Kinds[A].Copy.empty()) << "access " << A;
    if (Certain && !V.copies().empty()) {
      ++C.CertainNests;
      C.WrongWithout += goesWrongWithout(Rank);
    }
  }

  /// Some order of the threads gives another result if all reads are in place.
  bool goesWrongWithout(unsigned Rank) {
    for (const Execution &X : Runs) {
      Interleaver Threads(N, X, [&](const Vector &I) {
        return Vector(I.begin(), I.begin() + Rank);
      });
      auto Want = Threads.run(Order::Sequential, Random);
      for (Order O : {Order::Reversed, Order::Lockstep, Order::Random})
        if (Threads.run(O, Random) != Want)
          return true;
    }
    return false;
  }

  void runThreads(const Execution &X, const Interleaver::ThreadOf &Thread,
                  const Interleaver::FromCopy &Copied = nullptr) {
    Interleaver Threads(N, X, Thread, Copied);
    if (Threads.threads() < 2)
      return;
    auto Want = Threads.run(Order::Sequential, Random);
    for (Order O : {Order::Reversed, Order::Lockstep, Order::Random}) {
      ++C.Runs;
      EXPECT_TRUE(Threads.run(O, Random) == Want) << "order " << int(O);
    }
  }
};

void print(const Counts &C) {
  std::cout << C.Nests << " nests: " << C.Accepted << " accepted ("
            << C.PartlyMapped << " with loops left in the thread, "
            << C.OtherLoops << " of which could be mapped), errors: " << C.Anti
            << " anti, " << C.Flow << " flow, " << C.Output << " output, "
            << C.Reduction << " reduction; " << C.Witnesses << " witnesses ("
            << C.MayConflicts << " decided by data), " << C.Runs
            << " executions, " << C.Offsets << " offsets in footprints ("
            << C.CopiedOutOnly << " of them not copied in), " << C.Refused
            << " refused earlier\n"
            << "copies: " << C.Redirected << " redirected reads (" << C.Chosen
            << " by a condition, " << C.NotChosen
            << " nests refused for want of one); without data-dependent "
               "conditions "
            << C.Confirmed << " of " << C.Certain
            << " confirmed by enumeration, and " << C.WrongWithout << " of "
            << C.CertainNests << " nests go wrong without the copies\n";
}

const unsigned Seed = 20261120;

/// HEDDLE_RANDOM_NESTS asks for more than a test run has time for.
unsigned nestCount(unsigned Usual) {
  const char *Asked = std::getenv("HEDDLE_RANDOM_NESTS");
  return Asked ? static_cast<unsigned>(std::strtoul(Asked, nullptr, 10))
               : Usual;
}

/// What the brute force makes of nests that leave the rows of an array, which
/// C++ leaves undefined, and what is made of them at compile time agree for the
/// parameter values for which they do not.
TEST(RandomNests, KeepTheirVerdictsWithinDeclaredRows) {
  const unsigned Count = 500;
  RandomNestMaker Maker(Seed + 4, /*SmallRows=*/true);
  std::mt19937 Random(Seed + 5);
  Counts C;
  for (unsigned I = 0; I < Count; ++I) {
    RandomNest N = Maker.make();
    Checker Check(N, C, Random);
    if (Check.defined())
      Check.checkBehindAffine();
    if (HasFailure())
      FAIL() << "nest " << I << "\n" << show(N);
  }
  print(C);
  EXPECT_GE(C.Nests, Count / 4);
  EXPECT_GE(C.Accepted, Count / 20);
  EXPECT_GE(C.Undefined, Count / 4);
  EXPECT_GE(C.NotExecuted, Count / 4);
}

TEST(RandomNests, AreClassifiedAndExecutedAsBruteForceSays) {
  const unsigned Count = nestCount(5000);
  RandomNestMaker Maker(Seed);
  std::mt19937 Random(Seed + 1);
  Counts C;
  for (unsigned I = 0; I < Count; ++I) {
    RandomNest N = Maker.make();
    Checker(N, C, Random).check();
    if (HasFailure())
      FAIL() << "nest " << I << "\n" << show(N);
  }
  print(C);
  // The sample must hold enough of everything to mean something.
  EXPECT_EQ(C.Nests, Count);
  EXPECT_GE(C.Accepted, Count / 5);
  EXPECT_GE(C.Anti, Count / 100);
  EXPECT_GE(C.Flow, Count / 10);
  EXPECT_GE(C.Output, Count / 20);
  EXPECT_GE(C.Reduction, Count / 100);
  EXPECT_GE(C.Witnesses, Count / 8);
  EXPECT_GE(C.Runs, Count);
  EXPECT_GE(C.MayConflicts, Count / 100);
  EXPECT_GE(C.PartlyMapped, Count / 50);
  EXPECT_GE(C.OtherLoops, Count / 200);
  EXPECT_GE(C.CopiedOutOnly, Count / 10);
  EXPECT_GE(C.Redirected, Count / 100);
  EXPECT_GE(C.Chosen, Count / 2000);
  EXPECT_GE(C.Certain, Count / 100);
  EXPECT_GE(C.Confirmed * 100, C.Certain * 99);
  EXPECT_GE(C.WrongWithout * 100, C.CertainNests * 99);
  EXPECT_LE(C.NotChosen * 10, C.Chosen);
}

TEST(RandomNests, KeepTheirVerdictsBehindTheAffinePhase) {
  const unsigned Count = 600;
  RandomNestMaker Maker(Seed + 2);
  std::mt19937 Random(Seed + 3);
  Counts C;
  for (unsigned I = 0; I < Count; ++I) {
    RandomNest N = Maker.make();
    Checker(N, C, Random).checkBehindAffine();
    if (HasFailure())
      FAIL() << "nest " << I << "\n" << show(N);
  }
  print(C);
  EXPECT_GE(C.Nests, Count * 3 / 4);
  EXPECT_GE(C.Accepted, Count / 5);
  EXPECT_GE(C.Flow, Count / 10);
  EXPECT_GE(C.Output, Count / 20);
}

} // namespace
