//===- RandomNest.h - Small random nests -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One to three perfect loops (ascending, descending, strided; constant,
// parametric and triangular bounds), perhaps an inner loop, one to four
// statements under affine, periodic and data-dependent conditions, on two
// arrays. Small enough to enumerate for every parameter value.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_TEST_UNIT_LEGALITY_RANDOMNEST_H
#define HEDDLE_TEST_UNIT_LEGALITY_RANDOMNEST_H

#include "../Affine/NestBuilder.h"
#include "HandAffine.h"
#include <map>
#include <memory>
#include <random>
#include <vector>

namespace heddle {
namespace test {

struct RandomNest {
  std::shared_ptr<const LoopNest> Nest;
  std::vector<ParamRange> Ranges;
  /// Per data-dependent guard: the access whose value decides it, executed
  /// just before.
  std::map<unsigned, unsigned> Decides;
};

class RandomNestMaker {
public:
  /// SmallRows: two or four dimensions, of which inner ones are left at times.
  /// Updates: mostly of elements that iterations share.
  explicit RandomNestMaker(unsigned Seed, bool SmallRows = false,
                           bool Updates = false)
      : Random(Seed), SmallRows(SmallRows), Updates(Updates) {}

  RandomNest make() {
    B = NestBuilder();
    Out = RandomNest();
    Counters.clear();
    Param.reset();
    if (chance(50)) {
      Param = B.param("n");
      Out.Ranges.push_back({chance(70) ? 0 : -1, 4});
      B.assume(*Param >= E(int(Out.Ranges[0].Min)) && *Param <= E(4));
    }
    for (unsigned A = 0; A < 2; ++A) {
      Dims[A] = SmallRows ? (chance(50) ? 4 : 2) : range(1, 3) == 1 ? 2 : 1;
      std::vector<E> Extents(Dims[A], E(Extent));
      for (unsigned D = 1; SmallRows && D < Dims[A]; ++D)
        Extents[D] = range(2, 5);
      B.array(A ? "y" : "x", Extents);
    }
    Shared.clear();
    unsigned Depth = range(Updates ? 2 : 1, 3);
    for (unsigned I = 0; I < Depth; ++I)
      addLoop(Depth == 1 ? 7 : Depth == 2 ? 5 : 3);
    addBody(Depth);
    Out.Nest = B.build();
    return Out;
  }

private:
  static constexpr int Extent = 256;
  std::mt19937 Random;
  bool SmallRows, Updates;
  int Middle = 96;
  NestBuilder B;
  RandomNest Out;
  std::vector<E> Counters;
  std::optional<E> Param;
  unsigned Dims[2]; // at most 4
  std::vector<E> Shared; ///< subscripts of an update

  int range(int Low, int High) {
    return Low + static_cast<int>(Random() % unsigned(High - Low + 1));
  }
  bool chance(int Percent) { return range(1, 100) <= Percent; }

  void addLoop(int Size) {
    std::string Name(1, static_cast<char>('i' + Counters.size()));
    E Low = range(-1, 1), High = range(1, Size);
    if (Param && chance(40))
      High = *Param;
    else if (!Counters.empty() && chance(20))
      High = Counters.back() + E(range(0, 2));
    else if (!Counters.empty() && chance(15))
      Low = Counters.back() + E(range(-1, 0));
    int Step = chance(75) ? 1 : range(2, 3);
    if (chance(25))
      Counters.push_back(
          chance(50) ? B.loop(Name, High, Relation::Ge, Low, -Step)
                     : B.loop(Name, High - E(1), Relation::Gt, Low, -Step));
    else
      Counters.push_back(chance(80)
                             ? B.loop(Name, Low, Relation::Lt, High, Step)
                             : B.loop(Name, Low, Relation::Le, High, Step));
  }

  /// A small affine function of the open counters.
  E affine(int Offset) {
    E Sum = Offset;
    for (const E &C : Counters)
      if (chance(60)) {
        int Factor = chance(75) ? 1 : range(-2, 2);
        if (Factor)
          Sum = Factor == 1 ? Sum + C : Sum + E(Factor) * C;
      }
    if (Param && chance(8))
      Sum = Sum + *Param;
    return Sum;
  }

  /// Mostly the plain counter, as people write, and sometimes anything.
  E subscript(unsigned Dim) {
    if (Dim < Counters.size() && chance(55))
      return Counters[Dim] + E(Middle + (chance(60) ? 0 : range(-1, 1)));
    if (chance(12))
      return affine(Middle) / E(range(2, 3));
    if (chance(8))
      return affine(Middle) % E(range(2, 4));
    return affine(Middle);
  }

  std::vector<E> element(unsigned Array) {
    std::vector<E> Subscripts;
    for (unsigned D = 0; D < Dims[Array]; ++D) {
      Middle = SmallRows && D > 0 ? range(0, 1) : 96;
      if (D >= Counters.size() && SmallRows && chance(60)) {
        Subscripts.push_back(Middle);
        continue;
      }
      Subscripts.push_back(
          subscript(Dims[Array] == 1 ? range(0, int(Counters.size()) - 1) : D));
    }
    return Subscripts;
  }

  /// A sum of counters per dimension, the same in most updates of a nest.
  std::vector<E> sharedElement() {
    if (!Shared.empty() && chance(85))
      return Shared;
    Shared.clear();
    for (unsigned D = 0; D < Dims[0]; ++D) {
      Middle = 96;
      size_t First = unsigned(range(0, int(Counters.size()) - 1));
      E Sum = Counters[First] + E(Middle);
      for (size_t C = 0; C < Counters.size(); ++C)
        if (C != First && chance(35))
          Sum = chance(70) ? Sum + Counters[C] : Sum - Counters[C];
      Shared.push_back(chance(90) ? Sum : affine(Middle));
    }
    return Shared;
  }

  void addUpdate() {
    // What a thread reads besides is nobody's to write.
    if (chance(50)) {
      unsigned From = chance(92) ? 1 : 0;
      B.read(From, element(From));
    }
    bool Guarded = chance(25);
    if (Guarded)
      B.when(affine(0) < E(range(1, 4)), chance(20));
    if (chance(92))
      B.update(0, sharedElement(), chance(80) ? "+" : "*");
    else
      B.write(0, element(0));
    if (Guarded)
      B.endWhen();
  }

  void addStatement() {
    if (Updates)
      return addUpdate();
    bool Guarded = false;
    if (chance(35)) {
      Guarded = true;
      if (chance(35)) {
        unsigned A = range(0, 1);
        B.read(A, element(A));
        unsigned Guard = static_cast<unsigned>(B.Nest.Guards.size());
        Out.Decides[Guard] = static_cast<unsigned>(B.Nest.Accesses.size()) - 1;
        B.when(opaque(Bool, "x[..] > 0", "it depends on array data"),
               chance(30));
      } else if (chance(40)) {
        B.when(affine(Middle) % E(range(2, 3)) == E(range(0, 1)), chance(20));
      } else {
        E Left = affine(range(-1, 1)), Right = range(0, 3);
        B.when(chance(50)   ? Left < Right
               : chance(50) ? Left >= Right
                            : Left != Right,
               chance(20));
      }
    }
    unsigned To = range(0, 1);
    if (chance(20)) {
      std::vector<E> Where = element(To);
      if (chance(50))
        B.read(1 - To, element(1 - To));
      B.update(To, Where, chance(80) ? "+" : "*");
    } else {
      for (int I = range(0, 2); I > 0; --I) {
        unsigned From = chance(30) ? To : 1 - To;
        B.read(From, element(From));
      }
      B.write(To, element(To));
    }
    if (Guarded)
      B.endWhen();
  }

  void addBody(unsigned Depth) {
    int Statements = chance(60) ? 1 : range(2, Depth == 3 ? 3 : 4);
    if (!chance(30)) {
      while (Statements-- > 0)
        addStatement();
      return;
    }
    // Something beside the inner loop keeps it out of the perfect nest.
    bool Before = chance(50);
    if (Before)
      addStatement();
    else
      B.when(Counters[0] >= Counters[0]);
    addLoop(3);
    for (int I = range(1, 2); I > 0; --I)
      addStatement();
    B.end();
    Counters.pop_back();
    Shared.clear();
    if (!Before)
      B.endWhen();
    if (chance(30))
      addStatement();
  }
};

} // namespace test
} // namespace heddle

#endif
