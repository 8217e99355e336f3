//===- Evaluate.cpp - Source expressions at one iteration -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Legality/Evaluate.h"

using namespace heddle;

using Integer = std::optional<int64_t>;

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

/// Wide enough for sums and products of two values.
using Wide = __int128;

/// V in type T. A 64-bit unsigned value above INT64_MAX has no int64_t, so it
/// is given up.
static Integer convert(Wide V, IntType T) {
  if (T.Bits == 1)
    return V != 0;
  Wide Modulus = Wide(1) << T.Bits;
  V = (V % Modulus + Modulus) % Modulus;
  if (T.Signed && V >= Modulus / 2)
    V -= Modulus;
  return V > INT64_MAX ? std::nullopt : Integer(static_cast<int64_t>(V));
}

/// The result of signed arithmetic must fit; unsigned arithmetic wraps.
static Integer inType(Wide V, IntType T) {
  Integer C = convert(V, T);
  return T.Signed && C && *C != V ? std::nullopt : C;
}

static Integer arithmetic(ExprKind K, Wide A, Wide B, IntType T) {
  switch (K) {
  case ExprKind::Add:
    return inType(A + B, T);
  case ExprKind::Sub:
    return inType(A - B, T);
  case ExprKind::Mul:
    return inType(A * B, T);
  case ExprKind::Div:
  case ExprKind::Rem:
    if (B == 0)
      return std::nullopt;
    return inType(K == ExprKind::Div ? A / B : A % B, T);
  case ExprKind::Min:
    return inType(A < B ? A : B, T);
  case ExprKind::Max:
    return inType(A > B ? A : B, T);
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

Integer heddle::evaluate(const Expr &E, const SourceValues &At) {
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
    if (Integer C = Operand(0))
      return Operand(*C ? 1 : 2);
    return std::nullopt;
  case ExprKind::And:
  case ExprKind::Or: {
    Integer A = Operand(0);
    if (!A || (*A != 0) == (E.Kind == ExprKind::Or))
      return A;
    return Operand(1);
  }
  default:
    break;
  }
  Integer A = Operand(0);
  if (!A)
    return std::nullopt;
  if (E.Kind == ExprKind::Neg)
    return arithmetic(ExprKind::Sub, 0, *A, E.Type);
  if (E.Kind == ExprKind::Not)
    return *A == 0;
  if (E.Kind == ExprKind::Cast)
    return convert(*A, E.Type);
  Integer B = Operand(1);
  return B ? arithmetic(E.Kind, *A, *B, E.Type) : std::nullopt;
}
