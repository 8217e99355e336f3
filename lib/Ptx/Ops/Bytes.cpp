//===- Bytes.cpp - permutations and products of bytes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/Ops.h"

using namespace heddle::ptx;

namespace {

uint32_t byteOf(uint64_t Both, unsigned Number) {
  return static_cast<uint32_t>(Both >> (8 * Number)) & 0xff;
}
/// Four bytes of the eight of a and b, as c's half-bytes say; with a
/// half-byte's high bit, the byte's sign instead.
struct Permute {
  uint32_t operator()(uint32_t A, uint32_t B, uint32_t C) const {
    const uint64_t Both = uint64_t(B) << 32 | A;
    uint32_t Result = 0;
    for (unsigned K = 0; K != 4; ++K) {
      const uint32_t Pick = C >> (4 * K);
      uint32_t Byte = byteOf(Both, Pick & 7);
      if (Pick & 8)
        Byte = Byte & 0x80 ? 0xff : 0;
      Result |= Byte << (8 * K);
    }
    return Result;
  }
};
/// The modes with a name: c chooses one of four rows; a row's half-bytes are
/// the numbers of the bytes, the lowest first.
constexpr uint16_t PermuteModes[6][4] = {
    {0x3210, 0x4321, 0x5432, 0x6543}, // f4e: four, forwards
    {0x5670, 0x6701, 0x7012, 0x0123}, // b4e: four, backwards
    {0x0000, 0x1111, 0x2222, 0x3333}, // rc8: one, four times
    {0x3210, 0x3211, 0x3222, 0x3333}, // ecl: clamped to the left
    {0x0000, 0x1110, 0x2210, 0x3210}, // ecr: clamped to the right
    {0x1010, 0x3232, 0x1010, 0x3232}, // rc16: a half, twice
};
template <unsigned Mode> struct PermuteMode {
  uint32_t operator()(uint32_t A, uint32_t B, uint32_t C) const {
    return Permute()(A, B, PermuteModes[Mode][C & 3]);
  }
};

} // namespace

Handler heddle::ptx::bindPermute(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 3) || I.T != Type::B32)
    return nullptr;
  static constexpr Handler Modes[] = {
      ternary<uint32_t, uint32_t, PermuteMode<0>>,
      ternary<uint32_t, uint32_t, PermuteMode<1>>,
      ternary<uint32_t, uint32_t, PermuteMode<2>>,
      ternary<uint32_t, uint32_t, PermuteMode<3>>,
      ternary<uint32_t, uint32_t, PermuteMode<4>>,
      ternary<uint32_t, uint32_t, PermuteMode<5>>};
  const int Mode = Mods.takeOneOf("f4e b4e rc8 ecl ecr rc16");
  return Mode < 0 ? ternary<uint32_t, uint32_t, Permute> : Modes[Mode];
}

//===--- Products of bytes ------------------------------------------------===//

/// The K-th part, of `Bits` bits, of a; with its sign where S.
template <class S, unsigned Bits>
static int64_t partOf(uint32_t A, unsigned K) {
  const uint32_t Top = A << (32 - Bits * (K + 1));
  return std::is_signed_v<S> ? int64_t(static_cast<int32_t>(Top) >> (32 - Bits))
                             : int64_t(Top >> (32 - Bits));
}

namespace {
/// c plus four products of bytes.
template <class TA, class TB> struct Dot4 {
  uint32_t operator()(uint32_t A, uint32_t B, uint32_t C) const {
    int64_t Sum = C;
    for (unsigned K = 0; K != 4; ++K)
      Sum += partOf<TA, 8>(A, K) * partOf<TB, 8>(B, K);
    return static_cast<uint32_t>(Sum);
  }
};
/// c plus two products of a half of a by a byte of b's half.
template <class TA, class TB, bool High> struct Dot2 {
  uint32_t operator()(uint32_t A, uint32_t B, uint32_t C) const {
    int64_t Sum = C;
    for (unsigned K = 0; K != 2; ++K)
      Sum += partOf<TA, 16>(A, K) * partOf<TB, 8>(B, K + (High ? 2 : 0));
    return static_cast<uint32_t>(Sum);
  }
};
} // namespace

Handler heddle::ptx::bindDot4(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  if (!has(I, 1, 3) || bytesOf(I.T) != 4 || bytesOf(I.T2) != 4)
    return nullptr;
  return chooseLong(I.T2, [&](auto A) {
    return chooseLong(I.T, [](auto B) {
      return ternary<uint32_t, uint32_t, Dot4<decltype(A), decltype(B)>>;
    });
  });
}

Handler heddle::ptx::bindDot2(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  const int Half = Mods.takeOneOf("lo hi");
  if (!has(I, 1, 3) || bytesOf(I.T) != 4 || bytesOf(I.T2) != 4 || Half < 0)
    return nullptr;
  return chooseLong(I.T2, [&](auto A) {
    return chooseLong(I.T, [&](auto B) {
      using TA = decltype(A);
      using TB = decltype(B);
      return Half == 1 ? ternary<uint32_t, uint32_t, Dot2<TA, TB, true>>
                       : ternary<uint32_t, uint32_t, Dot2<TA, TB, false>>;
    });
  });
}
