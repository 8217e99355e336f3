//===- Ops.h - loops over lanes, and choices by type ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handler is an instance of one of the templates below: the loop over the
// lanes has no branch on a type or a modifier. A binder chooses the instance.
// Operations are function objects; an operation has one place where it is
// defined, generic over the types that have it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_PTX_OPS_OPS_H
#define HEDDLE_PTX_OPS_OPS_H

#include "Ptx/Step.h"

#include <type_traits>

namespace heddle::ptx {

using std::int16_t;
using std::int32_t;
using std::int64_t;
using std::int8_t;
using std::uint16_t;
using std::uint32_t;
using std::uint64_t;
using std::uint8_t;

/// d = Do(a), d = Do(a, b), d = Do(a, b, c): of types In, the result of Out.
template <class Out, class In, class Do> void unary(Step &S) {
  const Lanes &A = S.in(0);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = toBits<Out>(static_cast<Out>(Do()(fromBits<In>(A[L]))));
  });
}
template <class Out, class In, class Do, class InB = In> void binary(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = toBits<Out>(
        static_cast<Out>(Do()(fromBits<In>(A[L]), fromBits<InB>(B[L]))));
  });
}
template <class Out, class In, class Do, class InC = In> void ternary(Step &S) {
  const Lanes &A = S.in(0), &B = S.in(1), &C = S.in(2);
  Lanes &D = S.out(0);
  eachLane(S.Mask, [&](unsigned L) {
    D[L] = toBits<Out>(static_cast<Out>(
        Do()(fromBits<In>(A[L]), fromBits<In>(B[L]), fromBits<InC>(C[L]))));
  });
}

/// The type with twice the bits.
template <class T> struct Twice;
template <> struct Twice<uint8_t> { using Of = uint16_t; };
template <> struct Twice<int8_t> { using Of = int16_t; };
template <> struct Twice<uint16_t> { using Of = uint32_t; };
template <> struct Twice<int16_t> { using Of = int32_t; };
template <> struct Twice<uint32_t> { using Of = uint64_t; };
template <> struct Twice<int32_t> { using Of = int64_t; };
template <> struct Twice<uint64_t> { using Of = unsigned __int128; };
template <> struct Twice<int64_t> { using Of = __int128; };
template <class T> using Wide = typename Twice<T>::Of;

template <class T> constexpr unsigned BitsOf = 8 * sizeof(T);

/// A type of at least 32 bits without a sign, in which all sums and products
/// are defined; the low bits are those of T's.
template <class T>
using Ring = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
template <class T> Ring<T> ring(T Value) { return static_cast<Ring<T>>(Value); }

/// Calls Give with a value of the C++ type of T, and returns what that gives,
/// a handler; null for another type.
template <class G> Handler chooseWord(Type T, const G &Give) { // 16 to 64 bits
  switch (T) {
  case Type::U16:
    return Give(uint16_t());
  case Type::S16:
    return Give(int16_t());
  case Type::U32:
    return Give(uint32_t());
  case Type::S32:
    return Give(int32_t());
  case Type::U64:
    return Give(uint64_t());
  case Type::S64:
    return Give(int64_t());
  default:
    return nullptr;
  }
}
template <class G> Handler chooseLong(Type T, const G &Give) { // 32, 64 bits
  return bytesOf(T) < 4 ? nullptr : chooseWord(T, Give);
}
template <class G> Handler chooseSigned(Type T, const G &Give) {
  switch (T) {
  case Type::S16:
    return Give(int16_t());
  case Type::S32:
    return Give(int32_t());
  case Type::S64:
    return Give(int64_t());
  default:
    return nullptr;
  }
}
/// b16, b32 and b64, as types without a sign.
template <class G> Handler chooseBits(Type T, const G &Give) {
  switch (T) {
  case Type::B16:
    return Give(uint16_t());
  case Type::B32:
    return Give(uint32_t());
  case Type::B64:
    return Give(uint64_t());
  default:
    return nullptr;
  }
}
/// A flag as a type: Give(std::true_type()) or Give(std::false_type()).
template <class G> Handler chooseFlag(bool Flag, const G &Give) {
  return Flag ? Give(std::true_type()) : Give(std::false_type());
}

/// The last type of a name becomes I.T; the one before it, I.T2.
inline Type takeTypes(Modifiers &Mods, Instruction &I) {
  for (Type Next = Mods.takeType(); Next != Type::None;
       Next = Mods.takeType()) {
    I.T2 = I.T;
    I.T = Next;
  }
  return I.T;
}

inline bool has(const Instruction &I, unsigned Results, unsigned Sources) {
  return I.D.size() == Results && I.S.size() == Sources;
}

} // namespace heddle::ptx

#endif // HEDDLE_PTX_OPS_OPS_H
