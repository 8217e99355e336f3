//===- cover.h - Words of [[heddle::cover]] ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
//
//   [[heddle::program, heddle::cover(a, n, m, ordered)]] { ... }
//
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_COVER_H
#define HEDDLE_COVER_H

namespace heddle {

/// The last argument of cover(): nests may write elements that earlier ones
/// have written, and the last one decides.
struct ordered_t {
  explicit constexpr ordered_t() = default;
};
inline constexpr ordered_t ordered{};

} // namespace heddle

#endif // HEDDLE_COVER_H
