//===- Field.cpp - Numbers of the validator -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Field.h"
#include <cmath>

namespace heddle {
namespace validate {

uint64_t mixed(uint64_t A, uint64_t B) {
  uint64_t X = A * 0x9E3779B97F4A7C15 + B + 0x632BE59BD9B4E019;
  X = (X ^ (X >> 30)) * 0xBF58476D1CE4E5B9;
  X = (X ^ (X >> 27)) * 0x94D049BB133111EB;
  return X ^ (X >> 31);
}

namespace field {

uint64_t ofUnsigned(uint64_t V) { return V % P; }

uint64_t of(int64_t V) {
  return V >= 0 ? ofUnsigned(V)
                : sub(0, ofUnsigned(uint64_t{0} - static_cast<uint64_t>(V)));
}

/// Every finite number is an integer over a power of two. The infinities are
/// the least and the largest, as far as comparisons go.
uint64_t of(double V) {
  if (std::isnan(V))
    return mixed(1, 2) % P;
  if (std::isinf(V))
    return V < 0 ? 0 : P - 1;
  int Exponent;
  const double Mantissa = std::frexp(V, &Exponent);
  uint64_t Result = of(static_cast<int64_t>(std::ldexp(Mantissa, 53)));
  Exponent -= 53;
  const uint64_t Factor = Exponent < 0 ? inverse(2) : 2;
  for (int I = std::abs(Exponent); I > 0; --I)
    Result = mul(Result, Factor);
  return Result;
}

uint64_t add(uint64_t A, uint64_t B) {
  const uint64_t S = A + B;
  return S >= P ? S - P : S;
}

uint64_t sub(uint64_t A, uint64_t B) { return A >= B ? A - B : A + P - B; }

uint64_t mul(uint64_t A, uint64_t B) {
  const unsigned __int128 X = static_cast<unsigned __int128>(A) * B;
  return add(static_cast<uint64_t>(X & P), static_cast<uint64_t>(X >> 61));
}

/// By Fermat; that of 0 is a number like any other.
uint64_t inverse(uint64_t A) {
  if (A == 0)
    return mixed(3, 4) % P;
  uint64_t Result = 1;
  for (uint64_t E = P - 2; E; E >>= 1, A = mul(A, A))
    if (E & 1)
      Result = mul(Result, A);
  return Result;
}

} // namespace field
} // namespace validate
} // namespace heddle
