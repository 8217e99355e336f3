//===- SymTest.cpp - Identities, substitution and text of Sym -------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "Support/Sym.h"
#include <climits>
#include <gtest/gtest.h>
#include <map>
#include <optional>
#include <random>

using namespace heddle;

namespace {

const Sym X = Sym::leaf("x"), Y = Sym::leaf("y"), N = Sym::leaf("n");

TEST(Sym, FoldsConstants) {
  EXPECT_TRUE((Sym(2) + Sym(3)).isConst(5));
  EXPECT_TRUE(floor_div(Sym(-7), Sym(2)).isConst(-4));
  EXPECT_TRUE(floor_mod(Sym(-7), Sym(2)).isConst(1));
  EXPECT_TRUE(ceil_div(Sym(-7), Sym(2)).isConst(-3));
  EXPECT_TRUE(ceil_div(Sym(7), Sym(2)).isConst(4));
  EXPECT_TRUE(max_of(Sym(LLONG_MAX), Sym(LLONG_MIN)).isConst(LLONG_MAX));
  EXPECT_TRUE(less(Sym(LLONG_MIN), Sym(LLONG_MAX)).isConst(1));
}

TEST(Sym, KeepsWhatDoesNotFitIn64Bits) {
  EXPECT_EQ((Sym(LLONG_MAX) + Sym(1)).kind(), SymKind::Add);
  EXPECT_EQ((Sym(LLONG_MAX) * Sym(2)).kind(), SymKind::Mul);
  EXPECT_EQ((-Sym(LLONG_MIN)).kind(), SymKind::Neg);
  EXPECT_EQ(((X + Sym(LLONG_MAX)) + Sym(1)).kind(), SymKind::Add);
}

TEST(Sym, DropsIdentities) {
  EXPECT_EQ(X * 1, X);
  EXPECT_EQ(Sym(1) * X, X);
  EXPECT_EQ(X + 0, X);
  EXPECT_EQ(Sym(0) + X, X);
  EXPECT_EQ(X - 0, X);
  EXPECT_TRUE((X - X).isConst(0));
  EXPECT_TRUE((X * 0).isConst(0));
  EXPECT_EQ(floor_div(X, 1), X);
  EXPECT_TRUE(floor_mod(X, 1).isConst(0));
  EXPECT_EQ((N - X) + X, N);
  EXPECT_EQ(toString((X + 3) - 5), "x - 2");
  EXPECT_EQ(toString((N + 1) - (X - 1)), "n - x + 2");
  EXPECT_EQ(toString(max_of(Sym(0), max_of(Sym(0), N))), "max(n, 0)");
  EXPECT_EQ(floor_div(X * 12, 4), X * 3);
  EXPECT_TRUE(less(X, X + 1).isConst(1));
  EXPECT_TRUE(less_equal(X + 1, X).isConst(0));
}

TEST(Sym, PrintsWithFewParentheses) {
  EXPECT_EQ(toString(ceil_div(N, 32)), "ceil(n / 32)");
  EXPECT_EQ(toString(max_of(N - 1, 0)), "max(n - 1, 0)");
  EXPECT_EQ(toString(floor_mod(N - X, 3)), "(n - x) mod 3");
  EXPECT_EQ(toString(X + floor_mod(N, 3)), "x + (n mod 3)");
  EXPECT_EQ(toString((X + Y) * N), "(x + y) * n");
  EXPECT_EQ(toString(X - (Y - N)), "x - (y - n)");
  EXPECT_EQ(toString(-(X * Y)), "-(x * y)");
  EXPECT_EQ(toString(both(less(X, N), negate(equal(Y, 0)))),
            "x < n and y != 0");
  EXPECT_EQ(toString(select(less(X, 0), X, Y)), "(x < 0 ? x : y)");
}

TEST(Sym, SubstitutesAndSimplifiesAgain) {
  Sym S = floor_div(X, Y) + floor_mod(X, Y) * N;
  EXPECT_EQ(S.substitute({{"y", Sym(1)}}), X);
  EXPECT_EQ(toString(S.substitute({{"x", Y}, {"y", X}})),
            "floor(y / x) + (y mod x) * n");
}

TEST(Sym, ReplacesWholeSubtrees) {
  Sym S = ceil_div(N * X, 32) + N;
  EXPECT_EQ(toString(replaceTree(S, N * X, Y)), "ceil(y / 32) + n");
  EXPECT_EQ(replaceTree(S, X * N, Y), S);
}

TEST(Sym, DividesOnlyWhatCertainlyIsAMultiple) {
  EXPECT_TRUE(divides(32, Sym(64)));
  EXPECT_TRUE(divides(4, X * 8 + Y * 4));
  EXPECT_FALSE(divides(4, X * 8 + Y));
  EXPECT_FALSE(divides(0, Sym(0)));
  EXPECT_FALSE(divides(2, X));
}

// The oracle evaluates the tree that was asked for, without identities.
using Values = std::map<std::string, long long>;

long long floorOf(long long A, long long B) {
  return A / B - ((A % B != 0) && ((A < 0) != (B < 0)));
}

long long valueOf(SymKind K, const std::vector<long long> &V) {
  switch (K) {
  case SymKind::Neg:
    return -V[0];
  case SymKind::Add:
    return V[0] + V[1];
  case SymKind::Sub:
    return V[0] - V[1];
  case SymKind::Mul:
    return V[0] * V[1];
  case SymKind::FloorDiv:
    return floorOf(V[0], V[1]);
  case SymKind::FloorMod:
    return V[0] - floorOf(V[0], V[1]) * V[1];
  case SymKind::CeilDiv:
    return -floorOf(-V[0], V[1]);
  case SymKind::Min:
    return std::min(V[0], V[1]);
  case SymKind::Max:
    return std::max(V[0], V[1]);
  case SymKind::Select:
    return V[0] ? V[1] : V[2];
  case SymKind::Lt:
    return V[0] < V[1];
  case SymKind::Le:
    return V[0] <= V[1];
  case SymKind::Eq:
    return V[0] == V[1];
  case SymKind::Ne:
    return V[0] != V[1];
  case SymKind::And:
    return V[0] && V[1];
  case SymKind::Or:
    return V[0] || V[1];
  case SymKind::Not:
    return !V[0];
  default:
    ADD_FAILURE();
    return 0;
  }
}

long long eval(const Sym &S, const Values &At) {
  if (S.isConst())
    return S.value();
  if (S.kind() == SymKind::Leaf)
    return At.at(S.name());
  std::vector<long long> V;
  for (const Sym &Op : S.operands())
    V.push_back(eval(Op, At));
  return valueOf(S.kind(), V);
}

/// A random integer expression together with its value at one point.
struct Random {
  std::mt19937 &Gen;
  const Values &At;

  unsigned pick(unsigned Below) { return Gen() % Below; }

  std::pair<Sym, long long> truth(unsigned Depth) {
    static const SymKind Compare[] = {SymKind::Lt, SymKind::Le, SymKind::Eq,
                                      SymKind::Ne};
    static const SymKind Logic[] = {SymKind::And, SymKind::Or, SymKind::Not};
    bool Leafy = Depth == 0 || pick(2) == 0;
    SymKind K = Leafy ? Compare[pick(4)] : Logic[pick(3)];
    auto A = Leafy ? number(Depth) : truth(Depth - 1);
    auto B = Leafy ? number(Depth) : truth(Depth - 1);
    std::vector<Sym> Ops{A.first};
    if (K != SymKind::Not)
      Ops.push_back(B.first);
    return {Sym::make(K, Ops), valueOf(K, {A.second, B.second})};
  }

  std::pair<Sym, long long> number(unsigned Depth) {
    if (Depth == 0 || pick(4) == 0) {
      if (pick(2) == 0) {
        long long C = static_cast<long long>(pick(7)) - 3;
        return {Sym(C), C};
      }
      const char *Name = pick(2) ? "x" : "y";
      return {Sym::leaf(Name), At.at(Name)};
    }
    auto K =
        static_cast<SymKind>(static_cast<unsigned>(SymKind::Neg) + pick(10));
    if (K == SymKind::Select) {
      auto C = truth(Depth - 1), A = number(Depth - 1), B = number(Depth - 1);
      return {Sym::make(K, {C.first, A.first, B.first}),
              C.second ? A.second : B.second};
    }
    auto A = number(Depth - 1);
    if (K == SymKind::Neg)
      return {-A.first, -A.second};
    auto B = number(Depth - 1);
    if (K >= SymKind::FloorDiv && K <= SymKind::CeilDiv) {
      long long C = 1 + pick(4);
      B = {Sym(C), C};
    }
    return {Sym::make(K, {A.first, B.first}), valueOf(K, {A.second, B.second})};
  }
};

TEST(Sym, IdentitiesKeepTheValueOfRandomTrees) {
  std::mt19937 Gen(1);
  for (unsigned I = 0; I < 20000; ++I) {
    Values At{{"x", static_cast<long long>(Gen() % 13) - 6},
              {"y", static_cast<long long>(Gen() % 13) - 6}};
    auto [S, Value] = Random{Gen, At}.number(5);
    ASSERT_EQ(eval(S, At), Value) << toString(S);
  }
}

} // namespace
