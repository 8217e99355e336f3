//===- Arithmetic.cpp - Operators of rewritten text -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Validate/Interpret/Arithmetic.h"
#include "Validate/Interpret/Field.h"

namespace heddle {
namespace validate {

Value ofIntegers(const Node *E, Value Left, Value Right, Outcome &End) {
  const __int128 A = Left.N, B = Right.N;
  const Type T = E->Ty;
  __int128 R = 0;
  // Patterns of 64 bits are signed here, whatever their type.
  const auto Plain = [T](__int128 V) {
    return !T.Signed && V < 0 ? V + (static_cast<__int128>(1) << 64) : V;
  };
  switch (E->What) {
  case Op::Add:
    R = A + B;
    break;
  case Op::Sub:
    R = A - B;
    break;
  case Op::Mul:
    R = A * B;
    break;
  case Op::Div:
  case Op::Rem:
    if (B == 0) {
      End.undefine();
      return {};
    }
    R = E->What == Op::Div ? Plain(A) / Plain(B) : Plain(A) % Plain(B);
    break;
  case Op::Neg:
    R = -A;
    break;
  case Op::Flip:
    R = ~A;
    break;
  case Op::And:
    R = A & B;
    break;
  case Op::Or:
    R = A | B;
    break;
  case Op::Xor:
    R = A ^ B;
    break;
  case Op::Shl:
  case Op::Shr:
    if (B < 0 || B >= T.Bits) {
      End.undefine();
      return {};
    }
    R = E->What == Op::Shr ? Plain(A) >> static_cast<int>(B)
                           : Plain(A) << static_cast<int>(B);
    return {wrapped(static_cast<int64_t>(R), T)};
  default:
    End.undefine();
    return {};
  }
  if (T.Signed && !holds(T, R))
    End.undefine();
  return {wrapped(static_cast<int64_t>(R), T)};
}

Value ofFloats(const Node *E, Value Left, Value Right, Outcome &End) {
  const uint64_t A = Left.N, B = Right.N;
  uint64_t R = 0;
  switch (E->What) {
  case Op::Add:
    R = field::add(A, B);
    break;
  case Op::Sub:
    R = field::sub(A, B);
    break;
  case Op::Mul:
    R = field::mul(A, B);
    break;
  case Op::Div:
    R = field::mul(A, field::inverse(B));
    break;
  case Op::Neg:
    R = field::sub(0, A);
    break;
  default:
    End.undefine();
  }
  return {static_cast<int64_t>(R)};
}

Value ofChecked(const Node *E, Value A, Value B, Outcome &End) {
  const auto Known = [](__int128 V) {
    return holds({Type::Int, 64, true}, V) ? Value{static_cast<int64_t>(V)}
                                           : Value{0, false};
  };
  switch (E->What) {
  case Op::And: // of tri
    if ((A.Ok && !A.N) || (B.Ok && !B.N))
      return {0};
    return {1, A.Ok && B.Ok};
  case Op::Or:
    if ((A.Ok && A.N) || (B.Ok && B.N))
      return {1};
    return {0, A.Ok && B.Ok};
  default:
    break;
  }
  if (!A.Ok || !B.Ok)
    return {0, false};
  const __int128 X = A.N, Y = B.N;
  switch (E->What) {
  case Op::Add:
    return Known(X + Y);
  case Op::Sub:
    return Known(X - Y);
  case Op::Mul:
    return Known(X * Y);
  case Op::Neg:
    return Known(-X);
  default:
    End.undefine();
    return {};
  }
}

Value ofDivision(const Node *E, Value Left, Value Right) {
  const __int128 A = Left.N, B = Right.N;
  if (!Left.Ok || !Right.Ok || B == 0)
    return {0, false};
  __int128 R =
      E->What == Op::TruncMod || E->What == Op::FloorMod ? A % B : A / B;
  const __int128 Rest = A % B;
  const bool Down = Rest != 0 && (Rest < 0) != (B < 0);
  if (E->What == Op::FloorDiv && Down)
    --R;
  else if (E->What == Op::CeilDiv && Rest != 0 && !Down)
    ++R;
  else if (E->What == Op::FloorMod && Down)
    R += B;
  if (!holds({Type::Int, 64, true}, R))
    return {0, false};
  return {static_cast<int64_t>(R)};
}

Value compared(const Node *E, Value A, Value B) {
  if (!A.Ok || !B.Ok)
    return {0, false};
  const bool Signed =
      E->From.K == Type::Checked || (E->From.isInt() && E->From.Signed);
  const uint64_t X = A.N, Y = B.N;
  switch (E->What) {
  case Op::Lt:
    return {Signed ? A.N < B.N : X < Y};
  case Op::Le:
    return {Signed ? A.N <= B.N : X <= Y};
  case Op::Eq:
    return {A.N == B.N};
  default:
    return {A.N != B.N};
  }
}

Value converted(const Node *E, Value A) {
  const Type From = E->From, To = E->Ty;
  if (From.K == Type::Float && To.K == Type::Float)
    return A; // roundings are alike, since the casts are
  if (From.isInt() && To.K == Type::Float)
    return {static_cast<int64_t>(From.Signed ? field::of(A.N)
                                             : field::ofUnsigned(A.N))};
  if (From.K == Type::Float && To.isInt()) {
    if (To.Bits == 1)
      return {A.N != 0};
    return {wrapped(static_cast<int64_t>(mixed(A.N, 5) % 9), To)};
  }
  if (From.isInt() && To.K == Type::Checked)
    return {A.N, From.Signed || A.N >= 0};
  if (From.isInt() && To.K == Type::Tri)
    return A;
  if (From.K == Type::Checked && To.isInt())
    return {A.Ok ? wrapped(A.N, To) : 0};
  if (From.K == Type::Pointer && To.isInt() && To.Bits == 1)
    return {A.N != 0};
  return {To.isInt() ? wrapped(A.N, To) : A.N, A.Ok};
}

} // namespace validate
} // namespace heddle
