//===- SymbolicTest.cpp - The combinators over symbolic integers ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
// The combinators are generic over their integer type. Here it is a type that
// is no arithmetic type, has no overload for long long, and supplies only what
// integer.h demands: an expression that can be printed and evaluated.
//
//===----------------------------------------------------------------------===//

#include "Spaces.h"

#include <heddle/strategy.h>

#include <functional>
#include <map>

namespace toy {

using Values = std::map<std::string, long long>;

struct Expr {
  Expr(long long V = 0)
      : Text(std::to_string(V)), Known(true), Value(V),
        Evaluate([V](const Values &) { return V; }) {}
  Expr(std::string Name)
      : Text(Name), Evaluate([Name](const Values &V) { return V.at(Name); }) {}

  template <class Op>
  static Expr binary(const Expr &A, const char *Sign, const Expr &B, Op F) {
    if (A.Known && B.Known)
      return F(A.Value, B.Value);
    Expr Out("(" + A.Text + Sign + B.Text + ")");
    Out.Evaluate = [F, A, B](const Values &V) {
      return F(A.Evaluate(V), B.Evaluate(V));
    };
    return Out;
  }

  std::string Text;
  bool Known = false;
  long long Value = 0;
  std::function<long long(const Values &)> Evaluate;
};

namespace integer = heddle::integer;

Expr operator+(const Expr &A, const Expr &B) {
  return Expr::binary(A, " + ", B, std::plus<long long>());
}
Expr operator-(const Expr &A, const Expr &B) {
  return Expr::binary(A, " - ", B, std::minus<long long>());
}
Expr operator*(const Expr &A, const Expr &B) {
  return Expr::binary(A, " * ", B, std::multiplies<long long>());
}
Expr floor_div(const Expr &A, const Expr &B) {
  return Expr::binary(A, " / ", B, [](long long X, long long Y) {
    return integer::floor_div(X, Y);
  });
}
Expr floor_mod(const Expr &A, const Expr &B) {
  return Expr::binary(A, " % ", B, [](long long X, long long Y) {
    return integer::floor_mod(X, Y);
  });
}
Expr ceil_div(const Expr &A, const Expr &B) {
  return Expr::binary(A, " /^ ", B, [](long long X, long long Y) {
    return integer::ceil_div(X, Y);
  });
}
Expr max_of(const Expr &A, const Expr &B) {
  return Expr::binary(A, " max ", B, [](long long X, long long Y) {
    return integer::max_of(X, Y);
  });
}
std::pair<bool, long long> known_value(const Expr &A) {
  return {A.Known, A.Value};
}
bool divides(long long L, const Expr &A) {
  return A.Known && integer::divides(L, A.Value);
}

struct Guards {
  std::vector<std::pair<Expr, Expr>> Less;
  void require_less(const Expr &Value, const Expr &Bound) {
    Less.emplace_back(Value, Bound);
  }
  std::string text() const {
    std::string Out;
    for (const auto &[Value, Bound] : Less)
      Out += Value.Text + " < " + Bound.Text + "; ";
    return Out;
  }
};

} // namespace toy

using namespace heddle;
using namespace heddle::test;
using toy::Expr;

namespace {

/// The space with bounds l0, u0, l1, ..., but lower bounds of 0 stay.
basic_index_space<Expr> unknown(const index_space &Space) {
  basic_index_space<Expr> Out;
  Out.rank = Space.rank;
  Out.step = Space.step;
  Out.width = Space.width;
  for (std::size_t D = 0; D < Space.dimensions(); ++D) {
    if (Space.lower[D] != 0)
      Out.lower[D] = Expr("l" + std::to_string(D));
    Out.upper[D] = Expr("u" + std::to_string(D));
  }
  return Out;
}

index_vector<Expr> threads() {
  index_vector<Expr> Out;
  for (std::size_t D = 0; D < Out.size(); ++D)
    Out[D] = Expr("t" + std::to_string(D));
  return Out;
}

TEST(Symbolic, RecoveryAndGuardsOfJingAsText) {
  basic_index_space<Expr> Space = unknown(make_space({1}, {7}));
  const mapped_space<Expr> Mapped = apply(choose(Jing, Space), Space);
  ASSERT_TRUE(Mapped.valid());
  EXPECT_EQ(Mapped.threads.grid_extent(axis::x).Text,
            "(((l0 max u0) - l0) /^ 32)");
  EXPECT_EQ(Mapped.threads.block_extent(axis::x).Text, "32");
  toy::Guards Guards;
  EXPECT_EQ(recover(Mapped, threads(), Guards)[0].Text,
            "(((t0 * 32) + t1) + l0)");
  EXPECT_EQ(Guards.text(), "((t0 * 32) + t1) < ((l0 max u0) - l0); ");
}

TEST(Symbolic, GuardsStandInTheOrderOfRecovery) {
  const basic_index_space<Expr> Space =
      unknown(make_space({1, 1}, {9, 9}, {3, 1}, {2, 1}));
  const mapped_space<Expr> Mapped =
      apply(GridBlock(1, SplitLast(8, PruneGrid(ShiftLB(Gen)))), Space);
  ASSERT_TRUE(Mapped.valid());
  toy::Guards Guards;
  recover(Mapped, threads(), Guards);
  EXPECT_EQ(Guards.text(), "((t1 * 8) + t2) < ((l1 max u1) - l1); "
                           "(t0 % 3) < 2; ");
}

TEST(Symbolic, KnownExtentsNeedNoGuardAndUnknownOnesDo) {
  basic_index_space<Expr> Space = unknown(make_space({1, 1}, {7, 7}));
  Space.lower[1] = Expr(0);
  Space.upper[1] = Expr(64);
  const mapping M = GridBlock(1, SplitLast(32, ShiftLB(Gen)));
  toy::Guards Guards;
  recover(apply(M, Space), threads(), Guards);
  EXPECT_EQ(Guards.Less.size(), 0U);
  Space.upper[1] = Expr(65);
  recover(apply(M, Space), threads(), Guards);
  EXPECT_EQ(Guards.text(), "((t1 * 32) + t2) < 65; ");
}

TEST(Symbolic, PreconditionsHoldOnlyWhereTheyAreCertain) {
  basic_index_space<Expr> Space = unknown(make_space({1, 1}, {7, 7}));
  EXPECT_EQ(apply(GridBlock(1, Gen), Space).error, violation::not_zero_based);
  EXPECT_EQ(apply(GridBlock(1, FoldLast2(ShiftLB(Gen))), Space).error,
            violation::none);
}

TEST(Symbolic, LimitsAreExceededOrKeptOnlyForCertain) {
  basic_index_space<Expr> Space = unknown(make_space({1, 1, 1}, {7, 7, 7}));
  const auto Threads = [&] {
    return apply(GridBlock(2, ShiftLB(Gen)), Space).threads;
  };
  EXPECT_EQ(limit_exceeded(Threads()), device_limit::none);
  EXPECT_FALSE(fits(Threads()));
  Space.lower[1] = Space.lower[2] = Expr(0);
  Space.upper[1] = Expr(50);
  Space.upper[2] = Expr(40);
  EXPECT_EQ(limit_exceeded(Threads()), device_limit::block_threads);
  Space.upper[1] = Expr(5);
  EXPECT_EQ(limit_exceeded(Threads()), device_limit::none);
  EXPECT_FALSE(fits(Threads()));
  Space.lower[0] = Expr(0);
  Space.upper[0] = Expr(9);
  EXPECT_TRUE(fits(Threads()));
}

TEST(Symbolic, AutoTakesFoldAllWhereLimitsAreNotCertain) {
  basic_index_space<Expr> Space = unknown(make_space({1, 1, 1}, {7, 7, 7}));
  EXPECT_EQ(text(choose(Auto, Space)), text(choose(FoldAll, Space)));
  for (std::size_t D = 0; D < 3; ++D) {
    Space.lower[D] = Expr(0);
    Space.upper[D] = Expr(10);
  }
  EXPECT_EQ(text(choose(Auto, Space)),
            text(choose(Auto, make_space({10, 10, 10}))));
}

/// The symbolic reading, evaluated, is the reading with numbers.
void compareReadings(const index_space &Space, const mapping &M,
                     RandomSpaces &Random) {
  const mapped_space<long long> Numbers = apply(M, Space);
  basic_index_space<Expr> Symbolic = unknown(Space);
  for (std::size_t D = 0; D < Space.dimensions(); ++D)
    if (Random.once(2))
      Symbolic.upper[D] = Space.upper[D];
  const mapped_space<Expr> Symbols = apply(M, Symbolic);
  ASSERT_TRUE(Numbers.valid() && Symbols.valid())
      << text(Space) << ", " << text(M);

  toy::Values Values;
  for (std::size_t D = 0; D < Space.dimensions(); ++D) {
    Values["l" + std::to_string(D)] = Space.lower[D];
    Values["u" + std::to_string(D)] = Space.upper[D];
  }
  ASSERT_EQ(Symbols.threads.rank, Numbers.threads.rank);
  IndexVector Thread{};
  for (int D = 0; D < Numbers.threads.rank; ++D) {
    const auto At = static_cast<std::size_t>(D);
    const long long Extent = Numbers.threads.extent[At];
    ASSERT_EQ(Symbols.threads.extent[At].Evaluate(Values), Extent)
        << text(Space) << ", " << text(M) << ", extent " << D;
    Thread[At] = Random.between(0, Extent > 0 ? Extent - 1 : 0);
    Values["t" + std::to_string(D)] = Thread[At];
  }

  if (certainly_empty(Numbers.threads))
    return;

  thread_guards On;
  const IndexVector Iv = recover(Numbers, Thread, On);
  toy::Guards Guards;
  const index_vector<Expr> Index = recover(Symbols, threads(), Guards);
  bool SymbolicOn = true;
  for (const auto &[Value, Bound] : Guards.Less)
    SymbolicOn = SymbolicOn && Value.Evaluate(Values) < Bound.Evaluate(Values);
  ASSERT_EQ(SymbolicOn, On.on) << text(Space) << ", " << text(M);
  for (std::size_t D = 0; D < Space.dimensions(); ++D)
    ASSERT_EQ(Index[D].Evaluate(Values), Iv[D])
        << text(Space) << ", " << text(M) << ", dimension " << D;
}

TEST(Symbolic, AgreesWithTheReadingWithNumbers) {
  RandomSpaces Random(5);
  for (int Round = 0; Round < 2000; ++Round) {
    const index_space Space = Random.space(1 + Round % 6);
    compareReadings(Space, Random.chain(Space, 3000), Random);
    for (const strategy S : {Jing, JingExt, FoldAll})
      if (S != Jing || Space.rank <= jing_max_rank)
        compareReadings(Space, choose(S, unknown(Space)), Random);
    if (HasFatalFailure())
      return;
  }
}

} // namespace
