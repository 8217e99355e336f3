//===- BruteForce.h - Running mapped kernels by hand ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_MAPPING_BRUTEFORCE_H
#define HEDDLE_TEST_UNIT_MAPPING_BRUTEFORCE_H

#include "../Affine/SymEval.h"
#include "HandSpace.h"
#include <map>

namespace heddle {
namespace test {

using Iteration = std::vector<long long>;

/// The iterations that the kernel runs, with the number of threads each.
inline std::map<Iteration, unsigned>
runKernel(const ThreadMapping &V, const AffineNest &Nest, Values At) {
  std::map<Iteration, unsigned> Runs;
  long long Extent[6], Thread[6];
  long long Threads = 1;
  for (unsigned A = 0; A < 6; ++A) {
    Extent[A] = static_cast<long long>(
        evaluate(A < 3 ? V.Grid[A] : V.Block[A - 3], At));
    if (Extent[A] < 1)
      return Runs;
    Threads *= Extent[A];
  }
  // Serial dimensions count as threads do.
  std::vector<long long> Serial;
  for (const Sym &E : V.Serial) {
    Serial.push_back(static_cast<long long>(evaluate(E, At)));
    if (Serial.back() < 1)
      return Runs;
    Threads *= Serial.back();
  }
  for (long long T = 0; T < Threads; ++T) {
    long long Rest = T;
    for (size_t D = 0; D < Serial.size(); ++D) {
      At[serialLeaf(D)] = Rest % Serial[D];
      Rest /= Serial[D];
    }
    for (unsigned A = 0; A < 6; ++A) {
      Thread[A] = Rest % Extent[A];
      Rest /= Extent[A];
      At[A < 3 ? GridLeaf[A] : BlockLeaf[A - 3]] = Thread[A];
    }
    bool On = true;
    for (unsigned S = 0; S <= V.Recovery.size() && On; ++S) {
      for (const ThreadGuard &G : V.Guards)
        if (G.After == S)
          On = On && evaluate(G.Cond, At) != 0;
      if (S < V.Recovery.size() && On)
        At[V.Recovery[S].Name] = evaluate(V.Recovery[S].Value, At);
    }
    if (!On)
      continue;
    Iteration I;
    for (const Dimension &D : Nest.Dims)
      I.push_back(static_cast<long long>(At.at(D.Counter)));
    ++Runs[I];
  }
  return Runs;
}

inline std::map<Iteration, unsigned> expected(const AffineNest &Nest,
                                              const Values &At) {
  std::map<Iteration, unsigned> Runs;
  std::vector<Iteration> Prefixes{{}};
  for (const Dimension &D : Nest.Dims) {
    auto Lower = static_cast<long long>(evaluate(D.Lower, At));
    auto Upper = static_cast<long long>(evaluate(D.Upper, At));
    std::vector<Iteration> Longer;
    for (const Iteration &P : Prefixes)
      for (long long I = Lower; I < Upper; ++I)
        if ((I - Lower) % D.Step < D.Width) {
          Longer.push_back(P);
          Longer.back().push_back(I);
        }
    Prefixes = std::move(Longer);
  }
  for (const Iteration &I : Prefixes)
    Runs[I] = 1;
  return Runs;
}

/// Right for every combination of small parameters for which the zero-trip test
/// lets a kernel be launched.
inline bool isRight(const ThreadMapping &V, const AffineNest &Nest,
                    long long Least = -3, long long Most = 9) {
  size_t Params = Nest.Parameters.size();
  std::vector<long long> At(Params, Least);
  while (true) {
    Values Point;
    for (size_t P = 0; P < Params; ++P)
      Point[Nest.Parameters[P].Name] = At[P];
    if (evaluate(Nest.ZeroTrip, Point) == 0) {
      try {
        if (runKernel(V, Nest, Point) != expected(Nest, Point))
          return false;
      } catch (const std::exception &) {
        return false;
      }
    }
    size_t P = 0;
    while (P < Params && ++At[P] > Most)
      At[P++] = Least;
    if (P == Params)
      return true;
  }
}

} // namespace test
} // namespace heddle

#endif
