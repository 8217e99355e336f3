//===- Ranges.h - Bounds of launch expressions -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_MAPPING_RANGES_H
#define HEDDLE_MAPPING_RANGES_H

#include "Mapping/MappedNest.h"
#include "llvm/ADT/StringMap.h"

namespace heddle {

/// Lo <= value <= Hi, both inclusive. The ends saturate at +-Infinite, which
/// stands for 'not bounded'.
struct Interval {
  static constexpr __int128 Infinite = static_cast<__int128>(1) << 100;
  __int128 Lo = -Infinite, Hi = Infinite;

  static Interval exactly(__int128 V) { return {V, V}; }
  bool fits32() const { return Lo >= INT32_MIN && Hi <= INT32_MAX; }
  bool fits64() const { return Lo >= INT64_MIN && Hi <= INT64_MAX; }
};

/// Over a set of parameters. Conservative: exact where isl reads the
/// expression, else interval arithmetic on its parts.
class Ranges {
public:
  /// Over all parameters for which kernels are launched.
  explicit Ranges(const AffineNest &N);
  Ranges(isl::Space ParamSpace, isl::Set Parameters)
      : ParamSpace(std::move(ParamSpace)), Launched(std::move(Parameters)) {}

  /// A leaf that is no parameter: a thread's coordinate, a recovered value.
  void define(const std::string &Name, Interval Range) { Local[Name] = Range; }
  /// An expression over parameters, before anything is asked of it or of what
  /// it is part of: it lies in the range where it matters.
  void assume(const Sym &S, Interval Range) { Known.push_back({S, Range}); }

  Interval of(const Sym &S) const;
  /// S and every part of it stay within 32 (64) bits, signed.
  bool computesIn32(const Sym &S) const;
  bool computesIn64(const Sym &S) const;

private:
  template <class Fits> bool all(const Sym &S, Fits Test) const;
  bool isOverParameters(const Sym &S) const;
  Interval exact(const Sym &S) const;
  Interval combine(const Sym &S) const;
  bool combinesExactly(const Sym &S) const;
  bool isExact(const Sym &S) const;

  isl::Space ParamSpace;
  isl::Set Launched;
  llvm::StringMap<Interval> Local;
  mutable std::vector<std::pair<Sym, Interval>> Known;
};

/// Fits a CUDA device for every value of the parameters.
bool certainlyFits(const Sym (&Grid)[3], const Sym (&Block)[3],
                   const Ranges &R);

} // namespace heddle

#endif
