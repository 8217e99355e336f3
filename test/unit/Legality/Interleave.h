//===- Interleave.h - Mapped loops run in hostile orders -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes a nest as threads that take turns after every single access.
// Values are symbolic tags: what a thread writes is a hash of who writes and of
// everything that it has read so far, so equal values hide nothing. Conditions
// on data are decided by the tags read. Redirected reads see memory as it was
// before the nest.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LEGALITY_INTERLEAVE_H
#define HEDDLE_TEST_UNIT_LEGALITY_INTERLEAVE_H

#include "BruteForce.h"
#include <cstdint>
#include <functional>
#include <random>

namespace heddle {
namespace test {

enum class Order { Sequential, Reversed, Lockstep, Random };

class Interleaver {
public:
  using Memory = std::map<std::pair<unsigned, Vector>, uint64_t>;
  /// Names the thread of an iteration of the perfect loops.
  using ThreadOf = std::function<Vector(const Vector &)>;
  /// The read takes what was there before the nest.
  using FromCopy = std::function<bool(const Instance &)>;

  Interleaver(const RandomNest &N, const Execution &X, const ThreadOf &Thread,
              FromCopy Copied = nullptr)
      : Nest(N), Copied(std::move(Copied)) {
    std::map<Vector, size_t> Ids;
    for (const Instance &I : X.Instances) {
      Vector Name = Thread(X.Iterations[I.Time]);
      auto [At, New] = Ids.try_emplace(Name, Threads.size());
      if (New)
        Threads.emplace_back();
      Threads[At->second].Work.push_back(&I);
      InOrder.push_back(At->second);
    }
  }

  size_t threads() const { return Threads.size(); }

  Memory run(Order O, std::mt19937 &Random) {
    Copies = Copied && O != Order::Sequential;
    State.clear();
    for (ThreadState &T : Threads)
      T = {T.Work, 0, 0x9e3779b97f4a7c15u, {}};
    switch (O) {
    case Order::Sequential:
      for (size_t T : InOrder)
        step(Threads[T]);
      break;
    case Order::Reversed:
      for (size_t T = Threads.size(); T-- > 0;)
        while (step(Threads[T])) {
        }
      break;
    case Order::Lockstep:
      for (bool Some = true; Some;) {
        Some = false;
        for (ThreadState &T : Threads)
          Some |= step(T);
      }
      break;
    case Order::Random: {
      std::vector<size_t> Live(Threads.size());
      for (size_t I = 0; I < Live.size(); ++I)
        Live[I] = I;
      while (!Live.empty()) {
        size_t At = Random() % Live.size();
        if (!step(Threads[Live[At]]))
          Live.erase(Live.begin() + static_cast<long>(At));
      }
      break;
    }
    }
    return State;
  }

private:
  struct ThreadState {
    std::vector<const Instance *> Work;
    size_t Next = 0;
    uint64_t Seen = 0;
    std::map<unsigned, uint64_t> Values; ///< last value read, per access
  };

  const RandomNest &Nest;
  FromCopy Copied;
  bool Copies = false;
  std::vector<ThreadState> Threads; ///< in the order of their first access
  std::vector<size_t> InOrder;      ///< whose turn, in sequential order
  Memory State;

  static uint64_t mix(uint64_t H, uint64_t V) {
    H ^= V + 0x9e3779b97f4a7c15u + (H << 6) + (H >> 2);
    H *= 0xff51afd7ed558ccdu;
    return H ^ (H >> 33);
  }

  bool active(const ThreadState &T, const Access &A) const {
    for (unsigned G : A.Guards) {
      auto Decider = Nest.Decides.find(G);
      if (Decider == Nest.Decides.end())
        continue; // affine: only executed instances are listed
      bool Holds = T.Values.at(Decider->second) % 3 != 0;
      if (Holds == Nest.Nest->Guards[G].Negated)
        return false;
    }
    return true;
  }

  /// One access of T; false if T has none left.
  bool step(ThreadState &T) {
    if (T.Next == T.Work.size())
      return false;
    const Instance &I = *T.Work[T.Next++];
    const Access &A = Nest.Nest->Accesses[I.Access];
    if (!active(T, A))
      return true;
    auto Cell = std::make_pair(A.Array, I.Element);
    if (A.IsWrite) {
      uint64_t Tag = mix(T.Seen, I.Access);
      for (int64_t C : I.Counters)
        Tag = mix(Tag, static_cast<uint64_t>(C));
      State[Cell] = Tag;
      return true;
    }
    auto Found = State.find(Cell);
    uint64_t Value = 7 * (A.Array + 1);
    for (int64_t E : I.Element)
      Value = mix(Value, static_cast<uint64_t>(E));
    if (Found != State.end() && !(Copies && Copied(I)))
      Value = Found->second;
    T.Seen = mix(T.Seen, Value);
    T.Values[I.Access] = Value;
    return true;
  }
};

} // namespace test
} // namespace heddle

#endif
