//===- OwnerComputesTest.cpp - Owners of elements against brute force ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random nests whose iterations share the elements that they update. What is
// owners run every iteration once, each thread its own in the order of the
// source, and gives the source's result in every order of the threads.

#include "OwnerComputesRun.h"
#include "Interleave.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

using namespace heddle;
using namespace heddle::test;

namespace {

/// Headers that can be taken out of the text, which nothing here reads.
std::shared_ptr<const LoopNest> withHeaders(const LoopNest &N) {
  auto Out = std::make_shared<LoopNest>(N);
  for (unsigned L = 0; L < Out->Loops.size(); ++L) {
    Out->Loops[L].TextBegin = L;
    Out->Loops[L].HeaderEnd = Out->Loops[L].BodyBegin = L + 1;
    Out->Loops[L].TextEnd = static_cast<unsigned>(Out->Text.size());
  }
  Out->Code = assembleValues(*Out, tablesOf(*Out)).Code;
  return Out;
}

struct Counts {
  unsigned Nests = 0, Refused = 0, Owned = 0, Elements = 0, Conditions = 0,
           Permuted = 0, Iterations = 0, Runs = 0;
};

class Checker {
public:
  Checker(const RandomNest &N, Counts &C, std::mt19937 &Random)
      : N(N), C(C), Random(Random) {}

  void check() {
    ++C.Nests;
    Report R;
    auto Affine = buildAffineNest(N.Nest, R);
    auto V = Affine ? verify(Affine, R) : nullptr;
    if (!V) {
      EXPECT_TRUE(R.hasErrors());
      ++C.Refused;
      return;
    }
    if (!V->affine().Owner)
      return;
    ++C.Owned;
    EXPECT_TRUE(V->copies().empty());
    bool Solved = false, Conditions = false;
    for (const SolvedLoop &L : V->affine().Owner->Loops) {
      Solved |= !L.Mapped;
      Conditions |= !L.Runs.isConst(1);
    }
    C.Elements += Solved;
    C.Conditions += Conditions;
    C.Permuted += !Solved;
    for (const Vector &Params : parameterValues(N.Ranges))
      checkRun(*V, execute(*N.Nest, Params));
  }

private:
  const RandomNest &N;
  Counts &C;
  std::mt19937 &Random;

  void checkRun(const VerifiedNest &V, const Execution &X) {
    if (X.Iterations.empty())
      return; // nothing is launched
    Values Named;
    for (size_t P = 0; P < X.Params.size(); ++P)
      Named[N.Nest->Params[P].Name] = X.Params[P];
    std::map<Vector, size_t> Time;
    for (size_t T = 0; T < X.Iterations.size(); ++T)
      Time[X.Iterations[T]] = T;
    std::map<Vector, Vector> ThreadOf;
    std::map<Vector, size_t> Last;
    OwnerComputesRun(V.affine(), Named, X.Params)
        .run([&](const Vector &Thread, const Vector &Iteration) {
          ASSERT_TRUE(Time.count(Iteration)) << "no iteration of the source";
          EXPECT_TRUE(ThreadOf.emplace(Iteration, Thread).second)
              << "an iteration runs twice";
          auto [Before, First] = Last.try_emplace(Thread, Time[Iteration]);
          EXPECT_TRUE(First || Before->second < Time[Iteration])
              << "another order in the thread";
          Before->second = Time[Iteration];
          ++C.Iterations;
        });
    EXPECT_EQ(ThreadOf.size(), X.Iterations.size());
    Interleaver Threads(N, X, [&](const Vector &I) { return ThreadOf[I]; });
    auto Want = Threads.run(Order::Sequential, Random);
    for (Order O : {Order::Reversed, Order::Lockstep, Order::Random}) {
      ++C.Runs;
      EXPECT_TRUE(Threads.run(O, Random) == Want) << "order " << int(O);
    }
  }
};

TEST(OwnerComputesNests, RunAllIterationsOnceInTheThreadsOfTheirElements) {
  const char *Asked = std::getenv("HEDDLE_RANDOM_NESTS");
  const unsigned Count =
      Asked ? static_cast<unsigned>(std::strtoul(Asked, nullptr, 10)) : 600;
  const unsigned Seed = 20261122;
  RandomNestMaker Maker(Seed, /*SmallRows=*/false, /*Updates=*/true);
  std::mt19937 Random(Seed + 1);
  Counts C;
  for (unsigned I = 0; I < Count; ++I) {
    RandomNest N = Maker.make();
    auto Nest = std::make_shared<LoopNest>(*withHeaders(*N.Nest));
    if (I % 3 == 0)
      Nest->Annot.Reduce = {0};
    N.Nest = Nest;
    Checker(N, C, Random).check();
    if (HasFailure())
      FAIL() << "nest " << I;
  }
  std::cout << C.Nests << " nests: " << C.Refused << " refused, " << C.Owned
            << " with owners (" << C.Permuted << " by loops alone, " << C.Elements
            << " by elements, " << C.Conditions << " with conditions), "
            << C.Iterations << " iterations, " << C.Runs << " executions\n";
  EXPECT_GE(C.Owned, Count / 8);
  EXPECT_GE(C.Permuted, Count / 20);
  EXPECT_GE(C.Elements, Count / 20);
  EXPECT_GE(C.Conditions, Count / 20);
  EXPECT_GE(C.Refused, Count / 20);
}

} // namespace
