//===- Field.h - Numbers of the validator ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Floating point is the field of integers modulo 2^61 - 1: sums and products
// are the same in any order there, and two expressions that are not the same
// differ for nearly all values.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_VALIDATE_INTERPRET_FIELD_H
#define HEDDLE_VALIDATE_INTERPRET_FIELD_H

#include <cstdint>

namespace heddle {
namespace validate {

/// A hash.
uint64_t mixed(uint64_t A, uint64_t B);

namespace field {
constexpr uint64_t P = (uint64_t{1} << 61) - 1;
uint64_t of(int64_t V);
uint64_t ofUnsigned(uint64_t V);
uint64_t of(double V);
uint64_t add(uint64_t A, uint64_t B);
uint64_t sub(uint64_t A, uint64_t B);
uint64_t mul(uint64_t A, uint64_t B);
uint64_t inverse(uint64_t A);
} // namespace field

} // namespace validate
} // namespace heddle

#endif
