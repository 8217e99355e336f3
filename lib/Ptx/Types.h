//===- Types.h - types, spaces and lanes of PTX ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are those of NVIDIA's "Parallel Thread Execution ISA".
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_TYPES_H
#define HEDDLE_PTX_TYPES_H

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace heddle::ptx {

/// The types that an instruction may name.
enum class Type : std::uint8_t {
  None,
#define PTX_TYPE(Enum, Name, Bytes, Kind) Enum,
#include "Types.def"
};

/// The meaning of a type's bits. `Other`: formats that nothing here computes.
enum class TypeKind : std::uint8_t {
  Pred,
  Bits,
  Unsigned,
  Signed,
  Float,
  Other
};

/// 0 for Type::None and predicates.
unsigned bytesOf(Type T);
TypeKind kindOf(Type T);
/// "f32"; empty for Type::None.
std::string_view nameOf(Type T);
/// Type::None for a text that names none. The text has no dot.
Type typeNamed(std::string_view Name);

inline bool isInteger(Type T) {
  const TypeKind K = kindOf(T);
  return K == TypeKind::Unsigned || K == TypeKind::Signed ||
         K == TypeKind::Bits;
}
inline bool isFloat(Type T) { return kindOf(T) == TypeKind::Float; }
inline bool isSigned(Type T) { return kindOf(T) == TypeKind::Signed; }

enum class Space : std::uint8_t {
  Generic,
  Global,
  Shared,
  Local,
  Const,
  Param
};
std::string_view nameOf(Space S);

/// The generic address of the first byte of a space that has a window of its
/// own: Shared, Local, Param. Global and constant memory has generic addresses
/// as it is (0).
constexpr std::uint64_t windowBase(Space S) {
  return S == Space::Shared  ? std::uint64_t(1) << 48
         : S == Space::Local ? std::uint64_t(2) << 48
         : S == Space::Param ? std::uint64_t(3) << 48
                             : 0;
}
/// Functions have addresses from here on, 16 apart.
constexpr std::uint64_t FunctionBase = std::uint64_t(4) << 48;

struct Dim3 {
  std::uint32_t X = 1, Y = 1, Z = 1;
  std::uint64_t count() const { return std::uint64_t(X) * Y * Z; }
};

constexpr unsigned WarpSize = 32;

/// One register of a warp: 64 bits a lane. A value of fewer bits stands in the
/// low ones; what the others hold is not defined, except that a load or a
/// conversion extends its result to 64 bits as PTX extends it to the register.
/// A predicate is 0 or 1.
using Lanes = std::array<std::uint64_t, WarpSize>;

/// The value of type T in the low bits, and back. Fewer than 8 bytes come back
/// with zeros above.
template <class T> T fromBits(std::uint64_t Bits) {
  static_assert(sizeof(T) <= sizeof(Bits), "one register");
  T Value;
  std::memcpy(&Value, &Bits, sizeof(T));
  return Value;
}
template <class T> std::uint64_t toBits(T Value) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t), "one register");
  std::uint64_t Bits = 0;
  std::memcpy(&Bits, &Value, sizeof(T));
  return Bits;
}

/// Calls F(lane) for each lane of the mask, in order.
template <class F> inline void eachLane(std::uint32_t Mask, const F &Do) {
  if (Mask == ~0u) {
    for (unsigned L = 0; L != WarpSize; ++L)
      Do(L);
    return;
  }
  for (; Mask; Mask &= Mask - 1)
    Do(static_cast<unsigned>(__builtin_ctz(Mask)));
}

} // namespace heddle::ptx

#endif // HEDDLE_PTX_TYPES_H
