//===- Evaluate.cpp - Source expressions at one iteration -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Evaluate.h"

using namespace heddle;

using Value = std::optional<int64_t>;

SourceValues heddle::sourceValues(const AffineNest &N, unsigned Access,
                                  const std::vector<int64_t> &At,
                                  const std::vector<int64_t> &Params) {
  SourceValues V;
  V.Counters.resize(N.Nest->Loops.size());
  V.Params.resize(N.Nest->Params.size());
  const std::vector<unsigned> &Inner = N.Accesses[Access].InnerLoops;
  for (size_t I = 0; I < At.size(); ++I)
    V.Counters[I < N.Depth ? I : Inner[I - N.Depth]] = At[I];
  for (size_t I = 0; I < Params.size(); ++I)
    if (N.Parameters[I].SourceParam >= 0)
      V.Params[N.Parameters[I].SourceParam] = Params[I];
  return V;
}

/// V in type T; the bits of a 64-bit unsigned value above INT64_MAX have no
/// int64_t, so such values are given up.
static Value convert(int64_t V, IntType T) {
  if (T.Bits == 1)
    return V != 0;
  if (T.Bits >= 64)
    return T.Signed || V >= 0 ? Value(V) : std::nullopt;
  uint64_t Bits = static_cast<uint64_t>(V) & ((uint64_t(1) << T.Bits) - 1);
  if (T.Signed && (Bits >> (T.Bits - 1)))
    Bits |= ~uint64_t(0) << T.Bits;
  return static_cast<int64_t>(Bits);
}

/// The result of signed arithmetic must fit; unsigned arithmetic wraps.
static Value inType(int64_t V, IntType T) {
  Value C = convert(V, T);
  return T.Signed && C != V ? std::nullopt : C;
}

static Value arithmetic(ExprKind K, int64_t A, int64_t B, IntType T) {
  int64_t V;
  switch (K) {
  case ExprKind::Add:
    return __builtin_add_overflow(A, B, &V) ? std::nullopt : inType(V, T);
  case ExprKind::Sub:
    return __builtin_sub_overflow(A, B, &V) ? std::nullopt : inType(V, T);
  case ExprKind::Mul:
    return __builtin_mul_overflow(A, B, &V) ? std::nullopt : inType(V, T);
  case ExprKind::Div:
  case ExprKind::Rem:
    if (B == 0 || (B == -1 && A == INT64_MIN))
      return std::nullopt;
    return inType(K == ExprKind::Div ? A / B : A % B, T);
  case ExprKind::Min:
    return A < B ? A : B;
  case ExprKind::Max:
    return A > B ? A : B;
  case ExprKind::Lt:
    return A < B;
  case ExprKind::Le:
    return A <= B;
  case ExprKind::Gt:
    return A > B;
  case ExprKind::Ge:
    return A >= B;
  case ExprKind::Eq:
    return A == B;
  case ExprKind::Ne:
    return A != B;
  default:
    return std::nullopt;
  }
}

Value heddle::evaluate(const Expr &E, const SourceValues &At) {
  auto Operand = [&](unsigned I) { return evaluate(*E.Operands[I], At); };
  switch (E.Kind) {
  case ExprKind::Const:
    return E.Value;
  case ExprKind::Counter:
    return E.Index < At.Counters.size() ? At.Counters[E.Index] : std::nullopt;
  case ExprKind::Param:
    return E.Index < At.Params.size() ? At.Params[E.Index] : std::nullopt;
  case ExprKind::Opaque:
    return std::nullopt;
  case ExprKind::Select:
    if (Value C = Operand(0))
      return Operand(*C ? 1 : 2);
    return std::nullopt;
  case ExprKind::And:
  case ExprKind::Or: {
    Value A = Operand(0);
    if (!A || (*A != 0) == (E.Kind == ExprKind::Or))
      return A;
    return Operand(1);
  }
  default:
    break;
  }
  Value A = Operand(0);
  if (!A)
    return std::nullopt;
  if (E.Kind == ExprKind::Neg)
    return arithmetic(ExprKind::Sub, 0, *A, E.Type);
  if (E.Kind == ExprKind::Not)
    return *A == 0;
  if (E.Kind == ExprKind::Cast)
    return convert(*A, E.Type);
  Value B = Operand(1);
  return B ? arithmetic(E.Kind, *A, *B, E.Type) : std::nullopt;
}
