//===- LoadStore.cpp - ld, ldu and st -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ops/Binders.h"
#include "Ptx/Ops/MemoryMods.h"

using namespace heddle::ptx;

namespace {

/// Extends an element to 64 bits as its type does.
template <class T> uint64_t readElement(const unsigned char *At) {
  T Value;
  std::memcpy(&Value, At, sizeof(T));
  if constexpr (std::is_signed_v<T>)
    return static_cast<uint64_t>(static_cast<int64_t>(Value));
  else
    return Value;
}

template <class T> void load(Step &S) {
  const Instruction &I = S.I;
  unsigned char *At[WarpSize];
  if (!S.access(I.In, S.in(0), I.Offset, I.Width * sizeof(T),
                kindOf(I, Access::Load), At))
    return;
  for (unsigned K = 0; K != I.Width; ++K) {
    Lanes &D = S.out(K);
    eachLane(S.Mask,
             [&](unsigned L) { D[L] = readElement<T>(At[L] + K * sizeof(T)); });
  }
}

/// Where lanes write to one place, the last one's value stays.
template <class T> void store(Step &S) {
  const Instruction &I = S.I;
  unsigned char *At[WarpSize];
  if (!S.access(I.In, S.in(0), I.Offset, I.Width * sizeof(T),
                kindOf(I, Access::Store), At))
    return;
  for (unsigned K = 0; K != I.Width; ++K) {
    const Lanes &From = S.in(K + 1);
    eachLane(S.Mask, [&](unsigned L) {
      const T Value = fromBits<T>(From[L]);
      std::memcpy(At[L] + K * sizeof(T), &Value, sizeof(T));
    });
  }
}

/// Types with a sign extend it; all others are bits.
template <class G> Handler chooseElement(Type T, const G &Give) {
  switch (T) {
  case Type::S8:
    return Give(int8_t());
  case Type::S16:
    return Give(int16_t());
  case Type::S32:
    return Give(int32_t());
  default:
    break;
  }
  if (kindOf(T) == TypeKind::Other)
    return nullptr;
  switch (bytesOf(T)) {
  case 1:
    return Give(uint8_t());
  case 2:
    return Give(uint16_t());
  case 4:
    return Give(uint32_t());
  case 8:
    return Give(uint64_t());
  default:
    return nullptr;
  }
}

Handler chooseLoad(Modifiers &Mods, Instruction &I) {
  takeTypes(Mods, I);
  I.Width = takeWidth(Mods);
  return has(I, I.Width, 1) && I.T2 == Type::None
             ? chooseElement(I.T, [](auto V) { return load<decltype(V)>; })
             : nullptr;
}

} // namespace

/// ld{.order}{.scope}{.space}{.cache}{.vector}.type d, [a]
Handler heddle::ptx::bindLoad(Modifiers &Mods, Instruction &I) {
  if (!takeOrder(Mods, I, Acquires))
    return nullptr;
  takeStateSpace(Mods, I.In);
  Mods.take("nc");
  Mods.takeOneOf("ca cg cs lu cv");
  takeCacheHints(Mods);
  return chooseLoad(Mods, I);
}

Handler heddle::ptx::bindLoadUniform(Modifiers &Mods, Instruction &I) {
  takeStateSpace(Mods, I.In);
  return chooseLoad(Mods, I);
}

/// st{.order}{.scope}{.space}{.cache}{.vector}.type [a], b
Handler heddle::ptx::bindStore(Modifiers &Mods, Instruction &I) {
  if (!takeOrder(Mods, I, Releases))
    return nullptr;
  takeStateSpace(Mods, I.In);
  Mods.takeOneOf("wb cg cs wt");
  takeCacheHints(Mods);
  takeTypes(Mods, I);
  I.Width = takeWidth(Mods);
  return has(I, 0, I.Width + 1u) && I.T2 == Type::None
             ? chooseElement(I.T, [](auto V) { return store<decltype(V)>; })
             : nullptr;
}
