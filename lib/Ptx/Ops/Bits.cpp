//===- Bits.cpp - logic, shifts and single bits ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Ops.h"

#include <algorithm>

using namespace heddle::ptx;

namespace {

//===--- Logic ------------------------------------------------------------===//

struct And {
  uint64_t operator()(uint64_t A, uint64_t B) const { return A & B; }
};
struct Or {
  uint64_t operator()(uint64_t A, uint64_t B) const { return A | B; }
};
struct Xor {
  uint64_t operator()(uint64_t A, uint64_t B) const { return A ^ B; }
};
struct Not {
  uint64_t operator()(uint64_t A) const { return ~A; }
};
struct NotPredicate {
  uint64_t operator()(uint64_t A) const { return A ^ 1; }
};
struct ConditionalNot { // as in C: 1 of 0, else 0
  template <class T> T operator()(T A) const { return A == 0; }
};

bool isBitsOrPredicate(Type T) {
  return kindOf(T) == TypeKind::Pred ||
         (kindOf(T) == TypeKind::Bits && bytesOf(T) > 1);
}
/// Bits above those of the type do not matter, and a predicate stays 0 or 1.
template <class Do> Handler chooseLogic(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 2) && isBitsOrPredicate(I.T) ? binary<uint64_t, uint64_t, Do>
                                                : nullptr;
}

/// d = the function of three bits whose table is the fourth operand, a
/// constant: bit 4a + 2b + c of it.
void lop3(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0);
  const uint64_t Table = S.in(3)[static_cast<unsigned>(__builtin_ctz(S.Mask))];
  uint64_t If[8]; // all ones where the table has a 1
  for (unsigned K = 0; K != 8; ++K)
    If[K] = -(Table >> K & 1);
  eachLane(S.Mask, [&](unsigned L) {
    const uint64_t X = A[L], Y = B[L], Z = C[L];
    D[L] = (If[0] & ~X & ~Y & ~Z) | (If[1] & ~X & ~Y & Z) |
           (If[2] & ~X & Y & ~Z) | (If[3] & ~X & Y & Z) |
           (If[4] & X & ~Y & ~Z) | (If[5] & X & ~Y & Z) | (If[6] & X & Y & ~Z) |
           (If[7] & X & Y & Z);
  });
}
/// The same; the second result is (d != 0) or q, and and q.
template <bool IsOr> void lop3Predicate(Step &S) {
  const Lanes Q = S.in(4);
  lop3(S);
  const Lanes &D = S.out(0);
  Lanes &P = S.out(1);
  eachLane(S.Mask, [&](unsigned L) {
    const bool Any = static_cast<uint32_t>(D[L]) != 0, Other = Q[L] & 1;
    P[L] = IsOr ? Any || Other : Any && Other;
  });
}

//===--- Shifts -----------------------------------------------------------===//

// Amounts have 32 bits without a sign; those beyond the width are the width.
struct ShiftLeft {
  template <class T> T operator()(T A, uint32_t By) const {
    return By >= BitsOf<T> ? T(0) : static_cast<T>(ring(A) << By);
  }
};
struct ShiftRight { // of a type with a sign: its sign fills
  template <class T> T operator()(T A, uint32_t By) const {
    if (By >= BitsOf<T>)
      return A < 0 ? static_cast<T>(-1) : T(0);
    return static_cast<T>(A >> By);
  }
};

/// b (high) and a are 64 bits: `IsLeft` gives their high half after a
/// shift to the left, else the low half after one to the right.
template <bool IsLeft, bool Clamp> struct Funnel {
  uint32_t operator()(uint32_t A, uint32_t B, uint32_t C) const {
    const unsigned By = Clamp ? std::min(C, 32u) : C & 31;
    const uint64_t Both = uint64_t(B) << 32 | A;
    return static_cast<uint32_t>(IsLeft ? (Both << By) >> 32 : Both >> By);
  }
};

//===--- Counting and finding bits ----------------------------------------===//

struct PopCount {
  uint32_t operator()(uint64_t A) const {
    return static_cast<uint32_t>(__builtin_popcountll(A));
  }
};
struct LeadingZeros {
  template <class T> uint32_t operator()(T A) const {
    return A == 0
               ? BitsOf<T>
               : static_cast<uint32_t>(__builtin_clzll(A)) - (64 - BitsOf<T>);
  }
};
/// The highest bit that is unlike the sign, or ~0; Shift: how far it is to the
/// highest place.
template <bool Shift> struct FindHighest {
  template <class T> uint32_t operator()(T A) const {
    using U = std::make_unsigned_t<T>;
    const U Bits = static_cast<U>(A < 0 ? ~A : A);
    if (Bits == 0)
      return ~0u;
    const auto At = 63 - static_cast<uint32_t>(__builtin_clzll(Bits));
    return Shift ? BitsOf<T> - 1 - At : At;
  }
};
struct Reverse {
  template <class T> T operator()(T A) const {
    uint64_t Bits = A;
    Bits = (Bits & 0x5555555555555555) << 1 | (Bits >> 1 & 0x5555555555555555);
    Bits = (Bits & 0x3333333333333333) << 2 | (Bits >> 2 & 0x3333333333333333);
    Bits = (Bits & 0x0f0f0f0f0f0f0f0f) << 4 | (Bits >> 4 & 0x0f0f0f0f0f0f0f0f);
    return static_cast<T>(__builtin_bswap64(Bits) >> (64 - BitsOf<T>));
  }
};
/// The place of the n-th set bit of the mask, from the base on, upwards or
/// (n < 0) downwards; n = 0 asks for the bit at the base.
struct FindNth {
  uint32_t operator()(uint32_t Mask, uint32_t Base, uint32_t Offset) const {
    const auto N = static_cast<int32_t>(Offset);
    if (N == 0)
      return Base < 32 && (Mask >> Base & 1) ? Base : ~0u;
    int64_t Left = N < 0 ? -int64_t(N) : N;
    for (int64_t At = Base; At >= 0 && At < 32; At += N < 0 ? -1 : 1)
      if ((Mask >> At & 1) && --Left == 0)
        return static_cast<uint32_t>(At);
    return ~0u;
  }
};

//===--- Fields of bits ---------------------------------------------------===//

/// Length bits of a from Begin on; of a type with a sign, the highest of them
/// that a has fills the rest.
struct ExtractField {
  template <class T> T operator()(T A, uint32_t Begin, uint32_t Length) const {
    using U = std::make_unsigned_t<T>;
    const unsigned At = Begin & 0xff, N = Length & 0xff, Top = BitsOf<T> - 1;
    if (N == 0)
      return 0;
    const bool Sign = std::is_signed_v<T> &&
                      (static_cast<U>(A) >> std::min(At + N - 1, Top) & 1);
    const U Bits = At > Top ? 0 : static_cast<U>(A) >> At;
    const unsigned Have = At > Top ? 0 : std::min(N, Top + 1 - At);
    const U Mask = Have > Top ? ~U(0) : (U(1) << Have) - 1;
    return static_cast<T>((Bits & Mask) | (Sign ? ~Mask : 0));
  }
};
/// b with Length bits of a put in from Begin on.
template <class T> void insertField(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2), &N = S.in(3);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    const unsigned At = C[L] & 0xff, Length = N[L] & 0xff;
    const T Ones = Length >= BitsOf<T> ? ~T(0) : (T(1) << Length) - 1;
    const T Mask = At >= BitsOf<T> ? 0 : Ones << At;
    const T Bits = At >= BitsOf<T> ? 0 : fromBits<T>(A[L]) << At;
    D[L] = (fromBits<T>(B[L]) & ~Mask) | (Bits & Mask);
  });
}
/// The low `b` bits of a, extended to 32 by zeros or by the highest of them.
template <bool Clamp> struct Extend {
  template <class T> T operator()(T A, uint32_t B) const {
    const unsigned N = B & 31;
    if (Clamp && B >= 32)
      return A;
    const uint32_t Above = ~0u << N, Bits = static_cast<uint32_t>(A);
    const bool Sign = std::is_signed_v<T> && N != 0 && (Bits >> (N - 1) & 1);
    return static_cast<T>((Bits & ~Above) | (Sign ? Above : 0));
  }
};
/// b ones from bit a on.
template <bool Clamp> struct MaskOf {
  uint32_t operator()(uint32_t A, uint32_t B) const {
    if (Clamp && A >= 32)
      return 0;
    const unsigned From = A & 31, To = From + (B & 31);
    const uint32_t Above = (Clamp && B >= 32) || To >= 32 ? 0 : ~0u << To;
    return (~0u << From) & ~Above;
  }
};

template <class Do> Handler chooseCount(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 1) || bytesOf(I.T) < 4)
    return nullptr;
  return chooseBits(I.T,
                    [](auto V) { return unary<uint32_t, decltype(V), Do>; });
}

} // namespace

Handler heddle::ptx::bindAnd(Modifiers &Mods, Instruction &I) {
  return chooseLogic<And>(Mods, I);
}
Handler heddle::ptx::bindOr(Modifiers &Mods, Instruction &I) {
  return chooseLogic<Or>(Mods, I);
}
Handler heddle::ptx::bindXor(Modifiers &Mods, Instruction &I) {
  return chooseLogic<Xor>(Mods, I);
}

Handler heddle::ptx::bindNot(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 1) || !isBitsOrPredicate(I.T))
    return nullptr;
  return I.T == Type::Pred ? unary<uint64_t, uint64_t, NotPredicate>
                           : unary<uint64_t, uint64_t, Not>;
}

Handler heddle::ptx::bindConditionalNot(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return !has(I, 1, 1) ? nullptr : chooseBits(I.T, [](auto V) {
    return unary<decltype(V), decltype(V), ConditionalNot>;
  });
}

Handler heddle::ptx::bindLop3(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (I.T != Type::B32)
    return nullptr;
  switch (Mods.takeOneOf("or and")) {
  case 0:
    return has(I, 2, 5) ? lop3Predicate<true> : nullptr;
  case 1:
    return has(I, 2, 5) ? lop3Predicate<false> : nullptr;
  default:
    return has(I, 1, 4) ? lop3 : nullptr;
  }
}

Handler heddle::ptx::bindShiftLeft(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return !has(I, 1, 2) ? nullptr : chooseBits(I.T, [](auto V) {
    return binary<decltype(V), decltype(V), ShiftLeft, uint32_t>;
  });
}

Handler heddle::ptx::bindShiftRight(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const auto Give = [](auto V) {
    return binary<decltype(V), decltype(V), ShiftRight, uint32_t>;
  };
  if (!has(I, 1, 2))
    return nullptr;
  return kindOf(I.T) == TypeKind::Bits ? chooseBits(I.T, Give)
                                       : chooseWord(I.T, Give);
}

Handler heddle::ptx::bindFunnel(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Side = Mods.takeOneOf("l r"), Mode = Mods.takeOneOf("wrap clamp");
  if (!has(I, 1, 3) || I.T != Type::B32 || Side < 0 || Mode < 0)
    return nullptr;
  return chooseFlag(Side == 0, [&](auto IsLeft) {
    return chooseFlag(Mode == 1, [](auto Clamp) {
      return ternary<uint32_t, uint32_t,
                     Funnel<decltype(IsLeft)::value, decltype(Clamp)::value>>;
    });
  });
}

Handler heddle::ptx::bindPopCount(Modifiers &Mods, Instruction &I) {
  return chooseCount<PopCount>(Mods, I);
}
Handler heddle::ptx::bindLeadingZeros(Modifiers &Mods, Instruction &I) {
  return chooseCount<LeadingZeros>(Mods, I);
}

Handler heddle::ptx::bindFindHighest(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const bool Shift = Mods.take("shiftamt");
  return !has(I, 1, 1) ? nullptr : chooseLong(I.T, [&](auto V) {
    using T = decltype(V);
    return Shift ? unary<uint32_t, T, FindHighest<true>>
                 : unary<uint32_t, T, FindHighest<false>>;
  });
}

Handler heddle::ptx::bindReverse(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 1) || bytesOf(I.T) < 4)
    return nullptr;
  return chooseBits(
      I.T, [](auto V) { return unary<decltype(V), decltype(V), Reverse>; });
}

Handler heddle::ptx::bindFindNth(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 3) && I.T == Type::B32 ? ternary<uint32_t, uint32_t, FindNth>
                                          : nullptr;
}

/// bfe, whose other operands have 32 bits.
template <class T> static void extractField(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = toBits(ExtractField()(fromBits<T>(A[L]), static_cast<uint32_t>(B[L]),
                                 static_cast<uint32_t>(C[L])));
  });
}

Handler heddle::ptx::bindExtractField(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return !has(I, 1, 3) ? nullptr : chooseLong(I.T, [](auto V) {
    return extractField<decltype(V)>;
  });
}

Handler heddle::ptx::bindInsertField(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 4) || bytesOf(I.T) < 4)
    return nullptr;
  return chooseBits(I.T, [](auto V) { return insertField<decltype(V)>; });
}

Handler heddle::ptx::bindExtend(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Mode = Mods.takeOneOf("wrap clamp");
  if (!has(I, 1, 2) || bytesOf(I.T) != 4 || Mode < 0)
    return nullptr;
  return chooseLong(I.T, [&](auto V) {
    using T = decltype(V);
    return Mode == 1 ? binary<T, T, Extend<true>, uint32_t>
                     : binary<T, T, Extend<false>, uint32_t>;
  });
}

Handler heddle::ptx::bindMaskOf(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Mode = Mods.takeOneOf("wrap clamp");
  if (!has(I, 1, 2) || I.T != Type::B32 || Mode < 0)
    return nullptr;
  return Mode == 1 ? binary<uint32_t, uint32_t, MaskOf<true>>
                   : binary<uint32_t, uint32_t, MaskOf<false>>;
}
