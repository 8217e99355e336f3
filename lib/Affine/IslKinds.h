//===- IslKinds.h - Between the handles' terms and isl's -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For Isl*.cpp alone.
//===----------------------------------------------------------------------===//
#ifndef HEDDLE_AFFINE_ISLKINDS_H
#define HEDDLE_AFFINE_ISLKINDS_H

#include "Affine/IslHandle.h"
#include <cstdint>
#include <cstdlib>
#include <isl/id.h>
#include <isl/val.h>
#include <string>

namespace heddle {
namespace isl {

inline isl_dim_type kind(Dim Kind) { return static_cast<isl_dim_type>(Kind); }

/// A count of isl's, which is negative for null objects.
inline unsigned countOf(isl_size N) {
  return N < 0 ? 0 : static_cast<unsigned>(N);
}

/// A null object has no context to make numbers in.
inline isl_val *valueIn(isl_ctx *Ctx, int64_t V) {
  return Ctx ? isl_val_int_from_si(Ctx, V) : nullptr;
}

/// Once the context has met an error, no answer can be trusted, not even one
/// about objects that look sound. isl says of null, which has no context, that
/// there is an error.
inline Answer guarded(isl_ctx *Ctx, isl_bool B) {
  if (isl_ctx_last_error(Ctx) != isl_error_none)
    return Answer::Unknown;
  return answer(B);
}

inline std::string takeString(char *Text) {
  if (!Text)
    return "<null>";
  std::string S(Text);
  std::free(Text);
  return S;
}

} // namespace isl
} // namespace heddle

#endif
