//===- Integer.cpp - arithmetic of integers -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Numbers.h"
#include "Ptx/Ops/Ops.h"

#include <algorithm>
#include <limits>

using namespace heddle::ptx;

namespace {

//===--- Sums and products ------------------------------------------------===//

struct Add {
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>(ring(A) + ring(B));
  }
};
struct Sub {
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>(ring(A) - ring(B));
  }
};
struct MulLow {
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>(ring(A) * ring(B));
  }
};
struct MulHigh {
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>((Wide<T>(A) * Wide<T>(B)) >> BitsOf<T>);
  }
};
struct MulWide {
  template <class T> Wide<T> operator()(T A, T B) const {
    return static_cast<Wide<T>>(ring(Wide<T>(A)) * ring(Wide<T>(B)));
  }
};
/// a * b + c, of which the parts that Mul says are summed.
template <class Mul> struct Mad {
  template <class T, class C> C operator()(T A, T B, C Plus) const {
    return static_cast<C>(ring(static_cast<C>(Mul()(A, B))) + ring(Plus));
  }
};

int32_t clamped(int64_t Value) {
  return static_cast<int32_t>(
      std::clamp<int64_t>(Value, std::numeric_limits<int32_t>::min(),
                          std::numeric_limits<int32_t>::max()));
}
struct AddSat {
  int32_t operator()(int32_t A, int32_t B) const {
    return clamped(int64_t(A) + B);
  }
};
struct SubSat {
  int32_t operator()(int32_t A, int32_t B) const {
    return clamped(int64_t(A) - B);
  }
};
struct MadHighSat {
  int32_t operator()(int32_t A, int32_t B, int32_t C) const {
    return clamped(int64_t(MulHigh()(A, B)) + C);
  }
};

/// The low 24 bits of each, with the sign of the 24th.
template <class T> int64_t low24(T A) {
  const auto Shifted = static_cast<uint32_t>(A) << 8;
  return std::is_signed_v<T> ? static_cast<int32_t>(Shifted) >> 8
                             : static_cast<int64_t>(Shifted >> 8);
}
struct Mul24Low {
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>(low24(A) * low24(B));
  }
};
struct Mul24High { // bits 16 to 47 of the product
  template <class T> T operator()(T A, T B) const {
    return static_cast<T>((low24(A) * low24(B)) >> 16);
  }
};
struct Mad24HighSat {
  int32_t operator()(int32_t A, int32_t B, int32_t C) const {
    return clamped(int64_t(Mul24High()(A, B)) + C);
  }
};

struct Sad {
  template <class T> T operator()(T A, T B, T C) const {
    const Ring<T> Apart = A < B ? ring(B) - ring(A) : ring(A) - ring(B);
    return static_cast<T>(ring(C) + Apart);
  }
};

//===--- Quotients --------------------------------------------------------===//

/// The smallest number by -1 gives itself, remainder 0, as it wraps.
template <class T> bool wraps(T, T B) {
  return std::is_signed_v<T> && B == static_cast<T>(-1);
}
struct Div {
  template <class T> T operator()(T A, T B) const {
    return wraps(A, B) ? static_cast<T>(-ring(A)) : static_cast<T>(A / B);
  }
};
struct Rem {
  template <class T> T operator()(T A, T B) const {
    return wraps(A, B) ? T(0) : static_cast<T>(A % B);
  }
};

/// The ISA does not say what a division by 0 gives.
template <class T, class Do> void divide(Step &S) {
  const Lanes &B = S.in(1);
  for (std::uint32_t M = S.Mask; M; M &= M - 1) {
    const unsigned L = static_cast<unsigned>(__builtin_ctz(M));
    if (fromBits<T>(B[L]) == 0)
      return S.fail("division by zero", L);
  }
  binary<T, T, Do>(S);
}
template <class Do> Handler chooseDivide(Type T) {
  return chooseWord(T, [](auto V) { return divide<decltype(V), Do>; });
}

//===--- One operand, minimum and maximum ---------------------------------===//

struct Abs {
  template <class T> T operator()(T A) const {
    return static_cast<T>(A < 0 ? -ring(A) : ring(A));
  }
};
struct Neg {
  template <class T> T operator()(T A) const {
    return static_cast<T>(-ring(A));
  }
};
struct Min {
  template <class T> T operator()(T A, T B) const { return std::min(A, B); }
};
struct Max {
  template <class T> T operator()(T A, T B) const { return std::max(A, B); }
};
template <class Do> struct Relu { // results below 0 become 0
  template <class T> T operator()(T A, T B) const {
    return std::max(T(0), Do()(A, B));
  }
};

/// Both halves of 32 bits, each of type T.
template <class T, class Do> struct Pair {
  uint32_t operator()(uint32_t A, uint32_t B) const {
    const auto Low = static_cast<uint16_t>(
        Do()(static_cast<T>(A & 0xffff), static_cast<T>(B & 0xffff)));
    const auto High = static_cast<uint16_t>(
        Do()(static_cast<T>(A >> 16), static_cast<T>(B >> 16)));
    return Low | uint32_t(High) << 16;
  }
};

/// Words, and pairs of 16 bits.
template <class Do> Handler choosePlain(Type T) {
  if (T == Type::U16x2)
    return binary<uint32_t, uint32_t, Pair<uint16_t, Do>>;
  if (T == Type::S16x2)
    return binary<uint32_t, uint32_t, Pair<int16_t, Do>>;
  return chooseWord(
      T, [](auto V) { return binary<decltype(V), decltype(V), Do>; });
}
template <class Do> Handler chooseMinMax(Modifiers &Mods, Type T) {
  if (!Mods.take("relu"))
    return choosePlain<Do>(T);
  return T == Type::S16x2 || T == Type::S32 ? choosePlain<Relu<Do>>(T)
                                            : nullptr;
}

//===--- The carry flag ---------------------------------------------------===//

/// d = a + b, where In: plus the carry; where Out: sets the carry.
template <class T, bool In, bool Out> struct AddCarry {
  static T of(T A, T B, uint64_t &Carry) {
    const auto Whole = Wide<T>(A) + B + (In ? Carry & 1 : 0);
    if (Out)
      Carry = static_cast<uint64_t>(Whole >> BitsOf<T>);
    return static_cast<T>(Whole);
  }
};
/// d = a - b, where In: less the borrow; where Out: sets the borrow.
template <class T, bool In, bool Out> struct SubCarry {
  static T of(T A, T B, uint64_t &Carry) {
    const auto Whole = Wide<T>(A) - B - (In ? Carry & 1 : 0);
    if (Out)
      Carry = static_cast<uint64_t>(Whole >> BitsOf<T>) & 1;
    return static_cast<T>(Whole);
  }
};

constexpr std::int32_t Carry = 1; // Kernel.h: CarryRegister

template <class T, template <class, bool, bool> class Do, bool In, bool Out>
void withCarry(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1);
  Lanes &D = S.out(0), &C = S.Registers[Carry];
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = Do<T, In, Out>::of(fromBits<T>(A[L]), fromBits<T>(B[L]), C[L]);
  });
}
/// A part of a * b, plus c. T has the sign, which decides the high part.
template <class T, class Mul, bool In, bool Out> void madWithCarry(Step &S) {
  using U = std::make_unsigned_t<T>;
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0), &Flag = S.Registers[Carry];
  eachLane(S.Mask, [&](unsigned L) {
    const T Part = Mul()(fromBits<T>(A[L]), fromBits<T>(B[L]));
    D[L] = AddCarry<U, In, Out>::of(static_cast<U>(Part), fromBits<U>(C[L]),
                                    Flag[L]);
  });
}

template <template <class, bool, bool> class Do>
Handler chooseCarry(Type T, bool In, bool Out) {
  return chooseLong(T, [&](auto V) -> Handler {
    using U = std::make_unsigned_t<decltype(V)>;
    if (!In)
      return withCarry<U, Do, false, true>;
    return Out ? withCarry<U, Do, true, true> : withCarry<U, Do, true, false>;
  });
}
template <class Mul> Handler chooseMadCarry(Type T, bool In, bool Out) {
  return chooseLong(T, [&](auto V) -> Handler {
    using U = decltype(V);
    if (!In)
      return madWithCarry<U, Mul, false, true>;
    return Out ? madWithCarry<U, Mul, true, true>
               : madWithCarry<U, Mul, true, false>;
  });
}

//===--- Products and their parts -----------------------------------------===//

template <class Do> Handler chooseBinary(Type T) {
  return chooseWord(
      T, [](auto V) { return binary<decltype(V), decltype(V), Do>; });
}
template <class Do> Handler chooseTernary(Type T) {
  return chooseWord(
      T, [](auto V) { return ternary<decltype(V), decltype(V), Do>; });
}

Handler chooseMul(Modifiers &Mods, Type T) {
  switch (Mods.takeOneOf("lo hi wide")) {
  case 0:
    return chooseBinary<MulLow>(T);
  case 1:
    return chooseBinary<MulHigh>(T);
  case 2:
    return bytesOf(T) == 8 ? nullptr : chooseWord(T, [](auto V) -> Handler {
      using W = decltype(V);
      if constexpr (sizeof(W) == 8)
        return nullptr;
      else
        return binary<Wide<W>, W, MulWide>;
    });
  default:
    return nullptr;
  }
}

Handler chooseMad(Modifiers &Mods, const Instruction &I) {
  const int Part = Mods.takeOneOf("lo hi wide");
  if (Mods.take("cc"))
    return Part == 0   ? chooseMadCarry<MulLow>(I.T, false, true)
           : Part == 1 ? chooseMadCarry<MulHigh>(I.T, false, true)
                       : nullptr;
  if (Mods.take("sat"))
    return Part == 1 && I.T == Type::S32 ? ternary<int32_t, int32_t, MadHighSat>
                                         : nullptr;
  switch (Part) {
  case 0:
    return chooseTernary<Mad<MulLow>>(I.T);
  case 1:
    return chooseTernary<Mad<MulHigh>>(I.T);
  case 2:
    return chooseWord(I.T, [](auto V) -> Handler {
      using W = decltype(V);
      if constexpr (sizeof(W) == 8)
        return nullptr;
      else
        return ternary<Wide<W>, W, Mad<MulWide>, Wide<W>>;
    });
  default:
    return nullptr;
  }
}

template <class Plain, class Saturated, template <class, bool, bool> class Cc>
Handler chooseAddSub(Modifiers &Mods, Type T) {
  if (Mods.take("cc"))
    return chooseCarry<Cc>(T, false, true);
  if (Mods.take("sat"))
    return T == Type::S32 ? binary<int32_t, int32_t, Saturated> : nullptr;
  return choosePlain<Plain>(T);
}

} // namespace

Handler heddle::ptx::integerSum(Sum What, Modifiers &Mods, Instruction &I) {
  const bool One = What == Sum::Abs || What == Sum::Neg;
  if (!has(I, 1, What == Sum::Mad ? 3 : One ? 1 : 2) || I.T2 != Type::None)
    return nullptr;
  switch (What) {
  case Sum::Add:
    return chooseAddSub<Add, AddSat, AddCarry>(Mods, I.T);
  case Sum::Sub:
    return chooseAddSub<Sub, SubSat, SubCarry>(Mods, I.T);
  case Sum::Mul:
    return chooseMul(Mods, I.T);
  case Sum::Mad:
    return chooseMad(Mods, I);
  case Sum::Fma:
    return nullptr;
  case Sum::Div:
    return chooseDivide<Div>(I.T);
  case Sum::Min:
    return chooseMinMax<Min>(Mods, I.T);
  case Sum::Max:
    return chooseMinMax<Max>(Mods, I.T);
  case Sum::Abs:
    return chooseSigned(
        I.T, [](auto V) { return unary<decltype(V), decltype(V), Abs>; });
  case Sum::Neg:
    return chooseSigned(
        I.T, [](auto V) { return unary<decltype(V), decltype(V), Neg>; });
  }
  return nullptr;
}

Handler heddle::ptx::bindRem(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 2) ? chooseDivide<Rem>(I.T) : nullptr;
}

Handler heddle::ptx::bindSad(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 3) ? chooseTernary<Sad>(I.T) : nullptr;
}

Handler heddle::ptx::bindAddCarry(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 2) ? chooseCarry<AddCarry>(I.T, true, Mods.take("cc"))
                      : nullptr;
}

Handler heddle::ptx::bindSubCarry(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 2) ? chooseCarry<SubCarry>(I.T, true, Mods.take("cc"))
                      : nullptr;
}

Handler heddle::ptx::bindMadCarry(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Part = Mods.takeOneOf("lo hi");
  const bool Out = Mods.take("cc");
  if (!has(I, 1, 3) || Part < 0)
    return nullptr;
  return Part == 0 ? chooseMadCarry<MulLow>(I.T, true, Out)
                   : chooseMadCarry<MulHigh>(I.T, true, Out);
}

Handler heddle::ptx::bindMul24(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Part = Mods.takeOneOf("lo hi");
  if (!has(I, 1, 2) || bytesOf(I.T) != 4 || Part < 0)
    return nullptr;
  return Part == 0 ? chooseBinary<Mul24Low>(I.T) : chooseBinary<Mul24High>(I.T);
}

Handler heddle::ptx::bindMad24(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Part = Mods.takeOneOf("lo hi");
  if (!has(I, 1, 3) || bytesOf(I.T) != 4 || Part < 0)
    return nullptr;
  if (Mods.take("sat"))
    return Part == 1 && I.T == Type::S32
               ? ternary<int32_t, int32_t, Mad24HighSat>
               : nullptr;
  return Part == 0 ? chooseTernary<Mad<Mul24Low>>(I.T)
                   : chooseTernary<Mad<Mul24High>>(I.T);
}
