//===- ComplexTest.cpp - complex numbers of kernels -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "heddle/runtime/complex.h"
#include "gtest/gtest.h"
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

namespace rt = heddle::rt;

template <class T> std::vector<T> special() {
  const T infinite = std::numeric_limits<T>::infinity();
  return {T(0),
          T(-0.0),
          T(1),
          T(-2.5),
          std::numeric_limits<T>::min(),
          infinite,
          -infinite,
          std::numeric_limits<T>::quiet_NaN()};
}

template <class T> std::vector<rt::complex<T>> samples() {
  std::vector<rt::complex<T>> Result;
  for (T Re : special<T>())
    for (T Im : special<T>())
      Result.emplace_back(Re, Im);
  std::mt19937 Random(7);
  std::normal_distribution<T> Draw(0, 100);
  for (int I = 0; I < 40; ++I)
    Result.emplace_back(Draw(Random), Draw(Random));
  return Result;
}

/// Equal bit for bit, or both no number.
template <class T> bool same(T A, T B) {
  return std::memcmp(&A, &B, sizeof(T)) == 0 || (A != A && B != B);
}
template <class T> bool same(rt::complex<T> A, std::complex<T> B) {
  return same(A.real(), B.real()) && same(A.imag(), B.imag());
}

/// Up to rounding; of the same kind where one is zero, infinite or no number.
template <class T> bool near(T A, T B) {
  const T Scale = std::max(std::fabs(A), std::fabs(B));
  return same(A, B) || A == B ||
         std::fabs(A - B) <= 8 * std::numeric_limits<T>::epsilon() * Scale;
}

template <class T> class ComplexTest : public testing::Test {};
using Parts = testing::Types<float, double>;
TYPED_TEST_SUITE(ComplexTest, Parts);

TYPED_TEST(ComplexTest, HasTheLayoutOfStd) {
  using C = rt::complex<TypeParam>;
  static_assert(sizeof(C) == sizeof(std::complex<TypeParam>) &&
                alignof(C) == alignof(std::complex<TypeParam>) &&
                std::is_trivially_copyable<C>::value);
  std::complex<TypeParam> Z(1, 2);
  C *Same = reinterpret_cast<C *>(&Z);
  EXPECT_EQ(Same->imag(), 2);
  *Same *= C(0, 1);
  EXPECT_EQ(Z, std::complex<TypeParam>(-2, 1));
}

TYPED_TEST(ComplexTest, GivesOnTheHostWhatStdGives) {
  using T = TypeParam;
  const T Real = T(-1.5);
  for (const rt::complex<T> &X : samples<T>()) {
    const std::complex<T> A(X.real(), X.imag());
    EXPECT_TRUE(same(-X, -A) && same(+X, +A));
    EXPECT_TRUE(same(X + Real, A + Real) && same(Real + X, Real + A));
    EXPECT_TRUE(same(X - Real, A - Real) && same(Real - X, Real - A));
    EXPECT_TRUE(same(X * Real, A * Real) && same(Real * X, Real * A));
    EXPECT_TRUE(same(X / Real, A / Real) && same(Real / X, Real / A));
    EXPECT_TRUE((X == Real) == (A == Real) && (Real != X) == (Real != A));
    EXPECT_TRUE(same(rt::real(X), std::real(A)));
    EXPECT_TRUE(same(rt::imag(X), std::imag(A)));
    EXPECT_TRUE(same(rt::norm(X), std::norm(A)));
    EXPECT_TRUE(same(rt::abs(X), std::abs(A)));
    EXPECT_TRUE(same(rt::arg(X), std::arg(A)));
    EXPECT_TRUE(same(rt::conj(X), std::conj(A)));
    EXPECT_TRUE(same(rt::exp(X), std::exp(A)));
    for (const rt::complex<T> &Y : samples<T>()) {
      const std::complex<T> B(Y.real(), Y.imag());
      EXPECT_TRUE(same(X + Y, A + B) && same(X - Y, A - B));
      EXPECT_TRUE(same(X * Y, A * B) && same(X / Y, A / B));
      EXPECT_TRUE((X == Y) == (A == B) && (X != Y) == (A != B));
      rt::complex<T> U = X;
      std::complex<T> V = A;
      U += Y, V += B, U *= Y, V *= B, U -= Y, V -= B, U /= Y, V /= B;
      U *= Real, V *= Real, U += Real, V += Real;
      U /= Real, V /= Real, U -= Real, V -= Real;
      EXPECT_TRUE(same(U, V));
      U = Real, V = Real;
      EXPECT_TRUE(same(U, V));
    }
  }
  EXPECT_TRUE(same(rt::polar(T(2), T(0.3)), std::polar(T(2), T(0.3))));
}

TYPED_TEST(ComplexTest, MultipliesOnTheDeviceAsTheHostDoes) {
  using T = TypeParam;
  for (const rt::complex<T> &X : samples<T>())
    for (const rt::complex<T> &Y : samples<T>()) {
      const auto P = rt::complex_parts::product(X, Y);
      EXPECT_TRUE(same(P, X.on_host() * Y.on_host()))
          << X.on_host() << " * " << Y.on_host() << " = " << P.on_host();
    }
}

// Compilers differ in how they scale; so kinds, and values up to rounding.
TYPED_TEST(ComplexTest, DividesOnTheDeviceUpToRounding) {
  using T = TypeParam;
  std::mt19937 Random(3);
  std::normal_distribution<T> Draw(0, 100);
  for (int I = 0; I < 1000; ++I) {
    const rt::complex<T> X(Draw(Random), Draw(Random)),
        Y(Draw(Random), Draw(Random));
    const auto Q = rt::complex_parts::quotient(X, Y);
    const auto Back = Q * Y - X;
    EXPECT_LE(rt::abs(Back),
              32 * std::numeric_limits<T>::epsilon() * rt::abs(X));
  }
  const T Infinite = std::numeric_limits<T>::infinity();
  const T Large = std::numeric_limits<T>::max() / 4;
  using C = rt::complex<T>;
  EXPECT_TRUE(rt::complex_parts::quotient(C(Large, Large), C(Large, Large)) ==
              T(1));
  EXPECT_TRUE(rt::complex_parts::quotient(C(1, 1), C(Infinite, 2)) == T(0));
  EXPECT_EQ(std::fabs(rt::complex_parts::quotient(C(1, 1), C()).real()),
            Infinite);
  EXPECT_EQ(
      std::fabs(rt::complex_parts::quotient(C(Infinite, 1), C(1, 1)).real()),
      Infinite);
}

TYPED_TEST(ComplexTest, ExponentialsOnTheDeviceAreThoseOfTheHostUpToRounding) {
  using T = TypeParam;
  const T Infinite = std::numeric_limits<T>::infinity();
  const T End = std::log(std::numeric_limits<T>::max());
  for (T Re : {T(0), T(1), T(-3), T(End + 1), -Infinite, Infinite})
    for (T Im : {T(0), T(-0.0), T(1), T(-2), T(1e-3)}) {
      const rt::complex<T> Z(Re, Im);
      const auto E = rt::complex_parts::exponential(Z);
      const std::complex<T> Host = std::exp(Z.on_host());
      EXPECT_TRUE(near(E.real(), Host.real()) && near(E.imag(), Host.imag()))
          << Z.on_host() << ": " << E.on_host() << ", " << Host;
    }
}

TEST(ComplexWidthTest, NarrowsOnlyWhereTheSourceSaysSo) {
  using C = rt::complex<double>;
  using F = rt::complex<float>;
  static_assert(std::is_convertible<F, C>::value &&
                !std::is_convertible<C, F>::value &&
                std::is_constructible<F, C>::value);
  F Narrow(C(1.5, 0.1));
  EXPECT_EQ(Narrow.imag(), 0.1f);
  C Wide = Narrow;
  EXPECT_EQ(Wide.imag(), static_cast<double>(0.1f));
  Narrow = C(2, 3);
  EXPECT_EQ(Narrow.real(), 2);
}

} // namespace
