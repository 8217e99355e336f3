//===- Atomics.cpp - atom and red -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a request take their turns in the order of their numbers. `red`
// is `atom` without a result.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Half.h"
#include "Ptx/Ops/MemoryMods.h"
#include "Ptx/Ops/MinMax.h"
#include "Ptx/Ops/Rounds.h"

#include <algorithm>

using namespace heddle::ptx;

namespace {

// Each takes the value in memory and the operand, and gives the new value.
struct Add {
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>(ring(A) + ring(B));
  }
  double operator()(double A, double B) const { return A + B; }
};
struct Min {
  template <class T> T operator()(T A, T B) const { return std::min(A, B); }
};
struct Max {
  template <class T> T operator()(T A, T B) const { return std::max(A, B); }
};
struct And {
  template <class T> T operator()(T A, T B) const { return A & B; }
};
struct Or {
  template <class T> T operator()(T A, T B) const { return A | B; }
};
struct Xor {
  template <class T> T operator()(T A, T B) const { return A ^ B; }
};
struct Exchange {
  template <class T> T operator()(T, T B) const { return B; }
};
struct Increase { // up to B, then 0
  uint32_t operator()(uint32_t A, uint32_t B) const {
    return A >= B ? 0 : A + 1;
  }
};
struct Decrease { // from B to 0, then B
  uint32_t operator()(uint32_t A, uint32_t B) const {
    return A == 0 || A > B ? B : A - 1;
  }
};

/// f32: global memory flushes what is below the normal numbers, shared memory
/// does not.
template <bool Flushes> struct AddFloat {
  uint32_t operator()(uint32_t A, uint32_t B) const {
    return static_cast<uint32_t>(result<float, Flushes, false>(
        operand<float, Flushes>(A) + operand<float, Flushes>(B)));
  }
};

// Halves; they are rounded once.
struct AddHalf {
  double operator()(double A, double B) const { return oddSum(A, B); }
};
template <class H, class Do> struct OfHalves {
  uint16_t operator()(uint16_t A, uint16_t B) const {
    return narrow<H>(Do()(widen<H>(A), widen<H>(B)), Rounding::Nearest);
  }
};
template <class H, class Do> struct OfPairs {
  uint32_t operator()(uint32_t A, uint32_t B) const {
    const auto Part = [&](unsigned Shift) -> uint32_t {
      return OfHalves<H, Do>()(static_cast<uint16_t>(A >> Shift),
                               static_cast<uint16_t>(B >> Shift));
    };
    return Part(0) | Part(16) << 16;
  }
};

constexpr unsigned MostElements = 8;

template <class T> T readAt(const unsigned char *At) {
  T Value;
  std::memcpy(&Value, At, sizeof(T));
  return Value;
}

/// Updates all elements of one lane. Results are written when all operands are
/// read, since they may be the same registers.
template <class T, class Do>
void update(Step &S, unsigned Lane, unsigned char *At) {
  const unsigned Width = S.I.Width;
  T Old[MostElements];
  for (unsigned K = 0; K != Width; ++K) {
    Old[K] = readAt<T>(At + K * sizeof(T));
    const T New = Do()(Old[K], fromBits<T>(S.in(K + 1)[Lane]));
    std::memcpy(At + K * sizeof(T), &New, sizeof(T));
  }
  if (!S.I.D.empty())
    for (unsigned K = 0; K != Width; ++K)
      S.out(K)[Lane] = toBits(Old[K]);
}

template <class T> bool reach(Step &S, unsigned char *At[WarpSize]) {
  return S.access(S.I.In, S.in(0), S.I.Offset, S.I.Width * sizeof(T),
                  kindOf(S.I, Access::Atomic), At);
}

template <class T, class Do> void atomic(Step &S) {
  unsigned char *At[WarpSize];
  if (reach<T>(S, At))
    eachLane(S.Mask, [&](unsigned L) { update<T, Do>(S, L, At[L]); });
}

/// Whether the address is one of global memory.
bool isGlobal(const Step &S, uint64_t Address) {
  return S.I.In == Space::Global ||
         (S.I.In == Space::Generic && Address >> 48 == 0);
}

void addFloats(Step &S) {
  unsigned char *At[WarpSize];
  const Lanes Address = S.in(0); // a result may take its place
  if (reach<uint32_t>(S, At))
    eachLane(S.Mask, [&](unsigned L) {
      if (isGlobal(S, Address[L] + static_cast<uint64_t>(S.I.Offset)))
        update<uint32_t, AddFloat<true>>(S, L, At[L]);
      else
        update<uint32_t, AddFloat<false>>(S, L, At[L]);
    });
}

/// atom.cas d, [a], b, c: c takes the place of b.
template <class T> void compareAndSwap(Step &S) {
  unsigned char *At[WarpSize];
  if (!reach<T>(S, At))
    return;
  const Lanes &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    const T Old = readAt<T>(At[L]), New = fromBits<T>(C[L]);
    if (Old == fromBits<T>(B[L]))
      std::memcpy(At[L], &New, sizeof(T));
    D[L] = Old;
  });
}

//===--- Choosing ---------------------------------------------------------===//

template <class Do> Handler chooseHalf(Type T) {
  switch (T) {
  case Type::F16:
    return atomic<uint16_t, OfHalves<F16, Do>>;
  case Type::BF16:
    return atomic<uint16_t, OfHalves<BF16, Do>>;
  case Type::F16x2:
    return atomic<uint32_t, OfPairs<F16, Do>>;
  case Type::BF16x2:
    return atomic<uint32_t, OfPairs<BF16, Do>>;
  default:
    return nullptr;
  }
}

Handler chooseAdd(Type T, bool NoFtz) {
  if (NoFtz)
    return chooseHalf<AddHalf>(T);
  if (T == Type::F32)
    return addFloats;
  if (T == Type::F64)
    return atomic<double, Add>;
  return chooseLong(T, [](auto V) { return atomic<decltype(V), Add>; });
}

template <class Do, class DoHalf> Handler chooseMinMax(Type T, bool NoFtz) {
  return NoFtz ? chooseHalf<DoHalf>(T)
               : chooseLong(T, [](auto V) { return atomic<decltype(V), Do>; });
}

template <class Do> Handler chooseLogic(Type T) {
  return bytesOf(T) < 4
             ? nullptr
             : chooseBits(T, [](auto V) { return atomic<decltype(V), Do>; });
}

Handler chooseUpdate(int What, Type T, bool NoFtz) {
  switch (What) {
  case 0:
    return chooseAdd(T, NoFtz);
  case 1:
    return chooseMinMax<Min, FloatMin<false>>(T, NoFtz);
  case 2:
    return chooseMinMax<Max, FloatMax<false>>(T, NoFtz);
  case 3:
    return chooseLogic<And>(T);
  case 4:
    return chooseLogic<Or>(T);
  case 5:
    return chooseLogic<Xor>(T);
  case 6:
    return T == Type::U32 ? atomic<uint32_t, Increase> : nullptr;
  case 7:
    return T == Type::U32 ? atomic<uint32_t, Decrease> : nullptr;
  case 8:
    return chooseLogic<Exchange>(T);
  default:
    return nullptr;
  }
}

/// {.order}{.scope}{.space}.operation{.noftz}{.vector}.type
Handler bindUpdate(Modifiers &Mods, Instruction &I, bool HasResult) {
  if (!takeOrder(Mods, I, Acquires | Releases))
    return nullptr;
  I.Extra |= IsStrong;
  takeStateSpace(Mods, I.In);
  takeTypes(Mods, I);
  I.Width = takeWidth(Mods);
  const bool NoFtz = Mods.take("noftz");
  const unsigned Results = HasResult ? I.Width : 0;
  if (I.T2 != Type::None || (I.Width != 1 && !isFloat(I.T)))
    return nullptr;
  if (HasResult && Mods.take("cas"))
    return !has(I, 1, 3) ? nullptr : chooseBits(I.T, [](auto V) {
      return compareAndSwap<decltype(V)>;
    });
  const int What =
      Mods.takeOneOf(HasResult ? "add min max and or xor inc dec exch"
                               : "add min max and or xor inc dec");
  return has(I, Results, I.Width + 1u) ? chooseUpdate(What, I.T, NoFtz)
                                       : nullptr;
}

} // namespace

Handler heddle::ptx::bindAtomic(Modifiers &Mods, Instruction &I) {
  return bindUpdate(Mods, I, true);
}

Handler heddle::ptx::bindReduction(Modifiers &Mods, Instruction &I) {
  if (Mods.take("async")) // ends at a barrier in memory: not known
    return nullptr;
  return bindUpdate(Mods, I, false);
}
