//===- LimitTest.cpp - What ordinary nests cost in isl --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operation limit must not be met by what people write. isl's count is
// deterministic, so these bounds are, too.
//===----------------------------------------------------------------------===//

#include "Affine/Footprint.h"
#include "AffineOracle.h"
#include <gtest/gtest.h>

using namespace heddle;
using namespace heddle::test;

namespace {

/// Operations for the affine phase and all footprints.
unsigned long cost(NestBuilder &B) {
  Oracle O(B.build());
  EXPECT_TRUE(O.built()) << O.messages();
  if (!O.built())
    return 0;
  for (unsigned A = 0; A < O.affine().Arrays.size(); ++A)
    EXPECT_TRUE(touchedRange(O.affine(), A));
  return O.affine().Isl->operationsUsed();
}

TEST(Limit, AMatrixProductIsCheap) {
  NestBuilder B;
  E N = B.param("n"), M = B.param("m"), P = B.param("p");
  unsigned A = B.array("a", {E()}), X = B.array("b", {E()}),
           C = B.array("c", {E()});
  E I = B.loop("i", 0, Relation::Lt, N), J = B.loop("j", 0, Relation::Lt, M);
  B.write(C, {I * M + J});
  E K = B.loop("k", 0, Relation::Lt, P);
  B.read(A, {I * P + K});
  B.read(X, {K * M + J});
  B.update(C, {I * M + J});
  EXPECT_LT(cost(B), 60000u);
}

TEST(Limit, EightDimensionsWithRunTimeExtentsAreDecided) {
  NestBuilder B;
  std::vector<E> N, I;
  for (int K = 0; K < 8; ++K)
    N.push_back(B.param("n" + std::to_string(K)));
  unsigned A = B.array("a", {E()});
  for (size_t K = 0; K < 8; ++K)
    I.push_back(B.loop("i" + std::to_string(K), 0, Relation::Lt, N[K]));
  E Offset = I[0];
  for (size_t K = 1; K < 8; ++K)
    Offset = Offset * N[K] + I[K];
  B.update(A, {Offset});
  EXPECT_LT(cost(B), 300000u);
}

TEST(Limit, AStencilOf27PointsInUnsignedArithmeticIsDecided) {
  NestBuilder B;
  E N = B.param("n", ULong), M = B.param("m", ULong), L = B.param("l", ULong);
  unsigned A = B.array("a", {E()}), X = B.array("b", {E()});
  E One(1, ULong);
  E I = B.loop("i", One, Relation::Lt, N - One, 1, ULong),
    J = B.loop("j", One, Relation::Lt, M - One, 1, ULong),
    K = B.loop("k", One, Relation::Lt, L - One, 1, ULong);
  for (int D = 0; D < 27; ++D)
    B.read(X, {((I + E(D / 9 - 1)) * M + (J + E(D / 3 % 3 - 1))) * L +
               (K + E(D % 3 - 1))});
  B.write(A, {(I * M + J) * L + K});
  EXPECT_LT(cost(B), 400000u);
}

} // namespace
