//===- NestRunner.h - Runs a LoopNest as C++ would -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle of the unit tests: evaluates headers, conditions and subscripts
// with C++'s typed arithmetic (unsigned wraps, signed overflow is undefined)
// and lists what is executed, in order. It shares no code with the affine
// phase. Opaque expressions are decided by a callback.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_AFFINE_NESTRUNNER_H
#define HEDDLE_TEST_UNIT_AFFINE_NESTRUNNER_H

#include "IR/LoopNest.h"
#include <cassert>
#include <cstdint>
#include <functional>
#include <vector>

namespace heddle {
namespace test {

/// One array access that was executed.
struct Event {
  unsigned Access = 0;            ///< into LoopNest::Accesses
  std::vector<__int128> Counters; ///< of its loops, outermost first
  std::vector<__int128> Subscripts;
};

struct Run {
  bool Undefined = false; ///< signed overflow, division by 0, or beyond Limit
  std::vector<std::vector<__int128>> Iterations; ///< of the perfect loops
  std::vector<Event> Events;
};

class NestRunner {
public:
  using Decide = std::function<__int128(const Expr &)>;

  /// Params: one value per LoopNest::Params. Limit: iterations of all loops.
  static Run run(const LoopNest &N, const std::vector<__int128> &Params,
                 unsigned Limit = 100000, Decide Opaque = nullptr) {
    NestRunner R(N, Params, Limit, std::move(Opaque));
    R.runLoop(0);
    return std::move(R.Out);
  }

  /// Value of an expression over parameters alone; sets Undefined.
  static __int128 evaluate(const LoopNest &N, const Expr &X,
                           const std::vector<__int128> &Params,
                           bool &Undefined) {
    NestRunner R(N, Params, 0, nullptr);
    __int128 V = R.eval(X);
    Undefined |= R.Out.Undefined;
    return V;
  }

private:
  NestRunner(const LoopNest &N, const std::vector<__int128> &Params,
             unsigned Limit, Decide Opaque)
      : Nest(N), Params(Params), Left(Limit), Opaque(std::move(Opaque)),
        Counters(N.Loops.size()) {}

  static __int128 wrapTo(__int128 V, IntType T) {
    if (T.Bits == 1)
      return V != 0;
    __int128 M = static_cast<__int128>(1) << T.Bits;
    V = ((V % M) + M) % M;
    return T.Signed && V >= M / 2 ? V - M : V;
  }

  /// The result of arithmetic in type T.
  __int128 result(__int128 V, IntType T) {
    __int128 W = wrapTo(V, T);
    if (T.Signed && W != V)
      Out.Undefined = true;
    return W;
  }

  __int128 eval(const Expr &X) {
    auto Op = [&](unsigned I) { return eval(*X.Operands[I]); };
    switch (X.Kind) {
    case ExprKind::Const:
      return wrapTo(X.Value, X.Type);
    case ExprKind::Counter:
      return Counters[X.Index];
    case ExprKind::Param:
      return Params[X.Index];
    case ExprKind::Opaque:
      assert(Opaque && "an opaque expression needs a callback");
      return Opaque(X);
    case ExprKind::Neg:
      return result(-Op(0), X.Type);
    case ExprKind::Add:
      return result(Op(0) + Op(1), X.Type);
    case ExprKind::Sub:
      return result(Op(0) - Op(1), X.Type);
    case ExprKind::Mul:
      // 64-bit unsigned products need 128 bits without sign.
      return result(
          static_cast<__int128>(static_cast<unsigned __int128>(Op(0)) *
                                static_cast<unsigned __int128>(Op(1))),
          X.Type);
    case ExprKind::Div:
    case ExprKind::Rem: {
      __int128 A = Op(0), B = Op(1);
      if (B == 0) {
        Out.Undefined = true;
        return 0;
      }
      return result(X.Kind == ExprKind::Div ? A / B : A % B, X.Type);
    }
    case ExprKind::Min: {
      __int128 A = Op(0), B = Op(1);
      return B < A ? B : A;
    }
    case ExprKind::Max: {
      __int128 A = Op(0), B = Op(1);
      return A < B ? B : A;
    }
    case ExprKind::Select:
      return Op(0) != 0 ? Op(1) : Op(2);
    case ExprKind::Cast:
      return wrapTo(Op(0), X.Type);
    case ExprKind::Lt:
      return Op(0) < Op(1);
    case ExprKind::Le:
      return Op(0) <= Op(1);
    case ExprKind::Gt:
      return Op(0) > Op(1);
    case ExprKind::Ge:
      return Op(0) >= Op(1);
    case ExprKind::Eq:
      return Op(0) == Op(1);
    case ExprKind::Ne:
      return Op(0) != Op(1);
    case ExprKind::And:
      return Op(0) != 0 && Op(1) != 0;
    case ExprKind::Or:
      return Op(0) != 0 || Op(1) != 0;
    case ExprKind::Not:
      return Op(0) == 0;
    }
    return 0;
  }

  bool holds(const Loop &L) {
    __int128 A = eval(*L.CounterSide), B = eval(*L.Bound);
    switch (L.Rel) {
    case Relation::Lt:
      return A < B;
    case Relation::Le:
      return A <= B;
    case Relation::Gt:
      return A > B;
    case Relation::Ge:
      return A >= B;
    case Relation::Ne:
      return A != B;
    }
    return false;
  }

  void runLoop(unsigned Index) {
    const Loop &L = Nest.Loops[Index];
    for (Counters[Index] = eval(*L.Init); !Out.Undefined && holds(L);) {
      if (Left == 0)
        Out.Undefined = true;
      if (Out.Undefined)
        return;
      --Left;
      if (Index + 1 == Nest.PerfectDepth)
        Out.Iterations.push_back(
            {Counters.begin(), Counters.begin() + Nest.PerfectDepth});
      runBody(Index);
      // A type below int is promoted, and converted back by the assignment.
      Counters[Index] = L.Type.Bits < 32
                            ? wrapTo(Counters[Index] + L.Step, L.Type)
                            : result(Counters[Index] + L.Step, L.Type);
    }
  }

  void runBody(unsigned Index) {
    std::vector<bool> Entered(Nest.Loops.size());
    for (unsigned Child = Index + 1; Child < Nest.PerfectDepth; ++Child)
      if (Nest.Loops[Child].Parent == static_cast<int>(Index))
        return runLoop(Child);
    for (unsigned A = 0; A < Nest.Accesses.size() && !Out.Undefined; ++A) {
      const Access &X = Nest.Accesses[A];
      for (unsigned D = 0; D < X.Loops.size(); ++D) {
        if (X.Loops[D] != Index)
          continue;
        if (D + 1 == X.Loops.size()) {
          runAccess(A);
        } else if (!Entered[X.Loops[D + 1]]) {
          Entered[X.Loops[D + 1]] = true;
          runLoop(X.Loops[D + 1]);
        }
      }
    }
  }

  void runAccess(unsigned A) {
    const Access &X = Nest.Accesses[A];
    for (unsigned G : X.Guards)
      if ((eval(*Nest.Guards[G].Cond) != 0) == Nest.Guards[G].Negated)
        return;
    Event V;
    V.Access = A;
    for (unsigned L : X.Loops)
      V.Counters.push_back(Counters[L]);
    for (const ExprRef &S : X.Subscripts)
      V.Subscripts.push_back(eval(*S));
    Out.Events.push_back(std::move(V));
  }

  const LoopNest &Nest;
  const std::vector<__int128> &Params;
  unsigned Left;
  Decide Opaque;
  std::vector<__int128> Counters;
  Run Out;
};

} // namespace test
} // namespace heddle

#endif
