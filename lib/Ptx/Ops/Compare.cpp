//===- Compare.cpp - setp, set, selp and slct -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Half.h"
#include "Ptx/Ops/Rounds.h"

using namespace heddle::ptx;

namespace {

// In the order of the list in takeComparison. With a NaN the first six are
// false, those with a u true. Lo to Hs are Lt to Ge without a sign.
enum Comparison : int {
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
  Lo,
  Ls,
  Hi,
  Hs
};

int takeComparison(Modifiers &Mods) {
  return Mods.takeOneOf(
      "eq ne lt le gt ge equ neu ltu leu gtu geu num nan lo ls hi hs");
}

template <int C, class T> bool compare(T A, T B) {
  [[maybe_unused]] const bool HasNan = A != A || B != B;
  switch (C) {
  case Eq:
    return A == B;
  case Ne:
    return A != B && !HasNan;
  case Lt:
    return A < B;
  case Le:
    return A <= B;
  case Gt:
    return A > B;
  case Ge:
    return A >= B;
  case Equ:
    return A == B || HasNan;
  case Neu:
    return A != B;
  case Ltu:
    return !(A >= B);
  case Leu:
    return !(A > B);
  case Gtu:
    return !(A <= B);
  case Geu:
    return !(A < B);
  case Num:
    return !HasNan;
  default:
    return HasNan;
  }
}

/// f32 whose operands are flushed.
struct FlushedF32 {};

/// A register's value of type T, the K-th one of a pair.
template <class T>
auto valueOf(uint64_t Bits, [[maybe_unused]] unsigned K = 0) {
  if constexpr (std::is_same_v<T, FlushedF32>)
    return operand<float, true>(Bits);
  else if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, BF16>)
    return widen<T>(static_cast<uint16_t>(Bits >> (16 * K)));
  else
    return fromBits<T>(Bits);
}

/// With f16's ftz the bits are flushed first.
uint64_t flushedPair(uint64_t Bits) {
  return flushedHalf<F16>(static_cast<uint16_t>(Bits)) |
         uint64_t(flushedHalf<F16>(static_cast<uint16_t>(Bits >> 16))) << 16;
}
template <class T> uint64_t bitsOf(const Instruction &I, uint64_t Bits) {
  if constexpr (std::is_same_v<T, F16>)
    return I.Ftz ? flushedPair(Bits) : Bits;
  else
    return Bits;
}

/// How the result is combined with a predicate (Instruction::Extra).
enum Boolean : std::int64_t { Alone = -1, AndWith, OrWith, XorWith };

bool combined(std::int64_t How, bool Result, uint64_t With) {
  switch (How) {
  case AndWith:
    return Result && With;
  case OrWith:
    return Result || With;
  case XorWith:
    return Result != (With & 1);
  default:
    return Result;
  }
}

//===--- setp -------------------------------------------------------------===//

template <class T, int C> void setPredicate(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1);
  Lanes &P = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    P[L] = compare<C>(valueOf<T>(bitsOf<T>(S.I, A[L])),
                      valueOf<T>(bitsOf<T>(S.I, B[L])));
  });
}

/// p|q, or with a predicate: p is the result, q its contrary; of a pair, p is
/// the low half's result and q the high half's.
template <class T, int C> void setPredicates(Step &S) {
  const Instruction &I = S.I;
  const bool IsPair =
      isFloat(I.T) && (I.T == Type::F16x2 || I.T == Type::BF16x2);
  const Lanes &A = S.in(0), &B = S.in(1), &With = S.in(I.S.size() - 1);
  Lanes &P = S.out(0), &Q = S.out(unsigned(I.D.size() - 1));
  eachLane(S.Mask, [&](unsigned L) {
    const uint64_t X = bitsOf<T>(I, A[L]), Y = bitsOf<T>(I, B[L]), W = With[L];
    const bool First = compare<C>(valueOf<T>(X), valueOf<T>(Y));
    const bool Second =
        IsPair ? compare<C>(valueOf<T>(X, 1), valueOf<T>(Y, 1)) : !First;
    Q[L] = combined(I.Extra, Second, W);
    P[L] = combined(I.Extra, First, W); // P may be Q
  });
}

//===--- set --------------------------------------------------------------===//

/// The number that stands for true: 1.0, or all ones.
uint64_t truth(Type T) {
  switch (T) {
  case Type::F32:
    return toBits(1.0f);
  case Type::F16:
    return 0x3c00;
  case Type::BF16:
    return 0x3f80;
  case Type::U16:
  case Type::S16:
    return 0xffff;
  default:
    return 0xffffffff;
  }
}

/// d = true or false of each part, as a number of type I.T2.
template <class T, int C> void setNumber(Step &S) {
  const Instruction &I = S.I;
  const bool IsPair = I.T == Type::F16x2 || I.T == Type::BF16x2;
  const uint64_t True = truth(IsPair ? (I.T2 == Type::F16x2    ? Type::F16
                                        : I.T2 == Type::BF16x2 ? Type::BF16
                                                               : Type::U16)
                                     : I.T2);
  const Lanes &A = S.in(0), &B = S.in(1), &With = S.in(I.S.size() - 1);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    const uint64_t X = bitsOf<T>(I, A[L]), Y = bitsOf<T>(I, B[L]), W = With[L];
    uint64_t R = combined(I.Extra, compare<C>(valueOf<T>(X), valueOf<T>(Y)), W)
                     ? True
                     : 0;
    if (IsPair &&
        combined(I.Extra, compare<C>(valueOf<T>(X, 1), valueOf<T>(Y, 1)), W))
      R |= True << 16;
    D[L] = R;
  });
}

//===--- Choosing ---------------------------------------------------------===//

/// A family of handlers by type and comparison.
struct Single {
  template <class T, int C> static constexpr Handler Of = setPredicate<T, C>;
};
struct Several {
  template <class T, int C> static constexpr Handler Of = setPredicates<T, C>;
};
struct Numbers {
  template <class T, int C> static constexpr Handler Of = setNumber<T, C>;
};

template <class Family, class T> Handler ofOrder(int C) {
  static constexpr Handler Table[] = {
      Family::template Of<T, Eq>, Family::template Of<T, Ne>,
      Family::template Of<T, Lt>, Family::template Of<T, Le>,
      Family::template Of<T, Gt>, Family::template Of<T, Ge>};
  return C >= Eq && C <= Ge ? Table[C] : nullptr;
}
template <class Family, class T> Handler ofFloat(int C) {
  static constexpr Handler Table[] = {
      Family::template Of<T, Equ>, Family::template Of<T, Neu>,
      Family::template Of<T, Ltu>, Family::template Of<T, Leu>,
      Family::template Of<T, Gtu>, Family::template Of<T, Geu>,
      Family::template Of<T, Num>, Family::template Of<T, Nan>};
  return C >= Equ && C <= Nan ? Table[C - Equ] : ofOrder<Family, T>(C);
}

template <class Family> Handler choose(int C, const Instruction &I) {
  switch (I.T) {
  case Type::F32:
    return I.Ftz ? ofFloat<Family, FlushedF32>(C) : ofFloat<Family, float>(C);
  case Type::F64:
    return ofFloat<Family, double>(C);
  case Type::F16:
  case Type::F16x2:
    return ofFloat<Family, F16>(C);
  case Type::BF16:
  case Type::BF16x2:
    return ofFloat<Family, BF16>(C);
  default:
    break;
  }
  if (kindOf(I.T) == TypeKind::Bits)
    return C > Ne ? nullptr : chooseBits(I.T, [&](auto V) {
      return ofOrder<Family, decltype(V)>(C);
    });
  if (C >= Lo) { // the other name of these, of types without a sign
    if (isSigned(I.T))
      return nullptr;
    C = C - Lo + Lt;
  }
  return chooseWord(I.T,
                    [&](auto V) { return ofOrder<Family, decltype(V)>(C); });
}

/// Reads what setp and set have in common. False: not known.
bool readComparison(Modifiers &Mods, Instruction &I, int &C) {
  takeTypes(Mods, I);
  C = takeComparison(Mods);
  I.Extra = Mods.takeOneOf("and or xor");
  const bool HasFtz =
      I.T == Type::F32 || I.T == Type::F16 || I.T == Type::F16x2;
  I.Ftz = HasFtz && Mods.take("ftz");
  return C >= 0 && I.S.size() == (I.Extra == Alone ? 2 : 3);
}

} // namespace

Handler heddle::ptx::bindSetPredicate(Modifiers &Mods, Instruction &I) {
  int C;
  if (!readComparison(Mods, I, C) || I.T2 != Type::None || I.D.empty() ||
      I.D.size() > 2)
    return nullptr;
  const bool IsPair = I.T == Type::F16x2 || I.T == Type::BF16x2;
  if (IsPair && I.D.size() != 2)
    return nullptr;
  return I.D.size() == 1 && I.Extra == Alone ? choose<Single>(C, I)
                                             : choose<Several>(C, I);
}

Handler heddle::ptx::bindSet(Modifiers &Mods, Instruction &I) {
  int C;
  if (!readComparison(Mods, I, C) || I.D.size() != 1)
    return nullptr;
  switch (I.T2) {
  case Type::F16x2:
  case Type::BF16x2:
    return I.T == I.T2 ? choose<Numbers>(C, I) : nullptr;
  case Type::U32:
  case Type::S32:
  case Type::F32:
    return choose<Numbers>(C, I);
  case Type::F16:
  case Type::BF16:
    return I.T == I.T2 ? choose<Numbers>(C, I) : nullptr;
  case Type::U16:
  case Type::S16:
    return isFloat(I.T) && bytesOf(I.T) == 2 ? choose<Numbers>(C, I) : nullptr;
  default:
    return nullptr;
  }
}

//===--- Choosing between two values --------------------------------------===//

static void selectByPredicate(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &P = S.in(2);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) { D[L] = P[L] ? A[L] : B[L]; });
}

Handler heddle::ptx::bindSelect(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  return has(I, 1, 3) && bytesOf(I.T) >= 2 ? selectByPredicate : nullptr;
}

/// d = c >= 0 ? a : b. A NaN chooses b.
template <class T> static void selectBySign(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0);
  eachLane(S.Mask,
           [&](unsigned L) { D[L] = valueOf<T>(C[L]) >= 0 ? A[L] : B[L]; });
}

Handler heddle::ptx::bindSelectBySign(Modifiers &Mods, Instruction &I) {
  // I.T is the type of a and b, so that literals fit.
  I.T = Mods.takeType();
  const Type Of = Mods.takeType();
  if (!has(I, 1, 3) || bytesOf(I.T) < 2)
    return nullptr;
  if (Of == Type::S32)
    return selectBySign<int32_t>;
  if (Of != Type::F32)
    return nullptr;
  return Mods.take("ftz") ? selectBySign<FlushedF32> : selectBySign<float>;
}
