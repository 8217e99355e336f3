//===- Convert.cpp - cvt --------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instance for each pair of types. Sources of floating point are widened to
// double, which holds all of them; so a result is rounded once.
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Half.h"
#include "Ptx/Ops/Rounds.h"

using namespace heddle::ptx;

namespace {

/// Integers of 8 to 64 bits.
template <class G> Handler chooseAnyInteger(Type T, const G &Give) {
  return T == Type::U8   ? Give(uint8_t())
         : T == Type::S8 ? Give(int8_t())
                         : chooseWord(T, Give);
}
/// Halves come as F16 and BF16.
template <class G> Handler chooseAnyFloat(Type T, const G &Give) {
  switch (T) {
  case Type::F16:
    return Give(F16());
  case Type::BF16:
    return Give(BF16());
  case Type::F32:
    return Give(float());
  case Type::F64:
    return Give(double());
  default:
    return nullptr;
  }
}
template <class T>
constexpr bool IsHalf = std::is_same_v<T, F16> || std::is_same_v<T, BF16>;

/// A register's 64 bits, as the type of the destination extends it.
template <class T> uint64_t extended(T Value) {
  if constexpr (std::is_signed_v<T>)
    return static_cast<uint64_t>(static_cast<int64_t>(Value));
  else
    return Value;
}

//===--- Integers to integers ---------------------------------------------===//

/// The nearest value that To has.
template <class To, class From> To nearest(From Value) {
  using Limits = std::numeric_limits<To>;
  if constexpr (std::is_signed_v<From>) {
    if (std::is_unsigned_v<To> && Value < 0)
      return 0;
    if (std::is_signed_v<To> && int64_t(Value) < int64_t(Limits::min()))
      return Limits::min();
    if (Value < 0)
      return static_cast<To>(Value);
  }
  return static_cast<uint64_t>(Value) > static_cast<uint64_t>(Limits::max())
             ? Limits::max()
             : static_cast<To>(Value);
}

template <class To, class From, bool Sat> void integerToInteger(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    const From Value = fromBits<From>(A[L]);
    D[L] = extended(Sat ? nearest<To>(Value) : static_cast<To>(Value));
  });
}

//===--- Floating point to integers ---------------------------------------===//

/// The names with an i: to an integral value.
enum class Integral { No, Nearest, Zero, Down, Up };

template <Integral How> double integral(double A) {
  switch (How) {
  case Integral::Nearest:
    return std::rint(A);
  case Integral::Zero:
    return std::trunc(A);
  case Integral::Down:
    return std::floor(A);
  case Integral::Up:
    return std::ceil(A);
  default:
    return A;
  }
}

template <class From> double source(uint64_t Bits, bool Ftz) {
  if constexpr (IsHalf<From>)
    return widen<From>(static_cast<uint16_t>(Bits));
  else if constexpr (sizeof(From) == 4)
    return Ftz ? flushed(fromBits<float>(Bits)) : fromBits<float>(Bits);
  else
    return fromBits<double>(Bits);
}

/// The nearest value that To has. NaN is 0, or where f64 or 64 bits take part
/// the highest bit alone.
template <class To, class From> To toInteger(double Value) {
  using Limits = std::numeric_limits<To>;
  constexpr double End =
      2.0 * (uint64_t(1) << (std::numeric_limits<To>::digits - 1));
  if (Value != Value)
    return sizeof(To) == 8 || std::is_same_v<From, double>
               ? static_cast<To>(uint64_t(1) << (BitsOf<To> - 1))
               : To(0);
  if (Value >= End)
    return Limits::max();
  if (Value <= static_cast<double>(Limits::min()))
    return Limits::min();
  return static_cast<To>(Value);
}

template <class To, class From, Integral How> void floatToInteger(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  const bool Ftz = S.I.Ftz;
  eachLane(S.Mask, [&](unsigned L) {
    D[L] =
        extended(toInteger<To, From>(integral<How>(source<From>(A[L], Ftz))));
  });
}

//===--- To floating point ------------------------------------------------===//

/// A destination, and what is done to it.
template <class To, class Value>
uint64_t destination(Value V, const Instruction &I) {
  if constexpr (IsHalf<To>) {
    uint16_t Bits = narrow<To>(I.Sat ? saturated<double>(V) : V, I.Round);
    const bool IsNegative = Bits > 0x8000 && (Bits & 0x7fff) <= To::Infinity;
    if (I.Extra && (IsNegative || Bits == 0x8000)) // relu
      Bits = 0;
    return Bits;
  } else {
    const To R = static_cast<To>(V);
    if (I.Sat)
      return I.Ftz ? result<To, true, true>(R) : result<To, false, true>(R);
    return I.Ftz ? result<To, true, false>(R) : result<To, false, false>(R);
  }
}

template <class To, class From> void integerToFloat(Step &S) {
  const RoundingScope Scope(IsHalf<To> ? Rounding::Nearest : S.I.Round);
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  using Wider = std::conditional_t<std::is_signed_v<From>, int64_t, uint64_t>;
  eachLane(S.Mask, [&](unsigned L) {
    const Wider Value = fromBits<From>(A[L]);
    if constexpr (IsHalf<To>)
      D[L] = destination<To>(oddDouble(Value), S.I);
    else
      D[L] = destination<To>(Value, S.I);
  });
}

template <class To, class From, Integral How> void floatToFloat(Step &S) {
  const RoundingScope Scope(IsHalf<To> ? Rounding::Nearest : S.I.Round);
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = destination<To>(integral<How>(source<From>(A[L], S.I.Ftz)), S.I);
  });
}

/// {a, b} as two halves, a the high one.
template <class H> void floatsToPair(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = destination<H>(source<float>(B[L], S.I.Ftz), S.I) |
           destination<H>(source<float>(A[L], S.I.Ftz), S.I) << 16;
  });
}

/// cvt.pack: {a, b}, clamped to To, a the higher one; above them the low bits
/// of c where there is one.
template <class To> void pack(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(S.I.S.size() - 1);
  Lanes &D = S.out(0);
  using Bits = std::make_unsigned_t<To>;
  eachLane(S.Mask, [&](unsigned L) {
    const uint32_t High =
        static_cast<Bits>(nearest<To>(fromBits<int32_t>(A[L])));
    const uint32_t Low =
        static_cast<Bits>(nearest<To>(fromBits<int32_t>(B[L])));
    uint32_t R = High << BitsOf<To> | Low;
    if (sizeof(To) == 1)
      R |= static_cast<uint32_t>(C[L]) << 16;
    D[L] = R;
  });
}

//===--- Choosing ---------------------------------------------------------===//

template <class G> Handler chooseIntegral(int How, const G &Give) {
  switch (How) {
  case 0:
    return Give(std::integral_constant<Integral, Integral::Nearest>());
  case 1:
    return Give(std::integral_constant<Integral, Integral::Zero>());
  case 2:
    return Give(std::integral_constant<Integral, Integral::Down>());
  case 3:
    return Give(std::integral_constant<Integral, Integral::Up>());
  default:
    return nullptr;
  }
}

Handler chooseToInteger(int How, const Instruction &I) {
  return chooseAnyFloat(I.T, [&](auto From) {
    return chooseAnyInteger(I.T2, [&](auto To) {
      return chooseIntegral(How, [](auto H) {
        return floatToInteger<decltype(To), decltype(From), decltype(H)::value>;
      });
    });
  });
}

/// Between integers `sat` clamps to the destination; nothing else is known.
Handler chooseInteger(const Instruction &I) {
  return chooseAnyInteger(I.T2, [&](auto To) {
    return chooseAnyInteger(I.T, [&](auto From) {
      return I.Sat ? integerToInteger<decltype(To), decltype(From), true>
                   : integerToInteger<decltype(To), decltype(From), false>;
    });
  });
}

Handler chooseFromInteger(const Instruction &I) {
  return chooseAnyFloat(I.T2, [&](auto To) {
    return chooseAnyInteger(I.T, [](auto From) {
      return integerToFloat<decltype(To), decltype(From)>;
    });
  });
}

Handler chooseFloatToFloat(const Instruction &I) {
  return chooseAnyFloat(I.T2, [&](auto To) {
    return chooseAnyFloat(I.T, [](auto From) {
      return floatToFloat<decltype(To), decltype(From), Integral::No>;
    });
  });
}

Handler chooseSameFloat(int How, const Instruction &I) {
  return chooseAnyFloat(I.T, [&](auto Both) {
    return chooseIntegral(How, [](auto H) {
      return floatToFloat<decltype(Both), decltype(Both), decltype(H)::value>;
    });
  });
}

Handler choosePack(Modifiers &Mods, Instruction &I) {
  // A third type, b32, stands for c.
  const bool HasThird = I.T == Type::B32 && I.S.size() == 3;
  const Type To = HasThird ? static_cast<Type>(I.Extra) : I.T2;
  if (!Mods.take("sat") || I.D.size() != 1 ||
      I.S.size() != (HasThird ? 3 : 2) || (HasThird ? I.T2 : I.T) != Type::S32)
    return nullptr;
  switch (To) {
  case Type::U16:
    return HasThird ? nullptr : pack<uint16_t>;
  case Type::S16:
    return HasThird ? nullptr : pack<int16_t>;
  case Type::U8:
    return HasThird ? pack<uint8_t> : nullptr;
  case Type::S8:
    return HasThird ? pack<int8_t> : nullptr;
  default:
    return nullptr;
  }
}

/// True where every value of From is one of To.
bool holds(Type To, Type From) {
  return To == From || To == Type::F64 ||
         (To == Type::F32 && bytesOf(From) == 2);
}

} // namespace

/// cvt{.rounding}{.ftz}{.sat}{.relu}.to.from: I.T2 is `to`, I.T `from`.
Handler heddle::ptx::bindConvert(Modifiers &Mods, Instruction &I) {
  const bool IsPack = Mods.take("pack");
  const Type First = Mods.takeType();
  I.T = First;
  takeTypes(Mods, I);
  if (IsPack) {
    I.Extra = static_cast<std::int64_t>(First);
    return choosePack(Mods, I);
  }
  if (I.T2 != First)
    return nullptr;
  const int How = Mods.takeOneOf("rni rzi rmi rpi");
  const bool Rounds = How < 0 && Mods.takeRounding(I.Round);
  const bool HasF32 = I.T == Type::F32 || I.T2 == Type::F32;
  I.Ftz = HasF32 && Mods.take("ftz");
  if (I.T == Type::F32 && (I.T2 == Type::F16x2 || I.T2 == Type::BF16x2)) {
    I.Extra = Mods.take("relu");
    I.Sat = I.T2 == Type::F16x2 && Mods.take("sat");
    if (!Rounds || !has(I, 1, 2))
      return nullptr;
    return I.T2 == Type::F16x2 ? floatsToPair<F16> : floatsToPair<BF16>;
  }
  if (!has(I, 1, 1))
    return nullptr;
  I.Sat = Mods.take("sat");
  if (isFloat(I.T) && !isFloat(I.T2)) // which always clamps
    return Rounds ? nullptr : chooseToInteger(How, I);
  if (!isFloat(I.T2))
    return Rounds || How >= 0 ? nullptr : chooseInteger(I);
  if (!isFloat(I.T))
    return Rounds ? chooseFromInteger(I) : nullptr;
  if (How >= 0)
    return I.T == I.T2 ? chooseSameFloat(How, I) : nullptr;
  I.Extra = bytesOf(I.T2) == 2 && Mods.take("relu");
  return Rounds || holds(I.T2, I.T) ? chooseFloatToFloat(I) : nullptr;
}
