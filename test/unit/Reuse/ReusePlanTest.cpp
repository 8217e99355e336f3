//===- ReusePlanTest.cpp - Tensors in each other's memory -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reuse/ReusePlan.h"
#include "gtest/gtest.h"
#include <map>
#include <random>

using namespace heddle;

namespace {

using Kind = ArrayEffect::KindType;

/// Blocks by hand. Locals are declared one by one before all else.
struct Blocks : Program {
  unsigned outer(std::string Name,
                 TensorFacts::Memory In = TensorFacts::Automatic,
                 int64_t Elements = 8) {
    ProgramArray T;
    T.Name = std::move(Name);
    T.Tensor.Lends = T.Tensor.Comparable = true;
    T.Tensor.In = In;
    return add(std::move(T), Elements);
  }
  unsigned local(std::string Name, int64_t Elements = 8) {
    ProgramArray T;
    T.Name = std::move(Name);
    T.Tensor.Local = T.Tensor.Followed = T.Tensor.Lends = T.Tensor.Receives =
        T.Tensor.Comparable = true;
    T.Tensor.In = TensorFacts::Automatic;
    T.Tensor.Declared = static_cast<int>(Steps.size());
    Steps.emplace_back();
    return add(std::move(T), Elements);
  }
  /// To = f(From...), in place where InPlace.
  ProgramStep &assign(unsigned To, std::vector<unsigned> From,
                      bool InPlace = false) {
    ProgramStep &S = Steps.emplace_back();
    for (unsigned T : From)
      S.Effects.push_back({Kind::Read, T, {}, InPlace});
    S.Effects.push_back({Kind::Full, To, {}, false});
    return S;
  }
  ProgramStep &one(Kind What, unsigned T) {
    ProgramStep &S = Steps.emplace_back();
    S.Effects.push_back({What, T, {}, false});
    return S;
  }
  void dead(unsigned T) { one(Kind::Dead, T); }

  /// "s in v, t in u: 2 of 4", with * behind what begins where another ends and
  /// what is compared when the program runs.
  std::string plan() const {
    Report R;
    ReusePlan P = planReuse(*this, R);
    std::string Text;
    for (const Diagnostic &D : R.Diagnostics)
      Text += getDiagInfo(D.ID).Name.str() + " ";
    for (const Reuse &U : P.Reuses) {
      Text += Arrays[U.Tensor].Name + " in " + Arrays[U.Lender].Name +
              (U.SameStatement ? "*" : "");
      for (unsigned Other : U.Apart)
        Text += " if not " + Arrays[Other].Name;
      Text += &U == &P.Reuses.back() ? ": " : ", ";
    }
    return Text + std::to_string(P.BuffersAfter) + " of " +
           std::to_string(P.BuffersBefore);
  }

private:
  unsigned add(ProgramArray T, int64_t Elements) {
    T.Tensor.Type = "tensor<" + std::to_string(Elements) + ">";
    T.ElementType = "double";
    T.ElementBytes = 8;
    T.Tensor.Elements = Elements;
    Arrays.push_back(std::move(T));
    return static_cast<unsigned>(Arrays.size() - 1);
  }
};

TEST(ReusePlan, InterpolationNeedsTwoBuffers) {
  Blocks B;
  unsigned A = B.outer("a", TensorFacts::Automatic, 4), U = B.outer("u"),
           V = B.outer("v"), S = B.local("s"), T = B.local("t");
  B.assign(S, {A, U});
  B.dead(U);
  B.assign(T, {A, S});
  B.assign(V, {A, T});
  EXPECT_EQ(B.plan(), "s in v, t in u: 2 of 4");
}

TEST(ReusePlan, ReferencesAreComparedWhenTheProgramRuns) {
  Blocks B;
  auto Parameter = TensorFacts::Parameter;
  unsigned A = B.outer("a", Parameter, 4), U = B.outer("u", Parameter),
           V = B.outer("v", Parameter), S = B.local("s"), T = B.local("t");
  B.assign(S, {A, U});
  B.dead(U);
  B.assign(T, {A, S});
  B.assign(V, {A, T});
  EXPECT_EQ(B.plan(), "s in v if not u, t in u if not v: 2 of 4");
}

TEST(ReusePlan, OneStatementMayEndAndBeginATensorWhereItIsCompatible) {
  for (bool InPlace : {false, true}) {
    Blocks B;
    unsigned U = B.outer("u"), V = B.outer("v"), S = B.local("s");
    B.one(Kind::Read, V); // v is needed
    B.assign(S, {U}, InPlace);
    B.dead(U);
    B.one(Kind::Partial, V).Effects.push_back({Kind::Read, S, {}, false});
    EXPECT_EQ(B.plan(), InPlace ? "s in u*: 1 of 2" : "1 of 1");
  }
}

TEST(ReusePlan, LocalsShareAmongThemselvesAndTheFirstDeclaredOwns) {
  Blocks B;
  unsigned U = B.outer("u"), S = B.local("s"), T = B.local("t");
  B.assign(T, {U});
  B.one(Kind::Partial, U).Effects.push_back({Kind::Read, T, {}, false});
  B.assign(S, {U});
  B.one(Kind::Partial, U).Effects.push_back({Kind::Read, S, {}, false});
  EXPECT_EQ(B.plan(), "t in s: 1 of 2");
}

TEST(ReusePlan, SmallerTensorsFitButLargerDoNot) {
  for (int64_t Elements : {7, 8, 9}) {
    Blocks B;
    unsigned U = B.outer("u"), S = B.local("s", Elements);
    B.dead(U);
    B.assign(S, {});
    EXPECT_EQ(B.plan(), Elements == 9 ? "1 of 1" : "s in u: 1 of 2");
  }
}

TEST(ReusePlan, WhatIsReadBeforeItIsAssignedNeedsItsZeros) {
  Blocks B;
  unsigned U = B.outer("u"), S = B.local("s");
  B.dead(U);
  B.one(Kind::Read, S);
  EXPECT_EQ(B.plan(), "1 of 1");
}

TEST(ReusePlan, ATensorThatAnExceptionCouldShowIsNotGivenAway) {
  for (bool Throws : {false, true})
    for (bool Promised : {false, true}) {
      Blocks B;
      unsigned V = B.outer("v"), S = B.local("s");
      if (Promised)
        B.dead(V);
      B.assign(S, {}).MayThrow = true; // nothing is stored then
      B.one(Kind::Read, S).MayThrow = Throws;
      B.assign(V, {});
      EXPECT_EQ(B.plan(), Throws && !Promised ? "1 of 1" : "s in v: 1 of 2");
    }
}

TEST(ReusePlan, ADeadTensorIsNotRead) {
  Blocks B;
  unsigned U = B.outer("u"), S = B.local("s");
  B.dead(U);
  B.one(Kind::Partial, U);
  B.assign(S, {U});
  EXPECT_EQ(B.plan(), "HD174 0 of 0");
}

//===----------------------------------------------------------------------===//
// Random blocks against the values that each statement sees
//===----------------------------------------------------------------------===//

Blocks randomBlock(unsigned Seed) {
  std::mt19937 Random(Seed);
  auto below = [&](unsigned N) { return static_cast<unsigned>(Random() % N); };
  Blocks B;
  unsigned Outers = 1 + below(3), Locals = 1 + below(5);
  for (unsigned I = 0; I != Outers; ++I)
    B.outer("o" + std::to_string(I));
  for (unsigned I = 0; I != Locals; ++I)
    B.local("l" + std::to_string(I));
  std::vector<bool> Dead(Outers + Locals), Assigned(Outers + Locals);
  for (unsigned N = 3 + below(10); N != 0; --N) {
    unsigned To = below(Outers + Locals);
    if (below(6) == 0) {
      B.dead(To);
      Dead[To] = true;
      continue;
    }
    std::vector<unsigned> From;
    for (unsigned I = below(3); I != 0; --I)
      if (unsigned T = below(Outers + Locals);
          !Dead[T] && (T < Outers || Assigned[T] || below(8) == 0))
        From.push_back(T);
    ProgramStep &S = B.assign(To, From, below(2));
    if (below(5) == 0 && (Assigned[To] || To < Outers))
      S.Effects.back().Kind = Kind::Partial;
    else
      Dead[To] = false, Assigned[To] = true;
    S.MayThrow = below(5) == 0;
    S.Opaque = below(12) == 0;
  }
  return B;
}

/// What each read finds, and, wherever somebody else may look, what the tensors
/// from outside hold, unless they are dead. Memory[T] is where tensor T stands.
std::vector<size_t> seen(const Program &B, std::vector<unsigned> Memory) {
  std::vector<size_t> Holds(B.Arrays.size()), Found;
  std::vector<bool> Dead(B.Arrays.size());
  for (size_t T = 0; T != Holds.size(); ++T)
    Holds[T] = B.Arrays[T].Tensor.Local ? 0 : 1000 + T; // zeros
  auto look = [&] {
    for (size_t T = 0; T != Holds.size(); ++T)
      if (!B.Arrays[T].Tensor.Local && !Dead[T])
        Found.push_back(Holds[Memory[T]]);
  };
  size_t Number = 0;
  for (const ProgramStep &S : B.Steps) {
    if (S.MayThrow || S.Opaque)
      look();
    size_t Value = ++Number * 7919;
    for (const ArrayEffect &A : S.Effects) {
      size_t &At = Holds[Memory[A.Array]];
      if (A.Kind == Kind::Dead)
        Dead[A.Array] = true;
      if (A.Kind == Kind::Read) {
        Found.push_back(At);
        Value = Value * 31 + At;
      }
      // Elements of a dead tensor that stay have no values.
      if (A.Kind == Kind::Partial)
        At = Value * 31 + (Dead[A.Array] ? 0 : At);
      if (A.Kind == Kind::Full) {
        At = Value;
        Dead[A.Array] = false;
      }
    }
  }
  look();
  return Found;
}

TEST(ReusePlan, RandomBlocksSeeTheSameValues) {
  unsigned Reused = 0, Same = 0;
  for (unsigned Seed = 0; Seed != 20000; ++Seed) {
    Blocks B = randomBlock(Seed);
    Report R;
    ReusePlan P = planReuse(B, R);
    ASSERT_TRUE(R.Diagnostics.empty()) << Seed;
    std::vector<unsigned> Own, Shared;
    for (unsigned T = 0; T != B.Arrays.size(); ++T)
      Own.push_back(T);
    Shared = Own;
    for (const Reuse &U : P.Reuses) {
      EXPECT_GT(B.Arrays[U.Tensor].Tensor.Declared,
                B.Arrays[U.Lender].Tensor.Declared);
      Shared[U.Tensor] = U.Lender;
      ++Reused;
      Same += U.SameStatement;
    }
    ASSERT_EQ(seen(B, Own), seen(B, Shared)) << Seed << ": " << B.plan();
  }
  EXPECT_GT(Reused, 10000u);
  EXPECT_GT(Same, 500u);
}

} // namespace
