//===- Value.cpp - What expressions of rewritten text give ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Value.h"
#include "Validate/Interpret/Field.h"

namespace heddle {
namespace validate {
namespace {

constexpr int64_t OffsetBits = 40, Middle = int64_t{1} << (OffsetBits - 1);

} // namespace

int64_t pointerTo(unsigned Object, int64_t Offset) {
  return (static_cast<int64_t>(Object) << OffsetBits) + Middle + Offset;
}
unsigned objectOf(int64_t Pointer) {
  return static_cast<unsigned>(Pointer >> OffsetBits);
}
int64_t offsetOf(int64_t Pointer) {
  return (Pointer & ((int64_t{1} << OffsetBits) - 1)) - Middle;
}

int64_t wrapped(int64_t V, Type T) {
  if (T.Bits == 1)
    return V != 0;
  if (T.Bits >= 64)
    return V;
  const unsigned Rest = 64 - T.Bits;
  const uint64_t Up = static_cast<uint64_t>(V) << Rest;
  return T.Signed ? static_cast<int64_t>(Up) >> Rest
                  : static_cast<int64_t>(Up >> Rest);
}

bool holds(Type T, __int128 V) {
  const __int128 One = 1;
  return T.Signed ? V >= -(One << (T.Bits - 1)) && V < (One << (T.Bits - 1))
                  : V >= 0 && V < (One << T.Bits);
}

bool isBefore(Value A, Value B, Type T) {
  return T.K == Type::Checked || (T.isInt() && T.Signed)
             ? A.N < B.N
             : static_cast<uint64_t>(A.N) < static_cast<uint64_t>(B.N);
}

/// The number that is stored, and nothing else.
static std::optional<int64_t> numberSet(Combine By) {
  if (By <= Combine::BitXor)
    return std::nullopt;
  return static_cast<int64_t>(By) - static_cast<int64_t>(Combine::SetZero);
}

Value combined(Combine By, Value A, Value B, Type T) {
  if (const auto Set = numberSet(By))
    return B.N == *Set ? B : A;
  const uint64_t X = A.N, Y = B.N;
  uint64_t R = 0;
  switch (By) {
  case Combine::Sum:
    R = T.K == Type::Float ? field::add(X, Y) : X + Y;
    break;
  case Combine::Difference:
    R = T.K == Type::Float ? field::sub(X, Y) : X - Y;
    break;
  case Combine::Product:
    R = T.K == Type::Float ? field::mul(X, Y) : X * Y;
    break;
  case Combine::Max:
  case Combine::FMax:
    return isBefore(A, B, T) ? B : A;
  case Combine::Min:
  case Combine::FMin:
    return isBefore(B, A, T) ? B : A;
  case Combine::BitAnd:
    R = X & Y;
    break;
  case Combine::BitOr:
    R = X | Y;
    break;
  case Combine::BitXor:
    R = X ^ Y;
    break;
  case Combine::SetZero:
    break;
  }
  const int64_t V = static_cast<int64_t>(R);
  return {T.isInt() ? wrapped(V, T) : V};
}

Value identity(Combine By, Type T) {
  const bool Float = T.K == Type::Float;
  if (const auto Set = numberSet(By))
    return {*Set == 0};
  switch (By) {
  case Combine::Product:
    return {1};
  case Combine::Max:
  case Combine::FMax:
    if (Float || !T.Signed)
      return {0};
    return {wrapped(static_cast<int64_t>(uint64_t{1} << (T.Bits - 1)), T)};
  case Combine::Min:
  case Combine::FMin:
    if (Float)
      return {static_cast<int64_t>(field::P - 1)};
    if (T.Signed)
      return {static_cast<int64_t>((uint64_t{1} << (T.Bits - 1)) - 1)};
    return {wrapped(-1, T)};
  case Combine::BitAnd:
    return {wrapped(-1, T)};
  default:
    return {0};
  }
}

} // namespace validate
} // namespace heddle
