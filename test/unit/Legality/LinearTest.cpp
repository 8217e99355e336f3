//===- LinearTest.cpp - Linear subscripts, from offsets to verdicts -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random nests over one or two arrays with run-time row lengths, through the
// affine and the legality phase. What counts is the address: a nest that is
// accepted must give the sequential result for every small parameter value that
// the run-time checks let through, and a conflict that is reported must exist.

#include "../Affine/SymEval.h"
#include "BruteForce.h"
#include "CopiedReads.h"
#include "Interleave.h"
#include "Legality/ConflictWitness.h"
#include "Legality/Conflicts.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;
using isl::Answer;

namespace {

const unsigned Seed = 20261121;

class LinearNestMaker {
public:
  RandomNest make() {
    B = NestBuilder();
    Sizes = {B.param("n"), B.param("m"), B.param("ld")};
    for (const char *Name : {"a", "b"})
      B.array(Name, {E()});
    unsigned Depth = chance(70) ? 2 : 3;
    Counters.clear();
    for (unsigned D = 0; D < Depth; ++D) {
      E Upper = D < 2 ? Sizes[D] : E(2);
      E Lower = chance(80) ? 0 : 1;
      std::string Name(1, static_cast<char>('i' + D));
      Counters.push_back(
          chance(80) ? B.loop(Name, Lower, Relation::Lt, Upper)
                     : B.loop(Name, Upper - E(1), Relation::Ge, Lower, -1));
    }
    Row = Sizes[chance(50) ? 1 : chance(70) ? 2 : 0];
    if (chance(15))
      Row = Row + E(1);
    Transposed = chance(15);
    for (int I = chance(70) ? 1 : 2; I > 0; --I) {
      for (int R = range(1, 2); R > 0; --R)
        B.read(chance(60) ? 0 : 1, {subscript()});
      B.write(chance(70) ? 0 : 1, {subscript()});
    }
    RandomNest N;
    N.Nest = B.build();
    N.Ranges.assign(3, {0, 4});
    return N;
  }

  bool chance(int Percent) { return range(1, 100) <= Percent; }

private:
  std::mt19937 Random{Seed};
  NestBuilder B;
  std::vector<E> Sizes, Counters;
  E Row;
  bool Transposed = false;

  int range(int Low, int High) {
    return Low + static_cast<int>(Random() % unsigned(High - Low + 1));
  }
  E near(const E &X) { return chance(55) ? X : X + E(range(-1, 1)); }

  E subscript() {
    E I = Counters[Transposed ? 1 : 0], J = Counters[Transposed ? 0 : 1];
    if (chance(8))
      return near(I);
    E Linear = near(I) * Row + near(J);
    if (Counters.size() == 3 && chance(85))
      Linear = (near(I) * Row + near(J)) * E(2) + Counters[2];
    if (chance(5))
      Linear = Linear + Sizes[0];
    return Linear;
  }
};

class Checker {
public:
  struct Counts {
    unsigned Accepted = 0, Refused = 0, Checked = 0, Witnesses = 0, Runs = 0,
             KeptOut = 0;
  };

  Checker(const RandomNest &N, Counts &C, std::mt19937 &Random)
      : N(N), C(C), Random(Random) {}

  void check() {
    Report R;
    Affine = buildAffineNest(N.Nest, R);
    if (!Affine) {
      ++C.Refused;
      return;
    }
    C.Checked += !Affine->Checks.empty();
    if (auto V = verify(Affine, R))
      checkAccepted(*V);
    else
      checkRefused();
  }

private:
  const RandomNest &N;
  Counts &C;
  std::mt19937 &Random;
  std::shared_ptr<const AffineNest> Affine;

  static Values named(const LoopNest &L, const Vector &Params) {
    Values Named;
    for (size_t I = 0; I < Params.size(); ++I)
      Named[L.Params[I].Name] = Params[I];
    return Named;
  }

  /// Fresh parameters get the value of what they stand for.
  Values all(const Vector &Params) const {
    Values Named = named(*N.Nest, Params);
    for (const AffineNest::Parameter &P : Affine->Parameters)
      if (P.SourceParam < 0)
        Named[P.Name] = evaluate(P.Definition, Named);
    return Named;
  }

  bool fastPath(const Values &Named) const {
    for (CheckKind K : {CheckKind::Range, CheckKind::Stride, CheckKind::Other})
      for (const RuntimeCheck &X : Affine->Checks)
        if (X.Kind == K && evaluate(X.Cond, Named) == 0)
          return false;
    return true;
  }

  void checkAccepted(const VerifiedNest &V) {
    ++C.Accepted;
    for (const Vector &Params : parameterValues(N.Ranges)) {
      Values Named = all(Params);
      Execution X = execute(*N.Nest, Params);
      if (X.Iterations.empty())
        continue;
      if (!fastPath(Named)) {
        ++C.KeptOut;
        continue;
      }
      for (const Instance &I : X.Instances)
        for (const Footprint &F : V.footprints())
          if (F.Array == N.Nest->Accesses[I.Access].Array) {
            EXPECT_GE(I.Element[0], int64_t(evaluate(F.First, Named)));
            EXPECT_LE(I.Element[0], int64_t(evaluate(F.Last, Named)));
          }
      Interleaver Threads(
          N, X,
          [&](const Vector &I) {
            return Vector(I.begin(), I.begin() + V.rank());
          },
          [&](const Instance &I) { return takesCopy(V, I, Named); });
      auto Want = Threads.run(Order::Sequential, Random);
      for (Order O : {Order::Reversed, Order::Random}) {
        ++C.Runs;
        EXPECT_TRUE(Threads.run(O, Random) == Want)
            << Params[0] << " " << Params[1] << " " << Params[2];
      }
    }
  }

  /// One witness of every array: both accesses are executed, on the fast path,
  /// and have one address.
  void checkRefused() {
    Affine->Isl->resume(LegalityOperations);
    isl::Set Params = fastPathParams(*Affine);
    for (unsigned A = 0; A < 2; ++A) {
      Affine->Isl->resume(LegalityOperations);
      ArrayConflicts F = findConflicts(*Affine, A, Params);
      for (unsigned L = 0; L < Affine->Depth; ++L)
        for (ConflictKind K :
             {ConflictKind::Flow, ConflictKind::Output, ConflictKind::Anti})
          if (F.Levels[L].of(K) == Answer::Yes) {
            Affine->Isl->resume(LegalityOperations);
            checkWitness(findWitness(*Affine, F, K, L, Params));
            L = Affine->Depth;
            break;
          }
    }
  }

  void checkWitness(const std::optional<ConflictWitness> &W) {
    ASSERT_TRUE(W.has_value());
    // A product that stands for itself need not have the value of its factors.
    for (const AffineNest::Parameter &P : Affine->Parameters)
      if (P.SourceParam < 0)
        return;
    ++C.Witnesses;
    EXPECT_TRUE(fastPath(named(*N.Nest, W->Params)));
    Execution X = execute(*N.Nest, W->Params);
    std::optional<int64_t> Addresses[2];
    for (const Instance &I : X.Instances) {
      if (I.Access == W->Earlier && I.Counters == W->EarlierAt)
        Addresses[0] = I.Element[0];
      if (I.Access == W->Later && I.Counters == W->LaterAt)
        Addresses[1] = I.Element[0];
    }
    ASSERT_TRUE(Addresses[0] && Addresses[1]);
    EXPECT_EQ(*Addresses[0], *Addresses[1]);
  }
};

TEST(Linear, AcceptedNestsAreParallelAndReportedConflictsExist) {
  LinearNestMaker Maker;
  std::mt19937 Random(Seed + 1);
  Checker::Counts C;
  const unsigned Count = 250;
  for (unsigned I = 0; I < Count; ++I) {
    RandomNest N = Maker.make();
    Checker(N, C, Random).check();
    if (HasFailure()) {
      for (const Loop &L : N.Nest->Loops)
        std::cout << "for " << L.Name << " = " << L.Init->Text << " .. "
                  << L.Bound->Text << "; " << L.Step << "\n";
      for (const Access &A : N.Nest->Accesses)
        std::cout << (A.IsWrite ? "  write " : "  read ") << A.Text << "\n";
      FAIL() << "nest " << I;
    }
  }
  std::cout << Count << " nests: " << C.Accepted << " accepted, " << C.Witnesses
            << " witnesses, " << C.Refused << " refused earlier, " << C.Checked
            << " with run-time checks, " << C.Runs << " executions, "
            << C.KeptOut << " kept off the fast path\n";
  EXPECT_GE(C.Accepted, Count / 10);
  EXPECT_GE(C.Witnesses, Count / 4);
  EXPECT_GE(C.Checked, Count / 10);
  EXPECT_GE(C.Runs, Count);
  EXPECT_GE(C.KeptOut, Count / 4);
}

} // namespace
