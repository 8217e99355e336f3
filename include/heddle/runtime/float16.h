//===- runtime/float16.h - _Float16 in memory, for kernels ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc has no _Float16 on the device. Kernels have this class in its place, of
// the same bits: binary16 of IEEE 754. It is converted and copied, and no more.
// Both conversions are written in integers, which give the same on every host
// and device: those to float are exact, those from float and double round to the
// nearest number once, ties to even, and beyond the largest to infinity. A NaN
// stays one.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FLOAT16_H
#define HEDDLE_RUNTIME_FLOAT16_H

#include "config.h"

#include <cstdint>
#include <cstring>

namespace heddle {
namespace rt {

// The host's program has a _Float16 where kernels that run on the host have this:
// compilers must not take the two for different objects.
#if defined(__GNUC__) || defined(__clang__)
#define HEDDLE_MAY_ALIAS __attribute__((may_alias))
#else
#define HEDDLE_MAY_ALIAS
#endif

class HEDDLE_MAY_ALIAS float16 {
public:
  float16() = default;
  HEDDLE_HD float16(float value) {
    std::uint32_t u;
    std::memcpy(&u, &value, sizeof u);
    bits_ = rounded(u >> 31, static_cast<int>((u >> 23) & 255) - 127, 128,
                    std::uint64_t(u & 0x7fffff) << 29);
  }
  HEDDLE_HD float16(double value) {
    std::uint64_t u;
    std::memcpy(&u, &value, sizeof u);
    bits_ = rounded(static_cast<std::uint32_t>(u >> 63),
                    static_cast<int>((u >> 52) & 2047) - 1023, 1024,
                    u & 0xfffffffffffffull);
  }

  HEDDLE_HD operator float() const {
    const std::uint32_t bits = bits_;
    const std::uint32_t sign = (bits & 0x8000u) << 16;
    const std::uint32_t exponent = (bits >> 10) & 31u, rest = bits & 1023u;
    if (exponent == 0) { // zero and numbers below 2^-14
      const float small = static_cast<float>(rest) * 0x1p-24f;
      return sign != 0 ? -small : small;
    }
    std::uint32_t wide = sign | (rest << 13);
    if (exponent != 31)
      wide |= (exponent + 112) << 23;
    else
      wide |= 0x7f800000u | (rest != 0 ? 0x400000u : 0u);
    float result;
    std::memcpy(&result, &wide, sizeof result);
    return result;
  }

private:
  /// (1 + fraction / 2^52) * 2^exponent; that is infinite, or no number, where
  /// the exponent is `none`.
  HEDDLE_HD static std::uint16_t rounded(std::uint32_t negative, int exponent,
                                         int none, std::uint64_t fraction) {
    const std::uint32_t sign = negative << 15;
    if (exponent == none && fraction != 0)
      return static_cast<std::uint16_t>(
          sign | 0x7e00u | static_cast<std::uint32_t>(fraction >> 42));
    if (exponent > 15)
      return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (exponent < -25)
      return static_cast<std::uint16_t>(sign);
    // Eleven bits stay, fewer of numbers below 2^-14.
    const int lost = exponent >= -14 ? 42 : 28 - exponent;
    const std::uint64_t all = fraction | (std::uint64_t(1) << 52);
    const std::uint64_t cut = all & ((std::uint64_t(1) << lost) - 1);
    const std::uint64_t half = std::uint64_t(1) << (lost - 1);
    std::uint32_t kept = static_cast<std::uint32_t>(all >> lost);
    kept += cut > half || (cut == half && (kept & 1u) != 0) ? 1u : 0u;
    // The leading bit, and a carry, count as one of the exponent.
    if (exponent >= -14)
      kept += static_cast<std::uint32_t>(exponent + 14) << 10;
    return static_cast<std::uint16_t>(sign | kept);
  }

  std::uint16_t bits_;
};

#undef HEDDLE_MAY_ALIAS

static_assert(sizeof(float16) == 2, "the size of _Float16");

} // namespace rt
} // namespace heddle

#endif
